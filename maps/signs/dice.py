"""Dice as small pictures: a hit is filled, a miss is hollow and pale. All are kept, so never draw on them."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PIL import Image, ImageDraw

from maps.board.powers import DARK, PAPER
from maps.looks.reading import Colour

Look = Literal["hit", "miss", "counted"]

FINE = 4
HIT: Colour = (190, 44, 22)
PALE_RIM: Colour = (196, 188, 170)
PALE_PIP: Colour = (150, 142, 126)
LOOKS: dict[Look, tuple[Colour, Colour, Colour]] = {
    "hit": ((120, 20, 8), HIT, (255, 250, 240)),
    "miss": (PALE_RIM, PAPER, PALE_PIP),
    "counted": (DARK, PAPER, DARK),
}
"""Rim, face and pips."""

LOW, MIDDLE, HIGH = 0.26, 0.5, 0.74
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((MIDDLE, MIDDLE),),
    2: ((LOW, HIGH), (HIGH, LOW)),
    3: ((LOW, HIGH), (MIDDLE, MIDDLE), (HIGH, LOW)),
    4: ((LOW, LOW), (LOW, HIGH), (HIGH, LOW), (HIGH, HIGH)),
    5: ((LOW, LOW), (LOW, HIGH), (MIDDLE, MIDDLE), (HIGH, LOW), (HIGH, HIGH)),
    6: ((LOW, LOW), (LOW, MIDDLE), (LOW, HIGH), (HIGH, LOW), (HIGH, MIDDLE), (HIGH, HIGH)),
}


def look_of(face: int, value: int | None) -> Look:
    """How a die looks that needs `value` or less; without a value its pips are counted."""
    if value is None:
        return "counted"
    return "hit" if face <= value else "miss"


@lru_cache(maxsize=128)
def die_sprite(face: int, look: Look, size: int) -> Image.Image:
    """A die; misses are a little smaller within the same square."""
    rim, fill, pip = LOOKS[look]
    whole = size * FINE
    inset = whole * 0.05 if look == "miss" else 0.0
    large = Image.new("RGBA", (whole, whole), (*rim, 0))
    draw = ImageDraw.Draw(large)
    box = (inset, inset, whole - 1 - inset, whole - 1 - inset)
    draw.rounded_rectangle(box, radius=whole * 0.2, fill=(*rim, 255))
    edge = inset + max(FINE, whole * 0.055)
    box = (edge, edge, whole - 1 - edge, whole - 1 - edge)
    draw.rounded_rectangle(box, radius=whole * 0.16, fill=(*fill, 255))
    radius = whole * (0.13 if face == 1 else 0.095)
    for x, y in PIPS[face]:
        centre_x, centre_y = x * whole, y * whole
        draw.ellipse((centre_x - radius, centre_y - radius, centre_x + radius, centre_y + radius), fill=(*pip, 255))
    return large.resize((size, size), Image.Resampling.BOX)
