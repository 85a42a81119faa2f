"""Whole logs are read a few at a time, and nobody who asks little waits for them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from store import Store
from tests.patience import PATIENCE_SECONDS
from tests.store.examples import new_game

READERS = 20


@asynccontextmanager
async def readers(store: Store, game_id: int) -> AsyncIterator[list[int]]:
    """Many who begin to read at length and go on doing so until the end; how many have begun."""
    begun: list[int] = []
    first, done = asyncio.Event(), asyncio.Event()

    async def read(number: int) -> None:
        async with store.read_at_length() as r:
            await r.game(game_id)
            begun.append(number)
            first.set()
            await done.wait()

    reading = [asyncio.create_task(read(number)) for number in range(READERS)]
    await first.wait()
    yield begun
    done.set()
    await asyncio.gather(*reading)


async def test_a_question_is_answered_while_many_read_at_length(store: Store) -> None:
    async with store.write() as w:
        game = await w.create_game(new_game())
    async with readers(store, game.id) as begun:
        async with asyncio.timeout(PATIENCE_SECONDS):
            for _ in range(5):
                async with store.read() as r:
                    assert await r.game(game.id) == game
        assert len(begun) < READERS
    assert sorted(begun) == list(range(READERS))
