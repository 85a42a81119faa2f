"""All kinds of orders: a new one is a value in the module of its rule, and its entry here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from engine.advantages.rolling import ROLL_ADVANTAGES
from engine.advantages.uses import USE_ADVANTAGE
from engine.combat.begin import FIGHT_BATTLE
from engine.correction.edit import EDIT
from engine.economy.mobilize import MOBILIZE
from engine.economy.purchase import PURCHASE
from engine.economy.research import RESEARCH
from engine.errors import IllegalAction
from engine.movement.engaging import ENGAGE
from engine.movement.orders import MOVE
from engine.movement.promises import PROMISE
from engine.order_kind import After, AnyOrderKind, OrderKind, on_turn
from engine.play import Play
from engine.reading import problem_in
from engine.state.game_state import GameState
from engine.state.order import Order
from engine.turn.conceding import CONCEDE
from engine.turn.course import END_PHASE
from engine.turn.deciding import DECIDE
from engine.turn.declaring import DECLARE_WAR
from engine.turn.leave import LEAVE
from engine.turn.undo import Undo, undo, undone_with

__all__ = ["parse_order", "undone_together"]


def carry_out_again(play: Play, kept: Mapping[str, object]) -> Order:
    """Carry out an order that was kept, as when an earlier one is taken back; raises IllegalAction."""
    order = parse_order(kept)
    ORDERS[order.type].carry_out(play, order)
    return order


def undone_together(state: GameState, index: int) -> tuple[int, ...]:
    """The orders that have to be taken back together with one, itself first; all by their index, from 0."""
    return undone_with(state, index, carry_out_again)


UNDO = OrderKind(Undo, lambda play, order: undo(play, order, carry_out_again), After.NOTHING, (on_turn,))

_KINDS: tuple[AnyOrderKind, ...] = (
    RESEARCH,
    PURCHASE,
    DECLARE_WAR,
    MOVE,
    ENGAGE,
    PROMISE,
    UNDO,
    FIGHT_BATTLE,
    DECIDE,
    MOBILIZE,
    USE_ADVANTAGE,
    ROLL_ADVANTAGES,
    END_PHASE,
    LEAVE,
    CONCEDE,
    EDIT,
)
ORDERS: Mapping[str, AnyOrderKind] = {kind.name: kind for kind in _KINDS}
"""The kinds of orders by their `type`."""

_FORM: TypeAdapter[Order] = TypeAdapter(
    Annotated[reduce(or_, (kind.form for kind in _KINDS)), Field(discriminator="type")]  # type: ignore[arg-type]
)


def parse_order(value: Order | Mapping[str, object]) -> Order:
    """Read an order from its form or a mapping; raises IllegalAction (`form`)."""
    if not isinstance(value, dict):  # which is found out sooner than the rest
        if isinstance(value, Order):
            return value
        if not isinstance(value, Mapping):
            raise IllegalAction("form", "An order is a JSON object with a “type”.")
    try:
        return _FORM.validate_python(dict(value))
    except ValidationError as error:
        raise IllegalAction("form", f"I don't understand that order: {problem_in(error, 'type', skip=1)}.") from error
