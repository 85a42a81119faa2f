"""Battleships, submarines and transports (chapter UNI)."""

from __future__ import annotations

import pytest

from tests.engine.rules.common.test_uni_aircraft_and_carriers import german_fleet_attacks_sz6
from tests.engine.table import position


@pytest.mark.rule("UNI-55", setups="every + 1940")
def test_a_battleship_is_sunk_by_its_second_hit() -> None:
    table = german_fleet_attacks_sz6("united_kingdom: 1 battleship").battle("sz6", dice="1 6")
    assert table.board["damaged_units"] == {"sz6": {"united_kingdom": {"battleship": 1}}}
    table.press(dice="1 6")
    assert table.at("sz6") == {"germany": {"destroyer": 1}}


@pytest.mark.rule("UNI-55", setups="every + 1940")
def test_two_hits_in_one_round_sink_it_at_once() -> None:
    table = german_fleet_attacks_sz6("united_kingdom: 1 battleship", "2 destroyer").battle("sz6", dice="1 1 6")
    assert table.at("sz6") == {"germany": {"destroyer": 2}}


@pytest.mark.rule("UNI-55", setups="every + 1940")
def test_an_attacking_battleship_takes_two_hits_too() -> None:
    table = german_fleet_attacks_sz6("united_kingdom: 2 destroyer", "1 battleship").battle("sz6", dice="6 1 6")
    assert table.board["damaged_units"] == {"sz6": {"germany": {"battleship": 1}}}
    table.press(dice="6 1 6")
    assert table.at("sz6") == {"united_kingdom": {"destroyer": 2}}


@pytest.mark.rule("UNI-57", setups="every")
def test_a_damaged_battleship_that_survives_is_repaired_at_the_end_of_the_battle() -> None:
    table = german_fleet_attacks_sz6("united_kingdom: 1 battleship").battle("sz6", dice="1 6").retreat("sz5")
    assert table.board["damaged_units"] == {}
    (ended,) = [event for event in table.events if event.kind == "battle_ended"]
    assert len(ended.repaired) == 1


@pytest.mark.rule("UNI-57", setups="every")
def test_the_repair_of_a_ship_that_won_is_free_as_well() -> None:
    table = (
        german_fleet_attacks_sz6("united_kingdom: 1 destroyer", "1 battleship")
        .battle("sz6", dice="6 1")
        .press(dice="4 6")
    )
    assert table.board["damaged_units"] == {}
    assert table.at("sz6") == {"germany": {"battleship": 1}}


@pytest.mark.rule("UNI-57", setups="every")
def test_a_battleship_that_retreated_damaged_is_repaired() -> None:
    table = (
        german_fleet_attacks_sz6("united_kingdom: 1 destroyer", "1 battleship").battle("sz6", dice="6 1").retreat("sz5")
    )
    assert table.at("sz5") == {"germany": {"battleship": 1}}
    assert table.board["damaged_units"] == {}


@pytest.mark.rule("UNI-58", setups="every + 1940")
def test_a_damaged_battleship_still_fires_at_its_full_value() -> None:
    table = german_fleet_attacks_sz6("united_kingdom: 1 battleship", "2 destroyer").battle("sz6", dice="1 6 6")
    table.press(dice="6 6 4")
    assert table.at("sz6") == {"germany": {"destroyer": 1}, "united_kingdom": {"battleship": 1}}


@pytest.mark.rule("UNI-59", setups="but revised")
def test_hits_of_submarines_never_fall_on_aircraft() -> None:
    table = german_fleet_attacks_sz6("united_kingdom: 1 aircraft_carrier, 2 fighter", "2 submarine")
    table.battle("sz6").decide("submerge", {}, dice="1 1")
    chosen = next(event for event in table.events if event.kind == "casualties_chosen")
    assert (len(chosen.lost), chosen.wasted) == (1, 1)
    assert "aircraft_carrier" not in table.at("sz6").get("united_kingdom", {})


@pytest.mark.rule("UNI-60", setups="but revised")
def test_aircraft_do_not_hit_submarines_without_a_destroyer_of_their_side() -> None:
    spaces = {"sz5": "germany: 1 battleship", "germany": "germany: 1 bomber", "sz6": "united_kingdom: 1 submarine"}
    table = position("germany", "combat_move", spaces)
    table.move("1 battleship: sz5 > sz6").move("1 bomber: germany > sz5 > sz6").end_phase().battle("sz6")
    table.decide("submerge", {}, dice="6 6")
    assert table.at("sz6")["united_kingdom"] == {"submarine": 1}


@pytest.mark.rule("UNI-60", setups="every + 1940")
def test_with_a_destroyer_in_the_battle_they_do() -> None:
    spaces = {"sz5": "germany: 1 destroyer", "germany": "germany: 1 bomber", "sz6": "united_kingdom: 1 submarine"}
    table = position("germany", "combat_move", spaces)
    table.move("1 destroyer: sz5 > sz6").move("1 bomber: germany > sz5 > sz6").end_phase()
    table.battle("sz6", dice="6 1 6")
    assert table.at("sz6") == {"germany": {"destroyer": 1, "bomber": 1}}


