"""Buying by thumb: a menu of what is for sale, a form for how many, and whole orders on a button (PUR-01, PUR-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.ask import (
    affordable,
    capacity,
    cost_so_far,
    funds,
    is_legal,
    open_accounts,
    price_list,
    repairable,
    rural_of,
    usable_complexes,
)
from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.facts.openings import Account, AccountId
from engine.facts.unit_types import UnitId
from engine.quoting import quoted
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.words import first_upper, ipcs, label
from gamemaster.keys import phase_key
from gamemaster.narration import own_orders_text
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.narration.phrases import row
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.nearest import fewer_of, repairs_now
from gamemaster.sheets.page import MOST_ENTRIES, MOST_FIELDS, Entry, Form, FormField, Menu, Part, Row, Sheet
from gamemaster.sheets.units_code import units_code, units_of_code

Purchased = Mapping[AccountId, Mapping[UnitId, int]]
"""What each account ordered."""

DAMAGE = "damage"
"""What the name of a form's field begins with where it is about repairs; unit and territory by their numbers follow."""


def buying_sheet(game_id: int, state: GameState) -> Sheet:
    """What is ordered, what is left, and all that can be bought or repaired, for each treasury."""
    parts: list[Part] = [own_orders_text(state)]
    accounts = open_accounts(state, state.power)
    for account in accounts:
        parts += _menus(state, account, named=len(accounts) > 1)
    presets = _presets(state, accounts[0]) if len(accounts) == 1 else ()
    if presets:
        parts.append(Row(tuple((f"preset.{units_code(state, units)}", label, "secondary") for label, units in presets)))
    parts.append(Row(_deeds(state)))
    return Sheet(game_id, phase_key(state), state.power, tuple(parts))


def _deeds(state: GameState) -> tuple[PhaseButton, ...]:
    found: list[PhaseButton] = [("again", "As last turn", "secondary")] if state.round > 1 else []
    found += [("buytext", "Type it", "secondary")]
    found += [("undo", "Undo", "secondary")] if state.undo else []
    return (*found, ("end", "End purchases", "success"))


def _menus(state: GameState, account: Account, *, named: bool) -> Iterator[Menu]:
    """What an account can pay for, and what damage it can repair; what is ordered can be ordered otherwise."""
    index = state.edition.accounts_of(state.power).index(account)
    behalf = f" for {account.name}" if named else ""
    ordered = state.purchased.get(account.id, {})
    table, most = state.edition.unit, affordable(state, account)
    wares = tuple(
        Entry(
            f"{first_upper(table[unit].name)} ({ipcs(price)})",
            unit,
            f"{ordered[unit]} ordered" if ordered.get(unit) else first_upper(_at_most(state, account, unit)),
            sign=unit,
        )
        for unit, price in price_list(state).items()
        if most.get(unit) or ordered.get(unit)
    )[:MOST_ENTRIES]
    if wares:
        yield Menu(
            f"count.{index}", f"Buy{behalf}: choose up to {MOST_FIELDS}", wares, most=min(MOST_FIELDS, len(wares))
        )
    broken = tuple(
        Entry(
            f"{first_upper(label(state, space))}: {table[unit].name}",
            _damage_name(state, unit, space),
            _repairs_so_far(state, space, unit, points),
            sign=unit,
        )
        for space, damaged in repairable(state, account).items()
        for unit, points in damaged.items()
        if points
    )[:MOST_ENTRIES]
    if broken:
        yield Menu(
            f"count.{index}.repair",
            f"Repair{behalf}: choose up to {min(MOST_FIELDS, len(broken))}",
            broken,
            most=MOST_FIELDS,
        )


def _repairs_so_far(state: GameState, space: SpaceId, unit: UnitId, points: int) -> str:
    repaired = state.turn.repaired.get(space, {}).get(unit, 0)
    return f"{points} damage" + (f", {repaired} to be repaired" if repaired else "")


