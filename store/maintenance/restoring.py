# Nothing else runs on the event loop here, so files may block it.
# ruff: noqa: ASYNC240
"""Restoring a backup, so that what was played after it is not taken for what is played now."""

import os
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import text, update

from store.database import tables
from store.database.alone import alone_with
from store.database.dialect import database_url, failures_explained, make_folder_of, sqlite_file
from store.database.opening import Store
from store.errors import DatabaseDamaged, DatabaseTooNew, DatabaseUnavailable, RestoreRefused
from store.games.rows import UNFINISHED, NewMessage
from store.maintenance.backup import backup
from store.maintenance.copying import go_on_numbering, is_numbered, last_number
from store.maintenance.starting import mark_as_it_is, noted
from store.postgresql.dumps import AND_PASSWORD, restore_command
from store.sqlite.file import INDEX, JOURNAL, RESCUED, beside
from store.sqlite.losses import Loss, in_words, losses
from store.sqlite.mark import SUFFIX, Mark, mark_of, read_mark

PANEL = "panel"
NUMBERS_LEFT_OUT = 1_000_000
"""How many numbers are passed over where the database cannot be read that is replaced."""
NOTE = (
    "The host restored a copy of this game. What happened after the copy is gone, even where posts above still show "
    "it, and buttons of older posts no longer work. Use /panel to go on."
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
            "Restore a database on PostgreSQL with the server's own tool, while no bot runs: "
            f"{restore_command(whole, copy)} {AND_PASSWORD}"
        )
    if not copy.is_file() or not copy.stat().st_size:
        raise RestoreRefused(f"There is no backup {copy}.")
    async with alone_with(url):
        games, kept, lost = await _put_in_place(copy, file)
    former = f" The former file is kept as {kept}." if kept else ""
    less = f" Lost: {in_words(lost)}." if lost else ""
    return f"Put {copy} in place of {file}: {games} game{'' if games == 1 else 's'}.{less}{former} Start the bot."


async def _put_in_place(copy: Path, place: Path) -> tuple[int, Path | None, list[Loss]]:
    """How many games there are now, where what stood there before is kept, and what is lost as far as is known."""
    mark, file = read_mark(place), place.resolve()  # where the place is a link, games stay on the disk it leads to
    _set_strange_journal_aside(file, mark)
    _check_nobody_uses(file)
    fresh = file.with_name(f"{file.name}.restoring")
    _remove(fresh)
    make_folder_of(file)
    try:
        backup(_url_of(copy.resolve()), fresh)
        _let_it_shrink(fresh)
        abandoned = await _abandoned(file)
        games, lost = await _prepared(fresh, abandoned, mark, is_whole=RESCUED in copy.name)
        former = file if file.is_file() else file.parent
        _give_to_owner_of(former, fresh)
        kept = _set_aside(file)
        fresh.rename(file)
        shutil.move(mark_of(fresh), mark_of(place))
        _give_to_owner_of(file, mark_of(place))
    except DatabaseDamaged as error:
        raise RestoreRefused(f"The backup {copy} is damaged or is not a database. Choose another one.") from error
    except (DatabaseTooNew, DatabaseUnavailable) as error:
        raise RestoreRefused(f"The backup {copy} cannot be used. {error}") from error
    finally:
        _remove(fresh)
    return games, kept, lost


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
            raise RestoreRefused(f"The database {file} is in use. Stop the bot, then try again.") from error
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


async def _prepared(fresh: Path, abandoned: _Abandoned, mark: Mark | None, *, is_whole: bool) -> tuple[int, list[Loss]]:
    """Has the copy go on after the line that is abandoned; gives how many games it holds, and what it lacks.

    `is_whole`: all that Discord has seen is in it, unless the mark says otherwise.
    """
    store = await Store.open(_url_of(fresh))
    try:
        async with store.write() as write:
            sound = (await write.connection.execute(text("PRAGMA quick_check(1)"))).scalar_one()
            if sound != "ok":
                raise DatabaseDamaged
            games = await write.all_games()
            if not games:
                raise RestoreRefused("The backup holds no games. Choose another one.")
            lost = losses(mark.games, await noted(write)) if mark else []
            gone_back = {each.game for each in lost} if mark else {game.id for game in games}
            skipped = 0 if is_whole and not gone_back else NUMBERS_LEFT_OUT
            for table in filter(is_numbered, tables.metadata.sorted_tables):
                last = await last_number(write, table)
                seen = abandoned.numbers.get(table.name, 0) if abandoned.is_readable else last + skipped
                await go_on_numbering(write, table, max(last, seen))
            # What waited when the copy was made may have been sent since.
            await write.connection.execute(update(tables.outbox).values(doubtful=True))
            for game in games:
                if game.status not in UNFINISHED:
                    continue
                if panel := abandoned.panels.get(game.id):
                    await write.remember_post(game.id, PANEL, *panel)
                if game.id in gone_back:
                    await write.outbox.enqueue(game.id, [_note(game.channel_id)])
        await store.empty_journal()
        await mark_as_it_is(store)
    finally:
        await store.close()
    return len(games), lost


def _note(channel_id: int) -> NewMessage:
    return NewMessage(kind="post", channel_id=channel_id, payload={"content": NOTE, "rows": [], "ping": []})


def _give_to_owner_of(former: Path, fresh: Path) -> None:
    """Where root does this, the bot has to be able to open it all the same."""
    if os.name == "posix" and os.geteuid() == 0:
        os.chown(fresh, former.stat().st_uid, former.stat().st_gid)


def _set_aside(file: Path) -> Path | None:
    """Give the present database another name, and what is left of it; gives it."""
    kept = _next_name(file)
    for suffix in (JOURNAL, INDEX):
        with suppress(FileNotFoundError):
            beside(file, suffix).rename(beside(kept, suffix))
    return file.rename(kept) if file.is_file() else None


def _next_name(file: Path) -> Path:
    number = 1
    while any(beside(file, f".replaced-{number}{suffix}").exists() for suffix in ("", JOURNAL)):
        number += 1
    return beside(file, f".replaced-{number}")


def _set_strange_journal_aside(file: Path, mark: Mark | None) -> None:
    """A journal must not be written into a file that took the place of its own under a bot."""
    if mark is not None and mark.happened is not None:
        kept = _next_name(file)
        with suppress(FileNotFoundError):
            beside(file, JOURNAL).rename(beside(kept, JOURNAL))
        beside(file, INDEX).unlink(missing_ok=True)


def _remove(fresh: Path) -> None:
    for suffix in ("", JOURNAL, INDEX, SUFFIX):
        beside(fresh, suffix).unlink(missing_ok=True)
