"""Saving while others save too: one order after the other, and what has rolled before all else."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeVar

from engine import Refusal
from gamemaster.errors import LineRefused, NotSavedYet, TableRefusal, TooBusy, TooManyOrders
from gamemaster.upkeep.routine import level_of
from store import AlreadyDone, OpenRoll, RollIsOpen, StaleVersion, Store, StoreError

log = logging.getLogger(__name__)

TRIES = 25
LONGEST_STEP_ASIDE_MILLISECONDS = 80
MOST_WAITING = 30
T = TypeVar("T")
Carrier = Callable[[int, OpenRoll], Awaitable[object]]
"""Carries out an open roll of a game and saves what came of it."""


@dataclass
class _Queue:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0


class Saving:
    """How every change of a game is saved.

    In one process the changes of a game wait for each other in the order in which they came, so that none is lost to
    another. Where a roll is open (its orders are on record, its dice have perhaps fallen), it is carried out first.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queues: dict[int, _Queue] = {}
        self._carriers: dict[str, Carrier] = {}
        self.left_open = asyncio.Event()

    def carry_out_with(self, use: str, carrier: Carrier) -> None:
        """Say who carries out the open rolls of a use case."""
        self._carriers[use] = carrier

    async def until_saved(self, game_id: int, attempt: Callable[[], Awaitable[T]]) -> T:
        """Load, check and save; again where another process saved in between.

        Each that loses has seen another save, so of a dozen at one moment the last succeeds after a dozen tries.
        Raises TooManyOrders where enough wait already, TooBusy after many tries.
        """
        if self._waiting(game_id) >= MOST_WAITING:
            raise TooManyOrders
        async with self._in_turn(game_id):
            for number in range(TRIES):
                try:
                    return await attempt()
                except StaleVersion:
                    await _step_aside(number)
                except RollIsOpen:
                    await self._carry_out_open_roll(game_id)
            raise TooBusy

    def _waiting(self, game_id: int) -> int:
        return self._queues[game_id].users if game_id in self._queues else 0

    async def settle(self, game_id: int) -> None:
        """Carry out what a game's open roll still owes, if it has one."""
        async with self._in_turn(game_id):
            await self._carry_out_open_roll(game_id)

    async def _carry_out_open_roll(self, game_id: int) -> None:
        async with self._store.read() as read:
            roll = await read.open_roll(game_id)
        if roll is not None:
            # Another process may do the same at the same moment, with the same dice.
            with suppress(AlreadyDone, StaleVersion):
                await self._carriers[roll.order["use"]](game_id, roll)

    @contextmanager
    def roll_on_record(self, game_id: int) -> Iterator[None]:
        """Around what carries out a roll just written down; raises NotSavedYet where that fails and stays to be done.

        A refusal passes through: then nothing has rolled, and nothing is left open.
        """
        try:
            yield
        except (AlreadyDone, StaleVersion, Refusal, LineRefused, TableRefusal):
            raise
        except Exception as failure:
            if isinstance(failure, StoreError):
                log.log(
                    level_of(failure), "What the dice of game %s led to could not be saved yet: %s", game_id, failure
                )
            else:
                log.exception("What the dice of game %s led to could not be saved yet.", game_id)
            self.left_open.set()
            raise NotSavedYet from failure
        except BaseException:
            self.left_open.set()
            raise

    @asynccontextmanager
    async def _in_turn(self, game_id: int) -> AsyncIterator[None]:
        queue = self._queues.setdefault(game_id, _Queue())
        queue.users += 1
        try:
            async with queue.lock:
                yield
        finally:
            queue.users -= 1
            if not queue.users:
                del self._queues[game_id]


async def _step_aside(lost: int) -> None:
    """Let others pass, each time for a little longer, and each for another while so that they do not meet again."""
    if lost:
        longest = min(LONGEST_STEP_ASIDE_MILLISECONDS, 5 * lost)
        await asyncio.sleep(secrets.randbelow(longest) / 1000)
