"""The national objectives of 1940 once more, as plainly as they can be read."""

from __future__ import annotations

from engine import GameState
from tests.engine.rules_in_short.neutrals import leaning
from tests.engine.rules_in_short.wars import are_at_war, fights_in

WESTERN_ALLIES = ("united_states", "united_kingdom", "anzac")
EUROPEAN_AXIS = ("germany", "italy")
AXIS = frozenset((*EUROPEAN_AXIS, "japan"))
UNITED_STATES = frozenset(("united_states",))
PACIFIC_ALLIES = frozenset((*WESTERN_ALLIES, "china", "soviet_union", "france", "dutch"))
PACIFIC_PLACES: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {
    "japan_2": (AXIS, ("guam", "midway", "wake_island", "gilbert_islands", "solomon_islands")),
    "japan_3": (AXIS, ("india", "new_south_wales", "hawaiian_islands", "western_united_states")),
    "japan_4": (AXIS, ("sumatra", "java", "borneo", "celebes")),
    "united_states_1": (UNITED_STATES, ("western_united_states",)),
    "united_states_2": (UNITED_STATES, ("aleutian_islands", "hawaiian_islands", "johnston_island", "line_islands")),
    "united_states_3": (UNITED_STATES, ("alaska", "mexico")),
    "united_states_4": (UNITED_STATES, ("philippines",)),
    "china_1": (PACIFIC_ALLIES, ("india", "burma", "yunnan", "szechwan")),
    "united_kingdom_1": (frozenset(("united_kingdom",)), ("kwangtung", "malaya")),
    "anzac_1": (PACIFIC_ALLIES, ("malaya",)),
    "anzac_2": (PACIFIC_ALLIES - {"dutch"}, ("dutch_new_guinea", "new_guinea", "new_britain", "solomon_islands")),
}
"""In whose hands these territories must be."""
PACIFIC_IPCS = {"united_states_1": 30, "china_1": 6}
"""What pays another sum than 5 IPCs; each place of `japan_3` pays for itself."""
ANZAC_HOME = (
    "new_britain", "new_guinea", "new_south_wales", "new_zealand", "northern_territory", "queensland",
    "solomon_islands", "south_australia", "victoria", "western_australia",
)  # fmt: skip


def paying_in_the_pacific(state: GameState, power: str) -> dict[str, int]:
    """The IPCs of each objective that pays a power of the Pacific which still holds its capital."""
    foes = (*WESTERN_ALLIES, "france") if power == "japan" else ("japan",)
    at_war = any(are_at_war(state, power, foe) for foe in foes)
    found = {}
    for name, (holders, places) in PACIFIC_PLACES.items():
        held = sum(state.owners[place] in holders for place in places)
        enough = held == len(places) or (name == "japan_3" and held)
        if not name.startswith(power) or not enough or not (at_war or name == "china_1"):
            continue
        if name != "anzac_1" or all(state.owners[place] == "anzac" for place in ANZAC_HOME):
            found[name] = PACIFIC_IPCS.get(name, 5) * (held if name == "japan_3" else 1)
    if power == "japan" and is_japan_at_peace(state):
        found["japan_1"] = 10
    return found


def is_japan_at_peace(state: GameState) -> bool:
    """No war with the United States, no attack on French Indo-China, no unprovoked war on the British (INC-43)."""
    began = (each for each in state.declarations if each.by == "japan" and not each.provoked)
    aggressor = any({"united_kingdom", "anzac"} & set(each.on) for each in began)
    return not (aggressor or are_at_war(state, "japan", "united_states") or state.attacked.get("japan"))


ANY_ALLY = ("united_kingdom", "france", "soviet_union", "united_states", "anzac", "china")
OIL = ("iraq", "persia", "northwest_persia")
MEDITERRANEAN = ("sz92", "sz93", "sz94", "sz95", "sz96", "sz97", "sz98", "sz99")
SURFACE_WARSHIPS = frozenset(("destroyer", "cruiser", "aircraft_carrier", "battleship"))
WARSHIPS = SURFACE_WARSHIPS | {"submarine"}
FOREIGN_TO_SOVIETS = (
    "albania", "bulgaria", "denmark", "ethiopia", "finland", "germany", "greater_southern_germany", "holland_belgium",
    "iraq", "italian_somaliland", "libya", "northern_italy", "norway", "poland", "romania", "sardinia", "sicily",
    "slovakia_hungary", "southern_italy", "tobruk", "western_germany",
)  # fmt: skip
"""German, Italian and pro-Axis neutral territory."""


def paying_in_the_world(state: GameState, power: str) -> dict[str, int]:
    """The IPCs of each objective that pays a power of Global."""
    of_power = {
        "germany": _germany, "soviet_union": _soviet_union, "united_states": _united_states, "italy": _italy,
        "united_kingdom": _united_kingdom,
    }  # fmt: skip
    found = of_power[power](state) if power in of_power else paying_in_the_pacific(state, power)
    return {name: amount for name, amount in found.items() if amount}


