"""What comes without a price: units, IPCs, a complex; where it is worth most."""

from __future__ import annotations

from collections import Counter

from computer.answers.dangers import falls
from computer.answers.options import Asked, Option, best_of
from computer.greedy.ground import ways
from computer.playing import Reply
from computer.reaching import Threats
from computer.weights import PLACES
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId
from engine.state.words import counted, listed, place

NEAR = 3.0
"""At so many steps from the war a complex is worth half."""
A_DIE = 3.5
"""What a die comes to on average."""


def free_units(asked: Asked) -> Reply:
    """They are placed: it costs nothing."""
    state, offered = asked.state, ask.FreeUnitsOptions.of(asked.request)
    worth = float(sum((state.edition.unit[unit].cost or 0) * count for unit, count in offered.units.items()))
    what, where = counted(state, offered.units), place(state, asked.request.space)
    place_them = Option({"use": True}, f"place {what} in {where}", worth)
    return best_of([place_them, Option({}, f"leave {where} without them", 0.0)])


def troop_bonus(asked: Asked) -> Reply:
    """The units of one kind by which most is left: what they cost, and the territory as far as it holds."""
    state, space = asked.state, asked.request.space
    offered, threats = ask.TroopBonusOptions.of(asked.request), Threats(state, asked.power)
    options = []
    for unit, cost in offered.prices.items():
        count = offered.ipcs // cost
        if not count:
            continue
        placed = [state.unit_of(asked.power, unit)] * count
        lost = falls(asked, threats, space, placed)
        gain = count * cost - lost * (count * cost + asked.prize(space))
        aim = f"place {counted(state, {unit: count})} in {place(state, space)}"
        options.append(Option({"units": {unit: count}}, aim, gain, 1 - lost, lost * count * cost))
    options.sort(key=lambda option: option.choice != asked.request.default)
    return best_of(options)


def war_bonds(asked: Asked) -> Reply:
    """The treasury that can use them: IPCs beyond what its complexes can build are worth half."""
    state, offered = asked.state, ask.WarBondsOptions.of(asked.request)
    accounts = {account.id: account for account in state.edition.accounts_of(asked.power)}
    bonds = A_DIE * ask.bond_dice(state, asked.power)
    options = []
    for name in offered.accounts:
        account = accounts[name]
        income = ask.treasury(state, account) + ask.income_of(state, account)
        used = min(bonds, max(0.0, _can_spend(state, account) - income))
        options.append(Option({"account": name}, f"bonds for {account.name}", used + (bonds - used) / 2))
    options.sort(key=lambda option: option.choice != asked.request.default)
    return best_of(options)


def _can_spend(state: GameState, account: Account) -> float:
    """The dearest that the complexes of a treasury can build in a turn, about."""
    own = ask.usable_complexes(state, account.power)
    here = [t for t in own if state.edition.account_of(t, account.power) == account]
    dearest = max((unit.cost or 0 for unit in state.edition.units if unit.domain == "land" and unit.attack), default=0)
    return float(dearest * sum(ask.capacity(state, territory) for territory in here))


def garrison(asked: Asked) -> Reply:
    """The complex stands where it yields most, near the war, and doesn't fall."""
    state, far = asked.state, ways(asked.state, asked.power)
    threats = Threats(state, asked.power)
    options = []
    for space in ask.GarrisonOptions.of(asked.request).spaces:
        holds = 1 - falls(asked, threats, space, ())
        ipc = state.edition.board.territory[space].ipc
        gain = holds * ipc * NEAR / (NEAR + far.get(space, 2 * NEAR))
        options.append(Option({"space": space}, f"the complex stands in {place(state, space)}", gain, holds))
    options.sort(key=lambda option: option.choice != asked.request.default)
    return best_of(options)


def bid(asked: Asked) -> Reply:
    """The cheapest units that hold land, one after the other where each keeps most; the rest is kept as printed."""
    state, offered = asked.state, ask.BidOptions.of(asked.request)
    keep = Option("default", "keep the IPCs", 0.0)
    prices = ask.bid_prices(state, asked.power)
    able = [unit for unit in prices if state.unit_of(asked.power, unit).can("captures")]
    spaces = [space for space in sorted(ask.bid_spaces(state, asked.power)) if space in state.owners]
    if not able or not spaces:
        return best_of([keep])
    unit = min(able, key=lambda each: (prices[each], state.edition.unit_rank[each]))
    most = offered.ipcs // prices[unit]
    placed, kept = _placed_where_needed(asked, spaces, unit, most, offered.units_a_space or most)
    if not placed:
        return best_of([keep])
    choice = {"units": {asked.power: {space: {unit: count} for space, count in placed.items()}}}
    where = listed(f"{count} in {place(state, space)}" for space, count in placed.items())
    return best_of([keep, Option(choice, f"place {state.edition.unit[unit].plural}: {where}", kept)])


def _placed_where_needed(
    asked: Asked, spaces: list[SpaceId], unit: UnitId, most: int, each: int
) -> tuple[Counter[SpaceId], float]:
    """How many units go where, and what they keep, in IPCs on average."""
    state, threats = asked.state, Threats(asked.state, asked.power)
    line = state.unit_of(asked.power, unit)
    placed, kept = Counter[SpaceId](), 0.0

    def lost(space: SpaceId, more: int) -> float:
        count = placed[space] + more
        return falls(asked, threats, space, [line] * count) * (asked.prize(space) + count * (line.cost or 0))

    for _ in range(most):
        gains = [(round(lost(s, 0) - lost(s, 1), PLACES), s) for s in spaces if placed[s] < each]
        gain, space = max(gains, key=lambda row: row[0], default=(0.0, ""))
        if gain <= 0:
            break
        placed[space] += 1
        kept += gain
    return placed, kept
