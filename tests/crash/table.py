"""People who give orders to a bot that may die meanwhile, and what the database says of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Set
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import text

from engine import GameState
from gamemaster.orders.loading import LoadedGame, Loader
from local import LocalTable, Message, Player, Reply
from store import Store
from tests.crash.keeper import Keeper, keeper
from tests.e2e.playing import REFEREE, referee_at
from tests.local.test_shards import server_of
from tests.tables import postgresql_with_tables, with_tables

PATIENCE_SECONDS, TELLING_SECONDS = 90.0, 20.0
SIDES = {"axis": "Ben", "allies": "Anna"}
LEFT = text(
    "SELECT channel_id FROM outbox WHERE state IN ('pending', 'sending') UNION "
    "SELECT channel_id FROM games WHERE open_roll IS NOT NULL AND CAST(open_roll AS TEXT) <> 'null'"
)


@dataclass
class CrashTable:
    """A table with a mortal bot, or with one for each server, a shard each, which share a database.

    `given`: what the player read of each interaction, None where the bot died before; `told` counts those who were told
    by the next bot whether it counted.
    """

    table: LocalTable
    bots: Mapping[str, Keeper]
    store: Store
    players: dict[str, Player]
    given: dict[str, str | None] = field(default_factory=dict)
    told: int = 0
    _homes: dict[str, str] = field(default_factory=dict)

    @property
    def bot(self) -> Keeper:
        """The only one."""
        (bot,) = self.bots.values()
        return bot

    def bot_of(self, channel: str) -> Keeper:
        """Who hears of a channel."""
        return self.bots[self._homes[channel]]

    def channels_of(self, bots: Collection[Keeper]) -> set[int]:
        """Where these bots play."""
        return {int(channel) for channel in self._homes if channel.isdecimal() and self.bot_of(channel) in bots}

    async def game(self, channel_id: str) -> LoadedGame:
        """The game of a channel as it is on record; read anew each time, as another process writes."""
        return await Loader(self.store).in_channel(int(channel_id))

    def player_of(self, state: GameState, power: str) -> Player:
        """Who plays a power."""
        return self.players[SIDES[state.edition.power[power].side]]

    async def command(self, player: Player, channel: str, name: str, /, **options: Any) -> Reply | None:
        """Use a command; None where the bot died before it was answered."""
        sent = {"kind": "command", "channel": channel, "name": name, "options": options}
        return await self._through(player, self.bot_of(channel).death, sent)

    async def press(self, player: Player, message: Message, label: str) -> Reply | None:
        """Press a button."""
        custom_id = message.button(label, None).custom_id
        sent = {"kind": "component", "message": message.id, "custom_id": custom_id}
        return await self._through(player, self.bot_of(message.channel_id).death, sent)

    async def _through(self, player: Player, death: asyncio.Task[int], sent: dict[str, Any]) -> Reply | None:
        if death.done():
            return None
        number = await player._start(sent)
        self.given[number] = None
        answering = asyncio.create_task(self._answer(player, number))
        await asyncio.wait({answering, death}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():  # What had been sent before may just be read.
            await asyncio.wait({answering}, timeout=0.02)
        if answering.done() and answering.exception() is None:
            reply = answering.result()
            if reply.status != "acknowledged":  # What it says now was there before.
                self.given[number] = reply.content if reply.message else ""
            return reply
        answering.cancel()
        await asyncio.wait({death}, timeout=PATIENCE_SECONDS)
        assert death.done(), f"{sent} has no answer"
        return None

    async def _answer(self, player: Player, number: str) -> Reply:
        report = await player._settled(number, wait_thinking=True)
        raw = player._messages.get(report["message_id"] or "")
        return Reply(number, report["status"], None if raw is None else player._view(raw), None)

    def told_late(self, number: str) -> str:
        """What a player reads in the end whose interaction the bot's death has cut off."""
        interaction = self.table.interactions.get(number)
        if interaction is None or interaction.original_id is None:
            return ""
        return str(self.table.world.any_message(interaction.original_id)["content"])

    def waits(self, number: str) -> bool:
        """Whether somebody still sees that the bot is thinking."""
        return number in self.table.interactions and self.table.interactions[number].status == "thinking"

    def given_in(self, channel_id: str) -> dict[str, str | None]:
        """What was read of the interactions in one channel."""
        known = self.table.interactions
        return {
            each: told for each, told in self.given.items() if each in known and known[each].channel_id == channel_id
        }

    async def counted(self, game_id: int, number: str) -> bool:
        """Whether the log has what an interaction led to."""
        async with self.store.read() as read:
            return (await read.game_for_order(game_id, number)).is_done

    async def settled(self, channels: Set[int] = frozenset()) -> None:
        """Wait until all has been carried out and posted, in some channels or in all."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                async with self.store.read() as read:
                    left = {*(await read.connection.execute(LEFT)).scalars()}
                if not (left & channels if channels else left):
                    return
                await asyncio.sleep(0.01)

    async def all_told(self) -> None:
        """Wait until nobody sees any more that a bot is thinking, if it comes to that."""
        for _ in range(int(TELLING_SECONDS / 0.02)):
            if not any(map(self.waits, self.given)):
                break
            await asyncio.sleep(0.02)

    async def begin(self, name: str, **options: str) -> str:
        """A game in a channel of its own, which this gives; the bot must not die meanwhile.

        Every server has its turn.
        """
        guild_id = [*self.bots][len(self._homes) // 2 % len(self.bots)]
        channel_id = self.table.add_channel(name, guild_id)
        self._homes |= {name: guild_id, channel_id: guild_id}
        for player, what, more in (
            ("Anna", "game create", {"edition": "aa1941", **options}),
            ("Anna", "game join", {"powers": "allies"}),
            ("Ben", "game join", {"powers": "axis"}),
            ("Anna", "game start", {}),
        ):
            reply = await self.command(self.players[player], name, what, **more)
            assert reply is not None
        assert reply is not None
        assert reply.content == "The game begins."
        await self.settled()
        return channel_id


@asynccontextmanager
async def crash_table(folder: Path, *, postgresql: bool = False, processes: int = 1) -> AsyncIterator[CrashTable]:
    """A table with a bot that can die, on SQLite or on PostgreSQL; there it may come as several processes."""
    if postgresql:
        url = await postgresql_with_tables()
    else:
        url = f"sqlite+aiosqlite:///{with_tables(folder / 'games.db')}"
    async with LocalTable(new_messages=100_000, shards=processes) as table, AsyncExitStack() as stack:
        servers = [server_of(table, shard, processes, f"lobby-{shard}") for shard in range(processes)]
        kept = [keeper(table, folder, url, server, (shard, processes)) for shard, server in enumerate(servers)]
        bots = dict(zip(servers, await asyncio.gather(*map(stack.enter_async_context, kept)), strict=True))
        store = await Store.open(url)
        try:
            players = {name: table.user(name) for name in ("Anna", "Ben")}
            players[REFEREE] = referee_at(table)
            for player in players.values():
                await player.connect()
            yield CrashTable(table, bots, store, players)
        finally:
            await store.close()
