"""Battles at sea with aircraft that may scramble into them: the same as when they have scrambled."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import GameState, apply, new_game
from engine.odds.odds import odds_in
from engine.odds.position import ahead
from engine.odds.reactions.scrambles import able_to_scramble, with_scrambled
from engine.odds.setting import Setting
from engine.state.battles import PendingBattle
from tests.engine.random_games import RolledDice

SEA = {"sz6": {"units": {"japan": {"destroyer": 1}}}, "sz7": {"units": {"united_states": {"cruiser": 2}}}}
POSITION: dict[str, Any] = {
    "type": "edit",
    "clear_units": True,
    "spaces": {**SEA, "japan": {"units": {"japan": {"fighter": 3, "tactical_bomber": 1, "strategic_bomber": 1}}}},
    "relations": [["japan", "united_states", "war"]],
    "turn": {"round": 4, "power": "united_states", "phase": "combat_move"},
}


def played(state: GameState, *orders: dict[str, Any]) -> GameState:
    for order in orders:
        state = apply(state, order, RolledDice(Random(1))).state
    return state


@pytest.fixture(name="moved")
def _moved() -> GameState:
    return attack_off_japan()


def attack_off_japan(fleet: dict[str, int] | None = None) -> GameState:
    """American ships, two cruisers if nothing is said, attack a destroyer off Japan, where an air base stands."""
    units = fleet or {"cruiser": 2}
    state = played(new_game("pacific_1940"), POSITION)
    state = played(state, {"type": "edit", "spaces": {"sz7": {"units": {"united_states": units}}}})
    return played(state, {"type": "move", "units": units, "path": ["sz7", "sz6"]})


def battle_off_japan(state: GameState) -> Setting:
    pending = PendingBattle("sz6", "sea", amphibious=False)
    setting = ahead(state, pending)
    assert setting
    return setting


@pytest.mark.rule("SPC-81", "SPC-86", setup="pacific_1940")
def test_three_aircraft_of_a_base_may_scramble_but_no_bomber(moved: GameState) -> None:
    able = able_to_scramble(battle_off_japan(moved))
    assert [(base, piece.unit) for base, piece in able] == [("japan", "fighter")] * 3


@pytest.mark.rule("SPC-81", setup="pacific_1940")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_chances_are_those_once_they_have_scrambled(moved: GameState, count: int) -> None:
    asked = played(moved, {"type": "end_phase"})
    (request,) = (each for each in asked.requests if each.kind == "reaction")
    said = {"scramble": {"sz6": {"japan": {"fighter": count}}}}
    order = {"type": "decide", "kind": "reaction", "choice": said, "power": request.powers[0]}
    risen = played(asked, order)
    while risen.requests:
        request = risen.requests[0]
        default = {"type": "decide", "kind": request.kind, "choice": "default", "power": request.powers[0]}
        risen = played(risen, default)
    if_scrambled, scrambled = with_scrambled(battle_off_japan(moved), count), battle_off_japan(risen)
    assert set(if_scrambled.battle.defenders) == set(scrambled.battle.defenders)
    assert odds_in(if_scrambled) == odds_in(scrambled)


def test_more_aircraft_defend_better(moved: GameState) -> None:
    setting = battle_off_japan(moved)
    wins = [odds_in(with_scrambled(setting, count)).attacker_win for count in range(4)]
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > wins[3]
