"""National objectives: IPCs for places that matter to a power (INC-23..42)."""

from __future__ import annotations

from engine.board import PowerId, SpaceId
from engine.edition import Objective
from engine.relations import are_friends, at_war, is_capital_lost, side_of
from engine.state import GameState


def objectives_of(state: GameState, power: PowerId) -> dict[str, Objective]:
    """The national objectives of a power by id, none where the table leaves them out (OPT-04)."""
    if not state.edition.parameters.objectives_pay:
        return {}
    return {name: each for name, each in state.edition.objectives.items() if each.power == power}


def achieved(state: GameState, power: PowerId) -> dict[str, int]:
    """IPCs of the objectives that would pay a power now, each once (INC-25); none without its capital (INC-24)."""
    if is_capital_lost(state, power):
        return {}
    found = objectives_of(state, power)
    return {name: each.ipcs for name, each in found.items() if is_achieved(state, each)}


def is_achieved(state: GameState, objective: Objective) -> bool:
    """Whether all that an objective asks for is true now."""
    held = sum(1 for territory in objective.territories if _holds(state, objective.held_by, territory))
    if held < objective.at_least or any(_has_enemy(state, objective, zone) for zone in objective.clear_zones):
        return False
    return not (objective.without_allies and _has_guests(state, objective.power))


def _holds(state: GameState, holder: str, territory: SpaceId) -> bool:
    owner = state.owners[territory]
    return owner is not None and holder in (owner, side_of(state, owner))


def _has_enemy(state: GameState, objective: Objective, zone: SpaceId) -> bool:
    """Whether an enemy warship of the kind that counts lies in a sea zone, submerged ones too (INC-32)."""
    enemies = (piece for piece in state.at(zone) if at_war(state, piece.power, objective.power))
    return any(state.type_of(piece).can(objective.warships) for piece in enemies)


def _has_guests(state: GameState, power: PowerId) -> bool:
    """Whether a unit of another power of its side stands in territory that the power controls (INC-42)."""
    return any(
        piece.power != power and are_friends(state, piece.power, power) and state.owners.get(piece.space) == power
        for piece in state.pieces.values()
    )
