"""The pieces after a correction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from engine.correction.form import Edit, EditedSpace
from engine.errors import IllegalAction
from engine.events.combat.scramble import SCRAMBLED_FROM
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId, fits
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.selection import check_units_known
from engine.state.words import first_upper, place


class EditedBoard:
    """The pieces after an edit, with new ones numbered on."""

    def __init__(self, state: GameState, order: Edit) -> None:
        self.state = state
        self.serials: dict[str, int] = dict(state.serials)
        self.pieces: dict[PieceId, Piece] = {} if order.clear_units else dict(state.pieces)
        if order.turn:
            self._bring_home()
        for space, change in order.spaces.items():
            self._replace_units(space, change)
        for space, ships in order.cargo.items():
            for cargo in ships:
                self._load(space, cargo.transport, cargo.units)

    def changes(self) -> dict[PieceId, Piece | None]:
        """Pieces that are new or changed, and None for those that are gone."""
        before = self.state.pieces
        changed: dict[PieceId, Piece | None] = {i: p for i, p in self.pieces.items() if before.get(i) != p}
        return {**changed, **dict.fromkeys(i for i in before if i not in self.pieces)}

    def _bring_home(self) -> None:
        """What scrambled stands at its base again; a new turn forgets that it rose (SPC-89)."""
        risen = {i: SCRAMBLED_FROM.of(piece) for i, piece in self.pieces.items() if SCRAMBLED_FROM.of(piece)}
        self.pieces |= {i: replace(self.pieces[i], space=home) for i, home in risen.items()}

    def _replace_units(self, space: SpaceId, change: EditedSpace) -> None:
        if change.units is None:
            return
        gone = {i for i, piece in self.pieces.items() if piece.space == space}
        self.pieces = {
            i: replace(p, aboard=None) if p.aboard in gone else p for i, p in self.pieces.items() if i not in gone
        }
        for power, units in change.units.items():
            for unit, count in units.items():
                for _ in range(count):
                    self._create(power, unit, space)

    def _create(self, power: str, unit: UnitId, space: SpaceId, aboard: PieceId | None = None) -> None:
        key = f"{power}.{unit}"
        self.serials[key] = self.serials.get(key, 0) + 1
        piece = Piece(f"{key}.{self.serials[key]}", power, unit, space, aboard=aboard)
        self.pieces[piece.id] = piece

    @cached_property
    def _empty_ships(self) -> dict[tuple[SpaceId, str], list[Piece]]:
        """Ships that could take land units, by zone and owner in the order of the unit table."""
        laden = {piece.aboard for piece in self.pieces.values()}
        empty = [p for p in self.pieces.values() if p.id not in laden and self.state.carries(p, "land")]
        found: dict[tuple[SpaceId, str], list[Piece]] = {}
        for ship in sorted(empty, key=self.state.rank):
            found.setdefault((ship.space, ship.power), []).append(ship)
        return found

    def _load(self, space: SpaceId, owner: str, units: Mapping[str, Mapping[UnitId, int]]) -> None:
        """Put cargo aboard the first empty ship of `owner` in the zone that has room for it, transports first."""
        ships = self._empty_ships.get((space, owner), [])
        if not ships:
            raise IllegalAction(
                "units", f"There is no empty transport of {quoted(owner)} in {place(self.state, space)} for the cargo."
            )
        cargo = [unit for counts in units.values() for unit, count in counts.items() for _ in range(count)]
        check_units_known(self.state, dict.fromkeys(cargo, 1))
        ship = next((ship for ship in ships if fits(self.state.type_of(ship).carry, cargo)), None)
        if ship is None:
            raise IllegalAction("UNI-61", "A transport carries one land unit and one more infantry.")
        if cargo:
            ships.remove(ship)
        for power, counts in units.items():
            for unit, count in counts.items():
                for _ in range(count):
                    self._create(power, unit, space, ship.id)


def damaged(state: GameState, order: Edit) -> dict[PieceId, Piece | None]:
    """The ships that an edit damages or repairs: a given number of each type has taken a hit, the others none (UNI-53).

    Their aircraft are aboard by then and so stay there, trapped (UNI-54).
    """
    found: dict[PieceId, Piece | None] = {}
    for space, forces in order.damaged_units.items():
        for power, units in forces.items():
            for unit, count in units.items():
                there = [piece for piece in state.at(space) if (piece.power, piece.unit) == (power, unit)]
                if count > len(there):
                    line, where = state.unit_of(power, unit), place(state, space)
                    whose = first_upper(state.edition.power[power].called)
                    raise IllegalAction(
                        "units", f"{whose} has {line.counted(len(there))} in {where}: {count} cannot be damaged there."
                    )
                hits = {piece.id: int(index < count) for index, piece in enumerate(there)}
                found |= {i: replace(state.pieces[i], hits_taken=n) for i, n in hits.items()}
    return {i: piece for i, piece in found.items() if piece != state.pieces[i]}
