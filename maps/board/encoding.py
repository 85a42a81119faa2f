"""Boards of all kinds as JPEG, what is drawn seldom or moves as WebP.

JPEG takes a tenth of WebP's time. With tables made for letters and plain colours its files are as large, and look the
same on a phone.
"""

import io
from functools import lru_cache

from PIL import Image, JpegImagePlugin, WebPImagePlugin  # noqa: F401  # else the first picture waits for all formats

MOST_BYTES, MOST_OF_A_CROP = 1_000_000, 200_000
BYTES_PER_PIXEL = 0.155  # what crops larger than usual may take
# In what steps the waves of a block of 8 x 8 pixels are told, from the longest one on: the first, how much larger each
# next, and the largest. The usual tables tell short waves ten times as coarsely, but these are the edges of letters.
BRIGHTNESS, COLOUR = (14, 6, 30), (12, 5, 40)
USUAL, COARSEST = 1.0, 3.5  # times these steps: nobody sees it among the patterns that need it
AT_LEAST = 1 / 64  # bytes per pixel that plain colours take, too
COARSER, SURE = 1.3, 1.03  # to shrink the rest to a share, steps grow by the inverse of that to this power, and by this
LARGE = 6_000_000  # pixels; of such a picture a sample is encoded first
BAND, EVERY = 16, 128  # rows; the sample has the first of these of each of those
HALF_AS_FINE = "4:2:0"  # colours, of which eyes see less

QUALITY, THOROUGH = 72, 2  # of WebP


def encoded(image: Image.Image) -> bytes:
    """The picture as JPEG; one that is too big, as those full of patterns are, is encoded again, coarser."""
    pixels, coarseness = image.width * image.height, USUAL
    least, most = pixels * AT_LEAST, min(MOST_BYTES, max(MOST_OF_A_CROP, pixels * BYTES_PER_PIXEL))

    def coarser(size: float) -> float:
        return min(COARSEST, coarseness * SURE * float(((size - least) / (most - least)) ** COARSER))

    if pixels > LARGE and (expected := _expected(image)) > most:
        coarseness = coarser(expected)
    while len(data := jpeg(image, coarseness)) > most and coarseness < COARSEST:
        coarseness = coarser(len(data))
    return data


def _expected(image: Image.Image) -> float:
    """How large the file will be, as a sample of it lets expect."""
    tops = range(0, image.height - BAND + 1, EVERY)
    sample = Image.new("RGB", (image.width, BAND * len(tops)))
    for number, top in enumerate(tops):
        sample.paste(image.crop((0, top, image.width, top + BAND)), (0, number * BAND))
    return len(jpeg(sample, USUAL)) * image.height / sample.height


def jpeg(image: Image.Image, coarseness: float) -> bytes:
    """A picture as JPEG, the smaller the coarser."""
    buffer = _Named("picture.jpg")
    tables = [_table(*BRIGHTNESS, coarseness), _table(*COLOUR, coarseness)]
    image.save(buffer, qtables=tables, subsampling=HALF_AS_FINE)
    return buffer.getvalue()


@lru_cache(maxsize=16)
def _table(first: int, more: int, largest: int, coarseness: float) -> tuple[int, ...]:
    """The steps of all waves, by how often they go up and down across a block, then down it."""
    ways = (down + across for down in range(8) for across in range(8))
    return tuple(min(255, round(coarseness * min(largest, first + more * way))) for way in ways)


def reduced(data: bytes, width: int) -> bytes:
    """An encoded picture made so many pixels wide, where it is wider."""
    with Image.open(io.BytesIO(data)) as image:
        if image.width <= width:
            return data
        smaller = image.convert("RGB").resize(
            (width, round(image.height * width / image.width)), Image.Resampling.LANCZOS
        )
        return webp(smaller, QUALITY, THOROUGH)


def webp(image: Image.Image, quality: int, method: int) -> bytes:
    """A picture as WebP."""
    buffer = _Named("picture.webp")
    image.save(buffer, quality=quality, method=method)
    return buffer.getvalue()


class _Named(io.BytesIO):
    """Where a picture is saved in the format of its name: told that itself, Pillow would load all usual ones first."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
