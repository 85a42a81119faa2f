"""The small pictures that are drawn many times: labels, symbols. All are kept, so never draw on them."""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFont

from maps.board.lettering import (
    CITY_SIZE,
    DISC,
    GAP,
    LINE,
    NAME_SIZE,
    SYMBOL_WIDTH,
    VALUE_SIZE,
    ZONE_SIZE,
    font,
    land_label_size,
    text_width,
    zone_label_size,
)
from maps.board.powers import DARK, PAPER, emblem_disc
from maps.looks.reading import Colour
from maps.signs.printed import Sign, neutral_shield, zone_symbol

FINE = 4
RADIUS = 5
HALO = 2
WARNING: Colour = (200, 24, 24)
CLOSED_TEXT: Colour = (70, 66, 58)
VALUE_COLOUR: Colour = (140, 16, 16)
CITY_COLOUR: Colour = (60, 40, 10)
CAPITAL_COLOUR: Colour = (255, 208, 84)
CITY_MARK = 16
FORMER = 11  # the disc of the power whose emblem a territory bears
ZONE_COLOUR: Colour = (34, 70, 108)
ZONE_HALO: Colour = (190, 214, 229)


@lru_cache(maxsize=256)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """A filled rounded rectangle as a mask with smooth corners."""
    least = 2 * radius + 2
    if min(width, height) < least:
        return _rounded(width, height, radius)
    mask, corners = Image.new("L", (width, height), 255), _rounded(least, least, radius)
    for left, x in ((0, 0), (least - radius, width - radius)):
        for top, y in ((0, 0), (least - radius, height - radius)):
            mask.paste(corners.crop((left, top, left + radius, top + radius)), (x, y))
    return mask


@lru_cache(maxsize=64)
def _rounded(width: int, height: int, radius: int) -> Image.Image:
    large = Image.new("L", (width * FINE, height * FINE), 0)
    box = (0, 0, width * FINE - 1, height * FINE - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, radius=radius * FINE, fill=255)
    return large.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=8)
def battle_mark(size: int) -> Image.Image:
    """Two crossed blades on a red burst."""
    large = Image.new("RGBA", (size * FINE, size * FINE), (*WARNING, 0))
    draw = ImageDraw.Draw(large)
    whole = size * FINE

    def star(radius: float, fill: Colour) -> None:
        points = _star(whole / 2, radius * whole / 2, 0.8, 12)
        draw.polygon(points, fill=(*fill, 255))

    star(1.0, DARK)
    star(0.93, (255, 244, 214))
    star(0.84, WARNING)
    for flip in (False, True):
        blade = [(0.3, 0.72), (0.7, 0.28), (0.25, 0.6), (0.41, 0.76)]
        points = [((1 - x if flip else x) * whole, y * whole) for x, y in blade]
        draw.line(points[:2], fill=(255, 255, 255, 255), width=int(whole * 0.085))
        draw.line(points[2:], fill=(255, 255, 255, 255), width=int(whole * 0.065))
    return large.resize((size, size), Image.Resampling.LANCZOS)


def _star(middle: float, radius: float, inner: float, corners: int) -> list[tuple[float, float]]:
    return [
        (middle + r * sin(pi * i / corners), middle - r * cos(pi * i / corners))
        for i in range(2 * corners)
        for r in (radius if i % 2 == 0 else radius * inner,)
    ]


