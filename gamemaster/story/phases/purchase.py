"""Purchase of units and repairs."""

from __future__ import annotations

from engine.board import SpaceId
from engine.production import capacity, usable_complexes
from engine.purchase import funds, price_list, repairable
from engine.state import GameState
from engine.words import ipcs, number, place
from gamemaster.story.open_orders import used_and_usable, yards
from gamemaster.story.phases.telling import PhaseTelling, Told, orders_and_end
from gamemaster.story.phrases import bought, row, spaces_named


def _report(told: Told) -> list[str]:
    power = told.start.power
    order = bought(told.end, told.end.purchased.get(power, {}), told.end.turn.repaired)
    left = ipcs(told.end.treasuries[power])
    if not order:
        return [f"Bought nothing; {left} kept."]
    cost = told.start.treasuries[power] - told.end.treasuries[power]
    return [f"Bought {order} for {ipcs(cost)}; {left} left."]


def _home(told: Told) -> tuple[SpaceId, ...]:
    """Of a purchase the capital and the complexes near it, where nothing else is to be seen."""
    state, board = told.start, told.start.edition.board
    capital = state.edition.power[state.power].capital
    if state.phase != "purchase" or not capital:
        return ()
    near = {capital, *board.neighbours[capital]}
    near |= {space for there in near for space in board.neighbours[there]}
    return (capital, *(space for space in usable_complexes(state, state.power) if space in near and space != capital))


def _to_do(state: GameState) -> str:
    repairs = " and repairs" if repairable(state, state.power) else ""
    return f"Order units{repairs} for up to {ipcs(funds(state, state.power))}, then end the phase."


def _draft(state: GameState) -> list[str]:
    order = bought(state, state.purchased.get(state.power, {}), state.turn.repaired)
    left = ipcs(state.treasuries[state.power])
    if not order:
        return [f"Nothing ordered yet; {left} to spend.", yards(state), _damaged(state), *used_and_usable(state)]
    cost = funds(state, state.power) - state.treasuries[state.power]
    return [f"Ordered: {order} for {ipcs(cost)}; {left} left.", yards(state), _damaged(state), *used_and_usable(state)]


def _damaged(state: GameState) -> str:
    """What the order so far does not repair: "Damage left: Germany 5, Italy 2"."""
    left = {space: sum(state.damage.get(space, {}).values()) for space in repairable(state, state.power)}
    parts = ", ".join(f"{place(state, space)} {points}" for space, points in left.items() if points)
    return f"Damage left: {parts}." if parts else ""


def _warnings(state: GameState) -> list[str]:
    found = []
    left = state.treasuries[state.power]
    if left >= min(price_list(state).values()):
        found.append(f"{ipcs(left)} are not spent.")
    bought = state.purchased.get(state.power, {})
    ordered = sum(count for unit, count in bought.items() if state.edition.unit[unit].domain != "facility")
    yards = usable_complexes(state, state.power)
    room = sum(capacity(state, yard) for yard in yards)
    if ordered > room:
        where = f"{spaces_named(state, yards)} can place {room}" if yards else "no industrial complex can place any"
        found.append(f"{number(ordered, 'unit')} ordered, but {where}: the rest will be returned.")
    ships = _ordered_ships(state)
    if ships and not any(state.edition.board.zones_of(yard) for yard in yards):
        found.append(f"{ships} cannot be placed: no usable industrial complex lies on a coast.")
    return found


def _ordered_ships(state: GameState) -> str:
    units = state.purchased.get(state.power, {})
    return row(state, {unit: n for unit, n in units.items() if state.edition.unit[unit].domain == "sea"})


TELLING = PhaseTelling(
    kind="purchase",
    report=_report,
    to_do=_to_do,
    draft=_draft,
    warnings=_warnings,
    deeds=orders_and_end("buy", "Buy units", "End purchases"),
    spaces=_home,
    gives_way=True,
    shown_with="combat_move",
)
