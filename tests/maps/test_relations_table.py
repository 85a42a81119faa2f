"""The relations of all powers as a picture: which sign stands where, and the words that say the same."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from maps.board.assets import Box
from maps.board.draw import Picture
from maps.relations.drawing import WIDTH, draw_relations, relation_sign
from maps.relations.table import MEANINGS, CanalPassage, Cities, Neutrals, RelationsTable
from tests.maps.pictures import distance, opened

POWERS = ("germany", "soviet_union", "japan", "united_states", "china", "united_kingdom", "italy", "anzac", "france")
COLUMNS = (*POWERS, "dutch")
SIGN_AT = {"germany/japan": "together", "germany/france": "war", "china/germany": "apart"}
TABLE = RelationsTable(
    "Relations",
    COLUMNS,
    {
        power: {
            other: SIGN_AT.get(f"{power}/{other}", "peace" if place % 2 else "may later")
            for place, other in enumerate(COLUMNS)
            if other != power
        }
        for power in POWERS
    },
    (
        Neutrals("strict", "attack one, and all turn on you", tuple((f"Somewhere Far {n}", n) for n in range(28))),
        Neutrals("pro_allies", "open to the Allies", (("Greece", 4), ("Crete", 0))),
        Neutrals("pro_axis", "open to the Axis", (("Iraq", 3),)),
    ),
    (
        CanalPassage("Suez Canal", ("united_kingdom",), COLUMNS[:9], submarines_pass=True),
        CanalPassage("Turkish Straits", (), (), submarines_pass=False),
    ),
    (Cities("Victory on the Europe map: The Axis 1 of 8", (("Berlin", "germany"), ("London", "united_kingdom"))),),
)


@pytest.fixture(scope="module")
def picture() -> Picture:
    return draw_relations(TABLE)[0]


def test_each_cell_stands_in_its_row_and_column_with_its_sign(picture: Picture) -> None:
    boxes = {item.about: item.box for item in picture.layout.items if item.kind == "sign"}
    image = opened(picture)
    for power, others in TABLE.cells.items():
        for other, what in others.items():
            box, row, column = boxes[f"{power}/{other}"], boxes[power], boxes[f"over {other}"]
            assert row[1] - 8 <= box[1] < box[3] <= row[3] + 8
            assert abs(box[0] + box[2] - column[0] - column[2]) <= 2
            assert _shows(image.crop(box).getcolors(9999), what)  # type: ignore[arg-type]


def _shows(colours: Sequence[tuple[int, tuple[int, ...]]], what: str) -> bool:
    """Whether the main colour of a sign is there."""
    sign = relation_sign(what, 42).convert("RGBA")
    found: Sequence[tuple[int, tuple[int, ...]]] = sign.getcolors(9999)  # type: ignore[assignment]
    ink = max((count, colour[:3]) for count, colour in found if colour[3] == 255)[1]
    return any(distance(colour, ink) < 40 for _, colour in colours)


def test_signs_differ_in_shape_and_not_in_colour_alone() -> None:
    shapes = {
        what: relation_sign(what, 42).getchannel("A").point(lambda v: 255 * (v > 127)).tobytes() for what in MEANINGS
    }
    assert len(set(shapes.values())) == len(MEANINGS)


@pytest.mark.parametrize("number", [0, 1])
def test_nothing_covers_anything_else_or_leaves_the_picture(number: int) -> None:
    picture = draw_relations(TABLE)[number]
    assert picture.size[1] < 1.3 * WIDTH  # A phone shows what is higher smaller.
    boxes = [item.box for item in picture.layout.items]
    for place, one in enumerate(boxes):
        assert 0 <= one[0] < one[2] <= WIDTH
        assert one[3] <= picture.size[1]
        assert not any(_overlap(one, other) for other in boxes[:place])


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_all_is_told_in_words_too(picture: Picture) -> None:
    short = replace(TABLE, neutrals=TABLE.neutrals[1:])
    assert "Germany: at war with France." in picture.alt_text
    words = draw_relations(short)[1].alt_text
    assert "Pro-Allies neutrals, with their infantry: Greece 4, Crete." in words
    assert "Turkish Straits, held by nobody: nobody may pass." in words
    assert "and all submarines" in words
    assert "Berlin (Germany), London (United Kingdom)." in words
    assert all(len(each.alt_text) <= 1000 for each in draw_relations(TABLE))


def test_there_is_no_second_picture_where_there_is_nothing_to_show() -> None:
    assert len(draw_relations(replace(TABLE, neutrals=(), passages=(), cities=()))) == 1
