"""Purchase of units and repairs."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ask import (
    all_repairable,
    capacity,
    complex_kind,
    cost_so_far,
    funds,
    home_territories,
    open_accounts,
    price_list,
    rural_of,
    rural_wares,
    ships_in_dock,
    sites,
    treasury,
    usable_complexes,
)
from engine.facts.board import SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.words import label, listed, number
from gamemaster.narration.open_orders import used_and_usable, yards
from gamemaster.narration.phases.telling import PhaseTelling, ToldChapter, orders_and_end
from gamemaster.narration.phrases import (
    bought,
    force,
    in_hand,
    named_after,
    of_account,
    row,
    spaces_named,
    whoever,
)


def _report(told: ToldChapter) -> list[str]:
    power = told.start.power
    left = in_hand(told.end, power)
    costs = {a: treasury(told.start, a) - treasury(told.end, a) for a in told.end.edition.accounts_of(power)}
    order = _ordered(told.end, costs)
    return [f"Bought {order}; {left} left." if order else f"Bought nothing; {left} kept."]


def _ordered(state: GameState, costs: Mapping[Account, int]) -> str:
    """What each account ordered and what it costs: "3 infantry, 1 tank for 14 IPCs"."""
    orders = {
        account: bought(state, state.purchased.get(account.id, {}), _repaired(state, account)) for account in costs
    }
    return listed(f"{order} for {of_account(each, costs[each])}" for each, order in orders.items() if order)


def _repaired(state: GameState, account: Account) -> dict[SpaceId, Mapping[UnitId, int]]:
    repaired = state.turn.repaired.items()
    return {space: row for space, row in repaired if state.edition.account_of(space, account.power) == account}


def _home(told: ToldChapter) -> tuple[SpaceId, ...]:
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
    to_do = f"Order units{repairs} for up to {listed(limits)}, then end the phase."
    rural = rural_of(state, state.power)
    if rural:
        return f"{to_do} {whoever(state, state.power)} buys {rural_wares(state, rural)}."
    return " ".join([to_do, *_facilities_for_sale(state), *_ships_in_dock(state)])


def _facilities_for_sale(state: GameState) -> list[str]:
    """What facilities cost for which there is a site, where there are several kinds of them."""
    costs = {unit: cost for unit, cost in price_list(state).items() if state.edition.unit[unit].facility}
    kinds = {facility.kind for unit in costs if (facility := state.edition.unit[unit].facility)}
    able = {unit: cost for unit, cost in costs.items() if sites(state, unit)} if len(kinds) > 1 else {}
    names = ", ".join(f"{state.edition.unit[unit].name} {cost}" for unit, cost in able.items())
    return [f"Also for sale: {names}."] if names else []


def _ships_in_dock(state: GameState) -> list[str]:
    """The damaged ships that bases will repair for nothing when the phase ends (UNI-57)."""
    ships = ships_in_dock(state)
    zones = dict.fromkeys(ship.space for ship in ships)
    return (
        [f"Repaired for free when the phase ends: {force(state, ships)} in {spaces_named(state, zones)}."]
        if ships
        else []
    )


def _draft(state: GameState) -> list[str]:
    left = in_hand(state, state.power)
    costs = {account: cost_so_far(state, account) for account in state.edition.accounts_of(state.power)}
    order = _ordered(state, costs)
    what = f"Ordered: {order}; {left} left." if order else f"Nothing ordered yet; {left} to spend."
    return [what, yards(state), _damaged(state), *used_and_usable(state)]


def _replaced(before: GameState, after: GameState) -> str:
    """ "Instead of 3 infantry: 2 tanks."; nothing where there was no order before, or it stays as it was."""
    was, now = (listed(_orders(state)) for state in (before, after))
    return f"Instead of {was}: {now or 'nothing'}." if was and was != now else ""


def _orders(state: GameState) -> list[str]:
    """What each account has ordered, without what it costs."""
    accounts = state.edition.accounts_of(state.power)
    orders = ((each, bought(state, state.purchased.get(each.id, {}), _repaired(state, each))) for each in accounts)
    return [named_after(account, order) for account, order in orders if order]


def _damaged(state: GameState) -> str:
    """What the order so far does not repair: "Damage left: Germany 5, Italy 2"."""
    left = {space: sum(state.damage.get(space, {}).values()) for space in all_repairable(state)}
    parts = ", ".join(f"{label(state, space)} {points}" for space, points in left.items() if points)
    return f"Damage left: {parts}." if parts else ""


def _warnings(state: GameState) -> list[str]:
    cheapest = min(price_list(state).values())
    left = {account: treasury(state, account) for account in open_accounts(state, state.power)}
    found = [f"You have {of_account(account, ipcs)} unspent." for account, ipcs in left.items() if ipcs >= cheapest]
    return found + [line for account in left for line in _without_room(state, account)]


def _without_room(state: GameState, account: Account) -> list[str]:
    """What an account has ordered and its complexes will not take."""
    units, kinds = state.purchased.get(account.id, {}), state.edition.unit
    ordered = sum(count for unit, count in units.items() if kinds[unit].domain != "facility")
    own = usable_complexes(state, account.power)
    yards = [yard for yard in own if state.edition.account_of(yard, account.power) == account]
    room = sum(capacity(state, yard) for yard in yards)
    found = []
    if rural_of(state, account.power):
        nowhere = ordered and not home_territories(state)
        return ["No territory can take new units, so they will be returned."] if nowhere else []
    if ordered > room:
        none = f"no {named_after(account, complex_kind(state))} can place them"
        where = f"{spaces_named(state, yards)} can place {room}" if yards else none
        lost = "The rest" if room else "It" if ordered == 1 else "They"
        found.append(f"You ordered {number(ordered, 'unit')}, but {where}. {lost} will be returned.")
    ships = row(state, {unit: count for unit, count in units.items() if kinds[unit].domain == "sea"})
    if ships and not any(state.edition.board.zones_of(yard) for yard in yards):
        found.append(f"You cannot place {ships}: no usable {complex_kind(state)} lies on a coast.")
    return found


TELLING = PhaseTelling(
    kind="purchase",
    report=_report,
    to_do=_to_do,
    draft=_draft,
    warnings=_warnings,
    deeds=orders_and_end("buy", "Buy units", "End purchases"),
    spaces=_home,
    gives_way=True,
    replaced=_replaced,
    shown_with="combat_move",
)
