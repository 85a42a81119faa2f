"""What is sent to a worker: a position that it had just before is the same object again, with all that is known of it.

A player who chooses on a sheet asks about one position many times over, and what was found out for the first answer
serves the next ones.
"""

from __future__ import annotations

import io
import pickle
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from engine import GameState

MOST_KEPT = 3
_kept: OrderedDict[bytes, GameState] = OrderedDict()


def packed(question: object) -> bytes:
    """As bytes, to be unpickled in a worker."""
    written = io.BytesIO()
    _Packer(written, pickle.HIGHEST_PROTOCOL).dump(question)
    return written.getvalue()


class _Packer(pickle.Pickler):
    def reducer_override(self, obj: object) -> tuple[Callable[[bytes], GameState], tuple[bytes]] | Any:
        if isinstance(obj, GameState):
            return _position, (pickle.dumps(obj, pickle.HIGHEST_PROTOCOL),)
        return NotImplemented


def _position(written: bytes) -> GameState:
    position = _kept.pop(written, None)
    if position is None:
        position = pickle.loads(written)  # noqa: S301  # our own
    _kept[written] = position
    if len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return position
