"""Moving a game to another channel: if its own was deleted, it can be neither continued nor ended there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gamemaster.announcements.announcer import Announcer
from gamemaster.errors import TableRefusal
from gamemaster.lobby.places.ground import is_to_come
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.saving import Saving
from gamemaster.outbox.posts import post
from gamemaster.roles import Actor, SeatedGame, check_may
from store import UNFINISHED, ChannelTaken, Game, NewMessage, ReadTransaction, Store, UnknownGame, WriteTransaction


@dataclass(frozen=True)
class Place:
    """A channel or thread of a server."""

    guild_id: int
    channel_id: int


class ChannelChange:
    """The use case of `/game move`."""

    def __init__(self, store: Store, loader: Loader, announcer: Announcer, saving: Saving) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer
        self._saving = saving

    async def offered(self, place: Place) -> tuple[Game, ...]:
        """The games that can move to a place: those of its server that are not over and not already there."""
        async with self._store.read() as read:
            games = await read.unfinished_games_of_guild(place.guild_id)
        return tuple(game for game in games if game.channel_id != place.channel_id)

    async def move(self, game_id: int, actor: Actor, place: Place, *, is_left_behind: bool) -> SeatedGame:
        """Move a game to a place of its server, announced there with a ping to all players.

        `is_left_behind`: the former channel is still there, and is told too. Raises NotAllowed, TableRefusal.
        """

        async def attempt() -> None:
            async with self._store.write() as write:
                before = await self._to_be_moved(write, game_id, actor, place)
                await self._move(write, before, actor, place, is_left_behind=is_left_behind)

        await self._saving.until_saved(game_id, attempt)
        self._announcer.wake()
        return (await self._loader.by_id(game_id)).seating

    async def _to_be_moved(self, read: ReadTransaction, game_id: int, actor: Actor, place: Place) -> LoadedGame:
        try:
            loaded = await self._loader.seated(read, await read.seated_game(game_id))
        except UnknownGame:
            raise no_such_game() from None
        if loaded.game.guild_id != place.guild_id or loaded.game.status not in UNFINISHED:
            raise no_such_game()
        check_may("move a game", actor, loaded)
        if loaded.game.channel_id == place.channel_id:
            raise TableRefusal("That game is already in this channel. Use /panel to get its panel back.")
        return loaded

    async def _move(
        self, write: WriteTransaction, before: LoadedGame, actor: Actor, place: Place, *, is_left_behind: bool
    ) -> None:
        game_id = before.game.id
        await write.commit_turn(game_id, before.game.version)
        try:
            await write.move_game(game_id, place.guild_id, place.channel_id)
        except ChannelTaken as taken:
            raise TableRefusal("This channel already has a game. Use another channel or thread.") from taken
        after = replace(before, game=await write.game(game_id))
        messages = [arrival(before, after, actor.name, is_left_behind=is_left_behind)]
        if after.state is not None:
            messages.append(self._announcer.panel_again(after, await self._loader.times(write, after)))
        if is_left_behind:
            messages.append(farewell(before, after, actor.name))
        await write.outbox.enqueue(game_id, messages)


def arrival(before: LoadedGame, after: LoadedGame, by: str, *, is_left_behind: bool) -> NewMessage:
    """What the new channel is told, with a ping to all players."""
    players = sorted(set(after.seats.values()))
    mentions = " ".join(f"<@{player}>" for player in players)
    whence = f"from <#{before.game.channel_id}>" if is_left_behind else "from a channel that is gone or closed"
    if is_to_come(before.game.channel_id):
        whence = "before it had its thread"
    text = f"{mentions} **{as_plain_text(after.game.name)}** goes on here: {by} moved it {whence}."
    return post(after, text.strip(), ping=players)


def farewell(before: LoadedGame, after: LoadedGame, by: str) -> NewMessage:
    """What the former channel is told."""
    text = f"{by} moved **{as_plain_text(after.game.name)}** to <#{after.game.channel_id}>."
    return post(before, text)


def no_such_game() -> TableRefusal:
    """For a number that no suggestion had."""
    return TableRefusal("Choose one of the suggested games: this server's unfinished ones.")
