"""National advantages, and what they alone make possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.events.changes import battle_of, change, in_battle, in_turn, with_new_pieces
from engine.facts.board import PowerId, SpaceId
from engine.state.game_state import GameState
from engine.state.pieces import Memory, Piece, PieceId
from engine.state.successors import with_pieces

FREE_UNITS_BY: Memory[tuple[str, ...]] = Memory("free_units_by", ())
"""Advantages that gave units this turn."""
REFUELLED: Memory[tuple[PieceId, ...]] = Memory("refuelled", ())
"""Aircraft whose move began anew this turn (OPT-31)."""
SET_OUT_FROM: Memory[PieceId] = Memory("set_out_from", "")
"""The transport that moved on after a piece aboard was declared to land (OPT-37)."""
KAMIKAZE: Memory[bool] = Memory("kamikaze", nothing=False)
"""An aircraft will not return (OPT-35)."""


@dataclass(frozen=True)
class AdvantagesRolled:
    """The national advantages of all powers were rolled for: each power's dice, and what it has (OPT-11, OPT-12)."""

    dice: Mapping[PowerId, tuple[int, ...]]
    advantages: Mapping[PowerId, tuple[str, ...]]
    audience: str = "all"
    kind: Literal["advantages_rolled"] = "advantages_rolled"

    def evolve(self, state: GameState) -> GameState:
        return replace(state, advantages=dict(self.advantages))


@dataclass(frozen=True)
class AdvantageUsed:
    """A power used a national advantage: `once` if it can never be used again, `in_force` if it goes on working."""

    power: PowerId
    advantage: str
    once: bool
    in_force: bool
    audience: str = "all"
    kind: Literal["advantage_used"] = "advantage_used"

    def evolve(self, state: GameState) -> GameState:
        used = (self.advantage,) if self.once else ()
        in_force = (self.advantage,) if self.in_force else ()
        return replace(
            state,
            used_advantages=tuple(sorted({*state.used_advantages, *used})),
            advantages_in_force=tuple(sorted({*state.advantages_in_force, *in_force})),
        )


@dataclass(frozen=True)
class AdvantageLapsed:
    """An advantage that was in force works no more."""

    power: PowerId
    advantage: str
    audience: str = "all"
    kind: Literal["advantage_lapsed"] = "advantage_lapsed"

    def evolve(self, state: GameState) -> GameState:
        return replace(state, advantages_in_force=tuple(a for a in state.advantages_in_force if a != self.advantage))


@dataclass(frozen=True)
class AdvantageLost:
    """A power can never use this advantage, because it let the moment pass or attacked first (OPT-16)."""

    power: PowerId
    advantage: str
    reason: Literal["declined", "attacked_first"]
    audience: str = "all"
    kind: Literal["advantage_lost"] = "advantage_lost"

    def evolve(self, state: GameState) -> GameState:
        return replace(state, used_advantages=tuple(sorted({*state.used_advantages, self.advantage})))


@dataclass(frozen=True)
class AttackedFirst:
    """The rival (`by`) attacked before the power of an advantage did, which can no longer lose it so (OPT-16)."""

    power: PowerId
    advantage: str
    by: PowerId
    audience: str = "all"
    kind: Literal["attacked_first"] = "attacked_first"

    def evolve(self, state: GameState) -> GameState:
        return replace(state, incidents=(*state.incidents, self.advantage))


@dataclass(frozen=True)
class FreeUnitsPlaced:
    """Units entered the board without price by a national advantage."""

    power: PowerId
    advantage: str
    pieces: tuple[Piece, ...]
    space: SpaceId
    audience: str
    kind: Literal["free_units_placed"] = "free_units_placed"

    def evolve(self, state: GameState) -> GameState:
        given = tuple(sorted({*FREE_UNITS_BY.of(state.turn), self.advantage}))
        return with_new_pieces(replace(state, turn=FREE_UNITS_BY.kept_by(state.turn, given)), self.pieces)


@dataclass(frozen=True)
class UnitsConverted:
    """Units of an ally (`owner`) became units of `power`: `gone` are replaced by `pieces` (OPT-19)."""

    power: PowerId
    advantage: str
    owner: PowerId
    gone: tuple[Piece, ...]
    pieces: tuple[Piece, ...]
    space: SpaceId
    audience: str
    kind: Literal["units_converted"] = "units_converted"

    def evolve(self, state: GameState) -> GameState:
        gone = {piece.id for piece in self.gone}
        left = {i: piece for i, piece in state.pieces.items() if i not in gone}
        return with_new_pieces(replace(state, pieces=left), self.pieces)


