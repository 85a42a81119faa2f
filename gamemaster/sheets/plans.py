"""What a player has begun to choose on a sheet, kept until it is ordered: after a restart and on another device too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from store import Store

Form = tuple[str, str]
"""The deed of a form, and what is typed into it."""


class Plans:
    """The last choices of each player by game and kind of sheet."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, game_id: int, user_id: int, kind: str, plan: Mapping[str, Any]) -> None:
        """Keep what a user has chosen in place of what they chose before."""
        async with self._store.write() as write:
            await write.keep_draft(game_id, user_id, kind, dict(plan))

    async def kept(self, game_id: int, user_id: int, kind: str) -> Any | None:
        """What is kept, None where nothing is."""
        async with self._store.read() as read:
            return await read.draft(game_id, user_id, kind)

    async def give(
        self, game_id: int, user_id: int, kind: str, plan: Mapping[str, Any], left: Mapping[str, Any], form: Form
    ) -> bool:
        """Take from a plan what is about to be ordered, and leave it as what the user typed into a form.

        Gives whether the plan was still that: of those who ask at once, only one hears so.
        """
        async with self._store.write() as write:
            is_so = plan == (now := await write.take_draft(game_id, user_id, kind))
            if is_so:
                await write.keep_draft(game_id, user_id, *form)
            if kept := left if is_so else now:
                await write.keep_draft(game_id, user_id, kind, dict(kept))
        return is_so
