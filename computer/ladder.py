"""Which of two levels plays better: `python -m computer.ladder --setup S --a X --b Y --pairs N --seed N --jobs J`.

Each pair is two games with the same dice seed and the sides swapped. At the last round the frozen judge says which
side has gained; victories as printed are counted apart. What is printed is the same for any number of jobs; only the
seconds, told apart as errors are, differ. Pairs are kept in a file, from which `--resume` goes on. Its first line says
of what it keeps them, so that one with another name is never taken for another ladder.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from computer import VERSION
from computer.levels import seat_at
from computer.matches import Match, Result, play
from computer.rating import mean_of, rating_of
from engine import IllegalAction, setup_names
from engine.facts.openings import Side
from engine.quoting import quoted
from engine.reading import UnreadableJson, read_json
from engine.replay import is_printed

KEPT = Path("build") / "ladder"
MOST_PAIRS, MOST_ROUNDS, MOST_JOBS = 10_000, 100, 64
SIDES: tuple[Side, ...] = ("axis", "allies")
KEPT_SO_FAR = "The pairs until then are kept; --resume goes on with them."
ANEW = "Without --resume it begins anew."
INTERRUPTED = 130
"""The exit code of a program that was told to stop."""

T = TypeVar("T")


@dataclass(frozen=True)
class Ladder:
    """What is played."""

    setup: str
    a: str
    b: str
    seed: int
    rounds: int
    weighings: int | None

    def pair(self, number: int) -> tuple[Match, Match]:
        """Two games with the same dice, the sides swapped."""
        seed = self.seed * MOST_PAIRS + number
        first, second = (self.a, self.b), (self.b, self.a)
        one, other = (Match(self.setup, *levels, self.rounds, seed, self.weighings) for levels in (first, second))
        return one, other

    @property
    def name(self) -> str:
        """Of the file that keeps its pairs."""
        weigh = "" if self.weighings is None else f"-weigh{self.weighings}"
        return f"{self.setup}-{self.a}-{self.b}-{self.rounds}-{self.seed}{weigh}-v{VERSION}.jsonl"

    def head(self, version: int = VERSION) -> str:
        """The first line of that file: of what its pairs are."""
        return json.dumps({"ladder": {**asdict(self), "version": version}}, sort_keys=True)


@dataclass(frozen=True)
class Pair:
    """What came of two games: points of the first level, and of victories as printed alone."""

    number: int
    games: tuple[Result, Result]
    seconds: float = 0.0

    @property
    def points(self) -> float:
        """0 to 2."""
        return self.games[0].axis_points + 1 - self.games[1].axis_points

    @property
    def ahead(self) -> float:
        """By how many IPCs a game the first level gained more than the other did with the same side.

        Where one side wins whoever plays it, points say nothing and this does.
        """
        return (self.games[0].axis_gained - self.games[1].axis_gained) / 2

    def line(self) -> str:
        """As it is kept: without the time that it took."""
        return json.dumps({"pair": self.number, "games": [asdict(game) for game in self.games]}, sort_keys=True)


def read_pair(line: str | bytes) -> Pair:
    """A pair that was kept; raises UnreadableJson, ValueError, TypeError, KeyError or AttributeError for any other."""
    told = read_json(line.decode() if isinstance(line, bytes) else line)
    one, other = (Result(**game) for game in told["games"])
    if type(told["pair"]) is not int or not (_is_sound(one) and _is_sound(other)):
        raise ValueError("no pair")
    return Pair(told["pair"], (one, other))


def read_head(line: str | bytes) -> tuple[Ladder, int]:
    """Of what the pairs of a file are, and of which version of the players.

    Raises UnreadableJson, ValueError, TypeError, KeyError or AttributeError for any other line.
    """
    told = read_json(line.decode() if isinstance(line, bytes) else line)["ladder"]
    version = told.pop("version")
    ladder = Ladder(**told)
    names, counts = (ladder.setup, ladder.a, ladder.b), (ladder.seed, ladder.rounds, version)
    weighings = () if ladder.weighings is None else (ladder.weighings,)
    if not (all(type(name) is str for name in names) and all(type(count) is int for count in (*counts, *weighings))):
        raise ValueError("no head")
    return ladder, version


def _is_sound(game: Result) -> bool:
    """Whether a game that was read has only values such as games have."""
    counts = (game.rounds, game.orders, *game.refused.values(), *game.turns.values())
    is_counted = all(type(count) is int for count in counts) and type(game.axis_gained) in (int, float)
    return is_counted and game.victory in (None, *SIDES) and set(game.refused) == set(game.turns) == set(SIDES)


def play_pair(ladder: Ladder, number: int) -> Pair:
    """Play both games of a pair."""
    began = time.process_time()
    one, other = (play(match) for match in ladder.pair(number))
    return Pair(number, (one, other), time.process_time() - began)


def pairs_of(ladder: Ladder, numbers: Sequence[int], jobs: int) -> Iterator[Pair]:
    """Play pairs in several processes; they come in their order."""
    if jobs == 1:
        yield from (play_pair(ladder, number) for number in numbers)
        return
    with ProcessPoolExecutor(jobs, initializer=_end_at_once) as pool:
        waiting = [pool.submit(play_pair, ladder, number) for number in numbers]
        try:
            yield from (each.result() for each in waiting)
        finally:
            pool.shutdown(cancel_futures=True)


def _end_at_once() -> None:
    """Let an interruption end this process without a word: the one that waits for it tells."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def report(ladder: Ladder, pairs: Sequence[Pair]) -> dict[str, object]:
    """What the pairs say, as the printed object."""
    rating = rating_of([pair.points for pair in pairs])
    games = [game for pair in pairs for game in pair.games]
    a_sides = SIDES * len(pairs)
    won = sum(game.victory == side for game, side in zip(games, a_sides, strict=True))
    judged = [game.axis_points if side == "axis" else 1 - game.axis_points
              for game, side in zip(games, a_sides, strict=True)]  # fmt: skip
    refused = {"a": 0, "b": 0}
    for game, side in zip(games, a_sides, strict=True):
        for whose, count in game.refused.items():
            refused["a" if whose == side else "b"] += count
    return {
        "setup": ladder.setup,
        "a": ladder.a,
        "b": ladder.b,
        "seed": ladder.seed,
        "rounds": ladder.rounds,
        "version": VERSION,
        "pairs": len(pairs),
        "games": {"won": judged.count(1.0), "drawn": judged.count(0.5), "lost": judged.count(0.0)},
        "printed_victories": {"a": won, "b": sum(game.victory is not None for game in games) - won},
        "pair_points": [pair.points for pair in pairs],
        "points": _bounded(rating.points, rating.points_low, rating.points_high, 3),
        "ahead": _bounded(*mean_of([pair.ahead for pair in pairs]), 1),
        "elo": _bounded(rating.elo, rating.elo_low, rating.elo_high, 0),
        "verdict": rating.verdict or "open",
        "orders": sum(game.orders for game in games),
        "refused": refused,
    }


