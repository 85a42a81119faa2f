"""Whatever the engine asks and whatever phases a setup has, there is all that is needed to tell them."""

from __future__ import annotations

import pytest

from engine import load_setup
from engine.questions import QUESTIONS
from gamemaster.narration.phases import TELLINGS as PHASES
from gamemaster.narration.phases import shown_phase
from gamemaster.narration.questions import TELLINGS
from gamemaster.narration.questions.offers import LABEL
from tests.published import SETUPS


def test_each_kind_of_question_is_told() -> None:
    assert TELLINGS.keys() == QUESTIONS.keys()


def test_the_button_of_each_question_says_what_it_opens() -> None:
    assert all(0 < len(telling.label) <= LABEL for telling in TELLINGS.values())


@pytest.mark.parametrize("setup", SETUPS)
def test_each_phase_of_a_setup_is_told(setup: str) -> None:
    edition = load_setup(setup)
    phases = {phase for power in edition.powers for phase in edition.parameters.turn.phases_of(power.id)}
    assert phases <= PHASES.keys()


def test_a_phase_is_shown_in_a_replay_as_itself_or_with_one_that_is() -> None:
    assert all(shown_phase(shown_phase(phase)) == shown_phase(phase) for phase in PHASES)
