"""The cities that decide the war together: those that a side lacks, or that must be taken back before it has won."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from computer.normal.victory.deciding import NEAR, lacking
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId


def deciding_together(
    state: GameState, power: PowerId, within_reach: Collection[SpaceId]
) -> Iterator[tuple[SpaceId, ...]]:
    """The sets of cities, as few as can be, with which a power's side wins, or keeps the enemies from it."""
    side = state.edition.power[power].side
    for condition in ask.victory_conditions(state):
        lacks = lacking(state, condition)
        wanted = lacks if condition.side == side else 1 - lacks
        if not 0 < wanted <= NEAR:
            continue
        cities = condition.of or state.edition.victory_cities
        yield from combinations(sorted(city for city in cities if city in within_reach), wanted)
