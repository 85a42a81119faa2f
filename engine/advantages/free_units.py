"""Units that a national advantage gives without price."""

from __future__ import annotations

from engine.events.advantages import FreeUnitsPlaced
from engine.facilities.production import new_pieces
from engine.play import Play


def place_free_units(play: Play, advantage_id: str, territory: str) -> None:
    """Let the units of an advantage appear in a territory."""
    advantage = play.edition.advantage[advantage_id]
    pieces = new_pieces(play.state, advantage.power, advantage.units, territory)
    play.emit(FreeUnitsPlaced(advantage.power, advantage_id, pieces, territory, audience=play.audience))
