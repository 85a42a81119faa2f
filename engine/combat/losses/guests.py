"""What becomes of the aircraft of a carrier that takes its first hit (UNI-53, ASY-09)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.combat.losses.assignments import HitTaking
from engine.landing.basing import havens, homeless
from engine.landing.proof import strands_more
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.successors import with_pieces


def spares_its_aircraft(taking: HitTaking, carrier: Piece) -> bool:
    """Whether all aircraft that fight from a carrier would have another place to land if it were damaged."""
    fighting = (*taking.battle.attackers, *taking.battle.defenders)
    flying = [piece for piece in taking.state.cargo(carrier.id) if piece.id in fighting]
    if not flying:
        return True
    alike = tuple(taking.kinds.get(piece.id, piece.id) for piece in (carrier, *flying))
    if alike not in taking.sparing:
        taking.sparing[alike] = _spares(taking, carrier, flying)
    return taking.sparing[alike]


def _spares(taking: HitTaking, carrier: Piece, flying: Sequence[Piece]) -> bool:
    state, side = taking.state, taking.side
    owners = {piece.power for piece in flying}
    for power in owners if side == "defender" else ():
        homeless(state, power)  # what is known of this position need not be found again in those after each such hit
    hit = replace(carrier, hits_taken=carrier.hits_taken + 1)
    after = with_pieces(state, [hit, *(replace(piece, aboard=None) for piece in flying)])
    if side == "attacker":
        return not strands_more(state, after)
    return all(_find_places(after, power, carrier.space) for power in owners)


def _find_places(state: GameState, power: str, zone: str) -> bool:
    waiting = [piece for piece in homeless(state, power) if piece.space == zone]
    return sum(havens(state, power, zone).values()) >= len(waiting)
