"""Submarines, cruisers and ships of two hits in the battles of Pacific 1940 (SPC-66..78, CMB-16..21)."""

from __future__ import annotations

import pytest

from tests.engine.rules.pacific.playing import volleys
from tests.engine.rules.playing import outcome
from tests.engine.table import Table, position

WAR = [["japan", "united_states", "war"]]


def sea_attack(fleet: str, defenders: str) -> Table:
    """Japanese ships sail from sea zone 36 against sea zone 35; all moves are made."""
    spaces = {"sz36": f"japan: {fleet}", "sz35": f"united_states: {defenders}"}
    table = position("japan", "combat_move", spaces, relations=WAR)
    return table.move(f"{fleet}: sz36 > sz35", attack=True).end_phase().battle("sz35")


def fight(fleet: str, defenders: str, dice: str) -> Table:
    """The same, and its first round where nobody can submerge."""
    spaces = {"sz36": f"japan: {fleet}", "sz35": f"united_states: {defenders}"}
    table = position("japan", "combat_move", spaces, relations=WAR)
    return table.move(f"{fleet}: sz36 > sz35").end_phase().battle("sz35", dice)


@pytest.mark.rule("SPC-66", "SPC-67", "SPC-68", "SPC-73", "CMB-10", setups="1940")
def test_a_submarine_strikes_first_and_its_victims_do_not_fire() -> None:
    table = sea_attack("1 submarine", "1 cruiser")
    assert table.questions == [("submerge", ("japan",))]
    table.decide("submerge", {}, "2")
    assert volleys(table, "attackers_strike") == [("submarine", 2, (2,))]
    assert table.at("sz35") == {"japan": {"submarine": 1}}


@pytest.mark.rule("SPC-71", "SPC-74", "ASY-19", "SPC-72", setups="1940")
def test_beside_an_enemy_destroyer_it_fires_with_the_others() -> None:
    table = fight("1 submarine, 1 destroyer", "1 destroyer, 1 cruiser", "6 6 6 6")
    assert volleys(table, "attackers_strike") == []
    assert volleys(table, "attackers_fire") == [("submarine", 2, (6,)), ("destroyer", 2, (6,))]


@pytest.mark.rule("SPC-73", "SPC-76", "SPC-77", "CMB-69", setups="1940")
def test_a_submerged_submarine_leaves_the_battle_and_comes_up_after_it() -> None:
    table = sea_attack("1 cruiser", "1 submarine").decide("submerge", {"submarine": 1})
    assert table.at("sz35") == {"japan": {"cruiser": 1}, "united_states": {"submarine": 1}}
    assert not any(piece.submerged for piece in table.state.at("sz35"))


@pytest.mark.rule("UNI-55", "UNI-56", "CMB-17", "ASY-09", setups="1940")
def test_the_first_hits_damage_battleship_and_carrier() -> None:
    table = fight("3 cruiser", "1 battleship, 1 aircraft_carrier, 1 cruiser", "3 3 6")
    (request,) = table.state.requests
    assert request.default == {"units": {}, "damaged": {"battleship": 1, "aircraft_carrier": 1}}


@pytest.mark.rule("CMB-18", "UNI-65", "CMB-31", setups="1940")
def test_transports_are_hit_last_and_lost_when_they_are_left_alone() -> None:
    table = fight("2 destroyer", "1 destroyer, 1 transport", "2 6 6")
    assert table.at("sz35") == {"japan": {"destroyer": 2}}
    (reason,) = {event.reason for event in table.happened("units_lost")} - {"casualties"}
    assert reason == "defenseless"


def sortie(escort: str, defenders: str) -> Table:
    """A fighter and this escort sail against sea zone 35."""
    spaces = {"sz36": f"japan: {escort}, 1 aircraft_carrier, 1 fighter", "sz35": defenders}
    table = position("japan", "combat_move", spaces, relations=WAR)
    return table.move(f"{escort}, 1 fighter: sz36 > sz35")


@pytest.mark.rule("UNI-60", "CMB-16", "CMB-07", setups="1940")
def test_aircraft_hit_submarines_beside_a_destroyer() -> None:
    table = sortie("1 destroyer", "united_states: 1 submarine").end_phase().battle("sz35", "6 3 6")
    assert [unit for unit, _, _ in volleys(table, "attackers_fire")] == ["destroyer", "fighter"]
    assert table.at("sz35") == {"japan": {"destroyer": 1, "fighter": 1}}


