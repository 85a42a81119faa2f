"""What the enemies of a power can strike next turn, by land, by sea and by air: a pattern and a colour for each."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import pi, sin

from PIL import Image, ImageChops, ImageDraw

from maps.board import Board
from maps.canvas import Canvas
from maps.overlays.overlay import LegendEntry, Overlay, Position
from maps.powers import PAPER, Colour, in_order, style_of

PERIOD = 20  # pixels from one line of a pattern to the next
FINE = 3
INK, RIM = 150, 95  # how opaque lines and their light rims are
MEANING = {"land": "by land", "sea": "by sea", "air": "by air"}


@dataclass(frozen=True)
class Reach(Overlay):
    """The spaces that enemies can strike, by kind ("land", "sea", "air") and space, with the powers that can."""

    power: str
    struck: Mapping[str, Mapping[str, Collection[str]]]
    rank = 4

    def spaces(self) -> Iterable[str]:
        """All spaces that can be struck."""
        return (space for spaces in self.struck.values() for space in spaces)

    def tint(self, canvas: Canvas) -> None:
        """A pattern over the spaces of each kind."""
        for kind, spaces in self.struck.items():
            if spaces:
                lines, alpha = _tiled(kind, PERIOD * canvas.scale, canvas.image.size)
                canvas.image.paste(lines, (0, 0), ImageChops.darker(alpha, _mask(canvas, spaces)))

    def legend(self, _position: Position, height: int, /) -> Sequence[LegendEntry]:
        """A swatch of each pattern."""
        entries: list[LegendEntry] = []
        for kind in self.struck:
            lines, alpha = _tiled(kind, height / 2, (2 * height, height))
            swatch = Image.new("RGB", lines.size, (186, 200, 206))
            swatch.paste(lines, (0, 0), alpha)
            whose = f"enemies of {style_of(self.power).name} can strike " if not entries else ""
            entries.append(LegendEntry(swatch.convert("RGBA"), f"{whose}{MEANING[kind]}"))
        return entries

    def sentences(self, board: Board, _position: Position, /) -> Sequence[str]:
        """For each kind the spaces by the powers that can strike them."""
        said = []
        for kind, spaces in self.struck.items():
            together: dict[tuple[str, ...], list[str]] = {}
            for space, powers in spaces.items():
                together.setdefault(tuple(in_order(powers)), []).append(board.space(space).name)
            for powers, names in together.items():
                who = " and ".join(style_of(power).name for power in powers)
                said.append(f"{who} can strike next turn {MEANING[kind]}: {', '.join(names)}.")
        return said or [f"No enemy of {style_of(self.power).name} can strike anything next turn."]


def _mask(canvas: Canvas, spaces: Iterable[str]) -> Image.Image:
    """The pixels of these spaces in the picture."""
    numbers: dict[bool, set[int]] = {True: set(), False: set()}
    for space in spaces:
        place = canvas.board.space(space)
        numbers[place.is_sea].add(place.number)
    land, sea = (
        image.point([255 if value in numbers[is_sea] else 0 for value in range(256)])
        for image, is_sea in ((canvas.land_numbers, False), (canvas.sea_numbers, True))
    )
    return ImageChops.lighter(land, sea)


def _tiled(kind: str, period: float, size: tuple[int, int]) -> tuple[Image.Image, Image.Image]:
    """A pattern over a whole picture: its colours, and how opaque they are."""
    tile = max(8, round(period))
    ink, rim = (_lines(kind, tile, width) for width in (0.16, 0.32))
    colours = Image.new("RGB", (tile, tile), PAPER)
    colours.paste(COLOURS[kind], (0, 0), ink)
    opaque = ImageChops.lighter(ink.point(lambda v: v * INK // 255), rim.point(lambda v: v * RIM // 255))
    return _repeated(colours, size), _repeated(opaque, size)


def _repeated(tile: Image.Image, size: tuple[int, int]) -> Image.Image:
    whole = Image.new(tile.mode, size)
    whole.paste(tile, (0, 0))
    wide, high = tile.size
    while wide < size[0]:
        whole.paste(whole.crop((0, 0, wide, high)), (wide, 0))
        wide *= 2
    while high < size[1]:
        whole.paste(whole.crop((0, 0, size[0], high)), (0, high))
        high *= 2
    return whole


def _lines(kind: str, tile: int, width: float) -> Image.Image:
    """The lines of a pattern on one tile, which fits to itself on all sides; `width` is a share of the tile."""
    whole = tile * FINE
    large = Image.new("L", (3 * whole, 3 * whole), 0)
    _PATTERNS[kind](ImageDraw.Draw(large), whole, width * whole)
    return large.crop((whole, whole, 2 * whole, 2 * whole)).resize((tile, tile), Image.Resampling.BOX)


def _diagonals(draw: ImageDraw.ImageDraw, tile: int, width: float) -> None:
    for x in range(-3 * tile, 6 * tile, tile):
        draw.line([(x, 3 * tile), (x + 3 * tile, 0)], fill=255, width=round(width))


def _waves(draw: ImageDraw.ImageDraw, tile: int, width: float) -> None:
    for row in range(4):
        points = [(x, (row + 0.5 + 0.16 * sin(2 * pi * x / tile)) * tile) for x in range(0, 3 * tile + 1, 2)]
        draw.line(points, fill=255, width=round(width), joint="curve")


def _dots(draw: ImageDraw.ImageDraw, tile: int, width: float) -> None:
    radius = width * 1.1
    for row in range(4):
        for column in range(4):
            x, y = column * tile, row * tile
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


_PATTERNS: Mapping[str, Callable[[ImageDraw.ImageDraw, int, float], None]] = {
    "land": _diagonals,
    "sea": _waves,
    "air": _dots,
}
COLOURS: Mapping[str, Colour] = {"land": (120, 16, 20), "sea": (14, 44, 120), "air": (70, 10, 96)}
