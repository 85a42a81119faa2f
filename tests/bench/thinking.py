"""How long computer players think about a turn in the middle of a large war, and what memory that takes.

`python -m tests.bench.thinking SETUP LEVEL` prints the seconds of a core of the longest turn of a round, and megabytes.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from computer.levels import seat_at
from computer.playing import Table, play_turn
from computer.seeding import SeededDice, Story
from engine import new_game
from tests.bench.measured import Measured

ROUNDS = 2
"""So many were played before."""
SECONDS = {"easy": 1.5, "normal": 5.0, "hard": 20.0}
WARS = {"anniversary_1941": 1, "global_1940": 2}
"""So many times that long a turn may take."""
MEGABYTES = 250
ROOT = Path(__file__).parents[2]


def think(setup: str, level: str) -> tuple[float, float]:
    """The longest turn of the third round, and the most memory."""
    start = new_game(setup)
    table = Table(start, Story(setup, {}), SeededDice(setup))
    easy, thinker = seat_at("easy", 1), seat_at(level, 1)
    while table.state.round <= ROUNDS and table.state.winner is None:
        play_turn(table, {power.id: easy for power in start.edition.powers})
    longest = 0.0
    while table.state.round == ROUNDS + 1 and table.state.winner is None:
        began = time.process_time()
        play_turn(table, {power.id: thinker for power in start.edition.powers})
        longest = max(longest, time.process_time() - began)
    return longest, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure() -> list[Measured]:
    """Each level in a process of its own, as at a table."""
    found = []
    for setup, times in WARS.items():
        for level in SECONDS:
            command = [sys.executable, "-m", "tests.bench.thinking", setup, level]
            told = subprocess.run(command, capture_output=True, check=True, cwd=ROOT).stdout  # noqa: S603  # our own
            seconds, megabytes = json.loads(told)
            what = f"of the longest turn at {level} in round {ROUNDS + 1} of {setup}"
            found.append(Measured(f"core {what}", seconds, times * SECONDS[level], "s"))
            found.append(Measured(f"memory {what}", megabytes, MEGABYTES, "MB"))
    return found


if __name__ == "__main__":
    json.dump(think(*sys.argv[1:]), sys.stdout)
