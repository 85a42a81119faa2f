"""Games that begin alike: the first of a process is begun, the others are copies of its file with dice of their own."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

from gamemaster.lobby import opening
from store.games.fair_dice import commitment
from tests.tables import with_tables

SEED = b"of the game that others are copies of"[:32]
_begun: dict[str, bytes | None] = {}


async def copied(file: Path, how: str, begin: Callable[[Path], Awaitable[object]]) -> bool:
    """Whether this file is now one with a game begun in this way; not where its dice were needed to begin it."""
    if how not in _begun:
        model = with_tables(file.with_name("model.db"))
        with patch.object(opening, "new_seed", lambda: SEED):
            await begin(model)
        _begun[how] = _taken(model)
    if (data := _begun[how]) is None:
        return False
    _write(file, data, vars(opening)["new_seed"]())  # which a test may have replaced there
    return True


def _taken(model: Path) -> bytes | None:
    """What is in a file, which goes; nothing where dice were rolled."""
    with closing(sqlite3.connect(model)) as connection:
        has_rolls = connection.execute("SELECT count(*) FROM rolls").fetchone()[0]
    data = None if has_rolls else model.read_bytes()
    model.unlink()
    return data


def _write(file: Path, data: bytes, seed: bytes) -> None:
    """The file of a game, which has a seed of its own and says so in its first post."""
    file.write_bytes(data)
    digests = (commitment(SEED), commitment(seed))
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE games SET seed = ?, commitment = ?", (seed, digests[1]))
        connection.execute("UPDATE outbox SET payload = replace(payload, ?, ?)", digests)
