"""With 2,000 pieces on the board, and as many orders as there can be, every question and order is still cheap.

A million steps are about a quarter of a second of a core. What was dear grew with the square of the pieces.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import GameState, IllegalAction, apply, event_to_json, state_to_text
from engine.ask import destinations, landing_plan, movable, undone_together, without_orders
from engine.dice import NoDice
from engine.landing.berths import Deck, berths
from engine.movement.promises import MOST_PROMISED
from engine.turn.undo import MOST_OPEN_ORDERS
from tests.engine.full_boards import (
    board,
    carrier_fleets,
    far_from_carriers,
    fliers,
    harbour,
    order,
    ordered,
)
from tests.engine.steps import steps
from tests.engine.table import Table

ONE_FIGHTER = {"type": "move", "units": {"fighter": 1}, "path": ["sz26", "sz12"]}
FIRST_BACK = {"type": "undo", "order": 0}

WORK: dict[str, tuple[int, Callable[[], GameState], Callable[[GameState], object]]] = {
    "the proof for aircraft near land": (100_000, fliers, landing_plan),
    "the proof for aircraft on their carriers": (100_000, carrier_fleets, landing_plan),
    "the proof for aircraft and carriers apart": (100_000, far_from_carriers, landing_plan),
    "what can move, aircraft aboard": (350_000, carrier_fleets, movable),
    "what can move, transports": (150_000, harbour, movable),
    "where a fighter goes": (700_000, carrier_fleets, lambda state: destinations(state, "sz26", "fighter")),
    "an order of a fighter": (250_000, far_from_carriers, lambda state: order(state, ONE_FIGHTER)),
    "the end of a phase": (400_000, carrier_fleets, lambda state: order(state, {"type": "end_phase"})),
    "the last order taken back": (5_000, ordered, lambda state: order(state, {"type": "undo"})),
    "the first order taken back": (1_300_000, ordered, lambda state: order(state, FIRST_BACK)),
    "what depends on the first order": (1_300_000, ordered, lambda state: undone_together(state, 0)),
    "the board without open orders": (10_000, ordered, lambda state: without_orders(state, 0)),
}


@pytest.mark.parametrize("what", WORK)
def test_it_takes_no_more_steps_than_it_may(what: str) -> None:
    most, position, ask = WORK[what]
    state = replace(position())  # nothing is known of it yet
    steps(lambda: ask(state), most)


@pytest.mark.rule("CMV-39")
def test_hundreds_of_carriers_that_are_alike_are_matched_as_one_kind() -> None:
    decks = [Deck(frozenset({"a", "b"}), 2) for _ in range(250)]
    wanted = [frozenset({"a"}), frozenset({"b"})] * 250
    found: list[str | None] = []
    steps(lambda: found.extend(berths(wanted, decks, 0)), 10_000)
    assert found == ["a", "b"] * 250


def test_a_phase_has_as_many_orders_as_can_be_taken_back() -> None:
    table = Table(ordered())
    assert len(table.state.undo) == MOST_OPEN_ORDERS
    another = {"type": "move", "units": {"tank": 1}, "path": ["manchuria", "korea"]}
    said = table.refuses(another, "phase")
    assert said.startswith("You have given 200 orders in this phase, which is the limit. End the phase, or undo")
    table.do({"type": "undo"}).do(another).do({"type": "end_phase"})


def test_an_order_taken_back_is_written_down_without_those_that_stay() -> None:
    last = apply(ordered(), {"type": "undo"}, NoDice()).events
    assert len(json.dumps([event_to_json(event) for event in last])) < 3_000
    middle = apply(ordered(), {"type": "undo", "order": MOST_OPEN_ORDERS - 3}, NoDice())
    assert len(json.dumps([event_to_json(event) for event in middle.events])) < 6_000
    assert middle.state.undo[:-2] == ordered().undo[:-3]


@pytest.mark.rule("CMV-46")
def test_a_promise_that_is_given_again_adds_nothing() -> None:
    state = _with_carriers()
    once = order(state, _promise(state, 0, "sz6"))
    assert order(once, _promise(state, 0, "sz6")).turn == once.turn
    elsewhere = order(once, _promise(state, 0, "sz7"))
    assert [zone for _, zone in elsewhere.turn.promises] == ["sz7"]


@pytest.mark.rule("CMV-46")
@pytest.mark.parametrize("fighters", [20, 400])
def test_two_hundred_promises_for_hundreds_of_aircraft_stay_small(fighters: int) -> None:
    state = _with_carriers(fighters)
    before = len(state_to_text(state))
    for number in range(MOST_OPEN_ORDERS - len(state.undo)):
        state = order(state, _promise(state, number % MOST_PROMISED, ("sz6", "sz7")[number % 2]))
    assert len(state_to_text(state)) < before + 4_000_000


@pytest.mark.rule("CMV-46")
def test_as_many_carriers_are_promised_as_can_be_kept() -> None:
    state = _with_carriers()
    for number in range(MOST_PROMISED):
        state = order(state, _promise(state, number, "sz6"))
    with pytest.raises(IllegalAction, match="You have promised 40 carriers this turn"):
        order(state, _promise(state, MOST_PROMISED, "sz6"))
    order(state, _promise(state, 0, "sz7"))


def _with_carriers(fighters: int = 1) -> GameState:
    """50 empty carriers off Japan, and fighters that attack a transport two zones away."""
    state = board({"sz6": {"aircraft_carrier": 50}, "japan": {"fighter": fighters}}, "combat_move")
    state = order(state, {"type": "edit", "spaces": {"sz17": {"units": {"united_states": {"transport": 1}}}}})
    return order(state, {"type": "move", "units": {"fighter": fighters}, "path": ["japan", "sz17"]})


def _promise(state: GameState, number: int, zone: str) -> dict[str, str]:
    carriers = [piece.id for piece in state.at("sz6") if piece.unit == "aircraft_carrier"]
    return {"type": "promise", "carrier": carriers[number], "space": zone}
