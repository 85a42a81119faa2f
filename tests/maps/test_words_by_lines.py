"""The words of a move stand where nothing else is, and players see which arrow they belong to."""

from collections.abc import Sequence
from itertools import pairwise

from maps.board.assets import Box
from maps.overlays.shapes.bent_strokes import place_apart
from maps.overlays.shapes.words_by_lines import Taken, place_beside
from maps.stacks.layout import Layout, Leader
from tests.maps.test_layout import overlap

PICTURE = (1000, 800)
WORDS = (150, 24)
LINE = [(400.0 + step, 400.0) for step in range(0, 201, 10)]


def taken(boxes: Sequence[Box] = (), lines: Sequence[Leader] = ()) -> Taken:
    """A picture with something in these boxes, and with lines."""
    layout = Layout(leaders=list(lines))
    for box in boxes:
        layout.add("units", "ukraine", box)
    return Taken(layout, PICTURE)


def test_words_stand_on_the_middle_of_a_free_line_without_a_stroke() -> None:
    placed = place_beside(WORDS, LINE, taken())
    assert placed is not None
    assert placed.box == (425, 388, 575, 412)
    assert placed.stroke == ()


def test_words_that_stand_apart_from_their_line_are_joined_to_it_past_all_else() -> None:
    units: list[Box] = [(380, 370, 560, 430), (640, 370, 800, 430)]
    placed = place_beside(WORDS, LINE, taken(units))
    assert placed is not None
    assert not any(overlap(placed.box, box) for box in units)
    assert placed.stroke
    (x0, y0), (x1, y1) = placed.stroke
    assert placed.box[0] <= x0 <= placed.box[2]
    assert placed.box[1] <= y0 <= placed.box[3]
    assert (x1, y1) in LINE
    spots = [(x0 + (x1 - x0) * i / 100, y0 + (y1 - y0) * i / 100) for i in range(101)]
    assert not any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in spots for box in units)


def test_words_are_left_out_where_no_stroke_could_lead_to_their_line() -> None:
    wall: list[Box] = [(300, 300, 700, 396), (300, 404, 700, 500), (300, 396, 390, 404), (610, 396, 700, 404)]
    assert place_beside(WORDS, LINE, taken(wall)) is None
    assert place_apart(WORDS, LINE, taken(wall)) is None


def test_where_no_straight_stroke_leads_to_a_line_one_leads_round_what_is_in_its_way() -> None:
    walls: list[Box] = [(300, 300, 440, 396), (300, 404, 700, 500), (300, 396, 390, 404), (460, 200, 700, 396)]
    walls += [(610, 396, 700, 404), (380, 260, 455, 290)]
    assert place_beside(WORDS, LINE, taken(walls)) is None
    placed = place_apart(WORDS, LINE, taken(walls))
    assert placed is not None
    assert len(placed.stroke) > 2
    assert not any(overlap(placed.box, box) for box in walls)
    assert any(abs(placed.stroke[-1][0] - x) <= 1 for x, _ in LINE)
    for (x0, y0), (x1, y1) in pairwise(placed.stroke):
        spots = [(x0 + (x1 - x0) * i / 100, y0 + (y1 - y0) * i / 100) for i in range(101)]
        assert not any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in spots for box in walls)


def test_words_of_a_line_outside_the_picture_are_left_out() -> None:
    assert place_beside(WORDS, [(-50.0, -60.0), (-10.0, -20.0)], taken()) is None
    assert place_apart(WORDS, [(-50.0, -60.0), (-10.0, -20.0)], taken()) is None


def test_a_stroke_may_cross_a_line_but_words_keep_off_it() -> None:
    around: list[Box] = [(200, 300, 800, 396), (200, 404, 395, 440), (605, 404, 800, 440)]
    line = Leader("sz5", (200.0, 430.0), (800.0, 430.0))
    placed = place_beside(WORDS, LINE, taken(around, [line]))
    assert placed is not None
    assert placed.stroke
    assert placed.box[1] > 430 > placed.stroke[1][1]


def test_words_stand_nearer_to_the_tail_of_their_own_line_than_to_that_of_another() -> None:
    other = (500.0, 400.0)
    middle = place_beside(WORDS, LINE, taken())
    placed = place_beside(WORDS, LINE, taken(), others=[other], best=0.3)
    assert middle is not None
    assert placed is not None
    assert (middle.box[0] + middle.box[2]) / 2 == other[0]
    assert (placed.box[0] + placed.box[2]) / 2 - LINE[0][0] <= other[0] - (placed.box[0] + placed.box[2]) / 2


def test_words_stand_by_the_tail_of_another_line_rather_than_nowhere() -> None:
    everywhere = [(x, y) for x, y in LINE[1:]]
    assert place_beside(WORDS, LINE, taken(), others=everywhere) is not None
