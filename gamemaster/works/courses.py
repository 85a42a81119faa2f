"""The course of a game, counted from its log, and its charts."""

from __future__ import annotations

from collections.abc import Sequence

from engine import GameState, state_from_json
from engine.beside.chronicle import chronicle
from gamemaster.story.course import Course
from gamemaster.works.logged import Logged, events_of
from maps.charts import Chart
from maps.draw import Picture


def counted(start: str, since: Logged, present: GameState) -> Course:
    """The course from a stored state on, up to the present board as everybody may see it."""
    return Course(present, chronicle(state_from_json(start), events_of(since), present))


def drawn(charts: Sequence[Chart]) -> tuple[Picture, ...]:
    """A picture of each chart."""
    # Not before a chart is drawn: matplotlib takes two seconds and 45 MB to load, and the bot never needs it itself.
    from maps.chart_drawing import draw_charts

    return draw_charts(charts)
