"""A game master with a store in a file and a sender that keeps what it is given, without any Discord."""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import GameState
from gamemaster.consent import Answer, Asked
from gamemaster.master import GameMaster
from gamemaster.orders.loading import LoadedGame
from gamemaster.outbox.posts import DISCORD_EPOCH
from gamemaster.outbox.sender import ChannelGone, NotDelivered, Outgoing, PictureRefused
from gamemaster.roles import Actor
from gamemaster.table_settings import USUAL, TableSettings
from gamemaster.views.view import GameView, OrderResult
from store import Clock, Store, utc_seconds
from tests.gamemaster.beginnings import copied
from tests.tables import with_tables

GUILD, CHANNEL = 77, 900_719_925_474_099_300
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")
ANNA, BEN, CLEO, DAN, EVE = (Actor(number, name) for number, name in enumerate(NAMES, 1))
FAY = Actor(99, "Fay", manages_server=True)
TWO = {ANNA: ("soviet_union", "united_kingdom", "united_states"), BEN: ("germany", "japan")}


def ids_from(seconds: int) -> itertools.count[int]:
    """Ids of messages that were written at this time."""
    return itertools.count((seconds - DISCORD_EPOCH) * 1000 << 22)


@dataclass
class Mailbox:
    """What was sent: the posts that stand, by message id, all that were ever made, what was changed, and which posts
    became containers with the words that they had. threads: the names of those that hang on posts; no_thread: why none
    can be made.
    """

    posts: dict[int, Outgoing] = field(default_factory=dict)
    all_posted: list[Outgoing] = field(default_factory=list)
    edits: list[tuple[int, Outgoing]] = field(default_factory=list)
    framed: list[tuple[int, Outgoing]] = field(default_factory=list)
    stripped: list[int] = field(default_factory=list)
    letters: list[tuple[int, str]] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)
    threads: dict[int, str] = field(default_factory=dict)
    no_thread: Exception | None = None
    takes_pictures: bool = True
    deletes: bool = True
    takes_posts: bool = True
    numbers: itertools.count[int] = field(default_factory=lambda: ids_from(utc_seconds()))

    async def post(self, message: Outgoing) -> int:
        if not self.takes_posts:
            raise NotDelivered("500 Internal Server Error", doubtful=False)
        number = next(self.numbers)
        self.posts[number] = message
        self.all_posted.append(message)
        return number

    async def edit(self, message_id: int, message: Outgoing) -> None:
        if message.pictures and not self.takes_pictures:
            raise PictureRefused
        posted = self.posts[message_id].content if message_id in self.posts else ""
        is_framed = message.container is not None and posted == message.content
        (self.framed if is_framed else self.edits).append((message_id, message))

    async def delete(self, channel_id: int, message_id: int) -> None:
        if not self.deletes:
            raise ChannelGone("Missing Permissions")
        del self.posts[message_id]

    async def find(self, channel_id: int, tag: str) -> int | None:
        return next((number for number, post in self.posts.items() if post.content.endswith(tag)), None)

    async def strip_buttons(self, channel_id: int, message_id: int) -> None:
        self.stripped.append(message_id)

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> None:
        if self.no_thread is not None:
            raise self.no_thread
        self.threads[message_id] = name

    async def tell(self, user_id: int, text: str) -> bool:
        if user_id not in self.closed:
            self.letters.append((user_id, text))
        return user_id not in self.closed


