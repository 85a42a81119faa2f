"""Sea zones: hostile or friendly, shared with enemies, and the islands in them."""

import pytest

from engine import load_setup
from tests.engine.table import position

BOARD = load_setup("aa1941").board


@pytest.mark.rule("BRD-19", "BRD-20", "BRD-21")
@pytest.mark.parametrize("ships", ["1 submarine", "1 transport", "2 submarine, 3 transport"])
def test_submarines_and_transports_leave_a_sea_zone_friendly(ships: str) -> None:
    table = position("germany", "noncombat_move", {"sz5": "germany: 1 destroyer", "sz6": f"united_kingdom: {ships}"})
    table.move("1 destroyer: sz5 > sz6 > sz8")
    assert table.at("sz8") == {"germany": {"destroyer": 1}}


@pytest.mark.rule("BRD-20", "BRD-23")
def test_the_same_ships_are_hostile_to_one_side_and_friendly_to_the_other() -> None:
    ships = {"sz6": "united_kingdom: 1 battleship", "sz8": "germany: 1 submarine; united_states: 1 destroyer"}
    table = position("germany", "noncombat_move", ships)
    table.move("1 submarine: sz8 > sz6")
    table = position("united_states", "noncombat_move", ships)
    table.move("1 destroyer: sz8 > sz6 > sz5")
    assert table.at("sz5") == {"united_states": {"destroyer": 1}}


@pytest.mark.rule("BRD-23")
def test_a_zone_is_friendly_again_as_soon_as_its_last_enemy_warship_is_sunk() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "sz5": "germany: 1 transport",
            "norway_finland": "germany: 1 infantry",
            "germany": "germany: 1 bomber",
            "sz6": "united_kingdom: 1 destroyer",
        },
    )
    table.move("1 bomber: germany > sz5 > sz6").end_phase()
    table.battle("sz6", dice="4 6")
    assert table.phase == "noncombat_move"
    table.move("1 infantry: norway_finland > sz5").move("1 transport: sz5 > sz6")
    assert table.at("sz6")["germany"] == {"bomber": 1, "infantry": 1, "transport": 1}


ISLANDS = {
    "australia": "sz33",
    "borneo": "sz32",
    "caroline_islands": "sz38",
    "east_indies": "sz30",
    "french_madagascar": "sz27",
    "greenland": "sz2",
    "hawaiian_islands": "sz40",
    "iceland": "sz3",
    "iwo_jima": "sz45",
    "japan": "sz45",
    "midway": "sz43",
    "new_guinea": "sz37",
    "new_zealand": "sz34",
    "okinawa": "sz45",
    "philippine_islands": "sz38",
    "solomon_islands": "sz37",
    "wake_island": "sz39",
    "west_indies": "sz12",
}


@pytest.mark.rule("BRD-25", "BRD-26")
def test_every_island_lies_in_one_sea_zone_and_a_zone_may_hold_several() -> None:
    assert {t.id: BOARD.neighbours[t.id] for t in BOARD.territories if t.island} == {
        island: (zone,) for island, zone in ISLANDS.items()
    }
    assert BOARD.coasts_of("sz38") == ("caroline_islands", "philippine_islands")


@pytest.mark.rule("BRD-25", "BRD-26", "BRD-27")
def test_an_island_group_is_one_territory_taken_whole_apart_from_the_others_in_its_zone() -> None:
    table = position(
        "united_states",
        "combat_move",
        {"sz45": "united_states: 2 transport"},
        cargo={
            "sz45": [
                {"transport": "united_states", "units": {"united_states": {"infantry": 1}}},
                {"transport": "united_states", "units": {"united_states": {"infantry": 1}}},
            ]
        },
    )
    table.move("1 infantry: sz45 > okinawa").move("1 infantry: sz45 > iwo_jima").end_phase()
    assert (table.owner("okinawa"), table.owner("iwo_jima")) == ("united_states", "united_states")
    assert table.owner("japan") == "japan"
    assert table.at("okinawa") == {"united_states": {"infantry": 1}}
    assert table.at("iwo_jima") == {"united_states": {"infantry": 1}}


@pytest.mark.rule("BRD-25")
def test_land_units_do_not_walk_between_islands_of_one_zone() -> None:
    table = position("japan", "noncombat_move", {"japan": "japan: 1 tank"})
    table.refuses_move("1 tank: japan > sz45 > okinawa", "CMV-56")


@pytest.mark.rule("BRD-28")
def test_the_sea_around_an_island_and_the_island_count_one_space_each() -> None:
    table = position("japan", "noncombat_move", {"japan": "japan: 1 fighter"})
    table.move("1 fighter: japan > caroline_islands")
    assert table.happened("units_moved")[0].path == ("japan", "sz45", "sz38", "caroline_islands")
    table.refuses_move("1 fighter: caroline_islands > japan", "NCM-15")


@pytest.mark.rule("BRD-28")
def test_a_fighter_from_hawaii_reaches_australia_with_its_full_movement() -> None:
    """The caption of the rule document: sea zones 40, 37 and 33, then Australia."""
    table = position("united_states", "noncombat_move", {"hawaiian_islands": "united_states: 1 fighter"})
    table.move("1 fighter: hawaiian_islands > sz40 > sz37 > sz33 > australia")
    assert table.at("australia") == {"united_states": {"fighter": 1}}
    table.refuses_move("1 fighter: australia > sz33", "NCM-15")
