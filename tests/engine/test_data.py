"""Files of game data: what is wrong in them is refused with file, place and reason."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import IllegalAction, InvalidData, load_setup, setup_names
from engine.facts.board import Board
from engine.facts.data_files import DATA, read_data
from engine.facts.edition import read_edition

BOARD = "boards/aa1941.json"
UNITS = "units/aa1941.json"
OPENING = "openings/aa1941.json"
SETUP = "setups/aa1941.json"


def spoil(data: Path, name: str, change: Callable[[Any], object]) -> str:
    """Change a file and give the sentence with which the setup is refused."""
    path = data / name
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(InvalidData) as refusal:
        read_edition("aa1941", data)
    return str(refusal.value).removeprefix(f"{data}/")


def test_the_untouched_copy_is_accepted(data: Path) -> None:
    assert read_edition("aa1941", data) == load_setup("aa1941")


def test_a_missing_file_is_named(data: Path) -> None:
    (data / UNITS).unlink()
    with pytest.raises(InvalidData, match=r"units/aa1941\.json: cannot be read: No such file"):
        read_edition("aa1941", data)


def test_broken_json_is_refused_with_line_and_column(data: Path) -> None:
    (data / BOARD).write_text('{\n "board": "aa1941",\n "territories" []}', encoding="utf-8")
    with pytest.raises(InvalidData, match=r"boards/aa1941\.json: line 3, column 16: "):
        read_edition("aa1941", data)


def test_a_file_that_is_not_an_object_is_refused(data: Path) -> None:
    (data / BOARD).write_text("[]", encoding="utf-8")
    with pytest.raises(InvalidData, match=r"boards/aa1941\.json: the file as a whole: "):
        read_edition("aa1941", data)


def test_an_unknown_key_and_a_wrong_type_are_refused_with_their_place(data: Path) -> None:
    sentence = spoil(data, UNITS, lambda units: units["units"][0].update(armour=3))
    assert sentence == f"{UNITS}: units.0.armour: Extra inputs are not permitted"
    sentence = spoil(data, BOARD, lambda board: board["territories"][1].update(ipc="many"))
    assert sentence.startswith(f"{BOARD}: territories.1.ipc: ")


def test_an_unknown_ability_phase_or_battle_step_is_refused(data: Path) -> None:
    sentence = spoil(data, UNITS, lambda units: units["units"][0]["abilities"].append("flies"))
    assert sentence.startswith(f"{UNITS}: units.0.abilities.")
    shutil.copy(DATA / UNITS, data / UNITS)
    sentence = spoil(data, SETUP, lambda setup: setup["parameters"]["combat"]["land_battle"].append("negotiate"))
    assert sentence.startswith(f"{SETUP}: parameters.combat.land_battle.7: ")
    shutil.copy(DATA / SETUP, data / SETUP)
    sentence = spoil(data, SETUP, lambda setup: setup["parameters"]["turn"]["phases"].append("parade"))
    assert sentence.startswith(f"{SETUP}: parameters.turn.phases.6: ")
    shutil.copy(DATA / SETUP, data / SETUP)
    sentence = spoil(data, SETUP, lambda setup: setup["parameters"]["turn"]["steps"]["mobilize"].append("parade"))
    assert sentence.startswith(f"{SETUP}: parameters.turn.steps.mobilize.5: a turn has no step “parade”; it has ")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            lambda b: b["adjacency"].append(["germany", "atlantis"]),
            "adjacency ['germany', 'atlantis'] names an unknown",
        ),
        (lambda b: b["adjacency"].append(b["adjacency"][0][::-1]), "is listed twice or joins a space to itself"),
        (lambda b: b["adjacency"].append(list(b["adjacency"][3])), "is listed twice or joins a space to itself"),
        (lambda b: b["adjacency"].append(["germany", "germany"]), "is listed twice or joins a space to itself"),
        (lambda b: b["territories"].append(dict(b["territories"][0])), "a space is listed twice: ['archangel']"),
        (
            lambda b: b["territories"].append({"id": "utopia", "name": "Utopia", "ipc": 0, "emblem": None}),
            "spaces without any neighbour: ['utopia']",
        ),
        (
            lambda b: b["canals"].append({"name": "Kiel Canal", "between": ["sz5", "sz9"], "controlled_by": []}),
            "Kiel Canal joins spaces that do not touch: ['sz5', 'sz9']",
        ),
        (
            lambda b: b["canals"].append({"name": "Kiel Canal", "between": ["sz5", "sz6"], "controlled_by": ["sz5"]}),
            "Kiel Canal is controlled by unknown territories: ['sz5']",
        ),
    ],
)
def test_a_board_that_contradicts_itself_is_refused(data: Path, change: Callable[[Any], object], reason: str) -> None:
    sentence = spoil(data, BOARD, change)
    assert sentence.startswith(f"{BOARD}: ")
    assert reason in sentence


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda s: s["turn_order"].append("italy"), "turn_order names something unknown: italy"),
        (lambda s: s["turn_order"].append("japan"), "turn_order lists twice: japan"),
        (lambda s: s["turn_order"].remove("japan"), "turn_order leaves out: japan"),
        (lambda s: s["powers"][0].update(capital="moscow"), "capital names something unknown: moscow"),
        (lambda s: s["powers"][0].update(acts_with="italy"), "acts_with names something unknown: italy"),
        (lambda s: s["start"]["owners"].update(germany="italy"), "start.owners names something unknown: italy"),
        (lambda s: s["start"]["owners"].update(utopia="japan"), "start.owners names something unknown: utopia"),
        (
            lambda s: s["start"]["facilities"].update(utopia=["industrial_complex"]),
            "start.facilities names something unknown: utopia",
        ),
        (
            lambda s: s["start"]["facilities"].update(germany=["tank"]),
            "start.facilities of germany names something unknown: tank",
        ),
        (
            lambda s: s["start"]["facilities"]["germany"].append("industrial_complex"),
            "start.facilities of germany lists twice: industrial_complex",
        ),
        (lambda s: s["start"]["units"][0].update(space="sz99"), "start.units space names something unknown: sz99"),
        (lambda s: s["start"]["units"][0].update(power="italy"), "start.units power names something unknown: italy"),
        (
            lambda s: s["start"]["units"][0].update(units={"cruiser": 1}),
            "start.units of archangel names something unknown: cruiser",
        ),
        (
            lambda s: s["start"]["units"][0].update(cargo=[{"infantry": 1}]),
            "start.units of archangel: there is more cargo than transports",
        ),
        (
            lambda s: s["start"]["units"].append(
                {"space": "sz5", "power": "germany", "units": {"transport": 1}, "cargo": [{"tank": 2}]}
            ),
            "start.units of sz5: a transport cannot carry {'tank': 2}",
        ),
    ],
)
def test_an_unknown_id_in_the_opening_is_refused(data: Path, change: Callable[[Any], object], reason: str) -> None:
    sentence = spoil(data, OPENING, change)
    assert sentence.startswith(f"{OPENING}: ")
    assert reason in sentence


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda s: s["seatings"]["2"][0].append("italy"), "seatings of 2 names something unknown: italy"),
        (lambda s: s["parameters"]["turn"]["steps"].pop("mobilize"), "steps leaves out: mobilize"),
        (
            lambda s: s["parameters"]["combat"]["casualty_order"]["sea"].append("cruiser"),
            "casualty_order names something unknown: cruiser",
        ),
        (
            lambda s: s["options"]["victory"].update(default="total"),
            "the default of option victory names something unknown",
        ),
        (lambda s: s["victory"].pop("shorter"), "options.victory names something unknown: shorter"),
        (lambda s: s["options"].pop("victory"), "options: the option “victory” is missing"),
        (
            lambda s: s["victory"]["standard"][0]["of"].append("rome"),
            "victory.standard of names something unknown: rome",
        ),
        (
            lambda s: s["victory"]["standard"][0].update(after_turn_of=None, with_one_of=["atlantis"]),
            "victory.standard with_one_of names something unknown: atlantis",
        ),
        (
            lambda s: s["victory"]["standard"][0].update(after_turn_of="italy"),
            "victory.standard after_turn_of names something unknown: italy",
        ),
    ],
)
def test_an_unknown_id_in_the_setup_is_refused(data: Path, change: Callable[[Any], object], reason: str) -> None:
    sentence = spoil(data, SETUP, change)
    assert sentence.startswith(f"{SETUP}: ")
    assert reason in sentence


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"power": "italy"}, "objectives.baltic power names something unknown: italy"),
        ({"held_by": "neutrals"}, "objectives.baltic held_by names something unknown: neutrals"),
        ({"territories": ["karelia", "riga"]}, "objectives.baltic territories names something unknown: riga"),
        ({"territories": ["karelia", "karelia"]}, "objectives.baltic territories lists twice: karelia"),
        ({"clear_zones": ["sz5", "sz99"]}, "objectives.baltic clear_zones names something unknown: sz99"),
        ({"at_least": 2}, "objectives.baltic asks for 2 territories but names fewer"),
    ],
)
def test_an_objective_that_cannot_be_meant_is_refused(data: Path, change: dict[str, Any], reason: str) -> None:
    baltic = {"name": "the Baltic", "power": "germany", "rule": "INC-23", "ipcs": 5, "held_by": "axis", "at_least": 1}
    baltic |= {"territories": ["karelia"]} | change
    sentence = spoil(data, SETUP, lambda setup: setup.update(objectives={"baltic": baltic}))
    assert sentence == f"{SETUP}: the file as a whole: {reason}"


def test_an_unknown_emblem_on_the_board_is_refused(data: Path) -> None:
    sentence = spoil(data, BOARD, lambda board: board["territories"][0].update(emblem="italy"))
    assert "an emblem of board aa1941 names something unknown: italy" in sentence


def test_an_unknown_cargo_in_the_unit_table_is_refused(data: Path) -> None:
    sentence = spoil(data, UNITS, lambda table: table["units"][5]["carry"][0]["types"].append("mule"))
    assert "carry of transport names something unknown: mule" in sentence


def test_a_unit_listed_twice_is_refused(data: Path) -> None:
    sentence = spoil(data, UNITS, lambda table: table["units"].append(table["units"][0]))
    assert "units lists twice: infantry" in sentence


@pytest.mark.parametrize(
    ("space", "unit"), [("sz5", "infantry"), ("germany", "destroyer"), ("germany", "industrial_complex")]
)
def test_a_unit_that_cannot_stand_in_its_space_is_refused(data: Path, space: str, unit: str) -> None:
    row = {"space": space, "power": "germany", "units": {unit: 1}}
    sentence = spoil(data, OPENING, lambda opening: opening["start"]["units"].append(row))
    assert f"({unit}) cannot stand in {space}" in sentence


def test_incomes_that_do_not_add_up_are_refused(data: Path) -> None:
    sentence = spoil(data, OPENING, lambda opening: opening["start"]["income"].update(germany=13))
    assert sentence.endswith("start.income of germany is 13, but its territories add up to 12")


def test_a_changed_value_of_a_territory_breaks_the_sum_too(data: Path) -> None:
    def richer_russia(board: Any) -> None:
        next(t for t in board["territories"] if t["id"] == "russia")["ipc"] = 4

    sentence = spoil(data, BOARD, richer_russia)
    assert "start.income of soviet_union is 7, but its territories add up to 8" in sentence


def test_a_change_of_an_option_that_there_is_not_is_refused(data: Path) -> None:
    def change(setup: Any) -> None:
        setup["options"]["victory"]["changes"] = {"total": {}}

    assert "the changes of option victory names something unknown: total" in spoil(data, SETUP, change)


def test_an_unknown_setup_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(IllegalAction) as refusal:
        load_setup("global_1914")
    assert refusal.value.message.startswith("There is no setup “global_1914”; there is ")
    assert "aa1941" in refusal.value.message


def test_setups_in_preparation_are_not_offered() -> None:
    assert not any(load_setup(name).in_preparation for name in setup_names())


@pytest.mark.parametrize("path", sorted((DATA / "setups").glob("*.json")), ids=lambda path: path.stem)
def test_technologies_go_by_the_names_of_their_charts(path: Path) -> None:
    for technology in read_edition(path.stem, DATA).technologies:
        assert technology.id == re.sub(r"[^a-z0-9]+", "_", technology.name.lower())


@pytest.mark.parametrize("path", sorted((DATA / "boards").glob("*.json")), ids=lambda path: path.stem)
def test_adjacency_is_mutual_on_every_board(path: Path) -> None:
    board = read_data(path, Board)
    assert all(space in board.neighbours[other] for space, near in board.neighbours.items() for other in near)
