"""Where names stand on a board, and the free room that is left in each space for units."""
# mypy: disable-error-code="import-not-found,import-untyped"

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from maps.compile.canvas import Labels, Mask, Numbering, Window, pieces, window_of
from maps.lettering import land_label_size, zone_label_size

BAND = 4  # height of the strips in which free room is told
NARROWEST = 20  # a strip must be this wide to be worth telling
FROM_BORDER = 3  # units keep this far from the border of their space
FROM_EDGE = 5  # and from the edge of the picture
FROM_LABEL = 2
REACH = (300, 170)  # how far from its label a space's room is told: across, down
GRID = 6  # candidate places for a label are tried on this lattice
STACKS = ((112, 64), (80, 32))  # what should still fit in a space beside its label
ENOUGH = 1500  # places for a stack beyond which more are no better
INSIDE = 0.985  # share of a label that has to lie in its space, else the label goes beside it
OUTSIDE_LARGE = 0.6  # the same for a space that is no island: better over a border than far off

Box = tuple[int, int, int, int]
Sums = NDArray[np.int64]


@dataclass(frozen=True)
class PlacedLabel:
    """A label's centre, its lines, and its box."""

    x: int
    y: int
    lines: list[str]
    box: Box


def _sums(mask: Mask) -> Sums:
    """Sums over all boxes from the top left corner (one row and column more than the mask)."""
    return np.pad(mask.astype(np.int64).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


def _box_sums(sums: Sums, width: int, height: int) -> Sums:
    """For every top left corner the number of true pixels in the box there."""
    if sums.shape[0] <= height or sums.shape[1] <= width:
        return np.zeros((0, 0), dtype=np.int64)
    return np.asarray(sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width] + sums[:-height, :-width])


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


