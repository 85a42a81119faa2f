"""What the chances of a battle depend on: nothing that is left out of its bare position, and nothing beside its key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine import GameState, ask, new_game
from engine.odds.content import bare, key_of
from engine.odds.odds import STAY, odds_in
from engine.odds.position import ahead, attack_on, under_way
from engine.odds.setting import Intents, Setting
from tests.engine.odds.test_positions import positions
from tests.published import SETUPS
from tests.samples import every

MOST_UNITS = 12


def battles(setup: str, seed: int) -> Iterator[Setting]:
    """Battles of a random game that are small enough for a test."""
    for state in positions(setup, seed=seed, actions=160):
        due = ask.battles_due(state) if state.phase == "combat_move" else state.pending
        for setting in (*(ahead(state, pending) for pending in due), under_way(state)):
            if setting and len(setting.battle.attackers) + len(setting.battle.defenders) <= MOST_UNITS:
                yield setting


@pytest.mark.parametrize("setup", every(3, SETUPS))
def test_chances_depend_on_the_bare_position_alone(setup: str) -> None:
    seen: dict[str, object] = {}
    told = 0
    for setting in battles(setup, seed=5):
        small = bare(setting)
        odds, key = odds_in(setting), key_of(small, STAY)
        assert odds_in(small) == odds
        assert seen.setdefault(key, odds) == odds
        told += 1
    assert 1 < len(seen) < told


def tanks_against(state: GameState, space: str, count: int) -> str:
    """The key of an attack by German tanks."""
    tanks = [piece.id for piece in state.pieces.values() if (piece.power, piece.unit) == ("germany", "tank")]
    setting = attack_on(state, space, "germany", tanks[:count])
    assert setting
    return key_of(bare(setting), STAY)


def test_what_is_elsewhere_changes_nothing() -> None:
    state = new_game("aa1941")
    attacked = next(t for t in state.edition.board.territory if state.owners[t] == "soviet_union" and state.at(t))
    elsewhere = replace(state, treasuries=dict.fromkeys(state.treasuries, 99), round=7, pieces=dict(state.pieces))
    del elsewhere.pieces[next(piece.id for piece in state.pieces.values() if piece.power == "japan")]  # type: ignore[attr-defined]
    assert tanks_against(state, attacked, 3) == tanks_against(elsewhere, attacked, 3)
    assert tanks_against(state, attacked, 2) != tanks_against(state, attacked, 3)


def test_what_both_sides_mean_to_do_changes_the_key() -> None:
    setting = bare(next(battles("revised", seed=5)))
    plans = (STAY, Intents(retreat_after=1), Intents(keep_land_unit=True), Intents(attacker_loss=(("tank", 1),)))
    assert len({key_of(setting, plan) for plan in plans}) == len(plans)
