"""What a power or a space is to a power at this moment: one closed answer, from which all others follow (BRD-23)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import assert_never

from engine.facts.board import Leaning, PowerId, SpaceId
from engine.facts.openings import Side
from engine.politics.war import are_on_one_side, at_war, is_at_war_in, share_space, side_of
from engine.state.game_state import GameState
from engine.state.known import of_ground

__all__ = ["is_hostile_territory", "leaning_of"]

PRO: Mapping[Side, Leaning] = {"axis": "pro_axis", "allies": "pro_allies"}


class Standing(Enum):
    """What somebody or something is to a power.

    ALLY shares its spaces with the power; PARTNER is on the same side but keeps apart. STRANGER is on the other side,
    and not at war with the power. CLOSED is neutral for the whole game; other neutrals lean to the power's side, to
    the other one, or to none (POL-45), and one that the power's side has attacked is an ENEMY (POL-78). NOBODYS is
    land that neither a power nor a neutral holds.
    """

    OWN = "own"
    ALLY = "ally"
    PARTNER = "partner"
    STRANGER = "stranger"
    ENEMY = "enemy"
    CLOSED = "closed"
    FRIENDLY_NEUTRAL = "friendly neutral"
    UNFRIENDLY_NEUTRAL = "unfriendly neutral"
    STRICT_NEUTRAL = "strict neutral"
    NOBODYS = "nobody's"


def standing_of(state: GameState, other: PowerId, power: PowerId, where: SpaceId) -> Standing:
    """What another power is to a power in a space."""
    if other == power:
        return Standing.OWN
    if at_war(state, other, power):
        return Standing.ENEMY
    if not are_on_one_side(state, other, power):
        return Standing.STRANGER
    return Standing.ALLY if share_space(state, other, power, where) else Standing.PARTNER


@of_ground
def standing_of_territory(state: GameState, territory: SpaceId, power: PowerId) -> Standing:
    """What a territory is to a power: what its controller is, or the neutral that it is (BRD-08..11, POL-45)."""
    owner = state.owners[territory]
    return _of_neutral(state, territory, power) if owner is None else standing_of(state, owner, power, territory)


def _of_neutral(state: GameState, territory: SpaceId, power: PowerId) -> Standing:
    if state.edition.board.territory[territory].closed:
        return Standing.CLOSED
    leaning, side = leaning_of(state, territory), side_of(state, power)
    if leaning is None:
        return Standing.NOBODYS
    if territory in state.roused_neutrals and leaning != PRO[side] and is_at_war_in(state, power, territory):
        return Standing.ENEMY
    return _leaning(leaning, side)


def leaning_of(state: GameState, territory: SpaceId) -> Leaning | None:
    """How a neutral leans, or leaned until it was taken: as printed, until a neutral is attacked (POL-51, POL-54)."""
    printed = state.edition.board.territory[territory].neutral
    joined = state.roused_neutrals.get(territory)
    if joined is None and printed == "strict":
        joined = _turned_to(state, territory)
    return PRO[joined] if joined else printed


def _turned_to(state: GameState, territory: SpaceId) -> Side | None:
    """The side that strict neutrals joined when the first of them was attacked (POL-54).

    What a power protects does not turn against it, unless that power itself attacked some of it (POL-59); so what else
    was attacked counts first for all others. Where both sides attacked what is protected, the protector's side came
    first: it does not attack what has turned to it.
    """
    kinds, pacts = state.edition.board.territory, state.edition.parameters.politics.pacts
    friend = {each: side_of(state, pact.protector) for pact in pacts for each in pact.territories}
    roused = {each: side for each, side in state.roused_neutrals.items() if kinds[each].neutral == "strict"}
    first = sorted(roused.items(), key=lambda entry: (entry[0] in friend, friend.get(entry[0]) == entry[1], entry[0]))
    sides = [side for _, side in first]
    if pact := next((pact for pact in pacts if territory in pact.territories), None):
        betrayed = pact.betrayed in state.incidents
        sides = [side for side in sides if betrayed or side == friend[territory]]
    return next(iter(sides), None)


def _leaning(leaning: Leaning, side: Side) -> Standing:
    if leaning == "strict":
        return Standing.STRICT_NEUTRAL
    return Standing.FRIENDLY_NEUTRAL if leaning == PRO[side] else Standing.UNFRIENDLY_NEUTRAL


def is_friendly(standing: Standing) -> bool:
    """Whether units may be there in peace, and what flies may land (BRD-08, BRD-16, BRD-17)."""
    match standing:
        case Standing.OWN | Standing.ALLY:
            return True
        case Standing.PARTNER | Standing.STRANGER | Standing.ENEMY:
            return False
        case Standing.CLOSED | Standing.FRIENDLY_NEUTRAL | Standing.UNFRIENDLY_NEUTRAL | Standing.STRICT_NEUTRAL:
            return False
        case Standing.NOBODYS:
            return False
        case _:
            assert_never(standing)


def is_hostile(standing: Standing) -> bool:
    """Whether it is attacked and taken: what an enemy controls (BRD-09); neutral territory is neither (BRD-10)."""
    return standing is Standing.ENEMY


def is_friendly_territory(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Controlled by the power or an ally, whether units stand there or none (BRD-16), whosever (BRD-17)."""
    return is_friendly(standing_of_territory(state, territory, power))


def was_friendly_territory(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether the territory was friendly when the present turn began (NCM-13)."""
    owner = state.owner_at_turn_start(territory)
    return owner is not None and is_friendly(standing_of(state, owner, power, territory))


def is_hostile_territory(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Controlled by an enemy (BRD-09)."""
    return is_hostile(standing_of_territory(state, territory, power))


def is_closed(state: GameState, space: SpaceId) -> bool:
    """Whether the space is neutral and closed to every unit, so that nobody ever gains it (BRD-11, BRD-12, BRD-14)."""
    territory = state.edition.board.territory.get(space)
    return territory is not None and territory.closed
