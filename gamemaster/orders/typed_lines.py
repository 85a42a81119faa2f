"""What a player typed and had refused, kept to be corrected in the same form."""

from __future__ import annotations

from typing import Any

from store import Store


class TypedLines:
    """The last lines of each player by game and kind of form."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, game_id: int, user_id: int, kind: str, body: Any) -> None:
        """Keep what a user typed in the place of what they typed before."""
        async with self._store.write() as write:
            await write.keep_typed_lines(game_id, user_id, kind, body)

    async def kept(self, game_id: int, user_id: int, kind: str) -> Any | None:
        """What is kept, or None."""
        async with self._store.read() as read:
            return await read.draft(game_id, user_id, kind)
