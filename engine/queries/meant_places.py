"""Which way is typed: of the places that a name fits, the one where the units stand, or to which they can go."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.queries.all_units import units_at
from engine.queries.notation import ANY_UNIT
from engine.queries.reach import shared_destinations
from engine.state.game_state import GameState
from engine.state.names import find_space
from engine.state.selection import told_where, where_stand
from engine.state.words import label

__all__ = ["way_meant"]


def way_meant(
    state: GameState, units: Collection[UnitId], names: Sequence[str], owner: PowerId | None = None
) -> list[SpaceId]:
    """The spaces of a way for these units of an owner (None: the power on turn).

    Raises IllegalAction: `space` where a name fits none, or several from which or to which they could go; `form` where
    only one place is named.
    """
    kinds = [unit for unit in units if unit != ANY_UNIT]
    if len(names) == 1:
        raise _half_a_way(state, kinds, find_space(state.edition, names[0]), owner)

    def is_start(space: SpaceId) -> bool:
        there = units_at(state, space, owner)
        return bool(there) and all(unit in there for unit in kinds)

    path = [find_space(state.edition, names[0], is_start)]
    for name in names[1:]:
        path.append(find_space(state.edition, name, lambda space: _is_next(state, kinds, path, space, names, owner)))
    return path


def _half_a_way(state: GameState, kinds: Sequence[UnitId], named: SpaceId, owner: PowerId | None) -> IllegalAction:
    """What a way with one place lacks: where the units go, or where they come from, with where there are any."""
    there = units_at(state, named, owner)
    if there and all(unit in there for unit in kinds):
        first = next(iter(kinds or there))
        end = next(iter(shared_destinations(state, named, [first], owner) or state.edition.board.neighbours[named]))
        return IllegalAction("form", f"Write where they go, too, such as “{_way_typed(state, named, end)}”.")
    power = owner or state.power
    found = {unit: where_stand(state, unit, power) for unit in kinds}
    starts = [space for spaces in found.values() for space in spaces]
    beside = state.edition.board.neighbours[named]
    start = next((space for space in starts if space in beside), next(iter(starts), None))
    example = f", such as “{_way_typed(state, start, named)}”" if start else ""
    told = [told_where(state, unit, power) for unit in found]
    return IllegalAction("form", " ".join([f"Write where they come from, too{example}.", *filter(None, told)]))


def _way_typed(state: GameState, start: SpaceId, end: SpaceId) -> str:
    return f"{label(state, start)} > {label(state, end)}"


def _is_next(
    state: GameState,
    kinds: Sequence[UnitId],
    path: Sequence[SpaceId],
    space: SpaceId,
    names: Sequence[str],
    owner: PowerId | None,
) -> bool:
    """Whether a way may go on there: to a neighbour where every step is named, else anywhere the units can go."""
    if len(names) > 2:
        return space in state.edition.board.neighbours[path[-1]]
    moved = kinds or list(units_at(state, path[0], owner))
    return any(space in shared_destinations(state, path[0], [unit], owner) for unit in moved[:1])
