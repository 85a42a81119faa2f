"""What a host does from the command line; each gives the text that is printed."""

import json
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from store.database.alone import alone_with
from store.database.dialect import database_url, sqlite_file
from store.database.opening import Store
from store.errors import BackupRefused, DatabaseUnavailable, DeletionRefused, NotInOrder
from store.games.deleting import delete_games, delete_person, delete_templates, games_with, unfinished_in
from store.games.record import game_record
from store.games.rows import Game
from store.maintenance.checking import Counted, faults
from store.maintenance.copying import copied
from store.maintenance.starting import mark_as_it_is, noted
from store.postgresql.dumps import GUIDE
from store.sqlite.losses import in_words, losses
from store.sqlite.mark import Notes, read_mark
from store.sqlite.privacy import OWNER_ALONE

SURE = "--yes"


async def opened(url: str) -> Store:
    """The database, which must be there already; raises as `Store.open` does."""
    file = sqlite_file(database_url(url))
    if file is not None and not file.is_file():
        raise DatabaseUnavailable(f"There is no database {file}.")
    store = await Store.open(url)
    if file is not None:
        with suppress(FileNotFoundError):  # no bot has had it yet
            store.note_in(Notes(file))
    return store


async def accepted(url: str, *, sure: bool) -> str:
    """Takes a file of SQLite as it is, though it lacks what its mark says was saved."""
    file = sqlite_file(database_url(url))
    if file is None:
        raise DatabaseUnavailable("A database on PostgreSQL has no mark; the bot takes it as it is.")
    async with alone_with(url):
        mark, store = read_mark(file), await opened(url)
        try:
            async with store.read() as read:
                lost = losses(mark.games, await noted(read)) if mark else []
            lacks = f"it lacks {in_words(lost)}" if lost else "nothing that is known to have been saved is missing"
            if not sure:
                return f"To take {file} as it is: {lacks}.\nNothing changed. To do it, add {SURE}."
            await mark_as_it_is(store)
        finally:
            await store.close()
    return f"Took {file} as it is: {lacks}. Start the bot."


async def checked(store: Store) -> str:
    """Looks whether all fits together; raises `NotInOrder` with what does not."""
    counted = Counted()
    found = [fault async for fault in faults(store, counted)]
    entries, rolls = f"{counted.entries} entries of their logs", f"{counted.rolls} rolls"
    looked_at = f"{_counted(counted.games)}, {entries} and {rolls}"
    if found:
        raise NotInOrder("\n".join([f"Of {looked_at}, this is not in order:", *found]))
    return f"All is well: {looked_at} fit together."


async def taken(store: Store, url: str) -> str:
    """Copies everything to another database, whose tables are made where they are missing."""
    other = await Store.open(url)
    try:
        games = await copied(store, other)
        copies = f" The bot makes no copies there. Use pg_dump; see {GUIDE}." if other.is_shared else ""
        return f"Copied {_counted(games)} to {other.place}. Set DATABASE_URL to it, then start the bot.{copies}"
    finally:
        await other.close()


async def listed(store: Store, guild_id: int | None) -> str:
    """A line for each game, without anything secret."""
    async with store.read() as read:
        games = [game for game in await read.all_games() if guild_id in (None, game.guild_id)]
        parked = {each.channel_id: each.reason for each in await read.parked_channels()}
        players = {game.id: len({seat.user_id for seat in await read.seats(game.id)}) for game in games}
    return "\n".join(_line(game, players[game.id], parked.get(game.channel_id)) for game in games) or "No games."


def _line(game: Game, players: int, parked: str | None) -> str:
    name = " ".join(game.name.split())
    parts = [
        f"{game.id}: {name} ({game.setup}), {game.status}",
        f"server {game.guild_id}, channel {game.channel_id}",
        f"{players} player{'' if players == 1 else 's'}, {game.seq} entries, begun {_day(game.created_at)}",
    ]
    return "; ".join([*parts, *([f"nothing is posted: {parked}"] if parked else [])])


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")


