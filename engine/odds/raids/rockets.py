"""What the rockets that reach a territory come to, exactly (SPC-51..54, RES-27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.combat.air.rockets import in_range, rocket_facilities, target_of
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.odds.raids.strikes import StrikeOdds, strike_odds
from engine.state.game_state import GameState
from engine.state.pieces import Piece


@dataclass(frozen=True)
class RocketOdds:
    """All rockets that reach a territory, what they strike there, and what they come to."""

    territory: SpaceId
    facility: UnitId
    launchers: Sequence[Piece]
    strike: StrikeOdds


def rocket_odds(state: GameState, territory: SpaceId, facility: UnitId | None = None) -> RocketOdds | None:
    """The chances of all rockets that could strike a facility now; None where there is none to launch or to strike.

    Without a facility they strike the one that rockets strike by default.
    """
    launchers = in_range(state, territory)
    if not launchers or not rocket_facilities(state, territory):
        return None
    target = target_of(state, territory, facility)
    return RocketOdds(territory, target, launchers, strike_odds(state, territory, target, launchers))
