"""Land units, ships and transports in the noncombat move (chapter NCM)."""

from __future__ import annotations

import pytest

from tests.engine.rules.common.test_ncm_ships_and_land import transport_at_sea
from tests.engine.table import position


@pytest.mark.rule("NCM-01")
def test_land_units_that_moved_in_the_combat_move_stay() -> None:
    table = position("germany", "combat_move", {"eastern_europe": "germany: 1 infantry, 2 tank"})
    table.move("1 tank: eastern_europe > karelia").end_phase()
    table.refuses_move("1 tank: karelia > norway_finland", "CMV-15")
    table.move("1 infantry: eastern_europe > karelia").move("1 tank: eastern_europe > karelia > norway_finland")
    assert table.at("norway_finland") == {"germany": {"tank": 1}}


@pytest.mark.rule("NCM-01")
def test_units_that_stayed_out_of_combat_use_their_whole_move_and_no_more() -> None:
    table = position("germany", "noncombat_move", {"germany": "germany: 1 infantry, 1 tank"})
    table.refuses_move("1 infantry: germany > eastern_europe > ukraine", "CMV-03")
    table.move("1 tank: germany > eastern_europe").move("1 tank: eastern_europe > ukraine")
    table.refuses_move("1 tank: ukraine > west_russia", "CMV-03")


@pytest.mark.rule("NCM-02", "NCM-07")
def test_land_units_do_not_enter_hostile_territory_even_empty() -> None:
    table = position("germany", "noncombat_move", {"eastern_europe": "germany: 1 tank"})
    table.refuses_move("1 tank: eastern_europe > karelia", "NCM-07")
    table.refuses_move("1 tank: eastern_europe > karelia > norway_finland", "NCM-07")


@pytest.mark.rule("NCM-02", "NCM-23")
def test_ships_do_not_enter_a_hostile_zone_and_no_battle_can_be_ordered() -> None:
    table = position(
        "germany", "noncombat_move", {"sz5": "germany: 1 battleship", "sz6": "united_kingdom: 1 destroyer"}
    )
    table.refuses_move("1 battleship: sz5 > sz6", "NCM-23")
    table.refuses_move("1 battleship: sz5 > sz6 > sz9", "NCM-23")
    table.refuses({"type": "engage", "space": "sz5", "attack": True}, "phase")
    table.refuses({"type": "battle", "space": "sz6"}, "phase")


@pytest.mark.rule("NCM-02", "NCM-03", "NCM-24")
def test_a_submarine_may_end_in_a_hostile_zone_without_a_fight() -> None:
    spaces = {
        "sz5": "germany: 1 submarine",
        "sz6": "united_kingdom: 1 battleship",
        "sz9": "united_kingdom: 1 aircraft_carrier",
    }
    table = position("germany", "noncombat_move", spaces)
    table.move("1 submarine: sz5 > sz6 > sz9").end_phase()
    assert table.at("sz9") == {"germany": {"submarine": 1}, "united_kingdom": {"aircraft_carrier": 1}}
    assert table.pending == []
    assert table.happened("battle_began") == []


@pytest.mark.rule("NCM-25")
def test_a_submarine_stops_where_it_meets_an_enemy_destroyer() -> None:
    table = position("germany", "noncombat_move", {"sz5": "germany: 1 submarine", "sz6": "united_kingdom: 1 destroyer"})
    table.refuses_move("1 submarine: sz5 > sz6 > sz9", "NCM-25")
    table.move("1 submarine: sz5 > sz6")
    table.refuses_move("1 submarine: sz6 > sz9", "NCM-25")


@pytest.mark.rule("NCM-25")
def test_a_submarine_may_leave_a_zone_that_it_shares_with_a_destroyer() -> None:
    table = position("germany", "noncombat_move", {"sz5": "germany: 1 submarine; united_kingdom: 1 destroyer"})
    table.move("1 submarine: sz5 > sz6 > sz9")
    assert table.at("sz9") == {"germany": {"submarine": 1}}


@pytest.mark.rule("NCM-03")
def test_aircraft_cross_hostile_spaces() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {
            "west_russia": "germany: 1 fighter",
            "karelia": "soviet_union: 3 infantry",
            "sz5": "united_kingdom: 1 battleship",
        },
    )
    table.move("1 fighter: west_russia > karelia > sz5 > germany")
    assert table.at("germany") == {"germany": {"fighter": 1}}


@pytest.mark.rule("NCM-06")
def test_land_units_may_enter_territory_captured_this_turn() -> None:
    table = position("germany", "combat_move", {"eastern_europe": "germany: 1 tank, 2 infantry"})
    table.move("1 tank: eastern_europe > karelia").end_phase()
    table.move("2 infantry: eastern_europe > karelia")
    assert table.at("karelia") == {"germany": {"infantry": 2, "tank": 1}}


@pytest.mark.rule("NCM-23")
def test_ships_sail_through_friendly_zones_up_to_their_move() -> None:
    table = position("germany", "noncombat_move", {"sz5": "germany: 1 battleship", "sz6": "japan: 1 destroyer"})
    table.refuses_move("1 battleship: sz5 > sz6 > sz9 > sz13", "CMV-03")
    table.move("1 battleship: sz5 > sz6 > sz9")
    assert table.at("sz9") == {"germany": {"battleship": 1}}


@pytest.mark.rule("NCM-27")
def test_an_unused_transport_loads_moves_and_offloads_in_friendly_territory() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"sz5": "germany: 1 transport", "germany": "germany: 1 tank", "norway_finland": "germany: 1 infantry"},
    )
    table.move("1 tank: germany > sz5").move("1 infantry: norway_finland > sz5")
    table.move("1 transport: sz5 > sz6")
    table.refuses_move("1 tank: sz6 > united_kingdom", "NCM-07")
    table.move("1 tank, 1 infantry: sz6 > western_europe")
    assert table.at("western_europe") == {"germany": {"infantry": 1, "tank": 1}}
    table.refuses_move("1 transport: sz6 > sz5", "CMV-60")
    table.refuses_move("1 tank: western_europe > germany", "CMV-56")


@pytest.mark.rule("NCM-27")
def test_a_transport_that_landed_an_assault_does_nothing_more() -> None:
    table = transport_at_sea("combat_move")
    table.move("1 tank: sz5 > karelia").end_phase()
    assert table.owner("karelia") == "germany"
    table.refuses_move("1 transport: sz5 > sz6", "CMV-60")
    table.refuses_move("1 infantry: sz5 > germany", "CMV-60")


@pytest.mark.rule("NCM-29")
def test_any_number_of_own_units_aboard_may_go_ashore_in_one_territory() -> None:
    table = transport_at_sea().move("1 tank: sz5 > germany")
    table.refuses_move("1 infantry: sz5 > norway_finland", "CMV-60")
    table.move("1 infantry: sz5 > germany")
    assert table.at("germany") == {"germany": {"infantry": 1, "tank": 1}}
    assert table.board["cargo"] == []