def _bounded(value: float, low: float, high: float, places: int) -> dict[str, float]:
    return {"value": round(value, places), "low": round(low, places), "high": round(high, places)}


def check(ladder: Ladder, pairs: int, jobs: int) -> None:
    """Raise IllegalAction (`form`) for what can't be played."""
    if ladder.setup not in setup_names():
        raise IllegalAction("form", f"There is no setup {quoted(ladder.setup)}. There are {', '.join(setup_names())}.")
    for level in (ladder.a, ladder.b):
        seat_at(level, ladder.seed, ladder.weighings)
    named = (("pairs", pairs, MOST_PAIRS), ("rounds", ladder.rounds, MOST_ROUNDS), ("jobs", jobs, MOST_JOBS))
    for name, count, most in named:
        if not 1 <= count <= most:
            raise IllegalAction("form", f"Say 1 to {most} {name}, not {count}.")


def run(ladder: Ladder, count: int, jobs: int, kept: Path, *, resume: bool, stops: bool) -> list[Pair]:
    """Play so many pairs, or until the test has decided where that stops it; none is played twice."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    pairs = pairs_kept(kept, ladder)[:count] if resume and kept.exists() else []
    with kept.open("a" if resume else "w", encoding="utf-8") as file:
        if not file.tell():
            file.write(ladder.head() + "\n")
            file.flush()
        for pair in () if stops and _is_decided(pairs) else pairs_of(ladder, range(len(pairs), count), jobs):
            pairs.append(pair)
            file.write(pair.line() + "\n")
            file.flush()
            if stops and _is_decided(pairs):
                break
    return pairs


def pairs_kept(kept: Path, ladder: Ladder) -> list[Pair]:
    """The pairs of a file; a last line that was never finished is taken away.

    Raises IllegalAction (`form`) where it holds anything but pairs of this ladder, and leaves it as it is.
    """
    data, pairs = kept.read_bytes(), list[Pair]()
    whole = data.rfind(b"\n") + 1
    head, *lines = data[:whole].splitlines() or [b""]
    if whole:
        _check_head(head, kept, ladder)
    for number, line in enumerate(lines):
        pair = _read(read_pair, line)
        if pair is None or pair.number != number:
            raise IllegalAction("form", f"Line {number + 2} of {kept} is not pair {number}. {ANEW}")
        pairs.append(pair)
    if whole < len(data):
        os.truncate(kept, whole)
    return pairs


def _check_head(head: bytes, kept: Path, ladder: Ladder) -> None:
    """Raise IllegalAction (`form`) where the pairs of a file are of something else, or nobody can tell of what."""
    if head == ladder.head().encode():
        return
    found = _read(read_head, head)
    if found is None:
        text = f"Line 1 of {kept} doesn't say of what its pairs are. {ANEW} If they are of this, put before them:"
        raise IllegalAction("form", f"{text} {ladder.head()}")
    if found != (ladder, VERSION):
        theirs, ours = _called(*found), _called(ladder, VERSION)
        raise IllegalAction("form", f"The pairs in {kept} are of {theirs}, and not of {ours}. {ANEW}")


def _called(ladder: Ladder, version: int) -> str:
    """What is played, in words."""
    weigh = "" if ladder.weighings is None else f", weigh {ladder.weighings}"
    players = f"{quoted(ladder.a)} against {quoted(ladder.b)}"
    return f"{quoted(ladder.setup)}: {players}, rounds {ladder.rounds}, seed {ladder.seed}{weigh}, version {version}"


def _read(reads: Callable[[bytes], T], line: bytes) -> T | None:
    try:
        return reads(line)
    except (ValueError, TypeError, KeyError, AttributeError, UnreadableJson):
        return None


def _is_decided(pairs: Sequence[Pair]) -> bool:
    return bool(pairs) and bool(rating_of([pair.points for pair in pairs]).verdict)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m computer.ladder", description="Let two levels play each other.")
    parser.add_argument("--setup", required=True)
    parser.add_argument("--a", required=True, help="a level")
    parser.add_argument("--b", required=True, help="another, or the same")
    parser.add_argument("--pairs", type=int, default=10, help="at most; a sequential test may stop earlier")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=12, help="after which a game is judged")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--weigh", type=int, help="how many choices are weighed in a turn at most")
    parser.add_argument("--all", action="store_true", help="play all pairs, even if fewer would decide it")
    parser.add_argument("--resume", action="store_true", help="go on with the pairs that are kept")
    parser.add_argument("--keep", type=Path, default=KEPT, help="the folder for the pairs")
    chosen = parser.parse_args(arguments)
    ladder = Ladder(chosen.setup, chosen.a, chosen.b, chosen.seed, chosen.rounds, chosen.weigh)
    try:
        check(ladder, chosen.pairs, chosen.jobs)
        kept = chosen.keep / ladder.name
        pairs = run(ladder, chosen.pairs, chosen.jobs, kept, resume=chosen.resume, stops=not chosen.all)
    except IllegalAction as no:
        sys.stderr.write(f"{no.message}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"The pairs can't be kept in {chosen.keep}: {error}\n")
        return 2
    except BrokenProcessPool:
        sys.stderr.write(f"A process that played was ended from outside, perhaps for want of memory. {KEPT_SO_FAR}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write(f"Interrupted. {KEPT_SO_FAR}\n")
        return INTERRUPTED
    if not is_printed(report(ladder, pairs)):
        return 2
    turns = sum(count for pair in pairs if pair.seconds for game in pair.games for count in game.turns.values())
    if turns:
        sys.stderr.write(f"{sum(pair.seconds for pair in pairs) / turns:.3f} seconds of a core a turn\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
