"""What the rules cost late in the largest wars: orders, ends of phases, and what menus and forms ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from bot import keep_start_out_of_collections
from engine import GameState, Refusal, apply
from engine.ask import (
    affordable,
    battle_options,
    destinations,
    movable,
    movable_from,
    placements,
    shared_destinations,
    zones_to_engage,
)
from tests.bench.late_boards import Late, late_war
from tests.bench.measured import Measured, core_milliseconds, middle, p99
from tests.engine.random_games import RolledDice

PHASES = ("purchase", "combat_move", "conduct_combat", "noncombat_move", "mobilize", "collect_income")

ORDERS, FAR = 12, 6
"""So many orders are given before a position is asked once more, each to one of so many of the farthest ends."""


def _menus(state: GameState) -> Iterator[Callable[[], Any]]:
    """What is offered while an order is typed: where from, which units, and where to, one type or all of them."""
    yield partial(movable, state)
    yield partial(zones_to_engage, state)
    yield partial(battle_options, state)
    yield partial(affordable, state)
    yield from (partial(placements, state, unit.id) for unit in state.edition.units)
    for space in state.by_space:
        groups = movable_from(state, space)
        if not groups:
            continue
        yield partial(movable_from, state, space)
        units = [group.unit for group in groups]
        yield partial(shared_destinations, state, space, units, groups[0].owner)
        yield from (partial(shared_destinations, state, space, [unit], groups[0].owner) for unit in units)


def _orders(state: GameState) -> Iterator[dict[str, Any]]:
    """A move of each type of unit from each space to each space beside it, legal or not, and the end of the phase."""
    for space in state.by_space:
        for unit in dict.fromkeys(piece.unit for piece in state.at(space) if piece.power == state.power):
            for beside in state.edition.board.neighbours[space]:
                yield {"type": "move", "units": {unit: 1}, "path": [space, beside]}
    yield {"type": "end_phase"}


def _in_mid_move(state: GameState) -> GameState:
    """The position after some more orders, far ones, so that aircraft are away and carriers awaited."""
    rng = Random(f"{state.setup} {state.power} {state.phase}")
    for _ in range(ORDERS):
        group = rng.choice([group for group in movable(state) if group.company is None])
        ends = destinations(state, group.space, group.unit, group.owner)[-FAR:]
        units = {group.unit: rng.randint(1, group.count)}
        order = {"type": "move", "units": units, "path": list(rng.choice(ends).path), "owner": group.owner}
        with suppress(Refusal):
            state = apply(state, order, RolledDice(rng)).state
    return state


def _times(works: Iterator[Callable[[], Any]]) -> list[float]:
    return [core_milliseconds(work) for work in works]


def measure(late: Late) -> list[Measured]:
    """Orders, ends of phases and menus of all powers; the first time is not counted, in which boards are loaded."""
    fresh = [late_war(late.setup, power, phase) for power in late.powers for phase in ("combat_move", "noncombat_move")]
    moving = [*fresh, *map(_in_mid_move, fresh)]
    ending = [late_war(late.setup, power, phase) for power in late.powers for phase in PHASES]
    keep_start_out_of_collections()
    _times(partial(_obey, state, {"type": "end_phase"}) for state in ending)
    orders = _times(partial(_obey, state, order) for state in moving for order in _orders(state))
    ends = _times(partial(_obey, state, {"type": "end_phase"}) for state in ending)
    menus = _times(menu for state in moving for menu in _menus(state))
    where = f"{late.setup}, {len(fresh[0].pieces)} units"
    asked = f"{where}: what a menu asks of the rules"
    return [
        Measured(f"{where}: apply, p99 of {len(orders)} orders", p99(orders), 20, "ms"),
        Measured(f"{where}: apply, the dearest end of a phase", max(ends), 20, "ms"),
        Measured(f"{asked}, the middle of {len(menus)}", middle(menus), 10, "ms"),
        Measured(f"{asked}, p99", p99(menus), 50, "ms"),
        Measured(f"{asked}, the dearest", max(menus), 200, "ms"),
    ]


def _obey(state: GameState, order: dict[str, Any]) -> None:
    with suppress(Refusal):
        apply(state, order, RolledDice(Random(1)))