def _held(state: GameState, holders: set[str] | frozenset[str], places: tuple[str, ...]) -> int:
    return sum(state.owners[place] in holders for place in places)


def _has_land_unit(state: GameState, power: str, territory: str) -> bool:
    return any(p.power == power and state.type_of(p).domain == "land" for p in state.at(territory))


def _germany(state: GameState) -> dict[str, int]:
    own, in_the_east = {"germany"}, are_at_war(state, "germany", "soviet_union")
    in_the_west = are_at_war(state, "germany", "united_kingdom") and are_at_war(state, "germany", "france")
    sweden = state.owners["sweden"]
    ore = sweden in AXIS if sweden else leaning(state, "sweden") != "pro_allies"
    return {
        "germany_1": 0 if in_the_east else 5,
        "germany_2": in_the_east * 5 * _held(state, own, ("novgorod", "volgograd", "russia")),
        "germany_3": in_the_east * 5 * _held(state, AXIS, ("caucasus",)),
        "germany_4": in_the_west * 5 * (_held(state, AXIS, ("egypt",)) and _has_land_unit(state, "germany", "egypt")),
        "germany_5": in_the_west * 5 * (ore and _held(state, own, ("denmark", "norway")) == 2),
        "germany_6": in_the_west * 2 * _held(state, own, OIL),
    }


def _soviet_union(state: GameState) -> dict[str, int]:
    own = {"soviet_union"}
    if not any(are_at_war(state, "soviet_union", foe) for foe in EUROPEAN_AXIS):
        return {}
    emblems = state.edition.board.territory
    allied = PACIFIC_ALLIES - own
    guests = [p for p in state.pieces.values() if p.power in allied and p.space in emblems]
    alone = not any(emblems[piece.space].emblem == "soviet_union" for piece in guests)
    clear = not any(
        p.power in AXIS and p.unit in WARSHIPS for p in state.at("sz125") if fights_in(state, p.power, "sz125")
    )
    return {
        "soviet_union_1": 5 * (alone and clear and _held(state, own, ("archangel",))),
        "soviet_union_2": 3 * _held(state, own, FOREIGN_TO_SOVIETS),
        "soviet_union_3": 10 * ("soviet_union_3" not in state.objectives_paid and _held(state, own, ("germany",))),
    }


def _united_states(state: GameState) -> dict[str, int]:
    if not any(are_at_war(state, "united_states", foe) for foe in AXIS):
        return {}
    own = {"united_states"}
    home = ("eastern_united_states", "central_united_states", "western_united_states")
    islands = ("alaska", "aleutian_islands", "hawaiian_islands", "johnston_island", "line_islands")
    america = ("mexico", "southeastern_mexico", "central_america", "west_indies")
    return {
        "united_states_1": 10 * (_held(state, own, home) == 3),
        "united_states_2": 5 * (_held(state, own, islands) == 5),
        "united_states_3": 5 * (_held(state, own, america) == 4),
        "united_states_4": 5 * _held(state, own, ("philippines",)),
        "united_states_5": 5 * _has_land_unit(state, "united_states", "france"),
    }


def _italy(state: GameState) -> dict[str, int]:
    if not any(are_at_war(state, "italy", foe) for foe in ANY_ALLY):
        return {}
    around = [piece for zone in MEDITERRANEAN for piece in state.at(zone) if piece.unit in SURFACE_WARSHIPS]
    africa = ("morocco", "algeria", "tunisia", "libya", "tobruk", "alexandria")
    return {
        "italy_1": 5 * (_held(state, AXIS, ("gibraltar", "southern_france", "greece", "egypt")) >= 3),
        "italy_2": 5 * (not any(p.power in PACIFIC_ALLIES and fights_in(state, p.power, p.space) for p in around)),
        "italy_3": 5 * (_held(state, AXIS, africa) == 6),
        "italy_4": 2 * _held(state, {"italy"}, OIL),
    }


def _united_kingdom(state: GameState) -> dict[str, int]:
    own = {"united_kingdom"}
    original = [t.id for t in state.edition.board.territories if t.emblem == "united_kingdom"]
    account_of = state.edition.account_of
    european = tuple(t for t in original if account_of(t, "united_kingdom").id == "united_kingdom/europe")
    at_war_in_europe = any(are_at_war(state, "united_kingdom", foe) for foe in EUROPEAN_AXIS)
    at_war_with_japan = are_at_war(state, "united_kingdom", "japan")
    return {
        "united_kingdom_1": at_war_in_europe * 5 * (_held(state, own, european) == len(european)),
        "united_kingdom_2": at_war_with_japan * 5 * (_held(state, own, ("kwangtung", "malaya")) == 2),
    }
