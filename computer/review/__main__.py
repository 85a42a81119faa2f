"""A game looked back on: `python -m computer.review RECORD.json [--power germany] [--plans 60]`.

Prints one JSON object: the chance of a side to win by turn, the biggest swings of the dice, and the costliest choices
of attacks with better ones. Exit codes are those of `engine.replay`: 0 where all went well, 3 where a step of the
record is refused, 2 for anything else that can't be looked back on; words on standard error say why.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from computer import VERSION
from computer.review.attacks import LEVEL
from computer.review.reviewing import PLANS, Review, review_of
from engine import GameState, IllegalAction
from engine.events import Event
from engine.quoting import quoted
from engine.replay import InvalidRecord, Record, StepRefused, is_printed, outcomes, read_record_file, start_of


def review_to_json(review: Review) -> dict[str, object]:
    """A review as the printed object."""
    told = asdict(review)
    for key, choices in (("choices", review.choices), ("finds", review.finds)):
        told[key] = [{**asdict(choice), "edge": choice.edge} for choice in choices]
    return {"version": VERSION, "level": LEVEL, **told}


def reviewed(record: Record, powers: Collection[str] | None, plans: int) -> Review:
    """The review of a record; raises InvalidRecord, StepRefused, IllegalAction (`form`)."""
    start = start_of(record)
    for power in powers or ():
        if power not in start.edition.power:
            raise IllegalAction("form", f"There is no power {quoted(power)} in this edition.")
    return review_of(start, _events(record, start), powers=powers, plans=plans)


def _events(record: Record, start: GameState) -> Iterator[Event]:
    for outcome in outcomes(record, start):
        yield from outcome.events


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m computer.review", description="Look back on a game.")
    parser.add_argument("record", type=Path)
    parser.add_argument("--power", action="append", help="whose turns; all if left out")
    parser.add_argument(
        "--plans", type=int, default=PLANS, help="so many are weighed for the attacks of a turn at most"
    )
    chosen = parser.parse_args(arguments)
    try:
        record = read_record_file(chosen.record)
    except InvalidRecord as error:
        sys.stderr.write(f"{chosen.record} is not a game record: {error}\n")
        return 2
    try:
        review = reviewed(record, chosen.power, chosen.plans)
    except StepRefused as no:
        sys.stderr.write(f"The record breaks off at {no}\n")
        return 3
    except InvalidRecord as no:
        sys.stderr.write(f"{no}\n")
        return 2
    except IllegalAction as no:
        sys.stderr.write(f"{no.message}\n")
        return 2
    if not review.turns:
        sys.stderr.write("No turn of these powers is over in this record.\n")
        return 2
    return 0 if is_printed(review_to_json(review)) else 2


if __name__ == "__main__":
    sys.exit(main())
