"""Bots that die around what comes due by itself: a question without an answer, a turn that has had its time."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import text

from engine import GameState
from store.games.turn_times import turn_time
from tests.crash.judging import faults_of_posts
from tests.crash.keeper import Keeper
from tests.crash.sweep import MOVE, POWER, START
from tests.crash.table import PATIENCE_SECONDS, CrashTable
from tests.e2e.playing import REFEREE

HOURS = 25
"""More than a table of the pace `daily` waits for anything."""
EARLIER = tuple(
    text(f"UPDATE {table} SET {column} = {column} - {HOURS * 3600} WHERE {game} = :game")  # noqa: S608
    for table, column, game in (("log", "written_at", "game_id"), ("games", "started_at", "id"))
)
POSTS = text("SELECT count(*) FROM outbox WHERE game_id = :game AND kind = 'post'")


@dataclass
class AtDueTimes:
    """What came of it; `where`: the points at which bots died."""

    table: CrashTable
    deaths: int = 0
    faults: list[str] = field(default_factory=list)
    where: list[str] = field(default_factory=list)
    _channel: str = "due"
    _channel_id: str = ""
    _game_id: int = 0
    _told_before: int | None = None

    async def run(self, points: Iterable[int]) -> None:
        """At each of these points after a start a question is overdue, and then a turn."""
        self._channel_id = await self.table.begin(self._channel, pace="daily", ask_from="0")
        self._game_id = (await self._loaded()).game.id
        for number, point in enumerate(points, 1):
            await self._ask(number)
            await self._overdue(point, self._is_answered)
            told = [message for message in await self._messages() if "Time is up: the bot answered" in message]
            self._expect(point, "answers", (len(told), len(await self._answers())), (number, number))
            while (state := await self._state()).requests:
                await self._use(state, "decide", choice="default")
            await self.table.settled()
            posts, self._told_before = await self._posts(), await self._told_at()
            await self._overdue(point, self._is_told)
            self._expect(point, "posts on a turn that is up", await self._posts() - posts, 1)
            self.faults += [f"point {point}: {fault}" async for fault in faults_of_posts(self.table, self._channel_id)]

    async def _loaded(self) -> Any:
        return await self.table.game(self._channel_id)

    async def _state(self) -> GameState:
        state: GameState = (await self._loaded()).running
        return state

    async def _use(self, state: GameState, name: str, **options: Any) -> None:
        """A command of whoever is asked or on turn; no bot is doomed meanwhile."""
        power = next((p for r in state.requests for p in r.powers if p not in r.answers), state.power)
        reply = await self.table.command(self.table.player_of(state, power), self._channel, name, **options)
        assert reply is not None
        if reply.message and "End anyway" in reply.shown.labels:
            await self.table.press(self.table.player_of(state, power), reply.shown, "End anyway")

    async def _ask(self, number: int) -> None:
        """A battle in which the defender is asked for losses."""
        turn = {"round": number, "power": POWER, "phase": "combat_move"}
        change = json.dumps({**START, "turn": turn})
        reply = await self.table.command(self.table.players[REFEREE], self._channel, "game edit", change=change)
        assert reply is not None
        for name, options in (
            ("move", {"units": "12 infantry, 6 tanks", **MOVE}),
            ("end-phase", {}),
            ("battle", {"space": "west_russia"}),
        ):
            await self._use(await self._state(), name, **options)
        while (state := await self._state()).requests[0].power == POWER:
            await self._use(state, "decide", choice="default")
        await self.table.settled()

    async def _overdue(self, point: int, is_done: Callable[[], Awaitable[bool]]) -> None:
        """All bots die, a day passes, and one of those that start is doomed; it starts again until all is done."""
        bots = [*self.table.bots.values()]
        await asyncio.gather(*(bot.kill() for bot in bots))
        async with self.table.store.write() as write:
            for earlier in EARLIER:
                await write.connection.execute(earlier, {"game": self._game_id})
        await asyncio.gather(*(bot.start() for bot in bots))
        doomed = self.table.bot_of(self._channel)
        doomed.doom(point)
        with_patience = int(PATIENCE_SECONDS / 0.1)
        for _ in itertools.repeat(None, with_patience):
            await self._start_again(doomed)
            if await is_done():
                break
            await asyncio.sleep(0.1)
        await doomed.pardon()
        await self._start_again(doomed)
        await self.table.settled()

    async def _start_again(self, bot: Keeper) -> None:
        """If it is dead."""
        if bot.death.done():
            self.deaths += 1
            self.where.append(bot.place_of_death())
            await bot.start()

    async def _is_answered(self) -> bool:
        """Whether no question of the other side is open."""
        state = await self._state()
        return not state.requests or state.requests[0].power == POWER

    async def _is_told(self) -> bool:
        return await self._told_at() not in (None, self._told_before)

    async def _told_at(self) -> int | None:
        """When the table was last told that a turn has had its time."""
        async with self.table.store.read() as read:
            noted = await turn_time(read, self._game_id)
        return noted.told_at if noted else None

    async def _posts(self) -> int:
        async with self.table.store.read() as read:
            found = await read.connection.execute(POSTS, {"game": self._game_id})
            return int(found.scalar_one())

    async def _messages(self) -> list[str]:
        return [message.content for message in await self.table.players["Anna"].messages(self._channel_id)]

    async def _answers(self) -> list[str]:
        """What was answered because its time was up, an entry each."""
        async with self.table.store.read() as read:
            entries = await read.entries_since(self._game_id, 0)
        return [entry.cause for entry in entries if entry.cause.startswith("deadline ") and entry.auto == "default"]

    def _expect(self, point: int, what: str, found: object, wanted: object) -> None:
        if found != wanted:
            self.faults.append(f"point {point} ({self.where[-1:]}): {what}: {found}, not {wanted}")
