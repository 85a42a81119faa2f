"""A game looked back on, worked out where nobody else waits: up to half a minute for a long war of many powers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from computer.review.reviewing import review_of
from engine import state_from_json
from gamemaster.jobs.logged import Logged, events_of
from gamemaster.narration.history.review import review_chart, review_text
from maps.charts.data import Chart


@dataclass(frozen=True)
class ReviewOrder:
    """What is looked back on: the start of a game, what was logged since, and whose turns; None: everybody's."""

    start: str
    logged: Logged
    powers: Collection[str] | None


@dataclass(frozen=True)
class ToldReview:
    """A review in words and as a chart that is still to be drawn."""

    text: str
    chart: Chart


def reviewed(order: ReviewOrder) -> ToldReview | None:
    """The review; None where none of these turns is over."""
    start = state_from_json(order.start)
    review = review_of(start, events_of(order.logged), powers=order.powers)
    if not review.turns:
        return None
    is_own = order.powers is not None
    return ToldReview(review_text(start, review, is_own=is_own), review_chart(start, review, is_own=is_own))
