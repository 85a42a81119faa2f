"""The people's side of the events: everybody gets what they may see, live."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

from local.wire.errors import Json

RESYNC = "RESYNC"
"""Instead of an event: who listens is to load anew what there is."""


class Listener:
    """One open page or player: events for one user in order, as they go over the wire."""

    def __init__(self, user_id: str) -> None:
        self.user_id = user_id
        self.events: asyncio.Queue[str | None] = asyncio.Queue()


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
        """Gives an event to every listener whose user passes `to`, as it is at this moment."""
        listeners = [listener for listener in self._listeners if to(listener.user_id)]
        if listeners:
            told = RESYNC if event == RESYNC else json.dumps({"event": event, "data": data})
            for listener in listeners:
                listener.events.put_nowait(told)

    def close(self) -> None:
        for listener in self._listeners:
            listener.events.put_nowait(None)
