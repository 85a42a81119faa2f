"""What stands in each space, as plates: one row of units with counts for each power, facilities apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from maps.board.facts import carriers_before_aircraft, is_disabled, symbol_of
from maps.board.lettering import text_width
from maps.board.powers import in_order
from maps.stacks.aboard import CargoHold, LadenShips, afloat, laden_ships

BETWEEN_PLATES = 3
BETWEEN_ROWS = 2
HOLD_PADDING = 2
AFTER_HOLDS = 3


@dataclass(frozen=True)
class Scale:
    """Sizes in pixels of a plate and what is on it."""

    height: int
    icon: int
    emblem: int
    count: int  # size of the numbers
    padding: int
    gap: int = 2  # after each unit

    @property
    def hold_icon(self) -> int:
        """Size of the silhouettes of what is aboard ships."""
        return round(self.icon * 0.8)

    @property
    def hold_count(self) -> int:
        """Size of the numbers of what is aboard ships."""
        return round(self.count * 0.84)


LARGE = Scale(height=30, icon=25, emblem=13, count=19, padding=3)
SMALL = Scale(height=23, icon=19, emblem=10, count=16, padding=2)
TINY = Scale(height=18, icon=15, emblem=8, count=13, padding=1, gap=1)  # where the others would stand countries away


@dataclass(frozen=True)
class Cell:
    """One kind of unit or facility on a plate; of ships with the cargo of all of them."""

    unit: str
    count: int = 1
    damaged: bool = False
    damage: int = 0  # of a facility
    disabled: bool = False  # a facility that does not work
    submerged: bool = False
    holds: tuple[CargoHold, ...] = ()

    @property
    def text(self) -> str:
        """The number beside the silhouette: the count from two up, or a facility's damage."""
        if self.damage:
            return f"\u2212{self.damage}"
        return _number(self.count)

    def ship_width(self, scale: Scale) -> int:
        """How wide the cell is without cargo."""
        return scale.icon + (text_width(self.text, scale.count, 700) + 1 if self.text else 0) + scale.gap

    def width(self, scale: Scale) -> int:
        """How wide the cell is."""
        after = AFTER_HOLDS if self.holds else 0
        return self.ship_width(scale) + sum(hold_width(hold, scale) for hold in self.holds) + after


def _number(count: int) -> str:
    return str(count) if count > 1 else ""


def hold_width(hold: CargoHold, scale: Scale) -> int:
    """How wide the small cells of what is aboard are, after the emblem of a power that does not own the ships."""
    emblem = scale.emblem + 2 if hold.power else 0
    return HOLD_PADDING + emblem + sum(hold_cell_width(count, scale) for _, count in hold.units) + HOLD_PADDING


def hold_cell_width(count: int, scale: Scale) -> int:
    """How wide one kind of unit aboard is."""
    return scale.hold_icon + (text_width(_number(count), scale.hold_count, 700) if count > 1 else 0) + 1


@dataclass(frozen=True)
class Plate:
    """A row of cells of one power; power "" is for facilities."""

    power: str
    cells: tuple[Cell, ...]

    def width(self, scale: Scale) -> int:
        """How wide the plate is."""
        emblem = scale.emblem + 2 * scale.padding if self.power else 0
        return emblem + sum(cell.width(scale) for cell in self.cells) + 2 * scale.padding


Row = tuple[Plate, ...]


@dataclass(frozen=True)
class Stack:
    """All that stands in one space: facilities or other signs, then a plate for each power, the owner's first."""

    space: str
    signs: Row
    plates: tuple[Plate, ...]

    def rows(self, longest: int) -> list[Row]:
        """The stack in rows; plates of more cells than `longest` go over several rows."""
        rows: list[Row] = [
            (replace(plate, cells=part),) for plate in self.plates for part in _evenly(plate.cells, longest)
        ]
        if not self.signs:
            return rows
        if not rows:
            return [self.signs]
        return [(*self.signs, *rows[0]), *rows[1:]]

    @property
    def most_cells(self) -> int:
        """How many cells the longest plate has."""
        return max((len(plate.cells) for plate in self.plates), default=1)


def row_width(row: Row, scale: Scale) -> int:
    """How wide a row is."""
    return sum(plate.width(scale) for plate in row) + BETWEEN_PLATES * (len(row) - 1)


def _evenly(cells: Sequence[Cell], longest: int) -> list[tuple[Cell, ...]]:
    count = -(-len(cells) // longest)
    size = -(-len(cells) // count)
    return [tuple(cells[start : start + size]) for start in range(0, len(cells), size)]


def stacks_of(position: Mapping[str, Any]) -> dict[str, Stack]:
    """All stacks of a position by space."""
    units, facilities, laden = position.get("units", {}), position.get("facilities", {}), laden_ships(position)
    stacks = {}
    for space in sorted({*units, *facilities}):
        signs = _facility_plate(position, space)
        counts = afloat(position, space, laden.get(space, ()))
        powers = in_order(counts, position.get("owners", {}).get(space))
        plates = [_unit_plate(position, space, power, counts[power], laden.get(space, ())) for power in powers]
        stack = Stack(space, signs, tuple(plate for plate in plates if plate.cells))
        if stack.signs or stack.plates:
            stacks[space] = stack
    return stacks


def _facility_plate(position: Mapping[str, Any], space: str) -> Row:
    setup, damage = position.get("setup", ""), position.get("damage", {}).get(space, {})
    cells = tuple(
        Cell(symbol_of(setup, facility), damage=hurt, disabled=bool(hurt) and is_disabled(setup, space, facility, hurt))
        for facility in position.get("facilities", {}).get(space, ())
        for hurt in (damage.get(facility, 0),)
    )
    return (Plate("", cells),) if cells else ()


def _unit_plate(
    position: Mapping[str, Any], space: str, power: str, counts: Mapping[str, int], laden: Sequence[LadenShips]
) -> Plate:
    damaged = position.get("damaged_units", {}).get(space, {}).get(power, {})
    submerged = position.get("submerged", {}).get(space, {}).get(power, {})
    cells: list[Cell] = []
    for unit, count in carriers_before_aircraft(position["setup"], counts):
        full = [ships for ships in laden if (ships.owner, ships.ship) == (power, unit)]
        loaded = sum(ships.count for ships in full)
        hurt, below = min(count - loaded, damaged.get(unit, 0)), min(count - loaded, submerged.get(unit, 0))
        if whole := max(0, count - loaded - hurt - below):
            cells.append(Cell(unit, whole))
        cells += [Cell(unit, hurt, damaged=True)] if hurt > 0 else []
        cells += [Cell(unit, below, submerged=True)] if below > 0 else []
        cells += [Cell(unit, ships.count, holds=ships.holds) for ships in full if ships.count > 0]
    return Plate(power, tuple(cells))
