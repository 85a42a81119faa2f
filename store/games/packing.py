"""Events as they are stored: compressed, each entry by itself."""

import json
import zlib
from collections.abc import Sequence
from typing import Any

from store.games.rows import JsonObject, JsonText

_LEVEL = 6
# Entries are short, so without it each would have to learn again what all events look like. Never change it.
_WORDS = (
    b'"audience":"all","power":"soviet_union","germany","united_kingdom","japan","united_states","territory","round":'
    b'"unit":"infantry","artillery","tank","fighter","bomber","submarine","transport","destroyer","carrier","battleship"'
    b'"treasuries":{"owners":{"turn":{"memory":{"purchased":{"promises":{"requests":[],"battle":null,"step":null'
    b'{"kind":"order_undone","index":0,"patch":{"pieces":{},"removed":[]'
    b'{"kind":"units_moved","pieces":["path":["aboard":null,"space":"moved":1,"number":1,"id":"'
    b'[{"kind":"order_taken","order":{"action":{"type":"move","units":{"infantry":1}},"patch":{"'
)


def as_text(value: Any) -> str:
    """JSON in as few characters as it takes."""
    return value if isinstance(value, JsonText) else json.dumps(value, separators=(",", ":"))


def packed(events: Sequence[JsonObject] | JsonText) -> bytes:
    """Events as they are stored."""
    packing = zlib.compressobj(_LEVEL, zdict=_WORDS)
    return packing.compress(as_text(events).encode()) + packing.flush()


def unpacked(stored: bytes) -> str:
    """The text of events that were packed; raises zlib.error where they are damaged."""
    return zlib.decompressobj(zdict=_WORDS).decompress(stored).decode()
