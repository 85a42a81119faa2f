"""Bids of both sides, which neither sees before both are in, in every setup (OPT-10, ASY-06, ASY-64)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine import IllegalAction, ScriptedDice, apply, new_game, setup_names
from engine.ask import bid_prices, bid_spaces
from engine.events.economy import BidKept, BidPlaced
from engine.replay import read_record, replay
from engine.state.game_state import GameState
from engine.state.questions import Request
from tests.engine.table import Table
from tests.samples import Sample

ALL = setup_names()
in_every_setup = pytest.mark.rule("OPT-10", "ASY-06", "ASY-64", setups="every + 1940")
MOST = "allies 99, axis 99"


def bidding(setup: str, bid: str = "allies 9, axis 6", **options: str) -> Table:
    """A new game in which both sides are given something."""
    return Table(new_game(setup, {"bid": bid, **options}))


def order(request: Request, choice: Any) -> dict[str, Any]:
    """The order with which a side places its bid."""
    return {"type": "decide", "request": request.id, "power": request.power, "choice": choice}


def infantry(state: GameState, request: Request, count: int = 1) -> dict[str, Any]:
    """Infantry in the first territory of the power that is asked."""
    space = next(space for space in bid_spaces(state, request.power) if state.edition.board.is_land(space))
    return {"units": {request.power: {space: {"infantry": count}}}}


@in_every_setup
@pytest.mark.parametrize("setup", ALL)
def test_both_are_asked_at_once_and_both_bids_happen_when_the_second_is_in(setup: str) -> None:
    table = bidding(setup)
    before = table.state
    allies, axis = before.requests
    assert [before.edition.power[each.power].side for each in (allies, axis)] == ["allies", "axis"]
    table.do(order(axis, infantry(before, axis)))
    assert (table.state.pieces, table.state.treasuries) == (before.pieces, before.treasuries)
    assert {event.audience for event in table.events} == {axis.power}
    table.refuses({"type": "end_phase"}, "request")
    table.do(order(allies, infantry(before, allies)))
    placed = [event.power for event in table.events if isinstance(event, BidPlaced)]
    assert placed == [allies.power, axis.power]
    assert all(event.audience == "all" for event in table.events if isinstance(event, BidPlaced | BidKept))
    assert (table.state.requests, table.phase) == ((), before.phase)


@in_every_setup
@pytest.mark.parametrize("setup", ALL)
def test_who_keeps_silent_places_no_unit_and_keeps_the_ipcs(setup: str) -> None:
    table = bidding(setup)
    before, (allies, axis) = table.state, table.state.requests
    table.do(order(axis, infantry(before, axis))).do(order(allies, "default"))
    gained = sum(table.state.treasuries.values()) - sum(before.treasuries.values())
    assert gained == 9 + 6 - bid_prices(before, axis.power)["infantry"]
    assert len(table.state.pieces) == len(before.pieces) + 1


@pytest.mark.rule("ASY-64", setup="aa1941")
def test_a_bid_may_be_changed_until_the_other_side_has_placed_its_own() -> None:
    table = bidding("aa1941")
    before, (allies, axis) = table.state, table.state.requests
    table.do(order(axis, infantry(before, axis))).do(order(axis, {"ipcs": {"japan": 6}}))
    table.refuses(order(axis, infantry(before, axis, 2)), "OPT-10")
    table.do(order(allies, "default"))
    assert len(table.state.pieces) == len(before.pieces)
    assert table.state.treasuries["japan"] == before.treasuries["japan"] + 6
    table.refuses(order(axis, "default"), "request")


LIMITS = {"one": (1, False), "any": (None, False), "anywhere": (None, True)}
"""How many units go to a space, and whether to any territory of the power."""


Chosen = tuple[str, str, bool]
"""A kind of unit, a space, and whether a bid may place it there."""


def choices(state: GameState, power: str, *, anywhere: bool) -> Iterator[Chosen]:
    """Every kind of unit and every space, and whether a bid may place it there by the letter of the rule."""
    board, prices = state.edition.board, bid_prices(state, power)
    stand = {piece.space for piece in state.pieces.values() if piece.power == power}
    if anywhere:
        stand |= {territory for territory, owner in state.owners.items() if owner == power}
    for unit, line in state.edition.unit.items():
        for space in board.neighbours:
            fits = (line.domain == "sea") != board.is_land(space)
            yield unit, space, unit in prices and fits and space in stand


@in_every_setup
@pytest.mark.sampled
@pytest.mark.parametrize(
    ("setup", "units"), [*((setup, "one") for setup in ALL), ("aa1941", "any"), ("aa1941", "anywhere")]
)
def test_limits_hold_for_every_unit_in_every_space(setup: str, units: str, sample: Sample[Chosen]) -> None:
    state, (most, anywhere) = bidding(setup, MOST, bid_units=units).state, LIMITS[units]
    for request in state.requests:
        every = [*choices(state, request.power, anywhere=anywhere)]
        may_not = sample([each for each in every if not each[2]], 5)
        for unit, space, may in (*(each for each in every if each[2]), *may_not):
            for count in (1, 2) if may else (1,):
                choice = {"units": {request.power: {space: {unit: count}}}}
                refused = refusal(state, order(request, choice))
                assert (refused is None) == (may and count <= (most or count)), (unit, space, count)
                assert refused is None or (refused.rule == "OPT-10" and len(refused.message) < 400)


def refusal(state: GameState, action: dict[str, Any]) -> IllegalAction | None:
    """Why an order is refused; None where it is carried out."""
    try:
        apply(state, action, ScriptedDice(()))
    except IllegalAction as refused:
        return refused
    return None


@pytest.mark.rule("OPT-10", "ASY-64", setups="every + 1940")
@pytest.mark.parametrize("setup", ALL)
def test_the_record_of_such_a_game_replays(setup: str) -> None:
    table = bidding(setup)
    before, steps = table.state, []
    for request in before.requests:
        action = order(request, infantry(before, request))
        table.do(action)
        steps.append({"by": request.power, "action": action})
    record = {"format": 1, "setup": setup, "options": before.options, "steps": steps}
    told = replay(read_record(json.dumps(record)))
    assert told.error is None
    assert told.state == table.state
