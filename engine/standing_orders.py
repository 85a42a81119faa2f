"""Answers that a power left behind, given beside the engine.

`orders` maps "land", "sea" and "air" to an order of loss: units in the order in which the power wants to lose them.
"air" is used where only aircraft can take the hits. What an order does not name follows in the printed order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.board import PowerId
from engine.combat.default_losses import as_choice, slots_in_order
from engine.combat.losses import HitTaking
from engine.errors import IllegalAction
from engine.events import AttackOrDefense
from engine.state import Choice, GameState, Request
from engine.unit_types import UnitId
from engine.words import listed

Orders = Mapping[str, Sequence[UnitId]]
DOMAINS = ("land", "sea", "air")


def check_orders(state: GameState, orders: Orders) -> None:
    """Raise IllegalAction (`form`, `units`) if these are no orders of loss of the edition (ASY-04)."""
    for domain, units in orders.items():
        if domain not in DOMAINS:
            raise IllegalAction("form", f"There is an order of loss for {listed(DOMAINS)}, not for “{domain}”.")
        for unit in units:
            if unit not in state.edition.unit or state.edition.unit[unit].hits == 0:
                raise IllegalAction("units", f"“{unit}” is no unit that can be lost in this edition.")
        if len(set(units)) != len(units):
            raise IllegalAction("units", "Each unit stands once in an order of loss.")


def answer_by_orders(state: GameState, request: Request, power: PowerId, orders: Orders) -> Choice | None:
    """The choice that a power's standing orders make for an open request, or None where they say nothing about it.

    In a joint defence the order of one owner is its proposal for all (CMB-23).
    """
    if request.kind != "casualties" or state.battle is None or power not in request.powers:
        return None
    side: AttackOrDefense = request.options["side"]
    taking = HitTaking(state, state.battle, side)
    only_aircraft = all(state.type_of(piece).domain == "air" for piece in taking.targets)
    order = (orders.get("air") if only_aircraft else None) or orders.get(state.battle.part)
    if not order:
        return None
    return as_choice(taking, slots_in_order(taking, tuple(order)))
