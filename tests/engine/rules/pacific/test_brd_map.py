"""The map of Pacific 1940, what stands on it, and the numbers of its units (chapters BRD and UNI)."""

from __future__ import annotations

import pytest

from engine import load_setup
from tests.engine.rules.pacific.playing import at_war, japanese_attack
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
    "UNI-01",
    "UNI-02",
    "UNI-03",
    "UNI-04",
    "UNI-06",
    "UNI-07",
    "UNI-08",
    "UNI-09",
    "UNI-11",
    "UNI-14",
    setup="pacific_1940",
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
        ("battleship", 20, 4, 4, 2),
    ],
)
def test_units_cost_fight_and_move_as_the_table_says(
    unit: str, cost: int, attack: int, defense: int, moves: int
) -> None:
    line = EDITION.unit[unit]
    assert (line.cost, line.attack, line.defense, line.move) == (cost, attack, defense, moves)


@pytest.mark.rule("UNI-05", setup="pacific_1940")
def test_an_antiaircraft_gun_costs_five_fires_at_aircraft_on_ones_and_moves_one_space() -> None:
    table = position("japan", "purchase", {}, ipcs={"japan": 20})
    table.do({"type": "purchase", "units": {"aaa": 2}})
    assert table.ipcs("japan") == 10
    table = position("japan", "noncombat_move", {"kiangsu": "japan: 1 aaa"})
    table.refuses_move("1 aaa: kiangsu > kiangsi > kwangsi", "CMV-03")
    table.move("1 aaa: kiangsu > kiangsi")
    for face, hits in (("1", 1), ("2", 0)):
        table = japanese_attack("1 infantry, 1 fighter", "china: 1 aaa, 1 infantry")
        table.battle("hunan", dice=f"{face} 6 6" if hits else f"{face} 6 6 6")
        assert [shots.hits for shots in table.happened("fired")[0].shots] == [hits]
        defended = [event for event in table.happened("fired") if event.step == "defenders_fire"]
        assert [shots.unit for shots in defended[0].shots] == ["infantry"], "it fires in no round of the battle"


@pytest.mark.rule("UNI-66", setups="1940")
def test_a_gun_among_allies_stays_its_powers_and_is_lost_with_the_territory() -> None:
    table = at_war("anzac", "noncombat_move", {"malaya": "anzac: 1 aaa"}).move("1 aaa: malaya > shan_state")
    table.end_phase()
    assert table.at("shan_state") == {"anzac": {"aaa": 1}}
    assert table.owner("shan_state") == "united_kingdom"
    spaces = {"shan_state": "anzac: 1 aaa"}
    at_war("united_kingdom", "noncombat_move", spaces).refuses_move("1 aaa: shan_state > burma", "units")
    at_war("anzac", "noncombat_move", spaces).move("1 aaa: shan_state > burma")
    table = at_war("japan", "combat_move", {**spaces, "siam": "japan: 1 infantry"})
    table.move("1 infantry: siam > shan_state").end_phase()
    assert table.at("shan_state") == {"japan": {"infantry": 1}}


@pytest.mark.rule("BRD-27", setup="pacific_1940")
def test_a_group_of_islands_is_one_territory() -> None:
    cargo = {"sz26": [{"transport": "japan", "units": {"japan": {"infantry": 2}}}]}
    spaces = {"sz26": "japan: 1 transport", "hawaiian_islands": "united_states: 2 infantry"}
    table = at_war("japan", "combat_move", spaces, cargo=cargo)
    table.move("1 infantry: sz26 > hawaiian_islands").move("1 infantry: sz26 > hawaiian_islands").end_phase()
    assert table.pending == [("hawaiian_islands", "land")]
    table.battle("hawaiian_islands", dice="1 1 6 6")
    assert table.at("hawaiian_islands") == {"japan": {"infantry": 2}}
    groups = [territory for territory in BOARD.territories if territory.name.endswith("Islands")]
    assert len(groups) == 7
    assert all(len(BOARD.neighbours[group.id]) == 1 for group in groups), "each lies in one zone, next to nothing else"
