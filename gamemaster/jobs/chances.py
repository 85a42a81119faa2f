"""The chances of battles, worked out where nobody else waits, and kept while there is room."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from engine.odds.content import bare, key_of
from engine.odds.odds import STAY, Odds, odds_in
from engine.odds.setting import Intents, Setting

SECONDS = 8.0
"""What is not begun by then is not worked out: others wait for the same worker."""


@dataclass(frozen=True)
class Unknown:
    """Why there are no chances of a battle, as a sentence for players."""

    why: str


Chance = Odds | Unknown

MOST_KEPT = 2_000
MOST_NUMBERS = 250_000
"""Some 25 MB: a battle of ten units a side takes some forty, one of 400 a side over a thousand."""


class Remembered:
    """Chances by the keys of their battles, as many and as large as there is room; what was asked for longest ago goes
    first.
    """

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


@dataclass(frozen=True)
class ChanceQuestion:
    """A battle whose chances are asked for. key: equal for all whose chances are the same."""

    setting: Setting
    intents: Intents
    key: str

    @classmethod
    def of(cls, setting: Setting, intents: Intents = STAY) -> ChanceQuestion:
        """The question, with nothing in its position that the chances don't depend on."""
        small = bare(setting)
        return cls(small, intents, key_of(small, intents))


OUT_OF_TIME = Unknown("That would take me too long to work out. Ask about fewer battles or units.")


def worked_out(questions: Sequence[ChanceQuestion]) -> tuple[Chance, ...]:
    """The chances of each battle, in their order."""
    until = time.monotonic() + SECONDS
    return tuple(_chance(each) if time.monotonic() < until else OUT_OF_TIME for each in questions)


def as_known(share: float, odds: Odds) -> float:
    """A share of a battle's odds, no nearer to 0 or 1 than it is known: what was left out is never called certain."""
    return min(max(share, odds.margin), 1 - odds.margin)


def chance_of(setting: Setting, intents: Intents = STAY) -> Chance:
    """The chances of one battle, for a job that has come to a worker already."""
    return _chance(ChanceQuestion.of(setting, intents))


def _chance(question: ChanceQuestion) -> Chance:
    found = _KEPT.get(question.key)
    if found is None:
        found = odds_in(question.setting, question.intents)
        _KEPT.put(question.key, found)
    return found


_KEPT = Remembered()
"""What this process has worked out."""
