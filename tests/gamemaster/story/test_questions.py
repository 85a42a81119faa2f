"""Every kind of question has its words, answers to press that are accepted, and the same answers typed."""

from __future__ import annotations

import pytest

from engine import GameState
from engine.questions import QUESTIONS as KINDS
from engine.state.questions import Request
from gamemaster.narration import read_choice, request_card, request_text
from gamemaster.narration.questions.offers import DEFAULT_MARK, LABEL
from gamemaster.narration.trying import would_be_accepted
from tests.engine.questions import QUESTIONS, asked
from tests.engine.rules.revised.joint_strikes import in_western_europe


def decision(request: Request, power: str, choice: object) -> dict[str, object]:
    """The action that answers a question."""
    return {"type": "decide", "request": request.id, "power": power, "choice": choice}


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_is_asked_in_words_and_every_answer_offered_is_accepted(kind: str) -> None:
    state = asked(kind)
    (request, *_) = (each for each in state.requests if each.kind == kind)
    assert state.edition.power[request.power].name in request_text(state, request)
    for power in request.powers:
        text, offers = request_card(state, request, power)
        assert 0 < len(text) < 1900
        assert offers[0].label.endswith(DEFAULT_MARK)
        assert len({offer.label for offer in offers}) == len(offers)
        for offer in offers:
            assert len(offer.label) <= LABEL
            assert would_be_accepted(state, decision(request, power, offer.choice)), offer


@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_on_a_button_can_be_typed(kind: str) -> None:
    state = asked(kind)
    (request, *_) = (each for each in state.requests if each.kind == kind)
    _, offers = request_card(state, request, request.powers[0])
    for offer in offers:
        wanted = request.default if offer.choice == "default" else offer.choice
        assert _means(state, request, offer.label.removesuffix(DEFAULT_MARK), wanted), offer


def _means(state: GameState, request: Request, words: str, wanted: object) -> bool:
    """Whether typed words are the same answer; casualties may be written by owner or in counts."""
    typed = read_choice(state, request, words)
    if request.kind == "casualties":
        return would_be_accepted(state, decision(request, request.powers[0], typed))
    return typed == wanted


def test_there_is_a_position_for_every_kind_of_question() -> None:
    assert QUESTIONS.keys() == KINDS.keys()


def test_whoever_chooses_for_allies_of_the_attack_who_disagree_is_told_whose_casualties_they_are() -> None:
    table = in_western_europe().battle("western_europe", "6 6 6 6 6 6 1 6")
    table.lose("united_kingdom: 1 infantry", power="united_states")
    table.lose("united_states: 1 infantry", power="united_kingdom")
    (request,) = table.state.requests
    assert request_text(table.state, request).startswith("The attackers of Western Europe disagree, so Germany")
    text, _ = request_card(table.state, request, "germany")
    assert "choose 1 casualty from the attackers' " in text
