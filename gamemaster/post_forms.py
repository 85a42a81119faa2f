"""How much of a game is posted in its channel: the forms that a table chooses from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.facts.parameters import PhaseId
from gamemaster.errors import TableRefusal
from gamemaster.plain_text import as_plain_text

Posts = Literal["brief", "full", "one a turn"]


@dataclass(frozen=True)
class PostForm:
    """A form of posts, and its name in words.

    begins: with which phases of a turn another brief post begins, beside the first; None where each phase has a full
    report. waits: whether nothing is told of a turn before it is over.
    """

    words: str
    begins: tuple[PhaseId, ...] | None
    waits: bool = False


POSTS: Mapping[Posts, PostForm] = {
    "brief": PostForm("two short posts a turn that grow, with the dice in pictures", begins=("noncombat_move",)),
    "full": PostForm("a report of each phase, with all dice in words", begins=None),
    "one a turn": PostForm("one short report a turn, with the dice in pictures", begins=(), waits=True),
}
OF_NEW_GAMES: Posts = "brief"
BEFORE: Mapping[str, Posts] = {"phases": "full", "turns": "one a turn"}
"""What the forms were called in games of earlier versions."""


def read_posts(text: str) -> Posts:
    """The form that a table chooses; raises TableRefusal."""
    if not text:
        return OF_NEW_GAMES
    found = known_posts(text.strip().lower())
    if found is None:
        raise TableRefusal(f"Posts can be {', '.join(POSTS)}, not “{as_plain_text(text)}”.")
    return found


def known_posts(name: Any) -> Posts | None:
    """The form with a name of today, or of earlier versions."""
    return next((form for form in POSTS if form == name), BEFORE.get(name))
