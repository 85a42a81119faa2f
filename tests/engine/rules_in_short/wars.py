"""Who fights whom, and who shares what with whom, in the shortest form (POL-01, POL-10, POL-51)."""

from __future__ import annotations

from engine import GameState
from engine.politics.war import are_on_one_side
from engine.table.state import Piece


def are_at_war(state: GameState, one: str, other: str) -> bool:
    """Of different sides, and at war where wars are declared."""
    if are_on_one_side(state, one, other):
        return False
    return state.wars is None or (one, other) in state.wars or (other, one) in state.wars


def is_friend(state: GameState, other: str | None, power: str) -> bool:
    """The power itself, or one of its side; where wars are declared both must be at war."""
    if other is None or other == power:
        return other is not None
    fighters = {each for pair in state.wars or () for each in pair}
    return are_on_one_side(state, other, power) and (state.wars is None or {other, power} <= fighters)


def is_friendly(state: GameState, space: str, power: str) -> bool:
    """Whether a territory belongs to the power or a friend."""
    return is_friend(state, state.owners[space], power)


def enemies_in(state: GameState, space: str, power: str) -> list[Piece]:
    """Enemies in a space, cargo aside, submerged or not; among them the army of a neutral that was attacked."""

    def fights(other: Piece) -> bool:
        of_neutral = space in state.roused_neutrals and state.owners[space] is None
        return not are_on_one_side(state, other.power, power) if of_neutral else are_at_war(state, other.power, power)

    found = (other for other in state.at(space) if fights(other))
    return [other for other in found if not (other.aboard and state.type_of(other).domain == "land")]
