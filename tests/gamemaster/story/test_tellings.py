"""Whatever the engine asks has all that is needed to tell it."""

from __future__ import annotations

from engine.questions import QUESTIONS
from gamemaster.story.questions import TELLINGS
from gamemaster.story.questions.offers import LABEL


def test_each_kind_of_question_is_told() -> None:
    assert TELLINGS.keys() == QUESTIONS.keys()


def test_the_button_of_each_question_says_what_it_opens() -> None:
    assert all(0 < len(telling.label) <= LABEL for telling in TELLINGS.values())
