"""Answers that a power left behind, given beside the engine.

`orders` maps "land", "sea" and "air" to an order of loss: units in the order in which the power wants to lose them.
"air" is used where only aircraft can take the hits. What an order does not name follows in the printed order.
"advantages" holds AS_PRINTED where questions of the power's national advantages get their printed answers unasked.
The other domains of POLICIES hold one of their policies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.board import PowerId
from engine.combat.default_losses import as_choice, slots_in_order
from engine.combat.losses import HitTaking
from engine.combat.submerge import is_alone
from engine.errors import IllegalAction
from engine.events.battle import AttackOrDefense
from engine.quoting import quoted
from engine.state import Battle, Choice, GameState, Request
from engine.unit_types import UnitId
from engine.words import listed

Orders = Mapping[str, Sequence[UnitId]]
DOMAINS = ("land", "sea", "air")
ADVANTAGES = "advantages"
AS_PRINTED = ("default",)
POLICIES: Mapping[str, Sequence[str]] = {
    "submerge": ("always", "never", "alone"),
    "retreat": ("press", "default", "retreat"),
    "stranded": AS_PRINTED,
}
"""What can be left for submarines, for pressing on, and for aircraft without a place to land."""
ANSWERED = ("casualties", "submerge", "retreat", "stranded_landing")
"""Kinds of questions that these orders answer, beside those of national advantages."""


def check_orders(state: GameState, orders: Orders) -> None:
    """Raise IllegalAction (`form`, `units`, OPT-07) if these are no standing orders of the edition (ASY-04)."""
    for domain, units in orders.items():
        if domain == ADVANTAGES:
            _check_advantages(state, units)
            continue
        if domain in POLICIES:
            _check_policy(domain, units)
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


def _check_policy(domain: str, policy: Sequence[str]) -> None:
    known = POLICIES[domain]
    if policy and (len(policy) != 1 or policy[0] not in known):
        raise IllegalAction("form", f"For {domain} there is {listed(known)}, not {quoted(', '.join(policy))}.")


def answer_by_orders(state: GameState, request: Request, power: PowerId, orders: Orders) -> Choice | None:
    """The choice that a power's standing orders make for an open request, or None where they say nothing about it.

    In a joint defence the order of one owner is its proposal for all (CMB-23).
    """
    if power not in request.powers:
        return None
    if request.kind in state.edition.advantage:
        return request.default if orders.get(ADVANTAGES) else None
    if request.kind == "stranded_landing":
        return request.default if orders.get("stranded") else None
    if state.battle is None or request.kind not in ANSWERED:
        return None
    if request.kind == "submerge":
        return _diving(state, state.battle, request, request.options["side"], orders)
    if request.kind == "retreat":
        return _pressing(state, state.battle, request, orders)
    side: AttackOrDefense = request.options["side"]
    taking = HitTaking(state, state.battle, side)
    only_aircraft = all(state.type_of(piece).domain == "air" for piece in taking.targets)
    order = (orders.get("air") if only_aircraft else None) or orders.get(state.battle.part)
    if not order:
        return None
    return as_choice(taking, slots_in_order(taking, tuple(order)))


def _diving(
    state: GameState, battle: Battle, request: Request, side: AttackOrDefense, orders: Orders
) -> dict[UnitId, int] | None:
    """The submarines that submerge; None where the orders do not say."""
    (policy,) = orders.get("submerge") or ("",)
    if not policy:
        return None
    dives = policy == "always" or (policy == "alone" and is_alone(state, battle, side))
    return dict(request.options["submerge"]) if dives else {}


def _pressing(state: GameState, battle: Battle, request: Request, orders: Orders) -> Choice | None:
    """Pressing on or retreating, with the submarines that submerge before; None where something is left to say."""
    ways = request.options["retreat"]
    (policy,) = orders.get("retreat") or ("",)
    dive: dict[UnitId, int] | None = {}
    if "submerge" in request.options:
        dive = _diving(state, battle, request, "attacker", orders)
    if policy == "default":
        return request.default
    if dive is None or (ways and not policy):
        return None
    going: dict[str, Any] = {"retreat": ways[0]} if policy == "retreat" and ways else {"press": True}
    return {**going, "submerge": dive} if dive else going
