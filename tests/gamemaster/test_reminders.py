"""Players are reminded of games that wait for them: seldom, in public, and so that it tells nothing secret."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gamemaster.chosen_settings import read_table_settings
from gamemaster.errors import TableRefusal
from gamemaster.orders.loading import LoadedGame
from gamemaster.outbox.sender import ChannelGone, Outgoing
from gamemaster.roles import Actor
from gamemaster.table_settings import USUAL, TableSettings
from store import NewMessage, utc_seconds
from tests.gamemaster.desk import ANNA, BEN, CHANNEL, CLEO, DAN, TWO, Desk, desk, ids_from
from tests.gamemaster.test_telling import END, begin_battle, fight_on

HOUR = 3600
FOUR = {ANNA: ("soviet_union",), BEN: ("germany", "japan"), CLEO: ("united_kingdom",), DAN: ("united_states",)}


class Days:
    """A table whose clock is moved; what Discord's clock says goes with it."""

    def __init__(self, table: Desk, now: list[int]) -> None:
        self.table = table
        self._now = now

    async def later(self, hours: float) -> list[Outgoing]:
        """Let so many hours pass; gives what is posted then."""
        self._now[0] += int(hours * HOUR)
        self.table.mailbox.numbers = ids_from(self._now[0])
        await self.table.master.reminding.sweep()
        return await self.table.send()


@asynccontextmanager
async def days(
    tmp_path: Path, settings: TableSettings = USUAL, seats: Mapping[Actor, tuple[str, ...]] = TWO
) -> AsyncIterator[Days]:
    now = [utc_seconds()]
    async with desk(tmp_path, seats, clock=lambda: now[0], customs=settings) as table:
        table.mailbox.numbers = ids_from(now[0])
        await table.send()
        yield Days(table, now)


def pinged(posts: list[Outgoing]) -> list[list[int]]:
    return [list(post.ping) for post in posts]


async def test_whoever_is_waited_for_is_reminded_after_a_day_with_the_panel(tmp_path: Path) -> None:
    async with days(tmp_path) as at:
        assert await at.later(23) == []
        (reminder,) = await at.later(2)
        assert list(reminder.ping) == [ANNA.user_id]
        first, second, *_ = reminder.content.splitlines()
        assert first == "Reminder: **Test** is waiting for <@1>."
        assert second.startswith("**Soviet Union · round 1 · purchase** — <@1>'s turn")
        assert reminder.rows
        panels = [post for post in at.table.mailbox.posts.values() if "Soviet Union · round 1" in post.content]
        assert panels == [reminder]


async def test_three_reminders_of_one_wait_and_then_no_more(tmp_path: Path) -> None:
    async with days(tmp_path) as at:
        said = [await at.later(25) for _ in range(6)]
        assert [len(posts) for posts in said] == [1, 1, 1, 0, 0, 0]
        assert "last reminder" not in said[1][0].content
        assert said[2][0].content.splitlines()[-2].startswith("-# That was the last reminder.")
        await at.table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}}, END)
        await at.table.send()
        (again,) = await at.later(25)
        assert "combat move" in again.content


async def test_what_is_ordered_in_secret_puts_no_reminder_off(tmp_path: Path) -> None:
    async with days(tmp_path) as at:
        assert await at.later(20) == []
        await at.table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}})
        assert await at.table.send() == []
        assert pinged(await at.later(5)) == [[ANNA.user_id]]


async def test_who_is_asked_in_a_battle_is_reminded_and_nobody_else(tmp_path: Path) -> None:
    async with days(tmp_path) as at:
        await begin_battle(at.table)
        await at.table.send()
        assert pinged(await at.later(25)) == [[BEN.user_id]]
        await fight_on(at.table)
        await at.table.send()
        assert pinged(await at.later(25)) == [[ANNA.user_id]]


async def test_a_table_chooses_when_and_whether(tmp_path: Path) -> None:
    async with days(tmp_path, TableSettings(reminder_hours=72)) as at:
        assert await at.later(71) == []
        assert len(await at.later(2)) == 1
        assert await at.later(71) == []
        assert len(await at.later(2)) == 1
    (tmp_path / "never").mkdir()
    async with days(tmp_path / "never", TableSettings(reminder_hours=0)) as at:
        assert await at.later(1000) == []


async def test_what_came_due_while_the_bot_was_away_waits_for_an_hour(tmp_path: Path) -> None:
    async with days(tmp_path) as at:
        at._now[0] += 48 * HOUR
        at.table.master.reminding._began = at._now[0]
        assert await at.later(0) == []
        assert len(await at.later(1)) == 1


async def test_nothing_is_put_in_line_where_nothing_can_be_posted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuses(_: Outgoing) -> int:
        raise ChannelGone("Missing Permissions")

    async with days(tmp_path) as at:
        with monkeypatch.context() as closed:
            closed.setattr(at.table.mailbox, "post", refuses)
            await at.later(25)
            assert await at.table.master.channels.refusal_in(CHANNEL)
            await at.later(50)
        async with at.table.master.store.read() as read:
            assert await read.number_of_waiting_posts(at.table.game_id) == 1


async def more_games(table: Desk, number: int) -> None:
    """More games of the same four players, in other channels."""
    lobby = table.master.lobby
    for channel in range(1, number + 1):
        loaded = await lobby.create(ANNA, 77, channel, "aa1941", {}, f"Game {channel}", USUAL)
        for actor, powers in FOUR.items():
            loaded = await lobby.join(loaded, actor.user_id, powers)
        await lobby.start(loaded, ANNA, f"start {channel}")
    await table.send()


async def test_a_fault_in_one_game_keeps_no_other_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with days(tmp_path, seats=FOUR) as at:
        await more_games(at.table, 1)
        announcer = at.table.master.announcer
        written = announcer.reminder

        def fails_in_the_first(loaded: LoadedGame, *given: Any, **more: Any) -> NewMessage:
            if loaded.game.id == at.table.game_id:
                raise RuntimeError("on purpose")
            return written(loaded, *given, **more)

        monkeypatch.setattr(announcer, "reminder", fails_in_the_first)
        (reminder,) = await at.later(25)
        assert reminder.content.startswith("Reminder: **Game 1**")


async def test_nobody_is_reminded_of_more_than_three_games_a_day(tmp_path: Path) -> None:
    async with days(tmp_path, seats=FOUR) as at:
        await more_games(at.table, 4)
        assert pinged(await at.later(25)) == [[ANNA.user_id]] * 3
        assert len(await at.later(25)) == 3


async def test_a_game_that_is_over_reminds_nobody(tmp_path: Path) -> None:
    async with days(tmp_path) as at:
        await at.table.wish(ANNA, "end")
        await at.table.say(BEN, "agree")
        await at.table.send()
        assert (await at.table.loaded()).game.status != "running"
        assert await at.later(50) == []


@pytest.mark.parametrize(("hours", "told"), [(1, "24 to 336"), (337, "24 to 336"), (-1, "24 to 336")])
def test_hours_that_no_table_can_choose(hours: int, told: str) -> None:
    with pytest.raises(TableRefusal, match=told):
        read_table_settings(reminder_hours=hours)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, []),
        ({"reminder_hours": 0}, ["No reminders"]),
        ({"reminder_hours": 48}, ["Reminders: after 48 hours without a move"]),
    ],
)
def test_what_a_lobby_says_of_reminders(settings: dict[str, Any], words: list[str]) -> None:
    assert list(read_table_settings(**settings).in_words)[1:] == words
