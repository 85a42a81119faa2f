"""A finished map as WebP: quick to make, and small enough for a phone."""

import io

from PIL import Image

QUALITY, METHOD = 80, 2
QUALITY_OF_LARGE = 70  # nobody sees the difference in a picture that is looked at so much smaller
QUALITY_OF_BUSY, QUALITY_OF_LARGE_AND_BUSY, COARSEST = 60, 45, 38
LARGE = 6_000_000  # pixels
MOST_BYTES, MOST_OF_A_CROP = 1_000_000, 200_000
BYTES_PER_PIXEL = 0.18  # what crops larger than usual may take


def encoded(image: Image.Image, *, busy: bool = False) -> bytes:
    """The picture as WebP; `busy` ones are full of patterns. What is too big all the same is encoded anew, coarser."""
    pixels = image.width * image.height
    if pixels > LARGE:
        data = _webp(image, QUALITY_OF_LARGE_AND_BUSY if busy else QUALITY_OF_LARGE)
    else:
        data = _webp(image, QUALITY_OF_BUSY if busy else QUALITY)
    most = min(MOST_BYTES, max(MOST_OF_A_CROP, round(pixels * BYTES_PER_PIXEL)))
    return data if len(data) <= most else _webp(image, COARSEST)


def _webp(image: Image.Image, quality: int) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=quality, method=METHOD)
    return buffer.getvalue()
