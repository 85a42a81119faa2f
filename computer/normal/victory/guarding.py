"""Who is bought for cities, and placed there, so that the war is not lost by them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from computer.normal.basket import Basket, garrison_of, sites_of
from computer.normal.course import Fighter, fighter_of, force_of
from computer.normal.replies import Enemies, Held
from computer.weights import PLACES
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitType

NEEDED = "the war could be lost by a city that would not hold without them"
WORTH_IT = 0.7
"""Guards of a city stay in the game: they must bring so much of their price by what is less likely decided."""


def guard_cities(
    state: GameState, account: Account, enemies: Enemies, basket: Basket, sold: Sequence[UnitType]
) -> None:
    """As many as are worth it for each city where they can be placed, in the units that defend most for their price."""
    able = [unit for unit in sold if unit.domain == "land" and unit.defense and unit.hits]
    if not able:
        return
    best = max(able, key=lambda unit: (unit.defense / (unit.cost or 1), -state.edition.unit_rank[unit.id]))
    guard = fighter_of(state, best)
    bought = sum(basket.units.values())
    for site in sites_of(state, account):
        if not enemies.reached(site):
            continue
        there = [*garrison_of(state, site, account)]
        taken = bought if site == account.capital else 0
        there += [guard] * taken
        places = max(0, min(ask.capacity(state, site) - taken, basket.room))
        worth = [kept_by(enemies, site, there, [guard] * count) for count in range(places + 1)]
        for _ in range(max(range(places + 1), key=lambda count: (worth[count], -count))):
            basket.add(best, NEEDED)


def kept_by(enemies: Enemies, space: SpaceId, there: Collection[Fighter], more: Collection[Fighter]) -> float:
    """What it is worth, in IPCs beyond their price, that some more defend a place: by what is less likely decided."""
    before, after = (enemies.decides([Held(space, force_of(force), 0.0)]) for force in (there, [*there, *more]))
    return round(before - after - WORTH_IT * sum(fighter.cost for fighter in more), PLACES)
