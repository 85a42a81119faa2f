"""The badge of a battle: the mark between the numbers of both sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from maps.board.lettering import font, text_width
from maps.board.powers import DARK, PAPER, emblem_mask, on_land, style_of
from maps.looks.reading import Colour
from maps.overlays.clash import Clash, Force
from maps.overlays.overlay import Badge
from maps.signs.silhouettes import silhouette
from maps.signs.sprites import RADIUS, battle_mark, rounded_mask
from maps.stacks.contents import Scale

MOST_EMBLEMS = 3

Parts = tuple[Image.Image, ...]


@dataclass(frozen=True)
class BattleBadge(Badge):
    """Attacker, mark, defender; without numbers only the mark."""

    clash: Clash

    def width(self, scale: Scale) -> int:
        """How wide the badge is."""
        return _wide(_attacker(self.clash, scale)) + scale.height + _wide(_defender(self.clash, scale))

    def sprite(self, scale: Scale) -> Image.Image:
        """The badge."""
        return _badge(self, scale)


@lru_cache(maxsize=128)
def _badge(badge: BattleBadge, scale: Scale) -> Image.Image:
    """Both sides reach under the mark."""
    clash, height = badge.clash, scale.height
    ours, theirs = _attacker(clash, scale), _defender(clash, scale)
    left, middle = _wide(ours), _wide(ours) + height // 2
    sprite = Image.new("RGBA", (badge.width(scale), height), (*DARK, 0))
    if clash.attacker:
        _lay_panel(sprite, 0, middle, style_of(clash.attacker.powers[0]).plate)
    if clash.targets:
        _lay_panel(sprite, middle, sprite.width, PAPER)
    elif clash.defender:
        _lay_panel(sprite, middle, sprite.width, style_of(clash.defender.powers[0]).plate)
    for x, parts in ((0, ours), (left + height, theirs)):
        for part in parts:
            sprite.alpha_composite(part, (x, 0))
            x += part.width
    sprite.alpha_composite(battle_mark(height), (left, 0))
    return sprite


def _wide(parts: Sequence[Image.Image]) -> int:
    return sum(part.width for part in parts)


def _lay_panel(sprite: Image.Image, left: int, right: int, fill: Colour) -> None:
    width, height = right - left, sprite.height
    sprite.paste((*DARK, 255), (left, 0), rounded_mask(width, height, RADIUS))
    sprite.paste((*fill, 255), (left + 1, 1), rounded_mask(width - 2, height - 2, RADIUS - 1))


def _attacker(clash: Clash, scale: Scale) -> Parts:
    return _parts(clash.attacker, scale) if clash.attacker else ()


def _defender(clash: Clash, scale: Scale) -> Parts:
    """The same from right to left; of a raid what is bombed."""
    if clash.raid:
        return tuple(_target(symbol, scale) for symbol in clash.targets)
    return _parts(clash.defender, scale)[::-1] if clash.defender else ()


@lru_cache(maxsize=256)
def _parts(force: Force, scale: Scale) -> Parts:
    """From outside to the mark: emblems, units, and in a light field the strength."""
    emblems = [_emblem(power, scale) for power in force.powers[:MOST_EMBLEMS]]
    units = _number(force.units, scale, style_of(force.powers[0]).ink)
    strength = [] if force.strength is None else [_number(force.strength, scale, DARK, PAPER)]
    return (*emblems, units, *strength)


def _emblem(power: str, scale: Scale) -> Image.Image:
    style, wide = style_of(power), scale.emblem + 2 * scale.padding
    field = _clear(wide, scale)
    field.paste((*style.land, 255), (1, 1, wide - 1, scale.height - 1))
    corner = scale.padding, (scale.height - scale.emblem) // 2
    field.paste((*on_land(style), 255), corner, emblem_mask(style.emblem, scale.emblem))
    return field


def _number(number: int, scale: Scale, ink: Colour, ground: Colour | None = None) -> Image.Image:
    wide = text_width(str(number), scale.count, 700) + 2 * (scale.padding + 1)
    field = _clear(wide, scale)
    if ground:
        field.paste((*ground, 255), (0, 3, wide, scale.height - 3))
    spot = (wide / 2, scale.height / 2)
    ImageDraw.Draw(field).text(spot, str(number), font=font(scale.count, 700), fill=(*ink, 255), anchor="mm")
    return field


@lru_cache(maxsize=16)
def _target(symbol: str, scale: Scale) -> Image.Image:
    field = _clear(scale.icon + 2 * scale.padding, scale)
    field.paste((*DARK, 255), (scale.padding, (scale.height - scale.icon) // 2), silhouette(symbol, scale.icon))
    return field


def _clear(width: int, scale: Scale) -> Image.Image:
    return Image.new("RGBA", (width, scale.height), (*DARK, 0))
