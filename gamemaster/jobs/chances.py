"""The chances of battles, worked out where nobody else waits."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from engine.odds.content import bare, key_of
from engine.odds.odds import STAY, odds_in
from engine.odds.setting import Intents, Setting
from gamemaster.jobs.remembered import Chance, Remembered, Unknown

SECONDS = 8.0
"""What is not begun by then is not worked out: others wait for the same worker."""


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
