"""Submarines in battle in Anniversary (chapters SPC and CMB)."""

from __future__ import annotations

import pytest

from tests.engine.rules.anniversary.playing import Play, sea_attack, shooters, steps_fired


@pytest.mark.rule("SPC-66", "CMB-08", "CMB-10", "UNI-09", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("face", "sunk"), [("2", True), ("3", False)])
def test_an_attacking_submarine_strikes_at_two_once_and_its_victim_does_not_fire_back(
    play: Play, face: str, sunk: bool
) -> None:
    table = sea_attack(play, "1 submarine", "germany: 1 aircraft_carrier").battle("sz9")
    table.decide("submerge", {}, dice=face if sunk else f"{face} 6")
    assert ("germany" not in table.at("sz9")) is sunk
    assert steps_fired(table) == ["attackers_strike"] + ([] if sunk else ["defenders_fire"])


@pytest.mark.rule("SPC-66", "CMB-10", "UNI-09", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("face", "sunk"), [("1", True), ("2", False)])
def test_a_defending_submarine_strikes_at_one(play: Play, face: str, sunk: bool) -> None:
    table = sea_attack(play, "1 aircraft_carrier", "germany: 1 submarine").battle("sz9")
    table.decide("submerge", {}, dice=face if sunk else f"{face} 6")
    assert ("united_kingdom" not in table.at("sz9")) is sunk


@pytest.mark.rule("SPC-67", "SPC-71", "SPC-74", "ASY-19", "UNI-11", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("attackers", "defenders"), [("1 submarine", "1 destroyer"), ("1 destroyer", "1 submarine, 1 transport")]
)
def test_facing_a_destroyer_submarines_fire_with_the_others_and_are_asked_nothing(
    play: Play, attackers: str, defenders: str
) -> None:
    table = sea_attack(play, attackers, f"germany: {defenders}").battle("sz9", dice="2 1")
    assert steps_fired(table) == ["attackers_fire", "defenders_fire"], "the victim of the first step fired back"
    assert table.happened("request_opened") == []


@pytest.mark.rule("SPC-69", "CMB-10", setups=("anniversary_1941", "anniversary_1942"))
def test_only_the_submarines_among_the_victims_of_a_strike_shoot(play: Play) -> None:
    table = sea_attack(play, "2 submarine", "germany: 1 submarine, 1 aircraft_carrier").battle("sz9")
    table.decide("submerge", {}).decide("submerge", {}, dice="1 1 1")
    assert steps_fired(table) == ["attackers_strike", "defenders_strike"]
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}}


@pytest.mark.rule("SPC-70", "SPC-66", setups=("anniversary_1941", "anniversary_1942"))
def test_the_strike_is_repeated_in_every_round(play: Play) -> None:
    table = sea_attack(play, "1 submarine", "germany: 1 aircraft_carrier").battle("sz9")
    table.decide("submerge", {}, dice="6 6").press()
    assert table.questions == [("submerge", ("united_kingdom",))]
    table.decide("submerge", {}, dice="1")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}}


@pytest.mark.rule("SPC-72", "SPC-67", setups=("anniversary_1941", "anniversary_1942"))
def test_an_own_destroyer_does_not_hinder_the_strike(play: Play) -> None:
    table = sea_attack(play, "1 submarine, 1 destroyer", "germany: 1 submarine, 1 battleship").battle("sz9")
    assert table.questions == [("submerge", ("united_kingdom",))], "only the British may still strike or submerge"
    table.decide("submerge", {}, dice="6 6 6 6")
    assert steps_fired(table) == ["attackers_strike", "attackers_fire", "defenders_fire"]


