"""What was saved is copied beside a SQLite file that was lost under a running bot, which still has it open."""

import logging
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from store.database.opening import Store
from store.errors import StoreError
from store.maintenance.starting import repair, repaired_with
from store.sqlite.file import JOURNAL, beside, has_content, name_of_rescue, part_of
from store.sqlite.guard import Change
from store.sqlite.mark import read_mark
from store.sqlite.privacy import make_private

log = logging.getLogger(__name__)


async def rescued(store: Store, change: Change) -> str:
    """Copies what was saved beside the file, writes down what befell it, and gives what the host has to do."""
    file = store.file
    if file is None:
        raise ValueError("there is no file")
    trouble, copy, is_in_file = "", None, False
    if change.kind == "journal":
        with suppress(StoreError, sqlite3.Error):  # so that the file holds all by itself, whatever becomes of the copy
            is_in_file = await store.with_open_file(_empty_journal)
    try:
        copy = await store.with_open_file(lambda opened: _copied(opened, file))
    except (StoreError, sqlite3.Error, OSError) as failure:
        log.debug("The copy failed.", exc_info=failure)
        trouble = f" It could not be copied to another file ({failure})."
    store.note_happening(change.kind, copy)
    mark = read_mark(file)
    if copy is None and change.kind == "journal":
        return f"{trouble.lstrip()} Stop the bot and start it again: it says what the file lacks and what to do."
    if copy is None:
        return f"{trouble.lstrip()} Stop the bot. {repair(file, mark)}"
    if is_in_file and not has_content(part_of(file, JOURNAL)):
        return f"Everything that was saved is now in the file, and in {copy} too. Stop the bot and start it again."
    return (
        f"Everything that can be saved is copied to {copy}. Stop the bot. {repaired_with(file, mark, copy)} Then "
        "start it."
    )


def _empty_journal(opened: sqlite3.Connection) -> bool:
    """Whether all that was in it is in the file."""
    (is_busy, *_) = opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


def _copied(opened: sqlite3.Connection, file: Path) -> Path:
    """A copy of what an open connection has; raises sqlite3.Error where that is no longer whole, and OSError."""
    target = name_of_rescue(_place_beside(file))
    made = beside(target, ".part")
    try:
        _check_room(opened, made.parent)
        make_private(made)
        with closing(sqlite3.connect(made)) as copy:
            opened.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE").fetchone()
            _check_whole(copy)
    except BaseException:
        for suffix in ("", "-journal", "-wal", "-shm"):
            beside(made, suffix).unlink(missing_ok=True)
        raise
    return made.rename(target)


def _check_whole(copy: sqlite3.Connection) -> None:
    """Also the indexes against the tables: parts of two files in one would contradict each other there."""
    whole = copy.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
    if not whole or copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise sqlite3.DatabaseError("what is left of it contradicts itself")


def _place_beside(file: Path) -> Path:
    """The file itself, or where it would be in a folder that is still there."""
    if file.parent.is_dir():
        return file
    return Path(tempfile.gettempdir()) / file.name


def _check_room(opened: sqlite3.Connection, folder: Path) -> None:
    needed = opened.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()[0]
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise OSError(f"{folder} has {free >> 20} MB left, but the copy needs {needed >> 20} MB")
