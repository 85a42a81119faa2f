"""Charts of a game over its rounds, drawn by a process of their own.

matplotlib takes 60 MB and holds up everybody for a tenth of a second while it is loaded; here neither stays.
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from maps.draw import Picture
from maps.powers import style_of
from maps.words import LONGEST_ALT_TEXT

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_SECONDS = 60

Kind = Literal["amounts", "counts", "differences"]
"""Amounts begin at 0; counts are few whole numbers; differences lie on both sides of 0."""


class ChartsNotDrawn(Exception):
    """The process that draws failed; the text is what it said."""


@dataclass(frozen=True)
class Line:
    """The values of a power, or of a side, at the times of the chart; `note` stands behind the last value."""

    power: str
    values: tuple[float, ...]
    note: str = ""


@dataclass(frozen=True)
class Chart:
    """Lines over time. `times` are rounds: 0 the start, 2 the end of round 2, and what lies between."""

    name: str
    title: str
    subtitle: str
    kind: Kind
    times: tuple[float, ...]
    lines: tuple[Line, ...]


def draw_charts(charts: Sequence[Chart]) -> tuple[Picture, ...]:
    """A picture of each chart; raises ChartsNotDrawn.

    It takes a second or two, so call it in a thread; the process takes 110 MB meanwhile, so call it once at a time.
    """
    order = json.dumps([asdict(chart) for chart in charts])
    try:
        done = subprocess.run(
            [sys.executable, "-m", "maps.chart_drawing"],
            input=order,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE_SECONDS,
            cwd=ROOT,
            check=True,
        )
    except subprocess.CalledProcessError as error:
        raise ChartsNotDrawn(error.stderr) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ChartsNotDrawn(str(error)) from error
    try:
        drawn = json.loads(done.stdout)
    except ValueError as error:
        raise ChartsNotDrawn(f"An answer of {len(done.stdout)} characters is no JSON: {error}") from error
    return tuple(
        Picture(base64.b64decode(each["data"]), f"{chart.name}.webp", alt_text(chart), (each["width"], each["height"]))
        for chart, each in zip(charts, drawn, strict=True)
    )


def charts_from_json(text: str) -> tuple[Chart, ...]:
    """The charts of an order to draw."""
    return tuple(_chart(each) for each in json.loads(text))


def _chart(value: dict[str, Any]) -> Chart:
    lines = tuple(Line(each["power"], tuple(each["values"]), each["note"]) for each in value["lines"])
    return Chart(**{**value, "times": tuple(value["times"]), "lines": lines})


def alt_text(chart: Chart) -> str:
    """The numbers of a chart in words, at the end of each round; of some rounds where all would be too long."""
    whole = [place for place, time in enumerate(chart.times) if time == int(time)]
    for every in range(1, len(whole) + 1):
        shown = {*whole[::every], len(chart.times) - 1}
        text = _in_words(chart, sorted(shown))
        if len(text) <= LONGEST_ALT_TEXT:
            return text
    return text[: LONGEST_ALT_TEXT - 1] + "…"


def _in_words(chart: Chart, places: Sequence[int]) -> str:
    when = _times_in_words([chart.times[place] for place in places])
    rows = (
        f"{style_of(line.power).name}: {', '.join(as_written(chart.kind, line.values[place]) for place in places)}"
        + (f" ({line.note})." if line.note else ".")
        for line in chart.lines
    )
    return " ".join([f"{chart.title}. {chart.subtitle}. {when}:", *rows])


def _times_in_words(times: Sequence[float]) -> str:
    """ "At the start, after rounds 1, 2, now": the last time may be in the midst of a round."""
    rounds = [f"{time:.0f}" for time in times if time and time == int(time)]
    after = f"after round{'s' if len(rounds) > 1 else ''} {', '.join(rounds)}" if rounds else ""
    now = "now" if times[-1] != int(times[-1]) else ""
    return ", ".join(part for part in ("At the start", after, now) if part)


def as_written(kind: Kind, value: float) -> str:
    """A value as it is written: "42", "+3.2", "−0.5"."""
    if kind != "differences":
        return f"{value:.0f}"
    return f"{value:+.1f}".replace("-", "−") if round(value, 1) else "0"
