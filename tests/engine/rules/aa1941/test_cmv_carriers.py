"""Aircraft carriers: own fighters launch, guests stay aboard."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("CMV-50")
def test_own_fighters_fight_from_where_the_carrier_started() -> None:
    table = position(
        "japan",
        "combat_move",
        {
            "sz45": "japan: 1 aircraft_carrier, 2 fighter",
            "sz38": "united_states: 1 destroyer",
            "siberia": "soviet_union: 1 infantry",
        },
    )
    table.move("1 aircraft_carrier: sz45 > sz38").move("1 fighter: sz45 > siberia").move("1 fighter: sz45 > sz38")
    table.end_phase()
    assert sorted(table.pending) == [("siberia", "land"), ("sz38", "sea")]
    table.battle("sz38", dice="6 3 6")
    assert table.at("sz38") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("CMV-50")
def test_fighters_cannot_ride_along_and_launch_further_on() -> None:
    table = position(
        "japan",
        "combat_move",
        {"sz45": "japan: 1 aircraft_carrier, 1 fighter", "sz38": "united_states: 1 destroyer"},
    )
    table.move("1 aircraft_carrier: sz45 > sz38")
    assert table.at("sz45")["japan"] == {"fighter": 1}
    assert table.at("sz38")["japan"] == {"aircraft_carrier": 1}
    table.refuses_move("1 fighter: sz38 > philippine_islands", "units")


@pytest.mark.rule("CMV-51")
def test_own_fighters_that_stay_behind_wait_over_the_zone_and_land_later() -> None:
    table = position(
        "japan",
        "combat_move",
        {"sz45": "japan: 1 aircraft_carrier, 2 fighter", "sz38": "united_states: 1 destroyer"},
    )
    table.move("1 aircraft_carrier: sz45 > sz38").end_phase()
    table.battle("sz38", dice="1 6")
    table.move("1 fighter: sz45 > sz38").move("1 fighter: sz45 > japan").end_phase()
    assert table.at("sz38") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}
    assert table.at("japan") == {"japan": {"fighter": 1}}


@pytest.mark.rule("CMV-52")
def test_a_guest_launches_from_the_allys_carrier_on_its_own_turn() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz45": "japan: 1 aircraft_carrier; germany: 1 fighter", "siberia": "soviet_union: 1 infantry"},
    )
    table.refuses_move("1 aircraft_carrier: sz45 > sz38", "units")
    table.move("1 fighter: sz45 > siberia").end_phase().battle("siberia", dice="3 6")
    table.move("1 fighter: siberia > sz45").end_phase()
    assert table.at("sz45") == {"germany": {"fighter": 1}, "japan": {"aircraft_carrier": 1}}
