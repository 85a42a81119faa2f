"""What may rise against attackers at sea: aircraft that scramble from air bases (SPC-81), and kamikazes (SPC-91)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from maps.board.assets import Board
from maps.board.lettering import font, text_width
from maps.board.names import called, name_of
from maps.board.powers import DARK, in_order, style_of
from maps.overlays.overlay import Badge, LegendEntry, Overlay, Position
from maps.overlays.shapes.change_badges import emblem_field, light_panel
from maps.position_words import names_of, sentence
from maps.signs.printed import SYMBOL_COLOURS
from maps.signs.silhouettes import silhouette
from maps.stacks.contents import Scale, Stack

AIRCRAFT, KAMIKAZE = "fighter", "kamikaze"


@dataclass(frozen=True)
class RisingBadge(Badge):
    """How many aircraft or kamikazes of a power may rise into a zone: a light plate, with a pointer up for aircraft."""

    sign: str
    number: int

    def width(self, scale: Scale) -> int:
        """Emblem, pointer, sign and number."""
        number = text_width(str(self.number), scale.count, 700) + 3 * scale.padding
        return scale.emblem + 2 * scale.padding + _pointer_width(self.sign, scale.height) + scale.icon + number

    def sprite(self, scale: Scale) -> Image.Image:
        """The badge."""
        return _badge(self, scale)


def _pointer_width(sign: str, height: int) -> int:
    return 0 if sign == KAMIKAZE else height // 3


def _draw_pointer(draw: ImageDraw.ImageDraw, left: int, height: int) -> None:
    """A triangle that points up."""
    wide, top, bottom = _pointer_width(AIRCRAFT, height), height * 0.36, height * 0.64
    draw.polygon([(left, bottom), (left + wide / 2, top), (left + wide, bottom)], fill=(*DARK, 255))


@lru_cache(maxsize=256)
def _badge(badge: RisingBadge, scale: Scale) -> Image.Image:
    sprite = light_panel(badge.width(scale), scale.height)
    x = emblem_field(sprite, badge.power, scale) + scale.padding
    draw = ImageDraw.Draw(sprite)
    middle, letters = scale.height / 2, font(scale.count, 700)
    if pointer := _pointer_width(badge.sign, scale.height):
        _draw_pointer(draw, x, scale.height)
        x += pointer
    sign, spot = _sign(badge.sign, badge.power, scale.icon), (x, (scale.height - scale.icon) // 2)
    sprite.alpha_composite(sign, spot)
    draw.text((x + scale.icon + 1, middle), str(badge.number), font=letters, fill=(*DARK, 255), anchor="lm")
    return sprite


def _sign(sign: str, power: str, size: int) -> Image.Image:
    """The silhouette of an aircraft in the colour of its power, or the sign of kamikaze zones in its own."""
    colour = SYMBOL_COLOURS.get(sign) or style_of(power).plate
    sprite = Image.new("RGBA", (size, size), (*colour, 255))
    sprite.putalpha(silhouette(sign, size))
    return sprite


def _sample(sign: str, height: int) -> Image.Image:
    """A sign on a light panel, with its pointer."""
    pointer, size, pad = _pointer_width(sign, height), round(height * 0.86), height // 4
    panel = light_panel(2 * pad + pointer + size, height)
    if pointer:
        _draw_pointer(ImageDraw.Draw(panel), pad, height)
    panel.alpha_composite(_sign(sign, "", size), (pad + pointer, (height - size) // 2))
    return panel


@dataclass(frozen=True)
class Scrambles(Overlay):
    """How many aircraft may scramble into each sea zone, by the territory of their air base; and the kamikaze tokens
    that powers have left for each zone where these strike."""

    aircraft: Mapping[str, Mapping[str, int]]
    kamikazes: Mapping[str, Mapping[str, int]]
    rank = 5

    def spaces(self) -> Iterable[str]:
        """The zones and the bases."""
        return (*self.aircraft, *(base for bases in self.aircraft.values() for base in bases), *self.kamikazes)

    def badges(self, _board: Board, position: Position, /) -> Sequence[Stack]:
        """One for each base into a zone, in the colour of its holder, then one for the kamikazes of each power."""
        owners = position["owners"]
        rising = {
            zone: [RisingBadge(owners[base], (), AIRCRAFT, count) for base, count in bases.items()]
            for zone, bases in self.aircraft.items()
        }
        for zone, powers in self.kamikazes.items():
            struck = [RisingBadge(power, (), KAMIKAZE, powers[power]) for power in in_order(powers)]
            rising.setdefault(zone, []).extend(struck)
        return [Stack(zone, tuple(badges), ()) for zone, badges in rising.items()]

    def legend(self, _board: Board, _position: Position, height: int, /) -> Sequence[LegendEntry]:
        """A sample of each kind that is shown."""
        entries = []
        if self.aircraft:
            entries.append(LegendEntry(_sample(AIRCRAFT, height), "aircraft that may scramble into the zone"))
        if self.kamikazes:
            entries.append(LegendEntry(_sample(KAMIKAZE, height), "kamikaze tokens left"))
        return entries

    def sentences(self, board: Board, position: Position, seen: Collection[str], /) -> Sequence[str]:
        """Base by base the zones that it covers, then where kamikazes strike."""
        zones: dict[tuple[str, int], list[str]] = {}
        for zone, bases in self.aircraft.items():
            for base, count in bases.items():
                if zone in seen:
                    zones.setdefault((base, count), []).append(zone)
        said = [
            sentence(
                f"From {names_of(board, [base])} ({_holder(position, base)}), up to {count} may scramble: "
                f"{names_of(board, into)}"
            )
            for (base, count), into in zones.items()
        ]
        struck: dict[tuple[str, int], list[str]] = {}
        for zone, powers in self.kamikazes.items():
            for power, tokens in powers.items():
                if zone in seen:
                    struck.setdefault((power, tokens), []).append(zone)
        said += [
            sentence(f"Kamikazes of {called(power)} may strike, {tokens} left: {names_of(board, where)}")
            for (power, tokens), where in struck.items()
        ]
        return said or ["No aircraft may scramble here, and no kamikazes strike."]


def _holder(position: Position, base: str) -> str:
    return name_of(position["owners"][base])
