"""Purchase of units and repairs."""

from __future__ import annotations

from engine.ask import (
    all_repairable,
    capacity,
    complex_kind,
    cost_so_far,
    funds,
    open_accounts,
    price_list,
    treasuries_of,
    treasury,
    usable_complexes,
    waiting_units,
)
from engine.facts.board import SpaceId
from engine.table.state import GameState
from engine.table.words import ipcs, listed, number, place
from gamemaster.story.open_orders import used_and_usable, yards
from gamemaster.story.phases.telling import PhaseTelling, Told, orders_and_end
from gamemaster.story.phrases import bought, in_hand, of_account, row, spaces_named


def _report(told: Told) -> list[str]:
    power = told.start.power
    order = bought(told.end, waiting_units(told.end, power), told.end.turn.repaired)
    left = in_hand(told.end, power)
    if not order:
        return [f"Bought nothing; {left} kept."]
    cost = treasuries_of(told.start, power) - treasuries_of(told.end, power)
    return [f"Bought {order} for {ipcs(cost)}; {left} left."]


def _home(told: Told) -> tuple[SpaceId, ...]:
    """Of a purchase the capitals and the complexes near it, where nothing else is to be seen."""
    state, board = told.start, told.start.edition.board
    capitals = state.edition.power[state.power].capitals
    if state.phase != "purchase" or not capitals:
        return ()
    near = {*capitals, *(space for capital in capitals for space in board.neighbours[capital])}
    near |= {space for there in near for space in board.neighbours[there]}
    return (*capitals, *(s for s in usable_complexes(state, state.power) if s in near and s not in capitals))


def _to_do(state: GameState) -> str:
    repairs = " and repairs" if all_repairable(state) else ""
    limits = (of_account(account, funds(state, account)) for account in open_accounts(state, state.power))
    return f"Order units{repairs} for up to {listed(limits)}, then end the phase."


def _draft(state: GameState) -> list[str]:
    order = bought(state, waiting_units(state, state.power), state.turn.repaired)
    left = in_hand(state, state.power)
    if not order:
        return [f"Nothing ordered yet; {left} to spend.", yards(state), _damaged(state), *used_and_usable(state)]
    cost = sum(cost_so_far(state, account) for account in state.edition.accounts_of(state.power))
    return [f"Ordered: {order} for {ipcs(cost)}; {left} left.", yards(state), _damaged(state), *used_and_usable(state)]


def _damaged(state: GameState) -> str:
    """What the order so far does not repair: "Damage left: Germany 5, Italy 2"."""
    left = {space: sum(state.damage.get(space, {}).values()) for space in all_repairable(state)}
    parts = ", ".join(f"{place(state, space)} {points}" for space, points in left.items() if points)
    return f"Damage left: {parts}." if parts else ""


def _warnings(state: GameState) -> list[str]:
    cheapest = min(price_list(state).values())
    left = {account: treasury(state, account) for account in open_accounts(state, state.power)}
    found = [f"{of_account(account, ipcs)} are not spent." for account, ipcs in left.items() if ipcs >= cheapest]
    bought = waiting_units(state, state.power)
    ordered = sum(count for unit, count in bought.items() if state.edition.unit[unit].domain != "facility")
    yards = usable_complexes(state, state.power)
    room = sum(capacity(state, yard) for yard in yards)
    if ordered > room:
        where = f"{spaces_named(state, yards)} can place {room}" if yards else f"no {complex_kind(state)} can place any"
        found.append(f"{number(ordered, 'unit')} ordered, but {where}: the rest will be returned.")
    ships = _ordered_ships(state)
    if ships and not any(state.edition.board.zones_of(yard) for yard in yards):
        found.append(f"{ships} cannot be placed: no usable {complex_kind(state)} lies on a coast.")
    return found


def _ordered_ships(state: GameState) -> str:
    units = waiting_units(state, state.power)
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
