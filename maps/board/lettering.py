"""Fonts, and the sizes of the labels on a board. Lengths are pixels."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).parents[1] / "assets" / "fonts"

NAME_SIZE = 19
CITY_SIZE = 15
ZONE_SIZE = 22
VALUE_SIZE = 16
LINE = 18  # from one line of a name to the next
CITY_LINE = 15
DISC = 18  # the emblem before a name, and the income after it
SYMBOL_WIDTH = 20  # of a convoy or kamikaze symbol beside the number of a zone
BESIDE = 4  # letters may reach so far beyond the width of their text
GAP = 3  # between a disc and the text


@lru_cache(maxsize=64)
def font(size: int, weight: int = 600) -> ImageFont.FreeTypeFont:
    """Barlow Condensed in a size; weight 600 or 700."""
    return ImageFont.truetype(str(FONTS / f"barlow-condensed-{weight}.ttf"), size)


@lru_cache(maxsize=4096)
def text_width(text: str, size: int, weight: int = 600) -> int:
    """How wide a text is, rounded up."""
    return int(font(size, weight).getlength(text)) + 1


def land_label_size(lines: Sequence[str], city: str, has_value: bool) -> tuple[int, int]:
    """Width and height of a territory's label: emblem, name, city and income."""
    width = max(text_width(line, NAME_SIZE) for line in lines)
    if city:
        width = max(width, text_width(city, CITY_SIZE) + 12)
    width += DISC + GAP + (DISC + GAP if has_value else 0)
    return width, LINE * len(lines) + (CITY_LINE if city else 0) + 4


def zone_label_size(number: str, symbols: int) -> tuple[int, int]:
    """Width and height of a sea zone's number with this many symbols beside it."""
    return text_width(number, ZONE_SIZE, 700) + 4 + symbols * (GAP + SYMBOL_WIDTH), ZONE_SIZE


def write_line(
    image: Image.Image, text: str, box: tuple[int, int, int, int], size: int, weight: int, colour: tuple[int, int, int]
) -> None:
    """Write a line from the left edge of a box on, in the middle of its height."""
    down, half = divmod(box[1] + box[3], 2)
    ink, (across, above) = _inked(text, size, weight, half)
    image.paste(colour, (box[0] + across, down + above), ink)


@lru_cache(maxsize=256)
def _inked(text: str, size: int, weight: int, half: int) -> tuple[Image.Image, tuple[int, int]]:
    """A line of text as a mask, and where that begins from the left end of the line's middle, or half a pixel lower.

    From one picture to the next most lines are the same.
    """
    ink = Image.new("L", (text_width(text, size, weight) + 2 * BESIDE, 2 * size), 0)
    ImageDraw.Draw(ink).text((BESIDE, size + half / 2), text, font=font(size, weight), fill=255, anchor="lm")
    left, top, right, bottom = ink.getbbox() or (0, 0, 1, 1)
    return ink.crop((left, top, right, bottom)), (left - BESIDE, top - size)
