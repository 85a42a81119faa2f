"""What stands in the spaces of a replay: from afar a counter for each power, from near its units by type."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from PIL import Image, ImageDraw

from maps.board.lettering import font, text_width
from maps.board.powers import DARK, emblem_disc, emblem_mask, in_order, on_land, style_of
from maps.signs.sprites import rounded_mask
from maps.stacks.contents import SMALL, Plate, stacks_of
from maps.stacks.plates import plate_sprite

HEIGHT, EMBLEM, DIGITS, PADDING = 17, 10, 16, 3
DISC = 11  # the emblem of who holds land without units of its own there


class Figure(Protocol):
    """Something that stands in a space."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        ...

    def sprite(self) -> Image.Image:
        """Its picture; do not draw on it."""
        ...


@dataclass(frozen=True)
class Emblem:
    """The sign of a power that holds a territory and has no units there."""

    power: str

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return DISC, DISC

    def sprite(self) -> Image.Image:
        """Its picture; do not draw on it."""
        return emblem_disc(self.power, DISC)


@dataclass(frozen=True)
class Counter:
    """How many units a power has in a space."""

    power: str
    count: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return EMBLEM + 3 * PADDING + text_width(str(self.count), DIGITS, 700) + 2, HEIGHT

    def sprite(self) -> Image.Image:
        """Its picture; do not draw on it."""
        return _counter(self)


@dataclass(frozen=True)
class Row:
    """A plate of units by type."""

    plate: Plate

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.plate.width(SMALL), SMALL.height

    def sprite(self) -> Image.Image:
        """Its picture; do not draw on it."""
        return plate_sprite(self.plate, SMALL)


Figures = Mapping[str, tuple[Figure, ...]]


def figures_of(position: Mapping[str, Any], *, near: bool) -> Figures:
    """The figures of each space that is held or occupied, the owner's first."""
    found: dict[str, list[Figure]] = {}
    owners, units = position["owners"], position["units"]
    for space, owner in owners.items():
        if owner and owner not in units.get(space, {}):
            found[space] = [Emblem(owner)]
    if near:
        for space, stack in stacks_of({**position, "facilities": {}}).items():
            found.setdefault(space, []).extend(map(Row, stack.plates))
    else:
        for space, powers in units.items():
            counters = (Counter(power, sum(powers[power].values())) for power in in_order(powers, owners.get(space)))
            found.setdefault(space, []).extend(counters)
    return {space: tuple(figures) for space, figures in found.items()}


def block_size(figures: Iterable[Figure]) -> tuple[int, int]:
    """Width and height of figures below one another."""
    sizes = [figure.size for figure in figures]
    return max((size[0] for size in sizes), default=0), sum(size[1] for size in sizes)


@lru_cache(maxsize=512)
def _counter(counter: Counter) -> Image.Image:
    """Emblem and number on the power's colour."""
    style = style_of(counter.power)
    width, height = counter.size
    sprite = Image.new("RGBA", (width, height), (*DARK, 0))
    sprite.paste((*DARK, 255), (0, 0), rounded_mask(width, height, 4))
    sprite.paste((*style.plate, 255), (1, 1), rounded_mask(width - 2, height - 2, 3))
    field = EMBLEM + 2 * PADDING - 1
    sprite.paste((*style.land, 255), (1, 1), rounded_mask(2 * field, height - 2, 3).crop((0, 0, field, height - 2)))
    sprite.paste((*on_land(style), 255), (PADDING, (height - EMBLEM) // 2), emblem_mask(style.emblem, EMBLEM))
    at = (field + 1 + (width - field - 2) / 2, height / 2 + 0.5)
    ImageDraw.Draw(sprite).text(at, str(counter.count), font=font(DIGITS, 700), fill=(*style.ink, 255), anchor="mm")
    return sprite
