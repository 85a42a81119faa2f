"""Playing a game record again: `python -m engine.replay RECORD.json`.

Prints one JSON object: that of `describe`, with `error` (null, or the refused step) and `dice_left`. Exit 0 where every
step was legal, 3 where one was refused (the state is then the one before it), 2 where the file is no record.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from engine.dice import ScriptedDice
from engine.errors import IllegalAction, Refusal
from engine.events import Event, event_to_json
from engine.game import Outcome, apply, new_game
from engine.queries.describe import describe
from engine.quoting import quoted
from engine.reading import UnreadableJson, problem_in, read_json
from engine.state.game_state import STATE, GameState

FORMAT = 1
GAME_MASTER = "gm"
MOST_BYTES = 16_000_000
"""Of the file of a record; that of a long war of many powers has one or two million."""


class Step(BaseModel):
    """One action of a record: who gave it, the dice it used, and whether it was given automatically.

    `engine` is the version that carried it out; records of earlier versions do not say so.
    """

    model_config = ConfigDict(extra="forbid")

    by: str
    action: dict[str, object]
    dice: list[StrictInt] = Field(default_factory=list)
    auto: Literal["order", "default", "computer"] | None = None
    engine: str = Field(default="", max_length=20)


class NoteOnTurn(BaseModel):
    """What a player noted on a turn, such as "2.germany"."""

    model_config = ConfigDict(extra="forbid")

    turn: str = Field(max_length=60)
    text: str = Field(max_length=500)


class Record(BaseModel):
    """A whole game: enough to play it again on another machine. `engine` is the version that wrote it.

    commitment: the SHA-256 of the seed that its dice came from, as it was posted before the first of them. template: by
    which template of its server the game was opened, if by any. notes: what players noted on their turns.
    """

    model_config = ConfigDict(extra="forbid")

    format: Annotated[int, Field(strict=True, ge=FORMAT, le=FORMAT)]
    engine: str = Field(default="", max_length=20)
    setup: str
    options: dict[str, object] = Field(default_factory=dict)
    commitment: str = Field(default="", max_length=64)
    template: str = Field(default="", max_length=80)
    notes: list[NoteOnTurn] = Field(default_factory=list)
    steps: list[Step]


class InvalidRecord(Exception):
    """The file is no game record; the text says where and why."""


class StepRefused(Exception):
    """A step of a record is not legal; `dice_left` are those that it did not use."""

    def __init__(self, number: int, refusal: Refusal, dice_left: int) -> None:
        super().__init__(f"step {number}: {refusal}")
        self.number = number
        self.refusal = refusal
        self.dice_left = dice_left


@dataclass
class Replay:
    """A record played as far as it goes; `error` is the refused step."""

    state: GameState
    events: list[tuple[Event, ...]] = field(default_factory=list)
    error: dict[str, object] | None = None
    dice_left: int = 0


def read_record(text: str) -> Record:
    """Read a record; raises InvalidRecord with line or place and reason."""
    try:
        return Record.model_validate(read_json(text))
    except UnreadableJson as error:
        raise InvalidRecord(str(error)) from error
    except ValidationError as error:
        raise InvalidRecord(problem_in(error, "the file as a whole")) from error


def read_record_file(path: Path) -> Record:
    """Read a record from a file; raises InvalidRecord, also where it is too large or can't be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InvalidRecord(f"it has more than {MOST_BYTES:,} bytes")
        return read_record(data.decode("utf-8-sig"))
    except OSError as error:
        raise InvalidRecord(error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise InvalidRecord("it isn't text") from error


def is_printed(told: Mapping[str, object]) -> bool:
    """Print an object as JSON; False where it can't be written, which is said on standard error."""
    try:
        sys.stdout.write(f"{json.dumps(told, ensure_ascii=False, indent=1)}\n")
        sys.stdout.flush()
    except OSError as error:
        sys.stderr.write(f"That can't be printed: {error.strerror}\n")
        sys.stdout = io.StringIO()  # Or Python tries once more as it ends, and complains.
        return False
    return True


def start_of(record: Record) -> GameState:
    """The state before the first step; raises InvalidRecord for an unknown setup, option, or player of a step."""
    try:
        state = new_game(record.setup, record.options)
    except IllegalAction as no:
        raise InvalidRecord(no.message) from no
    players = {GAME_MASTER, *state.edition.power}
    for number, step in enumerate(record.steps):
        if step.by not in players:
            raise InvalidRecord(f"steps.{number}.by: there is no power {quoted(step.by)}")
    return state


def outcomes(record: Record, state: GameState, until: int | None = None) -> Iterator[Outcome]:
    """What each step leads to in turn, all of them or the first `until`; raises StepRefused."""
    for number, step in enumerate(record.steps[:until]):
        outcome = _outcome_of_any_version(state, number, step)
        state = outcome.state
        yield outcome


def _outcome_of_any_version(state: GameState, number: int, step: Step) -> Outcome:
    """What a step leads to; where its dice do not fit, those of idle units are among them (CMB-07)."""
    try:
        return _outcome(state, number, step)
    except StepRefused as no:
        if no.refusal.rule == "dice":
            with suppress(StepRefused):
                return _outcome(state, number, step, idle_units_fire=True)
        raise


def _outcome(state: GameState, number: int, step: Step, *, idle_units_fire: bool = False) -> Outcome:
    left = 0
    try:
        dice = ScriptedDice(step.dice)
        outcome = apply(state, action_of(step), dice, idle_units_fire=idle_units_fire)
        left = dice.left
        if left:
            raise IllegalAction("dice", f"{left} of {len(step.dice)} dice were left over.")
    except Refusal as no:
        raise StepRefused(number, no, left) from no
    return outcome


def replay(record: Record, until: int | None = None) -> Replay:
    """Play a record again, all or its first `until` steps; raises InvalidRecord for an unknown setup or option."""
    played = Replay(start_of(record))
    try:
        for outcome in outcomes(record, played.state, until):
            played.state = outcome.state
            played.events.append(outcome.events)
    except StepRefused as no:
        played.error = {"step": no.number, "rule": no.refusal.rule, "message": no.refusal.message}
        played.dice_left = no.dice_left
    return played


def action_of(step: Step) -> dict[str, object]:
    """The action of a step, with the power that gave it."""
    if step.by == GAME_MASTER or "power" in step.action:
        return step.action
    return {**step.action, "power": step.by}


def report(played: Replay, *, pieces: bool = False, events: bool = False) -> dict[str, object]:
    """The JSON object that the command prints."""
    result = {**describe(played.state), "error": played.error, "dice_left": played.dice_left}
    if pieces:
        result["pieces"] = dict(sorted(STATE.dump_python(played.state, mode="json")["pieces"].items()))
    if events:
        result["events"] = [[event_to_json(event) for event in step] for step in played.events]
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine.replay", description="Play a game record again.")
    parser.add_argument("record", type=Path)
    parser.add_argument("--until", type=int, help="stop after this many steps")
    parser.add_argument("--pieces", action="store_true", help="add every piece")
    parser.add_argument("--events", action="store_true", help="add the events of each step")
    chosen = parser.parse_args(arguments)
    try:
        played = replay(read_record_file(chosen.record), chosen.until)
    except InvalidRecord as error:
        sys.stderr.write(f"{chosen.record} is not a game record: {error}\n")
        return 2
    if not is_printed(report(played, pieces=chosen.pieces, events=chosen.events)):
        return 2
    return 3 if played.error else 0


if __name__ == "__main__":
    sys.exit(main())
