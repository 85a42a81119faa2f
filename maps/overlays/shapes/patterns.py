"""Patterns that overlays lay over spaces: shapes that differ to every eye, each in a colour of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import pi, sin
from typing import Literal

from PIL import Image, ImageChops, ImageDraw

from maps.board.canvas import Canvas
from maps.board.powers import PAPER
from maps.looks.reading import Colour

PERIOD = 27  # pixels from one line of a pattern to the next
FINE = 3
PART = 400  # pixels of the sides of what is laid at once: so little is laid in vain, and is in no new memory
INK, RIM = 170, 105  # how opaque lines and their light rims are
FULL, FAINT = 255, 105
BENDS = 24  # of a wave
SWATCH: Colour = (186, 200, 206)


@dataclass(frozen=True)
class Pattern:
    """Lines or dots in a colour."""

    shape: Literal["diagonals", "counter_diagonals", "waves", "dots", "crosses"]
    colour: Colour


def lay(canvas: Canvas, pattern: Pattern, weights: Mapping[str, int]) -> None:
    """Lay a pattern over spaces by their weights: so opaque it is there."""
    tables: dict[bool, list[int]] = {True: [0] * 256, False: [0] * 256}
    for space, weight in weights.items():
        place = canvas.board.space(space)
        tables[place.is_sea][place.number] = weight
    weighed = [(canvas.ground, tables[False])] if any(tables[False]) else []
    weighed += [(canvas.sea_numbers, tables[True])] if any(tables[True]) else []
    if not weighed:
        return
    (width, height), period = canvas.image.size, round(PERIOD * canvas.scale)
    side = period * max(1, PART // period)
    lines, alpha = _tiled(pattern, period, (side, side))
    for left, top in product(range(0, width, side), range(0, height, side)):
        part = left, top, min(left + side, width), min(top + side, height)
        parts = [numbers.crop(part).point(table) for numbers, table in weighed]
        mask = parts[0] if len(parts) == 1 else ImageChops.lighter(*parts)
        if box := mask.getbbox():
            opaque = ImageChops.multiply(alpha.crop(box), mask.crop(box))
            canvas.image.paste(lines.crop(box), (left + box[0], top + box[1]), opaque)


def swatch(pattern: Pattern, height: int) -> Image.Image:
    """A sample of a pattern for a legend."""
    lines, alpha = _tiled(pattern, height, (2 * height, height))
    sample = Image.new("RGB", lines.size, SWATCH)
    sample.paste(lines, (0, 0), alpha)
    return sample.convert("RGBA")


def _tiled(pattern: Pattern, period: int, size: tuple[int, int]) -> tuple[Image.Image, Image.Image]:
    """A pattern over a picture: its colours, and how opaque they are."""
    colours, opaque = tile(pattern, period)
    return _repeated(colours, size), _repeated(opaque, size)


@lru_cache(maxsize=32)
def tile(pattern: Pattern, size: int) -> tuple[Image.Image, Image.Image]:
    """One tile of a pattern: its colours, and how opaque they are."""
    ink, rim = (_lines(pattern.shape, size, width) for width in (0.1, 0.24))
    colours = Image.new("RGB", (size, size), PAPER)
    colours.paste(pattern.colour, (0, 0), ink)
    return colours, ImageChops.lighter(ink.point(lambda v: v * INK // 255), rim.point(lambda v: v * RIM // 255))


def _repeated(one: Image.Image, size: tuple[int, int]) -> Image.Image:
    whole = Image.new(one.mode, size)
    whole.paste(one, (0, 0))
    wide, high = one.size
    while wide < size[0]:
        whole.paste(whole.crop((0, 0, wide, high)), (wide, 0))
        wide *= 2
    while high < size[1]:
        whole.paste(whole.crop((0, 0, size[0], high)), (0, high))
        high *= 2
    return whole


def _lines(shape: str, size: int, width: float) -> Image.Image:
    """The lines of a pattern on one tile, which fits to itself on all sides; `width` is a share of the tile."""
    whole = size * FINE
    large = Image.new("L", (3 * whole, 3 * whole), 0)
    _SHAPES[shape](ImageDraw.Draw(large), whole, width * whole)
    return large.crop((whole, whole, 2 * whole, 2 * whole)).resize((size, size), Image.Resampling.BOX)


def _diagonals(draw: ImageDraw.ImageDraw, size: int, width: float) -> None:
    for x in range(-3 * size, 6 * size, size):
        draw.line([(x, 3 * size), (x + 3 * size, 0)], fill=255, width=round(width))


def _counter_diagonals(draw: ImageDraw.ImageDraw, size: int, width: float) -> None:
    for x in range(0, 9 * size, size):
        draw.line([(x, 3 * size), (x - 3 * size, 0)], fill=255, width=round(width))


def _waves(draw: ImageDraw.ImageDraw, size: int, width: float) -> None:
    spots = [size * turn / BENDS for turn in range(3 * BENDS + 1)]
    for row in range(4):
        points = [(x, (row + 0.5 + 0.16 * sin(2 * pi * x / size)) * size) for x in spots]
        draw.line(points, fill=255, width=round(width), joint="curve")


def _dots(draw: ImageDraw.ImageDraw, size: int, width: float) -> None:
    radius = width * 1.05
    for row in range(8):
        for column in range(4):
            x, y = (column + row % 2 / 2) * size, row * size / 2
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


def _crosses(draw: ImageDraw.ImageDraw, size: int, width: float) -> None:
    arm = size * 0.22
    for row in range(8):
        for column in range(4):
            x, y = (column + row % 2 / 2) * size, row * size / 2
            draw.line([(x - arm, y), (x + arm, y)], fill=255, width=round(width))
            draw.line([(x, y - arm), (x, y + arm)], fill=255, width=round(width))


_SHAPES: Mapping[str, Callable[[ImageDraw.ImageDraw, int, float], None]] = {
    "diagonals": _diagonals,
    "counter_diagonals": _counter_diagonals,
    "waves": _waves,
    "dots": _dots,
    "crosses": _crosses,
}
