"""The map of Pacific 1940, what stands on it, and the numbers of its units (chapters BRD and UNI)."""

from __future__ import annotations

import pytest

from engine import load_setup
from tests.engine.table import position

EDITION = load_setup("pacific_1940")
BOARD = EDITION.board
CONVOYS = (1, 6, 10, 19, 20, 26, 35, 36, 37, 39, 41, 42, 43, 44, 54, 62, 63)


@pytest.mark.rule("BRD-01", "BRD-02", setup="pacific_1940")
def test_spaces_touch_where_they_share_a_border_and_the_map_has_edges() -> None:
    table = position("japan", "noncombat_move", {"korea": "japan: 2 infantry"})
    table.refuses_move("1 infantry: korea > jehol", "CMV-03")
    table.move("1 infantry: korea > manchuria")
    assert table.at("manchuria") == {"japan": {"infantry": 1}}
    west, east = set(BOARD.neighbours["sz59"]), set(BOARD.neighbours["sz11"])
    assert (west, east) == ({"sz58", "sz60"}, {"sz10", "sz12", "sz27", "sz28"})


@pytest.mark.rule("BRD-06", "BRD-07", setup="pacific_1940")
def test_territories_are_worth_up_to_ten_and_keep_the_emblem_of_those_who_lost_them() -> None:
    values = [territory.ipc for territory in BOARD.territories]
    assert (min(values), max(values)) == (0, BOARD.territory["western_united_states"].ipc) == (0, 10)
    occupied = [space for space, owner in EDITION.start.owners.items() if owner == "japan"]
    assert sorted(occupied) == ["jehol", "kiangsi", "kiangsu", "kwangsi", "manchuria", "shantung"]
    assert {BOARD.territory[space].emblem for space in occupied} == {"china"}


@pytest.mark.rule("BRD-12", "BRD-14", setup="pacific_1940")
def test_nobody_enters_the_himalayas_or_soviet_territory() -> None:
    table = position("japan", "combat_move", {"korea": "japan: 1 infantry, 1 fighter", "burma": "japan: 1 fighter"})
    table.refuses_move("1 infantry: korea > amur", "BRD-12")
    table.refuses_move("1 fighter: korea > amur", "BRD-12")
    table.refuses_move("1 fighter: burma > himalayas", "BRD-12")


@pytest.mark.rule("BRD-25", "BRD-26", setup="pacific_1940")
def test_every_island_lies_in_one_zone_and_no_other_island_beside_it() -> None:
    islands = [territory.id for territory in BOARD.territories if territory.island]
    shared = {zone: [i for i in islands if zone in BOARD.zones_of(i)] for zone in BOARD.sea_zone}
    assert all(len(BOARD.zones_of(island)) == 1 for island in islands)
    assert [there for there in shared.values() if len(there) > 1] == []


@pytest.mark.rule("BRD-40", setup="pacific_1940")
def test_seventeen_zones_are_convoy_zones() -> None:
    assert [zone.id for zone in BOARD.sea_zones if zone.convoy] == [f"sz{number}" for number in CONVOYS]


@pytest.mark.rule("BRD-42", setup="pacific_1940")
def test_three_major_complexes_and_a_minor_one_stand_at_the_start() -> None:
    facilities = EDITION.start.facilities.items()
    complexes = {space: [each for each in there if "complex" in each] for space, there in facilities}
    assert {space: there for space, there in complexes.items() if there} == {
        "japan": ["major_industrial_complex"],
        "western_united_states": ["major_industrial_complex"],
        "india": ["major_industrial_complex"],
        "new_south_wales": ["minor_industrial_complex"],
    }


@pytest.mark.rule("BRD-46", setup="pacific_1940")
def test_eight_victory_cities_lie_on_the_map() -> None:
    assert {territory.city: territory.id for territory in BOARD.territories if territory.city} == {
        "Tokyo": "japan",
        "Shanghai": "kiangsu",
        "Hong Kong": "kwangtung",
        "Calcutta": "india",
        "Sydney": "new_south_wales",
        "Manila": "philippines",
        "Honolulu": "hawaiian_islands",
        "San Francisco": "western_united_states",
    }


@pytest.mark.rule(
    "UNI-01", "UNI-02", "UNI-03", "UNI-04", "UNI-06", "UNI-07", "UNI-08", "UNI-09", "UNI-11", setup="pacific_1940"
)
@pytest.mark.parametrize(
    ("unit", "cost", "attack", "defense", "moves"),
    [
        ("infantry", 3, 1, 2, 1),
        ("artillery", 4, 2, 2, 1),
        ("mechanized_infantry", 4, 1, 2, 2),
        ("tank", 6, 3, 3, 2),
        ("fighter", 10, 3, 4, 4),
        ("tactical_bomber", 11, 3, 3, 4),
        ("strategic_bomber", 12, 4, 1, 6),
        ("submarine", 6, 2, 1, 2),
        ("destroyer", 8, 2, 2, 2),
    ],
)
def test_units_cost_fight_and_move_as_the_table_says(
    unit: str, cost: int, attack: int, defense: int, moves: int
) -> None:
    line = EDITION.unit[unit]
    assert (line.cost, line.attack, line.defense, line.move) == (cost, attack, defense, moves)
