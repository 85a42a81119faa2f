"""Who is on whose side, who is at war with whom, and who shares what with whom (GEN-02, GEN-11, POL-01)."""

from __future__ import annotations

from engine.facts.board import PowerId
from engine.facts.openings import Side
from engine.table.state import GameState


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
    return frozenset((one, other)) in state.war_pairs


def share_space(state: GameState, one: PowerId, other: PowerId) -> bool:
    """Whether two powers use each other's territories, carriers and transports.

    They are on one side, and a power that is at war with nobody keeps apart, also from naval bases (POL-10, POL-12),
    but for those that would go to war together.
    """
    if one == other:
        return True
    if not are_on_one_side(state, one, other):
        return False
    return (_fights(state, one) and _fights(state, other)) or other in as_one_with(state, one)


def as_one_with(state: GameState, power: PowerId) -> tuple[PowerId, ...]:
    """All powers that go to war when one does, itself among them (POL-18, POL-34), or is attacked (POL-40)."""
    groups = state.edition.parameters.politics.as_one
    return next((group for group in groups if power in group), (power,))


def is_at_war(state: GameState, power: PowerId) -> bool:
    """Whether a power is at war with anybody."""
    return state.wars is None or any(power in pair for pair in state.war_pairs)


def gives_leave(state: GameState, owner: PowerId, ally: PowerId, what: str) -> bool:
    """Whether `owner` lets an ally use its carriers, transports, territories or bases (ASY-28, NCM-22).

    The default is yes.
    """
    return owner == ally or (owner, ally, what) not in state.refused_leave


def _fights(state: GameState, power: PowerId) -> bool:
    """Whether a power is at war, be it beyond the board."""
    return is_at_war(state, power) or power in state.edition.parameters.politics.at_war_elsewhere
