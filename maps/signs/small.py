"""Small pictures that stand beside words: the emblems of powers."""

import io

from PIL import Image, PngImagePlugin  # noqa: F401  # else the first picture waits until Pillow knows all formats

from maps.board.draw import Picture
from maps.board.powers import emblem_disc

EMBLEM = 120
"""Pixels; Discord shows it about 80 wide, on most phones with two or three for each."""


def draw_emblem(power: str, alt_text: str) -> Picture:
    """The emblem of a power on a disc in its colour."""
    disc = emblem_disc(power, EMBLEM)
    return Picture(png(disc), "emblem.png", alt_text, disc.size)


def png(image: Image.Image) -> bytes:
    """A picture as PNG."""
    buffer = io.BytesIO()
    image.save(buffer, format="PNG")
    return buffer.getvalue()
