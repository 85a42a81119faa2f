"""What a SQLite file shows from outside, and the files beside it.

A process that has the file open through SQLite must not open and close it here too: the system would drop its locks.
"""

import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from store.place import REPOSITORY

MAGIC = b"SQLite format 3\x00"
HEADER_BYTES = 100
JOURNAL, INDEX = "-wal", "-shm"
RESCUED = ".rescued-"


@dataclass(frozen=True)
class Header:
    """The first bytes of a file: whether it is SQLite's at all, the id that is kept in it, and how long it must be."""

    is_sqlite: bool
    id: int
    bytes_of_pages: int

    @classmethod
    def of(cls, content: bytes) -> "Header":
        """As the format of SQLite files has it; a page of 65,536 bytes is written as 1."""
        if len(content) < HEADER_BYTES or not content.startswith(MAGIC):
            return cls(is_sqlite=False, id=0, bytes_of_pages=0)
        page = int.from_bytes(content[16:18], "big")
        pages = int.from_bytes(content[28:32], "big")
        size = (65_536 if page == 1 else page) * pages
        return cls(is_sqlite=True, id=int.from_bytes(content[60:64], "big"), bytes_of_pages=size)


def header_of(file: Path) -> Header:
    """The header of a file that this process has not opened; raises OSError."""
    with file.open("rb") as opened:
        return Header.of(opened.read(HEADER_BYTES))


def beside(file: Path, suffix: str) -> Path:
    """The file that bears the same name and this too."""
    return file.with_name(file.name + suffix)


def part_of(file: Path, suffix: str) -> Path:
    """Its journal, or the index of that: where the file is a link, SQLite keeps them beside what it leads to."""
    return beside(file.resolve(), suffix)


def is_gone_or_empty(file: Path) -> bool:
    """Whether there is nothing to be opened."""
    return not file.is_file() or not file.stat().st_size


def has_content(file: Path) -> bool:
    """Whether a file is there and is not empty."""
    return file.is_file() and file.stat().st_size > 0


def name_of_rescue(file: Path) -> Path:
    """Where what was saved is copied as the file itself is lost."""
    moment = time.strftime("%Y-%m-%dT%H-%M-%S", time.gmtime())
    wanted = beside(file, f"{RESCUED}{moment}")
    number = 1
    while wanted.exists():
        number += 1
        wanted = beside(file, f"{RESCUED}{moment}-{number}")
    return wanted


def rescues_of(file: Path) -> list[Path]:
    """The copies that were made so, oldest first."""
    found = [each for each in file.parent.glob(f"{file.name}{RESCUED}*") if each.name[-1].isdigit()]
    return sorted(found, key=lambda each: each.stat().st_mtime)


def command(file: Path, *words: str | Path) -> str:
    """What a host types, in the folder of the program, to do something with a database."""
    url = f"sqlite:///{file}"
    return f"`{shlex.join([sys.executable, '-m', 'store', *map(str, words), '--database', url])}`"


def where_commands_work() -> str:
    """The folder of the program, as it is named before a command."""
    return f"in {REPOSITORY}"


def identity(file: Path) -> tuple[int, int]:
    """Which file it is, whatever it is called; raises OSError."""
    found = file.stat()
    return found.st_dev, found.st_ino
