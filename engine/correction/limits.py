"""How much a correction may put on the table: enough for any war, and little enough to be played at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.correction.form import Edit
from engine.errors import IllegalAction
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.words import first_upper, place

MOST_OF_A_UNIT = 500
MOST_PIECES = 2_000
MOST_IPCS = 9_999
MOST_RESEARCH_DICE = 99
LAST_ROUND = 999

Forces = Mapping[str, Mapping[UnitId, int]]


def check_limits(state: GameState, order: Edit) -> None:
    """Raise IllegalAction where a correction goes beyond a limit; names of spaces, powers and units are known ones."""
    for space, change in order.spaces.items():
        _check_counts(state, change.units or {}, f"in {place(state, space)}")
    for space, ships in order.cargo.items():
        if len(ships) > MOST_OF_A_UNIT:
            raise IllegalAction(
                "units", f"Cargo in {place(state, space)} can lie aboard at most {MOST_OF_A_UNIT} ships."
            )
        for cargo in ships:
            _check_counts(state, cargo.units, f"aboard a ship in {place(state, space)}")
    _check_counts(state, order.purchased, "among the units bought")
    _check_pieces(state, order)
    for name, ipcs in order.ipcs.items():
        if ipcs > MOST_IPCS:
            whose = first_upper(state.edition.power[name].called) if name in state.edition.power else name
            raise IllegalAction("form", f"{whose} can have at most {MOST_IPCS} IPCs.")
    if order.turn and order.turn.round and order.turn.round > LAST_ROUND:
        raise IllegalAction("form", f"The round can be 1 to {LAST_ROUND}.")


def _check_counts(state: GameState, forces: Forces, where: str) -> None:
    for power, units in forces.items():
        for unit, count in units.items():
            if count > MOST_OF_A_UNIT:
                whose = state.edition.power[power].adjective
                most = state.edition.unit[unit].counted(MOST_OF_A_UNIT).replace(" ", f" {whose} ", 1)
                raise IllegalAction("units", f"There can be at most {most} {where}.")


def _check_pieces(state: GameState, order: Edit) -> None:
    """All pieces that would be on the board, counted before any is made."""
    emptied = {space for space, change in order.spaces.items() if change.units is not None}
    stay = 0 if order.clear_units else sum(piece.space not in emptied for piece in state.pieces.values())
    placed = sum(_counted(change.units or {} for change in order.spaces.values()))
    loaded = sum(_counted(cargo.units for ships in order.cargo.values() for cargo in ships))
    if stay + placed + loaded > MOST_PIECES:
        raise IllegalAction(
            "units",
            f"There would be {stay + placed + loaded} units on the board; the limit is {MOST_PIECES}.",
        )


def _counted(forces: Iterable[Forces]) -> Iterable[int]:
    return (count for force in forces for units in force.values() for count in units.values())
