"""Ships that share a sea zone with enemies: attack, ignore, leave, come back."""

import pytest

from tests.engine.rules.common.test_cmv_shared_zones import shared
from tests.engine.table import position


@pytest.mark.rule("CMV-10", "CMV-18")
def test_ships_may_leave_a_hostile_zone_and_attack_elsewhere() -> None:
    table = position("germany", "combat_move", shared("1 destroyer", "1 battleship", sz8="united_kingdom: 1 destroyer"))
    table.move("1 destroyer: sz5 > sz6 > sz8").end_phase()
    assert table.pending == [("sz8", "sea")]


@pytest.mark.rule("CMV-10")
def test_carrier_fighters_may_leave_a_hostile_zone_without_a_fight() -> None:
    table = position("germany", "combat_move", shared("1 aircraft_carrier, 1 fighter", "1 battleship"))
    table.move("1 aircraft_carrier: sz5 > sz6").move("1 fighter: sz5 > germany").end_phase()
    assert table.pending == []
    table.move("1 fighter: germany > ukraine")


@pytest.mark.rule("CMV-17", "CMV-19")
def test_a_transport_leaves_loads_elsewhere_and_comes_back_to_the_fight() -> None:
    table = position(
        "germany",
        "combat_move",
        shared("1 transport, 1 battleship", "1 destroyer", norway_finland="germany: 1 infantry"),
    )
    sentence = table.refuses_move("1 infantry: norway_finland > sz5", "CMV-19")
    assert sentence == "Sea zone 5 is hostile, so nobody can board or leave a transport there."
    table.move("1 transport: sz5 > sz6").move("1 infantry: norway_finland > sz6").move("1 transport: sz6 > sz5")
    table.move("1 infantry: sz5 > karelia").end_phase()
    table.battle("sz5", dice="1 6")
    assert table.owner("karelia") == "germany"
    assert table.at("sz5") == {"germany": {"transport": 1, "battleship": 1}}


@pytest.mark.rule("CMV-18", "CMV-58")
def test_a_transport_that_left_and_loaded_must_land_what_it_loaded() -> None:
    table = position(
        "germany", "combat_move", shared("1 transport", "1 destroyer", norway_finland="germany: 1 infantry")
    )
    table.move("1 transport: sz5 > sz6").move("1 infantry: norway_finland > sz6")
    table.refuses({"type": "end_phase"}, "CMV-58")
    table.move("1 infantry: sz6 > united_kingdom").end_phase()
    assert table.owner("united_kingdom") == "germany"


@pytest.mark.rule("CMV-22")
def test_some_ships_stop_to_attack_while_others_pass_on() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "sz5": "germany: 2 destroyer",
            "sz6": "united_kingdom: 1 submarine",
            "sz8": "united_kingdom: 1 transport",
        },
    )
    table.move("1 destroyer: sz5 > sz6").move("1 destroyer: sz5 > sz6 > sz8").end_phase()
    assert sorted(table.pending) == [("sz6", "sea"), ("sz8", "sea")]
    table.battle("sz8").battle("sz6", dice="2 6")
    assert table.at("sz6") == {"germany": {"destroyer": 1}}
    assert table.at("sz8") == {"germany": {"destroyer": 1}}
