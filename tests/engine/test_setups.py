"""Setups that state only what differs from others, and what the choices of options make of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine import InvalidData, load_setup, new_game
from engine.facts.data_files import DATA
from engine.facts.edition import check_choices, read_edition

SETUP = "setups/aa1941.json"


def write(data: Path, name: str, content: Any) -> None:
    (data / name).write_text(json.dumps(content), encoding="utf-8")


def test_a_setup_that_extends_another_states_only_what_differs(data: Path) -> None:
    parameters = {"raids": {"loss": "ipcs"}}
    extending = {"setup": "short", "extends": "aa1941", "victory": {"shorter": []}, "parameters": parameters}
    write(data, "setups/short.json", extending)
    short, full = read_edition("short", data), load_setup("aa1941")
    assert (short.setup, short.parameters.raids.loss, short.victory["shorter"]) == ("short", "ipcs", ())
    assert short.parameters.combat.land_battle == full.parameters.combat.land_battle
    assert short.victory["standard"] == full.victory["standard"]


def test_a_setup_that_extends_another_can_remove_entries_of_it(data: Path) -> None:
    removed = ["options.straits", "parameters.turn.phases.research", "parameters.research", "technologies.rockets"]
    removed += ["parameters.economy.grants.china", "victory.standard.side=axis", "objectives.japan_2"]
    removed += ["technologies.chart=2"]
    write(data, "setups/short.json", {"setup": "short", "extends": "anniversary_1941", "remove": removed})
    short, full = read_edition("short", data), load_setup("anniversary_1941")
    assert set(full.options) - set(short.options) == {"straits"}
    assert ("research", *short.parameters.turn.phases) == full.parameters.turn.phases
    assert short.parameters.research.price is None
    gone = [technology for technology in full.technologies if technology not in short.technologies]
    assert {technology.id for technology in gone if technology.chart == 1} == {"rockets"}
    assert {technology.chart for technology in short.technologies} == {1}
    assert not short.parameters.economy.grants
    assert [condition.side for condition in short.victory["standard"]] == ["allies"]
    assert set(full.objectives) - set(short.objectives) == {"japan_2"}


def test_openings_and_unit_tables_extend_others_and_remove_in_the_same_way(data: Path) -> None:
    """A war without bombers, without Japanese forces, and with nobody in Archangel."""
    homes = ("germany", "united_kingdom", "eastern_united_states")
    bombers = [f"start.units.space={home}.units.bomber" for home in homes]
    emptied = ["start.units.power=japan", "start.units.space=archangel", "start.facilities.japan", *bombers]
    losses = [f"parameters.combat.casualty_order.{part}.bomber" for part in ("land", "sea")]
    write(data, "units/small.json", {"extends": "aa1941", "remove": ["units.bomber"]})
    write(data, "openings/small.json", {"extends": "aa1941", "units": "small", "remove": emptied})
    write(data, "setups/small.json", {"setup": "small", "extends": "aa1941", "opening": "small", "remove": losses})
    small, full = read_edition("small", data), load_setup("aa1941")
    assert [unit.id for unit in full.units if unit not in small.units] == ["bomber"]
    assert "japan" not in small.start.facilities
    gone = {(row.space, row.power) for row in full.start.units} - {(row.space, row.power) for row in small.start.units}
    assert {power for _, power in gone} == {"japan", "soviet_union"}
    assert [space for space, power in gone if power == "soviet_union"] == ["archangel"]


def test_the_files_that_the_docs_show_can_be_played(data: Path) -> None:
    shown = (DATA.parent / "docs" / "setups.md").read_text(encoding="utf-8")
    setup, opening = (json.loads(text) for text in re.findall(r"```json\n(\{.*?\n\})\n```", shown, re.DOTALL))
    write(data, f"setups/{setup['setup']}.json", setup)
    write(data, f"openings/{opening['opening']}.json", opening)
    short = read_edition(setup["setup"], data)
    check_choices(setup["setup"], data)
    standing = {(row.power, row.space, unit) for row in short.start.units for unit in row.units}
    assert "italy" not in {power for power, _, _ in standing}
    assert ("germany", "sz5", "cruiser") in standing
    assert ("germany", "sz5", "submarine") not in standing
    assert "egypt" not in {space for _, space, _ in standing}


def test_rules_of_units_that_there_are_cannot_be_removed(data: Path) -> None:
    gunless = {"setup": "short", "extends": "revised", "remove": ["parameters.air.anti_aircraft"]}
    write(data, "setups/short.json", gunless)
    with pytest.raises(InvalidData, match=r"says nothing of antiaircraft guns, but there are: anti_aircraft_gun$"):
        read_edition("short", data)


@pytest.mark.parametrize(
    ("removed", "reason"),
    [
        (["options.weather"], "remove: there is no options.weather"),
        (["parameters.turn.phases.parade"], "remove: there is no parameters.turn.phases.parade"),
        (["technologies.rockets"], "remove: there is no technologies.rockets"),
        (["seatings.2.power=italy"], "remove: there is no seatings.2.power=italy"),
        (["setup.aa1941"], "remove: there is no setup.aa1941"),
        (["title"], "remove: there is no title"),
        ("options", "remove: must be a list"),
    ],
)
def test_what_is_not_there_cannot_be_removed(data: Path, removed: Any, reason: str) -> None:
    write(data, "setups/short.json", {"setup": "short", "extends": "aa1941", "remove": removed})
    with pytest.raises(InvalidData) as refusal:
        read_edition("short", data)
    assert str(refusal.value) == f"{data / 'setups' / 'short.json'}: {reason}"


def test_a_setup_that_extends_itself_is_refused(data: Path) -> None:
    write(data, "setups/one.json", {"extends": "other"})
    write(data, "setups/other.json", {"extends": "one"})
    with pytest.raises(InvalidData, match=r"one\.json: extends: in the end the file extends itself"):
        read_edition("one", data)


def test_a_chosen_option_changes_the_rules_of_its_game_alone() -> None:
    closed, open_ = (new_game("anniversary_1941", {"straits": value}).edition for value in ("closed", "open"))
    assert open_ is load_setup("anniversary_1941")
    assert closed.parameters.sea.closed_straits
    assert not open_.parameters.sea.closed_straits


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"parameters": {"see": {}}}, "parameters.see: Extra inputs are not permitted"),
        ({"parameters": {"sea": {"straits": []}}}, "parameters.sea.straits: Extra inputs are not permitted"),
        ({"parameters": {"raids": {"loss": "honour"}}}, "parameters.raids.loss: Input should be 'ipcs' or 'damage'"),
        ({"parameter": {}}, "parameter: Extra inputs are not permitted"),
        ({"extends": "revised"}, "extends: Extra inputs are not permitted"),
        ({"remove": ["options.weather"]}, "remove: there is no options.weather"),
        (
            {"parameters": {"sea": {"closed_straits": [["sz5", "sz99"]]}}},
            "the file as a whole: closed_straits names something unknown: sz99",
        ),
        (
            {"parameters": {"turn": {"other_phases": {"italy": []}}}},
            "the file as a whole: other_phases names something unknown: italy",
        ),
    ],
)
def test_an_unknown_name_in_what_a_choice_changes_is_refused(data: Path, change: dict[str, Any], reason: str) -> None:
    setup = json.loads((data / SETUP).read_text(encoding="utf-8"))
    setup["options"]["victory"]["changes"] = {"shorter": change}
    write(data, SETUP, setup)
    with pytest.raises(InvalidData) as refusal:
        check_choices("aa1941", data)
    assert str(refusal.value) == f"{data / SETUP}: {reason} (option victory: shorter)"


@pytest.mark.parametrize("path", sorted((DATA / "setups").glob("*.json")), ids=lambda path: path.stem)
def test_every_setup_can_be_read_whatever_options_are_chosen(path: Path) -> None:
    check_choices(path.stem, DATA)
    edition = read_edition(path.stem, DATA)
    together = tuple((name, value) for name, option in edition.options.items() for value in list(option.changes)[-1:])
    assert read_edition(path.stem, DATA, together).setup == path.stem
