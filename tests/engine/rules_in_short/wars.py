"""Who fights whom, and who shares what with whom, in the shortest form (POL-01, POL-10, POL-51)."""

from __future__ import annotations

from engine import GameState
from engine.politics.standing import are_on_one_side
from engine.state.pieces import Piece

TOGETHER = {"united_kingdom", "anzac", "dutch"}
"""They go to war as one, and share their spaces before (POL-18)."""
AT_WAR_ELSEWHERE = {"pacific_1940": {"france"}}
"""Powers of a setup whose war is not on its board."""
FRONTS = {"soviet_union": {"europe": {"germany", "italy"}, "pacific": {"japan"}}}
"""With whom a power must be at war on a map so that it is no neutral there (POL-13)."""


def are_at_war(state: GameState, one: str, other: str) -> bool:
    """Of different sides, and at war where wars are declared."""
    if are_on_one_side(state, one, other):
        return False
    return state.wars is None or (one, other) in state.wars or (other, one) in state.wars


def fights_in(state: GameState, power: str, space: str) -> bool:
    """Whether a power is at war, as far as this space goes."""
    if state.wars is None or power in AT_WAR_ELSEWHERE.get(state.setup, ()):
        return True
    foes = {other for pair in state.wars if power in pair for other in pair} - {power}
    on_map = FRONTS.get(power, {}).get(state.edition.board.map_of.get(space, ""))
    return bool(foes & on_map if on_map else foes)


def is_friend(state: GameState, other: str | None, power: str, space: str) -> bool:
    """The power itself, or one of its side; where wars are declared both must be at war, or go to war as one."""
    if other is None or other == power:
        return other is not None
    if {other, power} <= TOGETHER:
        return True
    return are_on_one_side(state, other, power) and fights_in(state, other, space) and fights_in(state, power, space)


def is_friendly(state: GameState, space: str, power: str) -> bool:
    """Whether a territory belongs to the power or a friend."""
    return is_friend(state, state.owners[space], power, space)


def is_hostile(state: GameState, space: str, power: str) -> bool:
    """Whether a territory belongs to an enemy, or is a neutral that the power's side has attacked."""
    owner, side = state.owners[space], state.edition.power[power].side
    if owner is None:
        return state.roused_neutrals.get(space, side) != side
    return are_at_war(state, owner, power)


def enemies_in(state: GameState, space: str, power: str) -> list[Piece]:
    """Enemies in a space, cargo aside, submerged or not; among them the army of a neutral that was attacked."""

    def fights(other: Piece) -> bool:
        of_neutral = space in state.roused_neutrals and state.owners[space] is None
        return not are_on_one_side(state, other.power, power) if of_neutral else are_at_war(state, other.power, power)

    found = (other for other in state.at(space) if fights(other))
    return [other for other in found if not (other.aboard and state.type_of(other).domain == "land")]
