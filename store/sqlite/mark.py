"""The mark: a small file beside a SQLite database that says which file it is and how far each game in it has come.

So a file that is not the one that was kept, or has lost its journal, is not taken for it, and what it lacks is named.
Lines are added as games change and flushed by nobody: it has to outlive files that are lost, not the machine.
"""

import json
import logging
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from store.sqlite.file import beside
from store.sqlite.privacy import OWNER_ALONE

SUFFIX = ".mark"
MOST_OF_NAME, LINES_TO_SPARE = 100, 1000

log = logging.getLogger(__name__)


class Noted(NamedTuple):
    """How far a game has come: its version, and the number of its last step."""

    version: int
    seq: int
    name: str


@dataclass
class Mark:
    """`games`: those that changed last come last; `happened`: what happened to the file while a bot ran, `rescued`: its
    copy.

    `is_tidy`: its file says little more than this.
    """

    id: int
    file: tuple[int, int]
    games: dict[int, Noted] = field(default_factory=dict)
    happened: str | None = None
    rescued: str | None = None
    is_tidy: bool = field(default=True, compare=False)


def mark_of(file: Path) -> Path:
    """Where the mark of a database is."""
    return beside(file, SUFFIX)


def new_id() -> int:
    """An id for a file, as the header of SQLite has room for it; 0 is that of a file without one."""
    return secrets.randbelow(2**31 - 1) + 1


def read_mark(file: Path) -> Mark | None:
    """The mark of a database; None where it has none that can be read."""
    path = mark_of(file)
    try:
        first, _, rest = path.read_text(encoding="utf-8", errors="replace").partition("\n")
        head = json.loads(first)
        mark = Mark(int(head["id"]), (int(head["device"]), int(head["inode"])))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.warning("The mark %s cannot be read and is written again: %s", path, error)
        return None
    lines = [line for line in rest.splitlines() if not line.isspace()]
    misread = [said for said in _read(lines) if not _add(mark, said)]
    is_whole = rest.endswith("\n") or not rest
    mark.is_tidy = (
        is_whole and not misread and mark.happened is None and len(lines) <= 2 * len(mark.games) + LINES_TO_SPARE
    )
    return mark


def _read(lines: Sequence[str]) -> Iterator[Any]:
    """What lines say; all at once, as there may be very many, but each by itself where one is cut off."""
    try:
        yield from json.loads(f"[{','.join(lines)}]")
    except ValueError:
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                yield None


def _add(mark: Mark, said: Any) -> bool:
    """Take in what a line says; gives whether that could be understood."""
    try:
        if isinstance(said, dict):
            mark.happened, mark.rescued = said["happened"], said["rescued"]
            return True
        game, *noted = said
        mark.games.pop(int(game), None)
        if noted:
            version, seq, name = noted
            mark.games[int(game)] = Noted(int(version), int(seq), str(name))
    except (ValueError, KeyError, TypeError):
        return False
    return True


def write_mark(file: Path, mark: Mark) -> None:
    """Put a mark in the place of the one that is there; raises OSError."""
    path = mark_of(file)
    head = {"id": mark.id, "device": mark.file[0], "inode": mark.file[1]}
    lines = [json.dumps(head), *(_line(game, noted) for game, noted in mark.games.items())]
    if mark.happened:
        lines.append(_happening(mark.happened, mark.rescued))
    made = beside(path, ".part")
    with open(made, "w", encoding="utf-8", opener=_private) as written:
        written.writelines(f"{line}\n" for line in lines)
    made.replace(path)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, OWNER_ALONE)


def _line(game: int, noted: Noted | None) -> str:
    if noted is None:
        return json.dumps([game])
    name = " ".join(noted.name.split())[:MOST_OF_NAME]
    return json.dumps([game, noted.version, noted.seq, name], ensure_ascii=False)


def _happening(happened: str | None, rescued: str | None) -> str:
    return json.dumps({"happened": happened, "rescued": rescued})


class Notes:
    """Adds to the mark of a database; where that fails the log says so once, and less is known at the next start."""

    def __init__(self, file: Path) -> None:
        """Raises OSError where there is no mark, or none that may be written."""
        self._path = mark_of(file)
        self._opened: int | None = os.open(self._path, os.O_WRONLY | os.O_APPEND)
        self._is_told = False

    def note(self, changed: Mapping[int, Noted | None]) -> None:
        """Games have come this far, or no longer exist: then their names are removed."""
        for game, noted in changed.items():
            if noted is None:
                self._blank(game)
        self._write(_line(game, noted) for game, noted in changed.items())

    def happening(self, happened: str | None, rescued: Path | None) -> None:
        """Something befell the file, or it is well again."""
        self._write([_happening(happened, str(rescued) if rescued else None)])

    def _blank(self, game: int) -> None:
        """Overwrite where it stands what was noted of a game, as a bot may be adding lines meanwhile."""
        start = f"[{game},".encode()
        with suppress(OSError), self._path.open("r+b") as written:
            place = 0
            for line in written.read().splitlines(keepends=True):
                if line.startswith(start):
                    written.seek(place)
                    written.write(b" " * (len(line) - 1))
                place += len(line)

    def _write(self, lines: Iterable[str]) -> None:
        text = "".join(f"{line}\n" for line in lines)
        if self._opened is None or not text:
            return
        try:
            os.write(self._opened, text.encode())
        except OSError as error:
            if not self._is_told:
                log.warning("The games' progress cannot be noted in %s: %s", self._path, error.strerror)
            self._is_told = True

    def close(self) -> None:
        """Add nothing more."""
        if self._opened is not None:
            os.close(self._opened)
            self._opened = None
