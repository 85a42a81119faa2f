"""The national objectives of Anniversary once more, as plainly as they can be read."""

from __future__ import annotations

from engine import GameState
from tests.engine.rules_in_short.objectives_of_1940 import paying_in_the_pacific, paying_in_the_world

AXIS = frozenset(("germany", "japan", "italy"))
ALLIES = frozenset(("soviet_union", "united_kingdom", "united_states", "china"))
SURFACE_WARSHIPS = frozenset(("destroyer", "cruiser", "aircraft_carrier", "battleship"))
MEDITERRANEAN = ("sz13", "sz14", "sz15")

PLACES: dict[str, tuple[frozenset[str], int, tuple[str, ...]]] = {
    "germany_1": (
        AXIS,
        6,
        ("france", "northwestern_europe", "germany", "czechoslovakia_hungary", "bulgaria_romania", "poland"),
    ),
    "germany_2": (AXIS, 3, ("baltic_states", "east_poland", "ukraine", "eastern_ukraine", "belorussia")),
    "germany_3": (AXIS, 1, ("karelia_ssr", "caucasus")),
    "japan_1": (AXIS, 3, ("manchuria", "kiangsu", "french_indo_china_thailand")),
    "japan_2": (
        AXIS,
        4,
        ("kwangtung", "east_indies", "borneo", "philippine_islands", "new_guinea", "solomon_islands"),
    ),
    "japan_3": (AXIS, 1, ("hawaiian_islands", "australia", "india")),
    "italy_1": (AXIS, 4, ("italy", "balkans", "morocco_algeria", "libya")),
    "italy_2": (AXIS, 3, ("egypt", "trans_jordan", "france", "gibraltar")),
    "united_states_1": (ALLIES, 3, ("western_united_states", "central_united_states", "eastern_united_states")),
    "united_states_2": (ALLIES, 1, ("philippine_islands",)),
    "united_states_3": (ALLIES, 1, ("france",)),
    "united_states_4": (ALLIES, 3, ("midway", "wake_island", "hawaiian_islands", "solomon_islands")),
    "united_kingdom_1": (
        ALLIES,
        6,
        ("eastern_canada", "western_canada", "gibraltar", "egypt", "australia", "union_of_south_africa"),
    ),
    "united_kingdom_2": (
        ALLIES,
        1,
        ("caroline_islands", "french_indo_china_thailand", "formosa", "iwo_jima", "japan", "okinawa"),
    ),
    "united_kingdom_3": (ALLIES, 1, ("france", "balkans")),
    "soviet_union_1": (frozenset(("soviet_union",)), 1, ("archangel",)),
    "soviet_union_2": (
        ALLIES,
        3,
        ("norway", "finland", "poland", "bulgaria_romania", "czechoslovakia_hungary", "balkans"),
    ),
}
"""Whose powers must hold at least so many of these territories."""


def paying(state: GameState, power: str) -> dict[str, int]:
    """The IPCs of each objective that pays a power which still holds its capital."""
    if state.setup == "pacific_1940":
        return paying_in_the_pacific(state, power)
    if state.setup == "global_1940":
        return paying_in_the_world(state, power)
    if state.options.get("objectives", "off") == "off":
        return {}
    published = state.options.get("as_published") == "on"
    return {
        name: 10 if published and name == "soviet_union_2" else 5
        for name, (holders, need, places) in PLACES.items()
        if name.startswith(power)
        and sum(state.owners[place] in holders for place in places) >= need
        and (name != "italy_2" or published)
        and (name != "italy_1" or not _allied_warships(state, submarines=not published))
        and (name != "soviet_union_1" or not _guests_of_the_soviet_union(state))
    }


def _allied_warships(state: GameState, *, submarines: bool) -> bool:
    counted = SURFACE_WARSHIPS | ({"submarine"} if submarines else set())
    there = (piece for zone in MEDITERRANEAN for piece in state.at(zone))
    return any(piece.power in ALLIES and piece.unit in counted for piece in there)


def _guests_of_the_soviet_union(state: GameState) -> bool:
    foreign = (piece for piece in state.pieces.values() if piece.power in ALLIES - {"soviet_union"})
    return any(state.owners.get(piece.space) == "soviet_union" for piece in foreign)
