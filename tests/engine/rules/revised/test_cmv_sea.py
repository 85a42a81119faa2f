"""Sea zones and ships in the combat move of Revised (BRD-18..24, CMV-10..22, CMV-29..35)."""

from functools import partial

import pytest

from engine.position.relations import is_hostile_zone
from tests.engine.table import position

revised = partial(position, setup="revised")


@pytest.mark.rule("BRD-20", "BRD-18", setup="revised")
@pytest.mark.parametrize("unit", ["submarine", "transport", "destroyer", "aircraft_carrier", "battleship"])
def test_any_enemy_unit_makes_a_sea_zone_hostile(unit: str) -> None:
    state = revised("united_kingdom", "combat_move", {"sz9": f"germany: 1 {unit}"}).state
    assert is_hostile_zone(state, "sz9", "united_kingdom")
    assert not is_hostile_zone(state, "sz9", "japan")


@pytest.mark.rule("BRD-21", setup="revised")
def test_empty_zones_and_those_of_allies_are_friendly() -> None:
    state = revised("united_kingdom", "combat_move", {"sz9": "united_states: 1 battleship"}).state
    assert not is_hostile_zone(state, "sz9", "united_kingdom")
    assert not is_hostile_zone(state, "sz8", "united_kingdom")


@pytest.mark.rule("BRD-20", "BRD-23", "NCM-26", setup="revised")
def test_a_zone_with_nothing_but_a_submerged_submarine_is_friendly_until_it_comes_up() -> None:
    spaces = {"sz8": "united_kingdom: 1 battleship, 1 transport", "sz2": "united_kingdom: 1 transport"}
    table = revised("united_kingdom", "combat_move", {**spaces, "sz9": "germany: 1 submarine"})
    table.move("1 battleship: sz8 > sz9").end_phase()
    table.battle("sz9", dice="6 6").press().decide("submerge", {"submarine": 1})
    assert not is_hostile_zone(table.state, "sz9", "united_kingdom")
    table.move("1 transport: sz8 > sz9 > sz10").move("1 transport: sz2 > sz8 > sz9").end_phase()
    assert is_hostile_zone(table.state, "sz9", "united_kingdom")


@pytest.mark.rule("CMV-10", "CMV-16", "CMV-18", setup="revised")
@pytest.mark.parametrize("enemy", ["submarine", "transport", "destroyer"])
def test_ships_that_begin_with_any_enemy_unit_may_leave_without_a_fight(enemy: str) -> None:
    table = revised("united_kingdom", "combat_move", {"sz9": f"united_kingdom: 1 battleship; germany: 1 {enemy}"})
    table.move("1 battleship: sz9 > sz1").end_phase()
    assert (table.phase, table.at("sz1")) == ("noncombat_move", {"united_kingdom": {"battleship": 1}})
    table.refuses_move("1 battleship: sz1 > sz8", "CMV-15")


@pytest.mark.rule("CMV-16", "CMV-20", setup="revised")
@pytest.mark.parametrize("enemy", ["submarine", "transport", "destroyer"])
def test_ships_that_stay_with_any_enemy_unit_fight_it(enemy: str) -> None:
    table = revised("united_kingdom", "combat_move", {"sz9": f"united_kingdom: 1 battleship; germany: 1 {enemy}"})
    table.end_phase()
    assert table.pending == [("sz9", "sea")]


@pytest.mark.rule("CMV-17", "CMV-18", setup="revised")
def test_they_may_leave_load_elsewhere_and_come_back_or_attack_elsewhere() -> None:
    spaces = {
        "sz7": "united_kingdom: 1 transport, 1 battleship; germany: 1 submarine",
        "sz8": "germany: 1 transport",
        "united_kingdom": "united_kingdom: 1 infantry",
    }
    table = revised("united_kingdom", "combat_move", spaces)
    table.move("1 transport: sz7 > sz6").move("1 infantry: united_kingdom > sz6").move("1 transport: sz6 > sz7")
    table.move("1 battleship: sz7 > sz8").end_phase()
    assert table.pending == [("sz7", "sea"), ("sz8", "sea")]


@pytest.mark.rule("CMV-19", "CMV-54", "CMV-62", setup="revised")
@pytest.mark.parametrize("enemy", ["submarine", "transport", "destroyer"])
def test_nobody_boards_in_a_zone_with_any_enemy_unit(enemy: str) -> None:
    spaces = {"sz7": f"united_kingdom: 1 transport; germany: 1 {enemy}", "united_kingdom": "united_kingdom: 1 infantry"}
    revised("united_kingdom", "combat_move", spaces).refuses_move("1 infantry: united_kingdom > sz7", "CMV-19")


@pytest.mark.rule("CMV-21", setup="revised")
def test_an_attack_is_on_every_enemy_unit_in_the_zone() -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer", "sz9": "germany: 1 submarine, 1 transport; japan: 1 battleship"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice="6 6 6 6")
    assert table.state.battle is not None
    assert len(table.state.battle.defenders) == 3


