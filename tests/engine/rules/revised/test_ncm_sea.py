"""Ships of Revised in the noncombat move (NCM-03, NCM-17, NCM-23..32)."""

from functools import partial

import pytest

from tests.engine.table import Table, position

revised = partial(position, setup="revised")


@pytest.mark.rule("NCM-23", "NCM-26", setup="revised")
@pytest.mark.parametrize("enemy", ["submarine", "transport", "destroyer"])
def test_ships_enter_no_zone_with_any_enemy_unit(enemy: str) -> None:
    spaces = {"sz8": "united_kingdom: 1 battleship", "sz9": f"germany: 1 {enemy}"}
    table = revised("united_kingdom", "noncombat_move", spaces)
    table.refuses_move("1 battleship: sz8 > sz9", "NCM-23")
    table.refuses_move("1 battleship: sz8 > sz9 > sz10", "NCM-23")


@pytest.mark.rule("NCM-03", "NCM-24", setup="revised")
@pytest.mark.parametrize("enemy", ["submarine", "transport", "battleship"])
def test_submarines_pass_hostile_zones_and_do_not_stay_there(enemy: str) -> None:
    spaces = {"sz8": "united_kingdom: 1 submarine", "sz9": f"germany: 1 {enemy}"}
    table = revised("united_kingdom", "noncombat_move", spaces)
    table.refuses_move("1 submarine: sz8 > sz9", "NCM-24")
    table.move("1 submarine: sz8 > sz9 > sz10")


@pytest.mark.rule("NCM-25", setup="revised")
def test_an_enemy_destroyer_keeps_submarines_out_as_they_would_have_to_stop_there() -> None:
    spaces = {"sz8": "united_kingdom: 1 submarine", "sz9": "germany: 1 destroyer"}
    table = revised("united_kingdom", "noncombat_move", spaces)
    table.refuses_move("1 submarine: sz8 > sz9 > sz10", "NCM-25")
    table.refuses_move("1 submarine: sz8 > sz9", "NCM-24")


def after_battle(cargo: str = "") -> Table:
    """A British transport has fought off Western Europe and won; a battleship did the work."""
    spaces = {
        "sz6": "united_kingdom: 1 transport, 1 battleship",
        "united_kingdom": "united_kingdom: 3 infantry",
        "sz7": "germany: 1 transport",
    }
    aboard = {"sz6": [{"transport": "united_kingdom", "units": {"united_kingdom": {cargo: 1}}}]} if cargo else {}
    table = revised("united_kingdom", "combat_move", spaces, cargo=aboard)
    return table.move("1 transport, 1 battleship: sz6 > sz7").end_phase().battle("sz7", dice="1 6")


@pytest.mark.rule("NCM-28", setup="revised")
def test_a_transport_that_fought_may_load_but_then_not_offload_nor_move() -> None:
    table = after_battle(cargo="infantry").move("1 infantry: united_kingdom > sz7")
    table.refuses_move("1 infantry: sz7 > united_kingdom", "NCM-28")
    table.refuses_move("1 transport: sz7 > sz6", "NCM-28")
    table.end_phase()


@pytest.mark.rule("NCM-28", "NCM-29", setup="revised")
def test_a_transport_that_fought_may_offload_but_then_not_load_nor_move() -> None:
    table = after_battle(cargo="tank").move("1 tank: sz7 > united_kingdom")
    table.refuses_move("1 infantry: united_kingdom > sz7", "CMV-60")
    table.refuses_move("1 transport: sz7 > sz6", "CMV-60")


@pytest.mark.rule("NCM-28", "CMV-60", setup="revised")
def test_a_transport_that_fought_and_then_landed_its_cargo_does_no_more() -> None:
    spaces = {
        "sz6": "united_kingdom: 1 transport, 1 battleship",
        "united_kingdom": "united_kingdom: 3 infantry",
        "sz7": "germany: 1 transport",
    }
    table = revised("united_kingdom", "combat_move", spaces).move("2 infantry: united_kingdom > sz6")
    table.move("1 transport, 1 battleship: sz6 > sz7").move("1 infantry: sz7 > western_europe").end_phase()
    table.battle("sz7", dice="1 6")
    assert table.owner("western_europe") == "united_kingdom"
    table.refuses_move("1 infantry: sz7 > western_europe", "CMV-60")
    table.refuses_move("1 infantry: united_kingdom > sz7", "CMV-60")


