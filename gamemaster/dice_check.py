"""Checking the dice of a game that is over: what is published with the seed, the file of rolls, and /dice verify."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from gamemaster.drafting import VOID
from store import Entry, Game, LoggedRoll
from store.fair_dice import faults_in


def fingerprint(rolls: Sequence[LoggedRoll]) -> str:
    """SHA-256 of the list of rolls as compact JSON: number, log entry, cause and faces of each (docs/dice.md)."""
    rows = [[roll.number, roll.seq, roll.cause, roll.faces] for roll in rolls]
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()


def tally_in_words(rolls: Sequence[LoggedRoll]) -> str:
    """How many rolls there were, with the fingerprint of their list, as a sentence."""
    if not rolls:
        return "No die was rolled."
    return f"There were {_counted(rolls)}; fingerprint of their list: `{fingerprint(rolls)}`."


def _counted(rolls: Sequence[LoggedRoll]) -> str:
    dice = sum(len(roll.faces) for roll in rolls)
    return f"{len(rolls)} roll{'s' if len(rolls) > 1 else ''} of {dice} {'dice' if dice > 1 else 'die'}"


def dice_file(
    game: Game, seed: bytes, rolls: Sequence[LoggedRoll], shown: Sequence[Entry], log: Sequence[Entry]
) -> dict[str, Any]:
    """All rolls with what it takes to check them and to hold them against the record (docs/dice.md).

    shown: the entries that are the steps of the record. log: all entries, those rolled back too.
    """
    step_of = {entry.seq: step for step, entry in enumerate(shown)}
    aside = {entry.seq: _why_aside(entry) for entry in log if entry.seq not in step_of}
    return {
        "game": str(game.id),
        "method": game.dice_method,
        "seed": seed.hex(),
        "commitment": game.commitment,
        "made": {
            "rolls": len(rolls),
            "dice": sum(len(roll.faces) for roll in rolls),
            "fingerprint": fingerprint(rolls),
        },
        "imported_steps": _imported_steps(rolls, shown),
        "rolls": [
            {
                "number": roll.number,
                "entry": roll.seq,
                "step": step_of.get(roll.seq),
                **({"aside": aside[roll.seq]} if roll.seq in aside else {}),
                "cause": roll.cause,
                "faces": list(roll.faces),
            }
            for roll in rolls
        ],
    }


def _why_aside(entry: Entry) -> str:
    """Why an entry is no step of the record."""
    if entry.action.get("type") == VOID:
        return "void"
    return "after the record" if entry.rolled_back_by is None else "rolled back"


def _imported_steps(rolls: Sequence[LoggedRoll], shown: Sequence[Entry]) -> int:
    """How many steps go up to the last one with dice that were not rolled here, since it came with a record."""
    ours = {roll.seq for roll in rolls}
    return max((step for step, entry in enumerate(shown, 1) if entry.dice and entry.seq not in ours), default=0)


def verdict(game: Game, seed: bytes, rolls: Sequence[LoggedRoll], log: Sequence[Entry]) -> str:
    """What /dice verify says."""
    if faults := list(faults_in(game, seed, rolls, log)):
        return "\n".join(["**The dice of this game are not in order.**", *faults[:5]])
    genuine = f"All {_counted(rolls)} are genuine" if rolls else "No die was rolled here"
    words = [
        f"{genuine}, and the seed fits the commitment posted at the start.",
        f"Commitment: `{game.commitment}`",
        f"Fingerprint of the rolls, posted with the seed: `{fingerprint(rolls)}`",
    ]
    aside = {entry.seq for entry in log if entry.rolled_back_by or entry.action.get("type") == VOID}
    if count := sum(roll.seq in aside for roll in rolls):
        words.append(f"{count} of them were rolled back or are void; they stay on record and do not count.")
    ours = {roll.seq for roll in rolls}
    if any(entry.dice and entry.seq not in ours for entry in log):
        words.append("The dice of the record that was imported were not rolled here and cannot be checked.")
    return "\n".join([*words, "`/game export` gives the files to check all of it without this bot: docs/dice.md."])
