"""Reading pictures back."""

import io

from PIL import Image

from maps import Picture


def opened(picture: Picture) -> Image.Image:
    """A picture as Pillow sees it, in RGB."""
    with Image.open(io.BytesIO(picture.data)) as image:
        return image.convert("RGB")


def distance(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """How far apart two colours are: the largest difference of a channel."""
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def median_around(image: Image.Image, x: int, y: int, reach: int = 4) -> tuple[int, ...]:
    """The middle value of each channel in a small square, which a thin line or halo does not move."""
    part = image.crop((x - reach, y - reach, x + reach + 1, y + reach + 1))
    return tuple(sorted(band.tobytes())[len(band.tobytes()) // 2] for band in part.split())
