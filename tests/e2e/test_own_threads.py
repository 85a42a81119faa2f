"""A game has a thread of its own: the call for players stays in the channel, everything else happens in the thread."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.service.client import TableBot
from gamemaster.table_settings import table_settings_of
from local import LocalTable, Message, Permission, Player
from store.outbox.threads import is_to_come
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, begin, correct, found, has_button, settled
from tests.e2e.processes import SKETCHING_BOT, for_table, running
from tests.e2e.sheets import menu_with
from tests.e2e.test_permissions import allow, deny
from tests.e2e.thumb import Thumb

OTHER = "mess-hall"
THREAD = "First"
CREATED = "POST /channels/*/messages/*/threads"
IN_A_THREAD = "Played in a thread of its own"


def threads(table: LocalTable) -> list[str]:
    """The ids of all threads."""
    return [str(thread["id"]) for thread in table.world.threads()]


async def called(
    table: LocalTable, bot: TableBot, player: Player, name: str = THREAD, posts: str = "thread"
) -> Message:
    """The call for players of a game that is to have a thread, once it has it."""
    reply = await player.command(CHANNEL, "game create", edition="aa1941", name=name, posts=posts, ask_from=0)
    await settled(bot)
    return reply.shown


async def sit(player: Player, call: Message, powers: str) -> None:
    """Take several seats by the menu of the call."""
    await player.choose(call, powers, custom_id=menu_with(call, powers))


async def begun(table: LocalTable, bot: TableBot) -> tuple[Player, Player, str]:
    """Anna (Allies) and Ben (Axis), who joined by the call in the channel, and the thread where their game began."""
    anna, ben = table.user("Anna"), table.user("Ben")
    call = await called(table, bot, anna)
    (thread,) = threads(table)
    await sit(anna, call, "soviet_union+united_kingdom+united_states")
    await sit(ben, call, "germany+japan")
    await anna.press(call, "Start the game")
    await found(anna, lambda message: has_button(message, ":buy"), thread)
    await settled(bot)
    return anna, ben, thread


async def place(bot: TableBot, number: int = 1) -> str:
    """Where a game is played."""
    return str((await bot.master.loader.by_id(number)).game.channel_id)


async def in_channel(player: Player, channel: str = CHANNEL) -> list[str]:
    """What everybody reads there."""
    return [str(each.raw["content"]) for each in await player.messages(channel) if not each.ephemeral]


async def test_players_join_in_the_channel_and_play_in_the_thread(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        call = await called(table, bot, anna, posts="full, in a thread")
        assert IN_A_THREAD in call.content
        assert "Posts: a report of each phase" in call.content
        (thread,) = threads(table)
        assert await place(bot) == thread
        (welcome,) = await in_channel(anna, thread)
        assert "**First** is played here. Its call for players stands in <#" in welcome
        assert "**First** (Axis & Allies: 1941) has this thread of its own." in (await in_channel(anna))[-1]
        await sit(anna, call, "soviet_union+united_kingdom+united_states")
        # A command in the thread changes the call in the channel, which stays where it is.
        joined = await ben.command(thread, "game join", powers="axis")
        assert joined.content.startswith("Done. The call for players in <#")
        call = await anna.wait_until(call, lambda now: "Start the game" in now.labels)
        started = await anna.press(call, "Start the game")
        assert not started.shown.labels
        panel = await found(anna, lambda message: has_button(message, ":buy"), thread)
        opening = await found(ben, lambda message: message.content.startswith("**First** begins."), thread)
        assert (set(opening.mentions), set(panel.mentions)) == ({"Ben"}, {"Anna"}), "each of them is pinged once"
        assert set(table.world.channel(thread)["_members"]) >= {
            table.world.user_named(n)["id"] for n in ("Anna", "Ben")
        }
        await settled(bot)
        assert len(await in_channel(anna)) == 2, "the call and the post on which the thread hangs"
        elsewhere = await anna.command(CHANNEL, "buy", units="1 infantry")
        assert elsewhere.content == f"There's no game in this channel. Use that in its thread: <#{thread}>."
        assert await anna.autocomplete(thread, "buy", focused="units", units="1 inf")
        assert "Ordered: 1 infantry" in (await anna.command(thread, "buy", units="1 infantry")).content
        assert thread in (await ben.command(OTHER, "games")).content
        assert thread in str((await anna.command(OTHER, "todo")).shown.raw)
        assert table.refusals == []


async def test_the_sheet_offers_it_and_templates_and_the_last_game_keep_it(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        thumb = Thumb(anna, (await anna.command(CHANNEL, "game create")).shown)
        await thumb.choose("edition=aa1941", sees="Where: here (in the channel where it is opened)")
        await thumb.choose("where", sees="Where")
        await thumb.choose("where=thread", sees="**Where**: thread (in a thread of its own; the call for players stays")
        await thumb.press("Open the lobby", "The lobby is open")
        await found(anna, lambda message: IN_A_THREAD in message.content)
        await settled(bot)
        (thread,) = threads(table)
        await anna.command(thread, "template save", name="League A")
        again = Thumb(anna, (await anna.command(OTHER, "game create")).shown)
        await again.press("As last time: ", "The lobby is open")
        template = Thumb(anna, (await anna.command(OTHER, "game create")).shown)
        await template.choose("League A", sees="The lobby is open")
        await settled(bot)
        assert len(threads(table)) == 3
        assert table.refusals == []


async def test_a_game_that_is_opened_in_a_thread_stays_there(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        thread = await anna.new_thread(CHANNEL, "Round two")
        await anna.command(thread, "game create", edition="aa1941", posts="in a thread")
        await settled(bot)
        assert threads(table) == [thread]
        assert await place(bot) == thread
        refused = await anna.command(thread, "game move", into="thread")
        assert refused.content == (
            "A thread can't have threads. Use this in the channel that it belongs to. Nothing changed."
        )


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (Permission.CREATE_PUBLIC_THREADS, "Create Public Threads"),
        (
            Permission.CREATE_PUBLIC_THREADS | Permission.SEND_MESSAGES_IN_THREADS,
            "Create Public Threads and Send Messages in Threads",
        ),
    ],
)
async def test_what_it_needs_is_named_at_once_and_by_diagnose(tmp_path: Path, denied: int, named: str) -> None:
    async with house(tmp_path) as (table, bot):
        anna, dan = table.user("Anna"), table.user("Dan")
        table.grant("Dan", Permission.MANAGE_GUILD)
        await begin(table.user("Ben"), anna)
        await settled(bot)
        deny(table, denied)
        refusal = (
            f"I can't make a thread in this channel until a server manager allows me {named} here. Nothing changed."
        )
        tried: tuple[tuple[str, dict[str, Any]], ...] = (
            ("game create", {"edition": "aa1941", "posts": "brief, in a thread"}),
            ("game move", {"into": "thread"}),
        )
        for command, options in tried:
            reply = await anna.command(CHANNEL, command, **options)
            assert (reply.content, reply.ephemeral) == (refusal, True), command
        thumb = Thumb(anna, (await anna.command(CHANNEL, "game create")).shown)
        await thumb.choose("edition=revised", sees="Where")
        await thumb.choose("where", sees="Where")
        await thumb.choose("where=thread", sees="**Where**")
        assert (await anna.press(thumb.sheet, "Open the lobby")).content == refusal
        assert (
            f"threads of their own here, I would also need **{named}**."
            in (await dan.command(CHANNEL, "diagnose")).content
        )
        assert threads(table) == []
        assert len(await bot.master.games.of_user(int(table.world.user_named("Anna")["id"]))) == 1
        allow(table)
        assert "threads of their own" not in (await dan.command(CHANNEL, "diagnose")).content


async def test_a_lost_answer_and_a_restart_leave_one_thread(tmp_path: Path) -> None:
    async with LocalTable() as table:
        anna = table.user("Anna")
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            table.faults.cut("POST /channels/*/messages", stored=True)
            table.faults.fail(CREATED, 500, times=50, stored=True)  # as often as discord.py itself tries
            await anna.command(CHANNEL, "game create", edition="aa1941", name=THREAD, posts="thread")
            await anna.next_message(CHANNEL, lambda message: message.thread_id is not None)
            async with bot.master.store.read() as read:
                assert await is_to_come(read, 1)
        table.faults.clear()
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            await settled(bot)
            (thread,) = threads(table)
            assert await place(bot) == thread
            hung = [text for text in await in_channel(anna) if "thread of its own." in text]
            assert len(hung) == 1


@pytest.mark.long
async def test_a_bot_that_is_killed_while_a_thread_is_made_goes_on_with_that_one(tmp_path: Path) -> None:
    async with LocalTable() as table:
        settings, anna = for_table(table, tmp_path), table.user("Anna")
        slow = table.faults.hold(CREATED)
        async with running(tmp_path, SKETCHING_BOT, **settings):
            await anna.command(CHANNEL, "game create", edition="aa1941", name=THREAD, posts="thread")
            await slow.reached.wait()
        slow.released.set()
        async with running(tmp_path, SKETCHING_BOT, **settings):
            hung = await anna.next_message(CHANNEL, lambda message: message.thread_id is not None)
            assert hung.thread_id is not None
            await anna.next_message(hung.thread_id, lambda message: "**First** is played here." in message.content)
        assert threads(table) == [hung.thread_id]
        assert sum("has this thread of its own" in text for text in await in_channel(anna)) == 1


async def test_the_game_waits_for_its_thread_and_then_begins(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        slow = table.faults.hold(CREATED)
        reply = await anna.command(CHANNEL, "game create", edition="aa1941", posts="thread")
        call = reply.shown
        await sit(anna, call, "soviet_union+united_kingdom+united_states")
        await sit(ben, call, "germany+japan")
        await slow.reached.wait()
        early = await anna.press(await anna.refresh(call), "Start the game")
        assert early.content == "This game's thread is still being made. Try again in a moment."
        assert "in a thread that is still being made: not begun" in (await anna.command(OTHER, "game list")).content
        slow.released.set()
        await settled(bot)
        deny(table, Permission.SEND_MESSAGES_IN_THREADS)
        closed = await anna.press(call, "Start the game")
        assert closed.content.endswith("until a server manager allows me Send Messages in Threads. Nothing changed.")
        allow(table)
        (thread,) = threads(table)
        assert (await anna.command(thread, "game start")).content == "The game begins."
        await found(anna, lambda message: has_button(message, ":buy"), thread)
        await settled(bot)
        assert not (await ben.refresh(call)).labels, "the call in the channel is closed"


@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (403, 50013, "a server manager has to allow me Create Public Threads, Send Messages in Threads and"),
        (400, 160006, "this server has as many open threads as Discord allows; close some"),
        (404, 10003, "the channel was deleted"),
    ],
)
async def test_where_no_thread_can_be_made_no_game_is_opened(
    tmp_path: Path, status: int, code: int, reason: str
) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        table.faults.fail(CREATED, status, code=code)
        call = (await anna.command(CHANNEL, "game create", edition="aa1941", name=THREAD, posts="thread")).shown
        told = await anna.next_message(CHANNEL, lambda message: "I couldn't make a thread" in message.content)
        assert reason in told.content
        assert "The game isn't open." in told.content
        assert told.mentions == ["Anna"]
        await settled(bot)
        shown = await ben.refresh(call)
        assert (shown.content, shown.labels) == (
            "**First** was not opened: it could have no thread of its own.",
            [],
        )
        assert threads(table) == []
        assert not [text for text in await in_channel(ben) if "has this thread of its own" in text]
        assert (await anna.command(CHANNEL, "game list")).content.startswith("You have no unfinished games")
        assert (await bot.master.host_reports.parked_channels()) == ()
        again = Thumb(anna, (await anna.command(CHANNEL, "game create")).shown)
        await again.press("As last time", "The lobby is open")
        await settled(bot)
        assert len(threads(table)) == 1


async def test_the_organiser_gives_a_game_under_way_a_thread(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        panel = await found(anna, lambda message: has_button(message, ":buy"))
        await settled(bot)
        refused = await ben.command(CHANNEL, "game move", into="thread")
        assert refused.content.startswith("Only the organiser or a server manager can move a game into a thread")
        told = await anna.command(CHANNEL, "game move", into="thread")
        assert (told.content, told.ephemeral) == (
            "I'm making the thread. The game goes on there, and its players are told.",
            True,
        )
        await anna.wait_until_gone(panel)
        await settled(bot)
        (thread,) = threads(table)
        arrival = await found(ben, lambda message: "goes on here: Anna moved it from <#" in message.content, thread)
        assert set(arrival.mentions) == {"Anna", "Ben"}
        assert table_settings_of((await bot.master.loader.by_id(1)).game).where == "thread"
        assert "Ordered: 1 infantry" in (await anna.command(thread, "buy", units="1 infantry")).content
        await begin(ben, anna, name="Second")
        assert (await anna.command(CHANNEL, "game move", game="1", into="thread")).content == (
            f"That game has a thread of its own already: <#{thread}>."
        )
        assert not await ben.autocomplete(CHANNEL, "game move", focused="game", game="")
        assert [choice.name for choice in await anna.autocomplete(CHANNEL, "game move", focused="game", game="")] == [
            "First (#1)"
        ]
        assert table.refusals == []


async def test_a_game_that_can_have_no_thread_goes_on_where_it_is(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        await begin(table.user("Ben"), anna)
        await settled(bot)
        table.faults.fail(CREATED, 400, code=160006)
        await anna.command(CHANNEL, "game move", into="thread")
        await settled(bot)
        assert "The game stays where it is." in (await in_channel(anna))[-1]
        assert "Ordered: 1 infantry" in (await anna.command(CHANNEL, "buy", units="1 infantry")).content
        await anna.command(CHANNEL, "game move", into="thread")
        await settled(bot)
        assert [await place(bot)] == threads(table)


async def test_a_thread_that_was_archived_opens_with_the_next_post(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, thread = await begun(table, bot)
        table.archive_thread(THREAD)
        assert thread in (await ben.command(OTHER, "games")).content
        ended = await anna.command(thread, "end-phase")
        if not has_ended(ended.content):
            await anna.press(ended.shown, "End anyway")
        await found(anna, lambda message: has_button(message, "combat_move:end") and not message.ephemeral, thread)
        await settled(bot)
        assert not table.world.channel(thread)["thread_metadata"]["archived"]


def has_ended(text: str) -> bool:
    """Whether an answer says that a phase is over."""
    return text.startswith("Done.")


@pytest.mark.parametrize("what", ["deleted", "locked", "archived and locked"])
async def test_a_thread_that_is_gone_or_locked_is_told_to_the_organiser(tmp_path: Path, what: str) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, thread = await begun(table, bot)
        deny(table, Permission.MANAGE_THREADS)
        if what == "deleted":
            table.delete_channel(THREAD)
        elif what == "locked":
            table.lock_thread(THREAD)
        else:
            table.archive_thread(THREAD, locked=True)
        loaded = await bot.master.loader.by_id(1)
        await bot.master.publisher.why_unsent(await bot.master.channels.post_panel(loaded))
        letter = await anna.next_message("direct", patience=20)
        assert letter.content.startswith(f"I can no longer post for **First** in <#{thread}>: ")
        parent = table.world.channel_named(CHANNEL)["id"]
        assert f"gone for good, use `/game move game: 1 into: thread` in <#{parent}>, or a server" in letter.content
        assert "I can't post there" in (await ben.command(OTHER, "game list")).content
        # Its organiser gives it another one in the channel where the first hung.
        assert (await anna.command(CHANNEL, "game move", game="1", into="thread")).content.startswith("I'm making")
        await settled(bot)
        new = threads(table)[-1]
        assert new != thread
        assert await place(bot) == new
        await found(anna, lambda message: has_button(message, ":buy"), new)
        assert await bot.master.host_reports.parked_channels() == ()


async def test_a_rematch_is_opened_in_the_thread_of_the_game(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, thread = await begun(table, bot)
        await correct(table, {"spaces": {"germany": {"owner": "soviet_union"}}}, thread)
        await ben.command(thread, "concede", confirm=True)
        end = await found(anna, lambda message: "Rematch" in message.labels, thread)
        await anna.press(end, "Rematch")
        await settled(bot)
        assert threads(table) == [thread]
        assert await place(bot, 2) == thread
