"""Where aircraft that are still in the air can land, and the carriers that can come for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from engine import IllegalAction, ScriptedDice, apply
from engine.ask import all_unlanded, carriers_to_come, destinations, is_landing_territory, is_legal, landing_plan
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import listed, place

MOST_PLACES = 5
NO_LANDING = ("NCM-13", "NCM-14")
"""Rules by which an aircraft does not end its move in a territory."""


@dataclass(frozen=True)
class LandingMove:
    """A move after which fewer aircraft are left in the air, or by which a carrier comes for one."""

    unit: UnitId
    owner: PowerId
    start: SpaceId
    end: SpaceId
    is_carrier: bool = False

    def order(self, state: GameState) -> dict[str, Any]:
        """The move as an action; which way it goes is found by the rules."""
        order = {"type": "move", "units": {self.unit: 1}, "path": [self.start, self.end]}
        return order if self.owner == state.power else {**order, "owner": self.owner}


def landing_place(state: GameState, space: SpaceId) -> str:
    """Where an aircraft lands, after "land": "in Ukraine", "on the carrier in sea zone 5"."""
    return f"{'on the carrier ' if state.edition.board.is_sea(space) else ''}in {place(state, space)}"


def unlanded_piece(state: GameState) -> Piece | None:
    """The first aircraft that must be landed before the phase ends."""
    stranded = landing_plan(state).stranded
    return next((piece for piece in all_unlanded(state) if piece not in stranded), None)


def flying_over(state: GameState) -> frozenset[SpaceId]:
    """Where aircraft are that must be landed before the phase ends."""
    return frozenset(piece.space for piece in all_unlanded(state)) if state.phase == "noncombat_move" else frozenset()


def landing_moves(state: GameState) -> tuple[LandingMove, ...]:
    """What brings that aircraft down, the nearest places first, or the carriers to bring; else what was promised."""
    piece = unlanded_piece(state)
    if piece is None:
        return tuple(islice(_promised(state), MOST_PLACES))
    return tuple(islice(landings_of(state, piece), MOST_PLACES)) or tuple(islice(_meetings(state, piece), MOST_PLACES))


def landings_of(state: GameState, piece: Piece) -> Iterator[LandingMove]:
    """Landings of such an aircraft, then those of others beside it over the sea, which make room on a carrier."""
    at_sea, aloft = state.edition.board.is_sea, len(all_unlanded(state))
    beside = [p for p in state.at(piece.space) if p.power == piece.power and state.type_of(p).domain == "air"]
    units = [piece.unit, *(other.unit for other in beside if at_sea(piece.space))]
    for unit in dict.fromkeys(units):
        for reach in destinations(state, piece.space, unit, piece.power):
            move = LandingMove(unit, piece.power, piece.space, reach.space)
            lands = is_landing_territory(state, reach.space, piece.power)
            if not lands and not at_sea(reach.space):
                continue
            if (lands and unit == piece.unit) or _aloft_after(state, move, reach.path) < aloft:
                yield move


def _meetings(state: GameState, piece: Piece) -> Iterator[LandingMove]:
    """Carriers that can come where such an aircraft can be."""
    zone = landing_plan(state).zones.get(piece.id)
    ships = carriers_to_come(state, zone) if zone else ()
    moves = (LandingMove(ship.unit, ship.power, ship.space, zone, is_carrier=True) for ship in ships if zone)
    return (move for move in moves if is_legal(state, move.order(state)))


def _promised(state: GameState) -> Iterator[LandingMove]:
    """Carriers that are not where they were promised to be (CMV-46)."""
    for carrier, zone in dict(state.turn.promises).items():
        ship = state.pieces.get(carrier)
        if ship is not None and ship.space != zone:
            move = LandingMove(ship.unit, ship.power, ship.space, zone, is_carrier=True)
            if is_legal(state, move.order(state)):
                yield move


def landing_hint(state: GameState, no: IllegalAction, order: Mapping[str, Any]) -> IllegalAction:
    """The refusal of a landing with the nearest places where that aircraft can land; any other refusal as it is."""
    if no.rule not in NO_LANDING or state.phase != "noncombat_move":
        return no
    start, owner = order["path"][0], order.get("owner") or state.power
    ends = dict.fromkeys(reach.space for unit in order["units"] for reach in destinations(state, start, unit, owner))
    places = [place(state, end) for end in ends if is_landing_territory(state, end, owner)][:MOST_PLACES]
    return IllegalAction(no.rule, f"{no.message} It can land in {listed(places, 'or')}.") if places else no


def _aloft_after(state: GameState, move: LandingMove, path: Sequence[SpaceId]) -> int:
    order = {**move.order(state), "path": list(path)}
    return len(all_unlanded(apply(state, order, ScriptedDice(())).state))
