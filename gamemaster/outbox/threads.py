"""Who is told of the threads that are made for games."""

from __future__ import annotations

from typing import Protocol

from store import Message


class ThreadKeeper(Protocol):
    """What becomes of a game once the thread is there that a message asked for, or can't be made."""

    async def made(self, message: Message, worker: str, thread_id: int | None) -> None:
        """The thread is there, None: nobody wants it any more. Raises LeaseLost, StoreError."""
        ...

    async def refused(self, message: Message, worker: str, reason: str) -> tuple[int, str] | None:
        """It can't be made. Gives whom to write to, and what. Raises LeaseLost, StoreError."""
        ...
