"""Boards of 2,000 pieces, as many as a correction can put there, each arranged to be as dear as it can be."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, reduce
from itertools import cycle, islice
from random import Random
from typing import Any

from engine import GameState, apply, new_game
from engine.movement.promises import MOST_PROMISED
from engine.turn.undo import MOST_OPEN_ORDERS
from tests.engine.random_games import RolledDice

FOES = ("united_states", "united_kingdom", "anzac", "france", "china")
NEAR_JAPAN = ("sz6", "sz16", "sz19", "sz7", "sz8", "sz22")
MID_OCEAN = ("sz26", "sz31", "sz32", "sz30", "sz25", "sz27")


def order(state: GameState, action: dict[str, Any]) -> GameState:
    """The state after an action."""
    return apply(state, action, RolledDice(Random(1))).state


SPACES: Mapping[str, Mapping[str, Mapping[str, int]]] = {
    "fliers": {zone: {"fighter": 300} for zone in NEAR_JAPAN},
    "carrier fleets": {zone: {"fighter": 200, "aircraft_carrier": 100} for zone in MID_OCEAN},
    "far from carriers": {
        **{zone: {"fighter": 250} for zone in MID_OCEAN},
        "sz28": {"aircraft_carrier": 300},
        "sz24": {"aircraft_carrier": 200},
    },
    "fleets everywhere": {
        zone: {"transport": 4, "aircraft_carrier": 4, "fighter": 6, "destroyer": 4, "submarine": 4, "battleship": 3}
        for zone in (f"sz{number}" for number in range(1, 81))
    },
    "harbour": {
        "sz6": {"transport": 400},
        "japan": {"infantry": 500, "tank": 500},
        "manchuria": {"infantry": 400, "tank": 200},
    },
    "ordered": {
        "manchuria": {"infantry": 500, "tank": 500},
        "sz6": {"transport": 400},
        "japan": {"fighter": 400, "infantry": 200},
    },
}
"""Units of Japan by space."""


def laid_out(spaces: Mapping[str, Mapping[str, int]], phase: str = "noncombat_move") -> dict[str, Any]:
    """The correction that puts these units of Japan, and nothing else, on the largest board, at war, on their turn."""
    return {
        "type": "edit",
        "clear_units": True,
        "spaces": {space: {"units": {"japan": dict(units)}} for space, units in spaces.items()},
        "relations": [["japan", foe, "war"] for foe in FOES],
        "turn": {"round": 9, "power": "japan", "phase": phase},
    }


def board(spaces: Mapping[str, Mapping[str, int]], phase: str = "noncombat_move") -> GameState:
    """The board with these units of Japan alone."""
    return order(new_game("global_1940"), laid_out(spaces, phase))


@cache
def fliers() -> GameState:
    """1,800 fighters over the sea that must still land."""
    return board(SPACES["fliers"])


@cache
def carrier_fleets() -> GameState:
    """1,200 fighters aboard 600 carriers in mid-ocean."""
    return board(SPACES["carrier fleets"])


@cache
def far_from_carriers() -> GameState:
    """1,500 fighters in mid-ocean, and 500 carriers that could come for them."""
    return board(SPACES["far from carriers"])


@cache
def harbour() -> GameState:
    """400 transports beside 1,000 infantry and tanks, with 600 more pieces elsewhere."""
    return board(SPACES["harbour"])


@cache
def ordered() -> GameState:
    """As many orders given as there can be, each for one unit of many."""
    return reduce(order, many_moves(MOST_OPEN_ORDERS), board(SPACES["ordered"]))


def many_moves(count: int) -> list[dict[str, Any]]:
    """Moves of one unit each, on the board where these are many."""
    units = ("infantry", "tank")
    return [{"type": "move", "units": {units[n % 2]: 1}, "path": ["manchuria", "korea"]} for n in range(count)]


def many_promises(state: GameState, count: int) -> list[dict[str, Any]]:
    """Promises of carriers to be where they are, forty of them again and again."""
    carriers = [piece for piece in state.pieces.values() if piece.unit == "aircraft_carrier"][:MOST_PROMISED]
    return [{"type": "promise", "carrier": each.id, "space": each.space} for each in islice(cycle(carriers), count)]
