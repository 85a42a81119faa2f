"""One bot for each SQLite file, and on PostgreSQL one for each shard: two would both answer every command.

The operating system and the server hold the locks, so they end with the process, however it ends.
"""

import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from store.database.dialect import database_url, sqlite_file
from store.errors import DatabaseInUse
from store.place import make_folder
from store.postgresql.shard_locks import alone_with_shards
from store.sqlite.privacy import OWNER_ALONE

if os.name == "posix":
    import fcntl

FIRST_SHARD = (0,)


@asynccontextmanager
async def alone_with(url: str, shards: Sequence[int] = FIRST_SHARD) -> AsyncIterator[None]:
    """Keeps other bots from the database as long as this lasts; raises `DatabaseInUse` where one has it already.

    On PostgreSQL it keeps them from these shards. Tools that only read the database do not ask for it.
    """
    whole = database_url(url)
    file = sqlite_file(whole)
    if file is None:
        async with alone_with_shards(whole, shards):
            yield
    else:
        with _alone_with_file(file):
            yield


@contextmanager
def _alone_with_file(file: Path) -> Iterator[None]:
    beside = _opened(file.with_name(f"{file.name}.lock")) if os.name == "posix" else None
    try:
        if beside is not None:
            _lock(beside, str(file))
        yield
    finally:
        if beside is not None:
            os.close(beside)


def _opened(file: Path) -> int | None:
    """The file of the lock; None where it cannot be made: then the database cannot be written either, and says so
    itself."""
    with suppress(OSError):
        make_folder(file.parent)
        return os.open(file, os.O_CREAT | os.O_RDWR, OWNER_ALONE)
    return None


def _lock(beside: int, place: str) -> None:
    try:
        fcntl.flock(beside, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise DatabaseInUse(place) from error
