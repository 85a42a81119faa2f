"""Who is on whose side, who is at war with whom, and who shares what with whom (GEN-02, GEN-11, POL-01)."""

from __future__ import annotations

from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Side
from engine.state.game_state import GameState

__all__ = ["are_on_one_side", "at_war", "gives_leave", "is_at_war"]


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
