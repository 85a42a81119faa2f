"""Games of every kind in channels of one table: lobbies, all setups from the start and in mid-war, wars that are over.

Dan organises without a seat, Ben plays the Axis, Cleo the Allies, Eve looks on, and Anna manages the server.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random

from sqlalchemy import text

from cogs.service.client import TableBot
from engine import Refusal, load_setup
from engine.ask import is_legal
from gamemaster.errors import LineRefused, TableRefusal
from gamemaster.lobby.demos import demos
from gamemaster.orders.loading import LoadedGame
from gamemaster.roles import Actor
from local import LocalTable
from tests.e2e.secret_cases import scramble
from tests.engine.full_boards import SPACES, laid_out, many_moves, many_promises
from tests.engine.random_orders import RandomPlayer

HOST = Actor(1, "Host", manages_server=True)
"""A manager of the server who plays nowhere."""
MANAGER, AXIS, ALLIES, ORGANISER, GUEST = PEOPLE = ("Anna", "Ben", "Cleo", "Dan", "Eve")
LOBBY, CHOOSING, OVER, SCRAMBLE, FULL, NO_GAME = "lobby", "choosing", "over", "scramble", "full", "nothing"
WANTED = {LOBBY: "lobby", CHOOSING: "lobby", OVER: "finished"}
KINDS = (LOBBY, CHOOSING, OVER, *demos(), SCRAMBLE, FULL)
"""What stands in a channel; one more has no game. In one several owners decide under seal, again and again; in one
stand 2,000 pieces, arranged in ever other ways.
"""
MANY_ORDERS = 190
"""Given at once where there is room for hardly any more."""


GAMES = text("SELECT id, channel_id, organiser_id, status, seq, options FROM games ORDER BY id")
SEATS = text("SELECT game_id, power, user_id FROM seats ORDER BY game_id, power")


@dataclass(frozen=True)
class Standing:
    """What may be seen to change of a game: its row and its seats."""

    id: int
    channel_id: int
    organiser_id: int
    status: str
    seq: int
    options: str
    seats: tuple[tuple[str, int], ...]


class Stage:
    """The channels and who is there; games that end are replaced, so that there is always something to attack."""

    def __init__(self, table: LocalTable, bot: TableBot, rng: Random, kinds: Sequence[str] = KINDS) -> None:
        self.table, self.bot, self.rng = table, bot, rng
        self.users = {name: int(table.world.user_named(name)["id"]) for name in PEOPLE}
        self.guild_id = int(table.world.guild["id"])
        self.channels = {table.add_channel(f"fuzz-{kind.replace('_', '-')}"): kind for kind in (*kinds, NO_GAME)}
        self._player = RandomPlayer(rng)
        self._causes = itertools.count()
        self._layouts = itertools.cycle(SPACES)

    def actor(self, name: str) -> Actor:
        """One of the people as the game master knows them."""
        return Actor(self.users[name], name, manages_server=name == MANAGER)

    async def lay_out(self) -> None:
        """A game in every channel that is to have one."""
        for channel_id in self.channels:
            await self._lay_out(channel_id)

    async def game_in(self, channel_id: str) -> LoadedGame | None:
        """The game of a channel, or None."""
        try:
            return await self.bot.master.loader.in_channel(int(channel_id))
        except TableRefusal:
            return None

    def setup_in(self, channel_id: str) -> str:
        """The setup that is played in a channel."""
        kind = self.channels[channel_id]
        if kind in demos():
            return demos()[kind].setup
        return {CHOOSING: "revised", SCRAMBLE: scramble().setup, FULL: "global_1940"}.get(kind, "aa1941")

    async def standings(self) -> dict[int, Standing]:
        """How all games stand."""
        async with self.bot.master.store.read() as read:
            games = (await read.connection.execute(GAMES)).mappings().all()
            seats = (await read.connection.execute(SEATS)).all()
        taken: dict[int, list[tuple[str, int]]] = {}
        for game_id, power, user_id in seats:
            taken.setdefault(game_id, []).append((power, user_id))
        return {row["id"]: Standing(**row, seats=tuple(taken.get(row["id"], ()))) for row in games}

    async def _lay_out(self, channel_id: str) -> None:
        kind, lobby = self.channels[channel_id], self.bot.master.lobby
        if kind == NO_GAME:
            return
        place, organiser = (self.guild_id, int(channel_id)), self.actor(ORGANISER)
        setup = self.setup_in(channel_id)
        options = {"advantages": "choose 2"} if kind == CHOOSING else {}
        game = await lobby.create(
            organiser, *place, setup, options, f"{kind}\n**@everyone** \u202e<@{organiser.user_id}>"
        )
        if kind == LOBBY:
            return
        for name, side in ((AXIS, "axis"), (ALLIES, "allies")):
            powers = [power.id for power in load_setup(setup).powers_with_turns if power.side == side]
            game = await lobby.join(game, self.users[name], powers)
        if kind == CHOOSING:
            return
        record = demos()[kind].record if kind in demos() else None
        if record is None:
            await lobby.start(game, organiser, self._cause())
        else:
            await self.bot.master.records.import_record(
                game, organiser, partial(asyncio.to_thread, record.read_bytes), self._cause()
            )
        if kind == SCRAMBLE:
            await self._ask_who_scrambles(await self.bot.master.loader.by_id(game.game.id))
        if kind == FULL:
            await self._fill(await self.bot.master.loader.by_id(game.game.id))
        if kind == OVER:
            concede = [
                {"type": "concede", "power": power.id}
                for power in load_setup(setup).powers_with_turns
                if power.side == "axis"
            ]
            await self.bot.master.acting.act(game.game.id, self.actor(AXIS), concede, self._cause())

    async def _ask_who_scrambles(self, game: LoadedGame) -> None:
        """Put a game to where aircraft of several owners may scramble, if it is still one in which they can."""
        case = scramble()
        attacker = game.seats.get(case.power)
        if game.game.setup != case.setup or attacker is None:
            return
        edit = {**case.edit, "turn": {"round": 2, "power": case.power, "phase": case.phase}}
        await self.bot.master.consent.wish(game.game.id, HOST, "edit", {"change": edit}, self._cause())
        for action in case.public:
            await self.bot.master.acting.act(game.game.id, Actor(attacker, "Somebody"), [action], self._cause())

    async def _fill(self, game: LoadedGame) -> None:
        """Put 2,000 pieces on a board, each time in another way, with nearly as many orders or promises as can be."""
        name, master, actor = next(self._layouts), self.bot.master, Actor(game.seats.get("japan", 0), "Somebody")
        phase = "combat_move" if name == "carrier fleets" else "noncombat_move"
        with suppress(TableRefusal):
            change = {"change": laid_out(SPACES[name], phase)}
            await master.consent.wish(game.game.id, HOST, "edit", change, self._cause())
            state = (await master.loader.by_id(game.game.id)).running
            orders = many_moves(MANY_ORDERS) if name == "ordered" else []
            orders += many_promises(state, MANY_ORDERS) if name == "carrier fleets" else []
            if orders:
                await master.acting.act(game.game.id, actor, orders, self._cause())

    async def renew(self) -> None:
        """A new game wherever one is over that should not be."""
        for channel_id, kind in self.channels.items():
            found = await self.game_in(channel_id)
            if kind == SCRAMBLE and found is not None and found.game.status == "running":
                await self._ask_who_scrambles(found)
            if kind == FULL and found is not None and found.game.status == "running":
                await self._fill(found)
            if kind == NO_GAME or (found is not None and found.game.status == WANTED.get(kind, "running")):
                continue
            if found is not None and found.game.status in ("running", "lobby"):
                async with self.bot.master.store.write() as write:
                    await write.commit_turn(found.game.id, found.game.version, status="abandoned")
            await self._lay_out(channel_id)

    async def play_on(self) -> None:
        """One legal order in one of the wars."""
        channel_id = self.rng.choice(list(self.channels))
        loaded = await self.game_in(channel_id)
        if loaded is None or loaded.state is None or loaded.game.status != "running":
            return
        for order in self._player.orders(loaded.state):
            if order.action["type"] == "edit" or (not order.offered and not is_legal(loaded.state, order.action)):
                continue
            user = loaded.seats.get(order.action.get("power", loaded.state.power))
            if user is None:
                return
            actor = Actor(user, "Somebody")
            try:
                await self.bot.master.acting.act(loaded.game.id, actor, [order.action], self._cause())
            except (Refusal, LineRefused, TableRefusal):
                continue
            return

    def _cause(self) -> str:
        return f"stage {next(self._causes)}"
