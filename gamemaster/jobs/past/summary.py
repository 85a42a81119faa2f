"""A war so far as plain text, folded and told where nobody else waits."""

from __future__ import annotations

from dataclasses import dataclass

from engine import GameState, state_from_json
from gamemaster.jobs.logged import Logged, events_of
from gamemaster.narration.history.summary import Subject, summary


@dataclass(frozen=True)
class SummaryOrder:
    """What a summary is made of: what it is about, the state at the start and what was logged since, and the present
    board as everybody may see it.
    """

    subject: Subject
    start: str
    logged: Logged
    present: GameState


def summary_of(order: SummaryOrder) -> str:
    """The summary."""
    return summary(order.subject, state_from_json(order.start), events_of(order.logged), order.present)
