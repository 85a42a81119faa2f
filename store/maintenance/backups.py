"""Copies that are made from time to time."""

import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from store.database.dialect import database_url, sqlite_file
from store.errors import DatabaseFull, DatabaseUnavailable
from store.maintenance.backup import backup

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

    @property
    def are_left_to_host(self) -> bool:
        """Whether copies are wanted, but the server's own tools have to make them."""
        return self.every_hours > 0 and not self.are_made

    def seconds_until_due(self) -> float:
        """How long it is until the next copy; the first is made soon after the start."""
        now = time.time()
        made = [at for copy in copies_of(self._file) if (at := copy.stat().st_mtime) <= now]
        return max(0.0, max(made) + self.every_hours * AN_HOUR - now) if made else FIRST_AFTER_SECONDS

    def make(self) -> Path:
        """Makes a copy, and then lets the oldest go; gives the copy.

        Raises what `backup` raises, and `DatabaseFull` where the games would have little room beside the copy.
        """
        folder = _folder_of(self._file)
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise DatabaseUnavailable(f"The folder {folder} cannot be made: {error.strerror}.") from error
        for half in folder.glob(f"{_name_at('*', self._file)}.part"):  # of a bot that was killed at it
            half.unlink(missing_ok=True)
        free, needed = shutil.disk_usage(folder).free, self._file.stat().st_size
        if free < 2 * needed:
            raise DatabaseFull(f"{folder} has {free >> 20} MB left, too little for a copy of {needed >> 20} MB.")
        made = folder / _name_at(_now(), self._file)
        backup(self.url, made)
        os.utime(made)
        for old in [copy for copy in copies_of(self._file) if copy != made][: 1 - self.keep or None]:
            old.unlink(missing_ok=True)
        return made

    @property
    def _file(self) -> Path:
        return Path(str(sqlite_file(database_url(self.url))))


def _folder_of(file: Path) -> Path:
    return file.parent / FOLDER


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H-%M-%S", time.gmtime())


def _name_at(moment: str, file: Path) -> str:
    return f"{file.stem}-{moment}{file.suffix}"


def copies_of(file: Path) -> list[Path]:
    """The copies that were made of a database, oldest first.

    What bears a time that is still to come was made before the clock was put back.
    """
    found = _folder_of(file).glob(_name_at("????-??-??T??-??-??", file))
    present = _name_at(_now(), file)
    return sorted(found, key=lambda copy: (copy.name <= present, copy.name))
