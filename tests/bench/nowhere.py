"""A sender for bots that are measured without Discord."""

from __future__ import annotations

from gamemaster.outbox.sender import Outgoing


class NowhereSender:
    """Sends nothing; gives every message a number."""

    def __init__(self) -> None:
        self._last = 0

    async def post(self, message: Outgoing) -> int:
        """Number a message."""
        self._last += 1
        return self._last

    async def edit(self, message_id: int, message: Outgoing) -> None:
        """Nothing to edit."""

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Nothing to delete."""

    async def find(self, channel_id: int, tag: str) -> int | None:
        """Nothing is found."""
        return None

    async def strip_buttons(self, channel_id: int, message_id: int) -> None:
        """There are no buttons."""

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> None:
        """There are no threads."""

    async def tell(self, user_id: int, text: str) -> bool:
        """Nobody listens."""
        return True
