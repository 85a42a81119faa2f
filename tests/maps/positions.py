"""Positions to draw: openings, crowded late wars, units in every space. The same ones in every run."""

from random import Random
from typing import Any

import engine
from engine.facts.openings import load_opening
from maps.board.assets import load_facts

Position = dict[str, Any]

OPENINGS = {"anniversary": "anniversary_1941"}  # elsewhere the opening is named as the board


def opening(board: str = "aa1941") -> Position:
    """The first opening position of a board, as the first power to act buys its units."""
    return engine.opening(OPENINGS.get(board, board)) | {"phase": "purchase"}


CROWD: dict[str, dict[str, dict[str, int]]] = {
    "germany": {
        "germany": {"infantry": 14, "tank": 9, "fighter": 5, "bomber": 3},
        "japan": {"fighter": 2, "bomber": 1},
    },
    "united_kingdom": {
        "united_kingdom": {"infantry": 8, "tank": 4, "fighter": 3, "bomber": 2},
        "united_states": {"infantry": 12, "tank": 7, "fighter": 4, "bomber": 3},
        "soviet_union": {"fighter": 2},
    },
    "western_europe": {
        "united_states": {"infantry": 6, "tank": 4},
        "united_kingdom": {"infantry": 5, "tank": 3, "fighter": 1},
    },
    "eastern_europe": {"soviet_union": {"infantry": 11, "tank": 6, "fighter": 2}},
    "southern_europe": {"germany": {"infantry": 5, "tank": 2}, "japan": {"fighter": 1}},
    "karelia": {
        "soviet_union": {"infantry": 9, "tank": 4, "fighter": 2},
        "united_kingdom": {"fighter": 2},
        "united_states": {"fighter": 2},
    },
    "gibraltar": {"united_kingdom": {"infantry": 2, "fighter": 1}, "united_states": {"infantry": 3, "tank": 2}},
    "iceland": {"united_kingdom": {"infantry": 1, "fighter": 1}, "united_states": {"fighter": 3, "bomber": 2}},
    "iwo_jima": {"japan": {"infantry": 5, "fighter": 2}},
    "okinawa": {"united_states": {"infantry": 5, "tank": 2, "fighter": 2}},
    "sz5": {"germany": {"submarine": 4, "destroyer": 2, "battleship": 1, "transport": 2}},
    "sz6": {
        "united_kingdom": {"aircraft_carrier": 1, "fighter": 2, "battleship": 1, "destroyer": 2},
        "united_states": {"transport": 4},
        "soviet_union": {"submarine": 2},
    },
    "sz7": {
        "united_kingdom": {"battleship": 1, "destroyer": 2, "transport": 3},
        "united_states": {"aircraft_carrier": 2, "fighter": 4, "destroyer": 3, "transport": 4, "submarine": 1},
    },
    "sz15": {
        "united_kingdom": {"aircraft_carrier": 1, "fighter": 2, "destroyer": 2},
        "united_states": {"transport": 3, "destroyer": 1},
    },
    "sz16": {"germany": {"submarine": 2, "destroyer": 1}},
    "sz45": {
        "japan": {
            "battleship": 2, "aircraft_carrier": 2, "fighter": 4, "destroyer": 3, "submarine": 2, "transport": 3,
        }
    },
    "sz46": {
        "united_states": {
            "battleship": 2, "aircraft_carrier": 2, "fighter": 4, "destroyer": 3, "submarine": 2, "transport": 3,
        }
    },
}  # fmt: skip


def crowded() -> Position:
    """A late war with far more units in Europe and around Japan than have room there."""
    position = opening()
    position["units"] |= CROWD
    position["owners"] |= {"western_europe": "united_kingdom", "eastern_europe": "soviet_union"}
    position |= {"round": 9, "power": "united_kingdom", "phase": "combat_move"}
    position["captured_this_turn"] = ["western_europe"]
    position["damaged_units"] = {"sz6": {"united_kingdom": {"battleship": 1}}}
    return position


