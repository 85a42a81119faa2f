"""Battles of a middle size fought in blocks that are written down, so that a run that was stopped is gone on with."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.odds.form import BattleForm
from tests.engine.odds.fights import Fought, fought
from tests.engine.odds.middle_battles import middle_battle, middle_battles

BLOCK = 500
"""Fights that are written down together."""


def blocks(fights: int, setup: str | None) -> Iterator[tuple[str, str, int]]:
    """A setup, what the battle is about and the number of the block: the first of all battles, then the second of all,
    so that wherever a run is stopped all have been fought about as often.
    """
    for number in range(-(-fights // BLOCK)):
        yield from ((own, about, number) for own, about in middle_battles() if setup in {None, own})


def fight_block(folder: Path, setup: str, about: str, number: int) -> None:
    """Fight a block, unless it has been fought before. Each has dice of its own."""
    file = folder / f"{setup}, {about}.jsonl"
    if any(row["block"] == number for row in _rows(file)):
        return
    found = fought(middle_battle(setup, about), BLOCK, seed=1_000 + number)
    row = {
        "block": number,
        "fights": found.fights,
        "wins": found.wins,
        "left": [[*key, count] for key, count in found.left.items()],
        "rounds": [*found.rounds.items()],
    }
    folder.mkdir(parents=True, exist_ok=True)
    with file.open("a") as written:
        written.write(json.dumps(row) + "\n")


def kept(folder: Path, setup: str, about: str) -> tuple[BattleForm, Fought]:
    """A battle, and what came of all its fights that have been written down."""
    found = Fought()
    for row in _rows(folder / f"{setup}, {about}.jsonl"):
        found.fights += row["fights"]
        found.wins += Counter(row["wins"])
        found.left += Counter({(side, unit): count for side, unit, count in row["left"]})
        found.rounds += Counter(dict(row["rounds"]))
    return middle_battle(setup, about), found


def _rows(file: Path) -> Iterable[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
