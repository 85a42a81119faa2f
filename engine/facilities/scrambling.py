"""Where aircraft may scramble from and into: coasts with an air base that works (SPC-81)."""

from __future__ import annotations

from engine.facilities.service import operative_in
from engine.facts.board import PowerId, SpaceId
from engine.politics.limits import may_be_in
from engine.politics.standing import at_war
from engine.state.game_state import GameState
from engine.state.known import of_space
from engine.state.pieces import Piece

__all__ = ["scramble_range", "scramble_ranges"]


def scramble_limit(state: GameState, territory: SpaceId) -> int:
    """How many aircraft may scramble from a territory in a turn, into all sea zones together (SPC-81, SPC-84)."""
    return max((line.scrambles for line in operative_in(state, territory)), default=0)


@of_space
def scramblers(state: GameState, territory: SpaceId, zone: SpaceId, attacker: PowerId | None) -> tuple[Piece, ...]:
    """Aircraft in a territory that may scramble into a sea zone, of powers at war with the attacker (SPC-86, SPC-87).

    Those of a confined power do not leave its range (POL-71). Without an attacker those of all powers may.
    """
    if not scramble_limit(state, territory):
        return ()
    able = (piece for piece in state.at(territory) if state.type_of(piece).can("scrambles"))
    against = (piece for piece in able if attacker is None or at_war(state, piece.power, attacker))
    return tuple(piece for piece in against if may_be_in(state, piece.power, zone))


def scramble_bases(state: GameState, zone: SpaceId, attacker: PowerId | None) -> dict[SpaceId, tuple[Piece, ...]]:
    """The aircraft that may scramble into a sea zone against an attacker, by the territory of their air base."""
    coasts = state.edition.board.coasts_of(zone)
    bases = {territory: scramblers(state, territory, zone, attacker) for territory in coasts}
    return {territory: able for territory, able in bases.items() if able}


def may_be_scrambled_into(state: GameState, zone: SpaceId, attacker: PowerId) -> bool:
    """Whether enemy aircraft may scramble into a sea zone (CMV-13, CMV-14)."""
    return bool(scramble_bases(state, zone, attacker))


def scramble_ranges(state: GameState, attacker: PowerId | None = None) -> dict[SpaceId, dict[SpaceId, int]]:
    """How many enemy aircraft may scramble into each sea zone, by the territory of their air base.

    Without an attacker those of everybody, also of powers that are not at war yet. What one base sends into one zone it
    cannot send into another (SPC-84).
    """
    found = {zone: scramble_range(state, zone, attacker) for zone in state.edition.board.sea_zone}
    return {zone: bases for zone, bases in found.items() if bases}


def scramble_range(state: GameState, zone: SpaceId, attacker: PowerId | None = None) -> dict[SpaceId, int]:
    """The same for one sea zone."""
    bases = scramble_bases(state, zone, attacker)
    return {base: min(len(able), scramble_limit(state, base)) for base, able in bases.items()}
