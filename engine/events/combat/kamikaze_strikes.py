"""Kamikaze strikes: tokens spent on named ships before the first battle.

The aircraft of an advantage that give themselves up are something else (`engine.events.advantages`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.events.changes import in_turn
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Memory, PieceId
from engine.state.successors import with_pieces

STRUCK_ZONES: Memory[tuple[SpaceId, ...]] = Memory("kamikaze_zones", ())
"""Sea zones of kamikaze strikes in this turn, from which no ship bombards (SPC-97)."""


@dataclass(frozen=True)
class StrikesOnShip:
    """The strikes on one ship, a die for each."""

    piece: PieceId
    unit: UnitId
    dice: tuple[int, ...]
    hits: int


@dataclass(frozen=True)
class KamikazesStruck:
    """A power spent kamikaze tokens on ships in a sea zone; each die at or below `needed` hits (SPC-95, SPC-98).

    damaged: the hits that ships take which are not sunk; those that are go by an event of their own. low_luck: the dice
    at each ship are one die, counted on from strike to strike.
    """

    power: PowerId
    space: SpaceId
    needed: int
    strikes: tuple[StrikesOnShip, ...]
    damaged: Mapping[PieceId, int]
    low_luck: bool = False
    audience: str = "all"
    kind: Literal["kamikazes_struck"] = "kamikazes_struck"

    def evolve(self, state: GameState) -> GameState:
        hit = ((state.pieces[i], hits) for i, hits in self.damaged.items())
        state = with_pieces(state, (replace(piece, hits_taken=piece.hits_taken + hits) for piece, hits in hit))
        spent = sum(len(strike.dice) for strike in self.strikes)
        tokens = {**state.kamikaze_tokens, self.power: state.kamikaze_tokens[self.power] - spent}
        zones = (*STRUCK_ZONES.of(state.turn), self.space)
        memory = STRUCK_ZONES.kept_by(state.turn, zones).memory
        return in_turn(replace(state, kamikaze_tokens=tokens), memory=memory)


Event = KamikazesStruck
