"""Defending fighters whose carrier was sunk land first in the noncombat move (chapter NCM)."""

from __future__ import annotations

import pytest

from tests.engine.table import Table, position


def carrier_sunk(
    zone: str, *, origin: str, defenders: str = "japan: 1 aircraft_carrier, 2 fighter", **spaces: str
) -> Table:
    """A United States submarine sinks the Japanese carrier in a zone; its fighters cannot answer."""
    around = {origin: "united_states: 1 submarine", zone: defenders, **spaces}
    table = position("united_states", "combat_move", around)
    table.move(f"1 submarine: {origin} > {zone}").end_phase().battle(zone)
    table.decide("submerge", {}, dice="1")
    assert table.phase == "noncombat_move"
    return table


@pytest.mark.rule("NCM-04", setups="but revised")
def test_where_only_one_place_is_left_nobody_is_asked() -> None:
    table = carrier_sunk("sz44", origin="sz43", sz45="japan: 1 aircraft_carrier")
    assert table.questions == []
    assert table.at("sz45") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}
    assert all(p.aboard for p in table.pieces if p.unit == "fighter")


@pytest.mark.rule("NCM-04", "NCM-20", "UNI-49", setups="but revised")
def test_a_carrier_takes_only_as_many_as_it_has_room_for() -> None:
    table = carrier_sunk("sz44", origin="sz43", sz45="japan: 1 aircraft_carrier, 1 fighter")
    assert table.at("sz45") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}
    (lost,) = table.happened("units_lost")[-1:]
    assert (lost.reason, len(lost.pieces)) == ("no_landing", 1)


@pytest.mark.rule("NCM-04", "NCM-21", "UNI-53", setups="but revised")
def test_where_no_place_is_near_they_are_lost() -> None:
    table = carrier_sunk("sz44", origin="sz43", iwo_jima="japan: 1 infantry")
    assert table.questions == []
    assert table.at("sz44") == {"united_states": {"submarine": 1}}


@pytest.mark.rule("NCM-04", "UNI-53", setups="but revised")
def test_another_carrier_in_the_zone_takes_them_at_once() -> None:
    around = {"sz43": "united_states: 1 submarine", "sz44": "japan: 2 aircraft_carrier, 3 fighter"}
    table = position("united_states", "combat_move", {**around, "sz45": "japan: 1 aircraft_carrier"})
    table.move("1 submarine: sz43 > sz44").end_phase().battle("sz44")
    table.decide("submerge", {}, dice="1").lose("1 aircraft_carrier", dice="6").retreat("sz43")
    assert table.questions == []
    assert table.at("sz44")["japan"] == {"aircraft_carrier": 1, "fighter": 2}
    assert table.at("sz45")["japan"] == {"aircraft_carrier": 1, "fighter": 1}


@pytest.mark.rule("NCM-04", setups="but revised")
def test_a_fighter_that_landed_so_moves_freely_in_its_own_turn() -> None:
    table = carrier_sunk("sz44", origin="sz43", sz45="japan: 1 aircraft_carrier, 1 fighter")
    assert {(p.used, p.fought) for p in table.pieces if p.power == "japan"} == {(0, False)}
