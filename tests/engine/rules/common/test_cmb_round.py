"""One round of battle, step by step (CMB-06..11, CMB-21)."""

import pytest

from engine import state_from_json, state_to_json
from tests.engine.rules.playing import british_attack
from tests.engine.table import Table, position


def steps_fired(table: Table) -> list[tuple[str, str]]:
    return [(event.side, event.step) for event in table.happened("fired")]


@pytest.mark.rule("CMB-06", "CMB-08", "SPC-66", setups="but revised + 1940")
def test_a_sea_round_has_strikes_then_attackers_then_defenders_then_the_choice_to_press_on() -> None:
    table = british_attack("1 submarine, 1 battleship", "germany: 1 submarine, 1 battleship").battle("sz9")
    assert table.questions == [("submerge", ("united_kingdom",))]
    table.decide("submerge", {})
    assert table.questions == [("submerge", ("germany",))]
    table.decide("submerge", {}, dice="6 6 6 6")
    assert steps_fired(table) == [
        ("attacker", "attackers_strike"),
        ("defender", "defenders_strike"),
        ("attacker", "attackers_fire"),
        ("defender", "defenders_fire"),
    ]
    assert table.questions == [("retreat", ("united_kingdom",))]


@pytest.mark.rule("CMB-07", setups="but revised + 1940")
def test_each_unit_with_a_value_rolls_one_die_and_transports_roll_none() -> None:
    table = british_attack("1 transport, 1 destroyer, 1 battleship", "germany: 1 transport, 1 battleship")
    table.battle("sz9", dice="6 6 6")
    fired = table.happened("fired")
    assert [[(s.unit, s.value, s.dice) for s in event.shots] for event in fired] == [
        [("destroyer", 2, (6,)), ("battleship", 4, (6,))],
        [("battleship", 4, (6,))],
    ]


@pytest.mark.rule("CMB-08", "SPC-66", setups="but revised + 1940")
def test_a_submarine_that_struck_does_not_fire_again_in_the_same_round() -> None:
    table = british_attack("1 submarine", "germany: 1 battleship").battle("sz9")
    table.decide("submerge", {}, dice="6 6")
    assert steps_fired(table) == [("attacker", "attackers_strike"), ("defender", "defenders_fire")]


@pytest.mark.rule("CMB-10", "SPC-66", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
def test_a_victim_of_a_surprise_strike_does_not_fire_back() -> None:
    table = british_attack("1 submarine", "germany: 1 aircraft_carrier").battle("sz9")
    table.decide("submerge", {}, dice="2")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}}
    assert table.phase == "noncombat_move"


@pytest.mark.rule("CMB-10", "SPC-66", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
def test_an_attacker_struck_by_a_defending_submarine_does_not_fire() -> None:
    table = british_attack("1 aircraft_carrier, 1 battleship", "germany: 1 submarine").battle("sz9")
    table.decide("submerge", {}, dice="1")
    assert table.questions == [("casualties", ("united_kingdom",))]
    table.lose("1 aircraft_carrier", dice="6")
    assert steps_fired(table) == [("attacker", "attackers_fire")]
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["battleship"]


@pytest.mark.rule("CMB-11", "SPC-71", "SPC-75", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
def test_submarines_regain_their_strike_in_the_round_after_the_last_destroyer_fell() -> None:
    table = british_attack("1 submarine, 1 battleship", "germany: 1 destroyer, 1 aircraft_carrier")
    table.battle("sz9", dice="6 1").lose("1 destroyer", dice="6 6")
    assert steps_fired(table) == [("defender", "defenders_fire")]
    assert table.questions == [("retreat", ("united_kingdom",))]
    table.press()
    assert table.questions == [("submerge", ("united_kingdom",))]
    table.decide("submerge", {}, dice="2")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1, "battleship": 1}}


@pytest.mark.rule("CMB-11", "CMB-16", setups="every + 1940")
def test_a_destroyer_behind_the_casualty_strip_still_lets_aircraft_hit_submarines_this_round() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "united_kingdom": "united_kingdom: 1 bomber",
            "sz8": "united_kingdom: 1 submarine, 1 battleship",
            "sz9": "germany: 1 destroyer, 1 aircraft_carrier, 1 fighter",
        },
    )
    table.move("1 submarine, 1 battleship: sz8 > sz9").move("1 bomber: united_kingdom > sz9").end_phase()
    table.battle("sz9", dice="6 6 1").lose("1 destroyer", dice="6 6 1")
    assert table.questions == [("casualties", ("united_kingdom",))]
    table.lose("1 submarine")
    assert table.at("sz9")["united_kingdom"] == {"bomber": 1, "battleship": 1}


@pytest.mark.rule("CMB-06", "CMB-11", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
def test_a_battle_can_be_stored_at_any_question_and_goes_on_from_there() -> None:
    table = british_attack("1 submarine, 1 battleship", "germany: 1 destroyer, 1 aircraft_carrier")
    table.battle("sz9", dice="6 1")
    table.state = state_from_json(state_to_json(table.state))
    table.lose("1 destroyer", dice="6 6")
    table.state = state_from_json(state_to_json(table.state))
    table.press().decide("submerge", {}, dice="2")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1, "battleship": 1}}
