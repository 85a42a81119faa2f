"""Ordering units (PUR-01..09)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Purchase
from engine.board import PowerId
from engine.errors import IllegalAction
from engine.events import UnitsPurchased
from engine.play import Play
from engine.selection import check_units_known
from engine.state import GameState
from engine.unit_types import UnitId
from engine.words import counted


def price_list(state: GameState) -> dict[str, int]:
    """IPCs for each unit that can be bought (PUR-02)."""
    return {unit.id: unit.cost for unit in state.edition.units if unit.cost is not None}


def funds(state: GameState, power: PowerId) -> int:
    """IPCs that a purchase order may cost: the treasury and what the order so far has cost."""
    prices = price_list(state)
    so_far = sum(prices[unit] * count for unit, count in state.purchased.get(power, {}).items())
    return state.treasuries[power] + so_far


def check_for_sale(state: GameState, units: Iterable[UnitId]) -> None:
    """Raise IllegalAction for units that nobody can buy (`units`, PUR-02, PUR-09)."""
    check_units_known(state, dict.fromkeys(units, 1))
    for unit in units:
        if unit not in price_list(state):
            rule = "PUR-09" if state.edition.unit[unit].production else "PUR-02"
            raise IllegalAction(rule, f"The {state.edition.unit[unit].name} is not for sale in this edition.")


def purchase(play: Play, order: Purchase) -> None:
    """Replace the purchase order so far; raises IllegalAction."""
    state = play.state
    check_for_sale(state, order.units)
    prices = price_list(state)
    if order.repairs:
        raise IllegalAction("PUR-15", "Nothing can be damaged in this edition, so there is nothing to repair.")
    if order.from_ not in (None, play.power):
        raise IllegalAction("GEN-12", "A power buys from its own treasury only.")
    units = {unit: count for unit, count in order.units.items() if count}
    cost = sum(prices[unit] * count for unit, count in units.items())
    available = funds(state, play.power)
    if cost > available:
        raise IllegalAction("PUR-02", f"{counted(state, units)} cost {cost} IPCs; you have {available}.")
    play.emit(UnitsPurchased(play.power, units, cost, available - cost, audience=play.audience))
