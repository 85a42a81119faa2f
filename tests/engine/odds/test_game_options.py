"""Options of the game in battles of named units: low luck in all setups, national advantages where there are any."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import engine
from engine.errors import IllegalAction
from engine.odds.form import BattleForm
from engine.odds.odds import odds_of
from tests.engine.odds.enumerated import shares_of
from tests.engine.odds.small_battles import FOES, small_battle
from tests.published import SETUPS
from tests.samples import covering

Side = tuple[str, dict[str, int], list[str]]
ADVANTAGES: dict[str, tuple[str, Side, Side]] = {
    "marines": (
        "amphibious",
        ("united_states", {"infantry": 1}, ["marines"]),
        ("japan", {"infantry": 1}, []),
    ),
    "atlantic_wall": (
        "amphibious",
        ("united_states", {"tank": 1}, []),
        ("germany", {"infantry": 1}, ["atlantic_wall"]),
    ),
    "fortress_europe": (
        "land",
        ("united_states", {"tank": 1}, []),
        ("germany", {"artillery": 1}, ["fortress_europe"]),
    ),
    "banzai_attacks": ("land", ("japan", {"infantry": 1}, ["banzai_attacks"]), ("united_states", {"infantry": 1}, [])),
    "russian_winter": ("land", ("germany", {"tank": 1}, []), ("soviet_union", {"infantry": 1}, ["russian_winter"])),
    "wolf_packs": ("sea", ("germany", {"submarine": 3}, ["wolf_packs"]), ("united_kingdom", {"destroyer": 1}, [])),
    "radar": (
        "land",
        ("germany", {"fighter": 1, "infantry": 1}, []),
        ("united_kingdom", {"infantry": 1, "anti_aircraft_gun": 1}, ["radar"]),
    ),
}

IN_ONE_ROUND = ("wolf_packs", "radar")
"""Their dice are many."""


def form(about: str, *, given: bool, by_options: bool = False) -> BattleForm:
    kind, *sides = ADVANTAGES[about]
    attacker, defender = (
        {"power": power, "units": units, **({"advantages": names if given else []} if not by_options else {})}
        for power, units, names in sides
    )
    options = {"advantages": [about]} if by_options else {}
    fought: dict[str, Any] = {"setup": "revised", "kind": kind, "attacker": attacker, "defender": defender}
    rounds = {"retreat_after": 1} if about in IN_ONE_ROUND else {}
    return BattleForm.model_validate({**fought, **rounds, "options": options})


def apart(battle: BattleForm) -> float:
    """How far the chances lie from those of every face that every die may show."""
    odds, shares = odds_of(battle), shares_of(battle)
    told = {"attacker": odds.attacker_win, "defender": odds.defender_win, "draw": odds.draw}
    return max(abs(told[name] - share) for name, share in shares.items())


@pytest.mark.parametrize("about", ADVANTAGES)
def test_a_national_advantage_counts_as_in_the_battle(about: str) -> None:
    """Also where it counts only in the first round."""
    assert apart(form(about, given=True)) < 1e-9
    without = odds_of(form(about, given=False)).attacker_win
    assert abs(odds_of(form(about, given=True)).attacker_win - without) > 0.01
    if about != "russian_winter":  # it must be declared in the game
        assert odds_of(form(about, given=True, by_options=True)) == odds_of(form(about, given=True))


@pytest.mark.parametrize(("setup", "how"), covering(SETUPS, ("battles", "all")))
def test_low_luck_counts_as_in_the_battle(setup: str, how: str) -> None:
    first, second = FOES.get(setup, ("germany", "soviet_union"))
    battle = {
        "setup": setup,
        "kind": "land",
        "attacker": {"power": first, "units": {"infantry": 3, "fighter": 1}},
        "defender": {"power": second, "units": {"infantry": 2, "artillery": 1} if setup != "aa1941" else {"tank": 2}},
    }
    low = BattleForm.model_validate({**battle, "options": {"low_luck": how}})
    assert apart(low) < 1e-9
    assert odds_of(low).attacker_win != odds_of(BattleForm.model_validate(battle)).attacker_win


@pytest.mark.parametrize(
    ("options", "advantages", "sentence"),
    [
        ({"low_luck": "some"}, None, "Option “low_luck” cannot be “some”; it can be off, battles, all."),
        ({"luck": "off"}, None, "has no option “luck”"),
        ({"low_luck": [1, {"a": "b"}]}, None, "Option “low_luck” cannot be"),
        ({"advantages": {"rome": ["radar"]}}, None, "not a national advantage of “rome”"),
        ({"advantages": 7}, None, "National advantages are a list of names"),
        ({}, ["marines"], "Germany has no national advantage “marines” in this edition."),
        ({}, ["magic"], "Germany has no national advantage “magic” in this edition."),
    ],
)
def test_options_that_there_are_not_are_refused(options: Any, advantages: list[str] | None, sentence: str) -> None:
    battle = small_battle(0).model_dump() | {"setup": "revised", "kind": "land", "bombarding": {}, "options": options}
    battle["attacker"] = {"power": "germany", "units": {"infantry": 1}, "advantages": advantages}
    battle["defender"] = {"power": "soviet_union", "units": {"infantry": 1}}
    with pytest.raises(IllegalAction) as no:
        odds_of(BattleForm.model_validate(battle))
    assert sentence in no.value.message


def test_one_module_says_what_low_luck_covers_and_all_others_ask_it() -> None:
    """So that a new choice of that option counts in the chances as in the battle."""
    folder = Path(engine.__file__).parent
    reading = [path for path in folder.rglob("*.py") if "combat.low_luck" in path.read_text(encoding="utf-8")]
    assert [path.relative_to(folder).as_posix() for path in reading] == ["combat/fire.py"]
