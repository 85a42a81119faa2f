"""Several game masters at one PostgreSQL, as in several processes: each has connections and a memory of its own."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from engine import event_from_json, fold, state_from_json
from engine.replay import read_record, replay
from gamemaster.errors import NotSavedYet
from gamemaster.master import GameMaster
from gamemaster.outbox.sender import Outgoing
from gamemaster.records.exchange import record_of
from store import DatabaseInUse, NewMessage, Store, StoreError, utc_seconds
from store.database.alone import alone_with
from store.postgresql import shard_locks
from tests.bench.loop import legal_order
from tests.engine.random_orders import RandomPlayer
from tests.gamemaster.desk import ANNA, BEN, CHANNEL, GUILD, TWO, Desk, Mailbox
from tests.patience import PATIENCE_SECONDS
from tests.postgresql import VARIABLE
from tests.tables import postgresql_with_tables

pytestmark = pytest.mark.skipif(
    VARIABLE not in os.environ, reason="needs PostgreSQL: python -m tests.postgresql -m pytest starts one for it"
)

MOVE = {"type": "move", "units": {"infantry": 1}, "path": ["russia", "west_russia"]}
UNDO, END = {"type": "undo"}, {"type": "end_phase"}
WAITING = "SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending')"
LISTENING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
HOLDERS = (
    "SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database "
    "WHERE locktype = 'advisory' AND granted AND datname = current_database()"
)
CUT_ALL_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


class HandSetClock:
    """The time, which can be put forward."""

    ahead = 0

    def __call__(self) -> int:
        return utc_seconds() + self.ahead


@asynccontextmanager
async def desks(number: int = 2, clock: HandSetClock | None = None) -> AsyncIterator[list[Desk]]:
    """The same game on as many desks, whose players share a channel."""
    clock = clock or HandSetClock()
    url = await postgresql_with_tables()
    mailbox, causes = Mailbox(), itertools.count(1)
    async with AsyncExitStack() as stack:
        masters = []
        for _ in range(number):
            store = await Store.open(url, clock=clock)
            stack.push_async_callback(store.close)
            masters.append(GameMaster(store, mailbox, clock, edit_pause=0.0))
        loaded = await masters[0].lobby.create(ANNA, GUILD, CHANNEL, "aa1941", {}, "Test")
        for actor, powers in TWO.items():
            loaded = await masters[0].lobby.join(loaded, actor.user_id, powers)
        await masters[0].lobby.start(loaded, ANNA, "the start")
        async with masters[0].store.write() as write:
            await write.connection.execute(text("DELETE FROM outbox"))  # What the start tells has a picture to draw.
        yield [Desk(master, mailbox, loaded.game.id, causes) for master in masters]


async def asked(desk: Desk, query: str) -> int:
    """What a query counts at this moment."""
    async with desk.master.store.read() as read:
        return int((await read.connection.execute(text(query))).scalar_one())


async def write_down(desk: Desk, words: str) -> None:
    """Put a post into the outbox, and tell nobody."""
    told: dict[str, Any] = {"content": words, "rows": [], "ping": []}
    async with desk.master.store.write() as write:
        await write.outbox.enqueue(desk.game_id, [NewMessage(kind="post", channel_id=CHANNEL, payload=told)])


async def until_it_listens(desk: Desk) -> None:
    """Wait until a desk hears of others."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await asked(desk, LISTENING):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def until_all_is_sent(desk: Desk) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await asked(desk, WAITING):  # noqa: ASYNC110  # others send it
            await asyncio.sleep(0.01)


async def test_orders_of_one_game_are_taken_alternately() -> None:
    async with desks() as (one, other):
        await one.act(ANNA, END)
        for number in range(6):
            desk, elsewhere = (one, other) if number % 2 else (other, one)
            await desk.act(ANNA, UNDO if number % 2 else MOVE)
            assert await desk.state() == await elsewhere.state()
            assert (await elsewhere.view(ANNA)).board == (await desk.view(ANNA)).board
            turns = [await open_turn(each) for each in (one, other)]
            assert turns[0].course.end == turns[1].course.end
            assert len(turns[0].happened) == len(turns[1].happened)


async def open_turn(desk: Desk) -> Any:
    async with desk.master.store.read() as read:
        loaded = await desk.master.loader.seated(read, await read.seated_game(desk.game_id))
        return await desk.master.loader.open_turn(read, loaded.game, loaded.running)


async def test_of_orders_at_the_same_instant_all_that_can_stand_stand() -> None:
    async with desks(3) as tables:
        await tables[0].act(ANNA, END)
        desks_in_turn = itertools.islice(itertools.cycle(tables), 12)
        found = await asyncio.gather(*(desk.act(ANNA, MOVE) for desk in desks_in_turn), return_exceptions=True)
        infantry = sum(piece.unit == "infantry" for piece in (await tables[0].state()).at("west_russia"))
        moved = [each for each in found if not isinstance(each, BaseException)]
        refused = {type(each).__name__ for each in found if isinstance(each, BaseException)}
        assert refused <= {"IllegalAction"}, found  # there are no more infantry in Russia
        assert len({id(each) for each in moved}) == len(moved) > 3
        async with tables[0].master.store.read() as read:
            entries = await read.entries_since(tables[0].game_id, 0)
        assert len([entry for entry in entries if entry.action == MOVE]) == len(moved)
        assert infantry >= len(moved)


