"""A game by correspondence, over weeks: six seats in four time zones, one silent, a deputy, a hand-over, an outage.

The clock is moved by some hours, to what is due and to the minute before. Hours count from the start, a
Monday at noon in UTC.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import delete

from engine.politics.standing import at_war
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby import opening
from gamemaster.outbox.sender import Outgoing
from gamemaster.roles import Actor
from gamemaster.table_settings import PACES
from store.database import tables
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, EVE, Desk, desk, ids_from

HOUR, STEP = 3600, 6 * 3600
MINUTE = 1 / 60
NOON = int(datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp())
GUS, HAL, IDA = Actor(6, "Gus"), Actor(7, "Hal"), Actor(8, "Ida")
SEATS = {
    ANNA: ("united_states", "china"),
    BEN: ("germany",),
    CLEO: ("soviet_union",),
    DAN: ("united_kingdom",),
    EVE: ("japan",),
    GUS: ("italy",),
}
ZONES = {
    ANNA: "Europe/Berlin",
    BEN: "America/New_York",
    CLEO: "Asia/Tokyo",
    DAN: "Australia/Sydney",
    EVE: "America/New_York",
}
NAMES = {actor.user_id: actor.name for actor in (*SEATS, HAL, IDA)}
END = {"type": "end_phase"}


@dataclass
class Weeks:
    """The table, the time, and all that was posted, with the hour since the start."""

    table: Desk
    now: list[int]
    posted: list[tuple[float, Outgoing]] = field(default_factory=list)

    @property
    def hour(self) -> float:
        return (self.now[0] - NOON) / HOUR

    async def until(self, hour: float, *before: float) -> None:
        """Let the time pass; `before`: hours at which something comes due, each looked at a minute earlier too."""
        stops = sorted({*(each for due in before for each in (due - MINUTE, due)), hour})
        for stop in stops:
            while self.hour < stop:
                self.now[0] = min(self.now[0] + STEP, NOON + round(stop * HOUR))
                self.table.mailbox.numbers = ids_from(self.now[0])
                master = self.table.master
                due = (master.deadlines, master.reminding, master.late_pings)
                if sum([await each.sweep() for each in due]):
                    await self.sent()

    async def sent(self) -> list[Outgoing]:
        """What was caused just now."""
        posts = await self.table.send()
        self.posted += [(self.hour, post) for post in posts]
        return posts

    def said(self, words: str) -> list[float]:
        """The hours at which these words were posted."""
        return [hour for hour, post in self.posted if words in post.content]

    async def end_turn(self, player: Actor) -> None:
        """End all phases of a player's turn."""
        while (await self.table.state()).power in SEATS.get(player, ("united_kingdom",)):
            await self.table.act(player, END)
        await self.sent()

    async def is_away(self, hours: float) -> None:
        """The bot is stopped for so long, and starts again."""
        outages = self.table.master.outages
        await outages.note()
        self.now[0] += int(hours * HOUR)
        self.table.mailbox.numbers = ids_from(self.now[0])
        assert await outages.note()
        self.table.master.reminding._began = self.now[0]
        async with self.table.master.store.write() as write:
            await write.connection.execute(delete(tables.presence))  # from now on it is at work all the time


async def silent_for_a_week(weeks: Weeks) -> None:
    """Cleo does nothing for a week: two reminders, told twice that her time is up, bumped once; all pings by day."""
    table = weeks.table
    await weeks.until(5)
    await weeks.end_turn(BEN)
    await weeks.until(80, 10, 58, 77)
    assert weeks.said("is waiting for you.") == [10]  # her turn began at 2 in the morning for her
    assert weeks.said("Reminder: ") == [58]
    assert weeks.said("Union's turn ran out on") == [5 + 72]
    with pytest.raises(NotAllowed, match="other side"):
        await table.master.bumping.bump(table.game_id, DAN)
    await table.master.bumping.bump(table.game_id, BEN)
    await weeks.sent()
    await weeks.until(5 + 7 * 24, 82, 130, 152, 154)
    assert weeks.said("is waiting for you.") == [10, 82, 154]
    assert weeks.said("Reminder: ") == [58, 130]
    assert weeks.said("Union's turn ran out on") == [77, 80 + 72]
    await weeks.end_turn(CLEO)


