"""Land units, ships and transports in the noncombat move (chapter NCM)."""

from __future__ import annotations

import pytest

from tests.engine.table import Table, position


def transport_at_sea(phase: str = "noncombat_move", **spaces: str) -> Table:
    """A German transport in sea zone 5 with a tank and an infantry aboard since the turn before."""
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 1, "tank": 1}}}]}
    return position("germany", phase, {"sz5": "germany: 1 transport", **spaces}, cargo=cargo)


@pytest.mark.rule("NCM-01")
def test_land_units_that_moved_in_the_combat_move_stay() -> None:
    table = position("germany", "combat_move", {"eastern_europe": "germany: 1 infantry, 2 tank"})
    table.move("1 tank: eastern_europe > karelia").end_phase()
    table.refuses_move("1 tank: karelia > norway_finland", "CMV-15")
    table.move("1 infantry: eastern_europe > karelia").move("1 tank: eastern_europe > karelia > norway_finland")
    assert table.at("norway_finland") == {"germany": {"tank": 1}}


@pytest.mark.rule("NCM-01")
def test_land_units_and_ships_that_fought_stay() -> None:
    table = position("germany", "combat_move", {"sz5": "germany: 1 destroyer; united_kingdom: 1 destroyer"})
    table.end_phase().battle("sz5", dice="1 6")
    table.refuses_move("1 destroyer: sz5 > sz6", "CMV-15")


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


@pytest.mark.rule("NCM-06")
def test_land_units_may_enter_the_territory_of_an_ally() -> None:
    table = position("united_states", "noncombat_move", {"eastern_united_states": "united_states: 1 infantry"})
    table.move("1 infantry: eastern_united_states > eastern_canada")
    assert table.owner("eastern_canada") == "united_kingdom"


@pytest.mark.rule("NCM-09")
def test_nobody_enters_or_crosses_neutral_territory() -> None:
    table = position("germany", "noncombat_move", {"germany": "germany: 1 tank, 1 fighter"})
    table.refuses_move("1 tank: germany > switzerland", "BRD-12")
    table.refuses_move("1 tank: germany > switzerland > southern_europe", "BRD-12")
    table.refuses_move("1 fighter: germany > switzerland > southern_europe", "BRD-12")


@pytest.mark.rule("NCM-23")
def test_ships_sail_through_friendly_zones_up_to_their_move() -> None:
    table = position("germany", "noncombat_move", {"sz5": "germany: 1 battleship", "sz6": "japan: 1 destroyer"})
    table.refuses_move("1 battleship: sz5 > sz6 > sz9 > sz13", "CMV-03")
    table.move("1 battleship: sz5 > sz6 > sz9")
    assert table.at("sz9") == {"germany": {"battleship": 1}}


@pytest.mark.rule("NCM-26")
@pytest.mark.parametrize("enemy", ["submarine", "transport"])
def test_ships_may_end_where_only_enemy_submarines_or_transports_are(enemy: str) -> None:
    table = position("germany", "noncombat_move", {"sz5": "germany: 1 destroyer", "sz6": f"united_kingdom: 2 {enemy}"})
    table.move("1 destroyer: sz5 > sz6").end_phase()
    assert table.at("sz6") == {"germany": {"destroyer": 1}, "united_kingdom": {enemy: 2}}


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
def test_a_transport_picks_up_on_its_way() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"sz5": "germany: 1 transport", "germany": "germany: 1 infantry", "western_europe": "germany: 1 tank"},
    )
    table.move("1 infantry: germany > sz5").move("1 transport: sz5 > sz6").move("1 tank: western_europe > sz6")
    table.move("1 transport: sz6 > sz3")
    assert table.board["cargo"][0]["units"] == {"germany": {"infantry": 1, "tank": 1}}


@pytest.mark.rule("NCM-27")
def test_a_transport_that_was_used_in_the_combat_move_does_nothing_more() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 transport; united_kingdom: 1 destroyer", "western_europe": "germany: 1 infantry"},
    )
    table.move("1 transport: sz5 > sz6").end_phase()
    table.refuses_move("1 transport: sz6 > sz9", "NCM-27")
    table.refuses_move("1 infantry: western_europe > sz6", "NCM-27")


@pytest.mark.rule("NCM-27")
def test_a_transport_that_landed_an_assault_does_nothing_more() -> None:
    table = transport_at_sea("combat_move")
    table.move("1 tank: sz5 > karelia").end_phase()
    assert table.owner("karelia") == "germany"
    table.refuses_move("1 transport: sz5 > sz6", "CMV-60")
    table.refuses_move("1 infantry: sz5 > germany", "CMV-60")


