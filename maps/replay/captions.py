"""The strip above a scene of a replay: whose doing, what happened, and how far the replay is."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from maps.board.lettering import font, text_width
from maps.board.powers import PAPER, emblem_disc

USUAL_WIDTH = 1100  # of a picture; the strip of a smaller one is smaller
HEIGHT = 74
GROUND, DIMMED = (33, 38, 46), (200, 206, 214)
BAR, BAR_GROUND, BAR_DONE = 6, (62, 70, 82), (232, 196, 104)


class Progress(NamedTuple):
    """The share of a replay that is over, and the shares at which rounds begin."""

    done: float
    rounds: tuple[float, ...]


def strip_height(width: int) -> int:
    """The height of the strip above a picture of this width."""
    return 2 * round(HEIGHT * width / USUAL_WIDTH / 2)


def caption_strip(title: str, caption: str, power: str, width: int, progress: Progress) -> Image.Image:
    """The strip for a picture of this width; a caption too long for it ends in "…"."""
    size = width / USUAL_WIDTH
    strip = Image.new("RGB", (width, strip_height(width)), GROUND)
    draw = ImageDraw.Draw(strip)
    pad = x = round(14 * size)
    if power:
        disc = emblem_disc(power, round(26 * size))
        strip.paste(disc, (x, round(6 * size)), disc)
        x += disc.width + round(8 * size)
    letters = round(24 * size)
    draw.text((x, 19 * size), title, font=font(round(27 * size), 700), fill=PAPER, anchor="lm")
    draw.text(
        (pad, 50 * size), _shortened(caption, letters, width - 2 * pad), font=font(letters), fill=DIMMED, anchor="lm"
    )
    _draw_progress(draw, strip.size, progress)
    return strip


def _draw_progress(draw: ImageDraw.ImageDraw, size: tuple[int, int], progress: Progress) -> None:
    """A bar along the lower edge, with a gap where a round begins."""
    width, bottom = size
    top = bottom - max(3, round(BAR * width / USUAL_WIDTH))
    draw.rectangle((0, top, width, bottom), fill=BAR_GROUND)
    draw.rectangle((0, top, round(progress.done * width), bottom), fill=BAR_DONE)
    for begins in progress.rounds:
        draw.rectangle((round(begins * width) - 1, top, round(begins * width), bottom), fill=GROUND)


@lru_cache(maxsize=256)
def _shortened(text: str, size: int, width: int) -> str:
    """As many words as fit."""
    if text_width(text, size) <= width:
        return text
    words = text.split(" ")
    while words and text_width(f"{' '.join(words)} …", size) > width:
        words.pop()
    return f"{' '.join(words)} …"
