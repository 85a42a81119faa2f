"""A finished map as WebP: quick to make, and small enough for a phone."""

import io

from PIL import Image, WebPImagePlugin  # noqa: F401  # else the first picture waits until Pillow knows all formats

QUALITY, QUALITY_OF_LARGE = 72, 65  # nobody sees the difference in a picture that is looked at so much smaller
QUALITY_OF_BUSY, QUALITY_OF_BUSY_CROP, QUALITY_OF_LARGE_AND_BUSY, COARSEST = 55, 42, 45, 38
QUICK, THOROUGH = 0, 2  # the quick way takes 60% of the time for a file that is a quarter larger
WHOLE, LARGE = 2_000_000, 6_000_000  # pixels
MOST_BYTES, MOST_OF_A_CROP = 1_000_000, 200_000
SAVED = 1.15  # a file that is larger than it may be by at most this factor fits if it is made the thorough way
BYTES_PER_PIXEL = 0.18  # what crops larger than usual may take
BAND, EVERY = 16, 64  # rows; a sample of a picture has the first of these of each of those
SAMPLE_IS_LARGER = 1.03  # for its pixels than the whole
SURE = 1.03  # the whole is as large as a sample lets expect, by this factor more or less


def encoded(image: Image.Image, *, busy: bool = False) -> bytes:
    """The picture as WebP; `busy` ones are full of patterns. One that is still too big is encoded again, coarser."""
    pixels = image.width * image.height
    most = min(MOST_BYTES, max(MOST_OF_A_CROP, round(pixels * BYTES_PER_PIXEL)))
    quality, method = _way(pixels, busy=busy)
    if busy and pixels <= WHOLE:
        quality, method = _coarse_enough(image, quality, method, most)
    data = webp(image, quality, method)
    if method == QUICK and most < len(data) <= most * SAVED:
        data = webp(image, quality, THOROUGH)
    is_coarsest = (quality, method) == (COARSEST, THOROUGH)
    return data if len(data) <= most or is_coarsest else webp(image, COARSEST, THOROUGH)


def _coarse_enough(image: Image.Image, quality: int, method: int, most: int) -> tuple[int, int]:
    """Quality and method with which a picture will fit, as a sample of it lets expect: so it isn't encoded in vain."""
    bands = [(0, top, image.width, top + BAND) for top in range(0, image.height - BAND + 1, EVERY)]
    if not bands:
        return quality, method
    sample = Image.new("RGB", (image.width, BAND * len(bands)))
    for number, band in enumerate(bands):
        sample.paste(image.crop(band), (0, number * BAND))
    expected = len(webp(sample, quality, method)) * image.height / sample.height / SAMPLE_IS_LARGER
    if expected > most * SAVED * SURE:
        return COARSEST, THOROUGH
    return quality, THOROUGH if expected > most * SURE else method


def _way(pixels: int, *, busy: bool) -> tuple[int, int]:
    """Quality and method that are tried first."""
    if busy and pixels > LARGE:
        return QUALITY_OF_LARGE_AND_BUSY, THOROUGH
    if busy:
        return (QUALITY_OF_BUSY if pixels > WHOLE else QUALITY_OF_BUSY_CROP), QUICK
    return (QUALITY_OF_LARGE if pixels > LARGE else QUALITY), QUICK


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
    buffer = _WebP()
    image.save(buffer, quality=quality, method=method)
    return buffer.getvalue()


class _WebP(io.BytesIO):
    """Where a picture is saved as WebP by this name: told the format, Pillow would load all the usual ones first."""

    name = "picture.webp"