async def exported(store: Store, game_id: int, target: Path) -> str:
    """Writes the whole record of a game, orders of the open phase too, to a file that only its owner can read."""
    async with store.read() as read:
        game = await read.game(game_id)
        entries = await read.entries_since(game_id, 0)
    version = entries[-1].engine_version if entries else game.engine_version
    record = json.dumps(game_record(game, entries, version), ensure_ascii=False, indent=1)
    _write_privately(target, record)
    warning = (
        " It holds orders that are still secret. Don't show it to anybody who plays."
        if game.status == "running"
        else ""
    )
    return f"Wrote {target}.{warning}"


def _write_privately(target: Path, text: str) -> None:
    try:
        made = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ALONE)
    except FileExistsError as error:
        raise BackupRefused(f"{target} already exists. Choose another name, so that nothing is lost.") from error
    except OSError as error:
        raise BackupRefused(f"{target} cannot be written: {error.strerror}.") from error
    try:
        with os.fdopen(made, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        target.unlink(missing_ok=True)  # Half a record is none.
        raise BackupRefused(f"{target} cannot be written: {error.strerror}.") from error


async def moved(store: Store, game_id: int, channel_id: int, guild_id: int | None) -> str:
    """Puts a game into another channel, of the same server if no other is named."""
    async with store.write() as write:
        game = await write.game(game_id)
        await write.commit_turn(game_id, game.version)
        await write.move_game(game_id, guild_id or game.guild_id, channel_id)
    return f"Game {game_id} is now in channel {channel_id}. Use /panel there (in its lobby, /game join)."


async def game_deleted(store: Store, game_id: int, *, sure: bool) -> str:
    """Deletes a game for good."""
    async with store.read() as read:
        game = await read.game(game_id)
    name = " ".join(game.name.split())
    return await _deleted(store, f"game {game_id} ({name}, {game.status})", (game_id,), sure=sure)


async def server_deleted(store: Store, guild_id: int, *, sure: bool) -> str:
    """Deletes all games of a server for good."""
    async with store.read() as read:
        games = [game.id for game in await read.games_of_guild(guild_id)]
    if not games:
        raise DeletionRefused(f"There are no games of server {guild_id}.")
    told = await _deleted(store, f"{_counted(len(games))} of server {guild_id}", games, sure=sure)
    if sure:
        async with store.write() as write:
            await delete_templates(write, guild_id)
    return told


async def _deleted(store: Store, what: str, games: list[int] | tuple[int, ...], *, sure: bool) -> str:
    if not sure:
        async with store.read() as read:
            unfinished = await unfinished_in(read, games)
        note = f" {_counted(unfinished)} would be left unfinished." if unfinished else ""
        return _not_yet(f"This would delete {what} for good, including seed and record.{note}")
    async with store.write() as write:
        await delete_games(write, games)
    return f"Deleted {what}.{await _of_the_journal(store)}"


async def person_deleted(store: Store, user_id: int, *, sure: bool) -> str:
    """Deletes what is known of a person."""
    async with store.read() as read:
        games = await games_with(read, user_id)
    if not sure:
        return _not_yet(
            f"This would empty the seats of person {user_id}, who is known in {_counted(len(games))}, and delete "
            "drafts, standing orders and everything else with that id. The games stay; a server manager can fill the "
            "seats."
        )
    async with store.write() as write:
        await delete_person(write, user_id)
    left = "Posts in Discord, and backups, are not touched."
    return f"Deleted what was known about person {user_id}. {left}{await _of_the_journal(store)}"


async def _of_the_journal(store: Store) -> str:
    """What is deleted must not be found there either."""
    if await store.forget_journal():
        return ""
    return " It is still in the file's journal, which was being read. Stop the bot and start it again."


def _not_yet(text: str) -> str:
    return f"{text}\nNothing was deleted. Make a backup, then add {SURE}."


def _counted(games: int) -> str:
    return f"{games} game{'' if games == 1 else 's'}"


Deletion = Callable[..., Awaitable[str]]
DELETIONS: dict[str, Deletion] = {"game": game_deleted, "server": server_deleted, "person": person_deleted}
