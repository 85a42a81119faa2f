"""A browser, and tables to open in it: one with the game master, one with a small bot that does what a test wants."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from cogs.service.client import TableBot
from local import LocalTable
from tests.browser.window import WANTED_BY, chromium
from tests.e2e.house import house
from tests.local.practice_bot import PracticeBot, at_work

ACTION_LOST = r"^(Timeout)?Error: (Locator|Page)\."
"""What Playwright says where the page was drawn anew under its action; what a test expects fails in other words."""
HERE = Path(__file__).parent
House = tuple[LocalTable, TableBot]
Practice = tuple[LocalTable, PracticeBot]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Once more where an action of the browser was lost on a busy machine: a fault of the page loses it twice."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=ACTION_LOST))


@pytest_asyncio.fixture(loop_scope="package", scope="package")
async def browser(request: pytest.FixtureRequest) -> AsyncIterator[Browser]:
    """One browser for all tests of the page, or they are skipped; every window in it is its own person's."""
    WANTED_BY[:] = ["--whole"] * bool(request.config.getoption("--whole"))
    async with chromium() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="package")
async def opened(tmp_path: Path) -> AsyncIterator[House]:
    """The table with the game master at it."""
    async with house(tmp_path) as both:
        yield both


@pytest_asyncio.fixture(loop_scope="package")
async def practice() -> AsyncIterator[Practice]:
    """The table with the small bot at it."""
    async with LocalTable(new_messages=1000) as table, at_work(table) as bot:
        yield table, bot