class LabelPlacer:
    """Places all labels of a board; `taken` marks what is covered."""

    def __init__(self, labels: Labels, numbering: Numbering, facts: Mapping[str, Any]) -> None:
        self.labels, self.numbering = labels, numbering
        self.territories = {territory["id"]: territory for territory in facts["territories"]}
        self.taken: Mask = np.zeros(labels.shape, dtype=bool)
        self.placed: dict[str, PlacedLabel] = {}
        self._land = numbering.is_land(labels)

    def reserve(self, box: Box) -> None:
        """Keep labels and units off a box."""
        left, top, right, bottom = box
        self.taken[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = True

    def place_all(self) -> None:
        """Small spaces choose first; names before sea zones' numbers."""
        sizes = np.bincount(self.labels.ravel(), minlength=self.numbering.count)
        spaces = sorted(self.numbering.label.items(), key=lambda item: int(sizes[item[1]]))
        for land in (True, False):
            for space, label in spaces:
                if (label < self.numbering.first_sea) == land:
                    self.placed[space] = self._place(space, label)
                    self.reserve(self.placed[space].box)

    def size(self, space: str, lines: list[str]) -> tuple[int, int]:
        """Width and height of a space's label set in these lines."""
        territory = self.territories.get(space)
        if territory is None:
            return zone_label_size(lines[0])
        return land_label_size(lines, territory.get("city", ""), bool(territory["ipc"]))

    def _place(self, space: str, label: int) -> PlacedLabel:
        window = window_of(self.labels == label, 0)
        if window is None:
            raise ValueError(f"{space} is nowhere on the board")
        numbers, sizes = pieces(self.labels[window] == label)
        main = (numbers == sizes.argmax()) & ~self.taken[window]
        territory = self.territories.get(space)
        choices = list(line_breaks(territory["name"])) if territory else [[space.removeprefix("sz")]]
        found = [self._best_inside(main, *self.size(space, lines), len(lines)) for lines in choices]
        best = max(range(len(found)), key=lambda i: found[i][0])
        score, row, column, share = found[best]
        lines = choices[best]
        island = space in {land.id for land in self.numbering.lands if land.kind == "island"}
        if territory and share < (INSIDE if island else OUTSIDE_LARGE):
            return self._beside(space, label, window, choices)
        width, height = self.size(space, lines)
        left, top = window[1].start + column, window[0].start + row
        return _placed(left, top, width, height, lines)

    def _best_inside(self, main: Mask, width: int, height: int, lines: int) -> tuple[float, int, int, float]:
        """(score, row, column of the top left corner, share inside) of the best place for a label."""
        room = np.pad(main, ((0, max(0, height - main.shape[0])), (0, max(0, width - main.shape[1]))))
        share = _box_sums(_sums(room), width, height) / (width * height)
        if not share.size:
            return -1.0, 0, 0, 0.0
        depth = ndimage.distance_transform_edt(np.pad(main, 1))[1:-1, 1:-1]
        tall, wide = share.shape
        middle = np.zeros_like(share)
        inner = depth[height // 2 : height // 2 + tall, width // 2 : width // 2 + wide]
        middle[: inner.shape[0], : inner.shape[1]] = np.minimum(inner, 60) / 60
        best = float(share.max())
        candidates = np.argwhere(share >= min(best, 0.999) - 1e-9)
        candidates = candidates[:: max(1, len(candidates) // 120)]
        scored = [
            (3 * best + self._room_left(main, row, column, width, height) + 0.3 * middle[row, column] - 0.12 * lines)
            for row, column in candidates
        ]
        winner = int(np.argmax(scored))
        row, column = candidates[winner]
        return float(scored[winner]), int(row), int(column), best

    def _room_left(self, main: Mask, row: int, column: int, width: int, height: int) -> float:
        """How well stacks still fit around a label: 0 not at all, 1 well."""
        down, across = slice(max(0, row - 140), row + height + 140), slice(max(0, column - 160), column + width + 160)
        free = main[down, across].copy()
        top, left = row - down.start, column - across.start
        free[max(0, top - 2) : top + height + 2, max(0, left - 2) : left + width + 2] = False
        sums = _sums(free)
        score = 0.0
        for stack_width, stack_height in STACKS:
            fits = _box_sums(sums, stack_width, stack_height) == stack_width * stack_height
            score += min(ENOUGH, int(fits.sum())) / ENOUGH / len(STACKS)
        return score

    def _beside(self, space: str, label: int, window: Window, choices: list[list[str]]) -> PlacedLabel:
        """A label next to a space too small for it, over water if possible."""
        down, across = window
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
                        best = cost, _placed(left, top, width, height, lines)
        if best is None:
            raise ValueError(f"{space} has no name")
        return best[1]

    def _cost_outside(self, left: int, top: int, width: int, height: int, label: int) -> float:
        tall, wide = self.labels.shape
        if left < FROM_EDGE or top < FROM_EDGE or left + width > wide - FROM_EDGE or top + height > tall - FROM_EDGE:
            return 100.0
        box = slice(top, top + height), slice(left, left + width)
        strange = self._land[box] & (self.labels[box] != label)
        zones = len(np.unique(self.labels[box][~self._land[box]]))
        return float(10 * self.taken[box].mean() + 2 * strange.mean() + 0.1 * zones)

    def free_room(self, space: str) -> dict[str, Any]:
        """The free strips of a space around its label: {"top": y, "strips": [[x0, x1, ...] per BAND rows]}."""
        label, placed = self.numbering.label[space], self.placed[space]
        height, width = self.labels.shape
        left, right = max(0, placed.x - REACH[0]), min(width, placed.x + REACH[0])
        top = max(0, placed.y - REACH[1]) // BAND * BAND
        bottom = min(height, placed.y + REACH[1])
        part = np.pad(self.labels[top:bottom, left:right] == label, 1, mode="edge")
        free = (ndimage.distance_transform_edt(part) > FROM_BORDER)[1:-1, 1:-1]
        free &= ~ndimage.binary_dilation(self.taken[top:bottom, left:right], np.ones((3, 3)), iterations=FROM_LABEL)
        rows, columns = np.arange(top, bottom), np.arange(left, right)
        free[(rows < FROM_EDGE) | (rows >= height - FROM_EDGE)] = False
        free[:, (columns < FROM_EDGE) | (columns >= width - FROM_EDGE)] = False
        strips = []
        for start in range(0, free.shape[0] - BAND + 1, BAND):
            open_columns = np.pad(free[start : start + BAND].all(axis=0), 1).astype(np.int8)
            starts, ends = np.flatnonzero(np.diff(open_columns) == 1), np.flatnonzero(np.diff(open_columns) == -1)
            wide = ends - starts >= NARROWEST
            strips.append((np.column_stack([starts, ends])[wide].ravel() + left).tolist())
        return _trimmed(top, strips)


def _placed(left: int, top: int, width: int, height: int, lines: list[str]) -> PlacedLabel:
    return PlacedLabel(left + width // 2, top + height // 2, lines, (left, top, left + width, top + height))


def _trimmed(top: int, strips: list[list[int]]) -> dict[str, Any]:
    """Leave out empty strips above and below."""
    used = [i for i, strip in enumerate(strips) if strip]
    if not used:
        return {"top": top, "strips": []}
    return {"top": top + used[0] * BAND, "strips": strips[used[0] : used[-1] + 1]}
