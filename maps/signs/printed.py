"""Small printed signs: symbols beside the numbers of sea zones, and the shields of neutral territories."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from maps.board.lettering import DISC, SYMBOL_WIDTH, font
from maps.board.powers import DARK, PAPER, style_of
from maps.looks.reading import Colour
from maps.signs.silhouettes import Sketch, kamikaze

FINE = 8
SYMBOL_COLOURS: dict[str, Colour] = {"convoy": (34, 70, 108), "kamikaze": (150, 40, 36)}
# The shields of neutrals: outlines told apart without colour.
SHIELDS: dict[str, list[tuple[float, float]]] = {
    "strict": [(0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96)],
    "pro_allies": [(0.5, -0.06), (1, 0.36), (1, 1), (0, 1), (0, 0.36)],
    "pro_axis": [(0, 0), (1, 0), (1, 0.64), (0.5, 1.06), (0, 0.64)],
}


class Sign(NamedTuple):
    """Who holds a territory: a power, nobody and closed to all, or a neutral with its leaning and its infantry.

    former: the power whose emblem the territory bears, where another holds it.
    """

    owner: str = ""
    former: str = ""
    closed: bool = False
    neutral: str = ""
    army: int = 0


def _convoy(s: Sketch) -> None:
    """Two freighters in line, over the waves."""
    for x, y in ((22, 6), (0, 24)):
        s.shape((x, y + 13), (x + 42, y + 13), (x + 36, y + 23), (x + 6, y + 23))
        s.bar(x + 5, y + 2, x + 14, y + 14, 1)
        s.bar(x + 18, y + 6, x + 26, y + 14)
        s.bar(x + 29, y + 6, x + 37, y + 14)
    s.line(4, (2, 56), (12, 52), (22, 57), (32, 52), (42, 57), (52, 52), (62, 56))


_SKETCHES = {"convoy": _convoy, "kamikaze": kamikaze}


@lru_cache(maxsize=8)
def zone_symbol(symbol: str) -> Image.Image:
    """The symbol of a convoy zone or of a zone of kamikaze strikes."""
    sketch = Sketch()
    _SKETCHES[symbol](sketch)
    mask = sketch.image.resize((SYMBOL_WIDTH, SYMBOL_WIDTH), Image.Resampling.LANCZOS)
    sprite = Image.new("RGBA", mask.size, (*SYMBOL_COLOURS[symbol], 0))
    sprite.putalpha(mask)
    return sprite


@lru_cache(maxsize=64)
def neutral_shield(leaning: str, army: int, size: int = DISC) -> Image.Image:
    """The shield of a neutral territory with the number of its standing infantry."""
    shield, ink = _bare_shield(leaning, size).copy(), DARK if leaning == "strict" else style_of(leaning).ink
    middle = sum(y for _, y in SHIELDS[leaning]) / len(SHIELDS[leaning])
    spot = size / 2, size * (0.5 + 0.4 * (middle - 0.5))
    ImageDraw.Draw(shield).text(spot, str(army), font=font(round(size * 14 / DISC), 700), fill=(*ink, 255), anchor="mm")
    return shield


@lru_cache(maxsize=8)
def _bare_shield(leaning: str, size: int) -> Image.Image:
    fill = PAPER if leaning == "strict" else style_of(leaning).plate
    whole = size * FINE
    large = Image.new("RGBA", (whole, whole), (*DARK, 0))
    draw = ImageDraw.Draw(large)
    for inset, colour in ((0.03, DARK), (0.09, fill)):
        points = [
            ((inset + x * (1 - 2 * inset)) * whole, (inset + y * (1 - 2 * inset)) * whole) for x, y in SHIELDS[leaning]
        ]
        draw.polygon(points, fill=(*colour, 255))
    return large.resize((size, size), Image.Resampling.LANCZOS)
