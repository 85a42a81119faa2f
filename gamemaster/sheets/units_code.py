"""Units by their numbers in the table of units, short enough for the id of a button or menu."""

from __future__ import annotations

from collections.abc import Mapping

from engine import StaleDecision
from engine.facts.unit_types import UnitId
from engine.reading import read_number
from engine.state.game_state import GameState

CHANGED = "Your units have changed since. Choose again."


def units_code(state: GameState, units: Mapping[UnitId, int]) -> str:
    """ "0x3_2x1": three of the first kind, one of the third."""
    table = list(state.edition.unit)
    return "_".join(f"{table.index(unit)}x{count}" for unit, count in units.items())


def units_of_code(state: GameState, code: str) -> dict[UnitId, int]:
    """The units that a code means; raises StaleDecision for one that `units_code` never gave."""
    table, found = list(state.edition.unit), dict[UnitId, int]()
    for part in code.split("_"):
        unit, _, count = part.partition("x")
        index = read_number(unit)
        if index is None or index >= len(table):
            raise StaleDecision(CHANGED)
        found[table[index]] = read_number(count) or 0
    return found