def counting_form(game_id: int, state: GameState, index: str, chosen: tuple[str, ...]) -> Form:
    """How many of each of the units, or how much of the damage, that were chosen in a menu of an account.

    Raises IllegalAction (`form`) for what the menu does not offer.
    """
    account = _account(state, index)
    fields = tuple(_field(state, account, name) for name in chosen[:MOST_FIELDS])
    spent = cost_so_far(state, account)
    left = funds(state, account) - spent
    note = f"{ipcs(left)} left to spend{f'; {ipcs(spent)} ordered' if spent else ''}. Enter 0 to cancel an order."
    title = f"How many for {account.name}?" if account.mark else "How many?"
    return Form(game_id, phase_key(state), f"count.{index}", title, fields, note)


def _account(state: GameState, index: str) -> Account:
    accounts, number = state.edition.accounts_of(state.power), read_number(index)
    if number is None or number >= len(accounts):
        raise IllegalAction("form", "You have no such treasury. Press Buy units again.")
    return accounts[number]


def _field(state: GameState, account: Account, name: str) -> FormField:
    if name.startswith(DAMAGE):
        space, unit = _damage_named(state, name)
        points = repairable(state, account).get(space, {}).get(unit, 0)
        repaired = state.turn.repaired.get(space, {}).get(unit, 0)
        said = f"{first_upper(state.edition.unit[unit].name)}: {points} damage"
        proposed = repaired or _payable(state, account, unit, points)
        return FormField(name, first_upper(label(state, space)), str(proposed), said)
    if name not in price_list(state):
        raise IllegalAction("form", "That isn't for sale now. Press Buy units again.")
    ordered = state.purchased.get(account.id, {}).get(name, 0)
    said = f"{ipcs(price_list(state)[name])} each; {_at_most(state, account, name)}"
    return FormField(name, first_upper(state.edition.unit[name].plural), str(ordered or ""), said)