async def attacked_in_burma(weeks: Weeks) -> None:
    """Eve attacks Dan, whose deputy answers once; a question that nobody answers gets the default after a day."""
    table, state = weeks.table, await weeks.table.state()
    assert at_war(state, "japan", "united_kingdom")
    start, target = next(
        (start, there)
        for start, owner in state.owners.items()
        for there in sorted(state.edition.board.neighbours[start])
        if owner == "japan" and state.owners.get(there) == "united_kingdom"
    )
    forces = {start: {"japan": {"tank": 12}}, target: {"united_kingdom": {"infantry": 12, "fighter": 2}}}
    await table.place("japan", "combat_move", forces)
    await table.act(EVE, {"type": "move", "units": {"tank": 12}, "path": [start, target]}, END)
    await table.act(EVE, {"type": "battle", "space": target})
    await answered_by(weeks, EVE, "japan")
    assert list((await weeks.sent())[-1].ping) == [IDA.user_id]  # Dan sleeps
    asked = weeks.hour
    await weeks.until(asked + 1)
    await answered_by(weeks, IDA, "united_kingdom")
    await answered_by(weeks, EVE, "japan")
    await weeks.sent()
    await weeks.until(asked + 1 + 24 - MINUTE, asked + 3)
    assert weeks.said("is waiting for you.")[3:] == [asked + 3]
    assert weeks.said("Time is up: the bot answered") == []
    await weeks.until(asked + 1 + 24)
    assert weeks.said("Time is up: the bot answered") == [asked + 25]
    while (await table.state()).requests:
        await answered_by(weeks, EVE, "japan")
        await answered_by(weeks, IDA, "united_kingdom")
    await weeks.end_turn(EVE)


async def answered_by(weeks: Weeks, actor: Actor, power: str) -> None:
    """All that a power is asked: battles are pressed on, all else gets the default."""
    while asked := [each for each in (await weeks.table.state()).requests if power in each.powers]:
        choice = {"press": True} if asked[0].kind == "retreat" else "default"
        decision = {"type": "decide", "request": asked[0].id, "power": power, "choice": choice}
        await weeks.table.act(actor, decision)


async def wished(weeks: Weeks, actor: Actor, deed: str, by: Actor, answer: str, **body: object) -> None:
    """Somebody asks for something, and another answers the card."""
    table = weeks.table
    await table.wish(actor, deed, **body)
    async with table.master.store.read() as read:
        number = (await read.proposals(table.game_id, "open"))[-1].id
    assert answer in ("agree", "refuse")
    await table.say(by, "agree" if answer == "agree" else "refuse", number)
    await weeks.sent()


def check_reminders(weeks: Weeks) -> None:
    """None twice, none in quiet hours, three a player and day at most; one ping for each duty."""
    zones = {actor.user_id: ZoneInfo(name) for actor, name in ZONES.items()}
    days: Counter[tuple[int, object]] = Counter()
    pings: Counter[tuple[str, str]] = Counter()
    for hour, post in weeks.posted:
        is_reminder, is_up = post.content.startswith("Reminder: "), "turn ran out on" in post.content
        kind = "reminders" if is_reminder else "time is up" if is_up else "other pings"
        for user in post.ping:
            pings[NAMES[user], kind] += 1
            local = datetime.fromtimestamp(NOON + hour * HOUR, zones.get(user, UTC))
            days[user, local.date()] += is_reminder or is_up
            assert user not in zones or 7 <= local.hour < 22, (NAMES[user], local)
    for (name, kind), count in sorted(pings.items()):
        print(f"{name}: {count} {kind}")  # noqa: T201  # `pytest -s` shows what a player hears in such a game
    assert max(days.values()) <= 3
    assert pings["Cleo", "other pings"] == 3, "her turn, the bump, and that her time is up; cards came by night"


async def test_a_game_over_weeks_ends_properly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "new_seed", lambda: bytes(32))  # so that the battle takes as many rounds as it needs
    now = [NOON]
    customs = replace(PACES["league"], posts="one a turn", ask_from=0)
    async with desk(tmp_path, SEATS, setup="anniversary_1941", clock=lambda: now[0], customs=customs) as table:
        table.mailbox.numbers = ids_from(NOON)
        weeks = Weeks(table, now)
        for actor, zone in ZONES.items():
            await table.master.choosing_reminders.choose(actor.user_id, "", "22-7", zone)
        await table.master.deputies.name(table.game_id, DAN, IDA.user_id)
        await weeks.sent()
        await silent_for_a_week(weeks)
        await wished(weeks, EVE, "pause", CLEO, "refuse")
        with pytest.raises(TableRefusal, match="refused that"):
            await table.wish(EVE, "pause")
        await attacked_in_burma(weeks)
        began = weeks.hour
        await weeks.until(began + 1)
        body = {"powers": ["united_kingdom"], "user_id": HAL.user_id, "keep_orders": True}
        await wished(weeks, DAN, "handover", HAL, "agree", **body)
        await weeks.until(began + 10)
        await weeks.is_away(48)
        await weeks.until(began + 72 + 48 - MINUTE, began + 59, began + 107)
        assert weeks.said("Kingdom's turn ran out on") == []
        await weeks.until(began + 72 + 48)
        assert weeks.said("Kingdom's turn ran out on") == [began + 72 + 48]
        assert weeks.said("Reminder: ")[2:] == [began + 10 + 48 + 1, began + 10 + 48 + 1 + 48]
        await weeks.end_turn(HAL)
        await wished(weeks, GUS, "draw", ANNA, "agree")
        loaded = await table.loaded()
        assert loaded.game.status == "abandoned"
        assert dict(loaded.seats)["united_kingdom"] == HAL.user_id
        over = len(weeks.posted)
        await weeks.until(weeks.hour + 5 * 24)
        assert len(weeks.posted) == over
        check_reminders(weeks)
