"""A long run of random games: `python -m tests.soak` plays 200 games of 300 actions on two processes.

`--seed N` plays a single game again; failures name their seed. Exit 1 where a game failed.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.engine.random_games import PlayedGame, play_random_game

SHOWN = (
    ("battles", "battle_began"),
    ("captures", "territory_taken"),
    ("capitals plundered", "treasury_plundered"),
    ("assaults", "assault_declared"),
    ("carriers sunk", "carriers_sunk"),
    ("stranded landings", "stranded_landed"),
    ("retreats", "retreated"),
    ("orders undone", "order_undone"),
    ("questions", "request_opened"),
)


def play(seed: int, actions: int) -> PlayedGame | str:
    """One game, or what went wrong in it."""
    try:
        return play_random_game(seed, actions)
    except AssertionError as failure:
        return str(failure)


def summary(games: Sequence[PlayedGame], seconds: float) -> str:
    """The run in words and numbers."""
    total: Counter[str] = sum((game.counts for game in games), Counter())
    winners = Counter(game.winner for game in games if game.winner)
    lines = [f"{len(games)} games, {total['actions']} actions, {total['refusals']} refusals in {seconds:.0f} s"]
    lines.append(", ".join(f"{name} {total[kind]}" for name, kind in SHOWN))
    lines.append("won: " + (", ".join(f"{side} {count}" for side, count in sorted(winners.items())) or "none"))
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--actions", type=int, default=300)
    parser.add_argument("--seed", type=int, help="play this single game")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    first = secrets.randbelow(1_000_000_000)
    seeds = [chosen.seed] if chosen.seed is not None else range(first, first + chosen.games)
    began = time.monotonic()
    finished: list[PlayedGame] = []
    failures = 0
    with ProcessPoolExecutor(chosen.processes) as pool:
        for result in pool.map(partial(play, actions=chosen.actions), seeds):
            if isinstance(result, str):
                failures += 1
                sys.stdout.write(f"FAILED: {result}\n")
                sys.stdout.flush()
            else:
                finished.append(result)
    sys.stdout.write(f"seeds {seeds[0]} to {seeds[-1]}\n{summary(finished, time.monotonic() - began)}")
    sys.stdout.write(f"{failures} failed\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
