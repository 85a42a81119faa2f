"""What a file lacks of what its mark says was saved, by name."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from store.sqlite.mark import Noted

MOST_NAMED = 10
GAMES = "SELECT id, version, seq, name FROM games"


@dataclass(frozen=True)
class Loss:
    """A game of which a file has less than was saved; `kept`: its last step there, None where it has none of it."""

    game: int
    name: str
    kept: int | None
    seq: int

    def __str__(self) -> str:
        """In words for the host."""
        which = f"game {self.game} ({self.name})" if self.name else f"game {self.game}"
        if self.kept is None:
            return f"all of {which}"
        if self.kept + 1 < self.seq:
            return f"{which}, steps {self.kept + 1} to {self.seq}"
        if self.kept < self.seq:
            return f"{which}, step {self.seq}"
        return f"{which}, changes other than its steps"


def losses(saved: Mapping[int, Noted], kept: Mapping[int, Noted]) -> list[Loss]:
    """The games that a file has lost something of, by number."""
    found = []
    for game, noted in sorted(saved.items()):
        there = kept.get(game)
        if there is None or there.version < noted.version:
            found.append(Loss(game, noted.name, there.seq if there else None, noted.seq))
    return found


def in_words(lost: Sequence[Loss]) -> str:
    """ "game 3 (Winter), steps 41 to 57; all of game 4 (Spring)"."""
    named = [str(each) for each in lost[:MOST_NAMED]]
    more = len(lost) - len(named)
    return "; ".join([*named, *([f"and parts of {more} more games"] if more else [])])


def noted_in(file: Path) -> dict[int, Noted]:
    """How far the games of a copy have come; raises sqlite3.Error where it is damaged or is no database."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
        return {game: Noted(version, seq, name) for game, version, seq, name in copy.execute(GAMES)}