async def test_what_another_process_put_back_is_forgotten() -> None:
    async with desks() as (one, other):
        start = await other.state()
        await one.act(ANNA, END)
        await one.act(ANNA, MOVE)
        assert await open_turn(other) != start
        await one.roll_back(0)
        assert await other.state() == start
        assert (await open_turn(other)).course.end == start
        await other.act(ANNA, END)
        assert len((await open_turn(one)).happened) == len((await open_turn(other)).happened)


async def test_a_game_that_another_process_moved_is_found_where_it_is() -> None:
    async with desks() as (one, other):
        assert await other.master.games.place(other.game_id) == (GUILD, CHANNEL)
        async with one.master.store.write() as write:
            game = await write.game(one.game_id)
            await write.commit_turn(game.id, game.version)
            await write.move_game(game.id, GUILD, CHANNEL + 1)
        assert await other.master.games.place(other.game_id) == (GUILD, CHANNEL + 1)


async def test_what_a_process_wrote_that_is_gone_is_sent_by_another_that_hears_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gamemaster.outbox.publisher.FIRST_WAIT", 600)  # it does not look by itself
    async with desks() as (gone, other):
        master = other.master
        master.publisher.start()
        master.listening.start()
        await until_it_listens(other)
        await write_down(gone, "the last words")  # its publisher does not run, as if it had been killed just then
        await until_all_is_sent(other)
        await master.listening.stop()
        await master.publisher.stop()
        assert other.mailbox.all_posted[-1].content.startswith("the last words")


async def test_what_a_process_had_claimed_that_is_gone_is_looked_for_and_sent_by_another() -> None:
    clock = HandSetClock()
    async with desks(clock=clock) as (gone, other):
        await write_down(gone, "the last words")
        async with gone.master.store.write() as write:
            ((claimed,), _) = await write.outbox.claim("gone", 10, 1)
        posted = await gone.mailbox.post(Outgoing(CHANNEL, f"told\n-# {claimed.tag}", (), (), claimed.nonce))
        assert await other.send() == []  # as long as it may be at work
        clock.ahead = 11
        assert claimed.tag not in "".join(each.content for each in await other.send())
        async with other.master.store.read() as read:
            message = await read.message(claimed.id)
        assert message is not None
        assert (message.state, message.message_id) == ("sent", posted)


async def test_an_open_roll_of_a_process_that_is_gone_is_carried_out_by_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with desks() as (gone, other):
        infantry = {"soviet_union": {"infantry": 5}}, {"germany": {"infantry": 1}}
        await gone.place("soviet_union", "combat_move", {"russia": infantry[0], "west_russia": infantry[1]})
        await gone.act(ANNA, {**MOVE, "units": {"infantry": 4}}, END)

        async def killed(*_: object) -> None:
            raise OSError

        monkeypatch.setattr(gone.master.acting, "_carry_out", killed)
        with pytest.raises(NotSavedYet):
            await gone.act(ANNA, {"type": "battle", "space": "west_russia"})
        assert (await other.loaded()).game.roll_is_open
        monkeypatch.setattr("gamemaster.orders.unsettled_rolls.LOOK_SECONDS", 0.01)
        other.master.settling.start()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (await other.loaded()).game.roll_is_open:  # noqa: ASYNC110  # a task of the other does it
                await asyncio.sleep(0.01)
        await other.master.settling.stop()
        assert (await gone.state()) == (await other.state())
        assert (await gone.record())["steps"][-1].get("dice")


async def test_what_two_clear_away_at_once_is_gone_once() -> None:
    async with desks() as tables:
        for number in range(40):
            desk = tables[number % 2]
            state = await desk.state()
            if state.requests or state.phase == "conduct_combat" or state.round > 1:
                break
            await desk.act(BEN if state.power in TWO[BEN] else ANNA, END)
        swept = await asyncio.gather(*(desk.master.pruning.sweep() for desk in tables))
        assert swept == [True, True]
        async with tables[0].master.store.read() as read:
            kept, whole = await read.kept_states(tables[0].game_id), await read.whole_states(tables[0].game_id)
        assert len(kept) == len({key for _, key in kept}) > len(whole)


async def test_two_who_keep_the_same_thing_at_once_do_not_meet() -> None:
    async with desks() as tables:
        keeping = (
            desk.master.typed_lines.keep(desk.game_id, 1, "orders", str(number))
            for number, desk in itertools.product(range(5), tables)
        )
        await asyncio.gather(*keeping)
        kept = await tables[0].master.typed_lines.kept(tables[0].game_id, 1, "orders")
        assert kept in map(str, range(5))


