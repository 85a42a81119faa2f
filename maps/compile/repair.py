"""Mend the last differences between picture and rules, a few pixels at a time.

Each attempt is kept only if the verdict gets better and no space falls into more pieces.
"""
# mypy: disable-error-code="import-not-found,import-untyped"

from collections.abc import Iterator
from itertools import product

import numpy as np
from scipy import ndimage

from maps.compile.arrays import Field, Labels, Mask, Numbers, Window
from maps.compile.canvas import Numbering, pieces, window_of
from maps.compile.kernels import cheapest_path
from maps.compile.verdict import Judge, Pair, Verdict

CORRIDOR_WIDTHS = (11, 7, 15)
WEDGE_WIDTHS = (9, 14, 6)
PINCH_RADII = (5, 8, 12, 3)
PINCH_POINTS = (0.5, 0.35, 0.65)  # where along the border the four spaces meet
FARTHEST_CORRIDOR = 170
LONGEST_PINCH = 140  # pixels of common border
ROUNDS = 4
PIECE = 60  # smaller pieces of a space do not count


class Repair:
    """A label image (`labels`) being mended; `notes` tells what was done."""

    def __init__(self, labels: Labels, numbering: Numbering, judge: Judge) -> None:
        self.labels, self.numbering, self._judge = labels, numbering, judge
        self.verdict: Verdict = judge.judge(labels)
        self.notes: list[str] = []

    def run(self) -> None:
        """Try all repairs until none helps."""
        for _ in range(ROUNDS):
            before = self.verdict.penalty
            for pair in [*self.verdict.missing, *self.verdict.faint]:
                self._first_that_helps(self._corridors(*pair), pair, "corridor")
            for pair in sorted(self.verdict.extra, key=lambda pair: self.verdict.extra[pair]):
                self._first_that_helps(self._wedges(*pair), pair, "wedge")
            if self.verdict.penalty >= before:
                return

    def _first_that_helps(self, attempts: Iterator[Labels], pair: Pair, kind: str) -> None:
        for attempt in attempts:
            changed = attempt != self.labels
            if not changed.any() or self._breaks(attempt, changed):
                continue
            verdict = self._judge.judge(attempt)
            if verdict.penalty < self.verdict.penalty - 1e-6:
                self.labels, self.verdict = attempt, verdict
                names = " and ".join(self.numbering.space[label] for label in pair)
                self.notes.append(f"{kind} at {names}: {int(changed.sum())} pixels")
                return

    def _breaks(self, attempt: Labels, changed: Mask) -> bool:
        """Whether a space would fall into more pieces or vanish."""
        touched = set(np.unique(self.labels[changed])) | set(np.unique(attempt[changed]))
        touched -= {0, self.numbering.void, self.numbering.ice}
        for label in touched:
            after = _piece_count(attempt, label)
            if after == 0 or after > _piece_count(self.labels, label):
                return True
        return False

    # A corridor joins two spaces that must touch.

    def _corridors(self, i: int, j: int) -> Iterator[Labels]:
        coast = i < self.numbering.first_sea <= j
        for width in CORRIDOR_WIDTHS:
            # How much of the way the first of the two gets; a coast stays where it is, so the sea gets all.
            for share in (1.0,) if coast else (0.5, 0.0, 1.0):
                start, goal = (j, i) if coast else (i, j)
                attempt = self._corridor(start, goal, width, share)
                if attempt is not None:
                    yield attempt

    def _corridor(self, start: int, goal: int, width: int, share: float) -> Labels | None:
        window = self._around_narrowest(start, goal)
        if window is None:
            return None
        part = self.labels[window]
        sea = start >= self.numbering.first_sea
        medium = (part >= self.numbering.first_sea) & (part != self.numbering.ice) if sea else self._mainland(part)
        ours = (part == start) | (part == goal)
        cost = np.where(medium | ours, 1.0, -1.0)
        friends = self.numbering.adjacent[start] | self.numbering.adjacent[goal]
        friends[[start, goal]] = True
        strange = ~friends[part]
        cost[strange & (cost > 0)] += 1
        if sea:
            bad_shore = strange & self.numbering.is_land(part)
            if bad_shore.any():
                cost[(ndimage.distance_transform_edt(~bad_shore) < 3) & (cost > 0)] += 6
        cost[ours & (cost > 0)] = 0.02
        path = cheapest_path(cost, part == start, part == goal)
        if not len(path):
            return None
        rows, columns = np.unravel_index(path, part.shape)
        return self._paint_path(window, np.column_stack([rows, columns]), (start, goal), width, share)

    def _around_narrowest(self, start: int, goal: int) -> Window | None:
        """A box around the place where two spaces come closest; None if they are too far apart."""
        if not (self.labels == start).any() or not (self.labels == goal).any():
            return None
        away = ndimage.distance_transform_edt(self.labels != start)
        away[self.labels != goal] = np.inf
        row, column = np.unravel_index(int(away.argmin()), away.shape)
        if away[row, column] > FARTHEST_CORRIDOR:
            return None
        reach = int(away[row, column]) + 60
        return slice(max(0, row - reach), row + reach), slice(max(0, column - reach), column + reach)

    def _mainland(self, part: Labels) -> Mask:
        islands = [self.numbering.label[space.id] for space in self.numbering.lands if space.kind == "island"]
        return np.asarray(self.numbering.is_land(part) & ~np.isin(part, islands))

    def _paint_path(self, window: Window, path: Numbers, pair: Pair, width: int, share: float) -> Labels:
        start, goal = pair
        attempt = self.labels.copy()
        part = attempt[window]
        before = self.labels[window]
        between = np.flatnonzero(~np.isin(before[path[:, 0], path[:, 1]], pair))
        first, last = (int(between[0]), int(between[-1])) if len(between) else (len(path) - 1, len(path) - 1)
        turn = first + (last - first + 1) * share
        sea = start >= self.numbering.first_sea
        paintable = before >= self.numbering.first_sea if sea else self.numbering.is_land(before)
        paintable &= ~np.isin(before, pair)
        reached = range(max(0, first - width), min(len(path), last + width + 1))
        goal_is_land = goal < self.numbering.first_sea <= start
        for label, steps in (
            (start, [k for k in reached if k < turn or goal_is_land]),
            (goal, [k for k in reached if k >= turn and not goal_is_land]),
        ):
            if steps:
                line = np.ones(part.shape, dtype=bool)
                line[path[steps, 0], path[steps, 1]] = False
                part[(ndimage.distance_transform_edt(line) <= width / 2) & paintable] = label
        return attempt

    # A wedge or a pinch parts two spaces that must not touch.

    def _wedges(self, i: int, j: int) -> Iterator[Labels]:
        border = _border(self.labels, i, j)
        whole = window_of(border, 50)
        if whole is None:
            return
        yield from self._pinches(i, j, border[whole], whole)
        for width in WEDGE_WIDTHS:
            yield from self._wedge(i, j, border[whole], whole, width)

    def _wedge(self, i: int, j: int, border: Mask, window: Window, width: int) -> Iterator[Labels]:
        """Give a band along the border to a third space."""
        part = self.labels[window]
        band = ndimage.distance_transform_edt(~border) <= width
        first_sea = self.numbering.first_sea
        both_sea, land = i >= first_sea, j < first_sea
        either = (part == i) | (part == j)
        takeable = [either, part == i, part == j] if both_sea else [either if land else part == j]
        near = np.unique(part[ndimage.binary_dilation(band, iterations=12)]).tolist()
        others = {0, i, j, self.numbering.void, self.numbering.ice}
        thirds = [k for k in near if k not in others and (k < first_sea) == land]
        for third in sorted(thirds, key=lambda k: -int(self.numbering.adjacent[k, [i, j]].sum())):
            for pixels in takeable:
                attempt = self.labels.copy()
                attempt[window][band & pixels] = third
                yield attempt

    def _pinches(self, i: int, j: int, border: Mask, window: Window) -> Iterator[Labels]:
        """Narrow both spaces so that the spaces at the two ends of their border meet in a point."""
        part = self.labels[window]
        line = np.argwhere(border).astype(float)
        if len(line) >= LONGEST_PINCH:
            return
        middle = line.mean(axis=0)
        along = np.linalg.svd(line - middle, full_matrices=False)[2][0]
        places = (line - middle) @ along
        near = [self._neighbour_near(part, line[end], (i, j)) for end in (places.argmin(), places.argmax())]
        ends = [label for label in near if label is not None]
        if len(set(ends)) < 2:
            return
        rows, columns = np.indices(part.shape)
        where = (rows - middle[0]) * along[0] + (columns - middle[1]) * along[1]
        share = (where - places.min()) / max(1e-6, float(np.ptp(places)))
        away = ndimage.distance_transform_edt(~border)
        for radius, point in product(PINCH_RADII, PINCH_POINTS):
            narrow = away <= np.maximum(0.7, radius * np.abs(np.clip(share, -0.2, 1.2) - point) * 2)
            attempt = self.labels.copy()
            for label, half in zip(ends, (share < point, share >= point), strict=True):
                attempt[window][narrow & half & ((part == i) | (part == j))] = label
            yield attempt

    def _neighbour_near(self, part: Labels, place: Field, pair: Pair) -> int | None:
        """The label of the nearest third space of the same kind as the pair, within 30 pixels."""
        land = pair[1] < self.numbering.first_sea
        same_kind = self.numbering.is_land(part) if land else self.numbering.is_sea(part)
        found = np.argwhere(same_kind & ~np.isin(part, [*pair, self.numbering.void]))
        if not len(found):
            return None
        away = np.hypot(found[:, 0] - place[0], found[:, 1] - place[1])
        nearest = int(away.argmin())
        return int(part[tuple(found[nearest])]) if away[nearest] < 30 else None


def _piece_count(labels: Labels, label: int) -> int:
    window = window_of(labels == label)
    return 0 if window is None else int((pieces(labels[window] == label)[1] > PIECE).sum())


def _border(labels: Labels, i: int, j: int) -> Mask:
    """The pixels of two spaces on both sides of their common border."""
    border = np.zeros(labels.shape, dtype=bool)
    for a, b, here, there in (
        (labels[:-1], labels[1:], border[:-1], border[1:]),
        (labels[:, :-1], labels[:, 1:], border[:, :-1], border[:, 1:]),
    ):
        met = ((a == i) & (b == j)) | ((a == j) & (b == i))
        here |= met
        there |= met
    return border