@pytest.mark.rule("CMV-22", setup="revised")
def test_of_ships_that_began_with_enemies_some_may_stay_and_fight_and_others_leave() -> None:
    table = revised("united_kingdom", "combat_move", {"sz9": "united_kingdom: 2 destroyer; germany: 1 submarine"})
    table.move("1 destroyer: sz9 > sz8").end_phase().battle("sz9", dice="6 1")
    assert table.at("sz9") == {"united_kingdom": {"destroyer": 1}}


@pytest.mark.rule("CMV-22", "CMV-30", "CMV-32", setup="revised")
def test_of_several_submarines_some_may_stop_and_fight_and_others_pass_on() -> None:
    spaces = {"sz8": "united_kingdom: 2 submarine", "sz9": "germany: 1 transport", "sz10": "germany: 1 transport"}
    table = revised("united_kingdom", "combat_move", spaces)
    table.move("1 submarine: sz8 > sz9 > sz10").move("1 submarine: sz8 > sz9").end_phase()
    assert table.pending == [("sz10", "sea"), ("sz9", "sea")]


@pytest.mark.rule("CMV-11", setup="revised")
def test_ships_may_cover_an_assault_from_a_friendly_zone() -> None:
    spaces = {
        "sz6": "united_kingdom: 1 transport, 1 battleship",
        "united_kingdom": "united_kingdom: 1 infantry",
        "norway": "germany: 1 infantry",
    }
    table = revised("united_kingdom", "combat_move", spaces).move("1 infantry: united_kingdom > sz6")
    table.move("1 transport, 1 battleship: sz6 > sz3")
    table.refuses({"type": "end_phase"}, "CMV-01")
    table.move("1 infantry: sz3 > norway").end_phase()
    assert table.pending == [("norway", "land")]


@pytest.mark.rule("CMV-12", "CMV-33", "CMV-34", setup="revised")
@pytest.mark.parametrize("enemy", ["submarine", "transport"])
def test_enemy_submarines_and_transports_stop_ships_and_are_fought(enemy: str) -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer", "sz9": f"germany: 1 {enemy}", "sz10": "germany: 1 transport"}
    table = revised("united_kingdom", "combat_move", spaces)
    table.refuses_move("1 destroyer: sz8 > sz9 > sz10", "CMV-29")
    table.move("1 destroyer: sz8 > sz9").end_phase()
    assert table.pending == [("sz9", "sea")]


@pytest.mark.rule("CMV-29", "CMV-06", setup="revised")
def test_ships_stop_in_the_first_hostile_zone_by_two_orders_as_by_one() -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer", "sz9": "germany: 1 battleship", "sz10": "germany: 1 transport"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 destroyer: sz8 > sz9")
    assert "enemy units" in table.refuses_move("1 destroyer: sz9 > sz10", "CMV-29")


@pytest.mark.rule("CMV-30", setup="revised")
@pytest.mark.parametrize("enemy", ["submarine", "transport", "battleship", "aircraft_carrier"])
def test_submarines_pass_hostile_zones(enemy: str) -> None:
    spaces = {"sz8": "united_kingdom: 1 submarine", "sz9": f"germany: 1 {enemy}", "sz10": "germany: 1 transport"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 submarine: sz8 > sz9 > sz10").end_phase()
    assert table.pending == [("sz10", "sea")]


@pytest.mark.rule("CMV-31", "CMV-32", setup="revised")
def test_an_enemy_destroyer_stops_a_submarine_which_must_fight() -> None:
    spaces = {"sz8": "united_kingdom: 1 submarine", "sz9": "germany: 1 destroyer", "sz10": "germany: 1 transport"}
    table = revised("united_kingdom", "combat_move", spaces)
    table.refuses_move("1 submarine: sz8 > sz9 > sz10", "CMV-31")
    table.move("1 submarine: sz8 > sz9").end_phase()
    assert table.pending == [("sz9", "sea")]


@pytest.mark.rule("CMV-32", setup="revised")
def test_a_submarine_that_ends_its_combat_move_in_a_hostile_zone_must_fight() -> None:
    spaces = {"sz8": "united_kingdom: 1 submarine", "sz9": "germany: 1 transport"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 submarine: sz8 > sz9")
    table.refuses({"type": "engage", "space": "sz9", "attack": False}, "CMV-20")
    table.end_phase()
    assert table.pending == [("sz9", "sea")]


@pytest.mark.rule("CMV-35", "NCM-34", "NCM-23", setup="revised")
def test_a_destroyer_stops_above_a_submerged_submarine_and_other_ships_pass() -> None:
    spaces = {
        "sz8": "united_kingdom: 2 battleship, 1 destroyer, 1 transport",
        "sz9": "germany: 1 submarine",
    }
    table = revised("united_kingdom", "combat_move", spaces).move("1 battleship: sz8 > sz9").end_phase()
    table.battle("sz9", dice="6 6").press().decide("submerge", {"submarine": 1})
    table.move("1 battleship: sz8 > sz9 > sz10").move("1 transport: sz8 > sz9 > sz10")
    table.refuses_move("1 destroyer: sz8 > sz9 > sz10", "NCM-34")
    table.move("1 destroyer: sz8 > sz9")
    table.refuses_move("1 destroyer: sz9 > sz10", "NCM-34")
    assert table.board["submerged"] == {"sz9": {"germany": {"submarine": 1}}}
    assert table.phase == "noncombat_move", "no combat follows"
