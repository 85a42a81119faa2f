"""The pieces of a battle picture with their boxes, and how they are set in lines. Lengths are pixels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from maps.battles.data import Roll, Units
from maps.board.assets import Box
from maps.board.lettering import text_width
from maps.board.powers import in_order
from maps.looks.reading import Colour
from maps.signs.dice import Look, look_of
from maps.signs.silhouettes import ORDER
from maps.stacks.contents import Cell, Plate, Scale

GAP = 4
BETWEEN_LINES = 5
MANY_DICE = 20
INK: Colour = (30, 32, 36)
MUTED: Colour = (92, 86, 74)


@dataclass(frozen=True)
class Item:
    """Something with a box (left, top, right, bottom)."""

    box: Box

    @property
    def width(self) -> int:
        """How wide it is."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> int:
        """How high it is."""
        return self.box[3] - self.box[1]


@dataclass(frozen=True)
class Panel(Item):
    """A ground that other things lie on."""

    colour: Colour
    radius: int = 0


@dataclass(frozen=True)
class Words(Item):
    """One line of text."""

    text: str
    size: int
    weight: int
    colour: Colour


@dataclass(frozen=True)
class Emblem(Item):
    """The emblem of a power on a disc."""

    power: str


@dataclass(frozen=True)
class Force(Item):
    """A plate of units of one power; casualties of this round are struck through."""

    plate: Plate
    scale: Scale
    lost: bool


@dataclass(frozen=True)
class Die(Item):
    """A die that was rolled; `count` above 1: that many dice alike, with the number beside it."""

    face: int
    look: Look
    count: int = 1

    @property
    def text(self) -> str:
        """The number beside the die."""
        return f"\u00d7{self.count}" if self.count > 1 else ""


AnyItem = TypeVar("AnyItem", bound=Item)


def at(item: AnyItem, x: int, y: int) -> AnyItem:
    """The item with its top left corner at a pixel."""
    return replace(item, box=(x, y, x + item.width, y + item.height))


def words(text: str, size: int, *, weight: int = 600, colour: Colour = INK) -> Words:
    """A line of text, to be placed."""
    return Words((0, 0, text_width(text, size, weight), size + 4), text, size, weight, colour)


def emblem(power: str, size: int) -> Emblem:
    """An emblem, to be placed."""
    return Emblem((0, 0, size, size), power)


def die(face: int, look: Look, size: int, count: int = 1) -> Die:
    """A die, or many alike, to be placed."""
    found = Die((0, 0, size, size), face, look, count)
    beside = text_width(found.text, number_size(size), 700) + 3 if found.text else 0
    return replace(found, box=(0, 0, size + beside, size))


def number_size(die_size: int) -> int:
    """The size of the number beside a die."""
    return round(die_size * 0.7)


def wrapped(text: str, width: int, size: int, *, weight: int = 600, colour: Colour = INK) -> list[Words]:
    """A text in lines no wider than `width`, to be placed."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, weight) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [words(line, size, weight=weight, colour=colour) for line in lines]


def forces(units: Sequence[Units], scale: Scale, width: int) -> list[Force]:
    """Plates no wider than `width` (but with one cell at least), power by power, casualties on plates of their own."""
    found: list[Force] = []
    for power in in_order({group.power for group in units}):
        own = sorted((u for u in units if u.power == power), key=lambda u: (u.lost, ORDER.get(u.unit, len(ORDER))))
        cells: list[Cell] = []
        for group in own:
            cell = Cell(group.unit, group.count, damaged=group.damaged)
            if group.lost:
                found.append(_force(power, (cell,), scale, lost=True))
                continue
            if cells and Plate(power, (*cells, cell)).width(scale) > width:
                found.append(_force(power, tuple(cells), scale))
                cells = []
            cells.append(cell)
        if cells:
            standing = sum(force.plate.power == power and force.lost for force in found)
            found.insert(len(found) - standing, _force(power, tuple(cells), scale))
    return found


def _force(power: str, cells: tuple[Cell, ...], scale: Scale, *, lost: bool = False) -> Force:
    plate = Plate(power, cells)
    return Force((0, 0, plate.width(scale), scale.height), plate, scale, lost)


def dice(rolls: Iterable[Roll], size: int, most: int = MANY_DICE) -> list[Die]:
    """Dice in the order of their faces, hits first; more than `most` are shown once for each face, with a number."""
    rolled = Counter((face, look_of(face, roll.value)) for roll in rolls for face in roll.dice)
    shown = sorted(rolled.items(), key=lambda entry: (entry[0][1] != "hit", entry[0][0]))
    if rolled.total() > most:
        return [die(face, look, size, count) for (face, look), count in shown]
    return [die(face, look, size) for (face, look), count in shown for _ in range(count)]


def flow(items: Sequence[Item], left: int, top: int, width: int, gap: int = GAP) -> tuple[list[Item], int]:
    """Items set in lines, each centred in its line; gives them placed and the height of all lines."""
    lines: list[list[Item]] = []
    used = 0
    for item in items:
        if not lines or used + gap + item.width > width:
            lines.append([])
            used = -gap
        lines[-1].append(item)
        used += gap + item.width
    placed: list[Item] = []
    y = top
    for line in lines:
        height = max(item.height for item in line)
        x = left
        for item in line:
            placed.append(at(item, x, y + (height - item.height) // 2))
            x += item.width + gap
        y += height + BETWEEN_LINES
    return placed, max(0, y - BETWEEN_LINES - top)
