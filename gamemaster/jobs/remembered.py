"""What was worked out about battles, kept while there is room: by how many there are, and by how large they are."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from engine.odds.odds import Odds


@dataclass(frozen=True)
class Unknown:
    """Why there are no chances of a battle, as a sentence for players."""

    why: str


Chance = Odds | Unknown

MOST_KEPT = 2_000
MOST_NUMBERS = 250_000
"""Some 25 MB: a battle of ten units a side takes some forty, one of 400 a side over a thousand."""


class Remembered:
    """Chances by the keys of their battles; what was asked for longest ago goes first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Chance] = OrderedDict()
        self._numbers = 0

    def get(self, key: str) -> Chance | None:
        """What is remembered, None where nothing is."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: str, chance: Chance) -> None:
        """Remember it, and forget others where there is no room."""
        if key in self._kept:
            self._numbers -= size_of(self._kept.pop(key))
        self._kept[key] = chance
        self._numbers += size_of(chance)
        while len(self._kept) > MOST_KEPT or (self._numbers > MOST_NUMBERS and len(self._kept) > 1):
            self._numbers -= size_of(self._kept.popitem(last=False)[1])


def size_of(chance: Chance) -> int:
    """How many numbers it holds, about."""
    if isinstance(chance, Unknown):
        return 1
    rows = (*chance.attacker.at_least.values(), *chance.defender.at_least.values())
    return len(chance.outcomes) + sum(map(len, rows))