@dataclass
class Desk:
    """One game, and the players' orders as the cogs would hand them on."""

    master: GameMaster
    mailbox: Mailbox
    game_id: int
    causes: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    async def loaded(self) -> LoadedGame:
        return await self.master.loader.by_id(self.game_id)

    async def view(self, actor: Actor) -> GameView:
        """The game as a player may see it."""
        return await self.master.games.by_id(self.game_id, actor.user_id)

    async def state(self) -> GameState:
        return (await self.loaded()).running

    async def act(self, actor: Actor, *actions: dict[str, Any], cause: str | None = None) -> OrderResult:
        """Orders of a player, each call an interaction of its own."""
        return await self.master.acting.act(self.game_id, actor, actions, cause or f"press {next(self.causes)}")

    async def place(self, power: str, phase: str, spaces: Mapping[str, Mapping[str, Mapping[str, int]]]) -> None:
        """Put exactly these units on the board."""
        changes = {space: {"units": units} for space, units in spaces.items()}
        turn = {"round": 1, "power": power, "phase": phase}
        await self.correct({"clear_units": True, "spaces": changes, "turn": turn})

    async def correct(self, change: Any) -> None:
        """Correct the position, by a server manager who does not play."""
        assert not (await self.wish(FAY, "edit", change=change)).users

    async def wish(self, actor: Actor, deed: str, **body: Any) -> Asked:
        """What somebody wants done that may need consent."""
        return await self.master.consent.wish(self.game_id, actor, deed, body, f"wish {next(self.causes)}")

    async def replace(self, actor: Actor, power: str, player: Actor, *, has_left: bool = False) -> Asked:
        """Give a power to another player."""
        return await self.wish(actor, "replace", power=power, user_id=player.user_id, has_left=has_left)

    async def say(self, actor: Actor, answer: Answer, proposal: int = 1) -> str:
        """Press a button of a card."""
        cause = f"press {next(self.causes)}"
        return await self.master.consent.answer(self.game_id, proposal, actor, answer, cause)

    async def roll_back(self, to_seq: int) -> None:
        """Put the game back, by a server manager who does not play."""
        await self.wish(FAY, "rollback", to=to_seq)

    async def send(self) -> list[Outgoing]:
        """Send all that waits now; gives what was posted by it."""
        before = len(self.mailbox.all_posted)
        while await self.master.publisher.send_batch():
            pass
        return self.mailbox.all_posted[before:]

    async def bring(self, record: object) -> None:
        """Import a record into a game that has not begun: bytes as they are, anything else as JSON."""
        data = record if isinstance(record, bytes) else json.dumps(record).encode()

        async def fetch() -> bytes:
            return data

        await self.master.records.import_record(await self.loaded(), ANNA, fetch, "import")

    async def record(self) -> dict[str, Any]:
        """What /game export gives."""
        found: dict[str, Any] = json.loads(await self.master.records.export(await self.loaded()))
        return found


@asynccontextmanager
async def desk(
    tmp_path: Path,
    seats: Mapping[Actor, tuple[str, ...]] | None = None,
    *,
    started: bool = True,
    setup: str = "aa1941",
    options: Mapping[str, str] | None = None,
    clock: Clock = utc_seconds,
    customs: TableSettings = USUAL,
) -> AsyncIterator[Desk]:
    """A game organised by Anna, with these seats (two players without any)."""
    seated = TWO if seats is None else seats
    file, now = tmp_path / "games.db", clock()

    async def begin(master: GameMaster) -> int:
        loaded = await master.lobby.create(ANNA, GUILD, CHANNEL, setup, options or {}, "Test", customs)
        for actor, powers in seated.items():
            loaded = await master.lobby.join(loaded, actor.user_id, powers)
        if started:
            await master.lobby.start(loaded, ANNA, "the start")
        return loaded.game.id

    async def begin_in(model: Path) -> None:
        async with _opened(model, lambda: now) as (master, _):
            await begin(master)

    how = repr((seated, started, setup, options, customs, None if clock is utc_seconds else now))
    is_there = not file.exists() and await copied(file, how, begin_in)
    async with _opened(with_tables(file), clock) as (master, mailbox):
        game_id = (await master.loader.by_id(1)).game.id if is_there else await begin(master)
        yield Desk(master, mailbox, game_id)


@asynccontextmanager
async def _opened(file: Path, clock: Clock) -> AsyncIterator[tuple[GameMaster, Mailbox]]:
    """A game master with this file."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}", clock=clock)
    mailbox = Mailbox()
    try:
        yield GameMaster(store, mailbox, clock, edit_pause=0.0), mailbox
    finally:
        await store.close()
