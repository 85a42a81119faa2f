"""Typed answers that several kinds of questions take."""

from __future__ import annotations

import re

from engine.facts.board import SpaceId
from engine.state.game_state import GameState
from engine.state.names import find_space

YES = ("yes", "y", "use", "place", "ok", "true")
NO = ("no", "n", "none", "nothing", "no move", "no strikes", "no kaiten", "no units", "place nothing", "false", "0")
_BEFORE_PLACE = re.compile(r"^\s*\d+\s.*?\bin\b")


def space_typed(state: GameState, text: str) -> SpaceId:
    """The space of "buryatia", "4 infantry in buryatia"."""
    return find_space(state.edition, _BEFORE_PLACE.sub("", text))
