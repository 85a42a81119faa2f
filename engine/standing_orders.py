"""Answers that a power left behind, given beside the engine.

`orders` maps "land", "sea" and "air" to an order of loss: units in the order in which the power wants to lose them.
"air" is used where only aircraft can take the hits. What an order does not name follows in the printed order.
"advantages" holds AS_PRINTED where questions of the power's national advantages get their printed answers unasked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.board import PowerId
from engine.combat.default_losses import as_choice, slots_in_order
from engine.combat.losses import HitTaking
from engine.errors import IllegalAction
from engine.events import AttackOrDefense
from engine.quoting import quoted
from engine.state import Choice, GameState, Request
from engine.unit_types import UnitId
from engine.words import listed

Orders = Mapping[str, Sequence[UnitId]]
DOMAINS = ("land", "sea", "air")
ADVANTAGES = "advantages"
AS_PRINTED = ("default",)


def check_orders(state: GameState, orders: Orders) -> None:
    """Raise IllegalAction (`form`, `units`, OPT-07) if these are no standing orders of the edition (ASY-04)."""
    for domain, units in orders.items():
        if domain == ADVANTAGES:
            _check_advantages(state, units)
            continue
        if domain not in DOMAINS:
            raise IllegalAction("form", f"There is an order of loss for {listed(DOMAINS)}, not for {quoted(domain)}.")
        for unit in units:
            if unit not in state.edition.unit or state.edition.unit[unit].hits == 0:
                raise IllegalAction("units", f"{quoted(unit)} is no unit that can be lost in this edition.")
        if len(set(units)) != len(units):
            raise IllegalAction("units", "Each unit stands once in an order of loss.")


def _check_advantages(state: GameState, order: Sequence[str]) -> None:
    if not state.edition.advantages:
        raise IllegalAction("OPT-07", "There are no national advantages in this game.")
    if tuple(order) not in ((), AS_PRINTED):
        raise IllegalAction("form", "Questions of national advantages are left to their printed answers, or asked.")


def answer_by_orders(state: GameState, request: Request, power: PowerId, orders: Orders) -> Choice | None:
    """The choice that a power's standing orders make for an open request, or None where they say nothing about it.

    In a joint defence the order of one owner is its proposal for all (CMB-23).
    """
    if power not in request.powers:
        return None
    if request.kind in state.edition.advantage:
        return request.default if orders.get(ADVANTAGES) else None
    if request.kind != "casualties" or state.battle is None:
        return None
    side: AttackOrDefense = request.options["side"]
    taking = HitTaking(state, state.battle, side)
    only_aircraft = all(state.type_of(piece).domain == "air" for piece in taking.targets)
    order = (orders.get("air") if only_aircraft else None) or orders.get(state.battle.part)
    if not order:
        return None
    return as_choice(taking, slots_in_order(taking, tuple(order)))
