"""Wars of computer players alone: `python -m tests.soak_computers` plays 50 of each setup, then a tenth of the ladder.

A game must end or reach its last round, and of a thousand orders 999 be accepted. On the ladder a level must take its
share of the points from a weaker one; so few games leave bounds, so it fails only where the share lies above them.
`--games 2 --pairs 1 --setup revised` plays less. Exit 1 where something fails; pairs are kept in `build/ladder`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from computer.ladder import KEPT, Ladder, Pair, run
from computer.matches import Match, Result, play
from computer.rating import rating_of
from engine import setup_names

LAST_ROUND = 12
LEVEL = "easy"


@dataclass(frozen=True)
class Goal:
    """What one level must take from another. share: of the points of a game, 0 to 1. over_all: of all setups together.

    printed: of victories as printed alone, in so many rounds, where an island has to be taken for them.
    """

    a: str
    b: str
    share: float
    rounds: int
    setups: tuple[str, ...] = ()
    over_all: bool = False
    printed: bool = False


GOALS = (
    Goal("easy", "random", 0.95, 8),
    Goal("easy", "random", 0.80, 20, setups=("aa1941", "pacific_1940"), printed=True),
    Goal("normal", "greedy", 0.65, 8, over_all=True),
    Goal("hard", "normal", 0.55, 8, over_all=True),
)


def is_over(result: Result) -> bool:
    """Whether a game came to an end."""
    return result.victory is not None or result.rounds == LAST_ROUND


def wars(setup: str, games: int, jobs: int) -> bool:
    """Play games of one level against itself; whether all went well."""
    matches = [Match(setup, LEVEL, LEVEL, LAST_ROUND, seed) for seed in range(games)]
    with ProcessPoolExecutor(jobs) as pool:
        results = list(pool.map(play, matches))
    stuck = [match.seed for match, result in zip(matches, results, strict=True) if not is_over(result)]
    won = sum(result.victory is not None for result in results)
    orders, refused = sum(result.orders for result in results), sum(sum(r.refused.values()) for r in results)
    say(f"{setup}: {games} games, {won} won before round {LAST_ROUND} was over, {orders} orders, {refused} refused")
    if stuck:
        say(f"{setup}: games that never ended, by seed: {', '.join(map(str, stuck))}")
    return not stuck and refused <= orders / 1000


def ladder(goal: Goal, setups: Sequence[str], pairs: int, jobs: int) -> bool:
    """Play pairs in these setups; whether the goal may still hold."""
    played = {setup: _pairs(goal, setup, pairs, jobs) for setup in setups if setup in (goal.setups or setups)}
    if goal.over_all and played:
        played = {"all setups": [pair for found in played.values() for pair in found]}
    held = [_holds(goal, setup, found) for setup, found in played.items()]
    return all(held)


def _pairs(goal: Goal, setup: str, pairs: int, jobs: int) -> list[Pair]:
    game = Ladder(setup, goal.a, goal.b, seed=1, rounds=goal.rounds, weighings=None)
    return run(game, pairs, jobs, KEPT / game.name, resume=True, stops=False)


def _holds(goal: Goal, setup: str, pairs: Sequence[Pair]) -> bool:
    rating = rating_of([sum(_printed(pair)) if goal.printed else pair.points for pair in pairs])
    what = "victories as printed" if goal.printed else "points"
    say(
        f"{setup}: {goal.a} took {rating.points:.0%} of the {what} from {goal.b} in {len(pairs)} pairs "
        f"({rating.points_low:.0%} to {rating.points_high:.0%}; goal {goal.share:.0%})"
    )
    return rating.points_high >= goal.share


def _printed(pair: Pair) -> Iterator[float]:
    """The first level plays the Axis, then the Allies."""
    for side, game in zip(("axis", "allies"), pair.games, strict=True):
        yield float(game.victory == side)


def say(line: str) -> None:
    """Print a line as soon as it is known."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak_computers", description="Let computers play alone.")
    parser.add_argument("--games", type=int, default=50, help="of each setup")
    parser.add_argument("--pairs", type=int, default=5, help="of the ladder, for each goal and setup")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--setup", choices=setup_names(), action="append", help="one setup alone; may be said again")
    chosen = parser.parse_args(arguments)
    setups = tuple(chosen.setup or setup_names())
    held = [wars(setup, chosen.games, chosen.jobs) for setup in setups if chosen.games]
    held += [ladder(goal, setups, chosen.pairs, chosen.jobs) for goal in GOALS if chosen.pairs]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
