"""Bombardment in Pacific 1940: any defender may be hit, with or without land units (SPC-17..25, SPC-101)."""

from __future__ import annotations

import pytest

from tests.engine.rules.pacific.playing import volleys
from tests.engine.table import Table, position

WAR = [["japan", "united_states", "war"]]


def landing(escort: str, garrison: str, *, infantry: int = 1, zone: str = "", air: str = "") -> Table:
    """Japanese infantry lands in the Philippines out of sea zone 35; all moves are made."""
    spaces = {"sz35": f"japan: 1 transport, {escort}{zone}", "philippines": garrison}
    spaces |= {"formosa": f"japan: {air}"} if air else {}
    cargo = {"sz35": [{"transport": "japan", "units": {"japan": {"infantry": infantry}}}]}
    table = position("japan", "combat_move", spaces, cargo=cargo, relations=WAR)
    table.move(f"{infantry} infantry: sz35 > philippines")
    if air:
        table.move(f"{air}: formosa > sz20 > sz35 > philippines")
    return table.end_phase()


@pytest.mark.rule("SPC-17", "SPC-20", "SPC-22", "UNI-12", setups="1940")
def test_battleships_and_cruisers_fire_once_and_no_more_than_land() -> None:
    table = landing("1 cruiser, 1 battleship", "united_states: 3 infantry", infantry=2)
    table.battle("philippines", "3 4 1 6 6 6 6")
    assert volleys(table, "ships_bombard") == [("cruiser", 3, (3,)), ("battleship", 4, (4,))]
    table = landing("1 cruiser, 1 battleship", "united_states: 3 infantry").battle("philippines")
    assert table.state.requests[0].default == {"philippines": {"battleship": 1}}


@pytest.mark.rule("SPC-23", "SPC-24", "ASY-14", setups="1940")
def test_any_defender_may_be_the_casualty_and_fires_back() -> None:
    table = landing("1 battleship", "united_states: 1 infantry, 1 fighter").decide("reaction", {})
    table.battle("philippines", "1")
    table.lose("1 fighter", "1 6 6")
    assert volleys(table, "defenders_fire") == [("infantry", 2, (6,)), ("fighter", 4, (6,))]


@pytest.mark.rule("SPC-101", setups="1940")
def test_aircraft_alone_are_bombarded_too() -> None:
    table = landing("1 battleship", "united_states: 2 fighter").decide("reaction", {})
    table.battle("philippines", "4 1 6 6")
    assert volleys(table, "ships_bombard") == [("battleship", 4, (4,))]


@pytest.mark.rule("SPC-18", "SPC-19", setups="1940")
def test_ships_that_fought_do_not_bombard() -> None:
    table = landing("1 battleship", "united_states: 1 infantry", zone="; united_states: 1 destroyer")
    table.battle("sz35", "4 6").battle("philippines", "1 6")
    assert volleys(table, "ships_bombard") == []


@pytest.mark.rule("CMB-06", "SPC-59", "SPC-65", setups="1940")
def test_guns_fire_before_ships_and_are_not_bombarded_when_they_are_alone() -> None:
    table = landing("1 battleship", "united_states: 1 aaa, 1 infantry", air="1 strategic_bomber")
    table.battle("philippines", "1 4")
    assert [event.step for event in table.happened("fired")] == ["anti_aircraft_fires", "ships_bombard"]
    table.lose("1 aaa", "1 6")
    assert table.at("philippines") == {"japan": {"infantry": 1}}
    table = landing("1 battleship", "united_states: 1 aaa", air="1 strategic_bomber").battle("philippines", "1")
    assert table.owner("philippines") == "japan"
    assert table.at("philippines") == {"japan": {"infantry": 1}}
