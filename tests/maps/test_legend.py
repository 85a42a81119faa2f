"""The strips above and below a picture: read on a phone, and about what is seen."""

import pytest

from maps import WHOLE_BOARD, View, draw_board, region_view
from maps.board.assets import load_board
from maps.overlays.legend import legend_height, title_strip
from tests.maps.positions import opening

BOARD = "aa1941"
IN_A_CHANNEL = 550  # pixels; so wide Discord shows a picture on a phone
LEAST = 9  # pixels; letters that are a little lower can still be read


@pytest.mark.parametrize("width", [800, 1000, 1100, 1600, 1934, 3000, 4000])
def test_title_and_legend_can_be_read_in_a_channel_on_a_phone(width: int) -> None:
    shrunk = min(1.0, IN_A_CHANNEL / width)
    assert legend_height(width) * shrunk >= LEAST
    strip, _ = title_strip(width, "Germany, round 2, combat move", "germany")
    assert strip.height * 0.6 * shrunk >= LEAST


def explained(view: View, captured: str) -> bool:
    """Whether the legend of a view tells what stripes mean when a territory was captured."""
    picture = draw_board(BOARD, {**opening(BOARD), "captured_this_turn": [captured]}, view, title="Germany")
    return "captured this turn" in [item.about for item in picture.layout.items]


def test_stripes_are_explained_where_they_are_seen_and_nowhere_else() -> None:
    europe = region_view(BOARD, "europe")
    assert explained(WHOLE_BOARD, "brazil")
    assert explained(europe, "ukraine")
    assert not explained(europe, "brazil")


def test_a_box_that_only_touches_the_picture_does_not_count_as_seen() -> None:
    left, top, right, bottom = load_board(BOARD).space("brazil").box
    corner = View((right - 30, bottom - 30, right + 970, bottom + 770))
    assert not explained(corner, "brazil")
    assert explained(View((left, top, left + 1000, top + 800)), "brazil")
