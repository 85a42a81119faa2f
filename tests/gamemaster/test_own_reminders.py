"""Everybody chooses where they are reminded, and in which hours of their own time not at all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gamemaster.errors import TableRefusal
from gamemaster.upkeep.choosing_reminders import ChoosingReminders, is_quiet, quiet_until
from store import Store
from store.games.deleting import delete_person
from store.games.own_reminders import OwnReminders, own_reminders
from tests.gamemaster.desk import ANNA, CHANNEL, Desk
from tests.gamemaster.test_reminders import days
from tests.tables import with_tables

NIGHT = OwnReminders(zone="Europe/Berlin", quiet_from=22, quiet_until=7)
DAY = OwnReminders(zone="Asia/Tokyo", quiet_from=9, quiet_until=17)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite:///{with_tables(tmp_path / 'own.db')}")
    yield opened
    await opened.close()


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("chosen", "moment", "quiet"),
    [
        (NIGHT, "2026-11-28 21:30", True),  # 22:30 in Berlin
        (NIGHT, "2026-11-28 20:30", False),
        (NIGHT, "2026-11-29 05:59", True),
        (NIGHT, "2026-11-29 06:00", False),
        (NIGHT, "2026-07-01 20:30", True),  # summer time
        (NIGHT, "2026-07-01 05:00", False),
        (DAY, "2026-11-28 00:00", True),
        (DAY, "2026-11-28 08:00", False),
        (OwnReminders(), "2026-11-28 03:00", False),
        (OwnReminders(zone="Europe/Atlantis", quiet_from=0, quiet_until=23), "2026-11-28 03:00", False),
    ],
)
def test_quiet_hours_are_those_of_the_players_own_clock(chosen: OwnReminders, moment: str, *, quiet: bool) -> None:
    assert is_quiet(chosen, at(moment)) == quiet


@pytest.mark.parametrize(
    ("chosen", "moment", "end"),
    [
        (NIGHT, "2026-11-28 21:30", "2026-11-29 06:00"),
        (NIGHT, "2026-11-29 05:59", "2026-11-29 06:00"),
        (NIGHT, "2026-10-24 22:00", "2026-10-25 06:00"),  # the night in which summer time ends
        (DAY, "2026-11-28 00:00", "2026-11-28 08:00"),
    ],
)
def test_when_quiet_hours_end(chosen: OwnReminders, moment: str, end: str) -> None:
    assert quiet_until(chosen, at(moment)) == at(end)


async def choose(table: Desk, way: str = "", quiet: str = "", zone: str = "") -> str:
    return await table.master.choosing_reminders.choose(ANNA.user_id, way, quiet, zone)


async def test_whoever_wants_none_gets_none(tmp_path: Path) -> None:
    async with days(tmp_path) as passing:
        assert await choose(passing.table, "never") == (
            "I'll never remind you. You'll still get one ping when it's your turn or a question opens."
        )
        assert [await passing.later(25) for _ in range(3)] == [[], [], []]


async def test_a_direct_message_says_what_is_owed_and_the_channel_stays_quiet(tmp_path: Path) -> None:
    async with days(tmp_path) as passing:
        await choose(passing.table, "direct")
        said = [await passing.later(25) for _ in range(6)]
        assert said == [[]] * 6
        letters = passing.table.mailbox.letters
        assert [user for user, _ in letters] == [ANNA.user_id] * 3
        first, second, last = letters[0][1].split("\n")
        assert first == "Reminder: this game is waiting for you."
        assert second.startswith("• **Test**: Soviet Union, purchase · <t:")
        assert second.endswith(f":R> · [open](https://discord.com/channels/77/{CHANNEL})")
        assert last == "-# /reminders changes how I remind you."


async def test_no_second_letter_before_the_tables_time_is_up_again(tmp_path: Path) -> None:
    async with days(tmp_path) as passing:
        await choose(passing.table, "direct")
        for _ in range(5):
            await passing.later(13)
        assert len(passing.table.mailbox.letters) == 2


async def test_whoever_takes_no_direct_messages_is_pinged_in_the_channel(tmp_path: Path) -> None:
    async with days(tmp_path) as passing:
        await choose(passing.table, "direct")
        passing.table.mailbox.closed.add(ANNA.user_id)
        for _ in range(2):
            (reminder,) = await passing.later(25)
            assert list(reminder.ping) == [ANNA.user_id]
        assert "I can't send you direct messages, so I use the channel." in await choose(passing.table)
        assert "closed" not in await choose(passing.table, "direct")


async def test_a_reminder_waits_for_the_end_of_the_quiet_hours(tmp_path: Path) -> None:
    async with days(tmp_path) as passing:
        hour = datetime.fromtimestamp(passing._now[0], UTC).hour
        await choose(passing.table, quiet=f"{hour}-{(hour + 4) % 24}", zone="UTC")
        assert await passing.later(25) == []
        assert await passing.later(1) == []
        (reminder,) = await passing.later(3)
        assert list(reminder.ping) == [ANNA.user_id]


async def test_what_is_chosen_is_told_with_the_time_there(store: Store) -> None:
    choosing = ChoosingReminders(store, lambda: at("2026-11-28 20:40"))
    assert await choosing.choose(1) == (
        "Once a game has waited for you long enough, I'll remind you in the game's channel.\n"
        "-# To change this, add `way`, `quiet` or `zone` to /reminders."
    )
    assert await choosing.choose(1, quiet="22:00 to 7", zone="europe/berlin") == (
        "Once a game has waited for you long enough, I'll remind you in the game's channel.\n"
        "No pings from 22:00 to 7:00 (Europe/Berlin, 21:40 now): they come afterwards. Live games don't wait."
    )
    assert "No pings" not in await choosing.choose(1, quiet="off")


async def test_a_zone_is_found_by_a_clock_or_a_city(store: Store) -> None:
    choosing = ChoosingReminders(store, lambda: at("2026-11-28 20:40"))
    by_clock = await choosing.zones("21:35")
    assert ("Europe/Berlin (21:40 now)", "Europe/Berlin") in by_clock[:25]
    assert all("(21:" in name for name, _ in by_clock)
    assert await choosing.zones("new york") == [("America/New York (15:40 now)", "America/New_York")]
    assert await choosing.zones("99:99") == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"way": "pigeon"}, "choose one of the suggestions"),
        ({"zone": "Atlantis"}, "I don't know the time zone “Atlantis”"),
        ({"quiet": "22-7"}, "I don't know your time zone yet"),
        ({"quiet": "25-7", "zone": "UTC"}, "two whole hours, such as 22-7, or off"),
        ({"quiet": "7-7", "zone": "UTC"}, "two whole hours"),
        ({"quiet": "0-24", "zone": "UTC"}, "two whole hours"),
        ({"quiet": "x" * 6000, "zone": "UTC"}, "two whole hours"),
    ],
)
async def test_what_cannot_be_chosen_changes_nothing(store: Store, given: dict[str, str], words: str) -> None:
    with pytest.raises(TableRefusal, match=words):
        await ChoosingReminders(store, lambda: 0).choose(1, **given)
    async with store.read() as read:
        assert await own_reminders(read, [1]) == {}


async def test_what_somebody_has_chosen_can_be_deleted(tmp_path: Path) -> None:
    async with days(tmp_path) as passing:
        await choose(passing.table, "direct")
        async with passing.table.master.store.write() as write:
            await delete_person(write, ANNA.user_id)
            assert await own_reminders(write, [ANNA.user_id]) == {}
