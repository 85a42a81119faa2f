"""The course of a game, counted from its log, and its charts."""

from __future__ import annotations

from collections.abc import Sequence

from engine import GameState, state_from_json
from engine.queries.chronicle import chronicle
from gamemaster.jobs.logged import Logged, events_of
from gamemaster.narration.history.charts import GameCourse
from maps.board.draw import Picture
from maps.charts.data import Chart


def counted(start: str, since: Logged, present: GameState) -> GameCourse:
    """The course from a stored state on, up to the present board as everybody may see it."""
    return GameCourse.of(present, chronicle(state_from_json(start), events_of(since), present))


def drawn(charts: Sequence[Chart]) -> tuple[Picture, ...]:
    """A picture of each chart."""
    # Not before a chart is drawn: matplotlib takes two seconds and 45 MB to load, and the bot never needs it itself.
    from maps.charts.drawing import draw_charts

    return draw_charts(charts)
