"""Random games in which orders and answers come from sheets: nothing that is offered is refused."""

from __future__ import annotations

import pytest

from tests.gamemaster.sheets.by_sheets import BySheets
from tests.published import SETUPS
from tests.samples import every

GAMES, FEW, MANY = 5, 20, 150
"""Games of each setup, and orders in the first of them and in the others, which `make soak` plays."""


@pytest.mark.parametrize("seed", every(GAMES, range(GAMES)))
@pytest.mark.parametrize("setup", SETUPS)
def test_what_sheets_offer_in_a_random_game_is_accepted(setup: str, seed: int) -> None:
    game, steps = BySheets(setup, seed), MANY if seed else FEW
    for _ in range(steps):
        if not game.state.winner:
            game.step()
    assert game.given.total() > steps // 4, game.given
