"""What was read of a game for an interaction, kept for the order that may come of it, so that it is asked once.

It is vouched for by the version of the game: an order carried out on it is saved only if the version is still the same.
"""

from __future__ import annotations

from collections import OrderedDict

from store import ForOrder

MOST_KEPT = 64


class Foreseen:
    """Keeps little, and each only until it is used."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, ForOrder] = OrderedDict()

    def keep(self, cause: str, row: ForOrder) -> None:
        """Keep what was read for an interaction."""
        self._kept[cause] = row
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def take(self, cause: str, game_id: int) -> ForOrder | None:
        """What was read for it, if it was of this game; once."""
        row = self._kept.pop(cause, None)
        return row if row is not None and row.seated.game.id == game_id else None
