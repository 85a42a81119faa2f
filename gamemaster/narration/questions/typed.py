"""Typed answers that several kinds of questions take."""

from __future__ import annotations

import re

from engine.state.game_state import GameState
from engine.state.names import find_space, folded
from engine.state.questions import Choice, Request

YES = ("yes", "y", "use", "place", "ok", "true")
NO = ("no", "n", "none", "nothing", "no move", "place nothing", "false", "0")
_BEFORE_PLACE = re.compile(r"^\s*\d+\s.*?\bin\b")


def space_or_none(state: GameState, request: Request, text: str) -> Choice:
    """ "buryatia", "4 infantry in buryatia", or "none"; "yes" where there is one place."""
    if folded(text) in NO:
        return {}
    if folded(text) in YES:
        return dict(request.default)
    return {"space": find_space(state.edition, _BEFORE_PLACE.sub("", text))}
