"""What the enemies of a power can strike next turn, by land, by sea and by air: a pattern and a colour for each."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import pi, sin

from PIL import Image, ImageChops, ImageDraw

from maps.board import Board
from maps.canvas import Canvas
from maps.overlays.overlay import LegendEntry, Overlay, Position
from maps.position_words import listed, names_of, sentence
from maps.powers import PAPER, Colour, in_order, style_of
from maps.territories import STRIP

PERIOD = 27  # pixels from one line of a pattern to the next
FINE = 3
INK, RIM = 170, 105  # how opaque lines and their light rims are
FULL, FAINT = 255, 105
SWATCH: Colour = (186, 200, 206)
MEANING = {"land": "by land", "sea": "by sea", "air": "by air"}


@dataclass(frozen=True)
class Reach(Overlay):
    """The spaces that enemies can strike, by kind ("land", "sea", "air") and space, with the powers that can."""

    power: str
    struck: Mapping[str, Mapping[str, tuple[str, ...]]]
    rank = 4
    is_busy = True

    def spaces(self) -> Iterable[str]:
        """All spaces that can be struck."""
        return (space for spaces in self.struck.values() for space in spaces)

    def tint(self, canvas: Canvas) -> None:
        """A pattern over the spaces of each kind, fainter over zones where nobody is who could be struck."""
        held = self._held(canvas.position)
        for kind, spaces in self.struck.items():
            if spaces:
                _lay(canvas, kind, {space: FULL if space in held else FAINT for space in spaces})

    def _held(self, position: Position) -> frozenset[str]:
        """All territories, and the zones where somebody who is no enemy has units."""
        enemies = {power for spaces in self.struck.values() for powers in spaces.values() for power in powers}
        occupied = (space for space, powers in position.get("units", {}).items() if powers.keys() - enemies)
        return frozenset((*position.get("owners", {}), *occupied))

    def legend(self, _board: Board, _position: Position, height: int, /) -> Sequence[LegendEntry]:
        """A swatch of each pattern."""
        entries: list[LegendEntry] = []
        for kind in self.struck:
            lines, alpha = _tiled(kind, height, (2 * height, height))
            swatch = Image.new("RGB", lines.size, SWATCH)
            swatch.paste(lines, (0, 0), alpha)
            whose = f"enemies of {style_of(self.power).name} can strike " if not entries else ""
            entries.append(LegendEntry(swatch.convert("RGBA"), f"{whose}{MEANING[kind]}"))
        return entries

    def sentences(self, board: Board, position: Position, seen: Collection[str], /) -> Sequence[str]:
        """For each kind what is held by the powers that can strike it, then the empty zones."""
        said = []
        held_spaces = self._held(position)
        for kind, spaces in self.struck.items():
            together: dict[tuple[str, ...], list[str]] = {}
            empty = []
            for space, powers in spaces.items():
                if space not in seen:
                    continue
                if space in held_spaces:
                    together.setdefault(tuple(in_order(powers)), []).append(space)
                else:
                    empty.append(space)
            for powers, held in together.items():
                who = listed(style_of(power).name for power in powers)
                said.append(sentence(f"{who} can strike {MEANING[kind]} next turn: {names_of(board, held)}"))
            if empty:
                said.append(f"Empty zones that enemies can reach {MEANING[kind]}: {names_of(board, empty)}.")
        return said or [f"No enemy of {style_of(self.power).name} can strike anything here next turn."]


def _lay(canvas: Canvas, kind: str, weights: Mapping[str, int]) -> None:
    """Lay a pattern over spaces by their weights: so opaque it is there."""
    tables: dict[bool, list[int]] = {True: [0] * 256, False: [0] * 256}
    for space, weight in weights.items():
        place = canvas.board.space(space)
        tables[place.is_sea][place.number] = weight
    width, height = canvas.image.size
    period = round(PERIOD * canvas.scale)
    high = period * (1 + STRIP // period)
    lines, alpha = _tiled(kind, period, (width, high))
    for top in range(0, height, high):
        strip = 0, top, width, min(top + high, height)
        land, sea = canvas.land_numbers.crop(strip), canvas.sea_numbers.crop(strip)
        mask = ImageChops.lighter(land.point(tables[False]), sea.point(tables[True]))
        if mask.getbbox():
            rows = 0, 0, *mask.size
            canvas.image.paste(lines.crop(rows), (0, top), ImageChops.multiply(alpha.crop(rows), mask))


def _tiled(kind: str, period: int, size: tuple[int, int]) -> tuple[Image.Image, Image.Image]:
    """A pattern over a picture: its colours, and how opaque they are."""
    colours, opaque = pattern(kind, period)
    return _repeated(colours, size), _repeated(opaque, size)


@lru_cache(maxsize=32)
def pattern(kind: str, size: int) -> tuple[Image.Image, Image.Image]:
    """One tile of the pattern of a kind: its colours, and how opaque they are."""
    ink, rim = (_lines(kind, size, width) for width in (0.1, 0.24))
    colours = Image.new("RGB", (size, size), PAPER)
    colours.paste(COLOURS[kind], (0, 0), ink)
    return colours, ImageChops.lighter(ink.point(lambda v: v * INK // 255), rim.point(lambda v: v * RIM // 255))


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
    radius = width * 1.05
    for row in range(8):
        for column in range(4):
            x, y = (column + row % 2 / 2) * tile, row * tile / 2
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


_PATTERNS: Mapping[str, Callable[[ImageDraw.ImageDraw, int, float], None]] = {
    "land": _diagonals,
    "sea": _waves,
    "air": _dots,
}
COLOURS: Mapping[str, Colour] = {"land": (164, 14, 26), "sea": (12, 58, 150), "air": (104, 16, 132)}
