"""Following a game: one ping at the start of each turn, for those who don't play."""

from __future__ import annotations

from gamemaster.errors import TableRefusal
from gamemaster.narration.phrases import as_plain_text
from gamemaster.views.view import GameView
from store import Store
from store.followers import followers_of, forget_follower, keep_follower

MOST_FOLLOWERS = 20


class Following:
    """The use case of `/follow`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def choose(self, view: GameView, *, stops: bool) -> str:
        """Follow a game or stop that, in words; raises NotBegun, TableRefusal."""
        _ = view.board
        name, user = as_plain_text(view.game.name), view.viewer
        async with self._store.write() as write:
            followers = await followers_of(write, view.game.id)
            if stops:
                await forget_follower(write, view.game.id, user)
                return f"You no longer follow **{name}**." if user in followers else f"You don't follow **{name}**."
            if view.game.status != "running":
                raise TableRefusal("This game is over, so there is nothing to follow any more.")
            if user in followers:
                return f"You already follow **{name}**. To stop, use `/follow stop: True`."
            if len(followers) >= MOST_FOLLOWERS:
                raise TableRefusal(f"{MOST_FOLLOWERS} people follow this game already, and that is the limit.")
            await keep_follower(write, view.game.id, user)
        return (
            f"You follow **{name}**: you'll get one ping as each turn begins, outside your quiet hours (`/reminders`). "
            "To stop, use `/follow stop: True`."
        )
