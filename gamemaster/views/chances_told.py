"""The line that tells the chances of battles, for a post or below a private answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from engine import GameState
from engine.facts.board import PowerId
from engine.odds.content import from_text
from engine.odds.odds import STAY, Odds
from gamemaster.chances.own_losses import OwnLosses, by_own_losses
from gamemaster.jobs.chances import ChanceQuestion
from gamemaster.jobs.remembered import Chance
from gamemaster.jobs.threats import Threat, threats_to_capitals
from gamemaster.narration.chances import chances_line
from gamemaster.views.chances import Chances
from gamemaster.workers import Asker, TooManyWishes, WorkerPool

PATIENCE_SECONDS = 3.0
"""A post that has waited so long for its chances goes out without them."""
PATIENCE_OF_ANSWERS_SECONDS = 1.5
"""An answer waits less long: Discord wants it within 3 seconds."""
COUNTED = "Your standing orders of loss count in this."

log = logging.getLogger(__name__)


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
