"""A question gets the printed default by itself when the time is up that its table agreed on, and never before."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gamemaster.chosen_settings import read_table_settings
from gamemaster.errors import TableRefusal
from gamemaster.outbox.posts import post
from gamemaster.outbox.sender import Outgoing
from gamemaster.table_settings import TableSettings
from store import utc_seconds
from store.database import tables
from store.database.upsert import put
from store.outages import note_presence, outages_of
from tests.gamemaster.desk import ANNA, BEN, Desk, desk
from tests.gamemaster.test_telling import begin_battle, fight_on

HOUR = 3600
TWO_DAYS = TableSettings(deadline_hours=48)


class Days:
    """A table whose clock is moved."""

    def __init__(self, table: Desk, now: list[int]) -> None:
        self.table = table
        self._now = now

    async def later(self, hours: float) -> list[Outgoing]:
        """Let so many hours pass; gives what is posted then."""
        self._now[0] += int(hours * HOUR)
        await self.table.master.deadlines.sweep()
        return await self.table.send()


@asynccontextmanager
async def ben_is_asked(tmp_path: Path, settings: TableSettings = TWO_DAYS) -> AsyncIterator[Days]:
    """Ben must choose casualties, as of now."""
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=settings) as table:
        now[0] += HOUR
        await begin_battle(table)
        await table.send()
        yield Days(table, now)


@pytest.mark.rule("ASY-01", "ASY-02")
async def test_the_printed_default_counts_when_the_time_is_up(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path) as at:
        assert await at.later(47) == []
        assert (await at.table.state()).requests[0].powers == ("germany",)
        told, *_, panel = await at.later(1)
        assert told.content.startswith(
            "Time is up: the bot answered for Germany (<@2>) in West Russia with the printed default, after 48 hours: "
        )
        assert "This table agreed to that deadline." in told.content
        assert list(panel.ping) == [ANNA.user_id]
        assert (await at.table.state()).requests[0].powers == ("soviet_union",)


async def test_a_question_that_comes_of_it_has_all_its_time(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path) as at:
        assert await at.later(48)
        assert await at.later(47) == []
        assert await at.later(1)


async def test_whoever_answers_in_time_is_left_alone(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path) as at:
        await at.later(40)
        await fight_on(at.table)
        await at.table.send()
        assert await at.later(10) == []


async def test_the_panel_says_until_when(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path) as at:
        asked = at._now[0]
        panel = next(post for post in at.table.mailbox.posts.values() if post.rows and "waiting for" in post.content)
        assert f"-# Without an answer the printed default applies <t:{asked + 48 * HOUR}:R>." in panel.content


async def test_time_in_which_the_bot_was_away_is_not_the_players(tmp_path: Path) -> None:
    """10 of 48 hours are gone as it goes away; it looks what is due before it has noted that it is back."""
    async with ben_is_asked(tmp_path) as at:
        outages, store = at.table.master.outages, at.table.master.store
        assert await at.later(10) == []
        assert not await outages.note()
        at._now[0] += 60
        assert not await outages.note()  # too short to count
        at._now[0] += 100 * HOUR
        assert await at.later(0) == []
        assert await outages.note()
        assert not await outages.note()
        for hours, is_due in ((37, False), (1, True)):
            at._now[0] += hours * HOUR
            async with store.write() as write:  # at work all that time
                await put(write.connection, tables.presence, {"shard": 0, "shards": 1}, {"seen_at": at._now[0]})
            assert bool(await at.later(0)) == is_due


async def test_time_in_which_no_post_arrives_is_not_the_players(tmp_path: Path) -> None:
    """Discord refuses what is sent a minute and a half after it was noted that the bot is at work."""
    async with ben_is_asked(tmp_path) as at:
        outages, store, table = at.table.master.outages, at.table.master.store, at.table
        assert not await outages.note()
        table.mailbox.takes_posts = False
        await _one_more_post(at)
        assert await table.send() == []
        for seconds in (60, 60, 30, 60):
            at._now[0] += seconds
            assert not await outages.note()
        async with store.read() as read:
            assert [until for _, until in await outages_of(read, 0, 0, at._now[0])] == [None]
        table.mailbox.takes_posts = True
        assert await table.send()
        assert await outages.note()


async def test_a_channel_with_more_posts_than_it_takes_stops_nobodys_time(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path) as at:
        outages = at.table.master.outages
        await _one_more_post(at)
        for _ in range(6):
            at._now[0] += 50
            assert not await outages.note()
        async with at.table.master.store.read() as read:
            assert await outages_of(read, 0, at._now[0] - 400, at._now[0]) == []


async def _one_more_post(at: Days) -> None:
    game = await at.table.loaded()
    async with at.table.master.store.write() as write:
        await write.commit_turn(game.game.id, game.game.version, outbox=[post(game, "Nobody hears this yet.")])


async def test_only_the_servers_of_a_shard_miss_it(tmp_path: Path) -> None:
    """After a start with other shards, an absence counts from when the last of those before was seen."""
    async with ben_is_asked(tmp_path) as at:
        store, guild = at.table.master.store, 3 << 22
        async with store.write() as write:
            await note_presence(write, [0], 2, 1000)
            await note_presence(write, [1], 2, 1030)
            assert await note_presence(write, [0], 2, 1100)
            assert await outages_of(write, guild, 0, 1100) == [(1030, None)]
            assert not await note_presence(write, [1], 2, 1060)
            assert await outages_of(write, guild, 0, 1100) == []
            assert await note_presence(write, [0, 1, 2, 3], 4, 1200)
            assert await outages_of(write, guild, 0, 1200) == [(1100, 1200)]
            assert await outages_of(write, guild, 1200, 1200) == []


async def test_a_second_process_does_nothing_twice(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path) as at:
        at._now[0] += 50 * HOUR
        game = await at.table.loaded()
        request = game.running.requests[0].id
        cause = f"deadline {game.game.version} {request}"
        first = await at.table.master.acting.answer_when_time_is_up(at.table.game_id, request, cause)
        second = await at.table.master.acting.answer_when_time_is_up(at.table.game_id, request, cause)
        assert (first.repeated, second.repeated) == (False, True)


async def test_a_table_without_a_deadline_waits(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path, TableSettings(grace_hours=5)) as at:
        assert await at.later(1000) == []


async def test_nobody_is_hurried_in_their_own_turn(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=TWO_DAYS) as table:
        await table.send()
        assert await Days(table, now).later(1000) == []


async def test_an_ally_may_still_answer_before_the_deadline(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path, TableSettings(deadline_hours=48, grace_hours=0)) as at:
        request = (await at.table.state()).requests[0].id
        await at.table.wish(ANNA, "answer", request=request)
        assert (await at.table.say(BEN, "agree")) is not None
        assert (await at.table.state()).requests[0].powers == ("soviet_union",)


@pytest.mark.parametrize("hours", [-1, 337])
def test_hours_that_no_table_can_choose(hours: int) -> None:
    with pytest.raises(TableRefusal, match="1 to 336 hours, or 0 for none"):
        read_table_settings(deadline_hours=hours)


def test_what_a_lobby_says_of_the_deadline() -> None:
    words = "Deadline: after 48 hours without an answer the printed default applies"
    assert words in read_table_settings(deadline_hours=48).in_words
