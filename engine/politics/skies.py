"""Over whose territory aircraft fly: a neutral power lets nobody over its own, and keeps to it (BRD-13, POL-77)."""

from __future__ import annotations

from engine.facts.board import PowerId, SpaceId
from engine.politics.limits import kept_out_of
from engine.politics.standing import Standing, standing_of
from engine.politics.war import is_neutral_in
from engine.state.game_state import GameState
from engine.state.known import of_ground


@of_ground
def barred_skies(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """Territories over and into which no aircraft of a power flies, because their owner or the power is neutral there.

    Other powers at peace let them pass, and enemies cannot keep them out (BRD-13, CMV-37).
    """
    if state.wars is None or not state.edition.parameters.politics.neutral_powers:
        return frozenset()
    held = ((territory, owner) for territory, owner in state.owners.items() if owner)
    return frozenset(territory for territory, owner in held if _keep_apart(state, owner, power, territory))


@of_ground
def shut_to_flights(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """All spaces that no aircraft of a power enters, be it on its way (POL-27, POL-36, POL-64, POL-77)."""
    return kept_out_of(state, power) | barred_skies(state, power)


def _keep_apart(state: GameState, owner: PowerId, power: PowerId, territory: SpaceId) -> bool:
    if standing_of(state, owner, power, territory) not in (Standing.PARTNER, Standing.STRANGER):
        return False
    return is_neutral_in(state, owner, territory) or is_neutral_in(state, power, territory)
