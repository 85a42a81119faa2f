"""What powers and territories are to a power: where all are at war, and where wars are declared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import GameState, new_game
from engine.politics.standing import (
    Standing,
    at_war,
    is_friendly,
    is_hostile_territory,
    share_space,
    standing_of,
    standing_of_territory,
)
from engine.state.game_state import state_from_json, state_to_json
from tests.engine.table import Table, position
from tests.published import SETUPS

DECLARED = (("germany", "soviet_union"), ("germany", "united_kingdom"))


def with_declared_wars(state: GameState) -> GameState:
    """Japan and the United States look on."""
    return replace(state, wars=DECLARED)


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if new_game(setup).wars is None])
def test_where_no_war_is_declared_all_of_different_sides_are_at_war(setup: str) -> None:
    state = new_game(setup)
    for one in state.edition.powers:
        for other in state.edition.powers:
            assert at_war(state, one.id, other.id) == (one.side != other.side)
            assert share_space(state, one.id, other.id, "germany") == (one.side == other.side)


@pytest.mark.parametrize(
    ("other", "standing"),
    [
        ("united_kingdom", Standing.OWN),
        ("soviet_union", Standing.ALLY),
        ("united_states", Standing.PARTNER),
        ("germany", Standing.ENEMY),
        ("japan", Standing.STRANGER),
    ],
)
def test_a_power_in_the_war_knows_allies_partners_enemies_and_strangers(other: str, standing: Standing) -> None:
    state = with_declared_wars(new_game("aa1941"))
    assert standing_of(state, other, "united_kingdom", "germany") is standing
    home = state.edition.power[other].capital
    assert home is not None
    assert standing_of_territory(state, home, "united_kingdom") is standing


def test_only_a_closed_territory_is_neutral_in_1941() -> None:
    state = new_game("aa1941")
    neutral = {t for t, owner in state.owners.items() if owner is None}
    assert {standing_of_territory(state, t, "germany") for t in neutral} == {Standing.CLOSED}


def test_every_standing_says_whether_it_is_friendly() -> None:
    assert {each for each in Standing if is_friendly(each)} == {Standing.OWN, Standing.ALLY}


def test_nobody_attacks_a_stranger() -> None:
    board = {"coastal_china": "japan: 2 infantry", "northwestern_china": "united_states: 1 infantry"}
    table = position("japan", "combat_move", board)
    assert is_hostile_territory(table.state, "northwestern_china", "japan")
    peaceful = Table(with_declared_wars(table.state))
    assert not is_hostile_territory(peaceful.state, "northwestern_china", "japan")
    peaceful.refuses_move("1 infantry: coastal_china > northwestern_china", "CMV-74")


def test_declared_wars_are_kept_with_the_game() -> None:
    state = with_declared_wars(new_game("aa1941"))
    assert state_from_json(state_to_json(state)) == state
