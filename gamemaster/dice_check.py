"""Checking the dice of a game that is over: what is published with the seed, the file of rolls, and /dice verify."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from store import LoggedRoll


def fingerprint(rolls: Sequence[LoggedRoll]) -> str:
    """SHA-256 of the list of rolls as compact JSON: number, log entry, cause and faces of each (docs/dice.md)."""
    rows = [[roll.number, roll.seq, roll.cause, roll.faces] for roll in rolls]
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()


def tally_in_words(rolls: Sequence[LoggedRoll]) -> str:
    """How many rolls there were, with the fingerprint of their list: "41 rolls of 230 dice, ..."."""
    if not rolls:
        return "No die was rolled."
    dice = sum(len(roll.faces) for roll in rolls)
    words = f"{len(rolls)} roll{'s' if len(rolls) > 1 else ''} of {dice} {'dice' if dice > 1 else 'die'}"
    return f"There were {words}; fingerprint of their list: `{fingerprint(rolls)}`."
