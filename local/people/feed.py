"""The people's side of the events: everybody gets what they may see, live."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from local.wire.errors import Json


class Listener:
    """One open page or player: events for one user, in order."""

    def __init__(self, user_id: str) -> None:
        self.user_id = user_id
        self.events: asyncio.Queue[Json | None] = asyncio.Queue()


class Feed:
    """All listeners. `None` in a listener's queue says that the table closes."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    def join(self, user_id: str) -> Listener:
        listener = Listener(user_id)
        self._listeners.add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def send(self, event: str, data: Json, to: Callable[[str], bool]) -> None:
        """Gives an event to every listener whose user passes `to`."""
        for listener in self._listeners:
            if to(listener.user_id):
                listener.events.put_nowait({"event": event, "data": data})

    def close(self) -> None:
        for listener in self._listeners:
            listener.events.put_nowait(None)
