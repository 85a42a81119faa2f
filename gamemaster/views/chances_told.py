"""The line that tells the chances of battles, for a post or below a private answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from engine import GameState
from engine.facts.board import PowerId
from engine.odds.content import from_text
from engine.odds.odds import Odds
from gamemaster.jobs.chances import ChanceQuestion
from gamemaster.jobs.threats import Threat, threats_to_capitals
from gamemaster.narration.chances import chances_line
from gamemaster.views.chances import Chances
from gamemaster.workers import Asker, TooManyWishes, WorkerPool

PATIENCE_SECONDS = 3.0
"""A post that has waited so long for its chances goes out without them."""
PATIENCE_OF_ANSWERS_SECONDS = 1.5
"""An answer waits less long: Discord wants it within 3 seconds."""

log = logging.getLogger(__name__)


async def line_of_chances(
    chances: Chances, wanted: Mapping[str, Any] | None, what: str, asker: Asker | None = None
) -> str:
    """The line that is wanted; nothing where it cannot be worked out, or not in time. `asker`: of a private answer."""
    if not wanted:
        return ""
    seconds = PATIENCE_OF_ANSWERS_SECONDS if asker else PATIENCE_SECONDS
    try:
        async with asyncio.timeout(seconds):
            found = await chances.of(await asyncio.to_thread(_questions, wanted), asker)
        return chances_line(wanted, [each if isinstance(each, Odds) else None for each in found])
    except TooManyWishes:
        pass
    except TimeoutError:
        log.info("The chances of %s were not worked out within %g s.", what, seconds)
    except Exception:
        log.exception("The chances of %s cannot be worked out.", what)
    return ""


async def threats(workers: WorkerPool, state: GameState, power: PowerId, asker: Asker) -> tuple[Threat, ...]:
    """Who could take the capitals of a power next; nothing where it cannot be worked out, or not in time.

    `state` is the board as the player of the power may see it.
    """
    try:
        async with asyncio.timeout(PATIENCE_OF_ANSWERS_SECONDS):
            return await workers.quick(threats_to_capitals, state, power, asker=asker)
    except (TooManyWishes, TimeoutError):
        pass
    except Exception:
        log.exception("The threats to the capitals of %s cannot be worked out.", power)
    return ()


def _questions(wanted: Mapping[str, Any]) -> list[ChanceQuestion]:
    return [ChanceQuestion.of(from_text(text)) for _, text in wanted["battles"]]
