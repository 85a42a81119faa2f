"""Battles of a position: who will meet in them, as the battles then begin, and what attacks might come."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine import GameState, Refusal, apply, ask, new_game
from engine.odds.content import from_text, to_text
from engine.odds.odds import odds_in
from engine.odds.position import ahead, attack_on, under_way
from engine.state.battles import Battle
from tests.engine.random_games import RolledDice
from tests.engine.random_orders import RandomPlayer
from tests.engine.random_positions import scattered
from tests.published import SETUPS
from tests.samples import every


@cache
def positions(setup: str, seed: int, actions: int) -> tuple[GameState, ...]:
    """The positions that a random game comes to; played once, as tests look at the same ones."""
    found = []
    rng = Random(seed)
    dice, player = RolledDice(rng), RandomPlayer(rng)
    state = new_game(setup)
    state = apply(state, scattered(state.edition, rng), dice).state
    for _ in range(actions):
        for order in player.orders(state):
            try:
                state = apply(state, order.action, dice).state
            except Refusal:
                continue
            break
        found.append(state)
    return tuple(found)


def battle_begun(state: GameState, space: str) -> tuple[Battle, GameState] | None:
    """A battle as it begins when it is ordered, and the position that the order leads to."""
    try:
        outcome = apply(state, {"type": "battle", "space": space, "kind": "combat"}, RolledDice(Random(1)))
    except Refusal:
        return None
    begun = [event for event in outcome.events if event.kind == "battle_began"]
    return (begun[0].battle, outcome.state) if begun else None


@pytest.mark.parametrize("setup", SETUPS)
def test_those_meet_who_meet_in_the_battle(setup: str) -> None:
    met = 0
    for state in positions(setup, seed=3, actions=160):
        for pending in state.pending if state.phase == "conduct_combat" and not state.requests else ():
            began = battle_begun(state, pending.space)
            if began is None or pending.kind != "combat" or began[0].part != pending.part:
                continue
            battle, after = began
            setting = ahead(state, pending)
            assert setting is not None or not battle.defenders or not battle.attackers
            if setting is None:
                continue
            met += 1
            assert setting.battle == replace(battle, round=0)
            asked = [request.kind for request in after.requests]
            if battle.part == "land" and "bombardment" not in asked:
                ships = {ship for ship, target in after.turn.bombardments.items() if target == battle.space}
                assert ships == {ship.id for ship in setting.bombarding}
    assert met >= 3


@pytest.mark.parametrize("setup", every(3, SETUPS))
def test_every_battle_ahead_and_under_way_has_chances(setup: str) -> None:
    told = 0
    for state in positions(setup, seed=8, actions=200):
        settings = [ahead(state, pending) for pending in ask.battles_due(state)] if state.phase == "combat_move" else []
        for setting in (*settings, under_way(state)):
            if setting is not None and len(setting.battle.attackers) + len(setting.battle.defenders) <= 14:
                odds = odds_in(setting)
                assert odds.attacker_win + odds.defender_win + odds.draw == pytest.approx(1)
                told += 1
    assert told


def test_an_attack_from_anywhere_is_worked_out_on_whoever_stands_there() -> None:
    """Three German tanks that could come against the Soviet infantry of a territory."""
    state = new_game("aa1941")
    target = next(t for t in state.edition.board.territory if state.owners[t] == "soviet_union" and state.at(t))
    tanks = [piece.id for piece in state.pieces.values() if (piece.power, piece.unit) == ("germany", "tank")][:3]
    setting = attack_on(state, target, "germany", tanks)
    assert setting is not None
    assert set(setting.battle.attackers) == set(tanks)
    assert {setting.state.pieces[i].space for i in tanks} == {target}
    assert 0 < odds_in(setting).attacker_win < 1
    assert attack_on(state, target, "germany", ()) is None


@pytest.mark.parametrize("setup", every(3, SETUPS))
def test_a_battle_kept_as_text_has_the_same_chances(setup: str) -> None:
    told = 0
    for state in positions(setup, seed=8, actions=200):
        for setting in (*(ahead(state, pending) for pending in state.pending), under_way(state)):
            if setting is None or len(setting.battle.attackers) + len(setting.battle.defenders) > 9:
                continue
            text = to_text(setting)
            assert len(text) < 20_000
            again, odds = odds_in(from_text(text)), odds_in(setting)
            assert again.attacker_win == pytest.approx(odds.attacker_win, abs=1e-12)
            assert again.defender.loss_ipcs == pytest.approx(odds.defender.loss_ipcs, abs=1e-9)
            told += 1
    assert told
