"""Taking over in peace the territory of a power that another one guards (POL-38, POL-39)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events.territory import TerritoryTakenOver
from engine.facts.board import PowerId, SpaceId
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.pieces import Piece


def may_take_over(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether land units of a power that come in the noncombat move make a territory its own (POL-38).

    What an enemy has captured once never belongs to its first power again, so nobody takes it over (POL-39).
    """
    owner = state.owners.get(territory)
    return owner is not None and power in state.edition.parameters.politics.wards.get(owner, ())


def take_over(play: Play, territory: SpaceId, came: Sequence[Piece]) -> None:
    """Let land units that come to a guarded territory take it over; guns alone do not (NCM-11)."""
    state, power = play.state, came[0].power
    former = state.owners.get(territory)
    if state.phase != "noncombat_move" or former is None or not may_take_over(state, territory, power):
        return
    if any(state.type_of(piece).can("captures") for piece in came):
        play.emit(TerritoryTakenOver(power, territory, former, audience=play.audience))
