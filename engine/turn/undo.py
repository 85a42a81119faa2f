"""Taking back orders of the present phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from itertools import compress
from operator import is_not
from typing import Literal

from engine.dice import DiceWanted, NoDice
from engine.errors import IllegalAction, Refusal
from engine.events.changes import OrdersSealed, OrderTaken, OrderUndone, with_changes
from engine.kinds import Count, Order, order_to_json
from engine.play import Play
from engine.state.changes import Patch, UndoEntry
from engine.state.game_state import GameState
from engine.state.known import of_itself
from engine.state.pieces import Piece, PieceId
from engine.state.successors import with_values
from engine.state.words import number

__all__ = ["at_phase_start", "check_may_order", "without_orders"]

Perform = Callable[[Play, Mapping[str, object]], Order]
"""Reads an order that is kept and carries it out once more."""


class Undo(Order):
    """Take back the last order of the phase, or the one with index `order` (0 the oldest)."""

    type: Literal["undo"]
    order: Count | None = None


MOST_OPEN_ORDERS = 200
"""Of one phase, ten times as many as the longest turn on record: what is taken back is worked out from all of them."""


def check_may_order(state: GameState) -> None:
    """Raise IllegalAction where a phase has as many orders as can be taken back."""
    if len(state.undo) >= MOST_OPEN_ORDERS:
        raise IllegalAction(
            "phase",
            f"You have given {MOST_OPEN_ORDERS} orders in this phase, which is the limit. End the phase, or undo some "
            "and move more units with one order.",
        )


def difference(before: GameState, after: GameState) -> Patch:
    """What to put back into `after` to get `before`; raises TypeError where something changed that no patch holds."""
    pieces = _former(before.pieces, after.pieces)
    others = (each.name for each in fields(before) if each.name not in ("pieces", "undo"))
    values = ((name, getattr(before, name), getattr(after, name)) for name in others)
    whole: dict[str, object] = {name: was for name, was, now in values if was is not now and was != now}
    return Patch(pieces=pieces, **whole)  # type: ignore[arg-type]  # a field of a name has one type


def _former(before: Mapping[PieceId, Piece], after: Mapping[PieceId, Piece]) -> dict[PieceId, Piece | None]:
    """The pieces that are others in `after`, or gone, and nothing for those that are new there."""
    if list(before) == list(after):  # then they are quickly found
        others = compress(before.items(), map(is_not, before.values(), after.values()))
        return {i: piece for i, piece in others if after[i] != piece}
    new = {i: None for i in after if i not in before}
    return {i: piece for i, piece in before.items() if after.get(i) != piece} | new


def remember(play: Play, before: GameState, order: Order) -> None:
    """Put an order that was just carried out on the undo stack; it is the acting power's, named or not.

    After dice there is nothing to take back: the stack is empty then.
    """
    if play.dice.were_rolled:
        play.emit(OrdersSealed(audience=play.power))
        return
    plain = order_to_json(order.model_copy(update={"power": None}))
    entry = UndoEntry(plain, difference(before, play.state))
    play.emit(OrderTaken(entry, audience=play.power))


def undo(play: Play, order: Undo, perform: Perform) -> None:
    """Take back the last order, or the one with index `order` where the later ones stand without it."""
    stack = play.state.undo
    if not stack:
        raise IllegalAction("phase", "You have no order in this phase to undo.")
    index = len(stack) - 1 if order.order is None else order.order
    if index >= len(stack):
        raise IllegalAction(
            "form", f"There is no order {index}: you can undo {number(len(stack), 'order')}, counted from 0."
        )
    kept = Play(without_orders(play.state, index), play.dice)
    for later in stack[index + 1 :]:
        _again(kept, later, perform)
    patch = difference(kept.state, play.state)
    play.emit(OrderUndone(index, stack[index].order, patch, play.power, again=kept.state.undo[index:]))


@of_itself
def at_phase_start(state: GameState) -> GameState:
    """The state before all orders of its phase; there must be some."""
    return without_orders(state, 0)


def without_orders(state: GameState, since: int) -> GameState:
    """The state before the order with this index and all later ones."""
    patches = [entry.patch for entry in reversed(state.undo[since:])]
    pieces = {name: piece for patch in patches for name, piece in patch.pieces.items()}
    others = [each.name for each in fields(Patch) if each.name != "pieces"]
    whole = {name: value for patch in patches for name in others if (value := getattr(patch, name)) is not None}
    return with_values(with_changes(state, Patch(pieces, **whole)), undo=state.undo[:since])


def undone_with(state: GameState, index: int, perform: Perform) -> tuple[int, ...]:
    """The orders that have to be taken back together with one, itself first: those that cannot be given without it."""
    stack = state.undo
    kept, found = without_orders(state, index), [index]
    for number_of, later in enumerate(stack[index + 1 :], index + 1):
        play = Play(kept, NoDice())
        try:
            _again(play, later, perform)
        except (IllegalAction, DiceWanted):
            found.append(number_of)
        else:
            kept = play.state
    return tuple(found)


def _again(play: Play, entry: UndoEntry, perform: Perform) -> None:
    before = play.state
    try:
        order = perform(play, entry.order)
    except Refusal as no:
        raise IllegalAction(
            "phase", f"A later order depends on that one, so you cannot undo it alone: {no.message}"
        ) from no
    remember(play, before, order)