@dataclass(frozen=True)
class BlitzStopped:
    """What passed through a territory is stopped there by infantry that appears, and its owner keeps it (OPT-16)."""

    power: PowerId
    territory: SpaceId
    pieces: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["blitz_stopped"] = "blitz_stopped"

    def evolve(self, state: GameState) -> GameState:
        before = {space: owner for space, owner in state.turn.owners_before.items() if space != self.territory}
        stopped = []
        for piece in (state.pieces[i] for i in self.pieces):
            way = piece.way[: piece.way.index(self.territory)]
            stopped.append(replace(piece, space=self.territory, came_from=way[-1] if way else None, way=way))
        owners = {**state.owners, self.territory: self.power}
        return with_pieces(in_turn(replace(state, owners=owners), owners_before=before), stopped)


@dataclass(frozen=True)
class TanksBrokeThrough:
    """Tanks that won in the first round may move one space in the noncombat move (OPT-23)."""

    power: PowerId
    territory: SpaceId
    pieces: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["tanks_broke_through"] = "tanks_broke_through"

    def evolve(self, state: GameState) -> GameState:
        tanks = (state.pieces[i] for i in self.pieces)
        return with_pieces(
            state, (replace(tank, used=state.type_of(tank).move - 1, moved=None, fought=False) for tank in tanks)
        )


@dataclass(frozen=True)
class AircraftRefuelled:
    """Aircraft that landed at an oil field have their whole move again (OPT-31)."""

    power: PowerId
    territory: SpaceId
    pieces: tuple[PieceId, ...]
    audience: str
    kind: Literal["aircraft_refuelled"] = "aircraft_refuelled"

    def evolve(self, state: GameState) -> GameState:
        state = replace(state, turn=REFUELLED.kept_by(state.turn, (*REFUELLED.of(state.turn), *self.pieces)))
        return change(state, self.pieces, used=0)


def _set_out(piece: Piece) -> Piece:
    return SET_OUT_FROM.kept_by(piece, piece.aboard) if piece.aboard else piece


@dataclass(frozen=True)
class AssaultSetOut:
    """Cargo set out for its assault without its transports, which may move on to another one (OPT-37)."""

    power: PowerId
    pieces: tuple[PieceId, ...]
    ships: tuple[PieceId, ...]
    zone: SpaceId
    audience: str
    kind: Literal["assault_set_out"] = "assault_set_out"

    def evolve(self, state: GameState) -> GameState:
        cargo = [replace(_set_out(piece), aboard=None) for piece in state.select(self.pieces)]
        return change(with_pieces(state, cargo), self.ships, assault=None, offloaded=None)


@dataclass(frozen=True)
class KamikazesDeclared:
    """Aircraft will attack ships and not return (OPT-35)."""

    power: PowerId
    pieces: tuple[PieceId, ...]
    space: SpaceId
    audience: str
    kind: Literal["kamikazes_declared"] = "kamikazes_declared"

    def evolve(self, state: GameState) -> GameState:
        return with_pieces(state, (KAMIKAZE.kept_by(piece, value=True) for piece in state.select(self.pieces)))


@dataclass(frozen=True)
class KaitenDesignated:
    """Defending submarines are kaiten torpedoes: they fire one last time, and better, and are lost (OPT-36)."""

    power: PowerId
    space: SpaceId
    pieces: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["kaiten_designated"] = "kaiten_designated"

    def evolve(self, state: GameState) -> GameState:
        battle = battle_of(state)
        marked = {**battle.marked, "kaiten_torpedoes": (*battle.marked.get("kaiten_torpedoes", ()), *self.pieces)}
        return in_battle(state, marked=marked, struck=(*battle.struck, *self.pieces))


def is_spent(state: GameState, piece: Piece) -> bool:
    """Whether a piece attacks or defends to be lost, as kamikazes and kaiten torpedoes do (OPT-35, OPT-36)."""
    torpedoes = state.battle.marked.get("kaiten_torpedoes", ()) if state.battle else ()
    return KAMIKAZE.of(piece) or piece.id in torpedoes


Event = (
    AdvantagesRolled
    | AdvantageUsed
    | AdvantageLapsed
    | AdvantageLost
    | AttackedFirst
    | FreeUnitsPlaced
    | UnitsConverted
    | BlitzStopped
    | TanksBrokeThrough
    | AircraftRefuelled
    | AssaultSetOut
    | KamikazesDeclared
    | KaitenDesignated
)
