"""Positions to draw: the opening of the 1941 edition, and a crowded late one."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "data"

Position = dict[str, Any]


def opening() -> Position:
    """The opening position in the shape of `engine.describe`."""
    setup = json.loads((DATA / "setups" / "aa1941.json").read_text())
    board = json.loads((DATA / "boards" / "aa1941.json").read_text())
    units: dict[str, dict[str, dict[str, int]]] = {}
    for group in setup["start"]["units"]:
        units.setdefault(group["space"], {})[group["power"]] = dict(group["units"])
    return {
        "setup": "aa1941",
        "round": 1,
        "power": "soviet_union",
        "phase": "purchase",
        "owners": {territory["id"]: territory["emblem"] for territory in board["territories"]},
        "units": units,
        "facilities": {space: list(names) for space, names in setup["start"]["facilities"].items()},
        "damaged_units": {},
        "damage": {},
        "captured_this_turn": [],
    }


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
    board = json.loads((DATA / "boards" / "aa1941.json").read_text())
    lands = [territory["id"] for territory in board["territories"] if not territory.get("closed")]
    for land in lands:
        position["units"][land] = {"germany": {"infantry": 3, "tank": 2}, "japan": {"infantry": 10, "fighter": 1}}
    for zone in board["sea_zones"]:
        position["units"][zone["id"]] = {"japan": {"submarine": 2, "destroyer": 11}, "united_states": {"battleship": 2}}
    return position
