"""Posts that become a container of components once they stand.

They are posted in plain words, as components can't be read in a push notification, and changed at once after that.
Discord lets no such post become plain again, so whatever changes it later says its container too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import GameState
from gamemaster.narration.phrases import the_power
from gamemaster.outbox.drawn import drawn
from gamemaster.outbox.pictures import emblem_request
from gamemaster.outbox.sender import Container
from gamemaster.workers import WorkerPool
from maps import Picture
from store import Message


def container_payload(state: GameState, *, above: int) -> dict[str, Any]:
    """A container of the power on turn as JSON for the outbox: so many lines and the next stand beside its emblem."""
    alt_text = f"The emblem of {the_power(state, state.power)}"
    return {"container": {"power": state.power, "beside": above + 1, "emblem": alt_text}}


def becomes_components(message: Message) -> bool:
    """Whether a message that was posted in plain words is to become a container."""
    return "container" in message.payload


class Emblems:
    """The emblems of powers as they are shown in containers; each is drawn once."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers
        self._drawn: dict[tuple[str, str], Picture] = {}

    async def of(self, message: Message) -> Picture | None:
        """The emblem that a change of a message shows; None where there is none, or it can't be drawn."""
        wanted = message.payload.get("container")
        if wanted is None or message.kind != "edit":
            return None
        key = str(wanted["power"]), str(wanted["emblem"])
        if key not in self._drawn:
            emblem = await drawn(self._workers, emblem_request(*key), f"message {message.tag}")
            if emblem is None:
                return None
            self._drawn[key] = emblem
        return self._drawn[key]


def container_of(payload: Mapping[str, Any], content: str, emblem: Picture | None) -> Container:
    """The container of a message with these words."""
    wanted, lines = payload["container"], content.splitlines()
    beside = int(wanted["beside"])
    return Container(str(wanted["power"]), "\n".join(lines[:beside]), "\n".join(lines[beside:]), emblem)
