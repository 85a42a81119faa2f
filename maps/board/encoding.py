"""A finished map as WebP: quick to make, and small enough for a phone."""

import io
from collections.abc import Iterator

from PIL import Image

QUALITY = 80
QUALITY_OF_LARGE = 70  # nobody sees the difference in a picture that is looked at so much smaller
QUALITY_OF_BUSY, QUALITY_OF_LARGE_AND_BUSY, COARSEST = 60, 45, 38
QUICK, THOROUGH = 0, 2  # the quick way takes 60 % of the time for a file that is a quarter larger
LESS = 5  # of the quality is enough in the quick way
WHOLE, LARGE = 2_000_000, 6_000_000  # pixels
MOST_BYTES, MOST_OF_A_CROP = 1_000_000, 200_000
BYTES_PER_PIXEL = 0.18  # what crops larger than usual may take


def encoded(image: Image.Image, *, busy: bool = False) -> bytes:
    """The picture as WebP; `busy` ones are full of patterns. One that is still too big is encoded again, coarser."""
    most = min(MOST_BYTES, max(MOST_OF_A_CROP, round(image.width * image.height * BYTES_PER_PIXEL)))
    data = b""
    for quality, method in _ways(image.width * image.height, busy=busy):
        data = _webp(image, quality, method)
        if len(data) <= most:
            break
    return data


def _ways(pixels: int, *, busy: bool) -> Iterator[tuple[int, int]]:
    """Qualities and methods, the first that is tried first."""
    if busy:
        yield (QUALITY_OF_LARGE_AND_BUSY if pixels > LARGE else QUALITY_OF_BUSY), THOROUGH
    else:
        quality = QUALITY_OF_LARGE if pixels > LARGE else QUALITY
        if pixels > WHOLE:
            yield quality - LESS, QUICK
        yield quality, THOROUGH
    yield COARSEST, THOROUGH


def _webp(image: Image.Image, quality: int, method: int) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=quality, method=method)
    return buffer.getvalue()
