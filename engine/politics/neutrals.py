"""Who may attack a territory, and who may win neutral ones over or go on through or over them (POL-09, POL-45..58)."""

from __future__ import annotations

from engine.facts.board import PowerId, SpaceId
from engine.politics.standing import PRO, Standing, leaning_of, standing_of, standing_of_territory
from engine.politics.war import is_at_war_in, side_of
from engine.state.game_state import GameState
from engine.state.known import of_ground, of_space


def is_attackable(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether the power may attack a territory: an enemy's, or a neutral one that is not friendly (POL-48, POL-49).

    Nobody attacks where units of a power stand that the attacker is not at war with (POL-09, CMV-75). What leans to no
    side on the board, such as Mongolia, is a strict neutral (POL-63).
    """
    rules = state.edition.parameters.politics.neutrals
    match standing_of_territory(state, territory, power):
        case Standing.ENEMY:
            return not strangers_in(state, territory, power)
        case Standing.UNFRIENDLY_NEUTRAL:
            return rules is not None and is_at_war_in(state, power, territory)
        case Standing.STRICT_NEUTRAL:
            return rules is not None and rules.strict_may_be_attacked and is_at_war_in(state, power, territory)
        case _:
            return False


@of_space
def strangers_in(state: GameState, territory: SpaceId, power: PowerId) -> tuple[PowerId, ...]:
    """The powers of the other side with units in a territory of somebody that are not at war with a power (POL-09)."""
    if state.wars is None or state.owners[territory] is None:
        return ()
    owners = dict.fromkeys(piece.power for piece in state.at(territory))
    return tuple(other for other in owners if standing_of(state, other, power, territory) is Standing.STRANGER)


def can_be_won(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether the power's land units may take a neutral over in the noncombat move (POL-49, POL-56)."""
    if state.edition.parameters.politics.neutrals is None or not is_at_war_in(state, power, territory):
        return False
    return standing_of_territory(state, territory, power) is Standing.FRIENDLY_NEUTRAL


def was_won_this_turn(state: GameState, territory: SpaceId) -> bool:
    """Whether a friendly neutral was taken over in the present turn (POL-56, POL-57)."""
    owner = state.owners[territory]
    if owner is None or state.owner_at_turn_start(territory) is not None:
        return False
    return leaning_of(state, territory) == PRO[side_of(state, owner)]


@of_ground
def neutral_ground(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """Territories through and over which no unit of a power goes on (CMV-27, POL-50, POL-57)."""
    return frozenset(t for t in state.edition.board.neutrals if _is_neutral_ground(state, t, power))


def _is_neutral_ground(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    if state.owners[territory] is not None:
        return was_won_this_turn(state, territory)
    return standing_of_territory(state, territory, power) is not Standing.ENEMY
