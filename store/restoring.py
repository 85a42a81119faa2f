# Nothing else runs on the event loop here, so files may block it.
# ruff: noqa: ASYNC240
"""A backup put in place of the database, so that what was played after it is not taken for what is played now."""

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import text, update

from store import tables
from store.alone import alone_with
from store.backup import backup
from store.copying import go_on_numbering, is_numbered, last_number
from store.database import Store
from store.dialect import database_url, failures_explained, make_folder_of, sqlite_file
from store.errors import DatabaseDamaged, DatabaseTooNew, DatabaseUnavailable, RestoreRefused
from store.rows import UNFINISHED, NewMessage
from store.server_tools import AND_PASSWORD, restore_command

PANEL = "panel"
NUMBERS_LEFT_OUT = 1_000_000
"""How many numbers are passed over where the database cannot be read that is replaced."""
NOTE = (
    "The host has put back a copy of this game. What was done after it was made is gone, also where it still stands "
    "above; buttons of older posts do nothing any more. Use /panel to go on."
)


@dataclass(frozen=True)
class _Abandoned:
    """What Discord has seen of the line that is given up: the last numbers, and the panels by game."""

    numbers: Mapping[str, int] = field(default_factory=dict)
    panels: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    is_readable: bool = False


async def restored(url: str, copy: Path) -> str:
    """Puts a backup in place of the database of a bot that is stopped; what stood there is kept beside it.

    Raises `RestoreRefused` where a bot runs or the copy is no sound database with games, and what opening it raises.
    """
    whole = database_url(url)
    file = sqlite_file(whole)
    if file is None:
        raise RestoreRefused(
            "A database on PostgreSQL is put back by the server's own tool, while no bot runs: "
            f"{restore_command(whole, copy)} {AND_PASSWORD}"
        )
    if not copy.is_file() or not copy.stat().st_size:
        raise RestoreRefused(f"There is no backup {copy}.")
    async with alone_with(url):
        games, kept = await _put_in_place(copy, file)
    beside = f" What stood there before is kept as {kept}." if kept else ""
    return f"Put {copy} in place of {file}: {games} game{'' if games == 1 else 's'}.{beside} Start the bot."


async def _put_in_place(copy: Path, file: Path) -> tuple[int, Path | None]:
    """How many games there are now, and where what stood there before is kept."""
    _check_nobody_uses(file)
    fresh = file.with_name(f"{file.name}.restoring")
    _remove(fresh)
    make_folder_of(file)
    try:
        backup(_url_of(copy.resolve()), fresh)
        _let_it_shrink(fresh)
        games = await _prepared(fresh, await _abandoned(file))
        _give_to_owner_of(file if file.is_file() else file.parent, fresh)
        kept = _set_aside(file)
        fresh.rename(file)
    except DatabaseDamaged as error:
        raise RestoreRefused(f"The backup {copy} is damaged or is no database. Choose another one.") from error
    except (DatabaseTooNew, DatabaseUnavailable) as error:
        raise RestoreRefused(f"The backup {copy} cannot be used. {error}") from error
    finally:
        _remove(fresh)
    return games, kept


def _url_of(file: Path) -> str:
    return f"sqlite:///{file}"


def _check_nobody_uses(file: Path) -> None:
    """Raise where another process has the database open; what stands in its journal is written into it."""
    if not file.is_file():
        return
    try:
        with closing(sqlite3.connect(file, timeout=0.5)) as present:
            present.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise RestoreRefused(f"The database {file} is in use: stop the bot, then try again.") from error
    except sqlite3.DatabaseError:
        return  # it is damaged, which is why it is replaced


def _let_it_shrink(fresh: Path) -> None:
    """Has a copy of a file from an older version give room back, as new ones do."""
    with failures_explained(str(fresh)), closing(sqlite3.connect(fresh)) as database:
        if database.execute("PRAGMA auto_vacuum").fetchone() == (0,):
            database.execute("PRAGMA auto_vacuum = INCREMENTAL")
            database.execute("VACUUM")


async def _abandoned(file: Path) -> _Abandoned:
    if not file.is_file():
        return _Abandoned()
    with suppress(Exception):
        store = await Store.open(_url_of(file))
        try:
            async with store.read() as read:
                numbered = [table for table in tables.metadata.sorted_tables if is_numbered(table)]
                numbers = {table.name: await last_number(read, table) for table in numbered}
                games = await read.all_games()
                posts = {game.id: await read.post(game.id, PANEL) for game in games}
                panels = {game: (post.channel_id, post.message_id) for game, post in posts.items() if post}
        finally:
            await store.close()
        return _Abandoned(numbers, panels, is_readable=True)
    return _Abandoned()


async def _prepared(fresh: Path, abandoned: _Abandoned) -> int:
    """Has the copy go on after the line that is abandoned; gives how many games it holds."""
    store = await Store.open(_url_of(fresh))
    try:
        async with store.write() as write:
            sound = (await write.connection.execute(text("PRAGMA quick_check(1)"))).scalar_one()
            if sound != "ok":
                raise DatabaseDamaged
            games = await write.all_games()
            if not games:
                raise RestoreRefused("The backup holds no games. Choose another one.")
            for table in filter(is_numbered, tables.metadata.sorted_tables):
                last = await last_number(write, table)
                seen = abandoned.numbers.get(table.name, 0) if abandoned.is_readable else last + NUMBERS_LEFT_OUT
                await go_on_numbering(write, table, max(last, seen))
            # What waited when the copy was made may have been sent since.
            await write.connection.execute(update(tables.outbox).values(doubtful=True))
            for game in games:
                if game.status not in UNFINISHED:
                    continue
                if panel := abandoned.panels.get(game.id):
                    await write.remember_post(game.id, PANEL, *panel)
                await write.outbox.enqueue(game.id, [_note(game.channel_id)])
        await store.empty_journal()
    finally:
        await store.close()
    return len(games)


def _note(channel_id: int) -> NewMessage:
    return NewMessage(kind="post", channel_id=channel_id, payload={"content": NOTE, "rows": [], "ping": []})


def _give_to_owner_of(former: Path, fresh: Path) -> None:
    """Where root does this, the bot has to be able to open it all the same."""
    if os.name == "posix" and os.geteuid() == 0:
        os.chown(fresh, former.stat().st_uid, former.stat().st_gid)


def _set_aside(file: Path) -> Path | None:
    """Give the present database another name; gives it."""
    if not file.is_file():
        return None
    number = 1
    while (kept := file.with_name(f"{file.name}.replaced-{number}")).exists():
        number += 1
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            file.with_name(file.name + suffix).rename(kept.with_name(kept.name + suffix))
    return file.rename(kept)


def _remove(fresh: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        fresh.with_name(fresh.name + suffix).unlink(missing_ok=True)
