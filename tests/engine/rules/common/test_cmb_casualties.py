"""Choosing casualties (CMB-12..20)."""

import pytest

from tests.engine.rules.playing import british_attack


@pytest.mark.rule("CMB-14", setups="but revised + 1940")
def test_no_choice_may_waste_a_hit_that_could_be_assigned() -> None:
    table = british_attack("2 submarine, 1 destroyer", "germany: 2 destroyer, 1 aircraft_carrier, 1 fighter")
    table.battle("sz9", dice="1 1 1")
    two = {"units": {"destroyer": 1, "fighter": 1}}
    table.refuses({"type": "decide", "kind": "casualties", "choice": two}, "CMB-14")
    table.refuses({"type": "decide", "kind": "casualties", "choice": {"units": {}}}, "CMB-14")
    table.lose("2 destroyer, 1 fighter", dice="6 6 6 6")
    assert table.at("sz9")["germany"] == {"aircraft_carrier": 1}


@pytest.mark.rule("CMB-14", "CMB-16", setups="but revised + 1940")
def test_an_aircrafts_hit_goes_where_the_submarines_hit_cannot() -> None:
    """A fighter and a submarine hit once each: the submarine below can only be lost to the submarine's hit."""
    table = british_attack("1 submarine", "germany: 1 submarine, 1 aircraft_carrier, 1 fighter", "1 bomber")
    table.battle("sz9").decide("submerge", {}).decide("submerge", {}, dice="6 6 4")
    assert table.questions == [("casualties", ("germany",))]
    choice = {"type": "decide", "kind": "casualties", "choice": {"units": {"submarine": 1}}}
    table.refuses(choice, "CMB-16")
    table.lose("1 fighter", dice="6 6")


@pytest.mark.rule("CMB-15", "CMB-35", setups="but revised")
def test_a_hit_without_an_eligible_target_is_lost() -> None:
    table = british_attack("2 submarine", "germany: 1 aircraft_carrier, 1 fighter").battle("sz9")
    table.decide("submerge", {}, dice="1 1")
    assert [event.wasted for event in table.happened("casualties_chosen")] == [1]
    assert [event.outcome for event in table.happened("battle_ended")] == ["both"]


@pytest.mark.rule("CMB-16", "UNI-59", setups="every")
def test_a_submarines_hit_is_never_taken_by_aircraft() -> None:
    table = british_attack("1 submarine", "germany: 1 destroyer, 1 aircraft_carrier, 1 fighter")
    table.battle("sz9", dice="2")
    table.refuses({"type": "decide", "kind": "casualties", "choice": {"units": {"fighter": 1}}}, "CMB-16")
    table.lose("1 aircraft_carrier", dice="6 6 6")
    assert table.at("sz9")["germany"] == {"destroyer": 1, "fighter": 1}


@pytest.mark.rule("CMB-16", "UNI-60", setups="but revised + 1940")
def test_with_a_destroyer_of_their_own_aircraft_hit_submarines() -> None:
    table = british_attack("1 destroyer", "germany: 1 submarine, 1 destroyer", "1 fighter")
    table.battle("sz9", dice="6 1")
    assert table.questions == [("casualties", ("germany",))]
    table.lose("1 submarine", dice="6 6")
    assert table.at("sz9")["germany"] == {"destroyer": 1}


@pytest.mark.rule("CMB-16", setups="but revised + 1940")
def test_defending_aircraft_do_not_hit_attacking_submarines_without_a_defending_destroyer() -> None:
    table = british_attack("1 submarine, 1 battleship", "germany: 1 aircraft_carrier, 2 fighter").battle("sz9")
    table.decide("submerge", {}, dice="6 6 6 4 4")
    assert table.questions == [("retreat", ("united_kingdom",))], "both hits sink the battleship, without a choice"
    assert table.at("sz9")["united_kingdom"] == {"submarine": 1}


@pytest.mark.rule("CMB-17", setups="every + 1940")
def test_the_first_hit_damages_a_battleship_and_counts_as_assigned() -> None:
    table = british_attack("1 destroyer", "germany: 1 destroyer, 1 battleship").battle("sz9", dice="1")
    table.decide("casualties", {"damaged": {"battleship": 1}}, dice="6 6")
    assert table.board["damaged_units"] == {"sz9": {"germany": {"battleship": 1}}}
    assert table.at("sz9")["germany"] == {"destroyer": 1, "battleship": 1}


@pytest.mark.rule("CMB-17", setups="every + 1940")
def test_one_hit_cannot_sink_an_undamaged_battleship() -> None:
    table = british_attack("1 destroyer", "germany: 1 destroyer, 1 battleship").battle("sz9", dice="1")
    sink = {"type": "decide", "kind": "casualties", "choice": {"units": {"battleship": 1}}}
    table.refuses(sink, "CMB-14", dice="6 6")


