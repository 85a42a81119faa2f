"""`python -m store`: copying the database, listing its games, moving and deleting them; also while the bot runs."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from store.database.alone import alone_with
from store.database.dialect import database_url, sqlite_file
from store.database.opening import DEFAULT_URL
from store.errors import DatabaseUnavailable, StoreError
from store.maintenance import administration
from store.maintenance.backup import backup
from store.maintenance.restoring import restored
from store.place import settings_file
from store.sqlite.privacy import leave_to_owner

SEEN = (
    "Other users of this machine can read a password in a command while it runs. Leave it out of the URL and put it in "
    "~/.pgpass.\n"
)


class _Environment(BaseSettings):
    """Where the bot keeps its database, from the environment or .env."""

    model_config = SettingsConfigDict(env_file_encoding="utf-8-sig", extra="ignore")

    database_url: str = DEFAULT_URL


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 0 when it is done, 1 with a sentence on standard error when it is not."""
    chosen = _parser().parse_args(arguments)
    for given in (chosen.database, getattr(chosen, "to", None)):
        if given and _has_password(given):
            sys.stderr.write(SEEN)
    try:
        url = chosen.database or _url_from_settings()
        try:
            said = asyncio.run(_done(chosen, url))
        finally:
            leave_to_owner(sqlite_file(database_url(url)))
    except StoreError as error:
        sys.stderr.write(f"{error}\n")
    except OSError as error:
        sys.stderr.write(f"{error.filename or 'A file'} cannot be read or written: {error.strerror}.\n")
    else:
        sys.stdout.write(f"{said}\n")
        return 0
    return 1


def _has_password(url: str) -> bool:
    with suppress(ArgumentError, ValueError):
        return make_url(url).password is not None
    return False


def _url_from_settings() -> str:
    file = settings_file()
    try:
        return _Environment(_env_file=file).database_url
    except UnicodeDecodeError as error:
        raise DatabaseUnavailable(f"{file} is not UTF-8 text. Correct it, or use --database.") from error


def _number(text: str) -> int:
    """The number of a game, or an id of Discord's, as the database can hold it."""
    if not text.isdecimal() or not 0 < int(text[:20]) < 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is neither the number of a game nor an id of Discord's")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m store", description="The database of Communiqué.")
    anywhere = argparse.ArgumentParser(add_help=False)
    anywhere.add_argument("--database", metavar="URL", help="which database (default: DATABASE_URL, as for the bot)")
    commands = parser.add_subparsers(dest="command", required=True)

    copying = commands.add_parser("backup", parents=[anywhere], help="copy the database to a new file")
    copying.add_argument("target", type=Path, help="the file to be written")

    commands.add_parser("check", parents=[anywhere], help="check whether files, logs, dice and positions fit together")

    restoring = commands.add_parser("restore", parents=[anywhere], help="restore a backup, while no bot runs")
    restoring.add_argument("copy", type=Path, help="the backup")

    accepting = commands.add_parser("accept", parents=[anywhere], help="accept the file as it is, whatever is missing")
    accepting.add_argument(
        administration.SURE, dest="sure", action="store_true", help="do it, instead of only saying what would be done"
    )

    taking = commands.add_parser(
        "copy", parents=[anywhere], help="copy everything to another database, while no bot runs"
    )
    taking.add_argument("to", metavar="URL", help="the other database, without games; such as postgresql+asyncpg://...")

    listing = commands.add_parser("games", parents=[anywhere], help="list all games, without secrets")
    listing.add_argument("--server", type=_number, metavar="ID", help="of one server only")

    exporting = commands.add_parser("export", parents=[anywhere], help="write the record of a game, including secrets")
    exporting.add_argument("game", type=_number, help="the number of the game")
    exporting.add_argument("target", type=Path, help="the file to be written")

    moving = commands.add_parser("move", parents=[anywhere], help="put a game into another channel")
    moving.add_argument("game", type=_number, help="the number of the game")
    moving.add_argument("channel", type=_number, help="the id of the channel or thread")
    moving.add_argument("--server", type=_number, metavar="ID", help="the id of its server, if that is a different one")

    deleting = commands.add_parser("delete", parents=[anywhere], help="delete for good")
    deleting.add_argument("what", choices=sorted(administration.DELETIONS), help="what the id belongs to")
    deleting.add_argument("id", type=_number, help="the number of the game, or Discord's id of the server or person")
    deleting.add_argument(
        administration.SURE, dest="sure", action="store_true", help="do it, instead of only saying what would be done"
    )
    return parser


async def _done(chosen: argparse.Namespace, url: str) -> str:
    if chosen.command == "backup":
        backup(url, chosen.target)
        return f"Wrote {chosen.target}."
    if chosen.command == "restore":
        return await restored(url, chosen.copy)
    if chosen.command == "accept":
        return await administration.accepted(url, sure=chosen.sure)
    store = await administration.opened(url)
    try:
        if chosen.command == "check":
            return await administration.checked(store)
        if chosen.command == "copy":
            async with alone_with(url):
                return await administration.taken(store, chosen.to)
        if chosen.command == "games":
            return await administration.listed(store, chosen.server)
        if chosen.command == "export":
            return await administration.exported(store, chosen.game, chosen.target)
        if chosen.command == "move":
            return await administration.moved(store, chosen.game, chosen.channel, chosen.server)
        return await administration.DELETIONS[chosen.what](store, chosen.id, sure=chosen.sure)
    finally:
        await store.close()


if __name__ == "__main__":
    sys.exit(main())