@pytest.mark.rule("CMV-12", setups="1940")
def test_without_one_they_do_not_go_out_against_submarines_alone() -> None:
    table = sortie("1 cruiser", "united_states: 1 submarine")
    no = table.refuses({"type": "end_phase"}, "CMV-12")
    assert no == (
        "The fighter in sea zone 35 finds only submarines, which aircraft attack only beside one of your destroyers. "
        "Send one, or undo that move."
    )
    table.do({"type": "undo"})
    no = table.refuses_move("1 fighter: sz36 > sz35", "CMV-12", attack=True)
    assert no == "Aircraft attack submarines only beside one of your destroyers. Send one to attack in sea zone 35 too."
    table.move("1 cruiser: sz36 > sz35").end_phase()
    assert table.pending == [("sz35", "sea")]


@pytest.mark.rule("CMV-12", "CMV-20", setups="1940")
def test_nor_do_those_attack_that_share_the_zone_with_them() -> None:
    spaces = {"sz35": "japan: 1 destroyer, 1 aircraft_carrier, 1 fighter; united_states: 1 submarine"}
    table = position("japan", "combat_move", spaces, relations=WAR)
    attack = {"type": "engage", "space": "sz35", "attack": True}
    table.refuses({**attack, "units": {"fighter": 1}}, "CMV-12")
    table.do({**attack, "units": {"fighter": 1, "destroyer": 1}})
    table.do({**attack, "attack": False, "units": {"destroyer": 1}}).end_phase()
    assert table.pending == []


@pytest.mark.rule("CMV-12", "CMV-53", "CMV-22", setups="1940")
def test_a_carrier_is_not_left_to_attack_them_alone() -> None:
    spaces = {"sz35": "japan: 1 destroyer, 1 aircraft_carrier, 1 fighter; united_states: 1 submarine"}
    table = position("japan", "combat_move", spaces, relations=WAR)
    table.do({"type": "engage", "space": "sz35", "attack": True})
    table.do({"type": "engage", "space": "sz35", "attack": False, "units": {"destroyer": 1}})
    table.refuses({"type": "end_phase"}, "CMV-53")


@pytest.mark.rule("CMV-12", "UNI-59", "UNI-60", "CMB-16", setups="1940")
def test_against_transports_they_do_and_the_submarine_is_safe_from_them() -> None:
    table = sortie("1 cruiser", "united_states: 1 submarine, 1 transport").end_phase().battle("sz35")
    table.decide("submerge", {}, "6 3 6")
    assert table.at("sz35") == {"japan": {"cruiser": 1, "fighter": 1}, "united_states": {"submarine": 1}}


@pytest.mark.rule("CMB-35", "CMV-12", setups="1940")
def test_where_a_submarine_is_left_below_aircraft_the_battle_ends_and_both_stay() -> None:
    spaces = {"kwangsi": "japan: 1 fighter", "sz36": "united_states: 1 submarine, 1 transport"}
    table = position("japan", "combat_move", spaces, relations=WAR).move("1 fighter: kwangsi > sz36").end_phase()
    table.battle("sz36")
    assert table.at("sz36") == {"japan": {"fighter": 1}, "united_states": {"submarine": 1}}
    assert (outcome(table), table.happened("fired")) == ("both", [])


@pytest.mark.rule("CMB-26", "CMB-16", "CMV-12", setups="1940")
def test_the_destroyer_of_an_ally_is_no_help() -> None:
    ships = "japan: 1 submarine{}; united_kingdom: 1 destroyer"
    wars = [*WAR, ["japan", "united_kingdom", "war"]]
    sweep = "1 fighter: alaska > sz1"
    spaces = {"alaska": "united_states: 1 fighter", "sz1": ships.format("")}
    table = position("united_states", "combat_move", spaces, relations=wars).move(sweep)
    table.refuses({"type": "end_phase"}, "CMV-12")
    spaces["sz1"] = ships.format(", 1 transport")
    table = position("united_states", "combat_move", spaces, relations=wars).move(sweep).end_phase().battle("sz1")
    assert table.at("sz1")["japan"] == {"submarine": 1}


@pytest.mark.rule("CMV-64", "CMV-12", setups="1940")
def test_nor_is_a_landing_past_a_submarine_covered_by_aircraft_that_cannot_attack_it() -> None:
    cargo = {"sz26": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
    spaces = {"sz25": "japan: 1 aircraft_carrier, 1 fighter", "sz26": "japan: 1 transport; united_states: 1 submarine"}
    scramblers = {"hawaiian_islands": "united_states: 1 fighter"}
    table = position("japan", "combat_move", {**spaces, **scramblers}, relations=WAR, cargo=cargo)
    table.move("1 fighter: sz25 > sz26").move("1 infantry: sz26 > hawaiian_islands")
    table.refuses({"type": "end_phase"}, "CMV-64")
