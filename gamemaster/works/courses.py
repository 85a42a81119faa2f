"""The course of a game, counted from its log."""

from __future__ import annotations

from engine import GameState, state_from_json
from engine.beside.chronicle import chronicle
from gamemaster.story.course import Course
from gamemaster.works.logged import Logged, events_of


def counted(start: str, since: Logged, present: GameState) -> Course:
    """The course from a stored state on, up to the present board as everybody may see it."""
    return Course(present, chronicle(state_from_json(start), events_of(since), present))
