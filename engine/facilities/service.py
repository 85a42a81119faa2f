"""What facilities do for those who use them: whether they work, and how much farther units move that set out there."""

from __future__ import annotations

from engine.facilities.damage import damage_to, facility_line, value_of
from engine.facts.board import PowerId, SpaceId
from engine.facts.facility_types import FacilityType
from engine.facts.unit_types import UnitId
from engine.politics.standing import gives_leave, is_friendly_territory, was_friendly_territory
from engine.state.game_state import GameState
from engine.state.known import of_ground
from engine.state.pieces import Piece

__all__ = ["is_operative"]


def is_operative(state: GameState, territory: SpaceId, unit: UnitId, more: int = 0) -> bool:
    """Whether a facility that stands in a territory works with its damage, and with so much more (UNI-39)."""
    line = facility_line(state, unit)
    return line.works_with(damage_to(state, territory, unit) + more, value_of(state, territory))


def operative_in(state: GameState, territory: SpaceId) -> tuple[FacilityType, ...]:
    """The facilities of a territory that work, whoever holds it (UNI-39)."""
    here = state.facilities.get(territory, ())
    return tuple(facility_line(state, unit) for unit in here if is_operative(state, territory, unit))


def serving(
    state: GameState, territory: SpaceId, power: PowerId, *, has_left: bool = False
) -> tuple[FacilityType, ...]:
    """The facilities of a territory that work for a power in its turn: its own, and those of allies (UNI-44).

    What changed hands in this turn serves from the next one on (CMB-51). has_left: whether they were used already, so
    that no ally can still withdraw its leave.
    """
    if territory not in state.facilities:
        return ()
    owner = state.owners[territory]
    if owner is None or not (has_left or gives_leave(state, owner, power, "bases")):
        return ()
    if not (is_friendly_territory(state, territory, power) and was_friendly_territory(state, territory, power)):
        return ()
    return operative_in(state, territory)


def serving_zone(
    state: GameState, zone: SpaceId, power: PowerId, *, has_left: bool = False
) -> tuple[FacilityType, ...]:
    """The facilities that work for a power's ships in a sea zone: those of all territories around it (UNI-43)."""
    coasts = state.edition.board.coasts_of(zone)
    return tuple(line for territory in coasts for line in serving(state, territory, power, has_left=has_left))


def move_of(state: GameState, piece: Piece) -> int:
    """Spaces that a unit may enter in this turn, with what a base adds where its first move begins (CMV-49, NCM-31).

    Bases on its way add nothing, and several no more than one.
    """
    unit = state.type_of(piece)
    if unit.domain not in state.edition.moved_farther:
        return unit.move
    return unit.move + _extra_move(state, piece.power, unit.domain, piece.space, piece.began)


@of_ground
def _extra_move(state: GameState, power: PowerId, domain: str, space: SpaceId, began: SpaceId | None) -> int:
    """Spaces that bases add for a power's units in a space, or where they `began` if they have left it."""
    start, has_left = began or space, began is not None
    if domain == "sea":
        lines = serving_zone(state, start, power, has_left=has_left)
    else:
        lines = serving(state, start, power, has_left=has_left) if state.edition.board.is_land(start) else ()
    return max((more for line in lines for for_whom, more in line.extra_move.items() if for_whom == domain), default=0)
