"""Every unit and facility has a silhouette that is told from all others where it is small."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from maps.signs.silhouettes import SILHOUETTES, SIZES, drawn, silhouette, units_in_order, unknown

TABLES = sorted((Path(__file__).parents[2] / "data" / "units").glob("*.json"))
SMALLEST = 19


def units_of(table: Path) -> list[str]:
    return [unit["id"] for unit in json.loads(table.read_text())["units"]]


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of all pixels that differ, the best of moving one over the other by a pixel."""
    size = one.width
    moved = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    shifted = (other.transform(other.size, Image.Transform.AFFINE, (1, 0, dx, 0, 1, dy)) for dx, dy in moved)
    return min(
        sum(abs(a - b) for a, b in zip(one.tobytes(), moved.tobytes(), strict=True)) / 255 / size**2
        for moved in shifted
    )


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_every_unit_of_every_edition_has_a_silhouette_of_its_own(table: Path) -> None:
    units = units_of(table)
    drawings = [SILHOUETTES[unit] for unit in units]
    assert len(set(drawings)) == len(units)


@pytest.mark.parametrize("size", [SMALLEST, 20, 25, 34])
def test_silhouettes_differ_clearly_in_every_size(size: int) -> None:
    drawings = {drawing: silhouette(unit, size) for unit, drawing in SILHOUETTES.items()}
    for one, other in combinations(drawings, 2):
        assert difference(drawings[one], drawings[other]) > 0.13, (one.__name__, other.__name__)


@pytest.mark.parametrize("unit", SILHOUETTES)
def test_a_silhouette_fills_its_square(unit: str) -> None:
    box = silhouette(unit, SMALLEST).point(lambda value: 255 if value > 90 else 0).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert right - left >= 13
    assert bottom - top >= 9
    assert abs((left + right) - SMALLEST) <= 4


def test_a_unit_without_a_silhouette_is_a_plain_block_after_all_others() -> None:
    units = units_in_order({"zeppelin": 1, "tank": 1, "infantry": 2})
    assert [unit for unit, _ in units] == ["infantry", "tank", "zeppelin"]
    assert unknown not in SILHOUETTES.values()
    assert silhouette("zeppelin", 20).getbbox() is not None


@pytest.mark.parametrize("size", [*SIZES, 17])
def test_silhouettes_are_kept_as_they_would_be_drawn(size: int) -> None:
    for unit in (*list(SILHOUETTES)[::3], "zeppelin"):
        assert silhouette(unit, size).tobytes() == drawn(unit, size).tobytes(), unit
