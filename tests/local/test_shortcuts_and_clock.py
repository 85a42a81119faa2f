"""What the page can do beyond Discord: shortcuts, and a clock that moves forward."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import pytest

from local import LocalTable, TableClock


async def post(table: LocalTable, path: str, body: dict[str, object]) -> tuple[int, dict[str, object]]:
    """What the page is answered."""
    async with aiohttp.ClientSession() as session, session.post(f"{table.base_url}{path}", json=body) as answer:
        return answer.status, await answer.json()


async def test_the_clock_moves_forward_and_stays_so_with_the_state_file(tmp_path: Path) -> None:
    clock = TableClock()
    async with LocalTable(tmp_path / "table.db", clock=clock) as table:
        before = clock()
        status, told = await post(table, "/local/clock", {"user": "Anna", "advance": 86400})
        assert (status, told) == (200, {"ahead": 86400.0})
        assert clock() - before >= 86400
    later = TableClock()
    async with LocalTable(tmp_path / "table.db", clock=later):
        assert later() - before >= 86400


@pytest.mark.parametrize("seconds", [0, -5, "soon", True, 31 * 86400])
async def test_the_clock_moves_forward_only_and_by_a_month_at_most(seconds: object) -> None:
    async with LocalTable() as table:
        status, told = await post(table, "/local/clock", {"user": "Anna", "advance": seconds})
        assert (status, told["message"]) == (400, "The clock is moved forward by up to 30 days, in seconds.")


async def test_a_clock_of_the_tests_own_is_not_moved_by_the_page() -> None:
    async with LocalTable(clock=lambda: 2_000_000_000.0) as table:
        status, _ = await post(table, "/local/clock", {"user": "Anna", "advance": 60})
        assert status == 400


async def test_a_shortcut_that_is_not_there_is_refused() -> None:
    async with LocalTable() as table:
        status, told = await post(table, "/local/shortcuts/0", {"user": "Anna"})
        assert (status, told["message"]) == (400, "There is no such shortcut.")
