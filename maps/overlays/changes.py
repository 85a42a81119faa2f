"""What is different from an earlier position: territories that changed hands, units that came and went."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw

from maps.board import Board
from maps.canvas import Canvas
from maps.lettering import font, text_width
from maps.overlays.overlay import Badge, LegendEntry, Overlay, Position
from maps.powers import DARK, PAPER, Colour, emblem_disc, emblem_mask, in_order, on_land, style_of
from maps.silhouettes import silhouette, units_in_order
from maps.sprites import RADIUS, WARNING, rounded_mask
from maps.stacks import Scale, Stack
from maps.territories import stripe
from maps.words import units_in_words

MOST_CELLS = 4
CAME: Colour = (20, 96, 40)
MINUS = "\u2212"

Counts = Mapping[str, int]


@dataclass(frozen=True)
class Changes(Overlay):
    """The differences between an earlier position and the one that is shown."""

    before: Mapping[str, Any]
    rank = 1

    def tint(self, canvas: Canvas) -> None:
        """Light stripes over what changed hands."""
        for space in changed_hands(self.before, canvas.position):
            stripe(canvas, canvas.board.space(space))

    def badges(self, _board: Board, position: Position, /) -> Sequence[Stack]:
        """Former and new owner, then units that came or went, by power."""
        found = [
            Stack(space, (HandoverBadge("", (), former, now),), ())
            for space, (former, now) in changed_hands(self.before, position).items()
        ]
        for space, powers in changed_units(self.before, position).items():
            for power in in_order(powers, position.get("owners", {}).get(space)):
                changes = units_in_order(powers[power])
                for start in range(0, len(changes), MOST_CELLS):
                    badge = DifferenceBadge(power, (), tuple(changes[start : start + MOST_CELLS]))
                    found.append(Stack(space, (badge,), ()))
        return found

    def legend(self, position: Position, height: int, /) -> Sequence[LegendEntry]:
        """The signs that occur."""
        entries = []
        units = changed_units(self.before, position)
        if units:
            entries.append(LegendEntry(_sample(height), "units that came or went"))
        return entries

    def sentences(self, board: Board, position: Position, /) -> Sequence[str]:
        """What changed hands, then what came and went, space by space."""
        said = []
        for space, (former, now) in changed_hands(self.before, position).items():
            names = [style_of(power).name if power else "nobody" for power in (former, now)]
            said.append(f"{board.space(space).name} went from {names[0]} to {names[1]}.")
        for space, powers in changed_units(self.before, position).items():
            parts = [_difference_in_words(power, powers[power]) for power in in_order(powers)]
            said.append(f"{board.space(space).name}: {'; '.join(parts)}.")
        return said


def changed_hands(before: Position, after: Position) -> dict[str, tuple[str, str]]:
    """Former and new owner ("" for nobody) of each territory that changed hands."""
    was, now = before.get("owners", {}), after.get("owners", {})
    return {space: (was.get(space) or "", now[space] or "") for space in sorted(now) if was.get(space) != now[space]}


def changed_units(before: Position, after: Position) -> dict[str, dict[str, dict[str, int]]]:
    """How many units of each kind came to a space (positive) or left it, by space and power."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for space, power, unit in sorted({*_kinds(before), *_kinds(after)}):
        difference = _count(after, space, power, unit) - _count(before, space, power, unit)
        if difference:
            found.setdefault(space, {}).setdefault(power, {})[unit] = difference
    return found


def _kinds(position: Position) -> Iterator[tuple[str, str, str]]:
    for space, powers in position.get("units", {}).items():
        for power, units in powers.items():
            yield from ((space, power, unit) for unit in units)


def _count(position: Position, space: str, power: str, unit: str) -> int:
    return int(position.get("units", {}).get(space, {}).get(power, {}).get(unit, 0))


def _difference_in_words(power: str, changes: Counts) -> str:
    came = units_in_words({unit: number for unit, number in changes.items() if number > 0})
    went = units_in_words({unit: -number for unit, number in changes.items() if number < 0})
    parts = [f"{came} more" if came else "", f"{went} less" if went else ""]
    return f"{style_of(power).name} {', '.join(part for part in parts if part)}"


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
    sprite = _light_panel(width, height)
    size = height - 6
    for power, x in ((badge.former, 3), (badge.now, width - size - 3)):
        sprite.alpha_composite(emblem_disc(power, size), (x, 3))
    left, right, middle = height + 1, width - height - 1, height / 2
    points = [(left, middle - height / 4), (right, middle), (left, middle + height / 4)]
    ImageDraw.Draw(sprite).polygon(points, fill=(*DARK, 255))
    return sprite


@dataclass(frozen=True)
class DifferenceBadge(Badge):
    """Units of a power that came or went, with signs before the numbers."""

    changes: tuple[tuple[str, int], ...]

    def width(self, scale: Scale) -> int:
        """Emblem, then a number and a silhouette for each kind."""
        emblem = scale.emblem + 2 * scale.padding
        return emblem + sum(_cell_width(number, scale) for _, number in self.changes) + 2 * scale.padding

    def sprite(self, scale: Scale) -> Image.Image:
        """The badge."""
        return _difference(self, scale)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def _cell_width(number: int, scale: Scale) -> int:
    return text_width(_signed(number), scale.count, 700) + scale.icon + 4


@lru_cache(maxsize=512)
def _difference(badge: DifferenceBadge, scale: Scale) -> Image.Image:
    height, style = scale.height, style_of(badge.power)
    sprite = _light_panel(badge.width(scale), height)
    wide = scale.emblem + 2 * scale.padding
    sprite.paste(
        (*style.land, 255), (1, 1), rounded_mask(2 * wide, height - 2, RADIUS - 1).crop((0, 0, wide, height - 2))
    )
    corner = scale.padding, (height - scale.emblem) // 2
    sprite.paste((*on_land(style), 255), corner, emblem_mask(style.emblem, scale.emblem))
    x = wide + scale.padding
    draw = ImageDraw.Draw(sprite)
    for unit, number in badge.changes:
        colour = CAME if number > 0 else WARNING
        draw.text((x, height / 2), _signed(number), font=font(scale.count, 700), fill=(*colour, 255), anchor="lm")
        spot = x + text_width(_signed(number), scale.count, 700) + 1, (height - scale.icon) // 2
        sprite.paste((*style.plate, 255), spot, silhouette(unit, scale.icon))
        x += _cell_width(number, scale)
    return sprite


def _light_panel(width: int, height: int) -> Image.Image:
    panel = Image.new("RGBA", (width, height), (*DARK, 0))
    panel.paste((*DARK, 255), (0, 0), rounded_mask(width, height, RADIUS))
    panel.paste((*PAPER, 255), (1, 1), rounded_mask(width - 2, height - 2, RADIUS - 1))
    return panel


def _sample(height: int) -> Image.Image:
    """A plus and a minus on a light panel."""
    panel = _light_panel(2 * height, height)
    draw = ImageDraw.Draw(panel)
    letters = font(round(height * 0.8), 700)
    draw.text((height * 0.55, height / 2), "+", font=letters, fill=(*CAME, 255), anchor="mm")
    draw.text((height * 1.45, height / 2), MINUS, font=letters, fill=(*WARNING, 255), anchor="mm")
    return panel
