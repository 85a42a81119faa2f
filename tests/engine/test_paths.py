"""Paths that orders mean."""

from __future__ import annotations

import pytest

from engine import new_game
from engine.movement.paths import flights, paths_for


@pytest.mark.parametrize("setup", ["aa1941", "revised"])
def test_the_best_flight_to_a_space_is_the_one_that_an_order_without_a_way_means(setup: str) -> None:
    state = new_game(setup)
    board = state.edition.board
    bomber = state.edition.unit["bomber"]
    for start in ("germany", "japan", "eastern_united_states"):
        for end, path in flights(state, start, bomber).items():
            if end != start:
                assert path == next(paths_for(state, (start, end), (bomber,)))
                assert len(path) - 1 == board.flight_distances(start)[end]
