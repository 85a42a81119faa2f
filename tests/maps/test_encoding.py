"""A picture is small enough for a phone, as coarse as it must be for that and no coarser."""

import io
from random import Random

import pytest
from PIL import Image

from maps.board import encoding
from maps.board.encoding import COARSEST, MOST_BYTES, MOST_OF_A_CROP, USUAL, encoded
from tests.maps.pictures import distance

SIZE = (800, 640)


def full_of_a_pattern(levels: int) -> Image.Image:
    """A crop full of a pattern, the harder to make small the more it differs from pixel to pixel."""
    random = Random(7)  # the same picture each time
    return Image.frombytes("RGB", SIZE, bytes(random.choices(range(levels), k=3 * SIZE[0] * SIZE[1])))


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How coarsely the whole picture was encoded, each time."""
    used: list[float] = []

    def jpeg(image: Image.Image, coarseness: float) -> bytes:
        used.extend([coarseness] if image.height >= SIZE[1] else [])
        return as_it_is(image, coarseness)

    as_it_is = encoding.jpeg
    monkeypatch.setattr(encoding, "jpeg", jpeg)
    return used


def test_a_picture_that_is_small_enough_is_encoded_once(ways: list[float]) -> None:
    assert len(encoded(full_of_a_pattern(24))) <= MOST_OF_A_CROP
    assert ways == [USUAL]


def test_a_picture_that_is_too_big_is_encoded_again_and_fits(ways: list[float]) -> None:
    assert len(encoded(full_of_a_pattern(160))) <= MOST_OF_A_CROP
    assert ways[0] == USUAL < ways[1] < COARSEST
    assert len(ways) <= 3


def test_of_a_large_picture_a_sample_tells_how_coarse_it_must_be(ways: list[float]) -> None:
    part, large = full_of_a_pattern(80), Image.new("RGB", (4 * SIZE[0], 3 * SIZE[1]))
    for number in range(12):
        large.paste(part, (number % 4 * SIZE[0], number // 4 * SIZE[1]))
    assert len(encoded(large)) <= MOST_BYTES
    assert len(ways) == 1
    assert ways[0] > USUAL


def test_what_is_not_small_even_as_coarse_as_can_be_is_left_so(
    ways: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding, "MOST_BYTES", 50_000)
    assert len(encoded(full_of_a_pattern(256))) > 50_000
    assert ways[-1] == COARSEST


def test_plain_colours_stay_as_they_are_however_coarse_the_picture() -> None:
    colour = (200, 70, 50)
    for coarseness in (USUAL, COARSEST):
        with Image.open(io.BytesIO(encoding.jpeg(Image.new("RGB", SIZE, colour), coarseness))) as image:
            assert distance(image.convert("RGB").getpixel((400, 320)), colour) <= 5  # type: ignore[arg-type]
