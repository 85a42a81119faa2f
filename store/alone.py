"""One bot for each SQLite file: each would answer every command, and keep the other from saving."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from store.dialect import database_url, place_of, sqlite_file
from store.errors import DatabaseInUse
from store.privacy import OWNER_ALONE

if os.name == "posix":
    import fcntl


@contextmanager
def alone_with(url: str) -> Iterator[None]:
    """Keeps other bots from the database as long as this lasts; raises `DatabaseInUse` where one has it already.

    The lock is the operating system's, on a file beside the database, so it ends with the process, however that ends.
    Tools that read or copy the database do not ask for it. Several bots may share any other database.
    """
    whole = database_url(url)
    file = sqlite_file(whole)
    if file is None or os.name != "posix":
        yield
        return
    beside = _opened(file.with_name(f"{file.name}.lock"))
    try:
        if beside is not None:
            _lock(beside, place_of(whole))
        yield
    finally:
        if beside is not None:
            os.close(beside)


def _opened(file: Path) -> int | None:
    """The file of the lock; None where it cannot be made: then the database cannot be written, which it says itself."""
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(file, os.O_CREAT | os.O_RDWR, OWNER_ALONE)
    return None


def _lock(beside: int, place: str) -> None:
    try:
        fcntl.flock(beside, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise DatabaseInUse(place) from error
