"""Who is on whose side and at war with whom, and what a power or a space is to a power at this moment (BRD-23)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import assert_never

from engine.facts.board import Leaning, PowerId, SpaceId
from engine.facts.openings import Side
from engine.state.game_state import GameState
from engine.state.known import of_ground, of_land, of_space

__all__ = [
    "are_on_one_side",
    "at_war",
    "can_be_won",
    "gives_leave",
    "is_at_war",
    "is_attackable",
    "is_hostile_territory",
    "leaning_of",
]


def side_of(state: GameState, power: PowerId) -> Side:
    """The side that a power is on (GEN-02, GEN-03)."""
    return state.edition.power[power].side


def are_on_one_side(state: GameState, one: PowerId, other: PowerId) -> bool:
    """Whether two powers are the same or win together (GEN-11); they free each other's territories."""
    return side_of(state, one) == side_of(state, other)


def at_war(state: GameState, one: PowerId, other: PowerId) -> bool:
    """Whether two powers are at war: all of different sides are, unless wars are declared (POL-01, POL-07)."""
    if state.wars is None:
        return not are_on_one_side(state, one, other)
    return other in state.foes.get(one, ())


def share_space(state: GameState, one: PowerId, other: PowerId, where: SpaceId) -> bool:
    """Whether two powers use each other's territories, carriers and transports in a space.

    They are on one side, and a power that is at war with nobody keeps apart, also from naval bases (POL-10, POL-12),
    but for those that would go to war together.
    """
    if one == other:
        return True
    if not are_on_one_side(state, one, other):
        return False
    return (fights_in(state, one, where) and fights_in(state, other, where)) or other in as_one_with(state, one)


def as_one_with(state: GameState, power: PowerId) -> tuple[PowerId, ...]:
    """All powers that go to war when one does, itself among them (POL-18, POL-34), or is attacked (POL-40)."""
    groups = state.edition.parameters.politics.as_one
    return next((group for group in groups if power in group), (power,))


def is_at_war(state: GameState, power: PowerId) -> bool:
    """Whether a power is at war with anybody."""
    return state.wars is None or power in state.foes


def is_at_war_in(state: GameState, power: PowerId, where: SpaceId) -> bool:
    """Whether a power is at war as far as a space goes: some stay neutral on the map of one front (POL-13)."""
    fronts = state.edition.parameters.politics.fronts.get(power)
    if fronts is None or state.wars is None:
        return is_at_war(state, power)
    return any(at_war(state, power, foe) for foe in fronts.get(state.edition.board.map_of[where], ()))


def is_neutral_in(state: GameState, power: PowerId, where: SpaceId) -> bool:
    """Whether a power is neutral as far as a space goes: of those that keep apart until they are at war (POL-12)."""
    return power in state.edition.parameters.politics.neutral_powers and not is_at_war_in(state, power, where)


def fights_in(state: GameState, power: PowerId, where: SpaceId) -> bool:
    """Whether a power is at war as far as a space goes, be it beyond the board."""
    return is_at_war_in(state, power, where) or power in state.edition.parameters.politics.at_war_elsewhere


def gives_leave(state: GameState, owner: PowerId, ally: PowerId, what: str) -> bool:
    """Whether `owner` lets another power use its carriers, transports, territories, bases or canals.

    The default is yes to its own side (ASY-28, NCM-22), and no to the other (ASY-29).
    """
    if owner == ally:
        return True
    entry = owner, ally, what
    return entry not in state.refused_leave if are_on_one_side(state, owner, ally) else entry in state.granted_leave


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


def standing_of_territory(state: GameState, territory: SpaceId, power: PowerId) -> Standing:
    """What a territory is to a power: what its controller is, or the neutral that it is (BRD-08..11, POL-45)."""
    return standings(state, power)[territory]


@of_land
def standings(state: GameState, power: PowerId) -> dict[SpaceId, Standing]:
    """What each territory is to a power; all that one owner holds on one map is the same (POL-13)."""
    map_of = state.edition.board.map_of
    of_owners: dict[tuple[PowerId, str | None], Standing] = {}
    found: dict[SpaceId, Standing] = {}
    for territory, owner in state.owners.items():
        if owner is None:
            found[territory] = _of_neutral(state, territory, power)
            continue
        held = owner, map_of.get(territory)
        if held not in of_owners:
            of_owners[held] = standing_of(state, owner, power, territory)
        found[territory] = of_owners[held]
    return found


@of_land
def friendly_territories(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """The territories controlled by a power or an ally (BRD-16, BRD-17)."""
    return frozenset(each for each, standing in standings(state, power).items() if standing in _FRIENDLY)


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


_FRIENDLY = tuple(each for each in Standing if is_friendly(each))


def is_hostile(standing: Standing) -> bool:
    """Whether it is attacked and taken: what an enemy controls (BRD-09); neutral territory is neither (BRD-10)."""
    return standing is Standing.ENEMY


def is_friendly_territory(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Controlled by the power or an ally, whether units stand there or none (BRD-16), whosever (BRD-17)."""
    return territory in friendly_territories(state, power)


def was_friendly_territory(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether the territory was friendly when the present turn began (NCM-13)."""
    if territory not in state.turn.owners_before:
        return is_friendly_territory(state, territory, power)
    owner = state.turn.owners_before[territory]
    return owner is not None and is_friendly(standing_of(state, owner, power, territory))


def is_hostile_territory(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Controlled by an enemy (BRD-09)."""
    return is_hostile(standing_of_territory(state, territory, power))


def is_closed(state: GameState, space: SpaceId) -> bool:
    """Whether the space is neutral and closed to every unit, so that nobody ever gains it (BRD-11, BRD-12, BRD-14)."""
    territory = state.edition.board.territory.get(space)
    return territory is not None and territory.closed


def is_attackable(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether the power may attack a territory: an enemy's, or a neutral one that is not friendly (POL-48, POL-49).

    Nobody attacks where units of a power stand that the attacker is not at war with (POL-09, CMV-75). What leans to no
    side on the board, such as Mongolia, is a strict neutral (POL-63).
    """
    return territory in attackable_ground(state, power) and not strangers_in(state, territory, power)


@of_land
def attackable_ground(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """The territories that a power may attack, whoever stands there."""
    return frozenset(each for each, held in standings(state, power).items() if _is_to_attack(state, each, held, power))


def _is_to_attack(state: GameState, territory: SpaceId, standing: Standing, power: PowerId) -> bool:
    rules = state.edition.parameters.politics.neutrals
    match standing:
        case Standing.ENEMY:
            return True
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
    owner = state.owners[territory]
    if owner is not None:  # what joined an enemy by a pact is an enemy's like any other (POL-60)
        return was_won_this_turn(state, territory) and not at_war(state, owner, power)
    return standing_of_territory(state, territory, power) is not Standing.ENEMY
