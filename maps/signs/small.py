"""Small pictures that stand beside words: the emblems of powers, and signs of units and powers in a line of text."""

import io
from collections.abc import Mapping

from PIL import Image, ImageDraw, PngImagePlugin  # noqa: F401  # else the first one waits for all formats

from maps.board.draw import Picture
from maps.board.powers import DARK, PAPER, emblem_disc
from maps.looks.reading import looks
from maps.signs.silhouettes import SILHOUETTES, drawn

EMBLEM = 120
"""Pixels; Discord shows it about 80 wide, on most phones with two or three for each."""
SIGN, MARGIN, ROUNDED = 96, 10, 18
"""Pixels of a sign, which Discord shows up to 48 wide, between its edge and the unit, and of its corners."""


def draw_emblem(power: str, alt_text: str) -> Picture:
    """The emblem of a power on a disc in its colour."""
    disc = emblem_disc(power, EMBLEM)
    return Picture(_png(disc), "emblem.png", alt_text, disc.size)


def draw_signs() -> Mapping[str, bytes]:
    """The signs of all units and powers as PNG, by their names; each is seen well on light and on dark."""
    units = {unit: _png(_plate(unit)) for unit in SILHOUETTES}
    return {**units, **{power: _png(emblem_disc(power, SIGN)) for power in looks().powers}}


def _plate(unit: str) -> Image.Image:
    """A unit, light on a dark plate."""
    plate = Image.new("RGBA", (SIGN, SIGN), (*DARK, 0))
    ImageDraw.Draw(plate).rounded_rectangle((0, 0, SIGN - 1, SIGN - 1), ROUNDED, fill=(*DARK, 255), outline=PAPER)
    plate.paste((*PAPER, 255), (MARGIN, MARGIN), drawn(unit, SIGN - 2 * MARGIN))
    return plate


def _png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, format="PNG")
    return buffer.getvalue()
