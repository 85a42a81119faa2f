"""Random games in which orders and answers come from sheets: nothing that is offered is refused."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.questions import QUESTIONS
from tests.engine.questions import asked
from tests.gamemaster.sheets.by_sheets import BESIDE, BySheets
from tests.published import SETUPS
from tests.samples import Sample

GAMES = 5
"""Of each setup, one of them from its beginning; the suite plays every second."""
STEPS, EACH = 160, 5
"""Of each game, and in which part of it the suite stops."""
AFTER = 6
"""Steps after a question."""


@pytest.mark.sampled
@pytest.mark.parametrize("setup", SETUPS)
def test_what_sheets_offer_in_random_games_is_accepted(setup: str, sample: Sample[int]) -> None:
    given, phases = Counter[str](), set[str]()
    for seed in sample(range(GAMES), 2):
        game = BySheets.of(setup, seed, dealt=seed > 0)
        for _ in sample(range(STEPS), EACH):
            if not game.state.winner:
                game.step()
        given, phases = given + game.given, phases | set(game.phases)
    assert phases >= {"purchase", "combat_move", "conduct_combat", "noncombat_move", "mobilize"}
    assert {"attack", "guide", "preset", "count", "fight", "landings", "spot", "casualties"} <= set(given)
    assert given[BESIDE] <= given.total() // 20, given


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_game_goes_on_by_sheets_after_every_kind_of_question(kind: str) -> None:
    game = BySheets(asked(kind), Random(kind))
    for _ in range(AFTER):
        if not game.state.winner:
            game.step()
    assert game.given.total()
