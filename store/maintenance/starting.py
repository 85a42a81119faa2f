"""What a bot finds as it starts: if a SQLite file is not what the last one left, the bot does not silently start
afresh."""

import logging
import os
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from sqlalchemy import select

from store.database import tables
from store.database.dialect import database_url, sqlite_file
from store.database.opening import Store
from store.errors import DatabaseNotAsLeft, DatabaseNotSetUp, StateNotKept, StoreError
from store.games.reading import ReadTransaction
from store.maintenance.backups import copies_of
from store.sqlite.file import (
    JOURNAL,
    command,
    has_content,
    header_of,
    identity,
    is_gone_or_empty,
    part_of,
    rescues_of,
    where_commands_work,
)
from store.sqlite.guard import IN_PLACE, Guard
from store.sqlite.losses import in_words, losses, noted_in
from store.sqlite.mark import Mark, Noted, Notes, mark_of, new_id, read_mark, write_mark

LOOKED_FOR = 16
"""Games that changed last: what was saved later than all that a file holds was theirs."""

log = logging.getLogger(__name__)


def check_not_lost(url: str) -> None:
    """Raise `DatabaseNotSetUp` where the database is gone, empty or another one, though games have been kept there.

    So nobody starts afresh because a disk was not mounted or a file was cut, and no journal is written into a file that
    it does not belong to: ask before the database is opened.
    """
    file = sqlite_file(database_url(url))
    if file is None:
        return
    mark = read_mark(file)
    if is_gone_or_empty(file):
        _check_nothing_was_kept(file, mark)
    elif mark is not None and mark.games:
        _check_same_file(file, mark)


def _check_nothing_was_kept(file: Path, mark: Mark | None) -> None:
    journal = part_of(file, JOURNAL)
    if (mark is not None and mark.games) or copies_of(file) or rescues_of(file):
        raise DatabaseNotAsLeft(f"The database {file} is gone or empty, though {_kept(mark)}. {repair(file, mark)}")
    place = file.resolve()
    if replaced := sorted(place.parent.glob(f"{place.name}.replaced-*[0-9]"), key=lambda each: each.stat().st_mtime):
        raise DatabaseNotSetUp(
            f"The database {file} is gone or empty because a backup was being restored. Restore it again, or give "
            f"{replaced[-1].name} its name back."
        )
    if has_content(journal):
        raise DatabaseNotSetUp(
            f"The database {file} is gone or empty, though its journal {journal.name} is there. Put the file or a "
            "backup back, or move the journal away to start afresh."
        )


def _kept(mark: Mark | None) -> str:
    if mark is None or not mark.games:
        return "there are copies of it"
    number = len(mark.games)
    return f"{number} game{'' if number == 1 else 's'} {'was' if number == 1 else 'were'} kept there"


def _check_same_file(file: Path, mark: Mark) -> None:
    header = header_of(file)
    if not header.is_sqlite:
        return  # as damaged as it is, opening it says so
    if header.id != mark.id:
        raise DatabaseNotAsLeft(f"The database {file} is not the file that was kept there. {repair(file, mark)}")
    is_same, journal = identity(file) == mark.file, part_of(file, JOURNAL)
    if mark.happened in IN_PLACE and (is_same or has_content(journal)):
        raise DatabaseNotAsLeft(f"The database {file} was overwritten while a bot ran. {repair(file, mark)}")
    if has_content(journal) and (mark.happened == "journal" or (mark.happened is not None and not is_same)):
        raise DatabaseNotAsLeft(
            f"The database {file} and its journal {journal.name} do not belong together, because one of them was "
            f"replaced while a bot ran. {repair(file, mark)}"
        )


def repair(file: Path, mark: Mark | None) -> str:
    """What a host does to get the games back, with what is lost then."""
    anew = f"To start afresh, move {_what_reminds(file)} away."
    best = best_copy(file, mark)
    if best is None:
        return f"There is no copy of it. Put back what was there. {anew}"
    return f"{repaired_with(file, mark, best)} {anew}"


def repaired_with(file: Path, mark: Mark | None, copy: Path) -> str:
    """The command that puts a copy back, and what is lost then."""
    back = f"Put the copy back, {where_commands_work()}: {command(file, 'restore', copy)}."
    found = losses(mark.games, noted_in(copy)) if mark else []
    return f"{back} Lost then: {in_words(found)}." if found else back


