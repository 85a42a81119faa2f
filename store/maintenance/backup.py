"""A copy of the database while the bot runs."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from store.database.dialect import database_url, failures_explained, sqlite_file
from store.errors import BackupRefused, StoreError
from store.postgresql.dumps import AND_PASSWORD, dump_command
from store.sqlite.privacy import make_private


def backup(url: str, target: Path) -> None:
    """Writes a consistent copy of a SQLite database to a new file, without the room that was freed in it.

    Raises `BackupRefused` for other databases, where there is nothing to copy, or where the target exists, and the
    errors of `Store.open` where the database cannot be read or the copy not written.
    """
    whole = database_url(url)
    file = sqlite_file(whole)
    if file is None:
        raise BackupRefused(
            f"Copy a database on PostgreSQL with the server's own tool: {dump_command(whole, target)} {AND_PASSWORD}"
        )
    if not file.is_file():
        raise BackupRefused(f"There is no database {file}.")
    if target.exists():
        raise BackupRefused(f"{target} already exists. Choose another name, so that no backup is lost.")
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    make_private(unfinished)
    try:
        with (
            failures_explained(f"{file} (being copied to {target})"),
            closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source,
        ):
            source.execute("VACUUM INTO ?", (str(unfinished),))
    except StoreError:
        unfinished.unlink(missing_ok=True)  # On a full disk half a copy is the last thing that is wanted.
        raise
    with unfinished.open("rb+") as written:  # SQLite leaves that to others here.
        os.fsync(written.fileno())
    unfinished.rename(target)
