"""What is told, offered and typed when France is liberated (POL-43, ASY-32)."""

from __future__ import annotations

import pytest

from engine import ScriptedDice, apply
from gamemaster.narration.history.log import event_line
from gamemaster.narration.questions import may_be_typed, read_choice, request_card, request_text
from tests.engine.questions import asked


def test_france_is_asked_in_a_sentence_and_offered_whole_orders() -> None:
    state = asked("troop_bonus")
    (request,) = state.requests
    assert request_text(state, request) == (
        "France chooses up to 12 IPCs of units to place in France for free: it is liberated."
    )
    text, offers = request_card(state, request, "france")
    assert "such as “2 infantry, 1 tank”" in text
    labels = [offer.label for offer in offers]
    assert labels[0] == "4 infantry (default)"
    assert {"3 artillery", "2 tanks", "1 fighter", "2 infantry, 1 tank", "Nothing"} <= set(labels)
    assert may_be_typed(request)


@pytest.mark.parametrize(
    ("typed", "choice"),
    [("2 inf, 1 tank", {"units": {"infantry": 2, "tank": 1}}), ("1 fighter", {"units": {"fighter": 1}}), ("none", {})],
)
def test_an_answer_is_typed_as_units_are(typed: str, choice: dict[str, object]) -> None:
    state = asked("troop_bonus")
    assert read_choice(state, state.requests[0], typed) == choice


def test_the_table_is_told_what_was_placed() -> None:
    state = asked("troop_bonus")
    order = {"type": "decide", "kind": "troop_bonus", "choice": {"units": {"infantry": 2, "tank": 1}}}
    outcome = apply(state, order, ScriptedDice(()))
    lines = [line for event in outcome.events if (line := event_line(state, event))]
    assert "France is liberated: France places 2 infantry, 1 tank there for free." in lines
