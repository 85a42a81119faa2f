"""Charts of a game over its rounds: what they show, and the words that say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

from maps.board.names import name_of
from maps.position_words import LONGEST_ALT_TEXT

Kind = Literal["amounts", "counts", "differences", "chances"]
"""Amounts begin at 0; counts are few whole numbers; differences lie on both sides of 0; chances are of 100."""


@dataclass(frozen=True)
class Line:
    """The values of a power, or of a side, at the times of the chart; `note` stands behind the last value."""

    power: str
    values: tuple[float, ...]
    note: str = ""


@dataclass(frozen=True)
class Mark:
    """A moment that the words beside a chart are about, by its letter."""

    letter: str
    time: float


@dataclass(frozen=True)
class Chart:
    """Lines over time. `times` are rounds: 0 the start, 2 the end of round 2, and what lies between."""

    name: str
    title: str
    subtitle: str
    kind: Kind
    times: tuple[float, ...]
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...] = ()


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
        f"{name_of(line.power)}: {', '.join(as_written(chart.kind, line.values[place]) for place in places)}"
        + (f" ({line.note})." if line.note else ".")
        for line in chart.lines
    )
    marks = [f"{mark.letter} in round {ceil(mark.time)}" for mark in chart.marks]
    marked = [f"Marked: {', '.join(marks)}."] if marks else []
    return " ".join([f"{chart.title}. {chart.subtitle}. {when}:", *rows, *marked])


def _times_in_words(times: Sequence[float]) -> str:
    """ "At the start, after rounds 1, 2, now": the last time may be in the midst of a round."""
    rounds = [f"{time:.0f}" for time in times if time and time == int(time)]
    after = f"after round{'s' if len(rounds) > 1 else ''} {', '.join(rounds)}" if rounds else ""
    now = "now" if times[-1] != int(times[-1]) else ""
    return ", ".join(part for part in ("At the start", after, now) if part)


def as_written(kind: Kind, value: float) -> str:
    """A value as it is written: "42", "+3.2", "−0.5", "62%"."""
    if kind == "chances":
        return f"{value:.0f}%"
    if kind != "differences":
        return f"{value:.0f}"
    return f"{value:+.1f}".replace("-", "−") if round(value, 1) else "0"
