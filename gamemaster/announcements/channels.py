"""The channel of a game: its panel posted once more, and what keeps posts from it."""

from __future__ import annotations

import asyncio

from gamemaster.announcements.announcer import Announcer
from gamemaster.orders.loading import Loader
from gamemaster.orders.saving import Saving
from gamemaster.outbox.posts import PANEL
from gamemaster.outbox.publisher import Publisher
from gamemaster.roles import SeatedGame
from store import Store


class Channels:
    """What a player asks of the channel that they play in."""

    def __init__(
        self, store: Store, loader: Loader, announcer: Announcer, saving: Saving, publisher: Publisher
    ) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer
        self._saving = saving
        self._publisher = publisher

    async def standing_panel(self, game: SeatedGame) -> int | None:
        """The message that is the panel, where it is the newest post of the game and no other waits or was refused."""
        async with self._store.read() as read:
            now, post = await read.game(game.game.id), await read.post(game.game.id, PANEL)
            waits = await read.number_of_waiting_posts(game.game.id)
        if post is None or waits or post.message_id != now.last_message_id or await self.refusal_in(now.channel_id):
            return None
        return post.message_id

    async def post_panel(self, loaded: SeatedGame) -> int:
        """Post the panel once more, also where nothing could be posted for a while; raises NotBegun, TooBusy.

        Gives the number of the message: `publisher.why_unsent` says whether it is out.
        """

        async def attempt() -> int:
            async with self._store.read() as read:
                now = await self._loader.seated(read, await read.seated_game(loaded.game.id))
                times = await self._loader.times(read, now)
            panel = await asyncio.to_thread(self._announcer.panel_again, now, times)
            async with self._store.write() as write:
                committed = await write.commit_turn(now.game.id, now.game.version, outbox=[panel])
                await write.outbox.unpark_channel(now.game.channel_id)
            return committed.message_ids[0]

        number = await self._saving.until_saved(loaded.game.id, attempt)
        self._publisher.wake()
        return number

    async def refusal_in(self, channel_id: int) -> str | None:
        """Why nothing has been posted in a channel of late, as a sentence; None where nothing was refused."""
        async with self._store.read() as read:
            parked = await read.parked_channel(channel_id)
        return f"I couldn't post in this channel: {parked.reason}." if parked else None

    async def posts_kept_from(self, channel_id: int, user_id: int) -> int:
        """How many posts of the game in a channel wait that a user plays or organises."""
        async with self._store.read() as read:
            game = await read.last_game_in_channel(channel_id)
            if game is None:
                return 0
            concerned = {game.organiser_id, *(seat.user_id for seat in await read.seats(game.id))}
            return await read.number_of_waiting_posts(game.id) if user_id in concerned else 0
