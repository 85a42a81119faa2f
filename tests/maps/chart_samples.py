"""Charts of games as they might have been: a usual one, a long one with many powers, and one that just begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from maps.charts.data import Chart, Kind, Line, Mark

FIVE: Mapping[str, int] = {"soviet_union": 24, "germany": 40, "united_kingdom": 30, "japan": 30, "united_states": 42}
NINE: Mapping[str, int] = {
    "germany": 30,
    "soviet_union": 37,
    "japan": 26,
    "united_states": 52,
    "china": 12,
    "united_kingdom": 45,
    "italy": 10,
    "anzac": 10,
    "france": 19,
}


def sample(name: str, kind: Kind, incomes: Mapping[str, int], rounds: float) -> Chart:
    """A chart of random walks; the same arguments give the same chart."""
    rng = Random(f"{name} {kind} {rounds}")
    times = (*range(int(rounds) + 1), *([rounds] if rounds % 1 else []))
    lines = []
    for power, income in incomes.items():
        values = _walk(rng, kind, income, len(times) - 1)
        lines.append(Line(power, values, "a little unusual" if kind == "differences" else ""))
    return Chart(name, name.replace("_", " ").capitalize(), SUBTITLES[kind], kind, times, tuple(lines))


def _walk(rng: Random, kind: Kind, income: int, steps: int) -> tuple[float, ...]:
    changes: Sequence[float] = {
        "amounts": (-5, -3, -1, 0, 2, 4),
        "counts": (-1, 0, 0, 0, 0, 1),
        "differences": (-2.7, -1.3, -0.3, 0.3, 1.3, 2.7),
        "chances": (-9, -4, 0, 4, 9),
    }[kind]
    values = [0.0 if kind == "differences" else float(income // 12 if kind == "counts" else income)]
    for _ in range(steps):
        least = float("-inf") if kind == "differences" else 0
        values.append(max(least, values[-1] + rng.choice(changes)))
    return tuple(values)


SUBTITLES: Mapping[Kind, str] = {
    "amounts": "IPCs that the territories of each power yield, by round",
    "counts": "Held at the end of each turn, by round. Axis 4, Allies 8",
    "differences": "Hits above or below expectation, by round, and how rare that is",
    "chances": "Of each side, by round, as the house judges the board",
}


def with_marks() -> Chart:
    """The chances of a war with moments that words are about, two of them at once and two close together."""
    times = (0.0, 0.2, 0.8, 1.0, 2.0, 3.0, 4.0)
    axis = (50.0, 43.0, 69.0, 60.0, 58.0, 79.0, 100.0)
    marks = (Mark("A", 0.2), Mark("B", 1.0), Mark("C", 0.2), Mark("D", 1.0), Mark("E", 1.03), Mark("F", 3.9))
    lines = (Line("axis", axis), Line("allies", tuple(100 - each for each in axis)))
    return Chart("review", "Chance to win", SUBTITLES["chances"], "chances", times, lines, marks)


CHARTS: Mapping[str, Chart] = {
    "usual income": sample("income", "amounts", FIVE, 6.3),
    "usual unit value": sample("unit_value", "amounts", {power: 6 * each for power, each in FIVE.items()}, 6.3),
    "usual victory cities": sample("victory_cities", "counts", FIVE, 6.3),
    "usual dice luck": sample("dice_luck", "differences", {**FIVE, "axis": 0, "allies": 0}, 6.3),
    "long income": sample("income", "amounts", NINE, 15),
    "long victory cities": sample("victory_cities", "counts", NINE, 15),
    "long dice luck": sample("dice_luck", "differences", {**NINE, "axis": 0, "allies": 0}, 15),
    "first income": sample("income", "amounts", FIVE, 0),
    "chance to win": with_marks(),
    "first dice luck": sample("dice_luck", "differences", FIVE, 0.5),
}
