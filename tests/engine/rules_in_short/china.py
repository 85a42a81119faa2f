"""China of the Pacific once more, which buys and places by rules of its own. Raises AssertionError naming the rule."""

from __future__ import annotations

from engine import GameState
from engine.events.economy import UnitsPurchased
from engine.events.mobilization import UnitsMobilized

ROAD = ("india", "burma", "yunnan", "szechwan")
GROUND = frozenset((
    "anhwe", "chahar", "hopei", "hunan", "jehol", "kansu", "kiangsi", "kiangsu", "kwangsi", "kweichow", "manchuria",
    "shantung", "shensi", "sikang", "suiyuyan", "szechwan", "tsinghai", "yunnan",
))  # fmt: skip
"""Chinese territories, whoever holds them when the game begins."""


def is_china(state: GameState, power: str) -> bool:
    """Whether it is the China that has a turn and a treasury."""
    return state.setup.endswith("_1940") and power == "china"


def check_purchase(state: GameState, event: UnitsPurchased) -> None:
    """Infantry, and artillery while the Burma Road is in the hands of the Allies; nothing is repaired."""
    if not is_china(state, event.power):
        return
    is_open = not any(state.owners[place] in ("japan", "germany", "italy") for place in ROAD)
    assert set(event.units) <= {"infantry", *(["artillery"] if is_open else [])}, f"PUR-12: China buys {event.units}"
    assert not event.repairs, "PUR-23: China repairs"


def check_placed(state: GameState, event: UnitsMobilized) -> None:
    """In Chinese territory that China holds."""
    assert event.space in GROUND, f"MOB-27: China places in {event.space}"
    assert state.owners[event.space] == "china", f"MOB-27: {event.space} is not in Chinese hands"
