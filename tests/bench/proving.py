"""The dearest proof and the dearest card: many fighters far from home with fast carriers that could meet them anywhere,
and the casualties of 400 units a side, 10 carriers among them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from engine import ScriptedDice, apply
from engine.ask import destinations, movable
from gamemaster.narration import request_card
from tests.bench.measured import Measured, core_milliseconds
from tests.engine.table import position
from tests.gamemaster.test_bounds import LAND, SEA, fought, question

FLEETS = {"sz55": 5, "sz52": 5, "sz45": 4}
TARGETS = {"sz57": "japan: 2 transport", "sz46": "japan: 1 transport", "sz47": "japan: 1 transport"}


def measure() -> list[Measured]:
    """The budgets of proofs and cards."""
    return [*_proofs(), *_cards()]


def _cards() -> list[Measured]:
    cards = []
    for where, space in (("on land", LAND), ("at sea", SEA)):
        state, request, power = question(fought(space)[0])
        request_card(state, request, power)  # what is found about the edition once and for all
        card = partial(request_card, replace(state), request, power)
        cards.append(Measured(f"card of casualties {where}, 400 units a side", core_milliseconds(card), 50, "ms"))
    return cards


def _proofs() -> list[Measured]:
    """The dearest order and menu while 14 fighters of six fast carriers fly out one by one."""
    fleets = {zone: f"united_states: 2 aircraft_carrier, {count} fighter" for zone, count in FLEETS.items()}
    advantages = {"united_states": "fast_carriers"}
    state = position("united_states", "combat_move", fleets | TARGETS, setup="revised", advantages=advantages).state
    orders: list[float] = []
    menus: list[float] = []

    def timed(times: list[float], work: Callable[[], Any]) -> Any:
        found: list[Any] = []
        times.append(core_milliseconds(lambda: found.append(work())))
        return found[0]

    for zone in (zone for zone, count in FLEETS.items() for _ in range(count)):
        timed(menus, partial(movable, state))
        reach = timed(menus, partial(destinations, state, zone, "fighter"))
        if at_sea := [each for each in reach if state.edition.board.is_sea(each.space)]:
            order = {"type": "move", "units": {"fighter": 1}, "path": list(at_sea[-1].path)}
            state = timed(orders, partial(apply, state, order, ScriptedDice([]))).state
    what = "14 fighters and 6 fast carriers"
    return [
        Measured(f"landing proof, an order, {what}", max(orders), 50, "ms"),
        Measured(f"landing proof, a menu, {what}", max(menus), 200, "ms"),
    ]
