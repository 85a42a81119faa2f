"""What stands in each space, as plates: one row of units with counts for each power, facilities apart."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from maps.lettering import text_width
from maps.powers import in_order
from maps.silhouettes import units_in_order

BETWEEN_PLATES = 3
BETWEEN_ROWS = 2


@dataclass(frozen=True)
class Scale:
    """Sizes in pixels of a plate and what is on it."""

    height: int
    icon: int
    emblem: int
    count: int  # size of the numbers
    padding: int


LARGE = Scale(height=30, icon=25, emblem=13, count=19, padding=3)
SMALL = Scale(height=23, icon=19, emblem=10, count=16, padding=2)


@dataclass(frozen=True)
class Cell:
    """One kind of unit or facility on a plate."""

    unit: str
    count: int = 1
    damaged: bool = False
    damage: int = 0  # of a facility

    @property
    def text(self) -> str:
        """The number beside the silhouette: the count from two up, or a facility's damage."""
        if self.damage:
            return f"\u2212{self.damage}"
        return str(self.count) if self.count > 1 else ""

    def width(self, scale: Scale) -> int:
        """How wide the cell is."""
        return scale.icon + (text_width(self.text, scale.count, 700) + 1 if self.text else 0) + 2


@dataclass(frozen=True)
class Plate:
    """A row of cells of one power; power "" is for facilities, and no cells for the mark of a battle."""

    power: str
    cells: tuple[Cell, ...]

    def width(self, scale: Scale) -> int:
        """How wide the plate is."""
        if not self.cells:
            return scale.height
        emblem = scale.emblem + 2 * scale.padding if self.power else 0
        return emblem + sum(cell.width(scale) for cell in self.cells) + 2 * scale.padding


Row = tuple[Plate, ...]
BATTLE = Plate("", ())


@dataclass(frozen=True)
class Stack:
    """All that stands in one space: facilities and the battle mark, then a plate for each power, the owner's first."""

    space: str
    signs: Row
    plates: tuple[Plate, ...]

    def rows(self, longest: int) -> list[Row]:
        """The stack in rows; plates of more cells than `longest` go over several rows."""
        rows: list[Row] = [
            (Plate(plate.power, part),) for plate in self.plates for part in _evenly(plate.cells, longest)
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


def stacks_of(position: Mapping[str, Any], marks: Collection[str] = ()) -> dict[str, Stack]:
    """All stacks of a position by space; `marks` are spaces that bear the mark of a battle."""
    units, facilities = position.get("units", {}), position.get("facilities", {})
    stacks = {}
    for space in sorted({*units, *facilities, *marks}):
        signs = _facility_plate(position, space) + ((BATTLE,) if space in marks else ())
        powers = in_order(units.get(space, {}), position.get("owners", {}).get(space))
        plates = [_unit_plate(position, space, power) for power in powers]
        stack = Stack(space, signs, tuple(plate for plate in plates if plate.cells))
        if stack.signs or stack.plates:
            stacks[space] = stack
    return stacks


def _facility_plate(position: Mapping[str, Any], space: str) -> Row:
    facilities = position.get("facilities", {}).get(space, ())
    damage = position.get("damage", {}).get(space, {})
    cells = tuple(Cell(facility, damage=damage.get(facility, 0)) for facility in facilities)
    return (Plate("", cells),) if cells else ()


def _unit_plate(position: Mapping[str, Any], space: str, power: str) -> Plate:
    damaged = position.get("damaged_units", {}).get(space, {}).get(power, {})
    cells = []
    for unit, count in units_in_order(position["units"][space][power]):
        hurt = min(count, damaged.get(unit, 0))
        cells += [Cell(unit, number, damaged=bad) for number, bad in ((count - hurt, False), (hurt, True)) if number]
    return Plate(power, tuple(cells))
