"""Pictures as they are had from the workers.

Apart from what the workers do themselves: these need nothing that waits for others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from gamemaster.outbox.pictures import draw
from gamemaster.workers import Asker, TooManyWishes, WorkerPool, WorkFailed
from maps import Picture, is_drawn

TRIES = 2
PATIENCE_SECONDS = 30.0  # then what happened is told without its picture

log = logging.getLogger(__name__)


async def drawn(
    workers: WorkerPool, request: Mapping[str, Any], what: str, asker: Asker | None = None
) -> Picture | None:
    """A requested picture from the worker pool, for a game or for a member who asks.

    One that cannot be drawn, or not in time, is logged, and `what` goes without it; so do what would be one wish
    too many, and games on a board without pictures, which the log names at the start.
    """
    if "board" in request and not is_drawn(str(request["board"])):
        return None
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await _drawn(workers, request, asker)
    except TooManyWishes:
        pass
    except WorkFailed:
        log.error("The picture of %s was lost %s times.", what, TRIES)  # noqa: TRY400  # the way here says nothing
    except TimeoutError:
        log.warning(
            "The picture of %s was not drawn within %g s, so the post goes out without it.", what, PATIENCE_SECONDS
        )
    except Exception:
        log.exception("The picture of %s cannot be drawn.", what)
    return None


async def _drawn(workers: WorkerPool, request: Mapping[str, Any], asker: Asker | None) -> Picture:
    for _ in range(1, TRIES):
        with suppress(WorkFailed):
            return await workers.quick(draw, request, asker=asker)
    return await workers.quick(draw, request, asker=asker)
