"""Tables and bots for the tests of the local table."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from local import LocalTable, TableClock
from tests.local.practice_bot import PracticeBot, at_work
from tests.local.raw import Raw


@pytest.fixture
def clock() -> TableClock:
    return TableClock()


@pytest.fixture
async def table(clock: TableClock) -> AsyncIterator[LocalTable]:
    """A table that takes any number of messages, so that tests need not wait."""
    async with LocalTable(clock=clock, new_messages=1000) as opened:
        yield opened


@pytest.fixture
async def bot(table: LocalTable) -> AsyncIterator[PracticeBot]:
    async with at_work(table) as started:
        yield started


@pytest.fixture
async def raw(table: LocalTable) -> AsyncIterator[Raw]:
    async with aiohttp.ClientSession() as session:
        yield Raw(table, session)
