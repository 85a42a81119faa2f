"""What is no battle gets a sentence at once, and nothing else: `python -m engine.odds` for whatever it is given."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from engine.odds.__main__ import MOST_BYTES, NoBattle, main, odds_printed

GERMANY = {"power": "germany", "units": {"infantry": 3, "tank": 2}}
RUSSIA = {"power": "soviet_union", "units": {"infantry": 4}}
LAND: dict[str, Any] = {"setup": "aa1941", "kind": "land", "attacker": GERMANY, "defender": RUSSIA}
LANDING: dict[str, Any] = {**LAND, "setup": "revised", "kind": "amphibious"}
FLEET = {"power": "germany", "units": {"submarine": 1, "destroyer": 1}}
SEA: dict[str, Any] = {**LAND, "kind": "sea", "attacker": FLEET, "defender": {**FLEET, "power": "soviet_union"}}
AT_ONCE = 2.0
"""Seconds, on a busy machine."""


def side(whose: dict[str, Any] = GERMANY, **change: Any) -> dict[str, Any]:
    return {**whose, **change}


def nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = {"units": found}
    return found


CHINESE: dict[str, Any] = {
    **LAND,
    "setup": "global_1940",
    "attacker": {"power": "china", "units": {"infantry": 3}},
    "defender": {"power": "japan", "units": {"infantry": 3}},
}
REVISED = {**LAND, "setup": "revised"}

BAD: list[tuple[Any, str]] = [
    # what is no object at all
    ("", "isn't valid JSON"),
    ("{", "isn't valid JSON"),
    ("\x00", "isn't valid JSON"),
    ("[]", "the battle: it must be an object"),
    ("null", "the battle: it must be an object"),
    ("7", "the battle: it must be an object"),
    ('"land"', "the battle: it must be an object"),
    ("{} {}", "isn't valid JSON"),
    ('{"setup": NaN}', "isn't valid JSON"),
    ('{"setup": 1e999}', "isn't valid JSON"),
    ('{"setup": "aa1941", "setup": "revised"}', "isn't valid JSON"),
    ('{"setup": "\\ud800"}', "isn't valid JSON"),
    ("[" * 100_000, "isn't valid JSON"),
    ("9" * 5_000, "isn't valid JSON"),
    ({}, "setup: it is missing"),
    # setup, kind, unknown keys
    ({**LAND, "setup": "chess"}, "There is no setup “chess”"),
    ({**LAND, "setup": "../aa1941"}, "There is no setup"),
    ({**LAND, "setup": 1941}, "setup: it must be a text"),
    ({**LAND, "setup": "x" * 500_000}, "There is no setup “xxx"),
    ({**LAND, "kind": "space"}, "kind: "),
    ({**LAND, "kind": None}, "kind: "),
    ({**LAND, "weather": "snow"}, "weather: there is no such key"),
    ({**LAND, "attacker": side(morale=1)}, "attacker.morale: there is no such key"),
    # sides
    ({**LAND, "attacker": None}, "attacker: it must be an object"),
    ({**LAND, "attacker": []}, "attacker: it must be an object"),
    ({**LAND, "attacker": side(power="rome")}, "There is no power “rome”"),
    ({**LAND, "attacker": side(power="italy")}, "There is no power “italy”"),
    ({**LAND, "attacker": side(power="japan"), "defender": GERMANY}, "are on the same side"),
    ({**LAND, "attacker": side(power=["germany"])}, "attacker.power: it must be a text"),
    # units
    ({**LAND, "attacker": side(units={})}, "Name units for both sides"),
    ({**LAND, "attacker": side(units={}), "defender": side(RUSSIA, units={})}, "Name units for both sides"),
    ({**LAND, "defender": side(RUSSIA, units={"infantry": 0})}, "Name units for both sides"),
    ({**LAND, "attacker": side(units={"dragon": 1})}, "There is no unit “dragon”"),
    ({**LAND, "attacker": side(units={"mechanized_infantry": 1})}, "There is no unit “mechanized_infantry”"),
    ({**LAND, "attacker": side(units={"infantry": 10_000})}, "up to 400 each"),
    ({**LAND, "attacker": side(units={"infantry": 300, "tank": 300})}, "up to 400 each"),
    ({**LAND, "attacker": side(units={"infantry": 10**14})}, "up to 400 each"),
    ({**LAND, "attacker": side(units={"infantry": 10**30})}, "isn't valid JSON"),
    ({**LAND, "attacker": side(units={"infantry": -1})}, "attacker.units.infantry: "),
    ({**LAND, "attacker": side(units={"infantry": 2.5})}, "attacker.units.infantry: "),
    ({**LAND, "attacker": side(units={"infantry": 2.0})}, "attacker.units.infantry: "),
    ({**LAND, "attacker": side(units={"infantry": "2"})}, "attacker.units.infantry: it must be a whole number"),
    ({**LAND, "attacker": side(units={"infantry": True})}, "attacker.units.infantry: it must be a whole number"),
    ({**LAND, "attacker": side(units={"infantry": None})}, "attacker.units.infantry: it must be a whole number"),
    ({**LAND, "attacker": side(units=["infantry"])}, "attacker.units: it must be an object"),
    ({**LAND, "attacker": side(units=nested(30))}, "attacker.units.units: it must be a whole number"),
    ({**LAND, "attacker": side(units=nested(60))}, "isn't valid JSON"),
    ({**LAND, "attacker": side(units={"battleship": 1})}, "Battleships cannot attack on land."),
    ({**LAND, "defender": side(RUSSIA, units={"submarine": 1})}, "Submarines cannot defend on land."),
    ({**SEA, "attacker": side(FLEET, units={"infantry": 1})}, "Infantry cannot attack at sea."),
    (
        {**LAND, "defender": side(RUSSIA, units={"industrial_complex": 1})},
        "Industrial complexes cannot defend on land.",
    ),
    ({**LAND, "setup": "revised", "attacker": side(units={"anti_aircraft_gun": 1})}, "guns cannot attack."),
    # powers that can't have them
    (
        {**CHINESE, "kind": "sea", "attacker": side(power="china", units={"submarine": 2})},
        "China has no submarines in this edition.",
    ),
    ({**CHINESE, "attacker": side(power="china", units={"tank": 2})}, "China has no tanks in this edition."),
    ({**CHINESE, "attacker": side(power="dutch")}, "There is no turn in which the Dutch could attack."),
    ({**LAND, "attacker": GERMANY, "defender": side(GERMANY)}, "Germany can't fight itself"),
    # damaged ships, technologies, advantages
    ({**LAND, "attacker": side(damaged={"tank": 1})}, "take one hit"),
    ({**LAND, "attacker": side(damaged={"dragon": 1})}, "There is no unit “dragon”"),
    ({**SEA, "attacker": side(FLEET, damaged={"battleship": 1})}, "You named 1 damaged but only 0 battleships"),
    ({**LAND, "attacker": side(technologies=["magic"])}, "There is no technology “magic”"),
    ({**REVISED, "attacker": side(technologies=["heavy_bombers"] * 2)}, "Name each technology of a side once"),
    ({**REVISED, "attacker": side(advantages=["panzerblitz"] * 50_000)}, "Name each national advantage of a side once"),
    ({**LAND, "attacker": side(technologies="jets")}, "attacker.technologies: it must be a list"),
    ({**LAND, "attacker": side(advantages=["marines"])}, "has no national advantage “marines”"),
    ({**LAND, "options": {"low_luck": "maybe"}}, "cannot be “maybe”"),
    ({**LAND, "options": {"low_luck": nested(20)}}, "Option “low_luck” cannot be"),
    ({**LAND, "options": ["low_luck"]}, "options: it must be an object"),
    # bombardment
    ({**LAND, "bombarding": {"battleship": 1}}, "Ships support only landings."),
    ({**SEA, "bombarding": {"battleship": 1}}, "Ships support only landings."),
    ({**LANDING, "bombarding": {"tank": 1}}, "“tank” cannot bombard"),
    ({**LANDING, "bombarding": {"dragon": 1}}, "“dragon” cannot bombard"),
    ({**LANDING, "bombarding": {"battleship": 5_000}}, "up to 400 supporting ships"),
    (
        {**LANDING, "attacker": side(units={"fighter": 2}), "bombarding": {"battleship": 1}},
        "Name land units that come ashore",
    ),
    # orders of loss, retreats, submarines
    ({**LAND, "order_of_loss": {"attacker": [["fighter", 1]]}}, "names “fighter”, which does not fight"),
    ({**LAND, "order_of_loss": {"attacker": [["dragon", 1]]}}, "names “dragon”, which does not fight"),
    ({**LAND, "order_of_loss": {"attacker": [["tank"]]}}, "order_of_loss.attacker.0.1: it is missing"),
    ({**LAND, "order_of_loss": {"attacker": [["tank", -1]]}}, "order_of_loss.attacker.0.1: "),
    ({**LAND, "order_of_loss": {"attacker": [["tank", 1]] * 20_000}}, "at most 50 entries"),
    ({**LAND, "order_of_loss": {"neutral": []}}, "order_of_loss.neutral: there is no such key"),
    ({**LAND, "order_of_loss": "tank"}, "order_of_loss: it must be an object"),
    ({**LAND, "keep_land_unit": "yes"}, "keep_land_unit: it must be true or false"),
    ({**LAND, "retreat_after": 0}, "retreat_after: "),
    ({**LAND, "retreat_after": -3}, "retreat_after: "),
    ({**LAND, "retreat_after": 1.5}, "retreat_after: "),
    ({**LAND, "retreat_below": 0}, "retreat_below: "),
    ({**LAND, "retreat_below": 30}, "retreat_below: "),
    ({**LANDING, "retreat_after": 1}, "Units that land from the sea cannot retreat"),
    ({**LANDING, "retreat_with_aircraft": True}, "Units that land from the sea cannot retreat"),
    ({**LAND, "submerge": ["attacker"]}, "No submarines attack, so none can submerge."),
    ({**LAND, "submerge": ["nobody"]}, "submerge.0: "),
]


@pytest.mark.parametrize(("given", "sentence"), BAD)
def test_what_is_no_battle_gets_a_sentence_at_once(given: Any, sentence: str) -> None:
    text = given if isinstance(given, str) else json.dumps(given)
    began = time.process_time()
    with pytest.raises(NoBattle) as no:
        odds_printed(text)
    assert time.process_time() - began < AT_ONCE
    assert sentence in str(no.value)
    assert len(str(no.value)) < 300
    assert "\n" not in str(no.value)


@pytest.mark.parametrize(
    "change",
    [
        {
            "setup": "global_1940",
            "attacker": {"power": "china", "units": {"infantry": 1, "artillery": 1, "fighter": 1}},
            "defender": {"power": "japan", "units": {"infantry": 1}},
        },
        {"retreat_after": 10**9},
        {"attacker": side(units={"infantry": 3, "tank": 0})},
        {"submerge": []},
    ],
    ids=["what China has", "a round that never comes", "nobody of a unit", "nobody submerges"],
)
def test_what_is_odd_but_can_be_fought_is_answered(change: dict[str, Any]) -> None:
    told = odds_printed(json.dumps({**LAND, **change}))
    assert told["exact"] is True


@pytest.mark.parametrize("content", [b"\xff\xfe", b" " * 10_000_000, b"[" * 10_000_000, b""])
def test_files_that_hold_no_battle_give_a_sentence_and_exit_1(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "battle.json"
    path.write_bytes(content)
    assert main([str(path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert ("at most 1,000,000 bytes" in told.err) == (len(content) > MOST_BYTES)


@pytest.mark.parametrize("arguments", [[], ["a", "b"]])
def test_wrong_use_gives_the_usage_and_exit_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "python -m engine.odds BATTLE.json" in capsys.readouterr().err


def test_a_file_that_is_not_there_gives_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path, tmp_path / "none.json", Path("a\x00b")):
        assert main([str(path)]) == 1
    assert "Traceback" not in capsys.readouterr().err
