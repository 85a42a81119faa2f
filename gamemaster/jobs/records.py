"""Playing the record of a stranger, within bounds on all that it may take."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine import GameState, IllegalAction, event_to_json, load_setup, new_game, setup_names, state_to_text
from engine.ask import read_position
from engine.quoting import quoted
from engine.replay import (
    FORMAT,
    GAME_MASTER,
    InvalidRecord,
    Record,
    Step,
    StepRefused,
    outcomes,
    read_record,
    start_of,
)
from gamemaster.errors import TableRefusal
from gamemaster.narration.phrases import without_markdown
from gamemaster.workers.worker import Limits

MOST_BYTES = 2_000_000
MOST_STEPS = 10_000
MOST_DICE = 5_000  # of one step
LONGEST_ACTION, LONGEST_CORRECTION = 10_000, 100_000  # characters of JSON
LONGEST_LOG = 24_000_000  # characters of JSON of all that happened
SECONDS = 60
LIMITS = Limits(megabytes=220, core_seconds=40)
OPTIONS_AND_ALL = 2_000  # characters of JSON beside the steps


@dataclass(frozen=True)
class PlayedStep:
    """A step as it is logged; action and events are JSON as text."""

    by: str
    action: str
    dice: tuple[int, ...]
    auto: Literal["order", "default", "computer"] | None
    events: str


@dataclass(frozen=True)
class PlayedRecord:
    """The game that a record leads to: the state before its first step and after its last, the latter as stored too.

    turn_before: the last state of the turn before the present one, with the number of steps that led to it.
    """

    first: GameState
    steps: tuple[PlayedStep, ...]
    last: GameState
    body: str
    turn_before: tuple[int, GameState] | None


def play_record(data: bytes, setup: str, options: Mapping[str, object]) -> PlayedRecord:
    """Play a record of a setup, or begin from a position that somebody wrote as text, with these options.

    Raises TableRefusal with the place and the reason.
    """
    try:
        return _played(_read(data, setup, options))
    except InvalidRecord as error:
        said = without_markdown(str(error)).removesuffix(".")
        raise TableRefusal(f"That file isn't a game record: {said}.") from None
    except StepRefused as no:
        refusal = no.refusal
        said = without_markdown(refusal.message)
        raise TableRefusal(f"Step {no.number} of the record is not legal: {said} ({refusal.rule})") from None
    except (MemoryError, RecursionError):
        raise TableRefusal(
            "That record needs more memory than a game may use, so I stopped. Nothing changed."
        ) from None


def _read(data: bytes, setup: str, options: Mapping[str, object]) -> Record:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TableRefusal("That file is neither a game record nor a position: it isn't text.") from None
    if not is_record(data):
        return _from_position(text, setup, options)
    record = read_record(text)
    if record.setup != setup:
        theirs = load_setup(record.setup).title if record.setup in setup_names() else quoted(record.setup)
        ours = load_setup(setup).title
        raise TableRefusal(f"That record is for {without_markdown(theirs)}, but this game is {ours}.")
    if len(record.steps) > MOST_STEPS:
        raise TableRefusal(f"The record has {len(record.steps):,} steps. The limit is {MOST_STEPS:,}.")
    if len(_json(record.options)) > OPTIONS_AND_ALL:
        raise InvalidRecord("options: there are more than any edition has")
    for number, step in enumerate(record.steps):
        _check_size(number, step)
    return record


def is_record(data: bytes) -> bool:
    """Whether a file is JSON, as records are, and no position as text."""
    return data.removeprefix(BOM_UTF8).lstrip()[:1] in (b"{", b"[")


def _from_position(text: str, setup: str, options: Mapping[str, object]) -> Record:
    """A record whose only step deals a position."""
    start = new_game(setup, options)
    try:
        correction = read_position(start, text)
    except IllegalAction as no:
        raise TableRefusal(f"I can't read that position.\n{without_markdown(no.message)}") from None
    step = Step(by=GAME_MASTER, action=correction)
    return Record(format=FORMAT, setup=setup, options=dict(options), steps=[step])


def _check_size(number: int, step: Step) -> None:
    if len(step.dice) > MOST_DICE:
        raise TableRefusal(f"Step {number} of the record has {len(step.dice):,} dice. The limit is {MOST_DICE:,}.")
    most = LONGEST_CORRECTION if step.action.get("type") == "edit" else LONGEST_ACTION
    length = len(_json(step.action))
    if length > most:
        raise TableRefusal(
            f"Step {number} of the record has an action of {length:,} characters. The limit is {most:,}."
        )


def _played(record: Record) -> PlayedRecord:
    first = last = start_of(record)
    steps: list[PlayedStep] = []
    turn_before: tuple[int, GameState] | None = None
    length = 0
    for step, outcome in zip(record.steps, outcomes(record, first), strict=True):
        events = _json([event_to_json(event) for event in outcome.events])
        steps.append(PlayedStep(step.by, _json(step.action), tuple(step.dice), step.auto, events))
        length += len(events)
        if length > LONGEST_LOG:
            raise TableRefusal(f"By step {len(steps) - 1}, more has happened in the record than in any real game.")
        if (outcome.state.round, outcome.state.power) != (last.round, last.power):
            turn_before = len(steps) - 1, last
        last = outcome.state
    return PlayedRecord(first, tuple(steps), last, state_to_text(last), turn_before)


def _json(value: list[dict[str, object]] | Mapping[str, object]) -> str:
    return json.dumps(value, separators=(",", ":"))
