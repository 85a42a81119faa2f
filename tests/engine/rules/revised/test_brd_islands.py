"""Islands, and flights to and from them (BRD-25..28)."""

from __future__ import annotations

import pytest

from engine import load_setup
from engine.ask import destinations
from tests.engine.table import position

BOARD = load_setup("revised").board


@pytest.mark.rule("BRD-25", "BRD-26", setup="revised")
def test_an_island_lies_in_one_sea_zone_and_no_zone_holds_two() -> None:
    zones = [BOARD.neighbours[territory.id] for territory in BOARD.territories if territory.island]
    assert all(len(around) == 1 and BOARD.is_sea(around[0]) for around in zones)
    assert len(set(zones)) == len(zones)


@pytest.mark.rule("BRD-27", setup="revised")
def test_a_group_of_islands_is_one_territory() -> None:
    table = position(
        "united_states", "noncombat_move", {"hawaiian_islands": "united_states: 2 infantry"}, setup="revised"
    )
    assert table.at("hawaiian_islands") == {"united_states": {"infantry": 2}}
    table.refuses_move("1 infantry: hawaiian_islands > hawaiian_islands", "space")


@pytest.mark.rule("BRD-28", "CMV-03", setup="revised")
def test_the_zone_around_an_island_and_the_island_cost_a_flight_one_space_each() -> None:
    spaces = {"hawaiian_islands": "united_states: 1 fighter", "midway": "united_states: 1 infantry"}
    table = position("united_states", "noncombat_move", spaces, setup="revised")
    reaches = {reach.space: reach for reach in destinations(table.state, "hawaiian_islands", "fighter")}
    assert reaches["midway"].path == ("hawaiian_islands", "sz52", "sz56", "midway")
    assert reaches["midway"].cost == 3
    table.move("1 fighter: hawaiian_islands > midway")
    assert next(piece.used for piece in table.state.pieces.values() if piece.unit == "fighter") == 3


@pytest.mark.rule("BRD-28", setup="revised")
def test_aircraft_on_an_island_are_not_in_the_zone_around_it() -> None:
    spaces = {"midway": "united_states: 1 fighter", "sz57": "japan: 1 destroyer"}
    table = position("japan", "combat_move", {**spaces, "sz56": "united_states: 1 transport"}, setup="revised")
    table.move("1 destroyer: sz57 > sz56").end_phase().battle("sz56", dice="3 6")
    assert [piece.unit for event in table.happened("units_lost") for piece in event.pieces] == ["transport"]
    assert table.at("midway") == {"united_states": {"fighter": 1}}
