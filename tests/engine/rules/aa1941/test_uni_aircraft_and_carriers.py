"""Aircraft and the carriers that bear them (chapter UNI)."""

from __future__ import annotations

import pytest

from tests.engine.rules.common.test_uni_aircraft_and_carriers import german_fleet_attacks_sz6
from tests.engine.table import position


@pytest.mark.rule("UNI-45", "UNI-46")
def test_aircraft_on_land_do_not_defend_the_sea_beside_it() -> None:
    table = german_fleet_attacks_sz6(
        "united_kingdom: 1 destroyer",
        united_kingdom="united_kingdom: 5 fighter, 5 bomber",
        norway_finland="germany: 1 infantry",
    )
    table.battle("sz6", dice="1 6")
    assert table.at("sz6") == {"germany": {"destroyer": 1}}


@pytest.mark.rule("UNI-45")
def test_a_bomber_defends_on_land() -> None:
    table = position(
        "germany", "combat_move", {"eastern_europe": "germany: 1 infantry", "karelia": "soviet_union: 1 bomber"}
    )
    table.move("1 infantry: eastern_europe > karelia").end_phase().battle("karelia", dice="6 1")
    assert table.at("karelia") == {"soviet_union": {"bomber": 1}}


@pytest.mark.rule("UNI-49", "UNI-50")
def test_a_carrier_holds_two_fighters_whoever_owns_them() -> None:
    full = {"sz41": "united_kingdom: 1 aircraft_carrier, 1 fighter; united_states: 1 fighter"}
    table = position("united_states", "noncombat_move", {**full, "western_united_states": "united_states: 1 fighter"})
    table.refuses_move("1 fighter: western_united_states > sz42 > sz43 > sz40 > sz36", "NCM-16")
    table.move("1 fighter: western_united_states > sz42 > sz41")
    table.refuses({"type": "end_phase"}, "NCM-20")
    table = position(
        "united_states",
        "noncombat_move",
        {"sz41": "united_kingdom: 1 aircraft_carrier, 1 fighter", "western_united_states": "united_states: 1 fighter"},
    )
    table.move("1 fighter: western_united_states > sz42 > sz41").end_phase()
    assert table.at("sz41")["united_states"] == {"fighter": 1}


@pytest.mark.rule("UNI-53")
def test_fighters_of_a_sunk_carrier_move_one_space_to_land() -> None:
    table = german_fleet_attacks_sz6(
        "united_kingdom: 1 aircraft_carrier, 1 fighter", norway_finland="germany: 1 infantry"
    )
    table.battle("sz6", dice="1").lose("1 aircraft_carrier", dice="6 1")
    assert table.at("united_kingdom") == {"united_kingdom": {"fighter": 1}}
    assert "sz6" not in table.board["units"]
