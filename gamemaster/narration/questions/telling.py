"""What a kind of question is told with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.state.game_state import GameState
from engine.state.questions import Choice, JsonChoice, Request, RequestKind
from gamemaster.narration.questions.offers import Card

Line = Callable[[GameState, Request], str]


@dataclass(frozen=True)
class QuestionTelling:
    """How a kind of question is told.

    line: what is asked of whom, with numbers, in one or two public sentences that do not say who has answered.
    card: the question in full for one power, and answers to press, the default first and named so. read: the choice
    that a typed answer means; raises IllegalAction (`form`, `units`, `power`, `space`). in_short: the line in a few
    words without numbers of units, where it is not short itself. label: what the button says that opens the card.
    is_typed: whether there may be more answers than the card holds, so that it has a button for typing one. told: an
    answer in words, where it may be made anew until others have answered.
    """

    kind: RequestKind
    line: Line
    card: Callable[[GameState, Request], Card]
    read: Callable[[GameState, Request, str], Choice]
    in_short: Line | None = None
    label: str = "Answer"
    is_typed: bool = False
    told: Callable[[GameState, Request, JsonChoice], str] | None = None