def everywhere() -> Position:
    """Units of two powers in every space that can hold any."""
    position = opening()
    board = load_facts("aa1941")
    lands = [territory["id"] for territory in board["territories"] if not territory.get("closed")]
    for land in lands:
        position["units"][land] = {"germany": {"infantry": 3, "tank": 2}, "japan": {"infantry": 10, "fighter": 1}}
    for zone in board["sea_zones"]:
        position["units"][zone["id"]] = {"japan": {"submarine": 2, "destroyer": 11}, "united_states": {"battleship": 2}}
    return position


def crowd_of_forty(board: str) -> Position:
    """The opening with about forty units of all kinds in each land that is held."""
    position = opening(board)
    kinds = [unit.id for unit in load_opening(OPENINGS.get(board, board)).units if unit.domain in ("land", "air")]
    lands = {territory["id"] for territory in load_facts(board)["territories"]}
    held = [space for space in position["units"] if space in lands and position["owners"].get(space)]
    crowd = {space: {position["owners"][space]: dict.fromkeys(kinds, 40 // len(kinds))} for space in held}
    return position | {"units": position["units"] | crowd}


AXIS = frozenset({"germany", "japan", "italy"})
LAND = ("infantry", "artillery", "mechanized_infantry", "tank")
AIR = ("fighter", "tactical_bomber", "bomber", "strategic_bomber")
SEA = ("submarine", "transport", "destroyer", "cruiser", "aircraft_carrier", "battleship")
HOT = {"pacific_1940": ("japan", "india")}  # elsewhere Germany and the United Kingdom


def late_war(board: str) -> Position:
    """A late war with far more units around two capitals than have room there; always the same one for a board."""
    return _LateWar(board).position


class _LateWar:
    def __init__(self, board: str) -> None:
        facts = load_facts(board)
        self.values = {territory["id"]: territory["ipc"] for territory in facts["territories"]}
        self.zones = {zone["id"] for zone in facts["sea_zones"]}
        self.neighbours: dict[str, set[str]] = {space: set() for space in (*self.values, *self.zones)}
        for a, b in facts["adjacency"]:
            self.neighbours[a].add(b)
            self.neighbours[b].add(a)
        self.rng = Random(f"late war on {board}")
        self.units = {unit.id for unit in load_opening(OPENINGS.get(board, board)).units}
        self.hot = HOT.get(board, ("germany", "united_kingdom"))
        self.position = opening(board)
        self.position |= {
            "units": {}, "cargo": [], "damage": {}, "damaged_units": {}, "submerged": {}, "captured_this_turn": [],
            "pending_battles": [], "round": 11, "phase": "combat_move",
        }  # fmt: skip
        self.owners: dict[str, str | None] = dict(self.position["owners"])
        self.position["owners"] = self.owners
        self.powers = sorted({owner for owner in self.owners.values() if owner})
        self.position["power"] = next(power for power in self.powers if power not in AXIS)
        self._conquer()
        for space in sorted(self.values):
            self._garrison(space)
        for zone in sorted(self.zones):
            self._fleet(zone)
        self._contest()
        self._damage_facilities()

    def _steps(self, space: str) -> int:
        """How far a space is from the nearest of the two hot capitals; 3 means three or more."""
        reached = set(self.hot)
        for step in range(3):
            if space in reached:
                return step
            reached |= {other for near in reached for other in self.neighbours[near]}
        return 3

    def _conquer(self) -> None:
        """Lands by the capitals changed hands, three of them just now."""
        near = [
            space for space, owner in sorted(self.owners.items())
            if owner and space not in self.hot and 1 <= self._steps(space) <= 2
        ]  # fmt: skip
        taken = self.rng.sample(near, len(near) // 3)
        for space in taken:
            self.owners[space] = self.rng.choice(self._side(self.owners[space], other=True))
        mine = self.position["power"]
        for space in taken[:3]:
            self.owners[space] = mine
        self.position["captured_this_turn"] = sorted(taken[:3])

    def _side(self, power: str | None, *, other: bool = False) -> list[str]:
        return [one for one in self.powers if ((one in AXIS) == (power in AXIS)) != other]

    def _garrison(self, space: str) -> None:
        steps, owner = self._steps(space), self.owners.get(space)
        if not owner or not (self.values[space] or steps < 3 or self.rng.random() < 0.2):
            return
        friends = [power for power in self._side(owner) if power != owner]
        self._army(space, owner, (16, 7, 4, 2)[steps])
        for friend in self.rng.sample(friends, min(len(friends), (2, 1, 0, 0)[steps])):
            self._army(space, friend, (10, 4, 0, 0)[steps])

    def _put(self, space: str, power: str, unit: str, count: int) -> None:
        if count and unit in self.units:
            units = self.position["units"].setdefault(space, {}).setdefault(power, {})
            units[unit] = units.get(unit, 0) + count

    def _army(self, space: str, power: str, size: int) -> None:
        """About so many units, most of them infantry."""
        self._put(space, power, "infantry", max(1, size // 2))
        for unit in (*LAND[1:], *AIR):
            if self.rng.random() < size / 14:
                self._put(space, power, unit, self.rng.randint(1, max(1, size // 5)))
        if size > 8:
            for gun in ("anti_aircraft_gun", "aaa"):
                self._put(space, power, gun, 2)

    def _fleet(self, zone: str) -> None:
        steps = self._steps(zone)
        if steps == 3 and self.rng.random() > 0.3:
            return
        lands = [self.owners.get(near) for near in sorted(self.neighbours[zone])]
        owner = next((owner for owner in lands if owner), self.rng.choice(self.powers))
        friends = [power for power in self._side(owner) if power != owner]
        self._ships(zone, owner, (0, 6, 4, 3)[steps])
        if steps == 1 and friends:
            self._ships(zone, self.rng.choice(friends), 4)

    def _ships(self, space: str, power: str, size: int) -> None:
        for unit in SEA:
            if self.rng.random() < size / 10:
                self._put(space, power, unit, self.rng.randint(1, max(1, size // 3)))
        units = self.position["units"].get(space, {}).get(power, {})
        self._put(space, power, "fighter", 2 * units.get("aircraft_carrier", 0))
        if units.get("transport"):
            aboard = {power: {"infantry": 1, "tank": 1}}
            self.position["cargo"].append({"space": space, "transport_owner": power, "units": aboard})
            for unit, count in aboard[power].items():
                self._put(space, power, unit, count)
        for unit in ("battleship", "aircraft_carrier"):
            if units.get(unit) and size > 4 and self.rng.random() < 0.6:
                damaged = self.position["damaged_units"].setdefault(space, {}).setdefault(power, {})
                damaged[unit] = 1

    def _contest(self) -> None:
        """Battles in the zones by the two capitals, one submarine submerged; and on the lands just taken."""
        zones = [zone for hot in self.hot for zone in sorted(self.neighbours[hot] & self.zones)]
        for zone in zones[:3]:
            there = next(iter(self.position["units"].get(zone, {"germany": {}})))
            enemy = self._side(there, other=True)[0]
            self._put(zone, enemy, "submarine", 2)
            self._put(zone, enemy, "destroyer", 1)
            self.position["pending_battles"].append({"space": zone, "kind": "combat", "part": "combat"})
        if zones:
            submerged = next(iter(self.position["units"][zones[0]]))
            if self.position["units"][zones[0]][submerged].get("submarine"):
                self.position["submerged"] = {zones[0]: {submerged: {"submarine": 1}}}

    def _damage_facilities(self) -> None:
        for space, facilities in sorted(self.position["facilities"].items()):
            if self._steps(space) < 3 or self.rng.random() < 0.2:
                self.position["damage"][space] = {name: self.rng.randint(1, 6) for name in facilities}
