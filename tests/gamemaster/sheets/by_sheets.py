"""A player who orders and answers only what sheets offer, at random; other orders of the game are left to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from cogs.interactions.layout import layout_of
from engine import GameState, Refusal, apply, new_game
from engine.position.relations import acting_powers
from gamemaster.jobs.attacks import AttackWish, attack_outlook
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.bringing.aims import ATTACK, some_of
from gamemaster.sheets.bringing.attack_plan import stacks_for, targets
from gamemaster.sheets.bringing.attacking import plan_sheet
from gamemaster.sheets.bringing.gathering import gather
from gamemaster.sheets.bringing.moving import moving_sheet, units_sheet
from gamemaster.sheets.bringing.moving_plan import as_they_go, ends_from, stacks_at
from gamemaster.sheets.bringing.targets import targets_sheet
from gamemaster.sheets.buying import (
    buying_sheet,
    counted_order,
    counting_form,
    most_beside_the_rest,
    preset_order,
)
from gamemaster.sheets.landing import landings_sheet, proposed_landings
from gamemaster.sheets.page import Menu, Row, Sheet
from gamemaster.sheets.placing import placement, placing_sheet, usual_placements
from local.messages.message_limits import check_message
from tests.engine.random_games import RolledDice
from tests.engine.random_options import random_options
from tests.engine.random_orders import RandomPlayer
from tests.gamemaster.sheets.answered import COMPONENTS_V2, check_sheet, sheets_of

GAME = 7
ORDERS = 3
"""By sheets in a phase at most, so that games go on."""


def shown(sheet: Sheet) -> Sheet:
    """A sheet, once Discord would show it."""
    parts: list[dict[str, Any]] = layout_of(sheet).to_components()  # type: ignore[no-untyped-call]
    check_message({"components": parts}, flags=COMPONENTS_V2, files={})
    return sheet


def values(sheet: Sheet, deed: str) -> list[str]:
    """The lines of all menus with this deed."""
    menus = [part for part in sheet.parts if isinstance(part, Menu) and part.deed.startswith(deed)]
    return [entry.value for menu in menus for entry in menu.entries]


class BySheets:
    """A random game of a setup. `given`: how many orders of each phase, and answers, came from sheets."""

    def __init__(self, setup: str, seed: int) -> None:
        self.rng = Random(seed)
        self.dice = RolledDice(self.rng)
        self.state = new_game(setup, random_options(setup, self.rng, advantages=False, luck=self.rng))
        self.given = Counter[str]()
        self._other = RandomPlayer(self.rng, odd=False)
        self._tried = Counter[tuple[int, str, str]]()

    def step(self) -> None:
        """What a sheet offers, every part of which is accepted; else any order that is."""
        state = self.state
        key = (state.round, state.power, state.phase)
        offer = _answers if state.requests else _OFFERS.get(state.phase)
        self._tried[key] += not state.requests
        orders = offer(state, self.rng) if offer and self._tried[key] <= ORDERS else ()
        for order in orders:
            self.state = apply(self.state, order, self.dice).state
            self.given["answer" if order["type"] == "decide" else state.phase] += 1
            if self.state.requests:
                break
        if not orders:
            self.state = self._any_order()

    def _any_order(self) -> GameState:
        for order in self._other.orders(self.state):
            try:
                return apply(self.state, order.action, self.dice).state
            except Refusal:
                continue
        raise AssertionError("no order is accepted")


def _answers(state: GameState, rng: Random) -> Sequence[JsonAction]:
    """One of the answers to the first question on the sheet of whoever must answer."""
    power = rng.choice(list(acting_powers(state)))
    asked, sheet = next(iter(sheets_of(state, [power])))
    check_sheet(asked, sheet)
    each = rng.choice(asked)
    choice = rng.choice(each.offers).choice
    return [{"type": "decide", "request": each.request.id, "power": each.power, "choice": choice}]


def _purchase(state: GameState, rng: Random) -> Sequence[JsonAction]:
    """A whole order, or as many of one kind as there is money for, or fewer."""
    sheet = shown(buying_sheet(GAME, state))
    deeds = [deed for part in sheet.parts if isinstance(part, Row) for deed, *_ in part.buttons]
    presets = [deed.partition(".")[2] for deed in deeds if deed.startswith("preset.")]
    if presets and rng.random() < 0.5:
        return [preset_order(state, rng.choice(presets))]
    menus = [part for part in sheet.parts if isinstance(part, Menu) and part.deed.count(".") == 1]
    if not menus:
        return ()
    menu = rng.choice(menus)
    index, unit = menu.deed.partition(".")[2], rng.choice(menu.entries).value
    most = most_beside_the_rest(state, state.edition.accounts_of(state.power)[int(index)], unit)
    field = counting_form(GAME, state, index, (unit,)).fields[0]
    return [counted_order(state, index, {field.name: str(rng.randint(0, most))})]


def _attack(state: GameState, rng: Random) -> Sequence[JsonAction]:
    """All or some of those who can come to a place that can be attacked."""
    found = list(targets(state))
    if not found:
        return ()
    assert values(shown(targets_sheet(GAME, state)), f"{ATTACK.word}at")
    target = rng.choice(found)
    stacks = stacks_for(state, target)
    chosen = some_of(stacks, {stack.name: rng.randint(1, stack.count) for stack in stacks})
    outlook = attack_outlook(AttackWish(state, target, chosen))
    _ = shown(plan_sheet(GAME, state, ATTACK, target, stacks, outlook))
    return gather(state, target, outlook.chosen).orders


def _move(state: GameState, rng: Random) -> Sequence[JsonAction]:
    """The landings that are proposed; else all or some of a place to one where they can go."""
    if landings := proposed_landings(state):
        _ = shown(landings_sheet(GAME, state))
        return landings
    places = values(shown(moving_sheet(GAME, state)), "guide")
    if not places:
        return ()
    start = rng.choice(places)
    _ = shown(units_sheet(GAME, state, start, None))
    chosen = stacks_at(state, start)
    ends = ends_from(state, start, chosen)
    if not ends:
        return ()
    end = rng.choice(ends)
    return gather(state, end.target, as_they_go(chosen, end.target)).orders


def _place(state: GameState, rng: Random) -> Sequence[JsonAction]:
    """All as proposed, or one line of the menu."""
    lines = values(shown(placing_sheet(GAME, state)), "spot")
    if not lines:
        return ()
    return usual_placements(state) if rng.random() < 0.5 else [placement(state, rng.choice(lines))]


_OFFERS: Mapping[str, Callable[[GameState, Random], Sequence[JsonAction]]] = {
    "purchase": _purchase,
    "combat_move": _attack,
    "noncombat_move": _move,
    "mobilize": _place,
}
"""What the sheets of a phase offer."""
