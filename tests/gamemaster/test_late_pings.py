"""No ping comes in anybody's quiet hours: it comes once they end, if the game still waits for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from gamemaster.table_settings import PACES, USUAL, TableSettings
from store.late_pings import late_pings
from tests.gamemaster.desk import ANNA, BEN, CLEO, Desk, desk, ids_from

HOUR = 3600
EVENING = int(datetime(2026, 11, 30, 23, tzinfo=UTC).timestamp())
SEATS = {ANNA: ("soviet_union",), CLEO: ("united_kingdom", "united_states"), BEN: ("germany", "japan")}
END = {"type": "end_phase"}


@dataclass
class Night:
    """Ben sleeps from 22 to 7, by UTC; it is 23."""

    table: Desk
    now: list[int]

    async def waits_for_ben(self) -> None:
        """Anna ends her turn, and it is Ben's."""
        await self.table.send()
        while (await self.table.state()).power == "soviet_union":
            await self.table.act(ANNA, END)

    async def at(self, hours: float) -> list[list[int]]:
        """Whom the posts ping that come by so many hours after 23."""
        self.now[0] = EVENING + int(hours * HOUR)
        self.table.mailbox.numbers = ids_from(self.now[0])
        await self.table.master.late_pings.sweep()
        return [list(post.ping) for post in await self.table.send()]

    async def waiting(self) -> list[int]:
        async with self.table.master.store.read() as read:
            return list(await late_pings(read, self.table.game_id))


@asynccontextmanager
async def night(folder: Path, customs: TableSettings = USUAL) -> AsyncIterator[Night]:
    now = [EVENING]
    async with desk(folder, SEATS, clock=lambda: now[0], customs=customs) as table:
        table.mailbox.numbers = ids_from(EVENING)
        await table.master.choosing_reminders.choose(BEN.user_id, "", "22-7", "UTC")
        yield Night(table, now)


async def test_the_ping_of_a_turn_comes_once_the_quiet_hours_end_and_only_once(tmp_path: Path) -> None:
    async with night(tmp_path) as passing:
        await passing.waits_for_ben()
        silent = (await passing.table.send())[-1]
        assert (list(silent.ping), silent.is_silent) == ([], True)
        assert await passing.at(7.9) == []
        assert await passing.at(8) == [[BEN.user_id]]
        morning = passing.table.mailbox.all_posted[-1]
        assert morning.content.startswith("<@2>: **Test** is waiting for you.\n")
        assert not morning.is_silent
        assert await passing.at(9) == []


async def test_whoever_has_acted_meanwhile_is_not_pinged(tmp_path: Path) -> None:
    async with night(tmp_path) as passing:
        await passing.waits_for_ben()
        await passing.table.send()
        while (await passing.table.state()).power == "germany":
            await passing.table.act(BEN, END)
        assert list((await passing.table.send())[-1].ping) == [CLEO.user_id]
        assert await passing.at(8) == []
        assert await passing.waiting() == []


async def test_a_card_is_as_quiet_and_is_told_of_in_the_morning(tmp_path: Path) -> None:
    async with night(tmp_path) as passing:
        await passing.table.send()
        await passing.table.wish(ANNA, "draw")
        (card,) = await passing.table.send()
        assert (list(card.ping), card.is_silent) == ([], True)
        assert await passing.at(8) == [[BEN.user_id]]
        assert "you were asked something in **Test**. See /todo." in passing.table.mailbox.all_posted[-1].content


async def test_a_later_ping_in_daylight_takes_the_place_of_the_one_that_waits(tmp_path: Path) -> None:
    async with night(tmp_path, PACES["league"]) as passing:
        await passing.waits_for_ben()
        await passing.table.send()
        passing.now[0] += 9 * HOUR
        await passing.table.master.bumping.bump(passing.table.game_id, ANNA)
        assert [list(post.ping) for post in await passing.table.send()] == [[BEN.user_id]]
        assert await passing.at(9) == []


async def test_a_game_in_one_sitting_waits_for_no_quiet_hours(tmp_path: Path) -> None:
    async with night(tmp_path, PACES["live"]) as passing:
        await passing.waits_for_ben()
        posted = (await passing.table.send())[-1]
        assert (list(posted.ping), posted.is_silent) == ([BEN.user_id], False)
