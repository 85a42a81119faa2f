"""Ordering units and repairs (PUR-01..09, PUR-15..19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import Field

from engine.economy.accounts import account_that_pays, open_accounts, treasury
from engine.economy.home_ground import rural_of, rural_units, rural_wares
from engine.errors import IllegalAction
from engine.events.economy import UnitsPurchased
from engine.facilities.damage import facility_line
from engine.facilities.meaning import check_one_stands, counts_meant, facilities_of
from engine.facilities.sites import sites
from engine.facts.board import SpaceId
from engine.facts.openings import Account, AccountId
from engine.facts.unit_types import UnitId
from engine.kinds import After, Counts, Order, OrderKind, in_phases, on_turn
from engine.play import Play
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.selection import check_units_known
from engine.state.words import counted, first_upper, ipcs, listed, place

__all__ = ["Purchase", "all_repairable", "cost_so_far", "funds", "price_list", "prices", "repairable"]


class Purchase(Order):
    """Order units; replaces the order so far of the account `from` which is paid (PUR-01, PUR-14)."""

    type: Literal["purchase"]
    units: Counts = Field(default_factory=dict)
    repairs: dict[SpaceId, Counts] = Field(default_factory=dict)
    from_: AccountId | None = Field(default=None, alias="from")


Repairs = Mapping[SpaceId, Mapping[UnitId, int]]


def prices(state: GameState) -> dict[UnitId, int]:
    """IPCs for each unit that is sold in this edition, ships cheaper with improved shipyards (RES-52)."""
    lines = (state.unit_of(state.power, unit.id) for unit in state.edition.units)
    return {unit.id: unit.cost for unit in lines if unit.cost is not None}


def price_list(state: GameState) -> dict[UnitId, int]:
    """IPCs for each unit that the power on turn can buy now, at war or not (PUR-02, PUR-12, PUR-13)."""
    rural = rural_of(state, state.power)
    if rural is None:
        return prices(state)
    offered = rural_units(state, rural)
    return {unit: price for unit, price in prices(state).items() if unit in offered}


def repairable(state: GameState, account: Account) -> dict[SpaceId, dict[UnitId, int]]:
    """Points of damage to the facilities of an account's territories, before the repairs so far (PUR-14, PUR-19)."""
    found: dict[SpaceId, dict[UnitId, int]] = {}
    if rural_of(state, account.power):
        return found
    for space in sorted({*state.damage, *state.turn.repaired}):
        if not _belongs_to(state, space, account):
            continue
        left, repaired = state.damage.get(space, {}), state.turn.repaired.get(space, {})
        found[space] = {unit: left.get(unit, 0) + repaired.get(unit, 0) for unit in (*left, *repaired)}
    return found


def all_repairable(state: GameState) -> dict[SpaceId, dict[UnitId, int]]:
    """Points of damage that the power on turn could pay for, from any of its accounts."""
    return {s: row for account in open_accounts(state, state.power) for s, row in repairable(state, account).items()}


def _belongs_to(state: GameState, space: SpaceId, account: Account) -> bool:
    held = state.owners[space] == account.power
    return held and state.edition.account_of(space, account.power) == account


