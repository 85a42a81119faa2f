"""Where the names stand on a board."""
# mypy: disable-error-code="import-not-found,import-untyped"

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import ndimage

from maps.board.assets import symbols_of
from maps.board.lettering import land_label_size, zone_label_size
from maps.compile.arrays import Labels, Mask, Numbers, Window
from maps.compile.canvas import Numbering, pieces, window_of
from maps.compile.world.geography import Sites

FROM_STACKS = 3  # a label keeps this far from units
FROM_EDGE = 5  # labels and units keep this far from the edge of the picture
FROM_BORDER = 3  # units keep this far from the border of their space
AROUND = 40  # pixels around a space in which its label may partly lie
# What should still fit in a space beside its label, the smallest last.
STACKS = ((180, 34), (128, 66), (112, 34), (100, 52), (80, 34), (64, 27))
TRIED = 300  # places tried for each setting of a label
BESIDE = (160, 110)  # room farther from the label than this does not count: across, down
MIDDLE, PER_LINE = 0.4, 0.12  # worth of standing in the middle, price of each line
ENOUGH = 1500  # places for a stack beyond which more are no better
FITS = 0.5  # how much of the worth of room it is that a stack fits at all
ANY = 0.5  # and how much that the smallest fits
INSIDE = 0.985  # share of a label that has to lie in its space, else the label goes beside it
OUTSIDE_LARGE = 0.45  # the same for a space that is no island: better over a border than far off

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class PlacedLabel:
    """A label's centre, its lines, and its box."""

    x: int
    y: int
    lines: list[str]
    box: Box
    outside: bool = False  # beside its space, not in it