@pytest.mark.rule("UNI-61", setups="every + 1940")
@pytest.mark.parametrize("load", ["1 infantry", "2 infantry", "1 tank", "1 infantry, 1 tank"])
def test_a_transport_carries_one_land_unit_and_one_infantry_besides(load: str) -> None:
    spaces = {"germany": "germany: 2 infantry, 2 tank", "sz5": "germany: 1 transport"}
    table = position("germany", "noncombat_move", spaces).move(f"{load}: germany > sz5")
    assert len(table.board["cargo"]) == 1


@pytest.mark.rule("UNI-61", setups="every + 1940")
@pytest.mark.parametrize("load", ["2 tank", "3 infantry", "2 infantry, 1 tank"])
def test_a_transport_carries_no_more(load: str) -> None:
    spaces = {"germany": "germany: 3 infantry, 2 tank", "sz5": "germany: 1 transport"}
    position("germany", "noncombat_move", spaces).refuses_move(f"{load}: germany > sz5", "UNI-61")


@pytest.mark.rule("UNI-61", setups="every + 1940")
def test_two_transports_share_the_load_so_that_all_fit() -> None:
    spaces = {"germany": "germany: 2 infantry, 2 tank", "sz5": "germany: 2 transport"}
    table = position("germany", "noncombat_move", spaces).move("2 infantry, 2 tank: germany > sz5")
    assert [cargo["units"] for cargo in table.board["cargo"]] == [{"germany": {"infantry": 1, "tank": 1}}] * 2


@pytest.mark.rule("UNI-62", setups="every + 1940")
def test_a_transport_carries_neither_aircraft_nor_a_complex() -> None:
    spaces = {"germany": "germany: 1 fighter", "sz5": "germany: 1 transport"}
    table = position("germany", "noncombat_move", spaces).move("1 fighter: germany > sz5")
    assert table.board["cargo"] == []
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.refuses_move("1 industrial_complex: germany > sz5", "units")
    aboard = {"sz5": [{"transport": "germany", "units": {"germany": {"fighter": 1}}}]}
    table.refuses(
        {"type": "edit", "spaces": {"sz5": {"units": {"germany": {"transport": 1}}}}, "cargo": aboard}, "UNI-61"
    )


@pytest.mark.rule("UNI-63", setups="every + 1940")
def test_a_load_may_mix_powers_of_one_side() -> None:
    cargo = {"sz8": [{"transport": "united_kingdom", "units": {"united_kingdom": {"tank": 1}}}]}
    spaces = {"sz8": "united_kingdom: 1 transport", "united_kingdom": "united_states: 1 infantry, 1 tank"}
    table = position("united_states", "noncombat_move", spaces, cargo=cargo)
    table.refuses_move("1 tank: united_kingdom > sz8", "UNI-61")
    table.move("1 infantry: united_kingdom > sz8")
    (load,) = table.board["cargo"]
    assert load["units"] == {"united_kingdom": {"tank": 1}, "united_states": {"infantry": 1}}


@pytest.mark.rule("UNI-63", setups="but revised + 1940")
def test_nobody_boards_the_transport_of_an_enemy_or_of_an_ally_that_refuses() -> None:
    spaces = {"sz8": "united_kingdom: 1 transport", "united_kingdom": "united_states: 1 infantry"}
    table = position("united_states", "noncombat_move", spaces)
    table.do(
        {"type": "leave", "power": "united_kingdom", "to": "united_states", "what": "transports", "granted": False}
    )
    table.refuses_move("1 infantry: united_kingdom > sz8", "ASY-28")
    table = position(
        "united_states",
        "noncombat_move",
        {"sz8": "germany: 1 transport", "united_kingdom": "united_states: 1 infantry"},
    )
    table.refuses_move("1 infantry: united_kingdom > sz8", "units")


@pytest.mark.rule("UNI-64", "UNI-65", setups="but revised + 1940")
def test_cargo_neither_fires_nor_is_hit_and_sinks_with_its_ship() -> None:
    cargo = {
        "sz6": [
            {"transport": "united_kingdom", "units": {"united_kingdom": {"tank": 1}, "united_states": {"infantry": 1}}}
        ]
    }
    spaces = {"sz5": "germany: 2 destroyer", "sz6": "united_kingdom: 1 transport, 1 destroyer"}
    table = position("germany", "combat_move", spaces, cargo=cargo)
    table.move("2 destroyer: sz5 > sz6").end_phase().battle("sz6", dice="1 6 6")
    assert table.at("sz6") == {"germany": {"destroyer": 2}}
    lost = [event for event in table.events if event.kind == "units_lost"]
    assert [sorted(piece.unit for piece in event.cargo) for event in lost] == [[], ["infantry", "tank"]]
