"""How long computer players think about a turn and an answer in a large war, and what memory that takes.

`python -m tests.bench.thinking SETUP LEVEL` prints the seconds of a core of the longest turn of a round and of the
longest answer in it, and megabytes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from computer import playing
from computer.levels import seat_at
from computer.playing import Seat, Table, play_turn
from computer.seeding import SeededDice, Story
from engine import new_game
from engine.facts.board import PowerId
from tests.bench.measured import Measured

ROUNDS = 2
"""So many were played before."""
SECONDS = {"easy": 1.5, "normal": 5.0, "hard": 20.0}
AN_ANSWER = 0.3
WARS = {"anniversary_1941": 1, "global_1940": 2}
"""So many times that long a turn may take."""
MEGABYTES = 250
ROOT = Path(__file__).parents[2]


def think(setup: str, level: str) -> tuple[float, float, float]:
    """The longest turn of the third round, its longest answer, and the most memory."""
    start = new_game(setup)
    table = Table(start, Story(setup, {}), SeededDice(setup))
    easy, thinker = seat_at("easy", 1), seat_at(level, 1)
    while table.state.round <= ROUNDS and table.state.winner is None:
        play_turn(table, {power.id: easy for power in start.edition.powers})
    answers, longest = Answers(), 0.0
    with answers.timed():
        while table.state.round == ROUNDS + 1 and table.state.winner is None:
            began = time.process_time()
            play_turn(table, {power.id: thinker for power in start.edition.powers})
            longest = max(longest, time.process_time() - began)
    return longest, answers.longest, _most_megabytes()


def _most_megabytes() -> float:
    """What this process has held at most; `ru_maxrss` would also tell what the one that began it held then."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024


@dataclass
class Answers:
    """The seconds of a core of the longest answer that was given."""

    longest: float = 0.0

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Time all that are given."""
        answer = playing.answer

        def timed(table: Table, seats: Mapping[PowerId, Seat], power: PowerId | None = None) -> None:
            began = time.process_time()
            answer(table, seats, power)
            self.longest = max(self.longest, time.process_time() - began)

        playing.answer = timed
        yield
        playing.answer = answer


def measure() -> list[Measured]:
    """Each level in a process of its own, as at a table."""
    found = []
    for setup, times in WARS.items():
        for level in SECONDS:
            command = [sys.executable, "-m", "tests.bench.thinking", setup, level]
            told = subprocess.run(command, capture_output=True, check=True, cwd=ROOT).stdout  # noqa: S603  # our own
            turn, answer, megabytes = json.loads(told)
            what = f"at {level} in round {ROUNDS + 1} of {setup}"
            found.append(Measured(f"core of the longest turn {what}", turn, times * SECONDS[level], "s"))
            found.append(Measured(f"core of the longest answer {what}", answer, AN_ANSWER, "s"))
            found.append(Measured(f"memory of the longest turn {what}", megabytes, MEGABYTES, "MB"))
    return found


if __name__ == "__main__":
    json.dump(think(*sys.argv[1:]), sys.stdout)
