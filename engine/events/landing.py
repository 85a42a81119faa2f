"""Where aircraft are based and land."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.events.changes import change, in_turn
from engine.events.combat.scramble import landed
from engine.facts.board import PowerId, SpaceId
from engine.state.game_state import GameState
from engine.state.pieces import PieceId, changed
from engine.state.successors import with_pieces

Promises = tuple[tuple[str, SpaceId], ...]


@dataclass(frozen=True)
class LandingPromised:
    """A carrier will be in a sea zone for these aircraft, or any, to land on (CMV-46)."""

    power: PowerId
    carrier: str
    space: SpaceId
    audience: str
    aircraft: tuple[PieceId, ...] = ()
    kind: Literal["landing_promised"] = "landing_promised"

    def evolve(self, state: GameState) -> GameState:
        promises = _with_promise(state.turn.promises, self.carrier, self.space)
        promised_to = {**state.turn.promised_to, self.carrier: self.aircraft}
        return in_turn(state, promises=promises, promised_to=promised_to)


def _with_promise(promises: Promises, carrier: str, space: SpaceId) -> Promises:
    """The promises with one more; for a carrier that exists only the last counts, for new ones each zone once."""
    if carrier == "new":
        return promises if (carrier, space) in promises else (*promises, (carrier, space))
    if not any(each == carrier for each, _ in promises):
        return (*promises, (carrier, space))
    return tuple((each, space if each == carrier else zone) for each, zone in promises)


@dataclass(frozen=True)
class BerthsChosen:
    """Aircraft are to land on a certain carrier in their sea zone at the end of the phase (UNI-50)."""

    power: PowerId
    space: SpaceId
    carrier: PieceId
    aircraft: tuple[PieceId, ...]
    audience: str
    kind: Literal["berths_chosen"] = "berths_chosen"

    def evolve(self, state: GameState) -> GameState:
        berths = {**state.turn.berths, **dict.fromkeys(self.aircraft, self.carrier)}
        return in_turn(state, berths=berths)


@dataclass(frozen=True)
class AircraftSettled:
    """Aircraft at sea are now based on these carriers (None: over the sea, waiting for one)."""

    aboard: Mapping[PieceId, PieceId | None]
    audience: str = "all"
    kind: Literal["aircraft_settled"] = "aircraft_settled"

    def evolve(self, state: GameState) -> GameState:
        return with_pieces(state, (changed(state.pieces[i], aboard=ship) for i, ship in self.aboard.items()))


@dataclass(frozen=True)
class StrandedLanded:
    """Defending aircraft that lost their carrier or their territory landed within 1 space: piece by piece, where
    (SPC-79, SPC-89).
    """

    power: PowerId
    landings: Mapping[PieceId, SpaceId]
    audience: str = "all"
    kind: Literal["stranded_landed"] = "stranded_landed"

    def evolve(self, state: GameState) -> GameState:
        return landed(state, self.landings)


@dataclass(frozen=True)
class AircraftBoarded:
    """Aircraft on land went aboard carriers placed this turn: piece by piece, the ship (MOB-08)."""

    power: PowerId
    aboard: Mapping[PieceId, PieceId]
    origin: SpaceId
    zone: SpaceId
    audience: str
    kind: Literal["aircraft_boarded"] = "aircraft_boarded"

    def evolve(self, state: GameState) -> GameState:
        for piece, ship in self.aboard.items():
            state = change(state, (piece,), space=self.zone, aboard=ship)
        return state


Event = LandingPromised | BerthsChosen | AircraftSettled | StrandedLanded | AircraftBoarded
