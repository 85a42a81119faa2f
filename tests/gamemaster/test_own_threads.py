"""A thread of its own for a game: asked for once and made once, whatever fails in between."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gamemaster.chosen_settings import read_posts, read_table_settings
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.change_channel import Place
from gamemaster.lobby.opening import OPEN_GROUND
from gamemaster.lobby.places.ground import Ground, is_to_come
from gamemaster.outbox.sender import ChannelGone, NotDelivered, Unsendable
from gamemaster.table_settings import USUAL, table_settings_of
from store import Game, Message, NewMessage, StoreError
from store.outbox.threads import is_to_come as is_awaited
from store.outbox.threads import threads_of
from tests.gamemaster.desk import ANNA, BEN, CHANNEL, FAY, GUILD, Desk, desk

IN_A_THREAD = replace(USUAL, where="thread")
HERE = Place(GUILD, CHANNEL)
ELSEWHERE = Place(GUILD, CHANNEL + 1)


async def opened(table: Desk, name: str = "Second", ground: Ground = OPEN_GROUND) -> Game:
    """A game that is to have a thread, whose call for players stands in the channel."""
    lobby = table.master.lobby
    seated = await lobby.create(ANNA, GUILD, CHANNEL, "aa1941", {}, name, IN_A_THREAD, ground)
    assert await lobby.invited(seated, CHANNEL, next(table.mailbox.numbers))
    return seated.game


async def now(table: Desk, number: int) -> Game:
    """A game as it is now."""
    return (await table.master.loader.by_id(number)).game


async def awaited(table: Desk, number: int) -> bool:
    """Whether a thread that was asked for is still to come."""
    async with table.master.store.read() as read:
        return await is_awaited(read, number)


async def test_a_game_is_opened_for_its_thread_and_moves_in_once_that_is_made(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        game = await opened(table)
        assert is_to_come(game.channel_id)
        assert await awaited(table, game.id)
        await table.send()
        ((thread, name),) = table.mailbox.threads.items()
        assert name == "Second"
        assert (await now(table, game.id)).channel_id == thread
        assert table.mailbox.posts[thread].channel_id == CHANNEL
        assert not await awaited(table, game.id)
        async with table.master.store.read() as read:
            assert (await threads_of(read, [game.id]))[game.id].channel_id == CHANNEL


@pytest.mark.parametrize("failure", [StoreError("the disk is full"), RuntimeError("a fault")])
async def test_a_thread_whose_answer_was_not_saved_is_found_again(
    tmp_path: Path, failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1_800_000_000]
    async with desk(tmp_path, clock=lambda: clock[0]) as table:
        game = await opened(table)
        made = table.master.own_threads.made
        failures = [failure]

        async def fails_once(message: Message, worker: str, thread_id: int | None) -> None:
            if failures:
                raise failures.pop()
            await made(message, worker, thread_id)

        monkeypatch.setattr(table.master.own_threads, "made", fails_once)
        await table.send()
        assert await awaited(table, game.id)
        assert is_to_come((await now(table, game.id)).channel_id)
        clock[0] += 60  # the lease is over
        await table.send()
        (thread,) = table.mailbox.threads
        assert (await now(table, game.id)).channel_id == thread
        assert sum("has this thread of its own" in each.content for each in table.mailbox.all_posted) == 1


async def test_discord_that_is_away_is_asked_again(tmp_path: Path) -> None:
    clock = [1_800_000_000]
    async with desk(tmp_path, clock=lambda: clock[0]) as table:
        game = await opened(table)
        table.mailbox.no_thread = NotDelivered("Discord answered 500", doubtful=True)
        await table.send()
        assert await awaited(table, game.id)
        table.mailbox.no_thread = None
        clock[0] += 60
        await table.send()
        (thread,) = table.mailbox.threads
        assert (await now(table, game.id)).channel_id == thread
        assert sum("has this thread of its own" in each.content for each in table.mailbox.all_posted) == 1


@pytest.mark.parametrize("refusal", [ChannelGone("it is closed"), Unsendable("there are too many")])
async def test_where_there_can_be_no_thread_a_new_game_is_not_opened(tmp_path: Path, refusal: Exception) -> None:
    async with desk(tmp_path) as table:
        game = await opened(table)
        table.mailbox.no_thread = refusal
        posted = await table.send()
        assert (await now(table, game.id)).status == "abandoned"
        assert not await awaited(table, game.id)
        (told,) = (each for each in posted if "I couldn't make a thread" in each.content)
        assert (told.channel_id, told.ping) == (CHANNEL, [ANNA.user_id])
        assert f"{refusal}. The game isn't open." in told.content
        is_gone = isinstance(refusal, ChannelGone)
        assert [user for user, _ in table.mailbox.letters] == ([ANNA.user_id] if is_gone else [])
        assert not any("has this thread of its own" in each.content for each in table.mailbox.posts.values())
        assert "was not opened" in table.mailbox.edits[-1][1].content


async def test_a_thread_in_which_somebody_opened_a_game_first_is_left_to_them(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        game = await opened(table)
        thread = next(table.mailbox.numbers) + 1
        await table.master.lobby.create(BEN, GUILD, thread, "aa1941", {}, "Theirs")
        await table.send()
        assert list(table.mailbox.threads) == [thread]
        assert (await now(table, game.id)).status == "abandoned"
        assert any("somebody opened another game in it" in each.content for each in table.mailbox.all_posted)


async def test_a_game_under_way_gets_one_thread_with_all_that_waits(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        threads = table.master.own_threads
        with pytest.raises(NotAllowed, match="Only the organiser or a server manager can move a game into a thread"):
            await threads.wish(1, BEN, HERE, is_left_behind=True)
        with pytest.raises(NotAllowed, match="Only a server manager can move a game of the server"):
            await threads.wish(1, ANNA, ELSEWHERE, is_left_behind=True)
        await threads.wish(1, ANNA, HERE, is_left_behind=True)
        with pytest.raises(TableRefusal, match="I'm making a thread for that game already"):
            await threads.wish(1, ANNA, HERE, is_left_behind=True)
        posted = await table.send()
        (thread,) = table.mailbox.threads
        assert [each.channel_id for each in posted] == [CHANNEL, thread, thread]
        assert "goes on here: Anna moved it from" in posted[1].content
        assert sorted(posted[1].ping) == [ANNA.user_id, BEN.user_id]
        game = await now(table, 1)
        assert (game.channel_id, table_settings_of(game).where) == (thread, "thread")
        with pytest.raises(TableRefusal, match="has a thread of its own already"):
            await threads.wish(1, ANNA, HERE, is_left_behind=True)
        assert await threads.offered(HERE, ANNA) == [(1, "Test")]
        assert await threads.offered(HERE, BEN) == []
        await threads.wish(1, ANNA, HERE, is_left_behind=False)  # it is gone or locked
        await table.send()
        assert len(table.mailbox.threads) == 2
        assert (await now(table, 1)).channel_id == list(table.mailbox.threads)[1]


async def test_a_game_that_went_elsewhere_meanwhile_gets_no_thread(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        game = await opened(table)
        await table.master.channel_change.move(game.id, FAY, ELSEWHERE, is_left_behind=False)
        sent = [each.content for each in await table.send()]
        assert any("goes on here: Fay moved it before it had its thread." in each for each in sent)
        assert table.mailbox.threads == {}
        assert (await now(table, game.id)).channel_id == ELSEWHERE.channel_id
        assert not await awaited(table, game.id)


async def test_a_game_that_can_have_no_thread_stays_where_it_is(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        await table.master.own_threads.wish(1, ANNA, HERE, is_left_behind=True)
        table.mailbox.no_thread = Unsendable("there are too many")
        posted = await table.send()
        assert [each.channel_id for each in posted] == [CHANNEL, CHANNEL]
        assert posted[1].content.startswith(
            f"<@{ANNA.user_id}>, I couldn't make a thread for **Test**: there are too many"
        )
        assert (await now(table, 1)).channel_id == CHANNEL


async def test_a_game_that_is_opened_in_a_thread_has_its_own_already(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        lobby, thread = table.master.lobby, CHANNEL + 5
        inside = Ground(is_thread=True)
        seated = await lobby.create(ANNA, GUILD, thread, "aa1941", {}, "Inside", IN_A_THREAD, inside)
        assert seated.game.channel_id == thread
        with pytest.raises(TableRefusal, match=r"^No threads here\. Nothing changed\.$"):
            await opened(table, ground=Ground(no_thread="No threads here."))
        await table.send()
        assert table.mailbox.threads == {}


async def test_a_wish_that_cannot_be_read_is_set_aside(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        payload = {"content": "x", "rows": [], "ping": []}
        wish = NewMessage(kind="thread", channel_id=7, payload=payload, role="thread")
        async with table.master.store.write() as write:
            await write.outbox.enqueue(1, [wish])
        await table.send()
        assert table.mailbox.threads == {}
        assert not await awaited(table, 1)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("", ("brief", "here")),
        ("In a thread", ("brief", "thread")),
        ("full, thread", ("full", "thread")),
        ("in a thread, one a turn", ("one a turn", "thread")),
        ("phases", ("full", "here")),
    ],
)
def test_how_much_is_posted_and_where_is_said_at_once(typed: str, read: tuple[str, str]) -> None:
    assert read_posts(typed) == read
    assert read_table_settings(typed).where == read[1]


@pytest.mark.parametrize("typed", ["loud", "brief, full", "here", "in a thread, loud"])
def test_other_words_are_refused(typed: str) -> None:
    with pytest.raises(TableRefusal, match=r"^Posts can be brief, full or one a turn, not .*“brief, in a thread”\.$"):
        read_posts(typed)
