"""A busy crop is encoded once, as coarse as it must be to be small enough for a phone."""

from random import Random

import pytest
from PIL import Image

from maps.board import encoding
from maps.board.encoding import COARSEST, MOST_OF_A_CROP, QUALITY_OF_BUSY_CROP, QUICK, THOROUGH, encoded

SIZE = (800, 640)


def busy(levels: int) -> Image.Image:
    """A crop full of a pattern, the harder to make small the more it differs from pixel to pixel."""
    random = Random(7)  # the same picture each time
    return Image.frombytes("RGB", SIZE, bytes(random.choices(range(levels), k=3 * SIZE[0] * SIZE[1])))


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Quality and method with which the whole picture was encoded, each time."""
    used: list[tuple[int, int]] = []

    def webp(image: Image.Image, quality: int, method: int) -> bytes:
        used.extend([(quality, method)] if image.size == SIZE else [])
        return as_it_is(image, quality, method)

    as_it_is = encoding.webp
    monkeypatch.setattr(encoding, "webp", webp)
    return used


@pytest.mark.parametrize(
    ("levels", "way"),
    [
        (120, (QUALITY_OF_BUSY_CROP, QUICK)),
        (256, (COARSEST, THOROUGH)),
    ],
)
def test_a_busy_crop_is_encoded_once(levels: int, way: tuple[int, int], ways: list[tuple[int, int]]) -> None:
    data = encoded(busy(levels), busy=True)
    assert ways == [way]
    assert len(data) <= MOST_OF_A_CROP or way == (COARSEST, THOROUGH)


def test_a_crop_too_low_for_a_sample_is_encoded_all_the_same() -> None:
    assert encoded(busy(120).crop((0, 0, 800, 12)), busy=True)
