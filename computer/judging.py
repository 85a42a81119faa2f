"""The frozen judge: what a position is worth to a side, in IPCs.

Games of the ladder are judged by it, whoever plays them, so nothing here changes with the players.
"""

from __future__ import annotations

from computer.weights import JUDGE, PLACES, JudgeWeights
from engine import GameState, ask
from engine.facts.openings import Side


def score(state: GameState, side: Side, weights: JudgeWeights = JUDGE) -> float:
    """What a side is ahead of the other by: pieces at their price, treasuries, income to come, capitals, cities."""
    total = sum(_sign(state, power.id, side) * _power_worth(state, power.id, weights) for power in state.edition.powers)
    total += weights.city * (_cities(state, side) - _cities(state, _other(side)))
    if state.winner is not None:
        total += weights.victory if state.winner == side else -weights.victory
    return round(total, PLACES)


def gained(state: GameState, start: GameState, side: Side) -> float:
    """What a side has gained since a position."""
    return round(score(state, side) - score(start, side), PLACES)


def _other(side: Side) -> Side:
    return "allies" if side == "axis" else "axis"


def _sign(state: GameState, power: str, side: Side) -> int:
    return 1 if state.edition.power[power].side == side else -1


def _power_worth(state: GameState, power: str, weights: JudgeWeights) -> float:
    worth = float(sum(state.type_of(piece).cost or 0 for piece in state.pieces.values() if piece.power == power))
    for account in state.edition.accounts_of(power):
        worth += ask.treasury(state, account) + _waiting(state, account.id, power)
        if ask.is_capital_lost(state, account):
            worth -= weights.capital
        else:
            income = ask.income_of(state, account) + sum(ask.paid_into(state, account).values())
            worth += weights.income * income
    return worth


def _waiting(state: GameState, account: str, power: str) -> int:
    """The price of what is bought and not placed yet."""
    bought = state.purchased.get(account, {}).items()
    return sum((state.unit_of(power, unit).cost or 0) * count for unit, count in bought)


def _cities(state: GameState, side: Side) -> int:
    owners = (state.owners[city] for city in state.edition.victory_cities)
    return sum(1 for owner in owners if owner and state.edition.power[owner].side == side)
