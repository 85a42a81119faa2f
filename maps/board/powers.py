"""How each power looks: colours, and an emblem of plain geometry that tells it apart without colour."""

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image, ImageDraw

from maps.looks.emblems import EMBLEMS
from maps.looks.reading import Colour, PowerStyle, looks

FINE = 8  # emblems are drawn so much larger, then shrunk

UNOWNED: Colour = (207, 204, 195)
CLOSED: Colour = (183, 179, 171)
DARK: Colour = (24, 26, 30)
PAPER: Colour = (250, 246, 236)
PLAIN = PowerStyle(land=UNOWNED, plate=(120, 114, 100), ink=PAPER, emblem="dot")

# The land of neutrals by their leaning; their shields tell them apart.
NEUTRAL: dict[str, Colour] = {"strict": UNOWNED, "pro_axis": (190, 180, 182), "pro_allies": (204, 212, 194)}


def style_of(power: str) -> PowerStyle:
    """The look of a power, a treasury or a side; of one we do not know, a plain look."""
    known = looks()
    return (
        known.powers.get(power)
        or known.treasuries.get(power)
        or known.sides.get(power)
        or known.powers.get(power.partition("/")[0])
        or PLAIN
    )


def is_light(colour: Colour) -> bool:
    """Whether dark signs are seen better on a colour than light ones."""
    red, green, blue = colour
    return 0.3 * red + 0.59 * green + 0.11 * blue > 110


def on_land(style: PowerStyle) -> Colour:
    """The colour that shows clearly on a power's land."""
    return DARK if is_light(style.land) else PAPER


def in_order(powers: Iterable[str], first: str | None = None) -> list[str]:
    """Powers and treasuries in their usual order; one of them, the owner of the place, may go first."""
    known = list(looks().powers)

    def rank(name: str) -> int:
        power = name.partition("/")[0]
        return known.index(power) if power in known else len(known)

    return sorted(powers, key=lambda name: (name != first, rank(name), name))


@lru_cache(maxsize=128)
def emblem_mask(emblem: str, size: int) -> Image.Image:
    """An emblem as a mask of this size."""
    large = Image.new("L", (size * FINE, size * FINE), 0)
    EMBLEMS[emblem](ImageDraw.Draw(large), size * FINE)
    return large.resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(maxsize=64)
def emblem_disc(power: str, size: int) -> Image.Image:
    """The emblem of a power on a disc in its plate colour, with transparency."""
    style, (outer, inner) = style_of(power), _discs(size)
    disc = Image.new("RGBA", (size, size), (*PAPER, 0))
    disc.paste((*PAPER, 255), (0, 0), outer)
    disc.putalpha(outer)
    disc.paste((*style.plate, 255), (1, 1), inner)
    inside = round(size * (0.5 if style.emblem in {"square", "bars", "pillars", "half"} else 0.58))
    inside -= (size - inside) % 2
    corner = (size - inside) // 2
    disc.paste((*style.ink, 255), (corner, corner), emblem_mask(style.emblem, inside))
    return disc


@lru_cache(maxsize=16)
def _discs(size: int) -> tuple[Image.Image, Image.Image]:
    """A disc as a mask of this size, and one that leaves a rim of it."""
    large = Image.new("L", (size * FINE, size * FINE), 0)
    ImageDraw.Draw(large).ellipse((0, 0, size * FINE - 1, size * FINE - 1), fill=255)
    outer, inner = (large.resize((across, across), Image.Resampling.LANCZOS) for across in (size, size - 2))
    return outer, inner
