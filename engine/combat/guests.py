"""What becomes of the aircraft of a carrier that takes its first hit (UNI-53, ASY-09)."""

from __future__ import annotations

from dataclasses import replace

from engine.aircraft.basing import havens, homeless
from engine.aircraft.landing import landing_plan
from engine.combat.losses import HitTaking
from engine.table.pieces import Piece
from engine.table.state import GameState, with_pieces


def spares_its_aircraft(taking: HitTaking, carrier: Piece) -> bool:
    """Whether all aircraft that fight from a carrier would have another place to land if it were damaged."""
    if carrier.id not in taking.sparing:
        taking.sparing[carrier.id] = _spares_its_aircraft(taking, carrier)
    return taking.sparing[carrier.id]


def _spares_its_aircraft(taking: HitTaking, carrier: Piece) -> bool:
    state, side = taking.state, taking.side
    flying = [c for c in state.cargo(carrier.id) if c.id in (*taking.battle.attackers, *taking.battle.defenders)]
    if not flying:
        return True
    hit = replace(carrier, hits_taken=carrier.hits_taken + 1)
    after = with_pieces(state, [hit, *(replace(piece, aboard=None) for piece in flying)])
    if side == "attacker":
        return len(landing_plan(after).stranded) <= len(landing_plan(state).stranded)
    return all(_find_places(after, power, carrier.space) for power in {piece.power for piece in flying})


def _find_places(state: GameState, power: str, zone: str) -> bool:
    waiting = [piece for piece in homeless(state, power) if piece.space == zone]
    return sum(havens(state, power, zone).values()) >= len(waiting)