@pytest.mark.rule("SPC-73", "SPC-76", "SPC-100", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("submerged", [0, 1, 2])
def test_each_submarine_submerges_or_strikes_on_its_own_account(play: Play, submerged: int) -> None:
    table = sea_attack(play, "2 submarine, 1 destroyer", "germany: 1 battleship").battle("sz9")
    table.refuses({"type": "decide", "kind": "submerge", "choice": {"submarine": 3}}, "units")
    table.decide("submerge", {"submarine": submerged}, dice="6 " * (3 - submerged) + "6")
    fired = [len(shot.dice) for event in table.happened("fired") for shot in event.shots if shot.unit == "submarine"]
    assert sum(fired) == 2 - submerged
    assert table.board["submerged"].get("sz9", {}).get("united_kingdom", {}).get("submarine", 0) == submerged


@pytest.mark.rule("SPC-73", "SPC-76", "CMB-16", setups=("anniversary_1941", "anniversary_1942"))
def test_the_attacker_decides_first_and_what_submerged_cannot_be_hit(play: Play) -> None:
    table = sea_attack(play, "1 submarine, 1 battleship", "germany: 1 submarine, 1 aircraft_carrier").battle("sz9")
    assert table.questions == [("submerge", ("united_kingdom",))]
    table.decide("submerge", {})
    assert table.questions == [("submerge", ("germany",))]
    table.decide("submerge", {"submarine": 1}, dice="6 4 6")
    assert shooters(table) == ["submarine", "battleship", "aircraft_carrier"]
    assert table.at("sz9")["germany"] == {"submarine": 1}


@pytest.mark.rule("SPC-75", "CMB-11", setups=("anniversary_1941", "anniversary_1942"))
def test_submarines_may_submerge_in_the_round_after_the_last_enemy_destroyer_fell(play: Play) -> None:
    table = sea_attack(play, "1 destroyer, 1 battleship", "germany: 1 submarine, 1 battleship")
    table.battle("sz9", dice="6 6 6 1").lose("1 destroyer").press()
    assert table.questions == [("submerge", ("germany",))]
    table.decide("submerge", {"submarine": 1}, dice="6 6")


@pytest.mark.rule("SPC-77", "SPC-78", "CMB-69", "CMB-37", setups=("anniversary_1941", "anniversary_1942"))
def test_a_submerged_submarine_stays_when_the_others_retreat_and_surfaces_without_a_new_battle(play: Play) -> None:
    table = sea_attack(play, "2 submarine, 1 battleship", "germany: 1 battleship").battle("sz9")
    table.decide("submerge", {"submarine": 1}, dice="6 6 6").retreat("sz8")
    assert table.at("sz8") == {"united_kingdom": {"submarine": 1, "battleship": 1}}
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}, "germany": {"battleship": 1}}
    assert (table.board["submerged"], table.pending, table.phase) == ({}, [], "noncombat_move")
    table.refuses_move("1 submarine: sz9 > sz8", "CMV-15")


@pytest.mark.rule("CMB-07", "CMB-16", "UNI-59", "UNI-60", "CMB-20", setups=("anniversary_1941", "anniversary_1942"))
def test_aircraft_hit_submarines_only_beside_a_destroyer_and_submarines_hit_no_aircraft(play: Play) -> None:
    table = sea_attack(play, "2 submarine", "germany: 1 aircraft_carrier, 1 fighter").battle("sz9")
    table.decide("submerge", {}, dice="6 6 6")
    assert shooters(table)[1:] == ["aircraft_carrier"], "the fighter could hit none of the submarines"
    assert table.at("sz9")["united_kingdom"] == {"submarine": 2}
    table = sea_attack(play, "2 submarine", "germany: 1 aircraft_carrier, 1 fighter").battle("sz9")
    table.decide("submerge", {}, dice="1 1")
    assert [event.wasted for event in table.happened("casualties_chosen")] == [1]
    table = sea_attack(play, "1 destroyer", "germany: 1 submarine, 1 destroyer", "1 fighter").battle("sz9", dice="6 1")
    table.lose("1 submarine", dice="6 6")
    assert table.at("sz9")["germany"] == {"destroyer": 1}


@pytest.mark.rule("CMB-25", "CMB-26", setups=("anniversary_1941", "anniversary_1942"))
def test_an_allys_destroyer_neither_fights_nor_keeps_enemy_submarines_up(play: Play) -> None:
    both = "germany: 1 submarine; united_states: 1 destroyer, 1 transport"
    table = sea_attack(play, "1 battleship", both).battle("sz9")
    assert table.questions == [("submerge", ("germany",))]
    table.decide("submerge", {}, dice="1 6")
    assert table.board["damaged_units"] == {"sz9": {"united_kingdom": {"battleship": 1}}}
    assert shooters(table) == ["submarine", "battleship"]
    table.retreat("sz8")
    assert table.at("sz9")["united_states"] == {"destroyer": 1, "transport": 1}
    table = sea_attack(play, "", "germany: 1 submarine; united_states: 1 destroyer", "1 bomber").battle("sz9")
    assert table.at("sz9")["germany"] == {"submarine": 1}, "the bomber cannot hit it"
