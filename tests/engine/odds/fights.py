"""Battles fought through the rules with random dice, to hold chances against."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine import apply
from engine.combat.rounds import fight
from engine.odds.form import BattleForm, check_form
from engine.odds.odds import Odds
from engine.odds.setting import setting_of
from engine.play import Play
from engine.state.game_state import GameState
from tests.engine.random_games import RolledDice

ANSWERS: dict[str, Any] = {"submerge": {}, "retreat": {"press": True}}
"""What is answered: submarines stay, attackers press on; to all else the default."""


@dataclass
class Fought:
    """What came of many fights."""

    fights: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    left: Counter[tuple[str, str]] = field(default_factory=Counter)
    squares: Counter[tuple[str, str]] = field(default_factory=Counter)
    rounds: int = 0


def fought(form: BattleForm, fights: int, seed: int) -> Fought:
    """Fight a battle so many times."""
    setting = setting_of(form, check_form(form))
    found = Fought()
    rng = Random(seed)
    for _ in range(fights):
        state, rounds = _one_fight(setting.state, rng)
        found.fights += 1
        found.rounds += rounds
        sides = {"attacker": setting.battle.attackers, "defender": setting.battle.defenders}
        alive = {side: Counter(state.pieces[i].unit for i in ids if i in state.pieces) for side, ids in sides.items()}
        for side, units in alive.items():
            for unit, count in units.items():
                found.left[side, unit] += count
                found.squares[side, unit] += count * count
        can = {side: any(can_fight(state, unit) for unit in units) for side, units in alive.items()}
        winner = "draw" if can["attacker"] == can["defender"] else "attacker" if can["attacker"] else "defender"
        found.wins[winner] += 1
    return found


def can_fight(state: GameState, unit: str) -> bool:
    """Whether a unit counts where it is asked who won."""
    line = state.edition.unit[unit]
    return not line.can("defenseless") and line.hits > 0


def _one_fight(state: GameState, rng: Random) -> tuple[GameState, int]:
    dice = RolledDice(rng)
    play = Play(state, dice)
    fight(play)
    state = play.state
    rounds = [event.round for event in play.events if event.kind == "round_began"]
    while state.battle is not None:
        request = state.requests[0]
        order = {"type": "decide", "kind": request.kind, "choice": ANSWERS.get(request.kind, "default")}
        outcome = apply(state, order | {"power": request.powers[0]}, dice)
        state = outcome.state
        rounds += [event.round for event in outcome.events if event.kind == "round_began"]
    return state, max(rounds, default=0)


def distance(odds: Odds, found: Fought) -> dict[str, float]:
    """How many standard errors each share and average lies away."""
    n = found.fights
    away: dict[str, float] = {}
    for name, share in (("attacker", odds.attacker_win), ("defender", odds.defender_win), ("draw", odds.draw)):
        error = max((share * (1 - share) / n) ** 0.5, 0.5 / n)
        away[name] = abs(found.wins[name] / n - share) / error
    for side, left in (("attacker", odds.attacker_left), ("defender", odds.defender_left)):
        for unit, mean in left.items():
            seen = found.left[side, unit] / n
            spread = max(found.squares[side, unit] / n - seen * seen, 0.0)
            away[f"{side} {unit}"] = abs(seen - mean) / max((spread / n) ** 0.5, 0.5 / n)
    return away
