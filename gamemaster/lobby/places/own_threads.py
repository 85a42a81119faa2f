"""A thread of its own for a game: asked for as it is opened, or later by its host; made once, whatever breaks down."""

from __future__ import annotations

from dataclasses import replace

from gamemaster.announcements.announcer import Announcer
from gamemaster.errors import TableRefusal
from gamemaster.lobby.change_channel import ChannelChange, Place, arrival, farewell, no_such_game
from gamemaster.lobby.opening import INVITATION
from gamemaster.lobby.places.ground import is_to_come, number_to_come, thread_wish
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.saving import Saving
from gamemaster.outbox.posts import post
from gamemaster.roles import Actor, check_may
from gamemaster.table_settings import table_settings_of
from store import (
    UNFINISHED,
    ChannelTaken,
    Game,
    Message,
    NewMessage,
    Post,
    ReadTransaction,
    Store,
    UnknownGame,
    WriteTransaction,
)
from store.outbox.threads import is_to_come as is_awaited
from store.outbox.threads import threads_of


class OwnThreads:
    """The use case of `/game move` into a thread, and what becomes of games whose threads were made, or could not be.

    The wish is a message of the outbox, so that it outlives a crash and is tried until Discord answers.
    """

    def __init__(
        self, store: Store, loader: Loader, announcer: Announcer, saving: Saving, channel_change: ChannelChange
    ) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer
        self._saving = saving
        self._channel_change = channel_change

    async def wish(self, game_id: int, actor: Actor, place: Place, *, is_left_behind: bool) -> None:
        """Ask for a thread of a channel for one of its server's games; raises NotAllowed, TableRefusal.

        is_left_behind: the game's channel is still there, and can be written in.
        """

        async def attempt() -> None:
            async with self._store.write() as write:
                now = await self._to_be_moved(write, game_id, actor, place, is_left_behind=is_left_behind)
                wished = thread_wish(
                    now.game, place.channel_id, number_to_come(), by=actor.name, is_left=is_left_behind
                )
                await write.commit_turn(game_id, now.game.version, outbox=[wished])

        await self._saving.until_saved(game_id, attempt)
        self._announcer.wake()

    async def _to_be_moved(
        self, read: ReadTransaction, game_id: int, actor: Actor, place: Place, *, is_left_behind: bool
    ) -> LoadedGame:
        try:
            now = await self._loader.seated(read, await read.seated_game(game_id))
        except UnknownGame:
            raise no_such_game() from None
        game = now.game
        hangs_here = _hangs_on((await threads_of(read, [game_id])).get(game_id), game, place.channel_id)
        if game.guild_id != place.guild_id or game.status not in UNFINISHED:
            raise no_such_game()
        is_here = hangs_here or game.channel_id == place.channel_id
        check_may("give a game a thread" if is_here else "move a game", actor, now)
        if await is_awaited(read, game_id):
            raise TableRefusal("I'm making a thread for that game already.")
        if hangs_here and is_left_behind:
            raise TableRefusal(f"That game has a thread of its own already: <#{game.channel_id}>.")
        return now

    async def offered(self, place: Place, actor: Actor) -> list[tuple[int, str]]:
        """The games that a user may bring here, or into a thread of this channel, by number and name."""
        games = await self._channel_change.offered(place)
        if not actor.manages_server:
            async with self._store.read() as read:
                own = await threads_of(read, [game.id for game in games])
            hosted = (game for game in games if game.organiser_id == actor.user_id)
            games = tuple(game for game in hosted if _hangs_on(own.get(game.id), game, place.channel_id))
        return [(game.id, game.name) for game in games]

    async def made(self, message: Message, worker: str, thread_id: int | None) -> None:
        """The thread is there, and the game goes on in it; None: nobody wants it any more."""
        parent, was_in = int(message.payload["parent"]), int(message.payload["of"])
        try:
            async with self._store.write() as write:
                await write.hold(message.game_id)
                await write.outbox.mark_thread_made(message, worker, parent, thread_id)
                before = await self._loader.seated(write, await write.seated_game(message.game_id))
                if thread_id is not None and _is_wanted(before, was_in):
                    await self._move(write, before, message, thread_id)
        except ChannelTaken:
            await self.refused(message, worker, "somebody opened another game in it")
        self._announcer.wake()

    async def _move(self, write: WriteTransaction, before: LoadedGame, message: Message, thread_id: int) -> None:
        """The game with all that waits for it in its thread, where its players hear of it."""
        game, wanted = before.game, message.payload
        await write.commit_turn(game.id, game.version)
        await write.move_game(game.id, game.guild_id, thread_id)
        after = replace(before, game=await write.game(game.id))
        parent, is_left = int(wanted["parent"]), bool(wanted.get("is_left"))
        if is_to_come(game.channel_id):
            messages = [_welcome(after, await write.post(game.id, INVITATION))]
        else:
            settings = replace(table_settings_of(game), where="thread")
            await write.change_game(game.id, customs=settings.stored)
            messages = [arrival(before, after, wanted["by"], is_left_behind=is_left)]
            if after.state is not None:
                messages.append(self._announcer.panel_again(after, await self._loader.times(write, after)))
            if is_left and game.channel_id != parent:
                messages.append(farewell(before, after, wanted["by"]))
        await write.outbox.enqueue(game.id, messages)

    async def refused(self, message: Message, worker: str, reason: str) -> tuple[int, str] | None:
        """It can't be made: a new game is not opened, any other stays where it is. Gives whom to write to, and what."""
        was_in = int(message.payload["of"])
        async with self._store.write() as write:
            await write.hold(message.game_id)
            await write.outbox.mark_thread_made(message, worker, int(message.payload["parent"]), None)
            now = await self._loader.seated(write, await write.seated_game(message.game_id))
            if not _is_wanted(now, was_in):
                return None
            text = _no_thread(now, reason)
            if is_to_come(was_in):
                await self._close(write, now, int(message.payload["parent"]), text)
            else:
                await write.outbox.enqueue(now.game.id, [post(now, text, ping=[now.game.organiser_id])])
        self._announcer.wake()
        return now.game.organiser_id, text

    async def _close(self, write: WriteTransaction, now: LoadedGame, parent: int, text: str) -> None:
        """End a game that was never opened; the call for players loses its buttons."""
        game = now.game
        told = [replace(post(now, text, ping=[game.organiser_id]), channel_id=parent)]
        if (call := await write.post(game.id, INVITATION)) is not None:
            closed = f"**{as_plain_text(game.name)}** was not opened: it could have no thread of its own."
            words = {"content": closed, "rows": [], "ping": []}
            told = [NewMessage(kind="edit", channel_id=call.channel_id, payload=words, role=INVITATION), *told]
        await write.commit_turn(game.id, game.version, status="abandoned")
        await write.outbox.redirect(game.id, game.channel_id, parent)
        await write.outbox.enqueue(game.id, told)


def _hangs_on(own: Post | None, game: Game, channel_id: int) -> bool:
    """Whether a game is played in a thread that was made for it in this channel."""
    return own is not None and (own.channel_id, own.message_id) == (channel_id, game.channel_id)


def _is_wanted(now: LoadedGame, was_in: int) -> bool:
    return now.game.status in UNFINISHED and now.game.channel_id == was_in


def _welcome(after: LoadedGame, call: Post | None) -> NewMessage:
    """What a new thread says first; no call is known where the bot was killed as it was posted."""
    where = f"Its call for players stands in <#{call.channel_id}>. " if call else ""
    commands = "Commands such as `/game join`, `/game invite` and `/game start` work here."
    return post(after, f"**{as_plain_text(after.game.name)}** is played here. {where}{commands}")


def _no_thread(now: LoadedGame, reason: str) -> str:
    """What is told where a thread can't be made; the organiser is to do something about it."""
    game = now.game
    failed = f"<@{game.organiser_id}>, I couldn't make a thread for **{as_plain_text(game.name)}**: {reason}."
    if is_to_come(game.channel_id):
        return f"{failed} The game isn't open. Once that's fixed use /game create again, where [As last time] keeps it."
    return f"{failed} The game stays where it is."
