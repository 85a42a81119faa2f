"""What survives the process: one SQLite file of JSON records and attached files, written through at every change."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import deque
from contextlib import suppress
from pathlib import Path

from local.wire.errors import Json

MOST_LINGERING = 20
"""Files that are gone and can still be had."""

_TABLES = """
CREATE TABLE IF NOT EXISTS record (
    kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS file (
    id TEXT PRIMARY KEY, content_type TEXT NOT NULL, data BLOB NOT NULL
) WITHOUT ROWID;
"""


def _make_private(path: Path) -> None:
    """Only the host can read what is said at the table, as far as the file system knows owners."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    for each in (path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm")):
        with suppress(OSError):
            if each.is_file():
                each.chmod(each.stat().st_mode & ~0o077)


class Storage:
    """Records by kind and id. Without a path everything lives in memory."""

    def __init__(self, path: Path | None = None) -> None:
        if path is not None:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make_private(path)
        self._db = sqlite3.connect(":memory:" if path is None else path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.executescript(_TABLES)
        self._outlives = path is not None
        self._lingering: deque[tuple[str, tuple[str, bytes]]] = deque(maxlen=MOST_LINGERING)

    def put(self, kind: str, record_id: str, body: Json) -> None:
        if self._outlives:  # else nobody would ever load it
            self._db.execute("INSERT OR REPLACE INTO record VALUES (?, ?, ?)", (kind, record_id, json.dumps(body)))

    def delete(self, kind: str, record_id: str) -> None:
        self._db.execute("DELETE FROM record WHERE kind = ? AND id = ?", (kind, record_id))

    def load(self, kind: str) -> dict[str, Json]:
        rows = self._db.execute("SELECT id, body FROM record WHERE kind = ? ORDER BY length(id), id", (kind,))
        return {record_id: json.loads(body) for record_id, body in rows}

    def highest_id(self) -> int:
        """The highest snowflake in use, 0 in an empty file."""
        (records,) = self._db.execute("SELECT max(CAST(id AS INTEGER)) FROM record").fetchone()
        (files,) = self._db.execute("SELECT max(CAST(id AS INTEGER)) FROM file").fetchone()
        return max(records or 0, files or 0)

    def put_file(self, file_id: str, content_type: str, data: bytes) -> None:
        self._db.execute("INSERT INTO file VALUES (?, ?, ?)", (file_id, content_type, data))

    def file(self, file_id: str) -> tuple[str, bytes] | None:
        """Content type and bytes of an attached file; also of one that has just been deleted."""
        row = self._db.execute("SELECT content_type, data FROM file WHERE id = ?", (file_id,)).fetchone()
        return dict(self._lingering).get(file_id) if row is None else (row[0], row[1])

    def delete_file(self, file_id: str) -> None:
        """It lingers for a while, as on Discord: a page may be loading it that hasn't heard of its end yet."""
        found = self.file(file_id)
        if found is not None:
            self._lingering.append((file_id, found))
        self._db.execute("DELETE FROM file WHERE id = ?", (file_id,))

    def close(self) -> None:
        self._db.close()
