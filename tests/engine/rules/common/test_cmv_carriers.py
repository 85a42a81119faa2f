"""Aircraft carriers: own fighters launch, guests stay aboard."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("CMV-52", setups="but anniversary")
def test_a_guest_fighter_rides_along_as_cargo_and_does_not_fight() -> None:
    table = position(
        "japan",
        "combat_move",
        {"sz45": "japan: 1 aircraft_carrier; germany: 1 fighter", "sz38": "united_states: 2 destroyer"},
    )
    table.move("1 aircraft_carrier: sz45 > sz38")
    assert table.at("sz38") == {
        "germany": {"fighter": 1},
        "japan": {"aircraft_carrier": 1},
        "united_states": {"destroyer": 2},
    }
    table.refuses_move("1 fighter: sz38 > philippine_islands", "units")
    table.end_phase()
    table.battle("sz38", dice="6 1 6")
    assert table.at("sz38") == {"united_states": {"destroyer": 2}}


@pytest.mark.rule("CMV-52", setups="every")
def test_a_guest_moves_on_its_owners_turn_alone() -> None:
    table = position("japan", "combat_move", {"sz45": "japan: 1 aircraft_carrier; germany: 1 fighter"})
    sentence = table.refuses_move("1 fighter: sz45 > siberia", "power", owner="germany")
    assert sentence == "Units of Germany move on their own turn."


@pytest.mark.rule("CMV-53", setups="but anniversary")
def test_a_carrier_may_attack_alone_at_one() -> None:
    table = position(
        "japan", "combat_move", {"sz45": "japan: 1 aircraft_carrier", "sz38": "united_states: 1 destroyer"}
    )
    table.move("1 aircraft_carrier: sz45 > sz38").end_phase().battle("sz38", dice="1 6")
    assert table.at("sz38") == {"japan": {"aircraft_carrier": 1}}