def repair_cost(state: GameState, repairs: Repairs) -> int:
    """IPCs for repairs by the power on turn: 1 for each point of damage (PUR-16).

    With increased production 1 IPC removes more points, and what is left over costs a full IPC (RES-41, RES-42).
    """
    points: Counter[int] = Counter()
    for row in repairs.values():
        for unit, count in row.items():
            points[state.unit_of(state.power, unit).repairs_per_ipc] += count
    return sum(-(-count // per_ipc) for per_ipc, count in points.items())


def funds(state: GameState, account: Account) -> int:
    """IPCs that a purchase order may cost: what lies in the account and what its order so far has cost."""
    return treasury(state, account) + cost_so_far(state, account)


def cost_so_far(state: GameState, account: Account) -> int:
    """IPCs that the units ordered from an account and the repairs of its territories have cost in this turn."""
    costs = prices(state)
    units = state.purchased.get(account.id, {})
    repairs = {space: row for space, row in state.turn.repaired.items() if _belongs_to(state, space, account)}
    return sum(costs[unit] * count for unit, count in units.items()) + repair_cost(state, repairs)


def check_for_sale(state: GameState, units: Iterable[UnitId]) -> None:
    """Raise IllegalAction for units that the power on turn cannot buy (`units`, PUR-02, PUR-09, PUR-12, PUR-23)."""
    check_units_known(state, dict.fromkeys(units, 1))
    rural, offered = rural_of(state, state.power), price_list(state)
    for unit in units:
        line = state.edition.unit[unit]
        if unit not in prices(state):
            rule = "PUR-09" if line.produces else "PUR-02"
            raise IllegalAction(rule, f"The {line.name} is not for sale in this edition.")
        if rural is not None and unit not in offered:
            name = first_upper(state.edition.power[state.power].called)
            rule = "PUR-23" if line.facility else "PUR-12"
            raise IllegalAction(rule, f"{name} buys only {rural_wares(state, rural)}.")


def most_of(state: GameState, unit: UnitId, account: Account) -> int | None:
    """How many of a unit make sense for an account at most, however much it has: upgrades have their sites (PUR-11)."""
    line = state.edition.unit[unit].facility
    return len(_sites_of(state, unit, account)) if line and line.upgrade else None


def _sites_of(state: GameState, unit: UnitId, account: Account) -> list[SpaceId]:
    """Territories where an account could place a facility now (MOB-26)."""
    return [site for site in sites(state, unit) if state.edition.account_of(site, account.power) == account]


def _check_upgrades(state: GameState, units: Mapping[UnitId, int], account: Account) -> None:
    for unit, count in units.items():
        if count and (most := most_of(state, unit, account)) is not None and count > most:
            line = state.edition.unit[unit]
            raise IllegalAction(
                "PUR-11", f"You ordered {line.counted(count)}, but {_upgradable(state, unit, account)}."
            )


def _upgradable(state: GameState, unit: UnitId, account: Account) -> str:
    """Where an upgrade could be placed, or what it takes."""
    who, holds = (account.name, "holds") if account.mark else ("you", "hold")
    if where := listed(place(state, site) for site in _sites_of(state, unit, account)):
        return f"{who} can upgrade only in {where}"
    line = facility_line(state, unit)
    was = state.edition.unit[line.upgrade.of].name if line.upgrade else ""
    return f"{who} {holds} no {was} in a territory of your own from the start that is worth {line.site.min_value}"


def purchase(play: Play, order: Purchase) -> None:
    """Replace the purchase order so far of one account; raises IllegalAction."""
    state = play.state
    check_for_sale(state, order.units)
    costs = prices(state)
    repairs = _checked_repairs(state, order.repairs)
    account = account_that_pays(state, order.from_ or _payer_of(state, order, repairs), "PUR-14", "PUR-08")
    _check_own_repairs(state, repairs, account)
    _check_upgrades(state, order.units, account)
    units = {unit: count for unit, count in order.units.items() if count}
    cost = sum(costs[unit] * count for unit, count in units.items()) + repair_cost(state, repairs)
    available = funds(state, account)
    if cost > available:
        wanted = " and ".join(filter(None, (counted(state, units), "the repairs" if repairs else "")))
        verb = "costs" if not repairs and sum(units.values()) == 1 else "cost"
        who = f"{account.name} has" if account.mark else "you have"
        raise IllegalAction("PUR-02", f"{wanted} {verb} {ipcs(cost)}; {who} {available}.")
    left = available - cost
    play.emit(UnitsPurchased(play.power, units, cost, left, repairs, audience=play.audience, account=account.mark))


def _payer_of(state: GameState, order: Purchase, repairs: Repairs) -> AccountId | None:
    """The account that pays for an order of only repairs: each pays for its own territories."""
    payers = {state.edition.account_of(space, state.power).id for space in repairs}
    return payers.pop() if len(payers) == 1 and not order.units else None


def _check_own_repairs(state: GameState, repairs: Repairs, account: Account) -> None:
    for space in repairs:
        other = state.edition.account_of(space, state.power)
        if other != account:
            where = place(state, space)
            raise IllegalAction("PUR-14", f"{account.name} cannot pay for repairs in {where}; {other.name} can.")


def _checked_repairs(state: GameState, wanted: Repairs) -> dict[SpaceId, dict[UnitId, int]]:
    """The repairs of an order without zeros, all or a part of the damage (PUR-17); raises IllegalAction."""
    repairs = {space: {unit: n for unit, n in points.items() if n} for space, points in wanted.items()}
    repairs = {space: points for space, points in repairs.items() if points}
    if repairs and state.edition.parameters.raids.loss != "damage":
        raise IllegalAction("PUR-15", "Nothing can be damaged in this edition, so there is nothing to repair.")
    if repairs and (rural := rural_of(state, state.power)):
        name = first_upper(state.edition.power[state.power].called)
        raise IllegalAction("PUR-23", f"{name} cannot repair anything; it buys only {rural_wares(state, rural)}.")
    for space, points in repairs.items():
        if space not in state.owners:
            raise IllegalAction("space", f"There is no territory {quoted(space)} on this board.")
        where = place(state, space)
        if state.owners[space] != state.power:
            raise IllegalAction("PUR-19", f"You do not control {where}, so you cannot repair anything there.")
        damaged = repairable(state, state.edition.account_of(space, state.power)).get(space, {})
        for unit, count in points.items():
            check_one_stands(state, unit, space, "PUR-15")
            check_units_known(state, {unit: count})
            left = damaged.get(unit, 0)
            if count > left:
                name = state.edition.unit[unit].name
                raise IllegalAction("PUR-15", f"The {name} in {where} has {left} damage to repair, not {count}.")
    return repairs


def _in_full(state: GameState, order: Purchase) -> Purchase:
    named = {space: counts_meant(state, row, facilities_of(state, space)) for space, row in order.repairs.items()}
    return order.model_copy(update={"repairs": named}) if named else order


PURCHASE = OrderKind(Purchase, purchase, After.CAN_BE_UNDONE, (in_phases("purchase"), on_turn), _in_full)
