"""The chances of battles: remembered, or worked out in the worker pool, and the line that tells them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from engine import GameState
from engine.facts.board import PowerId
from engine.odds.content import from_text
from engine.odds.odds import STAY, Odds
from gamemaster.chances.own_losses import OwnLosses, by_own_losses
from gamemaster.jobs.chances import OUT_OF_TIME, Chance, ChanceQuestion, Remembered, worked_out
from gamemaster.jobs.threats import Threat, threats_to_capitals
from gamemaster.narration.chances import chances_line
from gamemaster.workers import Asker, TooManyWishes, WorkerPool

Found: TypeAlias = dict[str, Chance]

TOLD_EVERY = 1_000  # chances asked for

PATIENCE_SECONDS = 3.0
"""A post that has waited so long for its chances goes out without them."""
PATIENCE_OF_ANSWERS_SECONDS = 1.5
"""An answer waits less long: Discord wants it within 3 seconds."""
COUNTED = "This takes your standing orders of loss into account."

log = logging.getLogger(__name__)


class Chances:
    """Has chances worked out once, however many ask for them at the same time or later.

    What is remembered depends on nothing but the battle itself, so it is the same for everybody who may see it.
    """

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers
        self._kept = Remembered()
        self._coming: dict[str, asyncio.Task[Found]] = {}
        self.remembered = self.worked_out = 0

    def known(self, question: ChanceQuestion) -> Chance | None:
        """Chances that are remembered, without waiting; None where they must be worked out."""
        return self._kept.get(question.key)

    async def of(self, questions: Sequence[ChanceQuestion], asker: Asker | None = None) -> tuple[Chance, ...]:
        """The chances of each battle, in their order; `asker` is None where a post of a game waits for them.

        Raises WorkFailed, TooManyWishes.
        """
        found = {each.key: known for each in questions if (known := self.known(each)) is not None}
        missing = {each.key: each for each in questions if each.key not in found}
        fresh = [each for key, each in missing.items() if key not in self._coming]
        self.remembered += len(questions) - len(fresh)
        self.worked_out += len(fresh)
        self._tell_the_log(len(questions))
        own = self._begin(fresh, asker) if fresh else None
        for task in {self._coming[key]: None for key in missing}:
            try:
                found |= await asyncio.shield(task)
            except TooManyWishes:
                if task is own:
                    raise
                return await self.of(questions, asker)  # somebody else had asked for too much
        return tuple(found[each.key] for each in questions)

    @property
    def hit_rate(self) -> float:
        """The share of all chances asked for that need not be worked out, 0 where none was asked for."""
        return self.remembered / ((self.remembered + self.worked_out) or 1)

    def _tell_the_log(self, asked: int) -> None:
        """A line now and then on how many were remembered."""
        so_far = self.remembered + self.worked_out
        if so_far // TOLD_EVERY > (so_far - asked) // TOLD_EVERY:
            log.info("%s chances of battles were asked for, %.0f%% of them remembered", so_far, self.hit_rate * 100)

    def _begin(self, questions: Sequence[ChanceQuestion], asker: Asker | None) -> asyncio.Task[Found]:
        """Have them worked out, by a task of its own: whoever asked first may go while others wait for the same."""
        task = asyncio.create_task(self._work_out(questions, asker))
        self._coming |= {each.key: task for each in questions}
        task.add_done_callback(lambda done: self._came(questions, done))
        return task

    def _came(self, questions: Sequence[ChanceQuestion], done: asyncio.Task[Found]) -> None:
        for each in questions:
            self._coming.pop(each.key, None)
        if not done.cancelled():
            done.exception()  # told to those who wait, if anybody still does

    async def _work_out(self, questions: Sequence[ChanceQuestion], asker: Asker | None) -> Found:
        chances = await self._workers.quick(worked_out, tuple(questions), asker=asker)
        found = {question.key: chance for question, chance in zip(questions, chances, strict=True)}
        for key, chance in found.items():
            if chance != OUT_OF_TIME:
                self._kept.put(key, chance)
        return found


async def line_of_chances(
    chances: Chances,
    wanted: Mapping[str, Any] | None,
    what: str,
    asker: Asker | None = None,
    own: OwnLosses = (),
) -> str:
    """The line that is wanted; nothing where it cannot be worked out, or not in time.

    `asker`: of a private answer; `own`: what standing orders of theirs count in it.
    """
    if not wanted:
        return ""
    seconds = PATIENCE_OF_ANSWERS_SECONDS if asker else PATIENCE_SECONDS
    try:
        async with asyncio.timeout(seconds):
            questions = await asyncio.to_thread(_questions, wanted, own)
            found = await chances.of(questions, asker)
        return _line(wanted, questions, found)
    except TooManyWishes:
        pass
    except TimeoutError:
        log.info("The chances of %s were not worked out within %g s.", what, seconds)
    except Exception:
        log.exception("The chances of %s cannot be worked out.", what)
    return ""


async def threats(
    workers: WorkerPool, state: GameState, power: PowerId, asker: Asker, own: OwnLosses
) -> tuple[Threat, ...]:
    """Who could take the capitals of a power next; nothing where it cannot be worked out, or not in time.

    `state` is the board as the player of the power may see it, `own` what standing orders they left.
    """
    try:
        async with asyncio.timeout(PATIENCE_OF_ANSWERS_SECONDS):
            return await workers.quick(threats_to_capitals, state, power, own, asker=asker)
    except (TooManyWishes, TimeoutError):
        pass
    except Exception:
        log.exception("The threats to the capitals of %s cannot be worked out.", power)
    return ()


def _line(wanted: Mapping[str, Any], questions: Sequence[ChanceQuestion], found: Sequence[Chance]) -> str:
    line = chances_line(wanted, [each if isinstance(each, Odds) else None for each in found])
    return f"{line} {COUNTED}" if line and any(each.intents.have_lines for each in questions) else line


def _questions(wanted: Mapping[str, Any], own: OwnLosses) -> list[ChanceQuestion]:
    settings = [from_text(text) for _, text in wanted["battles"]]
    return [ChanceQuestion.of(setting, by_own_losses(STAY, setting, own)) for setting in settings]
