"""What events of purchase and income may do: exactly what they say (see `event_effects`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import GameState
from engine.economy.purchase import funds, price_list
from engine.economy.purchase import prices as all_prices
from engine.events.economy import (
    BONDS_PAID_INTO,
    BidKept,
    ConvoysDisrupted,
    IncomeCollected,
    ObjectiveGivenUp,
    Researched,
    TreasuryPlundered,
    UnitsGranted,
    UnitsPurchased,
    UnitsReturned,
)
from engine.facilities.production import income_of
from tests.engine.effects import Effect, gained, grown
from tests.engine.rules_in_short.china import check_purchase
from tests.engine.rules_in_short.convoys import check_convoys, expected_dice
from tests.engine.rules_in_short.objectives import paying
from tests.engine.rules_in_short.research import researched


def _purchased(before: GameState, event: UnitsPurchased) -> Effect:
    account = before.edition.account[event.account or event.power]
    assert event.ipcs + event.cost == funds(before, account), "the purchase does not add up"
    prices = price_list(before)
    check_purchase(before, event)
    half_price = "increased_factory_production" in before.technologies.get(event.power, ())
    repairs = [(before.edition.unit[u], n) for row in event.repairs.values() for u, n in row.items()]
    in_pairs = sum(count for facility, count in repairs if half_price and facility.produces)
    repaired = sum(count for _, count in repairs) - in_pairs // 2
    price = sum(prices[unit] * count for unit, count in event.units.items())
    assert event.cost == price + repaired, "the price is not the list's"
    assert all(before.owners[space] == event.power for space in event.repairs), "somebody else's facility is repaired"
    assert all(payer(before, space, event.power) == account.id for space in event.repairs), "another account repairs"
    own = {space: row for space, row in before.turn.repaired.items() if payer(before, space, event.power) == account.id}
    return Effect(
        money={account.id: event.ipcs - before.treasuries[account.id]},
        damage=grown(event.repairs, own),
        delivered={account.id: gained(event.units, before.purchased.get(account.id, {}))},
    )


def payer(before: GameState, territory: str, power: str) -> str:
    return before.edition.account_of(territory, power).id


def _returned(before: GameState, event: UnitsReturned) -> Effect:
    prices, account = all_prices(before), event.account or event.power
    assert event.units == before.purchased[account], "something else is returned than was left"
    worth = sum(prices[unit] * count for unit, count in event.units.items())
    return Effect(money={account: worth}, delivered={account: event.units})


def _granted(before: GameState, event: UnitsGranted) -> Effect:
    held = sum(1 for owner in before.owners.values() if owner == event.power)
    assert event.units == {"infantry": held // 2}, "a power is granted something else than 1 infantry for 2 territories"
    return Effect(delivered={event.power: {unit: -count for unit, count in event.units.items()}})


def _income(before: GameState, event: IncomeCollected) -> Effect:
    account = before.edition.account[event.account or event.power]
    level = 0 if event.reason else income_of(before, account)
    bonus = sum(event.objectives.values()) + sum(event.bonds)
    assert event.amount + event.interdicted + event.convoys == level + bonus, "the income is not that of the board"
    assert not event.convoys or expected_dice(before, event.power), "INC-13: convoys are lost that nobody disrupts"
    due = {} if event.reason else paying(before, event.power)
    named = {name: before.edition.objectives[name].account for name in due}
    own = {name: amount for name, amount in due.items() if named[name] == event.account}
    assert event.objectives == own, "other objectives are due"
    hunted = before.edition.advantage.get("u_boat_interdiction")
    hunters = hunted.power if hunted and hunted.id in before.advantages.get(hunted.power, ()) else None
    boats = sum(1 for p in before.pieces.values() if p.power == hunters and p.unit == "submarine")
    takes = boats if event.power in ("united_kingdom", "united_states") else 0
    assert event.interdicted == min(level, takes), f"{boats} submarines take {event.interdicted} IPCs"
    assert not event.bonds or BONDS_PAID_INTO.of(before.turn) in (event.account, ""), "bonds are paid into another"
    once = any(before.edition.objectives[name].once for name in own)
    return Effect(money={account.id: event.amount}, others=frozenset({"objectives_paid"} if once else ()))


def _given_up(before: GameState, event: ObjectiveGivenUp) -> Effect:
    assert (event.power, event.territories) == ("japan", ("french_indo_china",)), "INC-43: something else is given up"
    assert "japan" not in before.attacked, "INC-43: it was given up before"
    came = any(p.power == "japan" and "french_indo_china" in (p.space, p.assault) for p in before.pieces.values())
    taken = "french_indo_china" in before.turn.owners_before and before.owners["french_indo_china"] == "japan"
    assert came or taken, "INC-43: nobody attacks it"
    return Effect(others=frozenset({"attacked"}))


def _disrupted(before: GameState, event: ConvoysDisrupted) -> Effect:
    check_convoys(before, event)
    return Effect()


def _plundered(before: GameState, event: TreasuryPlundered) -> Effect:
    victim, captor = event.account or event.victim, event.into or event.power
    assert event.amount == before.treasuries[victim], "not the whole treasury is taken"
    return Effect(money={victim: -event.amount, captor: event.amount})


ECONOMY: Mapping[type, Callable[[GameState, Any], Effect]] = {
    Researched: researched,
    UnitsPurchased: _purchased,
    UnitsReturned: _returned,
    UnitsGranted: _granted,
    ObjectiveGivenUp: _given_up,
    ConvoysDisrupted: _disrupted,
    IncomeCollected: _income,
    TreasuryPlundered: _plundered,
    BidKept: lambda _, event: Effect(money=dict(event.ipcs)),
}