@pytest.mark.rule("NCM-27", setup="revised")
def test_a_transport_that_moved_in_the_combat_move_without_a_fight_does_no_more() -> None:
    spaces = {
        "sz6": "united_kingdom: 1 transport; germany: 1 submarine",
        "united_kingdom": "united_kingdom: 1 infantry",
    }
    table = revised("united_kingdom", "combat_move", spaces).move("1 transport: sz6 > sz7").end_phase()
    table.refuses_move("1 infantry: united_kingdom > sz7", "NCM-27")
    table.refuses_move("1 transport: sz7 > sz8", "NCM-27")


@pytest.mark.rule("NCM-27", setup="revised")
def test_a_transport_that_only_loaded_in_the_combat_move_sails_and_puts_ashore_in_the_noncombat_move() -> None:
    spaces = {"sz6": "united_kingdom: 1 transport", "united_kingdom": "united_kingdom: 1 infantry, 1 tank"}
    table = revised("united_kingdom", "combat_move", spaces, owners={"western_europe": "united_kingdom"})
    table.move("1 infantry: united_kingdom > sz6").end_phase()
    table.move("1 tank: united_kingdom > sz6").move("1 transport: sz6 > sz7")
    table.move("1 infantry, 1 tank: sz7 > western_europe")
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 1, "tank": 1}}


@pytest.mark.rule("NCM-17", "NCM-16", setup="revised")
def test_a_fighter_lands_where_its_carrier_ends_its_move() -> None:
    spaces = {"sz6": "united_kingdom: 1 aircraft_carrier", "united_kingdom": "united_kingdom: 1 fighter"}
    table = revised("united_kingdom", "noncombat_move", spaces).move("1 aircraft_carrier: sz6 > sz7 > sz8")
    table.move("1 fighter: united_kingdom > sz8")
    table.refuses_move("1 aircraft_carrier: sz8 > sz9", "CMV-03")
    table.end_phase()
    assert table.at("sz8")["united_kingdom"] == {"aircraft_carrier": 1, "fighter": 1}


@pytest.mark.rule("NCM-17", "NCM-19", setup="revised")
def test_a_carrier_does_not_leave_a_fighter_that_waits_for_it() -> None:
    spaces = {"sz6": "united_kingdom: 1 aircraft_carrier", "united_kingdom": "united_kingdom: 1 fighter"}
    table = revised("united_kingdom", "noncombat_move", spaces).move("1 aircraft_carrier: sz6 > sz7")
    table.move("1 fighter: united_kingdom > sz6 > sz3 > sz6 > sz7")
    table.refuses_move("1 aircraft_carrier: sz7 > sz8", "NCM-19")


@pytest.mark.rule("NCM-16", "NCM-20", "NCM-21", setup="revised")
def test_a_fighter_that_no_carrier_can_reach_at_the_end_of_the_noncombat_move_is_lost() -> None:
    spaces = {
        "sz52": "united_states: 1 aircraft_carrier, 1 fighter",
        "sz57": "united_states: 1 destroyer",
        "sz60": "japan: 1 destroyer",
        "sz61": "japan: 1 transport",
    }
    table = revised("united_states", "combat_move", spaces).move("1 destroyer: sz57 > sz60")
    table.move("1 fighter: sz52 > sz57 > sz60 > sz61").end_phase()
    table.battle("sz61", dice="1 6").battle("sz60", dice="6 6").retreat("sz57")
    table.refuses_move("1 aircraft_carrier: sz52 > sz57 > sz60", "NCM-23")
    table.end_phase()
    assert [event.reason for event in table.happened("units_lost")] == ["no_landing"]