def most_beside_the_rest(state: GameState, account: Account, unit: UnitId) -> int:
    """How many of a unit the account can have with all else that it has ordered."""
    left, price = funds(state, account) - cost_so_far(state, account), price_list(state)[unit]
    ordered = state.purchased.get(account.id, {}).get(unit, 0)
    return min(affordable(state, account).get(unit, 0), ordered + left // price)


def _at_most(state: GameState, account: Account, unit: UnitId) -> str:
    most = most_beside_the_rest(state, account, unit)
    return f"at most {most}" if most else "your other orders leave no money for it"


def counted_order(state: GameState, index: str, fields: Mapping[str, str]) -> JsonAction:
    """The account's order with the numbers of a form in it; what the form doesn't name stays as it is.

    Raises IllegalAction (`form`) for what is not a number.
    """
    account = _account(state, index)
    units = dict(state.purchased.get(account.id, {}))
    repairs = repairs_now(state, account)
    for name, text in fields.items():
        count = read_number(text) if text.strip() else 0
        if count is None:
            raise IllegalAction("form", f"{quoted(text)} isn't a number, so your order stays as it was.")
        if name.startswith(DAMAGE):
            space, unit = _damage_named(state, name)
            repairs.setdefault(space, {})[unit] = count
        else:
            units[name] = count
    return _order(account, units, repairs)


def _order(
    account: Account, units: Mapping[UnitId, int], repairs: Mapping[SpaceId, Mapping[UnitId, int]]
) -> JsonAction:
    action: dict[str, object] = {"type": "purchase", "units": {unit: count for unit, count in units.items() if count}}
    if kept := {space: {u: n for u, n in there.items() if n} for space, there in repairs.items()}:
        action["repairs"] = {space: there for space, there in kept.items() if there}
    return {**action, "from": account.id} if account.mark else action


def orders_as_before(state: GameState, purchased: Purchased) -> list[JsonAction]:
    """The units that each account ordered before, as many of them as it can pay for now, beside the repairs that are
    ordered now. Raises IllegalAction where it can pay for none.
    """
    found = []
    for account in open_accounts(state, state.power):
        wanted = {unit: n for unit, n in purchased.get(account.id, {}).items() if n and unit in price_list(state)}
        if wanted:
            found += _as_much_as_can_be(state, account, wanted)
    if not found:
        raise IllegalAction("PUR-02", "None of what you bought last turn can be bought now.")
    return found


def _as_much_as_can_be(state: GameState, account: Account, wanted: Mapping[UnitId, int]) -> list[JsonAction]:
    repairs = repairs_now(state, account)
    order = _order(account, wanted, repairs)
    if is_legal(state, order):
        return [order]
    fewer = fewer_of(wanted, lambda some: is_legal(state, _order(account, some, repairs)))
    return [_order(account, fewer, repairs)] if fewer else []


def preset_order(state: GameState, code: str) -> JsonAction:
    """The order of a button, beside the repairs that are ordered now; raises StaleDecision for one that is none."""
    account = open_accounts(state, state.power)[0]
    return _order(account, units_of_code(state, code), repairs_now(state, account))


def _presets(state: GameState, account: Account) -> tuple[tuple[str, dict[UnitId, int]], ...]:
    """Up to three orders that use the money and the room: the cheapest land units, with as many as can be afforded of
    the best beside them: one that supports them, one that attacks best on land, an aircraft.
    """
    if rural_of(state, state.power):
        return ()
    price = {unit: cost for unit, cost in price_list(state).items() if state.unit_of(state.power, unit).attack}
    domain = {unit: state.edition.unit[unit].domain for unit in price}
    land = [unit for unit in price if domain[unit] == "land"]
    room = sum(capacity(state, yard) for yard in usable_complexes(state, state.power))
    budget = funds(state, account) - _repair_cost(state, account)
    if not land or not room:
        return ()
    cheap = min(land, key=lambda unit: price[unit])
    pairing = state.unit_of(state.power, cheap).pairing
    partners = [unit for unit in land if pairing and unit in pairing.partners]
    strong = max(land, key=lambda unit: (state.unit_of(state.power, unit).attack, -price[unit]))
    flying = min((unit for unit in price if domain[unit] == "air"), key=lambda unit: price[unit], default=cheap)
    mixes = [_mix(cheap, best, price, budget, room) for best in (*partners[:1], strong, flying)]
    unlike = {row(state, units): units for units in mixes if units}
    return tuple((f"{words} ({sum(price[u] * n for u, n in units.items())})", units) for words, units in unlike.items())


def _repair_cost(state: GameState, account: Account) -> int:
    """IPCs for the repairs that are ordered now."""
    units = state.purchased.get(account.id, {})
    return cost_so_far(state, account) - sum(price_list(state)[unit] * count for unit, count in units.items())


def _payable(state: GameState, account: Account, unit: UnitId, points: int) -> int:
    """As many points of damage as the money pays that the other orders leave."""
    left = funds(state, account) - cost_so_far(state, account)
    return min(points, left * state.unit_of(state.power, unit).repairs_per_ipc)


def _mix(cheap: UnitId, best: UnitId, price: Mapping[UnitId, int], budget: int, room: int) -> dict[UnitId, int]:
    """As many units as there is money and room for, as many of them the better ones as can be paid."""
    number, dearer = min(room, budget // price[cheap]), price[best] - price[cheap]
    better = min(number, (budget - number * price[cheap]) // dearer) if dearer else 0
    counts = {cheap: number - better, best: better}
    return {unit: count for unit, count in counts.items() if count}


def _damage_name(state: GameState, unit: UnitId, space: SpaceId) -> str:
    """A facility by numbers: with names it could be too long for Discord."""
    return f"{DAMAGE}.{list(state.edition.unit).index(unit)}.{state.edition.board.number_of[space]}"


def _damage_named(state: GameState, name: str) -> tuple[SpaceId, UnitId]:
    _, unit, space, *_ = (*name.split("."), "", "")
    units, spaces = list(state.edition.unit), list(state.edition.board.number_of)
    unit_number, space_number = read_number(unit), read_number(space)
    if unit_number is None or unit_number >= len(units) or space_number is None or space_number >= len(spaces):
        raise IllegalAction("form", "Nothing is damaged there. Press Buy units again.")
    return spaces[space_number], units[unit_number]