@pytest.mark.rule("CMB-17", setups="every + 1940")
def test_a_second_hit_in_a_later_round_sinks_the_damaged_battleship() -> None:
    table = british_attack("1 destroyer", "germany: 1 battleship").battle("sz9", dice="1 6")
    assert table.board["damaged_units"] == {"sz9": {"germany": {"battleship": 1}}}
    table.press(dice="1 4")
    assert table.at("sz9") == {}


@pytest.mark.rule("CMB-17", setups="every + 1940")
def test_two_hits_in_one_round_sink_a_battleship_at_once() -> None:
    table = british_attack("2 destroyer", "germany: 1 battleship").battle("sz9", dice="1 1 6")
    assert table.at("sz9") == {"united_kingdom": {"destroyer": 2}}


@pytest.mark.rule("CMB-17", setups="every + 1940")
def test_two_hits_may_damage_two_battleships_or_sink_one() -> None:
    table = british_attack("2 destroyer", "germany: 2 battleship").battle("sz9", dice="1 1")
    assert table.questions == [("casualties", ("germany",))]
    sinking = table.state
    table.decide("casualties", {"damaged": {"battleship": 2}}, dice="6 6")
    assert table.board["damaged_units"] == {"sz9": {"germany": {"battleship": 2}}}
    table.state = sinking
    table.lose("1 battleship", dice="6 6")
    assert table.at("sz9")["germany"] == {"battleship": 1}
    assert table.board["damaged_units"] == {}


@pytest.mark.rule("CMB-17", "SPC-66", setups="but revised + 1940")
def test_a_battleship_damaged_by_a_surprise_strike_fires_and_the_next_hit_sinks_it() -> None:
    table = british_attack("1 submarine, 1 destroyer", "germany: 1 battleship").battle("sz9")
    table.decide("submerge", {}, dice="1 1 4")
    table.lose("1 destroyer")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}}


@pytest.mark.rule("CMB-18", "CMB-13", setups="but revised + 1940")
def test_transports_are_lost_only_when_no_other_unit_can_take_the_hit() -> None:
    table = british_attack("1 battleship", "germany: 1 destroyer, 1 submarine, 1 transport")
    table.battle("sz9").decide("submerge", {}, dice="6 1")
    choice = {"type": "decide", "kind": "casualties", "choice": {"units": {"transport": 1}}}
    table.refuses(choice, "CMB-18")
    table.lose("1 submarine", dice="6")
    assert table.at("sz9")["germany"] == {"destroyer": 1, "transport": 1}


@pytest.mark.rule("CMB-18", setups="but revised + 1940")
def test_hits_of_aircraft_fall_on_transports_where_only_submarines_are_beside_them() -> None:
    table = british_attack("1 submarine", "germany: 1 submarine, 2 transport", "2 fighter").battle("sz9")
    table.decide("submerge", {}).decide("submerge", {}, dice="6 6 3 6")
    assert table.at("sz9")["germany"] == {"submarine": 1, "transport": 1}


@pytest.mark.rule("CMB-19", setups=("aa1941", "anniversary_1941", "pacific_1940"))
@pytest.mark.theatre("america")
def test_fighters_of_a_friendly_power_defend_with_the_carrier_and_may_be_casualties() -> None:
    table = british_attack("1 battleship", "germany: 1 aircraft_carrier; japan: 1 fighter").battle("sz9", dice="4")
    assert table.questions == [("casualties", ("germany", "japan"))]
    choice = {"japan": {"fighter": 1}}
    table.decide("casualties", choice, power="germany").decide("casualties", choice, power="japan", dice="6 4")
    fired = table.happened("fired")[0]
    assert [(shot.power, shot.unit, shot.value) for shot in fired.shots] == [
        ("germany", "aircraft_carrier", 2),
        ("japan", "fighter", 4),
    ]
    assert table.at("sz9") == {"united_kingdom": {"battleship": 1}, "germany": {"aircraft_carrier": 1}}


@pytest.mark.rule("CMB-20", "CMB-07", setups="but revised")
def test_carrier_fighters_that_could_hit_no_submarine_roll_no_die_until_a_ship_is_there() -> None:
    table = british_attack("2 submarine", "germany: 1 aircraft_carrier, 1 fighter").battle("sz9")
    table.decide("submerge", {}, dice="6 6 6")
    assert [shot.unit for shot in table.happened("fired")[1].shots] == ["aircraft_carrier"]
    attackers = "1 submarine, 1 aircraft_carrier"
    table = british_attack(attackers, "germany: 1 aircraft_carrier, 1 fighter").battle("sz9")
    table.decide("submerge", {}, dice="6 6 6 1")
    assert [shot.unit for shot in table.happened("fired")[-1].shots] == ["aircraft_carrier", "fighter"]
    assert table.at("sz9")["united_kingdom"] == {"submarine": 1}, "the fighter's hit sank the carrier"
