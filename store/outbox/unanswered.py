"""Commands of players that are not answered yet, in a file of the process, which is still there once it was killed.

It is no table, since a line is written before Discord is told that the answer takes longer: no lock, no server and no
full disk may hold that up, and nobody is forgotten in between. Nothing is flushed: who waited is forgotten only if the
machine goes down with the bot.
"""

import hashlib
import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from io import FileIO
from pathlib import Path

from store.database.dialect import database_url, place_of, sqlite_file
from store.place import make_folder
from store.sqlite.privacy import OWNER_ALONE

LINE_BYTES = 1024
LINES = 64
"""As many have room from the start, also where the disk fills later."""
SUFFIX = ".under-way"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnansweredCommand:
    """A command, press or form that is not answered yet. Its token is a secret for 15 minutes.

    `is_order`: its effect is in the log of the game, under the id of the interaction.
    `is_thinking`: Discord shows that the bot is thinking; otherwise the player sees what was there before.
    """

    interaction_id: int
    application_id: int
    token: str = field(repr=False)
    channel_id: int
    is_order: bool
    is_thinking: bool
    began_at: int


def file_of_process(url: str, folder: Path, first_shard: int) -> Path:
    """Beside a file of SQLite; for a database that several processes share, in that folder, with a name for each."""
    whole = database_url(url)
    file = sqlite_file(whole)
    if file is not None:
        return file.with_name(f"{file.name}{SUFFIX}")
    which = hashlib.sha256(place_of(whole).encode()).hexdigest()[:8]
    return folder / f"{which}-{first_shard}{SUFFIX}"


class UnansweredFile:
    """A line for each command, blank again as soon as it is answered.

    If the file cannot be written, the log says so once, and users who wait when the bot dies are not told.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: FileIO | None = None
        self._lines: dict[int, int] = {}
        self._free: list[int] = []
        self._is_told = False

    def open(self) -> tuple[UnansweredCommand, ...]:
        """What the process before has left behind, oldest first."""
        left: tuple[UnansweredCommand, ...] = ()
        with self._failure_told():
            make_folder(self._path.parent)
            self._file = FileIO(str(self._path), "r+", opener=_made)
            left = tuple(self._read(self._file.readall()))
            for line in self._free:
                self._write(line, "")
        return left

    def put(self, command: UnansweredCommand) -> None:
        """It is not answered, and this is what is known of it now."""
        line = self._lines.get(command.interaction_id)
        if line is None:
            line = self._free.pop() if self._free else len(self._lines)
            self._lines[command.interaction_id] = line
        with self._failure_told():
            self._write(line, json.dumps(asdict(command)))

    def remove(self, interaction_id: int) -> None:
        """It is answered, or can no longer be."""
        line = self._lines.pop(interaction_id, None)
        if line is not None:
            self._free.append(line)
            with self._failure_told():
                self._write(line, "")

    def close(self) -> None:
        """Leave the file only where somebody waits."""
        if self._file is None:
            return
        self._file.close()
        self._file = None
        if not self._lines:
            with self._failure_told():
                self._path.unlink()

    def _read(self, content: bytes) -> list[UnansweredCommand]:
        left = []
        for line in range(max(LINES, -(-len(content) // LINE_BYTES))):
            written = content[line * LINE_BYTES : (line + 1) * LINE_BYTES]
            try:
                command = UnansweredCommand(**json.loads(written))
            except (ValueError, TypeError):  # blank, or cut off as it was written
                self._free.append(line)
            else:
                left.append(command)
                self._lines[command.interaction_id] = line
        self._free.reverse()
        return sorted(left, key=lambda command: command.interaction_id)

    def _write(self, line: int, text: str) -> None:
        if self._file is None:
            return
        if len(text) >= LINE_BYTES:
            raise OSError("a line is too long")
        self._file.seek(line * LINE_BYTES)
        self._file.write(text.encode().ljust(LINE_BYTES - 1) + b"\n")

    @contextmanager
    def _failure_told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if not self._is_told:
                log.warning("After a crash, users who wait for an answer are not told: %s, %s.", self._path, error)
                self._is_told = True


def _made(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CREAT, OWNER_ALONE)
