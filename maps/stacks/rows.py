"""Ways to set a stack in rows, and the rows where they stand."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from maps.board.assets import Box
from maps.stacks.contents import BETWEEN_PLATES, BETWEEN_ROWS, Plate, Row, Scale, Stack, row_width
from maps.stacks.fitting import Spot
from maps.stacks.leading import Line


@dataclass(frozen=True)
class PlacedRow:
    """A row of plates with its top left corner."""

    row: Row
    scale: Scale
    x: int
    y: int
    width: int

    @property
    def box(self) -> Box:
        """The pixels it covers."""
        return self.x, self.y, self.x + self.width, self.y + self.scale.height

    def plates(self) -> Iterator[tuple[Plate, int]]:
        """Yield each plate with its left edge."""
        x = self.x
        for plate in self.row:
            yield plate, x
            x += plate.width(self.scale) + BETWEEN_PLATES


@dataclass(frozen=True)
class PlacedStack:
    """The rows of a stack; `leaders` run from the space to those of its pieces that stand elsewhere."""

    space: str
    rows: tuple[PlacedRow, ...]
    leaders: tuple[Line, ...] = ()


class Standing(NamedTuple):
    """A placed stack, all boxes that it takes, how far around its space one looked for them, and how far from its name
    any of its rows stands.
    """

    stack: PlacedStack
    boxes: tuple[Box, ...]
    looked: float
    away: float


@dataclass(frozen=True)
class RowLayout:
    """One way to set a stack: the signs in the first row, or apart from the rows of units."""

    scale: Scale
    rows: tuple[Row, ...]
    signs: Row = ()

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """How wide each row is."""
        return tuple(row_width(row, self.scale) for row in self.rows)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height of the rows as a block."""
        height = len(self.rows) * self.scale.height + (len(self.rows) - 1) * BETWEEN_ROWS
        return max(self.widths), height


def layouts(stack: Stack, scale: Scale) -> Iterator[RowLayout]:
    """All ways to set a stack in a scale, the nicest first: one row per power, then more and shorter rows."""
    seen = set()
    for longest in (99, *range(min(stack.most_cells - 1, 6), 0, -1)):
        rows = tuple(stack.rows(longest))
        if len(rows) in seen:
            continue
        seen.add(len(rows))
        yield RowLayout(scale, rows)
        if stack.signs and stack.plates:
            yield RowLayout(scale, (rows[0][len(stack.signs) :], *rows[1:]), stack.signs)


def rows_at(layout: RowLayout, spot: Spot) -> tuple[PlacedRow, ...]:
    """The rows of a block at a place, below one another and centred."""
    width, step = layout.size[0], layout.scale.height + BETWEEN_ROWS
    return tuple(
        PlacedRow(row, layout.scale, spot.x + (width - layout.widths[i]) // 2, spot.y + i * step, layout.widths[i])
        for i, row in enumerate(layout.rows)
    )


def parts_of(stack: Stack) -> list[Stack]:
    """A stack in pieces: each power for itself, or half the units of one."""
    if len(stack.plates) > 1:
        return [replace(stack, signs=() if i else stack.signs, plates=(plate,)) for i, plate in enumerate(stack.plates)]
    if not stack.plates or len(stack.plates[0].cells) < 2:
        return []
    plate, half = stack.plates[0], len(stack.plates[0].cells) // 2
    halves = replace(plate, cells=plate.cells[:half]), replace(plate, cells=plate.cells[half:])
    return [replace(stack, signs=() if i else stack.signs, plates=(part,)) for i, part in enumerate(halves)]
