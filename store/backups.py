"""Copies that are made from time to time, and what they tell where the database itself is gone."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from store.backup import backup
from store.dialect import database_url, sqlite_file
from store.errors import DatabaseUnavailable

FOLDER = "backups"
FIRST_AFTER_SECONDS = 600.0
AN_HOUR = 3600.0


@dataclass(frozen=True)
class Backups:
    """Copies of the database of a URL, one every so many hours, of which the newest are kept."""

    url: str
    every_hours: float
    keep: int

    @property
    def are_made(self) -> bool:
        """Whether copies are made at all: not of PostgreSQL, which has means of its own."""
        return self.every_hours > 0 and sqlite_file(database_url(self.url)) is not None

    def seconds_until_due(self) -> float:
        """How long it is until the next copy; the first is made soon after the start."""
        copies = copies_of(self._file)
        if not copies:
            return FIRST_AFTER_SECONDS
        return max(0.0, copies[-1].stat().st_mtime + self.every_hours * AN_HOUR - time.time())

    def make(self) -> Path:
        """Makes a copy, and then lets the oldest go; gives the copy. Raises what `backup` raises."""
        folder = _folder_of(self._file)
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise DatabaseUnavailable(f"The folder {folder} cannot be made: {error.strerror}.") from error
        made = folder / f"{self._file.stem}-{time.strftime('%Y-%m-%dT%H-%M-%S', time.gmtime())}{self._file.suffix}"
        backup(self.url, made)
        os.utime(made)
        for old in copies_of(self._file)[: -self.keep]:
            old.unlink(missing_ok=True)
        return made

    @property
    def _file(self) -> Path:
        return Path(str(sqlite_file(database_url(self.url))))


def _folder_of(file: Path) -> Path:
    return file.parent / FOLDER


def copies_of(file: Path) -> list[Path]:
    """The copies that were made of a database, oldest first."""
    return sorted(_folder_of(file).glob(f"{file.stem}-????-??-??T??-??-??{file.suffix}"))


def check_not_lost(url: str) -> None:
    """Raise `DatabaseUnavailable` where the database is gone or empty, though games have been kept there.

    So nobody begins anew because a disk was not mounted or a file was cut.
    """
    file = sqlite_file(database_url(url))
    if file is None or (file.is_file() and file.stat().st_size):
        return
    journal = file.with_name(f"{file.name}-wal")
    if copies := copies_of(file):
        raise DatabaseUnavailable(
            f"The database {file} is gone or empty, though there are copies of it. Put the last one back with "
            f"python -m store restore {copies[-1]}, or move {copies[-1].parent} away to begin anew."
        )
    if journal.is_file() and journal.stat().st_size:
        raise DatabaseUnavailable(
            f"The database {file} is gone or empty, though its journal {journal.name} is there. Put the file or a "
            "backup back, or move the journal away to begin anew."
        )
