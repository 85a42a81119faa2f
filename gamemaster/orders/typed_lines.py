"""What a player typed and had refused, kept to be corrected in the same form."""

from __future__ import annotations

from collections.abc import Mapping

from store import Store


class TypedLines:
    """The last lines of each player by game and kind of form."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, game_id: int, user_id: int, kind: str, body: str | Mapping[str, str]) -> None:
        """Keep what a user typed in the place of what they typed before."""
        async with self._store.write() as write:
            await write.keep_draft(game_id, user_id, kind, body)

    async def kept(self, game_id: int, user_id: int, kind: str, question: str = "") -> str:
        """What is kept, in answer to that question if there is one; "" where nothing is."""
        async with self._store.read() as read:
            body = await read.draft(game_id, user_id, kind)
        lines = body.get(question) if isinstance(body, Mapping) else body
        return lines if isinstance(lines, str) else ""
