"""The file of dice of a game that is over: its whole log in one canonical form, with the seed (docs/dice.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from gamemaster.dice.on_record import OnRecord
from gamemaster.orders.drafts import VOID
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.open_turn import PUT_BACK
from gamemaster.views.public_log import open_and_secret
from store import Entry, LoggedRoll
from store.games.fair_dice import imported_entries
from store.seals import Seal

FORMAT = 2
"""Before formats had numbers it was a list of rolls, to read beside the record."""

Row = dict[str, Any]
AFTER = "after the record"


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
    """The file as text, and what a player wants to know of it; its rows by entry, and the entries that count."""

    text: str
    coverage: Coverage
    rows: Mapping[int, Row]
    steps: AbstractSet[int]

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the file, byte by byte."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def dice_file(loaded: LoadedGame, record: OnRecord) -> DiceFile:
    """The file of a game as it is at its end. Where nothing was sealed it is as before there were seals."""
    rolls, log = record.rolls, record.log
    shown, secret = open_and_secret(loaded, (entry for entry in log if entry.rolled_back_by is None))
    imported = imported_entries(rolls, log)
    rows = _rows(log, rolls, {entry.seq for entry in shown}, secret[0].seq if secret else None, imported)
    head = {
        "format": FORMAT,
        "game": str(loaded.game.id),
        "imported": sum(seq <= imported for seq in rows),
        "log": list(rows.values()),
        "method": loaded.game.dice_method,
        "options": dict(loaded.game.options),
        **({"sealed": [_seal(seal, rows) for seal in record.seals]} if record.seals else {}),
        "seed": record.seed.hex(),
        "setup": loaded.game.setup,
        "status": loaded.game.status,
    }
    steps = {entry.seq for entry in shown}
    return DiceFile(_canonical(head), _coverage(rows, steps), rows, steps)


def _seal(seal: Seal, rows: Mapping[int, Row]) -> Row:
    """What was sealed, with the place of the row that ended its phase; none if that is not shown, being rolled back."""
    row = 1 + list(rows).index(seal.seq) if "action" in rows.get(seal.seq, {}) else None
    return {"hash": seal.digest, "row": row, "text": seal.text}


def _rows(
    log: Sequence[Entry], rolls: Sequence[LoggedRoll], shown: AbstractSet[int], secret_from: int | None, imported: int
) -> dict[int, Row]:
    """The rows of the file by entry.

    Neither an order that was taken back nor one of the phase in which a game was abandoned may show, not even as a gap
    in numbers: so entries have them only where they have rolled.
    """
    fell = {seq: list(group) for seq, group in groupby(rolls, key=lambda roll: roll.seq)}
    rows: dict[int, Row] = {}
    for entry in log:
        rolled = _rolled(entry, fell.get(entry.seq, ()))
        kind = entry.action.get("type")
        if secret_from is not None and entry.seq >= secret_from:
            row = rolled and {**rolled, "left_out": AFTER}
        elif kind == VOID:
            row = rolled and {**rolled, "left_out": VOID}
        elif kind == PUT_BACK:
            row = {"back_to": sum(seq <= entry.action["to"] for seq in rows)}
        elif entry.seq in shown or entry.dice:
            row = {**_step(entry), **({"dice": list(entry.dice)} if entry.seq <= imported else rolled)}
        else:
            continue
        if row:
            rows[entry.seq] = {**row, "cause": entry.cause}
    return rows


def _step(entry: Entry) -> Row:
    return {"by": entry.by, "action": dict(entry.action), "auto": entry.auto, "engine": entry.engine_version}


def _rolled(entry: Entry, rolls: Sequence[LoggedRoll]) -> Row:
    """What is shown of an entry that has rolled; nothing for any other."""
    return {"entry": entry.seq, "rolls": [[roll.number, list(roll.faces)] for roll in rolls]} if rolls else {}


def _coverage(rows: Mapping[int, Row], steps: AbstractSet[int]) -> Coverage:
    imported = [row["dice"] for seq, row in rows.items() if "dice" in row and seq in steps]
    return Coverage(
        steps=len(steps),
        imported=len(imported),
        imported_dice=sum(map(len, imported)),
        behind=_count_rolls(row for row in rows.values() if row.get("left_out") == AFTER),
        undone=_count_rolls(row for seq, row in rows.items() if "action" in row and seq not in steps),
        void=_count_rolls(row for row in rows.values() if row.get("left_out") == VOID),
    )


def _count_rolls(rows: Iterable[Row]) -> int:
    return sum(len(row.get("rolls", ())) for row in rows)


def _canonical(file: dict[str, Any]) -> str:
    """ASCII, keys in order, no space, a line feed at the end: one text for one meaning."""
    return json.dumps(file, sort_keys=True, separators=(",", ":")) + "\n"
