"""In which phase each entry of a log was ordered, as far as the states on record tell: the last of each phase."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from store import ReadTransaction
from store.games.roll_log import end_of_order

START = "start."
"""Before the key of the state in which a game begins."""


@dataclass
class PhasesOnRecord:
    """The ends of phases, by entry number. The order that follows one is still part of its phase: it ended it."""

    read: ReadTransaction
    game_id: int
    kept: Sequence[tuple[int, str]]
    _ends: dict[int, int] = field(default_factory=dict)

    @classmethod
    async def of(cls, read: ReadTransaction, game_id: int) -> PhasesOnRecord:
        """All that is on record of a game."""
        kept = await read.kept_states(game_id)
        return cls(read, game_id, [(seq, key.removeprefix(START)) for seq, key in kept])

    async def of_entry(self, seq: int) -> str:
        """The key of the phase in which an entry was ordered; nothing where that is not known."""
        place = bisect_left(self.kept, seq, key=lambda each: each[0])
        if place and (place == len(self.kept) or seq <= await self._end(self.kept[place - 1][0])):
            place -= 1
        return self.kept[place][1] if place < len(self.kept) else ""

    async def entries_of(self, turn: str) -> tuple[int, int] | None:
        """Before the first and with the last entry of the phases whose keys begin so; None where there are none."""
        places = [place for place, (_, key) in enumerate(self.kept) if key.startswith(turn)]
        if not places:
            return None
        first = await self._end(self.kept[places[0] - 1][0]) if places[0] > 0 else 0
        return first, await self._end(self.kept[places[-1]][0])

    async def _end(self, seq: int) -> int:
        """The last entry of the order that follows an entry, or that entry."""
        if seq not in self._ends:
            self._ends[seq] = await end_of_order(self.read, self.game_id, seq)
        return self._ends[seq]
