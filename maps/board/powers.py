"""How each power looks: colours, and an emblem of plain geometry that tells it apart without colour."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

Colour = tuple[int, int, int]
Points = list[tuple[float, float]]

FINE = 8  # emblems are drawn so much larger, then shrunk


@dataclass(frozen=True)
class PowerStyle:
    """Colour of the land, colour of the unit plates, colour of what is drawn on them, emblem."""

    land: Colour
    plate: Colour
    ink: Colour
    emblem: str


# The colours of the land stay apart under every kind of colour blindness; tests/maps/test_powers.py tells how far.
POWERS: dict[str, PowerStyle] = {
    "soviet_union": PowerStyle((170, 73, 55), (132, 34, 30), (255, 240, 226), "triangle"),
    "germany": PowerStyle((101, 108, 115), (52, 56, 62), (244, 244, 240), "diamond"),
    "united_kingdom": PowerStyle((242, 225, 176), (186, 140, 68), (30, 20, 4), "ring"),
    "japan": PowerStyle((234, 165, 94), (196, 82, 22), (255, 246, 234), "bars"),
    "united_states": PowerStyle((126, 150, 100), (48, 88, 40), (244, 250, 236), "square"),
    "italy": PowerStyle((90, 60, 48), (56, 34, 26), (250, 240, 225), "hourglass"),
    "china": PowerStyle((188, 135, 191), (108, 50, 112), (248, 240, 254), "plus"),
    "anzac": PowerStyle((78, 142, 142), (12, 84, 90), (236, 252, 252), "chevron"),
    "france": PowerStyle((72, 86, 150), (36, 48, 108), (238, 240, 255), "half"),
    "dutch": PowerStyle((240, 200, 92), (204, 150, 16), (34, 18, 0), "pillars"),
}

UNOWNED: Colour = (207, 204, 195)
CLOSED: Colour = (183, 179, 171)
DARK: Colour = (24, 26, 30)
PAPER: Colour = (250, 246, 236)
PLAIN = PowerStyle(UNOWNED, (120, 114, 100), PAPER, "dot")

# The land of neutrals by their leaning; their shields tell them apart.
NEUTRAL: dict[str, Colour] = {"strict": UNOWNED, "pro_axis": (190, 180, 182), "pro_allies": (204, 212, 194)}

# The two treasuries of one power.
TREASURIES: dict[str, PowerStyle] = {
    "united_kingdom/europe": POWERS["united_kingdom"],
    "united_kingdom/pacific": PowerStyle((221, 190, 128), (150, 104, 44), PAPER, "target"),
}

# The two sides, where their sums stand beside those of their powers.
SIDES: dict[str, PowerStyle] = {
    "axis": PowerStyle((150, 126, 96), (104, 82, 54), PAPER, "slash"),
    "allies": PowerStyle((172, 194, 212), (74, 102, 128), PAPER, "three"),
}


def style_of(power: str) -> PowerStyle:
    """The look of a power, a treasury or a side; of one we do not know, a plain look."""
    return POWERS.get(power) or TREASURIES.get(power) or SIDES.get(power) or PLAIN


def is_light(colour: Colour) -> bool:
    """Whether dark signs are seen better on a colour than light ones."""
    red, green, blue = colour
    return 0.3 * red + 0.59 * green + 0.11 * blue > 110


def on_land(style: PowerStyle) -> Colour:
    """The colour that shows clearly on a power's land."""
    return DARK if is_light(style.land) else PAPER


def in_order(powers: Iterable[str], first: str | None = None) -> list[str]:
    """Powers and treasuries in their usual order; one of them, the owner of the place, may go first."""
    known = list(POWERS)

    def rank(name: str) -> int:
        power = name.partition("/")[0]
        return known.index(power) if power in POWERS else len(known)

    return sorted(powers, key=lambda name: (name != first, rank(name), name))


def _polygons(*shapes: Points) -> Callable[[ImageDraw.ImageDraw, float], None]:
    def draw(canvas: ImageDraw.ImageDraw, size: float) -> None:
        for shape in shapes:
            canvas.polygon([(x * size, y * size) for x, y in shape], fill=255)

    return draw


