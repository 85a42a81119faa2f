"""A long run of random games: `python -m tests.soak` plays 200 games of 300 actions of each setup on two processes.

`--setup revised --advantages` plays one setup only, here with all its national advantages, `--setup narrow_sea` one of
those invented for tests (`tests/data`), `--setup pacific_1940` one in preparation; `--seed N` plays a single game of it
again. Failures name their seed; `--records FOLDER` keeps their records. Exit 1 where a game failed.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from engine import load_setup, setup_names
from engine.facts.data_files import DATA
from tests.engine.random_games import BrokenPromise, PlayedGame, play_random_game
from tests.invented import invented, invented_names

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
DULL = ("actions", "refusals", *(kind for _, kind in SHOWN))


@dataclass(frozen=True)
class Table:
    """What is played: a setup, plain or with all national advantages."""

    setup: str
    advantages: bool

    def __str__(self) -> str:
        return f"{self.setup} with national advantages" if self.advantages else self.setup


@dataclass(frozen=True)
class Failure:
    """A game that went wrong: where and how, and the record that leads there with the order that broke it."""

    seed: int
    message: str
    record: Mapping[str, Any]
    trying: Mapping[str, Any]


def play(seed: int, actions: int, table: Table) -> PlayedGame | Failure:
    """One game, or what went wrong in it."""
    try:
        return play_random_game(seed, actions, table.setup, advantages=table.advantages)
    except BrokenPromise as broken:
        return Failure(seed, str(broken), broken.record, broken.trying)


def summary(games: Sequence[PlayedGame], seconds: float) -> str:
    """The run in words and numbers."""
    total: Counter[str] = sum((game.counts for game in games), Counter())
    winners = Counter(game.winner for game in games if game.winner)
    lines = [f"{len(games)} games, {total['actions']} actions, {total['refusals']} refusals in {seconds:.0f} s"]
    lines.append(", ".join(f"{name} {total[kind]}" for name, kind in SHOWN))
    lines.append(", ".join(f"{kind} {count}" for kind, count in sorted(total.items()) if kind not in DULL))
    lines.append("won: " + (", ".join(f"{side} {count}" for side, count in sorted(winners.items())) or "none"))
    return "\n".join(lines) + "\n"


def soak(table: Table, seeds: Sequence[int], actions: int, processes: int, records: Path | None) -> int:
    """Play games of one table and tell how they went; gives the number of failures."""
    began = time.monotonic()
    finished: list[PlayedGame] = []
    failures = 0
    with ProcessPoolExecutor(processes) as pool:
        for result in pool.map(partial(play, actions=actions, table=table), seeds):
            if isinstance(result, PlayedGame):
                finished.append(result)
                continue
            failures += 1
            sys.stdout.write(f"FAILED: {result.message}\n")
            sys.stdout.flush()
            if records is not None:
                text = json.dumps({"record": result.record, "trying": result.trying}, indent=1)
                (records / f"{table.setup}_{result.seed}.json").write_text(text, encoding="utf-8")
    sys.stdout.write(f"{table}: seeds {seeds[0]} to {seeds[-1]}\n{summary(finished, time.monotonic() - began)}")
    sys.stdout.write(f"{failures} failed\n")
    return failures


def tables(setup: str | None, *, advantages: bool) -> list[Table]:
    """The table asked for, or all: each setup plain, and with its national advantages where it has some."""
    if setup is not None:
        return [Table(setup, advantages)]
    plain = [Table(name, advantages=False) for name in setup_names()]
    return plain + [Table(name, advantages=True) for name in setup_names() if load_setup(name).advantages]


def _all_setups() -> list[str]:
    """The setups that can be played and those in preparation."""
    return sorted(path.stem for path in (DATA / "setups").glob("*.json"))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--actions", type=int, default=300)
    parser.add_argument("--setup", choices=[*_all_setups(), *invented_names()], help="play this setup only")
    parser.add_argument("--advantages", action="store_true", help="with all national advantages")
    parser.add_argument("--seed", type=int, help="play this single game (of aa1941 where no setup is named)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--records", type=Path, help="folder for the records of games that failed")
    chosen = parser.parse_args(arguments)
    first = secrets.randbelow(1_000_000_000)
    seeds = [chosen.seed] if chosen.seed is not None else range(first, first + chosen.games)
    setup = chosen.setup or ("aa1941" if chosen.seed is not None else None)
    played = tables(setup, advantages=chosen.advantages)
    with invented():
        failures = sum(soak(table, seeds, chosen.actions, chosen.processes, chosen.records) for table in played)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
