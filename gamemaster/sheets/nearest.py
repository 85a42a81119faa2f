"""The nearest order that would be accepted in place of one that was refused: fewer units, or not as far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

from engine import StaleDecision
from engine.ask import is_legal, placements, repairable, shared_destinations
from engine.facts.board import SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.words import place
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.narration.phrases import row
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.units_code import CHANGED, units_code, units_of_code

LONGEST = 50
"""Characters of what a button does: more would not fit into its id with the longest names of a game and phase."""

Units = dict[UnitId, int]


def nearest_buttons(state: GameState, order: JsonAction) -> tuple[PhaseButton, ...]:
    """A button for each of these orders."""
    return tuple(filter(None, (offer_of(state, each) for each in nearest_orders(state, order))))


def nearest_orders(state: GameState, order: JsonAction) -> tuple[JsonAction, ...]:
    """What comes nearest to an order to buy, place or move that is refused; nothing where nothing is at hand."""
    kind, units = order.get("type"), order.get("units")
    if kind not in ("purchase", "mobilize", "move") or not isinstance(units, Mapping):
        return ()
    known = {unit: count for unit, count in units.items() if unit in state.edition.unit and count > 0}
    if not known or any(key not in CARRIED for key in order):
        return ()
    if order.get("repairs", {}) not in ({}, repairs_now(state, _payer(state, order))):
        return ()  # What is repaired is for the player to choose.
    fewer = fewer_of(known, lambda some: is_legal(state, {**order, "units": some}))
    if fewer:
        return ({**order, "units": fewer},)
    if kind == "move":
        return () if order.get("raid") else tuple(_not_as_far(state, order, known))
    return tuple(_elsewhere(state, order, known)) if kind == "mobilize" else ()


CARRIED = ("type", "units", "path", "space", "from", "raid", "repairs")
"""What the button of an order can stand for; one that says more is not offered otherwise."""
MOST_PLACES = 2
"""Offered in place of one that takes nothing."""


def repairs_now(state: GameState, account: Account) -> dict[SpaceId, dict[UnitId, int]]:
    """The repairs that are ordered so far of an account's territories."""
    repaired = state.turn.repaired
    return {space: dict(repaired[space]) for space in repairable(state, account) if space in repaired}


def _payer(state: GameState, order: JsonAction) -> Account:
    """The account that an order names, else the first."""
    accounts = state.edition.accounts_of(state.power)
    return next((account for account in accounts if account.id == order.get("from")), accounts[0])


def fewer_of(units: Mapping[UnitId, int], is_accepted: Callable[[Units], bool]) -> Units:
    """As many of these units as are accepted, leaving out first of what there is most; none where none are."""
    wanted = dict(units)
    while wanted:
        kind = max(wanted, key=lambda unit: wanted[unit])
        fits, too_many = 0, wanted[kind]
        rest = {unit: count for unit, count in wanted.items() if unit != kind}
        while too_many - fits > 1:
            half = (fits + too_many) // 2
            fits, too_many = (half, too_many) if is_accepted({**wanted, kind: half}) else (fits, half)
        if fits:
            return {**wanted, kind: fits}
        if rest and is_accepted(rest):
            return rest
        wanted = rest
    return {}


def _elsewhere(state: GameState, order: JsonAction, units: Units) -> Iterator[JsonAction]:
    """The same units in other places that take all of them, or else as many as one takes."""
    places = [space for space, _ in placements(state, next(iter(units))) if space != order.get("space")]
    able = (space for space in dict.fromkeys(places) if is_legal(state, {**order, "space": space}))
    found = list(islice(able, MOST_PLACES))
    yield from ({**order, "space": space} for space in found)
    for there in [] if found else [{**order, "space": space} for space in places]:
        if fewer := fewer_of(units, partial(_takes, state, there)):
            yield {**there, "units": fewer}
            return


def _takes(state: GameState, there: JsonAction, some: Units) -> bool:
    return is_legal(state, {**there, "units": some})


def _not_as_far(state: GameState, order: JsonAction, units: Units) -> list[JsonAction]:
    """The same units to the space on their way, or beside its end, that is farthest of those that they can reach."""
    path = order.get("path")
    if not isinstance(path, list) or len(path) < 2 or path[0] not in state.edition.board.number_of:
        return []
    beside = state.edition.board.neighbours.get(path[-1], ())
    ends = shared_destinations(state, path[0], list(units), among=[*path, *beside])
    near = [space for space in (*reversed(path[1:-1]), *beside) if space in ends and space != path[0]]
    for space in sorted(dict.fromkeys(near), key=lambda space: (space not in path, -ends[space].cost)):
        nearer: JsonAction = {"type": "move", "units": units, "path": [path[0], space]}
        if is_legal(state, nearer):
            return [nearer]
    return []


def offer_of(state: GameState, order: JsonAction) -> PhaseButton | None:
    """The button that gives such an order; None where it says more than the id of a button holds."""
    given: Any = order
    units: Units = given["units"]
    code, words, numbers = units_code(state, units), row(state, units), state.edition.board.number_of
    if given["type"] == "purchase":
        index = state.edition.accounts_of(state.power).index(_payer(state, given))
        deed = f"instead.{'w' if given.get('repairs') else 'b'}.{code}.{index}"
        label = f"Buy {words} instead"
    elif given["type"] == "mobilize":
        deed = f"instead.p.{code}.{numbers[given['space']]}"
        label = f"Place {words} in {place(state, given['space'])} instead"
    else:
        start, end = given["path"][0], given["path"][-1]
        deed = f"instead.m.{code}.{numbers[start]}.{numbers[end]}"
        label = f"Move {words} to {place(state, end)} instead"
        if raid := given.get("raid"):
            deed += f".{list(state.edition.unit).index(raid)}"
            label = f"Raid {place(state, end)} with {words} instead"
    return (deed, label, "primary") if len(deed) <= LONGEST else None


def offered_order(state: GameState, argument: str) -> JsonAction:
    """The order of such a button; raises StaleDecision for what is none."""
    kind, code, *numbers = (*argument.split("."), "")[: max(argument.count(".") + 1, 2)]
    units, spaces = units_of_code(state, code), list(state.edition.board.number_of)
    found = [read_number(number) for number in numbers]
    if kind in ("b", "w") and len(found) == 1:
        accounts = state.edition.accounts_of(state.power)
        if found[0] is not None and found[0] < len(accounts):
            payer = accounts[found[0]]
            return {
                "type": "purchase",
                "units": units,
                **({"from": payer.id} if len(accounts) > 1 else {}),
                **({"repairs": repairs_now(state, payer)} if kind == "w" else {}),
            }
    table = list(state.edition.unit)
    if kind == "m" and len(found) == 3 and (raided := found.pop()) is not None and raided < len(table):
        raid = {"raid": table[raided]}
    else:
        raid = {}
    named: list[SpaceId] = [spaces[number] for number in found if number is not None and number < len(spaces)]
    if kind == "p" and len(named) == 1:
        return {"type": "mobilize", "units": units, "space": named[0]}
    if kind == "m" and len(named) == 2:
        return {"type": "move", "units": units, "path": named, **raid}
    raise StaleDecision(CHANGED)
