"""Which facilities an order means that calls them by the word for all of their kind (UNI-36).

A territory holds one of a kind: where a minor or a major complex stands, `industrial_complex` means that one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from engine.errors import IllegalAction
from engine.facilities.damage import facility_line
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.words import called, place


def check_one_stands(state: GameState, facility: UnitId, territory: SpaceId, rule: str) -> None:
    """Raise IllegalAction by this rule where such a word was left because none of them stands in a territory."""
    if facility not in state.edition.unit and (kinds := called(state.edition, facility)):
        raise IllegalAction(rule, f"There is no {facility_line(state, kinds[0]).kind} in {place(state, territory)}.")


def facilities_of(state: GameState, space: SpaceId) -> tuple[UnitId, ...]:
    """The facilities that stand in a space."""
    return state.facilities.get(space, ())


def counts_meant(state: GameState, counts: Mapping[str, int], there: Collection[UnitId]) -> dict[UnitId, int]:
    """Counts by unit, with the facility that is meant for each such word."""
    found: Counter[UnitId] = Counter()
    for name, count in counts.items():
        found[facility_meant(state, name, there)] += count
    return dict(found)


def facility_meant(state: GameState, name: str, there: Collection[UnitId]) -> UnitId:
    """The one of these facilities that a word means; a word that fits none, or several, stays as it is."""
    if name in state.edition.unit:
        return name
    fitting = [unit for unit in called(state.edition, name) if unit in there]
    return fitting[0] if len(fitting) == 1 else name
