"""Coins: round badges with a number of IPCs, in the colour of a power."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from maps.board.lettering import font
from maps.board.powers import DARK, style_of
from maps.looks.reading import Colour
from maps.overlays.overlay import Badge
from maps.signs.sprites import rounded_mask
from maps.stacks.contents import Scale

GOLD: Colour = (250, 222, 120)
RED: Colour = (240, 152, 136)
SILVER: Colour = (222, 228, 234)


@dataclass(frozen=True)
class Coin(Badge):
    """What a place is worth to a power, or could cost it."""

    number: str
    owner: str
    metal: Colour = GOLD

    def width(self, scale: Scale) -> int:
        """It is round."""
        return scale.height

    def sprite(self, scale: Scale) -> Image.Image:
        """The coin."""
        return coin(self.number, self.owner, scale.height, self.metal)


@lru_cache(maxsize=256)
def coin(number: str, owner: str, size: int, metal: Colour = GOLD) -> Image.Image:
    """A coin this many pixels high."""
    drawn = Image.new("RGBA", (size, size), (*DARK, 0))
    for inset, colour in ((0, DARK), (1, style_of(owner).plate), (4, metal)):
        inner = size - 2 * inset
        drawn.paste((*colour, 255), (inset, inset), rounded_mask(inner, inner, inner // 2))
    spot = (size / 2, size / 2)
    ImageDraw.Draw(drawn).text(spot, number, font=font(round(size * 0.7), 700), fill=(*DARK, 255), anchor="mm")
    return drawn