async def test_processes_go_on_after_the_database_has_cut_all_connections() -> None:
    async with desks() as (one, other):
        master = other.master
        await other.send()
        master.publisher.start()
        master.listening.start()
        await until_it_listens(other)
        async with one.master.store.write() as write:
            await write.connection.execute(text(CUT_ALL_OTHERS))
        for _ in range(2):  # Connections to read and to write are kept apart; each may be used as it is cut.
            with suppress(StoreError):
                await other.master.loader.by_id(other.game_id)
                await other.master.typed_lines.keep(other.game_id, 1, "orders", "")
        await other.act(ANNA, END)
        await until_all_is_sent(other)
        assert master.publisher.is_at_work
        await master.listening.stop()
        await master.publisher.stop()


async def test_a_second_process_with_the_same_shard_is_refused() -> None:
    url = await postgresql_with_tables()
    async with alone_with(url, (0, 2)), alone_with(url, (1, 3)):
        with pytest.raises(DatabaseInUse, match=r"as shard 2 .* other SHARD_IDS"):
            async with alone_with(url, (4, 2)):
                raise AssertionError
    async with alone_with(url, (4, 2)):
        pass


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether locks are still held is looked for all the time."""
    monkeypatch.setattr(shard_locks, "LOOK_SECONDS", 0.01)


async def told_by_server(url: str, query: str) -> list[Any]:
    """What the server says, on a connection of its own."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        found = (await connection.execute(text(query))).scalars().all()
    await engine.dispose()
    return [*found]


@pytest.mark.usefixtures("impatient")
async def test_a_shard_is_locked_again_after_the_database_has_cut_all_connections() -> None:
    url = await postgresql_with_tables()
    async with alone_with(url, (0, 2)), asyncio.timeout(PATIENCE_SECONDS):
        before = await told_by_server(url, HOLDERS)
        await told_by_server(url, CUT_ALL_OTHERS)
        while len(now := await told_by_server(url, HOLDERS)) < 2 or now == before:
            pass
        with pytest.raises(DatabaseInUse, match="as shard 2"):
            async with alone_with(url, (2,)):
                raise AssertionError


@pytest.mark.usefixtures("impatient")
async def test_whose_shard_was_taken_meanwhile_stops_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    url = await postgresql_with_tables()
    wound_up = False

    async def play() -> None:
        nonlocal wound_up
        async with alone_with(url, (2,)):
            try:
                await asyncio.Event().wait()
            finally:
                wound_up = True

    playing = asyncio.create_task(play())
    async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE_SECONDS):
        while not await told_by_server(url, HOLDERS):
            pass
        while not playing.done():
            await told_by_server(url, CUT_ALL_OTHERS)
            with suppress(DatabaseInUse):
                await stack.enter_async_context(alone_with(url, (2,)))
                break
        with pytest.raises(DatabaseInUse, match="as shard 2"):
            await playing
    assert wound_up
    assert "Another bot took one of this bot's shards" in caplog.text


async def test_processes_that_start_at_once_make_the_tables_once() -> None:
    url = await postgresql_with_tables()
    empty = await Store.open(url)
    async with empty.write() as write:
        for statement in ("DROP SCHEMA public CASCADE", "CREATE SCHEMA public"):
            await write.connection.execute(text(statement))
    await empty.close()
    stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
    for store in stores:
        async with store.read() as read:
            assert await read.all_games() == ()
        await store.close()


async def test_a_war_that_is_played_through_three_processes_by_turns_is_one_war() -> None:
    async with desks(3) as tables:
        player = RandomPlayer(Random(7), odd=False)
        for desk in itertools.islice(itertools.cycle(tables), 90):
            state = await desk.state()
            action = legal_order(state, player)
            await desk.act(BEN if action.get("power", state.power) in TWO[BEN] else ANNA, action)
        loaded = await tables[0].loaded()
        async with tables[1].master.store.read() as read:
            entries, rolls = await read.entries_since(loaded.game.id, 0), await read.rolls(loaded.game.id)
            start = state_from_json((await read.state_at(loaded.game.id, 0)).body)
        events = (event_from_json(event) for entry in entries for event in entry.events)
        assert fold(start, events) == loaded.running == await tables[2].state()
        assert [roll.number for roll in rolls] == list(range(1, len(rolls) + 1)) != []
        played = replay(read_record(json.dumps(record_of(loaded, entries))))
        assert (played.error, played.state.round) == (None, loaded.running.round)


async def test_messages_that_two_put_in_line_are_sent_once_each() -> None:
    async with desks() as tables:
        for desk in tables:
            desk.master.publisher.start()
            desk.master.listening.start()
        for number in range(20):
            desk = tables[number % 2]
            await write_down(desk, f"told {number}")
            desk.master.publisher.wake()
        await until_all_is_sent(tables[0])
        for desk in tables:
            await desk.master.listening.stop()
            await desk.master.publisher.stop()
        posted = [each.content.partition("\n")[0] for each in tables[0].mailbox.all_posted]
        assert posted == [f"told {number}" for number in range(20)]