@pytest.mark.rule("NCM-28")
def test_a_transport_that_fought_does_nothing_more() -> None:
    spaces = {"sz5": "germany: 1 destroyer, 1 transport; united_kingdom: 1 destroyer", "germany": "germany: 1 infantry"}
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"tank": 1}}}]}
    table = position("germany", "combat_move", spaces, cargo=cargo)
    table.end_phase().battle("sz5", dice="1 6")
    table.refuses_move("1 transport: sz5 > sz6", "NCM-28")
    table.refuses_move("1 infantry: germany > sz5", "NCM-28")
    table.refuses_move("1 tank: sz5 > germany", "NCM-28")


@pytest.mark.rule("NCM-29")
def test_any_number_of_own_units_aboard_may_go_ashore_in_one_territory() -> None:
    table = transport_at_sea().move("1 tank: sz5 > germany")
    table.refuses_move("1 infantry: sz5 > norway_finland", "CMV-60")
    table.move("1 infantry: sz5 > germany")
    assert table.at("germany") == {"germany": {"infantry": 1, "tank": 1}}
    assert table.board["cargo"] == []


@pytest.mark.rule("NCM-29")
def test_guests_aboard_go_ashore_only_in_their_own_turn() -> None:
    spaces = {"sz6": "united_kingdom: 1 transport", "western_europe": "united_states: 1 infantry"}
    cargo = {"sz6": [{"transport": "united_kingdom", "units": {"united_states": {"infantry": 1}}}]}
    table = position("united_kingdom", "noncombat_move", spaces, cargo=cargo)
    table.refuses_move("1 infantry: sz6 > united_kingdom", "units")
    table.refuses_move("1 infantry: sz6 > united_kingdom", "power", owner="united_states")
    table = position("united_states", "noncombat_move", spaces, cargo=cargo)
    table.move("1 infantry: sz6 > united_kingdom")
    assert table.at("united_kingdom") == {"united_states": {"infantry": 1}}


@pytest.mark.rule("NCM-29")
def test_nothing_boards_or_lands_in_a_hostile_zone() -> None:
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"tank": 1}}}]}
    spaces = {"sz5": "germany: 1 transport; united_kingdom: 1 destroyer", "germany": "germany: 1 infantry"}
    table = position("germany", "noncombat_move", spaces, cargo=cargo)
    table.refuses_move("1 tank: sz5 > germany", "CMV-19")
    table.refuses_move("1 infantry: germany > sz5", "CMV-19")


@pytest.mark.rule("NCM-32")
def test_a_transport_may_end_the_turn_with_cargo_that_was_aboard_before() -> None:
    table = transport_at_sea(germany="germany: 1 infantry").end_phase()
    assert table.state.power == "united_kingdom"
    assert table.board["cargo"][0]["units"] == {"germany": {"infantry": 1, "tank": 1}}


@pytest.mark.rule("NCM-32")
def test_a_transport_may_end_the_turn_with_cargo_loaded_in_this_phase() -> None:
    table = position("germany", "noncombat_move", {"sz5": "germany: 1 transport", "germany": "germany: 2 infantry"})
    table.move("2 infantry: germany > sz5").end_phase()
    assert table.board["cargo"][0]["units"] == {"germany": {"infantry": 2}}


@pytest.mark.rule("NCM-32")
def test_cargo_loaded_in_the_combat_move_must_assault() -> None:
    table = position("germany", "combat_move", {"sz5": "germany: 1 transport", "germany": "germany: 1 infantry"})
    table.move("1 infantry: germany > sz5").refuses({"type": "end_phase"}, "CMV-58")


@pytest.mark.rule("NCM-32")
def test_a_transport_that_retreated_from_an_assault_keeps_its_cargo() -> None:
    spaces = {
        "sz5": "germany: 1 transport, 1 destroyer",
        "germany": "germany: 1 infantry",
        "sz6": "united_kingdom: 1 destroyer",
    }
    table = position("germany", "combat_move", spaces)
    table.move("1 infantry: germany > sz5").move("1 transport, 1 destroyer: sz5 > sz6")
    table.move("1 infantry: sz6 > united_kingdom").end_phase().battle("sz6", dice="6 6").retreat("sz5")
    assert table.phase == "noncombat_move"
    table.refuses_move("1 infantry: sz5 > germany", "CMB-44")
    table.end_phase()
    assert table.board["cargo"] == [
        {"space": "sz5", "transport_owner": "germany", "units": {"germany": {"infantry": 1}}}
    ]