def sums(values: Mask | Numbers) -> Numbers:
    """Sums over all boxes from the top left corner (one row and column more than the values)."""
    return np.pad(values.astype(np.int64).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


def box_sums(total: Numbers, width: int, height: int) -> Numbers:
    """For every top left corner the number of true pixels in the box there."""
    if total.shape[0] <= height or total.shape[1] <= width:
        return np.zeros((0, 0), dtype=np.int64)
    return np.asarray(
        total[height:, width:] - total[:-height, width:] - total[height:, :-width] + total[:-height, :-width]
    )


def _pixels(box: Box) -> Window:
    left, top, right, bottom = (max(0, side) for side in box)
    return slice(top, bottom), slice(left, right)


def line_breaks(name: str) -> Iterator[list[str]]:
    """All ways to set a name in one to three lines; a slash may end a line."""
    words = name.replace("/", "/ ").split()
    yield [name]
    for i in range(1, len(words)):
        yield [_join(words[:i]), _join(words[i:])]
    for i in range(1, len(words) - 1):
        for j in range(i + 1, len(words)):
            yield [_join(words[:i]), _join(words[i:j]), _join(words[j:])]


def _join(words: list[str]) -> str:
    return " ".join(words).replace("/ ", "/")


@dataclass(frozen=True)
class Spot:
    """A place tried for a label: its top left corner in a window, and the share of it inside the space."""

    score: float
    row: int
    column: int
    share: float


class RoomBeside:
    """The places where stacks fit into a space, and how many of them a label leaves."""

    def __init__(self, free: Mask) -> None:
        self.height, self.width = free.shape
        total = sums(free)
        self._corners = [sums(box_sums(total, width, height) == width * height) for width, height in STACKS]

    def left_by(self, row: int, column: int, size: tuple[int, int]) -> float:
        """How well stacks still fit around a label with its top left corner here: 0 not at all, 1 + ANY well."""
        width, height = size
        score = 0.0
        for (wide, tall), corners in zip(STACKS, self._corners, strict=True):
            top, bottom = max(0, row - BESIDE[1]), min(self.height, row + height + BESIDE[1]) - tall + 1
            left, right = max(0, column - BESIDE[0]), min(self.width, column + width + BESIDE[0]) - wide + 1
            # Corners of stacks that would meet the label.
            from_row, from_column = row - FROM_STACKS - tall + 1, column - FROM_STACKS - wide + 1
            to_row, to_column = row + height + FROM_STACKS, column + width + FROM_STACKS
            places = _total(corners, top, bottom, left, right) - _total(
                corners, max(top, from_row), min(bottom, to_row), max(left, from_column), min(right, to_column)
            )
            score += (FITS * bool(places) + (1 - FITS) * min(ENOUGH, places) / ENOUGH) / len(STACKS)
            score += ANY * bool(places and (wide, tall) == STACKS[-1])
        return score


def _total(corners: Numbers, top: int, bottom: int, left: int, right: int) -> int:
    """How many corners lie in these rows and columns, the last ones excluded."""
    if top >= bottom or left >= right:
        return 0
    return int(corners[bottom, right] - corners[top, right] - corners[bottom, left] + corners[top, left])


NOWHERE = Spot(-1.0, 0, 0, 0.0)


class LabelPlacer:
    """Places all labels of a board. `covered` marks what labels and symbols cover, `taken` what else is kept free."""

    def __init__(self, labels: Labels, numbering: Numbering, facts: Mapping[str, Any]) -> None:
        self.labels, self.numbering = labels, numbering
        self.territories = {territory["id"]: territory for territory in facts["territories"]}
        self._zones = {zone["id"]: zone for zone in facts["sea_zones"]}
        self.covered: Mask = np.zeros(labels.shape, dtype=bool)
        self.taken: Mask = np.zeros(labels.shape, dtype=bool)
        self.placed: dict[str, PlacedLabel] = {}
        self._land = numbering.is_land(labels)

    def cover(self, box: Box) -> None:
        """Keep labels and units off a box."""
        self.covered[_pixels(box)] = True
        self.reserve(box)

    def reserve(self, box: Box) -> None:
        """Keep labels off a box, but not units."""
        self.taken[_pixels(box)] = True

    def place_names(self) -> None:
        """Place the names of all lands; the small ones choose first."""
        self._place_each(self.numbering.lands)

    def place_numbers(self) -> None:
        """Place the numbers of all sea zones in what is left."""
        self._place_each(self.numbering.seas)

    def _place_each(self, spaces: list[Sites]) -> None:
        sizes = np.bincount(self.labels.ravel(), minlength=self.numbering.count)
        for space in sorted(spaces, key=lambda space: int(sizes[self.numbering.label[space.id]])):
            self.placed[space.id] = self._place(space.id, self.numbering.label[space.id])
            self.cover(self.placed[space.id].box)

    def size(self, space: str, lines: list[str]) -> tuple[int, int]:
        """Width and height of a space's label set in these lines."""
        territory = self.territories.get(space)
        if territory is None:
            return zone_label_size(lines[0], len(symbols_of(self._zones[space])))
        return land_label_size(lines, territory.get("city", ""), bool(territory["ipc"]))

    def _place(self, space: str, label: int) -> PlacedLabel:
        window = window_of(self.labels == label, AROUND)
        if window is None:
            raise ValueError(f"{space} is nowhere on the board")
        numbers, sizes = pieces(self.labels[window] == label)
        main = numbers == sizes.argmax()
        territory = self.territories.get(space)
        choices = list(line_breaks(territory["name"])) if territory else [[space.removeprefix("sz")]]
        found = [self._best_inside(main, window, self.size(space, lines), len(lines)) for lines in choices]
        best = max(range(len(found)), key=lambda i: found[i].score)
        lines = choices[best]
        island = space in {land.id for land in self.numbering.lands if land.kind == "island"}
        if territory and found[best].share < (INSIDE if island else OUTSIDE_LARGE):
            return self._beside(space, label, choices)
        left, top = window[1].start + found[best].column, window[0].start + found[best].row
        return _placed(left, top, *self.size(space, lines), lines)

    def _best_inside(self, main: Mask, window: Window, size: tuple[int, int], lines: int) -> Spot:
        """The best place for a label of a size in a space's main piece."""
        width, height = size
        share = box_sums(sums(main), width, height) / (width * height)
        if not share.size:
            return NOWHERE
        share[box_sums(sums(self._blocked(window)), width, height) > 0] = -1
        best = float(share.max())
        if best <= 0:
            return NOWHERE
        depth = ndimage.distance_transform_edt(np.pad(main, 1))[1:-1, 1:-1]
        tall, wide = share.shape
        middle = depth[height // 2 : height // 2 + tall, width // 2 : width // 2 + wide]
        middle = middle / max(1.0, float(middle.max()))
        candidates = np.argwhere(share >= min(best, 0.999) - 1e-9)
        if len(candidates) > TRIED:
            candidates = candidates[
                np.random.default_rng(len(candidates)).choice(len(candidates), TRIED, replace=False)
            ]
        room = RoomBeside((depth > FROM_BORDER) & ~self.covered[window])
        scored = [
            3 * best + room.left_by(int(row), int(column), size) + MIDDLE * middle[row, column] - PER_LINE * lines
            for row, column in candidates
        ]
        winner = int(np.argmax(scored))
        return Spot(float(scored[winner]), int(candidates[winner][0]), int(candidates[winner][1]), best)

    def _blocked(self, window: Window) -> Mask:
        """What no label may cover: what is taken, and the edge of the picture."""
        blocked = self.taken[window].copy()
        tall, wide = self.labels.shape
        rows = np.arange(window[0].start, window[0].start + blocked.shape[0])
        columns = np.arange(window[1].start, window[1].start + blocked.shape[1])
        blocked[(rows < FROM_EDGE) | (rows >= tall - FROM_EDGE)] = True
        blocked[:, (columns < FROM_EDGE) | (columns >= wide - FROM_EDGE)] = True
        return blocked

    def _beside(self, space: str, label: int, choices: list[list[str]]) -> PlacedLabel:
        """A label next to a space too small for it, over water if possible."""
        down, across = self._extent(label)
        middle_x, middle_y = (across.start + across.stop) // 2, (down.start + down.stop) // 2
        best: tuple[float, PlacedLabel] | None = None
        for lines in choices:
            width, height = self.size(space, lines)
            for step in range(0, 40, 4):
                for left, top in (
                    (middle_x - width // 2, down.stop + 2 + step),
                    (middle_x - width // 2, down.start - height - 2 - step),
                    (across.stop + 3 + step, middle_y - height // 2),
                    (across.start - width - 3 - step, middle_y - height // 2),
                ):
                    cost = self._cost_outside(left, top, width, height, label) + 0.01 * step + 0.15 * (len(lines) - 1)
                    if best is None or cost < best[0]:
                        best = cost, _placed(left, top, width, height, lines, outside=True)
        if best is None:
            raise ValueError(f"{space} has no name")
        return best[1]

    def _extent(self, label: int) -> Window:
        """The rows and columns of a space; of one that is cut by the edge those of its largest piece."""
        inside = self.labels == label
        down, across = window_of(inside, 0) or (slice(0, 0), slice(0, 0))
        if across.start > 0 or across.stop < inside.shape[1]:
            return down, across
        numbers, sizes = pieces(inside)
        return window_of(numbers == sizes.argmax(), 0) or (down, across)

    def _cost_outside(self, left: int, top: int, width: int, height: int, label: int) -> float:
        tall, wide = self.labels.shape
        if left < FROM_EDGE or top < FROM_EDGE or left + width > wide - FROM_EDGE or top + height > tall - FROM_EDGE:
            return 100.0
        box = slice(top, top + height), slice(left, left + width)
        if self.taken[box].any():
            return 50.0
        strange = self._land[box] & (self.labels[box] != label)
        zones = len(np.unique(self.labels[box][~self._land[box]]))
        return float(2 * strange.mean() + 0.1 * zones)


def _placed(left: int, top: int, width: int, height: int, lines: list[str], *, outside: bool = False) -> PlacedLabel:
    box = left, top, left + width, top + height
    return PlacedLabel(left + width // 2, top + height // 2, lines, box, outside)