def _ring(canvas: ImageDraw.ImageDraw, size: float) -> None:
    canvas.ellipse((0, 0, size - 1, size - 1), fill=255)
    canvas.ellipse((0.29 * size, 0.29 * size, 0.71 * size, 0.71 * size), fill=0)


def _target(canvas: ImageDraw.ImageDraw, size: float) -> None:
    _ring(canvas, size)
    canvas.ellipse((0.4 * size, 0.4 * size, 0.6 * size, 0.6 * size), fill=255)


def _dot(canvas: ImageDraw.ImageDraw, size: float) -> None:
    canvas.ellipse((0.25 * size, 0.25 * size, 0.75 * size, 0.75 * size), fill=255)


def _half(canvas: ImageDraw.ImageDraw, size: float) -> None:
    canvas.pieslice((0, -0.02 * size, size - 1, 0.98 * size), 90, 270, fill=255)


def _three(canvas: ImageDraw.ImageDraw, size: float) -> None:
    for x, y in ((0.5, 0.24), (0.24, 0.72), (0.76, 0.72)):
        canvas.ellipse(((x - 0.22) * size, (y - 0.22) * size, (x + 0.22) * size, (y + 0.22) * size), fill=255)


def _box(left: float, top: float, right: float, bottom: float) -> Points:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


EMBLEMS: dict[str, Callable[[ImageDraw.ImageDraw, float], None]] = {
    "triangle": _polygons([(0.5, 0.03), (1, 0.93), (0, 0.93)]),
    "diamond": _polygons([(0.5, 0), (0.96, 0.5), (0.5, 1), (0.04, 0.5)]),
    "ring": _ring,
    "bars": _polygons(_box(0.02, 0.1, 0.98, 0.4), _box(0.02, 0.6, 0.98, 0.9)),
    "square": _polygons(_box(0.09, 0.09, 0.91, 0.91)),
    "hourglass": _polygons([(0.05, 0.03), (0.95, 0.03), (0.5, 0.5)], [(0.05, 0.97), (0.95, 0.97), (0.5, 0.5)]),
    "plus": _polygons(_box(0.35, 0, 0.65, 1), _box(0, 0.35, 1, 0.65)),
    "chevron": _polygons([(0, 0.2), (0.5, 0.62), (1, 0.2), (1, 0.52), (0.5, 0.94), (0, 0.52)]),
    "half": _half,
    "pillars": _polygons(_box(0.1, 0.02, 0.4, 0.98), _box(0.6, 0.02, 0.9, 0.98)),
    "slash": _polygons([(0.66, 0), (1, 0), (0.34, 1), (0, 1)]),
    "three": _three,
    "dot": _dot,
    "target": _target,
}


@lru_cache(maxsize=128)
def emblem_mask(emblem: str, size: int) -> Image.Image:
    """An emblem as a mask of this size."""
    large = Image.new("L", (size * FINE, size * FINE), 0)
    EMBLEMS[emblem](ImageDraw.Draw(large), size * FINE)
    return large.resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(maxsize=64)
def emblem_disc(power: str, size: int) -> Image.Image:
    """The emblem of a power on a disc in its plate colour, with transparency."""
    style = style_of(power)
    large = Image.new("L", (size * FINE, size * FINE), 0)
    ImageDraw.Draw(large).ellipse((0, 0, size * FINE - 1, size * FINE - 1), fill=255)
    outer = large.resize((size, size), Image.Resampling.LANCZOS)
    disc = Image.new("RGBA", (size, size), (*PAPER, 0))
    disc.paste((*PAPER, 255), (0, 0), outer)
    disc.putalpha(outer)
    inner = large.resize((size - 2, size - 2), Image.Resampling.LANCZOS)
    disc.paste((*style.plate, 255), (1, 1), inner)
    inside = round(size * (0.5 if style.emblem in {"square", "bars", "pillars", "half"} else 0.58))
    inside -= (size - inside) % 2
    corner = (size - inside) // 2
    disc.paste((*style.ink, 255), (corner, corner), emblem_mask(style.emblem, inside))
    return disc
