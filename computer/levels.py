"""The levels by name: who plays, and how much it weighs in a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from computer.easy.player import EasyPlayer
from computer.easy.stances import STANCES, Stance
from computer.greedy.player import GreedyPlayer
from computer.hard.player import HardPlayer
from computer.normal.player import NormalPlayer
from computer.players.chance import RandomPlayer
from computer.playing import Player, Seat, is_large
from engine import GameState, IllegalAction
from engine.quoting import quoted

MOST_WEIGHINGS = 100_000
TIMES = 3
"""So many times as long as it may take, a turn is cut off."""
MOST_SECONDS = 3600.0


@dataclass(frozen=True)
class Level:
    """Who plays. weighings: how many battles and other choices it weighs in a turn at most. plays: how, in a few words
    for those who choose it at a table; empty where it has no seat there.

    with_stance: who plays in the same way and dares more or less. seconds: of a core, that a turn in mid-war may take.
    """

    make: Callable[[], Player]
    weighings: int
    plays: str = ""
    with_stance: Callable[[Stance], Player] | None = None
    seconds: float = 1.5


LEVELS: Mapping[str, Level] = {
    "random": Level(RandomPlayer, 1),
    "greedy": Level(GreedyPlayer, 60),
    "easy": Level(EasyPlayer, 60, "takes what it wins now, guards its capital", EasyPlayer),
    "normal": Level(
        NormalPlayer, 900, "plans its attacks together, counts what comes back, goes overseas", seconds=5.0
    ),
    "hard": Level(HardPlayer, 5000, "as normal, and plays its moves on in thought before it takes them", seconds=20.0),
}
AT_TABLES = tuple(name for name, level in LEVELS.items() if level.plays)
"""The levels that can have a seat, the weakest first."""
STANDS_IN = "normal"
"""The level that plays for a player who is away."""
IN_STANCES = tuple(name for name in AT_TABLES if LEVELS[name].with_stance)
"""Those of them that play in every stance."""


def check_level(level: str) -> None:
    """Raise IllegalAction (`form`) for an unknown level."""
    if level not in LEVELS:
        raise IllegalAction("form", f"There is no level {quoted(level)}. There are {', '.join(LEVELS)}.")


def seat_at(level: str, seed: int, weighings: int | None = None, stance: str = "") -> Seat:
    """A seat of its own for a level; raises IllegalAction (`form`) for an unknown level or a budget out of bounds.

    And for a stance that the level has not.
    """
    check_level(level)
    if weighings is not None and not 1 <= weighings <= MOST_WEIGHINGS:
        raise IllegalAction("form", f"A turn can weigh 1 to {MOST_WEIGHINGS} choices, not {weighings}.")
    found = LEVELS[level]
    if stance and (found.with_stance is None or stance not in STANCES):
        raise IllegalAction("form", f"The level {level} has no stance {quoted(stance)}.")
    player = found.with_stance(STANCES[stance]) if stance and found.with_stance else found.make()
    return Seat(player, level, seed, found.weighings if weighings is None else weighings)


def seconds_until_cut_off(level: str, state: GameState, weighings: int | None = None) -> float:
    """After so many seconds of a core a turn is cut off; raises IllegalAction (`form`) for an unknown level.

    Who is let weigh more than usual may take as many times as long, up to an hour.
    """
    check_level(level)
    found = LEVELS[level]
    times = TIMES * (2 if is_large(state) else 1)
    return min(MOST_SECONDS, times * found.seconds * max(1.0, (weighings or 0) / found.weighings))
