"""What bombs or rockets that get through come to, exactly (SPC-34..39, SPC-52, RES-24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from engine.combat.air.raids import effect, strike_limits
from engine.dice import FACES
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId, UnitType
from engine.state.game_state import GameState
from engine.state.pieces import Piece


@dataclass(frozen=True)
class StrikeOdds:
    """What a strike may come to. is_damage: damage to the facility, else IPCs. shares: how likely each amount is."""

    is_damage: bool
    shares: Mapping[int, float]

    @property
    def mean(self) -> float:
        """What it comes to on average."""
        return sum(amount * share for amount, share in self.shares.items())


def strike_odds(state: GameState, territory: SpaceId, facility: UnitId, strikers: Iterable[Piece]) -> StrikeOdds:
    """What these pieces destroy if all of them strike."""
    return strike_of_those_through(state, territory, facility, [(piece, 1.0) for piece in strikers])


def strike_of_those_through(
    state: GameState, territory: SpaceId, facility: UnitId, strikers: Iterable[tuple[Piece, float]]
) -> StrikeOdds:
    """The same of pieces each of which gets through this likely."""
    limits = strike_limits(state, territory, facility)
    shares = {0: 1.0}
    for piece, through in strikers:
        after = {before: share * (1 - through) for before, share in shares.items()}
        for before, share in shares.items():
            for amount, chance in _effects(state.type_of(piece)).items():
                total = before + limits.added(before, amount)
                after[total] = after.get(total, 0.0) + share * through * chance
        shares = after
    found: dict[int, float] = {}
    for loss, share in shares.items():
        found[limits.comes_to(loss)] = found.get(limits.comes_to(loss), 0.0) + share
    return StrikeOdds(limits.is_damage, {loss: share for loss, share in found.items() if share})


def _effects(unit: UnitType) -> dict[int, float]:
    found: dict[int, float] = {}
    for dice in product(range(1, FACES + 1), repeat=unit.attack_dice):
        amount = effect(unit, dice)
        found[amount] = found.get(amount, 0.0) + 1 / FACES**unit.attack_dice
    return found
