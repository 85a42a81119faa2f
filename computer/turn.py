"""A computer player takes a turn: `python -m computer.turn RECORD.json --level greedy --seed 7 [--until combat_move]`.

Plays the power on turn from the end of a record to the end of its turn, or of the phase that `--until` names, and
prints one JSON object; with `--answer` only the open question is answered. What others are asked meanwhile gets the
printed answer. A clock ends the weighing only after three times the seconds of a core that a turn of the level may
take, or after `--seconds`; then the best plan so far is played, which is said on standard error. Exit codes are those
of `engine.replay`: 0 where all went well, 3 where a step of the record is refused, 2 for anything else that can't be
played; words on standard error say why.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from computer.levels import MOST_SECONDS, seat_at, seconds_until_cut_off
from computer.players.printed import PrintedPlayer
from computer.playing import CutOff, Given, Seat, Table, answer, owed, play_turn
from computer.seeding import SeededDice, Story
from engine import GameState, IllegalAction, ask
from engine.ask import acting_powers, order_to_json
from engine.facts.board import PowerId
from engine.facts.parameters import PhaseId
from engine.quoting import quoted
from engine.replay import InvalidRecord, Record, StepRefused, is_printed, outcomes, read_record_file, start_of

CUT_OFF = "Time was up, so the best plan that was found until then is played."


class Unplayable(Exception):
    """Nothing can be played here; the text says why."""


def story_of(record: Record) -> Story:
    """The fingerprint of a record, whoever wrote it."""
    story = Story(record.setup, record.options)
    for step in record.steps:
        story.add(step.by, step.action, step.dice)
    return story


def position_of(record: Record) -> GameState:
    """Where a record ends; raises InvalidRecord, or StepRefused."""
    state = start_of(record)
    for outcome in outcomes(record, state):
        state = outcome.state
    return state


def turn_of(
    record: Record,
    level: str,
    seed: int,
    *,
    until: str | None = None,
    answers: bool = False,
    power: PowerId | None = None,
    weighings: int | None = None,
    seconds: float | None = None,
    cut_off: CutOff | None = None,
) -> dict[str, object]:
    """What the player of a level orders, as the printed object; raises what is refused.

    cut_off: what ends the weighing early, in place of a clock that says when so many seconds of a core are over.
    """
    seat = seat_at(level, seed, weighings)
    if answers and until is not None:
        raise Unplayable("An answer is no phase. Leave out --until or --answer.")
    state = position_of(record)
    story = story_of(record)
    who = _whose(state, power, answers=answers)
    table = Table(state, story, SeededDice(story.fingerprint, seed))
    began = time.perf_counter()
    cut_off = cut_off or _after(seconds_until_cut_off(level, state, weighings) if seconds is None else seconds)
    if answers:
        answer(table, {who: seat}, who)
    else:
        play_turn(table, _seats(state, who, seat), _last_phase(state, until), cut_off)
    return {
        "power": who,
        "level": level,
        "seed": seed,
        "orders": [_order(given, state.power) for given in table.given],
        "dice": [list(given.dice) for given in table.given],
        "why": [_why(at, given) for at, given in enumerate(table.given) if given.by == who],
        "weighed": table.weighed,
        "refused": table.refused,
        "cut_off": cut_off.has_come,
        "seconds": round(time.perf_counter() - began, 3),
    }


def _after(seconds: float) -> CutOff:
    """It comes after so many seconds of a core from now on; raises Unplayable where these are out of bounds."""
    if not 0 <= seconds <= MOST_SECONDS:
        raise Unplayable(f"A turn can take 0 to {MOST_SECONDS:g} seconds, not {seconds:g}.")
    end = time.process_time() + seconds
    return CutOff(lambda: time.process_time() >= end)


def _whose(state: GameState, power: PowerId | None, *, answers: bool) -> PowerId:
    """Who plays or answers; raises Unplayable where nothing is to be done, or not by the power that is named."""
    if state.winner is not None:
        raise Unplayable("The game is over.")
    if power is not None and power not in state.edition.power:
        raise Unplayable(f"There is no power {quoted(power)} in this edition.")
    ask.check_rolled(state)
    if answers:
        if not state.requests:
            raise Unplayable("No question is open. Leave out --answer to play the turn.")
        try:
            return owed(state, power)[1]
        except LookupError:
            asked = " and ".join(state.edition.power[each].called for each in acting_powers(state))
            raise Unplayable(f"That question is for {asked}.") from None
    if power not in (None, state.power):
        raise Unplayable(f"It is the turn of {state.edition.power[state.power].called}.")
    return state.power


def _last_phase(state: GameState, until: str | None) -> PhaseId | None:
    phases = state.edition.parameters.turn.phases_of(state.power)
    left = phases[phases.index(state.phase) :]
    found = next((phase for phase in left if phase == until), None)
    if until is not None and found is None:
        raise Unplayable(f"The turn has no phase {quoted(until)} left. There are {', '.join(left)}.")
    return found


def _seats(state: GameState, who: PowerId, seat: Seat) -> Mapping[PowerId, Seat]:
    others = Seat(PrintedPlayer(), "printed", 0, 1)
    return {power.id: seat if power.id == who else others for power in state.edition.powers}


def _order(given: Given, on_turn: PowerId) -> dict[str, object]:
    """An order as it stands in a record, with its power where that is not the one on turn."""
    action = order_to_json(ask.parse_order(given.action))
    return action if given.by == on_turn else {**action, "power": given.by}


def _why(number: int, given: Given) -> dict[str, object]:
    if given.why is None:
        raise AssertionError("there is a reason for every order of a player")
    return {"order": number, **asdict(given.why)}


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m computer.turn", description="Let a computer player take a turn.")
    parser.add_argument("record", type=Path)
    parser.add_argument("--level", default="greedy", help="who plays")
    parser.add_argument("--seed", type=int, default=0, help="for dice, and choices between equals")
    parser.add_argument("--until", help="the last phase that is played")
    parser.add_argument("--answer", action="store_true", help="answer the open question instead")
    parser.add_argument("--power", help="whose seat it is; without it whoever must act")
    parser.add_argument("--weigh", type=int, help="how many choices are weighed in the turn at most")
    parser.add_argument("--seconds", type=float, help="of a core, after which the best plan so far is played")
    chosen = parser.parse_args(arguments)
    try:
        record = read_record_file(chosen.record)
    except InvalidRecord as error:
        sys.stderr.write(f"{chosen.record} is not a game record: {error}\n")
        return 2
    try:
        done = turn_of(
            record,
            chosen.level,
            chosen.seed,
            until=chosen.until,
            answers=chosen.answer,
            power=chosen.power,
            weighings=chosen.weigh,
            seconds=chosen.seconds,
        )
    except StepRefused as no:
        sys.stderr.write(f"The record breaks off at {no}\n")
        return 3
    except (InvalidRecord, Unplayable) as no:
        sys.stderr.write(f"{no}\n")
        return 2
    except IllegalAction as no:
        sys.stderr.write(f"{no.message}\n")
        return 2
    if done["cut_off"]:
        sys.stderr.write(f"{CUT_OFF}\n")
    return 0 if is_printed(done) else 2


if __name__ == "__main__":
    sys.exit(main())
