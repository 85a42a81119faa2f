"""The file of dice of a game that is over: its whole log in one canonical form, with the seed (docs/dice.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from gamemaster.drafting import VOID
from gamemaster.loading import PUT_BACK, LoadedGame
from gamemaster.open_entries import open_and_secret
from store import Entry, LoggedRoll
from store.fair_dice import imported_entries

FORMAT = 2
"""Before it had a number it was a list of rolls, to be read beside the record."""

ROLLED_BACK, TAKEN_BACK, AFTER = "rolled back", "taken back", "after the record"


@dataclass(frozen=True)
class Coverage:
    """What the seed vouches for, and what it does not.

    steps: of the record. imported: how many of them came with another record, with dice that were not rolled here.
    behind: rolls of orders that stay secret, as the game was abandoned in their phase. undone, void: rolls that do not
    count.
    """

    steps: int
    imported: int
    imported_dice: int
    behind: int
    undone: int
    void: int


@dataclass(frozen=True)
class DiceFile:
    """The file as text, and what a player wants to know of it."""

    text: str
    coverage: Coverage

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the file, byte by byte."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def dice_file(loaded: LoadedGame, seed: bytes, rolls: Sequence[LoggedRoll], log: Sequence[Entry]) -> DiceFile:
    """The file of a game as it is at its end; `log` are all entries, those that were rolled back too."""
    shown, secret = open_and_secret(loaded, (entry for entry in log if entry.rolled_back_by is None))
    imported = imported_entries(rolls, log)
    rows = _rows(log, rolls, {entry.seq for entry in shown}, secret[0].seq if secret else None, imported)
    head = {
        "format": FORMAT,
        "game": str(loaded.game.id),
        "imported": sum(row["entry"] <= imported for row in rows),
        "log": rows,
        "method": loaded.game.dice_method,
        "options": dict(loaded.game.options),
        "seed": seed.hex(),
        "setup": loaded.game.setup,
        "status": loaded.game.status,
    }
    return DiceFile(_canonical(head), _coverage(rows, shown))


def _rows(
    log: Sequence[Entry], rolls: Sequence[LoggedRoll], shown: AbstractSet[int], secret_from: int | None, imported: int
) -> list[dict[str, Any]]:
    fell = {seq: list(group) for seq, group in groupby(rolls, key=lambda roll: roll.seq)}
    rows = []
    for entry in log:
        is_behind = secret_from is not None and entry.seq >= secret_from
        if is_behind and entry.seq not in fell:
            continue
        reason = AFTER if is_behind else _why_left_out(entry, entry.seq in shown)
        rows.append(_row(entry, fell.get(entry.seq, []), reason, is_imported=entry.seq <= imported))
    while rows and "left_out" in rows[-1] and not rows[-1]["rolls"]:
        rows.pop()  # How many orders were given in the phase in which a game is abandoned stays secret.
    return rows


def _coverage(rows: Sequence[dict[str, Any]], shown: Sequence[Entry]) -> Coverage:
    steps = {entry.seq for entry in shown}
    imported = [row["dice"] for row in rows if "dice" in row and row["entry"] in steps]
    undone = [row for row in rows if "action" in row and row["entry"] not in steps]
    return Coverage(
        steps=len(shown),
        imported=len(imported),
        imported_dice=sum(map(len, imported)),
        behind=_count_rolls(row for row in rows if row.get("left_out") == AFTER),
        undone=_count_rolls(undone),
        void=_count_rolls(row for row in rows if row.get("left_out") == VOID),
    )


def _count_rolls(rows: Iterable[dict[str, Any]]) -> int:
    return sum(len(row.get("rolls", ())) for row in rows)


def _why_left_out(entry: Entry, is_open: bool) -> str | None:
    """Why the order of an entry is not shown; those that rolled are, though they were rolled back."""
    kind = entry.action.get("type")
    if kind == VOID:
        return VOID
    if is_open or entry.dice or kind == PUT_BACK:
        return None
    return TAKEN_BACK if entry.rolled_back_by is None else ROLLED_BACK


def _row(entry: Entry, rolls: Sequence[LoggedRoll], reason: str | None, *, is_imported: bool) -> dict[str, Any]:
    place = {"entry": entry.seq, "cause": entry.cause}
    fell = {"rolls": [[roll.number, list(roll.faces)] for roll in rolls]}
    if reason:
        return {**place, "left_out": reason, **fell}
    order = {"by": entry.by, "action": dict(entry.action), "auto": entry.auto, "engine": entry.engine_version}
    return {**place, **order, **({"dice": list(entry.dice)} if is_imported else fell)}


def _canonical(file: dict[str, Any]) -> str:
    """ASCII, keys in order, no space, a line feed at the end: one text for one meaning."""
    return json.dumps(file, sort_keys=True, separators=(",", ":")) + "\n"
