"""What the spaces of the board are to a power now, for a picture of who is at war with whom (BRD-08..11, BRD-20)."""

from __future__ import annotations

from engine.facts.board import PowerId, SpaceId
from engine.politics.standing import Standing, can_be_won, is_attackable, standing_of_territory
from engine.position.relations import is_hostile_zone
from engine.state.game_state import GameState

__all__ = ["borders"]

BORDERS = ("enemy", "stranger", "partner", "friendly", "open")


def borders(state: GameState, power: PowerId) -> dict[str, tuple[SpaceId, ...]]:
    """The spaces that are neither a power's own nor friendly, by what they are to it.

    enemy: what an enemy holds, and zones that enemies make hostile. stranger: held by powers of the other side with
    which it is not at war. partner: held by powers of its own side that share nothing with it. friendly: neutral, and
    its land units may win them over. open: neutral, and it may attack them.
    """
    found: dict[str, list[SpaceId]] = {border: [] for border in BORDERS}
    for territory in state.edition.board.territory:
        if border := _border_of(state, territory, power):
            found[border].append(territory)
    found["enemy"] += [zone for zone in state.edition.board.sea_zone if is_hostile_zone(state, zone, power)]
    return {border: tuple(spaces) for border, spaces in found.items() if spaces}


def _border_of(state: GameState, territory: SpaceId, power: PowerId) -> str | None:
    if state.edition.board.territory[territory].closed:
        return None
    match standing_of_territory(state, territory, power):
        case Standing.ENEMY:
            return "enemy"
        case Standing.STRANGER:
            return "stranger"
        case Standing.PARTNER:
            return "partner"
        case Standing.FRIENDLY_NEUTRAL if can_be_won(state, territory, power):
            return "friendly"
        case Standing.UNFRIENDLY_NEUTRAL | Standing.STRICT_NEUTRAL if is_attackable(state, territory, power):
            return "open"
        case _:
            return None
