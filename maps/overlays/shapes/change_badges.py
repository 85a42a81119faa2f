"""Badges of what is different: a former and a new owner, units that came and went."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from maps.board.lettering import font, text_width
from maps.board.powers import DARK, PAPER, emblem_disc, emblem_mask, on_land, style_of
from maps.looks.reading import Colour
from maps.overlays.overlay import Badge
from maps.signs.silhouettes import silhouette
from maps.signs.sprites import RADIUS, WARNING, rounded_mask
from maps.stacks.contents import Cell, Scale

CAME: Colour = (20, 96, 40)
MINUS = "\u2212"


@dataclass(frozen=True)
class HandoverBadge(Badge):
    """The emblems of the former and the new owner, and a pointer between them."""

    former: str
    now: str

    def width(self, scale: Scale) -> int:
        """Two discs and the pointer."""
        return 2 * scale.height + scale.height // 3 + 2 * scale.padding

    def sprite(self, scale: Scale) -> Image.Image:
        """The badge."""
        return _handover(self, scale)


@lru_cache(maxsize=128)
def _handover(badge: HandoverBadge, scale: Scale) -> Image.Image:
    height, width = scale.height, badge.width(scale)
    sprite = light_panel(width, height)
    size = height - 6
    for power, x in ((badge.former, 3), (badge.now, width - size - 3)):
        sprite.alpha_composite(emblem_disc(power, size), (x, 3))
    left, right, middle = height + 1, width - height - 1, height / 2
    points = [(left, middle - height / 4), (right, middle), (left, middle + height / 4)]
    ImageDraw.Draw(sprite).polygon(points, fill=(*DARK, 255))
    return sprite


@dataclass(frozen=True)
class DifferenceBadge(Badge):
    """Units of a power that came or went, with signs before the numbers; the counts of its cells may be negative."""

    def width(self, scale: Scale) -> int:
        """Emblem, then a number and a silhouette for each kind."""
        emblem = scale.emblem + 2 * scale.padding
        return emblem + sum(_cell_width(cell, scale) for cell in self.cells) + 2 * scale.padding

    def sprite(self, scale: Scale) -> Image.Image:
        """The badge."""
        return _difference(self, scale)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def _cell_width(cell: Cell, scale: Scale) -> int:
    return text_width(_signed(cell.count), scale.count, 700) + (scale.icon if cell.unit else 0) + 4


@lru_cache(maxsize=512)
def _difference(badge: DifferenceBadge, scale: Scale) -> Image.Image:
    height, style = scale.height, style_of(badge.power)
    sprite = light_panel(badge.width(scale), height)
    x = emblem_field(sprite, badge.power, scale) + scale.padding
    draw = ImageDraw.Draw(sprite)
    for cell in badge.cells:
        text, colour = _signed(cell.count), CAME if cell.count > 0 else WARNING
        draw.text((x, height / 2), text, font=font(scale.count, 700), fill=(*colour, 255), anchor="lm")
        if cell.unit:
            spot = x + text_width(text, scale.count, 700) + 1, (height - scale.icon) // 2
            sprite.paste((*style.plate, 255), spot, silhouette(cell.unit, scale.icon))
        x += _cell_width(cell, scale)
    return sprite


def emblem_field(sprite: Image.Image, power: str, scale: Scale) -> int:
    """Lay the emblem of a power on the left end of a light panel; gives where its field ends."""
    height, style, wide = scale.height, style_of(power), scale.emblem + 2 * scale.padding
    sprite.paste(
        (*style.land, 255), (1, 1), rounded_mask(2 * wide, height - 2, RADIUS - 1).crop((0, 0, wide, height - 2))
    )
    corner = scale.padding, (height - scale.emblem) // 2
    sprite.paste((*on_land(style), 255), corner, emblem_mask(style.emblem, scale.emblem))
    return wide


def light_panel(width: int, height: int) -> Image.Image:
    """A light panel with a dark rim and round corners."""
    panel = Image.new("RGBA", (width, height), (*DARK, 0))
    panel.paste((*DARK, 255), (0, 0), rounded_mask(width, height, RADIUS))
    panel.paste((*PAPER, 255), (1, 1), rounded_mask(width - 2, height - 2, RADIUS - 1))
    return panel


def signs_sample(height: int) -> Image.Image:
    """A plus and a minus on a light panel."""
    panel = light_panel(2 * height, height)
    draw = ImageDraw.Draw(panel)
    letters = font(round(height * 0.8), 700)
    draw.text((height * 0.55, height / 2), "+", font=letters, fill=(*CAME, 255), anchor="mm")
    draw.text((height * 1.45, height / 2), MINUS, font=letters, fill=(*WARNING, 255), anchor="mm")
    return panel
