"""The sheet of aircraft in the air: places for each stack, carriers that can come, one landing for all."""

from __future__ import annotations

import pytest

from engine import GameState, apply
from engine.ask import all_unlanded, is_legal
from engine.dice import NoDice
from gamemaster.sheets.landing import landings_sheet, proposed_landings, stack_named, stacks_aloft
from gamemaster.sheets.page import Menu, Row
from tests.engine.table import position

ALOFT = {
    "ukraine": "soviet_union: 2 fighter, 1 bomber",
    "sz16": "soviet_union: 1 fighter",
    "caucasus": "soviet_union: 1 infantry",
}


def aloft(**more: str) -> GameState:
    """Soviet aircraft over a territory that was attacked in vain, and over the sea."""
    owners = {"ukraine": "germany"}
    return position("soviet_union", "noncombat_move", {**ALOFT, **more}, setup="aa1941", owners=owners).state


def landed(state: GameState) -> GameState:
    """The position once all have landed as proposed."""
    for order in proposed_landings(state):
        state = apply(state, order, NoDice()).state
    return state


@pytest.mark.rule("NCM-19", "NCM-13")
def test_each_stack_has_the_places_that_it_can_reach() -> None:
    state = aloft()
    assert [(stack.origin, stack.unit, stack.count) for stack in stacks_aloft(state)] == [
        ("sz16", "fighter", 1),
        ("ukraine", "fighter", 2),
        ("ukraine", "bomber", 1),
    ]
    sheet = landings_sheet(7, state)
    menus = [part for part in sheet.parts if isinstance(part, Menu)]
    assert [menu.placeholder for menu in menus] == [
        "1 fighter over sea zone 16: where?",
        "2 fighters over Ukraine: where?",
        "1 bomber over Ukraine: where?",
    ]
    assert ("In the Caucasus", "with 1 infantry") in [(entry.label, entry.description) for entry in menus[0].entries]
    for menu in menus:
        stack = stack_named(state, menu.deed.partition(".")[2])
        assert stack
        for entry in menu.entries:
            order = {"type": "move", "units": {stack.unit: 1}, "path": [stack.origin, entry.value]}
            assert is_legal(state, order)


@pytest.mark.rule("NCM-19")
def test_all_land_as_proposed() -> None:
    state = landed(aloft())
    assert not all_unlanded(state)
    assert is_legal(state, {"type": "end_phase"})
    assert proposed_landings(state) == ()
    assert landings_sheet(7, state).parts[0] == "All your aircraft have landed."


@pytest.mark.rule("NCM-20")
def test_a_carrier_comes_for_who_finds_no_land() -> None:
    spaces = {"sz48": "united_states: 1 fighter", "sz47": "united_states: 1 aircraft_carrier"}
    state = position("united_states", "noncombat_move", spaces, setup="aa1941").state
    rows = [part for part in landings_sheet(7, state).parts if isinstance(part, Row)]
    labels = [label for row in rows for _, label, _ in row.buttons]
    assert labels == ["Land as proposed", "Back"]
    assert not all_unlanded(landed(state))
