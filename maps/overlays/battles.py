"""Battles: a mark, and what both sides bring."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from PIL import Image, ImageDraw

from maps.board import Board
from maps.canvas import Canvas
from maps.lettering import font, text_width
from maps.overlays.overlay import Badge, LegendEntry, Overlay, Position
from maps.powers import DARK, PAPER, emblem_mask, on_land, style_of
from maps.silhouettes import silhouette
from maps.sprites import RADIUS, WARNING, battle_mark, label_size, rounded_mask
from maps.stacks import Scale, Stack
from maps.words import listed, names_of, sentence

MOST_EMBLEMS = 3
RING, RING_APART = 10, 30
RINGED_FROM = 1.5  # times the usual width of a picture
RAIDED = "industrial_complex"


@dataclass(frozen=True)
class Force:
    """One side of a battle: its powers, how many units, and the sum of what these need to hit (None: no matter)."""

    powers: tuple[str, ...]
    units: int
    strength: int | None

    @property
    def in_words(self) -> str:
        """ "Germany with 5 units, strength 12"."""
        names = listed(style_of(power).name for power in self.powers)
        strength = "" if self.strength is None else f", strength {self.strength}"
        return f"{names} with {self.units} unit{'' if self.units == 1 else 's'}{strength}"


@dataclass(frozen=True)
class Clash:
    """A battle in a space; without forces it is only marked. A raid bombs, and meets no units."""

    space: str
    attacker: Force | None = None
    defender: Force | None = None
    raid: bool = False


@dataclass(frozen=True)
class Battles(Overlay):
    """A badge for each battle: attacker, mark, defender."""

    clashes: tuple[Clash, ...]
    rank = 2

    @classmethod
    def at(cls, spaces: Iterable[str]) -> Self:
        """Marks without numbers."""
        return cls(tuple(Clash(space) for space in spaces))

    def spaces(self) -> Iterable[str]:
        """Where there are battles."""
        return (clash.space for clash in self.clashes)

    def draw(self, canvas: Canvas) -> None:
        """Rings that are seen even where the picture is looked at much smaller."""
        if canvas.scale < RINGED_FROM:
            return
        for space in dict.fromkeys(clash.space for clash in self.clashes):
            _draw_ring(canvas, space)

    def badges(self, _board: Board, _position: Position, /) -> Sequence[Stack]:
        """One for each battle."""
        return [Stack(clash.space, (BattleBadge("", (), clash),), ()) for clash in self.clashes]

    def legend(self, _board: Board, _position: Position, height: int, /) -> Sequence[LegendEntry]:
        """The mark, and what the numbers mean if there are any."""
        if not self.clashes:
            return ()
        told = any(clash.attacker for clash in self.clashes)
        numbers = ": units and, in the light field, combat strength of attacker and defender"
        return (LegendEntry(battle_mark(height), f"battle{numbers if told else ''}"),)

    def sentences(self, board: Board, _position: Position, _seen: Collection[str], /) -> Sequence[str]:
        """A sentence for each battle with its forces, one for all others."""
        bare = [clash.space for clash in self.clashes if not clash.attacker]
        told = [_sentence(board, clash) for clash in self.clashes if clash.attacker]
        return [*([sentence(f"Battles: {names_of(board, bare)}")] if bare else []), *told]


def _draw_ring(canvas: Canvas, space: str) -> None:
    """A ring around the name of a space; its units may stand elsewhere."""
    draw = ImageDraw.Draw(canvas.image)
    radius = max(label_size(canvas.board.space(space))) / 2 + RING_APART
    for [(x, y)] in canvas.in_picture([canvas.board.space(space).label_at]):
        for wide, colour in ((RING + 4, PAPER), (RING, WARNING)):
            outer = radius + wide / 2
            draw.ellipse((x - outer, y - outer, x + outer, y + outer), outline=colour, width=wide)


def _sentence(board: Board, clash: Clash) -> str:
    where = names_of(board, [clash.space])
    attacker = clash.attacker.in_words if clash.attacker else ""
    if clash.raid:
        return f"Raid on {where}: {attacker}."
    against = f" against {clash.defender.in_words}" if clash.defender else ""
    return f"Battle in {where}: {attacker}{against}."


@dataclass(frozen=True)
class BattleBadge(Badge):
    """The mark of a battle between the numbers of both sides."""

    clash: Clash

    def width(self, scale: Scale) -> int:
        """How wide the badge is: the mark lies over the inner ends of both sides."""
        return _side_width(self.clash.attacker, scale) + scale.height + self._right_width(scale)

    def _right_width(self, scale: Scale) -> int:
        if self.clash.raid:
            return scale.icon + 2 * scale.padding
        return _side_width(self.clash.defender, scale)

    def sprite(self, scale: Scale) -> Image.Image:
        """The badge."""
        return _badge(self, scale)


@lru_cache(maxsize=128)
def _badge(badge: BattleBadge, scale: Scale) -> Image.Image:
    height, clash = scale.height, badge.clash
    sprite = Image.new("RGBA", (badge.width(scale), height), (*DARK, 0))
    left = _side_width(clash.attacker, scale)
    if clash.attacker:
        _draw_half(sprite, clash.attacker, scale, 0, left)
    if clash.raid:
        _draw_target(sprite, scale, left + height)
    elif clash.defender:
        _draw_half(sprite, clash.defender, scale, left + height, sprite.width, mirrored=True)
    sprite.alpha_composite(battle_mark(height), (left, 0))
    return sprite


def _side_width(force: Force | None, scale: Scale) -> int:
    """Emblems, units, and the field with the strength."""
    if force is None:
        return 0
    emblems = len(force.powers[:MOST_EMBLEMS]) * (scale.emblem + 2 * scale.padding)
    units = text_width(str(force.units), scale.count, 700)
    return emblems + units + _strength_width(force, scale) + 3 * scale.padding


def _strength_width(force: Force, scale: Scale) -> int:
    return 0 if force.strength is None else text_width(str(force.strength), scale.count, 700) + 2 * scale.padding


def _draw_half(
    sprite: Image.Image, force: Force, scale: Scale, left: int, right: int, *, mirrored: bool = False
) -> None:
    """One side: emblems outside, then the units, then the strength in a light field beside the mark."""
    height, style = scale.height, style_of(force.powers[0])
    reach = height // 2
    start, end = (left - reach, right) if mirrored else (left, right + reach)
    panel = Image.new("RGBA", (end - start, height), (*DARK, 0))
    panel.paste((*DARK, 255), (0, 0), rounded_mask(*panel.size, RADIUS))
    panel.paste((*style.plate, 255), (1, 1), rounded_mask(panel.width - 2, height - 2, RADIUS - 1))
    sprite.alpha_composite(panel, (start, 0))
    draw = ImageDraw.Draw(sprite)
    wide, strong = scale.emblem + 2 * scale.padding, _strength_width(force, scale)
    x = right if mirrored else left
    for power in force.powers[:MOST_EMBLEMS]:
        look = style_of(power)
        x = x - wide if mirrored else x
        sprite.paste((*look.land, 255), (x + 1, 1, x + wide - 1, height - 1))
        corner = x + scale.padding, (height - scale.emblem) // 2
        sprite.paste((*on_land(look), 255), corner, emblem_mask(look.emblem, scale.emblem))
        x = x if mirrored else x + wide
    units = text_width(str(force.units), scale.count, 700)
    x = x - scale.padding - units if mirrored else x + scale.padding
    letters = font(scale.count, 700)
    draw.text((x, height / 2), str(force.units), font=letters, fill=(*style.ink, 255), anchor="lm")
    if not strong:
        return
    x = x - scale.padding - strong if mirrored else x + units + scale.padding
    sprite.paste((*PAPER, 255), (x, 3, x + strong, height - 3))
    draw.text((x + strong / 2, height / 2), str(force.strength), font=letters, fill=(*DARK, 255), anchor="mm")


def _draw_target(sprite: Image.Image, scale: Scale, left: int) -> None:
    """What a raid bombs."""
    wide, height = scale.icon + 2 * scale.padding, scale.height
    sprite.paste((*DARK, 255), (left, 0), rounded_mask(wide, height, RADIUS))
    sprite.paste((*PAPER, 255), (left + 1, 1), rounded_mask(wide - 2, height - 2, RADIUS - 1))
    spot = left + scale.padding, (height - scale.icon) // 2
    sprite.paste((*DARK, 255), spot, silhouette(RAIDED, scale.icon))
