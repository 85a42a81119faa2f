"""What can be shown over a position, alone or together: moves, battles, changes, reach, income, convoys,
relations, scrambles."""

from maps.overlays.battles import Battles
from maps.overlays.changes import Changes
from maps.overlays.clash import Clash, Force
from maps.overlays.convoys import Convoys
from maps.overlays.income import Income
from maps.overlays.moves import Arrow, Moves
from maps.overlays.overlay import Overlay
from maps.overlays.reach import Reach
from maps.overlays.relations import Relations
from maps.overlays.scrambles import Scrambles

__all__ = [
    "Arrow",
    "Battles",
    "Changes",
    "Clash",
    "Convoys",
    "Force",
    "Income",
    "Moves",
    "Overlay",
    "Reach",
    "Relations",
    "Scrambles",
]
