"""Charts: what can be seen on them, and the words that say the same."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from maps import Picture
from maps.board.lettering import text_width
from maps.board.powers import style_of
from maps.charts.data import Chart, Line, alt_text, as_written
from maps.charts.drawing import APART, BOTTOM, EDGE, SUBTITLE, TITLE, TOP, WIDTH, draw_chart, draw_charts, spread
from maps.looks.reading import Colour
from maps.position_words import LONGEST_ALT_TEXT
from tests.maps.chart_samples import CHARTS
from tests.maps.pictures import distance, opened

SMALL = 200_000
CLOSE = 8  # what saving a picture may do to a colour
TWO = Chart(
    name="income",
    title="Income",
    subtitle="IPCs by round",
    kind="amounts",
    times=(0, 1, 1.5),
    lines=(Line("germany", (12, 10, 9)), Line("japan", (9, 9, 11))),
)


@pytest.fixture(scope="module")
def pictures() -> Mapping[str, Picture]:
    """All samples, drawn as the bot draws them."""
    return dict(zip(CHARTS, draw_charts(list(CHARTS.values())), strict=True))


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_fits_a_phone_and_a_message(pictures: Mapping[str, Picture], name: str) -> None:
    picture = pictures[name]
    assert picture.size == opened(picture).size == (1000, 700)
    assert picture.filename == f"{CHARTS[name].name}.webp"
    assert len(picture.data) < SMALL
    assert 0 < len(picture.alt_text) <= LONGEST_ALT_TEXT


def has_colour(image: Image.Image, colour: Colour) -> bool:
    """Whether a colour fills more than single pixels somewhere."""
    found = image.getcolors(image.width * image.height) or []
    return sum(count for count, seen in found if isinstance(seen, tuple) and distance(seen, colour) <= CLOSE) > 60


@pytest.mark.parametrize("name", CHARTS)
def test_every_power_is_named_with_its_emblem_beside_the_axes(pictures: Mapping[str, Picture], name: str) -> None:
    chart = CHARTS[name]
    beside = opened(pictures[name]).crop((WIDTH // 2, TOP - APART, WIDTH, BOTTOM + APART))
    for line in chart.lines:
        assert has_colour(beside, style_of(line.power).plate), line.power
    assert not has_colour(beside, style_of("dutch").plate)


def test_a_line_has_the_colour_of_its_power() -> None:
    image = draw_chart(TWO)
    inside = image.crop((100, TOP, 600, BOTTOM))
    assert has_colour(inside, style_of("germany").plate)
    assert has_colour(inside, style_of("japan").plate)
    assert not has_colour(inside, style_of("soviet_union").plate)


@pytest.mark.parametrize(
    "wanted",
    [[300.0] * 10, [0.0, 5.0, 690.0, 695.0], [200.0, 190.0, 210.0, 400.0], [628.0], [142.0, 150.0, 160.0, 600.0]],
)
def test_names_stand_apart_in_the_order_of_their_lines(wanted: list[float]) -> None:
    places = spread(wanted, APART, TOP, BOTTOM)
    ordered = sorted(places)
    assert all(lower - upper >= APART - 1e-6 for upper, lower in pairwise(ordered))
    assert ordered[0] >= TOP
    assert ordered[-1] <= BOTTOM
    by_wish = [places[i] for i in sorted(range(len(wanted)), key=lambda i: wanted[i])]
    assert by_wish == ordered


def test_names_that_have_room_stand_where_their_lines_end() -> None:
    assert spread([200.0, 500.0, 300.0], APART, TOP, BOTTOM) == [200.0, 500.0, 300.0]


@pytest.mark.parametrize("name", CHARTS)
def test_title_and_subtitle_fit(name: str) -> None:
    chart = CHARTS[name]
    assert text_width(chart.title, TITLE, 700) < WIDTH - 2 * EDGE
    assert text_width(chart.subtitle, SUBTITLE) < WIDTH - 2 * EDGE


def test_the_alt_text_has_the_numbers() -> None:
    assert alt_text(TWO) == (
        "Income. IPCs by round. At the start, after round 1, now: Germany: 12, 10, 9. Japan: 9, 9, 11."
    )


def test_the_alt_text_of_luck_has_signs_and_notes() -> None:
    lines = (Line("germany", (0, 1.25, -0.5), "usual"),)
    luck = replace(TWO, title="Dice luck", subtitle="Hits", kind="differences", lines=lines)
    assert alt_text(luck).endswith("Germany: 0, +1.2, −0.5 (usual).")


def test_the_alt_text_of_a_very_long_game_leaves_out_rounds_but_not_the_last() -> None:
    times = tuple(float(time) for time in range(61))
    lines = tuple(Line(power, tuple(range(100, 161))) for power in ("germany", "japan", "italy", "france", "china"))
    text = alt_text(Chart("income", "Income", "IPCs", "amounts", times, lines))
    assert len(text) <= LONGEST_ALT_TEXT
    assert text.startswith("Income. IPCs. At the start, after rounds 2, 4,")
    assert text.count("160.") == 5


@pytest.mark.parametrize(("value", "written"), [(3.24, "+3.2"), (-0.5, "−0.5"), (0.04, "0"), (-0.04, "0")])
def test_differences_are_written_with_their_sign(value: float, written: str) -> None:
    assert as_written("differences", value) == written


def test_the_bot_starts_without_matplotlib() -> None:
    look = "import sys, bot; sys.exit('matplotlib' in sys.modules or 'numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", look], cwd=Path(__file__).parents[2], check=True)  # noqa: S603  # our own words
