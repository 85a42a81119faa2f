"""What the dice of a battle were worth: how it went against how it could be expected to go, as the judge counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from computer.chances import price
from computer.judging import score
from computer.review.course import Fight
from computer.weights import PLACES
from engine import GameState, ask
from engine.events.territory import TerritoryTaken
from engine.facts.board import PowerId, SpaceId
from engine.odds.odds import Odds, odds_in
from engine.odds.position import under_way
from engine.state.pieces import PieceId


@dataclass(frozen=True)
class DiceSwing:
    """A battle of a turn. odds: how likely the attacker was to win it, or to take the place where that was to be had.

    is_won: whether that came off. swing: what it brought the attacker beyond what was to be expected, in IPCs, below 0
    where it brought less.
    """

    round: int
    power: PowerId
    space: SpaceId
    odds: float
    is_won: bool
    swing: float


def swing_of(fight: Fight) -> DiceSwing | None:
    """Of a battle; None where it was fought in the air, so that nothing is taken by it."""
    state, battle = fight.began, fight.began.battle
    setting = under_way(state)
    if battle is None or setting is None:
        return None
    odds, worth = odds_in(setting), prize(fight)
    win = chance_to_take(state, battle.attackers, odds) if worth else odds.attacker_win
    expected = win * worth + odds.defender.loss_ipcs - odds.attacker.loss_ipcs
    came = worth * is_taken(fight) + _lost(fight, battle.defenders) - _lost(fight, battle.attackers)
    is_won = is_taken(fight) if worth else fight.outcome == "attacker"
    return DiceSwing(state.round, battle.attacker, battle.space, round(win, 4), is_won, round(came - expected, PLACES))


def chance_to_take(state: GameState, attackers: Sequence[PieceId], odds: Odds) -> float:
    """How likely one of those is left that can take a place: of units that are lost in turn, the last."""
    units = {piece.unit for piece in state.select(attackers) if state.type_of(piece).can("captures")}
    return max((odds.attacker.at_least[unit][0] for unit in units if odds.attacker.at_least.get(unit)), default=0.0)


def prize(fight: Fight) -> float:
    """What taking the place is worth to the attacker's side: what it changes for the judge, and what is plundered."""
    state, battle = fight.began, fight.began.battle
    if battle is None or battle.space not in state.owners:
        return 0.0
    if not any(state.type_of(piece).can("captures") for piece in state.select(battle.attackers)):
        return 0.0
    side = state.edition.power[battle.attacker].side
    former = state.owners[battle.space]
    taken = TerritoryTaken(battle.attacker, battle.space, battle.attacker, former).evolve(state)
    return round(score(taken, side) - score(state, side) + 2 * _plunder(state, battle.space, former), PLACES)


def is_taken(fight: Fight) -> bool:
    """Whether the place has another owner since the battle."""
    battle = fight.began.battle
    space = battle.space if battle else ""
    return fight.began.owners.get(space) != fight.ended.owners.get(space)


def _plunder(state: GameState, space: SpaceId, former: PowerId | None) -> int:
    """The treasury that lies in a capital."""
    accounts = state.edition.accounts_of(former) if former else ()
    return sum(ask.treasury(state, account) for account in accounts if account.capital == space)


def _lost(fight: Fight, names: Sequence[PieceId]) -> int:
    """The price of those who are gone since the battle began."""
    return price(fight.began, fight.began.select(names)) - price(fight.ended, fight.ended.select(names))