def zone_label(number: str, symbols: tuple[str, ...]) -> Image.Image:
    """The number of a sea zone, and the symbols beside it."""
    width, height = zone_label_size(number, 0)
    sprite = Image.new("RGBA", (width, height), (*ZONE_HALO, 0))
    ink = _written(sprite.size, font(ZONE_SIZE, 700), ((width / 2, height / 2), number))
    _paste_with_halo(sprite, ink, ZONE_COLOUR, ZONE_HALO)
    if not symbols:
        return sprite
    whole = Image.new("RGBA", zone_label_size(number, len(symbols)), (*ZONE_HALO, 0))
    whole.paste(sprite, (0, 0))
    for place, symbol in enumerate(symbols):
        x = width + GAP + place * (SYMBOL_WIDTH + GAP)
        whole.paste(zone_symbol(symbol), (x, (height - SYMBOL_WIDTH) // 2))
    return whole


def land_label(lines: tuple[str, ...], city: str, value: int, sign: Sign, is_capital: bool) -> Image.Image:
    """A territory's label: the sign of who holds it, name, city or capital, income."""
    words = land_words(lines, city, bool(value), sign.closed, is_capital)
    return signed(with_income(words, lines, value), lines, bool(value), sign)


def land_words(lines: tuple[str, ...], city: str, has_value: bool, closed: bool, is_capital: bool) -> Image.Image:
    """What is written on a territory's label: name, city or capital."""
    width, height = land_label_size(lines, city, has_value)
    sprite = Image.new("RGBA", (width + 2 * HALO, height + 2 * HALO), (*PAPER, 0))
    colour = CLOSED_TEXT if closed else (16, 16, 18)
    middle, y = _middle_of_words(sprite, has_value), HALO + 2 + LINE / 2
    name = _written(sprite.size, font(NAME_SIZE), *(((middle, y + i * LINE), line) for i, line in enumerate(lines)))
    _paste_with_halo(sprite, name, colour, PAPER)
    if city:
        _draw_city(sprite, city, middle, y + len(lines) * LINE - 2, is_capital)
        sprite.paste((*colour, 255), None, name)  # The feet of letters such as "g" stand over the halo of the city.
    return sprite


def with_income(words: Image.Image, lines: tuple[str, ...], value: int) -> Image.Image:
    """What is written on a territory's label, and the income after it if there is any."""
    if not value:
        return words
    sprite, width = words.copy(), text_width(lines[-1], NAME_SIZE)
    left = int(_middle_of_words(words, True) + width / 2 + GAP)
    sprite.alpha_composite(value_disc(value), (left, int(HALO + 2 + LINE * len(lines) - LINE + (LINE - DISC) / 2)))
    return sprite


def signed(words: Image.Image, lines: tuple[str, ...], has_value: bool, sign: Sign) -> Image.Image:
    """The sign of who holds a territory before what is written on its label."""
    sprite, middle = words.copy(), _middle_of_words(words, has_value)
    left = middle - text_width(lines[0], NAME_SIZE) / 2 - GAP - DISC
    corner = int(left), int(HALO + 2 + (LINE - DISC) / 2)
    sprite.alpha_composite(_sign(sign), corner)
    if sign.former:
        small = emblem_disc(sign.former, FORMER)
        sprite.alpha_composite(small, (max(0, corner[0] - 2), corner[1] + DISC - FORMER + 2))
    return sprite


def _middle_of_words(label: Image.Image, has_value: bool) -> float:
    left, right = HALO + DISC + GAP, label.width - HALO - (DISC + GAP if has_value else 0)
    return (left + right) / 2


def _written(
    size: tuple[int, int], letters: ImageFont.FreeTypeFont, *lines: tuple[tuple[float, float], str]
) -> Image.Image:
    """A mask of lines of text, each around its middle."""
    ink = Image.new("L", size, 0)
    draw = ImageDraw.Draw(ink)
    for middle, line in lines:
        draw.text(middle, line, font=letters, fill=255, anchor="mm")
    return ink


def _paste_with_halo(sprite: Image.Image, ink: Image.Image, colour: Colour, halo: Colour) -> None:
    """Text on a rim of two pixels; a stroke of the font's own takes ten times as long."""
    width, height = ink.size
    letters = ink.crop((-HALO, -HALO, width + HALO, height + HALO))
    wide = ImageChops.lighter(letters, _beside(letters, 1, 0))
    tall = ImageChops.lighter(letters, _beside(letters, 0, 1))
    rim = ImageChops.lighter(tall, _beside(tall, 1, 0))
    for farther in (_beside(wide, 0, HALO), _beside(tall, HALO, 0)):
        rim = ImageChops.lighter(rim, farther)
    sprite.paste((*halo, 255), None, rim.crop((HALO, HALO, width + HALO, height + HALO)))
    sprite.paste((*colour, 255), None, ink)


def _beside(ink: Image.Image, across: int, down: int) -> Image.Image:
    """A mask at both sides of where it is; what leaves it at an edge comes in at the other."""
    return ImageChops.lighter(ImageChops.offset(ink, across, down), ImageChops.offset(ink, -across, -down))


def _sign(sign: Sign) -> Image.Image:
    if sign.closed:
        return no_entry(DISC)
    return neutral_shield(sign.neutral, sign.army) if sign.neutral else emblem_disc(sign.owner, DISC)


def _draw_city(sprite: Image.Image, city: str, middle: float, y: float, is_capital: bool) -> None:
    width = text_width(city, CITY_SIZE)
    ink = _written(sprite.size, font(CITY_SIZE), ((middle + 6, y), city))
    _paste_with_halo(sprite, ink, CITY_COLOUR, PAPER)
    mark = city_mark(is_capital)
    sprite.alpha_composite(mark, (round(middle - width / 2 - 4 - mark.width / 2), round(y - mark.height / 2)))


@lru_cache(maxsize=2)
def city_mark(is_capital: bool) -> Image.Image:
    """The mark before the name of a victory city: a star for a capital, else a square."""
    large = Image.new("RGBA", (CITY_MARK * FINE, CITY_MARK * FINE), (*PAPER, 0))
    draw = ImageDraw.Draw(large)
    middle = CITY_MARK * FINE / 2
    if is_capital:
        for radius, colour in ((8, PAPER), (6.4, CITY_COLOUR), (4, CAPITAL_COLOUR)):
            draw.polygon(_star(middle, radius * FINE, 0.5, 5), fill=(*colour, 255))
    else:
        for half, colour in ((5, PAPER), (4, CITY_COLOUR), (2, PAPER)):
            ends = middle - half * FINE, middle + half * FINE - 1
            draw.rectangle((ends[0], ends[0], ends[1], ends[1]), fill=(*colour, 255))
    return large.resize((CITY_MARK, CITY_MARK), Image.Resampling.LANCZOS)


@lru_cache(maxsize=64)
def value_disc(value: int) -> Image.Image:
    """The income of a territory on a light disc."""
    disc = _disc(DISC, DARK, PAPER)
    ImageDraw.Draw(disc).text(
        (DISC / 2, DISC / 2), str(value), font=font(VALUE_SIZE, 700), fill=(*VALUE_COLOUR, 255), anchor="mm"
    )
    return disc


@lru_cache(maxsize=8)
def no_entry(size: int) -> Image.Image:
    """The sign of land that nobody may enter."""
    disc = _disc(size, PAPER, (122, 112, 96))
    third = size // 3
    ImageDraw.Draw(disc).rectangle((4, size // 2 - third // 2 + 1, size - 5, size // 2 + third // 2 - 1), fill=PAPER)
    return disc


@lru_cache(maxsize=32)
def edge_letter(letter: str) -> Image.Image:
    """The letter of a space that goes on at the other edge of the board."""
    size = 24
    disc = _disc(size, PAPER, (40, 62, 94))
    ImageDraw.Draw(disc).text((size / 2, size / 2), letter, font=font(18, 700), fill=(*PAPER, 255), anchor="mm")
    return disc


@lru_cache(maxsize=2)
def canal_symbol(closed: bool) -> Image.Image:
    """Two lock gates on a light lozenge; a closed strait has a bar instead."""
    size = 24
    large = Image.new("RGBA", (size * FINE, size * FINE), (*DARK, 0))
    draw = ImageDraw.Draw(large)

    def lozenge(inset: float, fill: Colour) -> None:
        low, middle, high = inset * FINE, size * FINE / 2, (size - inset) * FINE
        draw.polygon([(low, middle), (middle, low), (high, middle), (middle, high)], fill=(*fill, 255))

    lozenge(0, DARK)
    lozenge(1.8, (250, 236, 160))
    if closed:
        draw.rectangle((7 * FINE, 10.5 * FINE, 17 * FINE, 13.5 * FINE), fill=(*WARNING, 255))
    else:
        for y in (8.5, 15.5):
            draw.line([(7.5 * FINE, y * FINE), (16.5 * FINE, y * FINE)], fill=(*DARK, 255), width=2 * FINE)
        draw.line([(12 * FINE, 8.5 * FINE), (12 * FINE, 15.5 * FINE)], fill=(*DARK, 255), width=int(1.4 * FINE))
    return large.resize((size, size), Image.Resampling.LANCZOS)


def _disc(size: int, rim: Colour, fill: Colour) -> Image.Image:
    disc = Image.new("RGBA", (size, size), (*rim, 0))
    disc.paste((*rim, 255), (0, 0), rounded_mask(size, size, size // 2))
    disc.paste((*fill, 255), (1, 1), rounded_mask(size - 2, size - 2, size // 2 - 1))
    return disc
