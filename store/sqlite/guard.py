"""Whether a SQLite file is still the one that a running bot has open: otherwise it would go on with a file that nobody
can find again.

SQLite itself does not look: what is removed or replaced under it lives on, unseen, until the process ends. The files
are held open here from the start to the end, so that no number of theirs is given away, and closed when SQLite is done.
"""

import os
import struct
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from store.sqlite.file import HEADER_BYTES, INDEX, JOURNAL, Header, part_of

SAMPLES, SAMPLE_BYTES = 64, 4096
INDEX_BYTES = 136
_PAGE_SIZE, _FRAMES, _DONE = ("=H", 14), ("=I", 16), ("=I", 96)
"""In the index of the journal, by its documented format: how many pages were saved, and how many are in the file."""
JOURNAL_HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24
TRIES = 5

Kind = Literal["gone", "replaced", "emptied", "overwritten", "journal"]
IN_PLACE: tuple[Kind, ...] = ("emptied", "overwritten")


@dataclass(frozen=True)
class Change:
    """What happened to a file while the bot ran; `what` is a sentence without its full stop."""

    kind: Kind
    what: str

    @property
    def is_in_place(self) -> bool:
        """Whether the content itself is gone, also from the connections that are open."""
        return self.kind in IN_PLACE


class _Written(NamedTuple):
    """How far the journal was written into the file, as its index says; `under_way`: it is being written now."""

    salts: bytes
    done: int
    attempted: int

    @property
    def under_way(self) -> bool:
        return self.attempted > self.done


class _Seen(NamedTuple):
    """What the file was like; `samples` are of its content."""

    written: _Written
    changed_ns: int
    size: int
    samples: int


class Guard:
    """Looks at a file again and again; make it once SQLite has the file open and its journal is there."""

    def __init__(self, file: Path, id_: int) -> None:
        """Raises OSError where one of the files cannot be opened."""
        self._file = file
        self._id = id_
        self._parts = {suffix: part_of(file, suffix) for suffix in (JOURNAL, INDEX)}
        self._held: dict[Path, int] = {}
        for path in (file, *self._parts.values()):
            self._held[path] = os.open(path, os.O_RDONLY)
        self._seen: _Seen | None = None

    def close(self) -> None:
        """Let go of the files; SQLite must have closed them before."""
        while self._held:
            os.close(self._held.popitem()[1])

    def look(self) -> Change | None:
        """What has befallen the file; None as long as it is what it was."""
        try:
            return self._found()
        except OSError as error:
            return Change("gone", f"The database {self._file} can no longer be read ({error.strerror})")

    def _found(self) -> Change | None:
        try:
            at_its_place = self._is_at_its_place(self._file)
        except OSError as error:
            return Change("gone", f"The database {self._file} {self._where_to(error)}")
        if not at_its_place:
            return Change("replaced", f"The database {self._file} was replaced by another file")
        return self._changed_in_place() or self._journal_lost()

    def _is_at_its_place(self, path: Path) -> bool:
        there, held = path.stat(), os.fstat(self._held[path])
        return (there.st_dev, there.st_ino) == (held.st_dev, held.st_ino)

    def _where_to(self, error: OSError) -> str:
        if not isinstance(error, FileNotFoundError):
            return f"can no longer be reached ({error.strerror})"
        held = os.fstat(self._held[self._file])
        if not held.st_nlink:
            return "was removed"
        with suppress(OSError), os.scandir(self._file.parent) as others:
            for other in others:
                if other.inode() == held.st_ino:
                    return f"was moved to {other.path}"
        return "was moved away"

    def _journal_lost(self) -> Change | None:
        for path in self._parts.values():
            try:
                was = "" if self._is_at_its_place(path) else "replaced"
            except OSError:
                was = "removed"
            if was:
                return _part_lost(path, was)
        return _part_lost(self._parts[JOURNAL], "emptied") if self._is_journal_cut() else None

    def _is_journal_cut(self) -> bool:
        """Whether the journal lacks what its index says is there and is not yet in the file."""
        index = self._index()
        page_size, frames, done = (
            struct.unpack_from(kind, index, place)[0] for kind, place in (_PAGE_SIZE, _FRAMES, _DONE)
        )
        needed = JOURNAL_HEADER_BYTES + frames * (FRAME_HEADER_BYTES + page_size)
        found = os.fstat(self._held[self._parts[JOURNAL]]).st_size
        # SQLite says in the index that the journal begins anew before it makes it shorter.
        return frames > done and found < needed and self._index() == index

    def _changed_in_place(self) -> Change | None:
        held = self._held[self._file]
        if not os.fstat(held).st_size:
            return Change("emptied", f"The database {self._file} was emptied")
        header = Header.of(os.pread(held, HEADER_BYTES, 0))
        if not header.is_sqlite or header.id != self._id or self._is_overwritten():
            return Change("overwritten", f"The database {self._file} was overwritten")
        return None

    def _is_overwritten(self) -> bool:
        """Whether the content is another one, though nothing was written into it from the journal."""
        for _ in range(TRIES):
            before = self._written()
            found = os.fstat(self._held[self._file])
            last = self._seen
            if last and (before, found.st_mtime_ns, found.st_size) == last[:3]:
                return False
            seen = _Seen(before, found.st_mtime_ns, found.st_size, self._samples(found.st_size))
            if before.under_way:
                return False
            if self._written() != before:
                continue
            if last and last.written == before and last[2:] != seen[2:]:
                return True
            self._seen = seen
            return False
        return False

    def _written(self) -> _Written:
        """As the index of the journal has it, whose format is documented (https://sqlite.org/walformat.html)."""
        content = self._index()
        return _Written(content[32:40], *struct.unpack_from("=I28xI", content, 96))

    def _index(self) -> bytes:
        return os.pread(self._held[self._parts[INDEX]], INDEX_BYTES, 0).ljust(INDEX_BYTES, b"\0")

    def _samples(self, size: int) -> int:
        """A sum over parts of the file, so that a mere touch is not taken for a change."""
        held, step = self._held[self._file], max(SAMPLE_BYTES, size // SAMPLES)
        places = {*range(0, size, step), max(0, size - SAMPLE_BYTES)}
        found = 0
        for place in sorted(places):
            found = zlib.crc32(os.pread(held, SAMPLE_BYTES, place), found)
        return found


def _part_lost(path: Path, was: str) -> Change:
    return Change("journal", f"The file {path}, which is part of the database, was {was}")
