"""Battles fought through the rules with random dice, to hold chances against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from engine import apply
from engine.combat.retreat import RetreatOptions
from engine.combat.rounds import fight
from engine.combat.submerge import SubmergeOptions
from engine.events import Event, evolve
from engine.events.combat.battle import AttackOrDefense
from engine.odds.form import BattleForm, check_form
from engine.odds.named_units import setting_of
from engine.odds.odds import Odds
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.pieces import PieceId
from engine.state.questions import Request
from tests.engine.random_games import RolledDice

Submerging = Collection[AttackOrDefense]
"""The sides whose submarines submerge as soon as they may."""


def answer_to(request: Request, submerging: Submerging) -> Any:
    """What is answered: submarines stay or submerge, attackers press on; to all else the default."""
    if request.kind == "submerge":
        offered = SubmergeOptions.of(request)
        return dict(offered.submerge) if offered.side in submerging else {}
    if request.kind == "retreat":
        return {
            "press": True,
            "submerge": dict(RetreatOptions.of(request).submerge if "attacker" in submerging else {}),
        }
    return "default"


def below_at(state: GameState, submerging: Submerging) -> set[PieceId]:
    """The submarines that lie under water, or submerge with the answer that is due."""
    found = {piece.id for piece in state.pieces.values() if piece.submerged}
    for request in state.requests:
        if request.kind == "retreat" and RetreatOptions.of(request).submerge and "attacker" in submerging:
            assert state.battle is not None
            found |= {p.id for p in state.select(state.battle.attackers) if state.type_of(p).can("submerge")}
    return found


@dataclass
class Fought:
    """What came of many fights."""

    fights: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    left: Counter[tuple[str, str]] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)


def fought(form: BattleForm, fights: int, seed: int) -> Fought:
    """Fight a battle so many times."""
    setting = setting_of(form, check_form(form))
    is_asked = form.retreat_after or has_transports(setting.state)
    start = with_way_out(setting.state) if is_asked else setting.state
    found = Fought()
    rng = Random(seed)
    for _ in range(fights):
        state, rounds = _one_fight(start, rng, form.retreat_after, form.submerge)
        found.fights += 1
        found.rounds[rounds] += 1
        sides = {"attacker": setting.battle.attackers, "defender": setting.battle.defenders}
        alive = {side: Counter(state.pieces[i].unit for i in ids if i in state.pieces) for side, ids in sides.items()}
        for side, units in alive.items():
            for unit, count in units.items():
                found.left[side, unit] += count
        found.wins[who_can_fight(setting.state, state, form.submerge)] += 1
    return found


def who_can_fight(start: GameState, after: GameState, submerging: Submerging = ()) -> str:
    """The side that alone has somebody left in the battle who can fight, or a draw."""
    assert start.battle is not None
    sides, below = (start.battle.attackers, start.battle.defenders), below_at(after, submerging)
    attacker, defender = (
        any(can_fight(after, after.pieces[i].unit) for i in ids if i in after.pieces and i not in below)
        for ids in sides
    )
    return "draw" if attacker == defender else "attacker" if attacker else "defender"


def can_fight(state: GameState, unit: str) -> bool:
    """Whether a unit counts where it is asked who won."""
    line = state.edition.unit[unit]
    return not line.can("defenseless") and line.hits > 0


def has_transports(state: GameState) -> bool:
    """Whether attackers may be left alone who cannot fight: where nobody may leave they are lost at once (CMB-33)."""
    assert state.battle is not None
    return any(not can_fight(state, piece.unit) for piece in state.select(state.battle.attackers))


def with_way_out(state: GameState) -> GameState:
    """The same with a space to retreat to, so that the attacker is asked after each round."""
    battle = state.battle
    assert battle is not None
    return replace(state, battle=replace(battle, retreats=state.edition.board.neighbours[battle.space][:1]))


def _one_fight(
    state: GameState, rng: Random, retreat_after: int | None, submerging: Submerging
) -> tuple[GameState, int]:
    """Up to its end, or to where the attackers would leave."""
    dice = RolledDice(rng)
    play = Play(state, dice)
    fight(play)
    before, after, events = state, play.state, tuple(play.events)
    rounds = _rounds(events)
    while after.battle is not None:
        request = after.requests[0]
        if request.kind == "retreat" and rounds == retreat_after:
            return after, rounds
        order = {"type": "decide", "kind": request.kind, "choice": answer_to(request, submerging)}
        outcome = apply(after, order | {"power": request.powers[0]}, dice)
        before, after, events = after, outcome.state, outcome.events
        rounds = max(rounds, _rounds(events))
    return at_the_end(before, events), rounds


def _rounds(events: Iterable[Event]) -> int:
    return max((event.round for event in events if event.kind == "round_began"), default=0)


def at_the_end(state: GameState, events: Iterable[Event]) -> GameState:
    """As the battle ends: before submarines come up, and aircraft that find no place to land are lost."""
    for event in events:
        if event.kind == "battle_ended":
            break
        state = evolve(state, event)
    return state


def distance(odds: Odds, found: Fought) -> dict[str, float]:
    """How many standard errors each share and average lies away; by the chances, as what is rare may not be seen."""
    n = found.fights
    away: dict[str, float] = {}
    for name, share in (("attacker", odds.attacker_win), ("defender", odds.defender_win), ("draw", odds.draw)):
        away[name] = _errors(share, share, found.wins[name] / n, n)
    for side, told in (("attacker", odds.attacker), ("defender", odds.defender)):
        for unit, mean in told.left.items():
            square = sum((2 * count - 1) * share for count, share in enumerate(told.at_least[unit], 1))
            away[f"{side} {unit}"] = _errors(mean, square, found.left[side, unit] / n, n)
    seen, square = (sum(count * number**power for number, count in found.rounds.items()) / n for power in (1, 2))
    return away | {"rounds": _errors(odds.rounds, square - seen * seen + odds.rounds**2, seen, n)}


def _errors(mean: float, square: float, seen: float, fights: int) -> float:
    """square: the mean of the squares."""
    error: float = max((max(square - mean * mean, 0.0) / fights) ** 0.5, 1 / fights)
    return abs(seen - mean) / error
