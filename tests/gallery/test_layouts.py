"""In no picture of the gallery does anything cover anything else or leave the picture, and each fits a message."""

from collections import Counter
from collections.abc import Iterator

import pytest

from maps import Picture
from maps.position_words import LONGEST_ALT_TEXT
from maps.stacks.layout import Item, Layout, Leader
from tests.gallery.catalogue import Exhibit, exhibits
from tests.maps.positions import Position
from tests.maps.test_layout import overlap

Shown = Counter[tuple[str, str, str]]  # space, power, unit
CROP = 1_080_000  # pixels: 1200 x 900
LARGEST_CROP, LARGEST_FILE = 200_000, 1_000_000
CUT_BY_CROPS = {"name", "units", "sign"}


def covered(layout: Layout) -> Iterator[tuple[Item, Item]]:
    """Pairs of items of which one stands on the other."""
    open_items: list[Item] = []
    for item in sorted(layout.items, key=lambda item: item.box):
        open_items = [other for other in open_items if other.box[2] > item.box[0]]
        yield from ((other, item) for other in open_items if overlap(other.box, item.box))
        open_items.append(item)


def is_inside(item: Item, size: tuple[int, int]) -> bool:
    left, top, right, bottom = item.box
    return not item.is_cut and left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]


def crossed(line: Leader, items: list[Item]) -> Iterator[Item]:
    """What the line of a stack runs over; it may begin at the name of its own space and end at its own units."""
    (x0, y0), (x1, y1) = line.start, line.end
    steps = max(1, int(max(abs(x1 - x0), abs(y1 - y0)) // 2))
    spots = [(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(steps + 1)]
    for item in items:
        left, top, right, bottom = item.box
        is_other = item.kind != "title" and item.about != line.space
        if is_other and any(left < x < right and top < y < bottom for x, y in spots):
            yield item


def standing(position: Position) -> Shown:
    return Counter(
        {
            (space, power, unit): count
            for space, powers in position["units"].items()
            for power, units in powers.items()
            for unit, count in units.items()
        }
    )


def drawn_units(items: list[Item]) -> Shown:
    shown: Shown = Counter()
    for item in items:
        for cell in item.plate.cells if item.plate and item.plate.power else ():
            power = item.plate.power  # type: ignore[union-attr]
            shown[item.about, power, cell.unit] += cell.count
            for hold in cell.holds:
                for unit, count in hold.units:
                    shown[item.about, hold.power or power, unit] += count
    return shown


def faults(exhibit: Exhibit, picture: Picture) -> Iterator[str]:
    """All that is wrong with what stands where."""
    items, size = picture.layout.items, picture.size
    for a, b in covered(picture.layout):
        yield f"{a.kind} {a.about} {a.box} and {b.kind} {b.about} {b.box} overlap"
    for item in items:
        if not is_inside(item, size) and (exhibit.whole or item.kind not in CUT_BY_CROPS):
            yield f"{item.kind} {item.about} {item.box} leaves the picture of {size}"
    for line in picture.layout.leaders:
        for item in crossed(line, items):
            yield f"the line from {line.space} runs over {item.kind} {item.about}"
    if exhibit.position:
        yield from wrong_counts(exhibit, standing(exhibit.position()), drawn_units(items))


def wrong_counts(exhibit: Exhibit, wanted: Shown, shown: Shown) -> Iterator[str]:
    """Units drawn twice or never; a crop may leave out what stands beyond its edge."""
    for key in wanted | shown:
        if shown[key] > wanted[key] or (exhibit.whole and shown[key] < wanted[key]):
            yield f"{shown[key]} instead of {wanted[key]} shown of {key}"


def misfits(exhibit: Exhibit, picture: Picture) -> Iterator[str]:
    """What keeps a picture from a message: words too long for Discord, a file too large for a phone."""
    if not 0 < len(picture.alt_text) <= LONGEST_ALT_TEXT:
        yield f"{len(picture.alt_text)} characters of alt text"
    is_crop = picture.size[0] * picture.size[1] <= CROP
    if len(picture.data) > (LARGEST_CROP if is_crop else LARGEST_FILE):
        yield f"a file of {len(picture.data)} bytes"


FULLEST = ("start", "late", "relations", "reach", "everything")
"""What is hardest to encode of all that is drawn on whole boards: a file too large is made coarser until it fits, which
must come to an end in these. Crops are all encoded; each run of the suite encodes whole boards with everything alone.
"""
OF_BOARDS = [exhibit for exhibit in exhibits() if exhibit.position]  # others have tests of their own
CROWDED = ("everything", "everything-front")
"""What has all that can stand on a board late in a war; of the others every twelfth is enough for each run."""


SPARSE = {each.name for number, each in enumerate(OF_BOARDS) if number % 12 and not each.name.endswith(CROWDED)}


@pytest.mark.parametrize(
    "exhibit",
    [pytest.param(each, id=each.name, marks=[pytest.mark.whole] if each.name in SPARSE else []) for each in OF_BOARDS],
)
def test_nothing_covers_anything_else_and_the_picture_fits_a_message(
    exhibit: Exhibit, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if exhibit.whole and not exhibit.name.endswith(FULLEST if request.config.getoption("--whole") else FULLEST[-1]):
        monkeypatch.setattr("maps.board.draw.encoded", lambda _image: b"")
    picture = exhibit.draw()
    assert [*faults(exhibit, picture), *misfits(exhibit, picture)] == []
