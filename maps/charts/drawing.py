"""Charts drawn with matplotlib."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from statistics import fmean

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator
from PIL import Image

from maps.board.draw import Picture
from maps.board.encoding import webp
from maps.board.lettering import FONTS, text_width
from maps.board.names import name_of
from maps.board.powers import DARK, PAPER, emblem_disc, style_of
from maps.charts.data import Chart, Line, alt_text, as_written
from maps.looks.reading import Colour, looks

Spot = tuple[float, float]

QUALITY, METHOD = 90, 2

# Lengths are pixels from the top left corner.
WIDTH, HEIGHT, DPI = 1000, 700, 100
EDGE, LEFT, TOP, BOTTOM = 24, 92, 142, 628  # of the picture, and of the axes
TITLE_AT, SUBTITLE_AT = 52, 100
TITLE, SUBTITLE, TICKS, NAMES = 42, 26, 25, 27
LINE, SIDE_LINE, THIN, END = 4.5, 9.0, 2.0, 10.0
DISC, MARK, GAP = 30, 24, 7
LEADER = 30  # from the axes to the names
APART = 34  # from one name to the next at least
MARKS_APART = 70  # from one emblem on a line to the next at least
SIDE_BY_SIDE = 9.0  # between lines of equal counts
MOST_TICKS = 10
GRID: Colour = (218, 212, 198)
FAINT: Colour = (92, 90, 84)


def draw_charts(charts: Sequence[Chart]) -> tuple[Picture, ...]:
    """A picture of each chart; takes up to a second."""
    return tuple(_picture(chart, draw_chart(chart)) for chart in charts)


def _picture(chart: Chart, image: Image.Image) -> Picture:
    return Picture(webp(image, QUALITY, METHOD), f"{chart.name}.webp", alt_text(chart), image.size)


def draw_chart(chart: Chart) -> Image.Image:
    """A chart of 1000 x 700 pixels."""
    with mpl.rc_context():
        mpl.rcdefaults()  # Whatever the host prefers in its own plots.
        return _drawn(chart)


def _drawn(chart: Chart) -> Image.Image:
    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor=_rgb(PAPER))
    FigureCanvasAgg(figure)
    texts = [_name(chart, line) for line in chart.lines]
    names_at = WIDTH - EDGE - max(text_width(text, NAMES) for text in texts) - DISC - GAP
    axes = _axes(figure, chart, names_at - LEADER)
    lines = _side_by_side(axes, chart)
    for line, values in zip(chart.lines, lines, strict=True):
        _draw_line(axes, chart, line, values)
    ends = [_pixel(axes, (chart.times[-1], values[-1])) for values in lines]
    names = [(float(names_at), y) for y in spread([y for _, y in ends], APART, TOP, BOTTOM)]
    for line, text, end, place in zip(chart.lines, texts, ends, names, strict=True):
        _lead(figure, line, end, place)
        _write(figure, (names_at + DISC + GAP, place[1] - 1), text, NAMES, DARK)
    _write(figure, (EDGE, TITLE_AT), chart.title, TITLE, DARK, weight=700)
    _write(figure, (EDGE, SUBTITLE_AT), chart.subtitle, SUBTITLE, FAINT)
    _draw_marks(figure, axes, chart)
    pixels = io.BytesIO()
    figure.savefig(pixels, format="rgba")
    image = Image.frombytes("RGBA", (WIDTH, HEIGHT), pixels.getvalue()).convert("RGB")
    for line, spot in _marks(axes, chart, lines):
        _paste(image, line, spot, MARK)
    for line, (x, y) in zip(chart.lines, names, strict=True):
        _paste(image, line, (x + DISC / 2, y), DISC)
    return image


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places as near as can be to those wanted, in their order, so far apart, from `low` to `high` if that has room."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    pools: list[list[float]] = []
    for rank, i in enumerate(order):
        pools.append([wanted[i] - apart * rank])
        while len(pools) > 1 and fmean(pools[-2]) > fmean(pools[-1]):
            pools[-2:] = [[*pools[-2], *pools[-1]]]
    shifts = [fmean(pool) for pool in pools for _ in pool]
    last = high - apart * (len(wanted) - 1)
    places = {i: max(min(shifts[rank], last), low) + apart * rank for rank, i in enumerate(order)}
    return [places[i] for i in range(len(wanted))]


def _axes(figure: Figure, chart: Chart, right: float) -> Axes:
    axes = figure.add_axes(
        (LEFT / WIDTH, 1 - BOTTOM / HEIGHT, (right - LEFT) / WIDTH, (BOTTOM - TOP) / HEIGHT), facecolor=_rgb(PAPER)
    )
    rounds = chart.times[-1]
    axes.set_xlim(0 if rounds else -1, rounds)
    axes.set_ylim(*_limits(chart))
    axes.xaxis.set_major_locator(FixedLocator(range(0, int(rounds) + 1, ceil((rounds + 1) / MOST_TICKS))))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda time, _: "start" if time == 0 else f"{time:.0f}"))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6, integer=True, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _tick(chart, value)))
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_fontproperties(_font(TICKS))
        label.set_color(_rgb(FAINT))
    axes.tick_params(length=0)
    axes.tick_params(axis="x", pad=_points(10))
    axes.tick_params(axis="y", pad=_points(MARK / 2 + 6))
    axes.grid(axis="y", color=_rgb(GRID), linewidth=_points(1.5))
    axes.set_axisbelow(True)
    for edge in ("left", "top", "right", "bottom"):
        axes.spines[edge].set_visible(False)
    if chart.kind != "counts":
        axes.axhline(0, color=_rgb(FAINT), linewidth=_points(THIN))
    return axes


def _limits(chart: Chart) -> tuple[float, float]:
    """The lowest and the highest value of the axes."""
    values = [value for line in chart.lines for value in line.values]
    if chart.kind == "differences":
        return min(-1.0, *values) * 1.08, max(1.0, *values) * 1.08
    if chart.kind == "counts":
        return -0.5, max(1.0, *values) + 0.5
    if chart.kind == "chances":
        return 0.0, 100.0
    return 0.0, max(1.0, *values) * 1.06


def _tick(chart: Chart, value: float) -> str:
    sign = "+" if chart.kind == "differences" and value > 0 else "−" if value < 0 else ""
    return f"{sign}{abs(value):.0f}{'%' if chart.kind == 'chances' else ''}"


def _side_by_side(axes: Axes, chart: Chart) -> list[list[float]]:
    """The values of each line as they are drawn: counts are often equal, so that lines would hide each other."""
    if chart.kind != "counts":
        return [list(line.values) for line in chart.lines]
    low, high = axes.get_ylim()
    step = min(SIDE_BY_SIDE * (high - low) / (BOTTOM - TOP), 0.8 / len(chart.lines))
    middle = (len(chart.lines) - 1) / 2
    return [[value + (middle - i) * step for value in line.values] for i, line in enumerate(chart.lines)]


def _draw_line(axes: Axes, chart: Chart, line: Line, values: Sequence[float]) -> None:
    """A line to a dot at its end; the lines of sides are broad and lie below all others."""
    colour = _rgb(_colour(line))
    pattern = style_of(line.power).dashes
    axes.plot(
        chart.times,
        values,
        color=colour,
        linewidth=_points(SIDE_LINE if _is_side(line) else LINE),
        linestyle=(0, pattern) if pattern else "-",
        drawstyle="steps-mid" if chart.kind == "counts" else "default",
        dash_capstyle="butt",
        solid_joinstyle="round",
        clip_on=False,
        zorder=2 if _is_side(line) else 3,
    )
    axes.plot(chart.times[-1:], values[-1:], "o", color=colour, markersize=_points(END), clip_on=False)


def _draw_marks(figure: Figure, axes: Axes, chart: Chart) -> None:
    """A thin upright line for each moment that is marked, with its letter above it; letters of one moment together."""
    at: dict[float, str] = {}
    for mark in chart.marks:
        at[mark.time] = at.get(mark.time, "") + mark.letter
    free = float("-inf")
    for time, letters in sorted(at.items()):
        axes.axvline(time, color=_rgb(FAINT), linewidth=_points(THIN), linestyle=(0, (2, 3)), zorder=1)
        x = max(_pixel(axes, (time, 0))[0] - text_width(letters, TICKS) / 2, free)
        _write(figure, (x, TOP - MARK / 2), letters, TICKS, DARK)
        free = x + text_width(letters, TICKS) + GAP


def _is_side(line: Line) -> bool:
    return line.power in looks().sides


def _colour(line: Line) -> Colour:
    style = style_of(line.power)
    return style.land if _is_side(line) else style.plate


def _marks(axes: Axes, chart: Chart, lines: Sequence[Sequence[float]]) -> list[tuple[Line, Spot]]:
    """Where lines bear their emblems: at ends of rounds, by turns, and never one over another or close to the names."""
    a_round = _pixel(axes, (1, 0))[0] - _pixel(axes, (0, 0))[0]
    every = max(1, ceil(MARKS_APART / a_round))
    found: list[tuple[Line, Spot]] = []
    for place, time in enumerate(chart.times):
        at_zero = not time and chart.kind == "differences"
        if time != int(time) or at_zero or chart.times[-1] - time < MARK / a_round:
            continue
        for number_of_line, line in enumerate(chart.lines):
            spot = _pixel(axes, (time, lines[number_of_line][place]))
            if _is_side(line) or (time + number_of_line) % every:
                continue
            if all(_is_apart(spot, other) for _, other in found):
                found.append((line, spot))
    return found


def _is_apart(one: Spot, other: Spot) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= MARK


def _lead(figure: Figure, line: Line, end: Spot, name: Spot) -> None:
    """A thin line from the end of a line to its name."""
    xs, ys = zip(_fraction(end), _fraction((end[0] + LEADER * 0.3, end[1])), _fraction(name), strict=True)
    colour = _rgb(_colour(line))
    figure.add_artist(Line2D(xs, ys, color=colour, linewidth=_points(THIN), transform=figure.transFigure))


def _write(figure: Figure, at: Spot, text: str, size: int, colour: Colour, weight: int = 600) -> None:
    """Text that begins at a spot and is as high above as below it."""
    x, y = _fraction(at)
    figure.text(x, y, text, fontproperties=_font(size, weight), color=_rgb(colour), va="center_baseline")


def _paste(image: Image.Image, line: Line, middle: Spot, size: int) -> None:
    disc = emblem_disc(line.power, size)
    image.paste(disc, (round(middle[0] - size / 2), round(middle[1] - size / 2)), disc)


def _name(chart: Chart, line: Line) -> str:
    note = f" · {line.note}" if line.note else ""
    return f"{name_of(line.power)} {as_written(chart.kind, line.values[-1])}{note}"


def _pixel(axes: Axes, at: Spot) -> Spot:
    """Where a time and a value are in the picture."""
    x, y = axes.transData.transform(at)
    return float(x), HEIGHT - float(y)


def _fraction(at: Spot) -> Spot:
    return at[0] / WIDTH, 1 - at[1] / HEIGHT


@lru_cache
def _font(size: int, weight: int = 600) -> FontProperties:
    return FontProperties(fname=FONTS / f"barlow-condensed-{weight}.ttf", size=_points(size))


def _points(pixels: float) -> float:
    return pixels * 72 / DPI


def _rgb(colour: Colour) -> tuple[float, float, float]:
    return colour[0] / 255, colour[1] / 255, colour[2] / 255
