"""Four games played by random players at once, while their bot is killed again and again at any moment.

Where the bot is several processes, one of them or all are killed. The others may take up all that one has left, or it
is back first.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine import GameState
from engine.ask import is_legal
from gamemaster.orders.loading import LoadedGame
from local import Reply
from tests.crash.judging import faults_of_orders, faults_of_posts
from tests.crash.keeper import Keeper
from tests.crash.table import CrashTable
from tests.e2e.random_table import command_for
from tests.engine.random_orders import Order, RandomPlayer

GAMES = 4
MOST_ORDERS, LAST_SECONDS, LONGEST_LIFE_SECONDS = 12, 0.1, 10.0
"""So many orders are carried out in a bot's life, where it comes to that, and then it has a moment more."""
STILLBORN, LONGEST_START_SECONDS = 0.2, 0.15
"""So often the next dies before it is at work, too."""
TAKEN_OVER = 0.5
"""So often the others have to take up what a process has left, before it is back."""
ORDERS_OF_A_GAME = 400
"""So long is a game played, then another."""


@dataclass
class AtRandom:
    """The four games, and what has been found."""

    table: CrashTable
    rng: Random
    deaths: int = 0
    taken_over: int = 0
    orders: int = 0
    faults: list[str] = field(default_factory=list)
    _numbers: itertools.count[int] = field(default_factory=itertools.count)
    _game_ids: dict[str, int] = field(default_factory=dict)
    _is_over: bool = False

    async def run(self, kills: int) -> None:
        """Play until the bot has died so often, and judge."""
        channels = [await self._begin() for _ in range(GAMES)]
        playing = [asyncio.create_task(self._play(channel)) for channel in channels]
        killing = asyncio.create_task(self._kill(kills))
        await asyncio.wait({killing, *playing}, return_when=asyncio.FIRST_EXCEPTION)
        self._is_over = True
        await asyncio.gather(killing, *playing)
        await self.table.settled()
        await self.table.all_told()
        for channel_id, game_id in self._game_ids.items():
            async for fault in faults_of_orders(self.table, game_id, self.table.given_in(channel_id)):
                self.faults.append(f"game {game_id}: {fault}")
            async for fault in faults_of_posts(self.table, channel_id):
                self.faults.append(f"game {game_id}: {fault}")

    async def _begin(self) -> str:
        channel_id = await self.table.begin(f"random-{next(self._numbers)}")
        self._game_ids[channel_id] = (await self.table.game(channel_id)).game.id
        return channel_id

    async def _kill(self, kills: int) -> None:
        while self.deaths < kills:
            await self._live(self.rng.randint(0, MOST_ORDERS))
            await asyncio.sleep(self.rng.random() * LAST_SECONDS)
            bots = [*self.table.bots.values()]
            dying = self.rng.sample(bots, self.rng.randint(1, len(bots)))
            await asyncio.gather(*(bot.kill() for bot in dying))
            self.deaths += len(dying)
            if len(dying) < len(bots) and self.rng.random() < TAKEN_OVER:
                await self.table.settled(self.table.channels_of(dying))
                self.taken_over += 1
            await asyncio.gather(*(self._revive(bot) for bot in dying))
        self._is_over = True

    async def _live(self, orders: int) -> None:
        """Let so many more be carried out: a busy machine has the same done between two deaths, only slower."""
        enough, end = self.orders + orders, time.monotonic() + LONGEST_LIFE_SECONDS
        while self.orders < enough and time.monotonic() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.005)

    async def _revive(self, bot: Keeper) -> None:
        if self.rng.random() < STILLBORN:
            await bot.die_young(self.rng.random() * LONGEST_START_SECONDS)
            self.deaths += 1
        await bot.start()

    async def _play(self, channel_id: str) -> None:
        """Orders of a random player until the killing is over."""
        game = _Game(self.table, channel_id, Random(self.rng.random()))
        now = await self.table.game(channel_id)
        for _ in itertools.repeat(None, ORDERS_OF_A_GAME):
            if self._is_over or now.running.winner:
                break
            before, now = now, await game.step(now)
            self.orders += now.game.seq > before.game.seq


class _Game:
    def __init__(self, table: CrashTable, channel_id: str, rng: Random) -> None:
        self._table, self._channel_id, self._rng = table, channel_id, rng
        self._random = RandomPlayer(rng)

    async def step(self, before: LoadedGame) -> LoadedGame:
        """Gives the game after an order; most that would be refused are not even tried."""
        for order in self._random.orders(before.running):
            if not order.offered and not is_legal(before.running, order.action):
                continue
            if await self._give(before.running, order):
                break
        return await self._table.game(self._channel_id)

    async def _give(self, state: GameState, order: Order) -> bool:
        """Whether there was a way to give the order."""
        if order.action["type"] == "decide":
            await self._answer(state, order.action)
            return True
        command = command_for(state, order.action)
        if command is None or command[0] == "game edit":
            return False
        name, options = command
        reply = await self._command(state, order.action.get("power", state.power), name, **options)
        if reply is not None and reply.message and "End anyway" in reply.shown.labels:
            player = self._table.player_of(state, state.power)
            await self._table.press(player, reply.shown, "End anyway")
        return True

    async def _answer(self, state: GameState, action: Mapping[str, Any]) -> None:
        requests = [r for r in state.requests if r.id == action.get("request") or r.space == action.get("space")]
        space: dict[str, Any] = {"space": requests[0].space} if requests and requests[0].space else {}
        await self._command(state, action["power"], "decide", choice="default", **space)

    async def _command(self, state: GameState, power: str, name: str, /, **options: Any) -> Reply | None:
        player = self._table.player_of(state, power)
        await self._table.bot_of(self._channel_id).alive.wait()
        return await self._table.command(player, self._channel_id, name, **options)
