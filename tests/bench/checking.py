"""How many moves a second are checked late in the largest war, in a position that was asked before and after a move."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from engine import GameState, Refusal, apply
from engine.ask import is_legal
from engine.dice import DiceWanted, NoDice
from tests.bench.late_boards import GLOBAL, late_war
from tests.bench.measured import Measured, core_milliseconds

CHECKS = 600
"""So many orders are checked in each position."""
MOVES = 8
"""So many moves are made, and after each of them some orders are checked that were checked before."""
AGAIN = CHECKS // 4
WARM, AFTER_A_MOVE = 125, 167
"""Microseconds that a check may take: 8,000 and 6,000 a second."""

Order = dict[str, Any]


def orders(state: GameState, rng: Random) -> list[Order]:
    """Moves of each type of unit from each space to any other, as far as it goes or not: one as often as the other."""
    near, far_off = list[Order](), list[Order]()
    for space in state.by_space:
        own = [piece for piece in state.at(space) if piece.power == state.power]
        for line in {piece.unit: state.type_of(piece) for piece in own}.values():
            for end, far in list(state.edition.board.flight_distances(space).items())[1:]:
                order = {"type": "move", "units": {line.id: 1}, "path": [space, end]}
                (near if far <= line.move else far_off).append(order)
    return [order for found in (near, far_off) for order in rng.sample(found, min(CHECKS // 2, len(found)))]


def check(state: GameState, asked: Sequence[Order]) -> list[bool]:
    """Which of these orders are legal."""
    return [is_legal(state, order) for order in asked]


def measure() -> list[Measured]:
    """What a check takes, in the middle of all powers and both phases of moves."""
    warm, after, checks, checks_after = 0.0, 0.0, 0, 0
    for power, phase in ((power, phase) for power in GLOBAL.powers for phase in ("combat_move", "noncombat_move")):
        rng, state = Random(f"{power} {phase}"), late_war(GLOBAL.setup, power, phase)
        asked = orders(state, rng)
        legal = [order for order, is_good in zip(asked, check(state, asked), strict=True) if is_good]
        warm += core_milliseconds(partial(check, state, asked))
        checks += len(asked)
        for order in islice(legal, MOVES):
            with suppress(Refusal, DiceWanted):
                state = apply(state, order, NoDice()).state
            again = rng.sample(asked, min(AGAIN, len(asked)))
            after += core_milliseconds(partial(check, state, again))
            checks_after += len(again)
    where = f"{GLOBAL.setup}, late: whether a move is legal, one of"
    return [
        Measured(f"{where} {checks:,} in positions asked before", warm * 1000 / checks, WARM, "µs"),
        Measured(f"{where} {checks_after:,} after moves", after * 1000 / checks_after, AFTER_A_MOVE, "µs"),
    ]