def _what_reminds(file: Path) -> str:
    """What would have to go for the start to know nothing of games."""
    found = [mark_of(file)] if mark_of(file).exists() else []
    if copies := copies_of(file):
        found.append(copies[-1].parent)
    found += rescues_of(file)
    return " and ".join(str(each) for each in found)


def best_copy(file: Path, mark: Mark | None) -> Path | None:
    """The copy that lacks least of what was saved, the newest among equals; none that cannot be read."""
    best: tuple[int, Path] | None = None
    for copy in [*copies_of(file), *rescues_of(file)]:
        with suppress(sqlite3.Error, OSError):
            kept = noted_in(copy)
            lacks = len(losses(mark.games, kept)) if mark else 0
            if best is None or lacks <= best[0]:
                best = lacks, copy
    return None if best is None else best[1]


async def take_charge(store: Store) -> None:
    """See that an open database is what its mark says, and have it watched from now on; PostgreSQL needs no watching.

    Raises `DatabaseNotAsLeft` where something is missing that was saved.
    """
    file = store.file
    if file is None:
        return
    mark = read_mark(file)
    if mark is not None and mark.games:
        await _check_all_there(store, file, mark)
    try:
        id_ = await _mark_anew(store, file, mark)
        if os.name == "posix":
            store.guard = Guard(file, id_)
        store.note_in(Notes(file))
    except OSError as error:
        log.warning("The bot cannot watch whether somebody changes the database: %s", error)


async def _check_all_there(store: Store, file: Path, mark: Mark) -> None:
    last = list(mark.games)[-LOOKED_FOR:]
    async with store.read() as read:
        kept = await noted(read, last)
        await _check_readable(read, kept)
        if not losses({game: mark.games[game] for game in last}, kept):
            return
        kept = await noted(read)
    lost = in_words(losses(mark.games, kept))
    best = best_copy(file, mark)
    back = f" {repaired_with(file, mark, best)}" if best else ""
    raise DatabaseNotAsLeft(
        f"The database {file} lacks what was saved: {lost}. Its journal {part_of(file, JOURNAL).name} was deleted, or "
        f"an older copy was put in its place. Put back what was there.{back} To play on without what is missing: "
        f"{command(file, 'accept', '--yes')}."
    )


async def _check_readable(read: ReadTransaction, games: Iterable[int]) -> None:
    """What the last bot had open can be read, or opening ends as with any damaged file; the rest is looked at later."""
    for game in games:
        try:
            now = await read.latest_state(game)
            await read.entries_since(game, now.seq - 1)
            await read.open_roll(game)
            await read.unsent_messages(game)
        except StateNotKept:
            continue  # it has not begun
        except (ValueError, TypeError, KeyError) as error:
            log.error("Game %s: its stored data cannot be read (%s).", game, type(error).__name__)  # noqa: TRY400


async def noted(read: ReadTransaction, games: list[int] | None = None) -> dict[int, Noted]:
    """How far these games have come, or all."""
    columns = tables.games.c
    query = select(columns.id, columns.version, columns.seq, columns.name).order_by(columns.id)
    if games is not None:
        query = query.where(columns.id.in_(games))
    rows = (await read.connection.execute(query)).all()
    return {row.id: Noted(row.version, row.seq, row.name) for row in rows}


async def mark_as_it_is(store: Store) -> None:
    """Take a file with what it holds, whatever its mark says."""
    if store.file is not None:
        await _mark_anew(store, store.file, None)


async def _mark_anew(store: Store, file: Path, mark: Mark | None) -> int:
    """Write the mark with nothing superfluous; gives the id of the file. Raises OSError."""
    if mark is None or not mark.games:
        async with store.read() as read:
            games = await noted(read)
        mark = Mark(new_id(), identity(file), games)
        async with store.write() as write:
            await write.connection.exec_driver_sql(f"PRAGMA user_version = {mark.id}")
        # In the file itself, so that it is known without its journal.
        if not await store.forget_journal():
            raise StoreError(f"The database {file} is being read by another process. Try again in a moment.")
    elif mark.is_tidy and mark.file == identity(file):
        return mark.id
    write_mark(file, Mark(mark.id, identity(file), mark.games))
    return mark.id
