"""Neutral territories that take sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.events.changes import change, with_new_pieces, with_owner
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Side
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.successors import with_values


@dataclass(frozen=True)
class NeutralRoused:
    """An attacked neutral joined the other side: its army stands up, led by a power of that side (POL-47, POL-51)."""

    territory: SpaceId
    side: Side
    power: PowerId
    army: tuple[Piece, ...]
    audience: str = "all"
    kind: Literal["neutral_roused"] = "neutral_roused"

    def evolve(self, state: GameState) -> GameState:
        roused = {**state.roused_neutrals, self.territory: self.side}
        return with_new_pieces(with_values(state, roused_neutrals=roused), self.army)


@dataclass(frozen=True)
class NeutralWon:
    """A friendly neutral now belongs to `power`, with its army: new pieces, or what is left of it (POL-53, POL-56)."""

    power: PowerId
    territory: SpaceId
    army: tuple[Piece, ...]
    joined: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["neutral_won"] = "neutral_won"

    def evolve(self, state: GameState) -> GameState:
        state = change(state, self.joined, power=self.power)
        return with_new_pieces(with_owner(state, self.territory, self.power), self.army)


@dataclass(frozen=True)
class NeutralJoined:
    """A neutral joins the power that protects it, by the `rule` of their pact, with its army as in `NeutralWon`."""

    power: PowerId
    territory: SpaceId
    army: tuple[Piece, ...]
    joined: tuple[PieceId, ...]
    rule: str
    audience: str = "all"
    kind: Literal["neutral_joined"] = "neutral_joined"

    def evolve(self, state: GameState) -> GameState:
        state = change(state, self.joined, power=self.power)
        return with_new_pieces(with_owner(state, self.territory, self.power), self.army)


Event = NeutralRoused | NeutralWon | NeutralJoined
