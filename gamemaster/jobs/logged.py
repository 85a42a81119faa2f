"""What happened in a game, packed as it is stored, and unpacked only where nobody else waits."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from engine import event_from_json
from engine.events import Event

Logged: TypeAlias = Sequence[bytes]


def packed(texts: Iterable[str]) -> bytes:
    """The events of some entries, each a line of JSON."""
    return zlib.compress("\n".join(texts).encode(), level=1)


def events_of(logged: Logged) -> Iterator[Event]:
    """All events that were packed."""
    for part in logged:
        for text in filter(None, zlib.decompress(part).decode().split("\n")):
            yield from map(event_from_json, json.loads(text))
