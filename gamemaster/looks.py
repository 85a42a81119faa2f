"""What somebody wants to see of the board, as a value that fits into the id of a button."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gamemaster.errors import TableRefusal

FRONT = "front"  # in place of a region: where the last phase happened
MOST_STEPS = 4
REACHES = ("land reach", "sea reach", "air reach")
LETTERS = {
    "moves": "m",
    "battles": "b",
    "changes": "c",
    "income": "i",
    **dict(zip(REACHES, "lsa", strict=True)),
}
"""All that can be laid over a map, and how it is written in the id of a button."""

_CODE = re.compile(rf"([^.]*)\.([^.]*)\.([1-{MOST_STEPS}])\.([{''.join(LETTERS.values())}]*)\.([^.]*)")


@dataclass(frozen=True)
class Look:
    """A part of the board and what is laid over it.

    region: a region's id, or FRONT. space, steps: a space and how far around it. shows: keys of LETTERS. power: whose
    enemies' reach. Without region and space it is the whole board.
    """

    region: str = ""
    space: str = ""
    steps: int = 1
    shows: frozenset[str] = frozenset()
    power: str = ""

    @property
    def code(self) -> str:
        """The look in a few characters without a colon."""
        letters = "".join(letter for name, letter in LETTERS.items() if name in self.shows)
        return ".".join((self.region, self.space, str(self.steps), letters, self.power))

    @classmethod
    def from_code(cls, code: str) -> Look:
        """What `code` gave; the whole board from an empty one. Raises TableRefusal where it gave no such code."""
        if not code:
            return cls()
        match = _CODE.fullmatch(code)
        if match is None:
            raise TableRefusal("That button is from an older version of this bot; /map shows the board.")
        region, space, steps, letters, power = match.groups()
        return cls(region, space, int(steps), frozenset(n for n, letter in LETTERS.items() if letter in letters), power)

    @property
    def zoomed_in(self) -> Look | None:
        """A step nearer to the space, if there is any."""
        return replace(self, steps=self.steps - 1) if self.space and self.steps > 1 else None

    @property
    def zoomed_out(self) -> Look | None:
        """A step farther from the space; None where only the whole board would be larger."""
        return replace(self, steps=self.steps + 1) if self.space and self.steps < MOST_STEPS else None

    @property
    def whole(self) -> Look | None:
        """The whole board, if this is only a part."""
        return replace(self, region="", space="", steps=1) if self.region or self.space else None

    @property
    def front(self) -> Look | None:
        """Where the last phase happened, if this is something else."""
        return replace(self, region=FRONT, space="", steps=1) if self.region != FRONT else None

    def toggled(self, names: Iterable[str]) -> Look:
        """With all of these laid over the map, or without them if they all are already."""
        wanted = frozenset(names)
        return replace(self, shows=self.shows - wanted if wanted <= self.shows else self.shows | wanted)
