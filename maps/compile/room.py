"""The free room of each space, where units are drawn: within its borders, and for small lands an annex on the water."""
# mypy: disable-error-code="import-not-found,import-untyped"

from typing import Any

import numpy as np
from scipy import ndimage

from maps.board import BAND
from maps.compile.arrays import Mask, Window
from maps.compile.canvas import window_of
from maps.compile.labels import FROM_BORDER, FROM_EDGE, Box, LabelPlacer, box_sums, sums

NARROWEST = 20  # a strip must be this wide to be worth telling
FROM_LABEL = 2
REACH = (300, 170)  # how far from its label a space's room is told: across, down
LEAST = (112, 64)  # a land with less room in one piece gets an annex
# Sizes of annexes, the best first: two rows of plates or one, and what is lost to the strips in which room is told.
ANNEXES = ((166, 68), (152, 68), (124, 68), (92, 68), (124, 36), (92, 36))
ISLAND_ANNEXES = ((104, 68), (92, 68), (124, 36), (92, 36))  # for islands named beside their shore
WORTH = 14  # a smaller annex must be so many pixels nearer
ON_WATER = 40  # an annex on water must be so many pixels nearer than one on the land itself
FARTHEST_ANNEX = 110
SMALLEST_HOST = 15_000  # zones with fewer pixels need their room themselves
APART = 12  # fleets keep this far from names of lands that stand over their zone, and from annexes


class Room:
    """The room of all spaces of a board. Make it when the names stand and before the zones' numbers are placed."""

    def __init__(self, placer: LabelPlacer) -> None:
        self.placer, self.labels, self.numbering = placer, placer.labels, placer.numbering
        self._sizes = np.bincount(self.labels.ravel(), minlength=self.numbering.count)
        self.annexes: dict[str, Box] = {}
        self._kept_from_fleets: Mask = np.zeros(self.labels.shape, dtype=bool)
        lands = sorted(self.numbering.lands, key=lambda land: int(self._sizes[self.numbering.label[land.id]]))
        for land in lands:
            if placer.placed[land.id].outside:
                self._keep_fleets_from(placer.placed[land.id].box)
            if not placer.territories[land.id].get("closed") and self._is_cramped(land.id):
                self._annex(land.id)

    def _keep_fleets_from(self, box: Box) -> None:
        left, top, right, bottom = (box[0] - APART, box[1] - APART, box[2] + APART, box[3] + APART)
        self._kept_from_fleets[max(0, top) : bottom, max(0, left) : right] = True

    def _is_cramped(self, space: str) -> bool:
        inside = self.labels == self.numbering.label[space]
        window = window_of(inside, 0)
        if window is None:
            return False
        deep = ndimage.distance_transform_edt(np.pad(inside[window], 1))[1:-1, 1:-1] > FROM_BORDER
        width, height = LEAST
        free = box_sums(sums(deep & ~self.placer.taken[window]), width, height)
        return not bool((free == width * height).any())

    def _annex(self, space: str) -> None:
        """Take the nearest box by a land's name, of its own ground or water, of a size that is worth its distance."""
        placed = self.placer.placed[space]
        tall, wide = self.labels.shape
        reach = FARTHEST_ANNEX + max(ANNEXES[0])
        left, right = max(0, placed.box[0] - reach), min(wide, placed.box[2] + reach)
        top, bottom = max(0, placed.box[1] - reach), min(tall, placed.box[3] + reach)
        usable = sums(self._usable_for_annex(space, (slice(top, bottom), slice(left, right))))
        ground = sums(self.labels[top:bottom, left:right] == self.numbering.label[space])
        best: tuple[float, Box] | None = None
        for rank, (width, height) in enumerate(ISLAND_ANNEXES if placed.outside else ANNEXES):
            corners = np.argwhere(box_sums(usable, width, height) == width * height)
            if not len(corners):
                continue
            water = 1 - box_sums(ground, width, height)[corners[:, 0], corners[:, 1]] / (width * height)
            y, x = corners[:, 0] + top, corners[:, 1] + left
            beside = np.maximum(0, np.maximum(placed.box[0] - x - width, x - placed.box[2]))
            apart = np.maximum(0, np.maximum(placed.box[1] - y - height, y - placed.box[3]))
            middle = np.abs(x + width / 2 - placed.x) * 0.1 + np.abs(y + height / 2 - placed.y) * 0.1
            cost = np.hypot(beside, apart) + middle + WORTH * rank + ON_WATER * water
            nearest = int(cost.argmin())
            if cost[nearest] < FARTHEST_ANNEX + ON_WATER and (best is None or cost[nearest] < best[0]):
                corner = int(x[nearest]), int(y[nearest])
                best = float(cost[nearest]), (*corner, corner[0] + width, corner[1] + height)
        if best:
            self.annexes[space] = best[1]
            self.placer.reserve(best[1])
            self._keep_fleets_from(best[1])

    def _usable_for_annex(self, space: str, window: Window) -> Mask:
        """Where an annex may lie: on the water of large zones, and on the land itself if its name stands there."""
        part = self.labels[window]
        small = [z for z in range(self.numbering.first_sea, self.numbering.ice) if self._sizes[z] < SMALLEST_HOST]
        usable = (part >= self.numbering.first_sea) & ~np.isin(part, small)
        if not self.placer.placed[space].outside:
            # An island whose name stands beside it stays in sight.
            usable |= part == self.numbering.label[space]
        usable &= ~ndimage.binary_dilation(self.placer.taken[window], iterations=FROM_LABEL + 1)
        return np.asarray(usable & self._away_from_edges(window))

    def _away_from_edges(self, window: Window) -> Mask:
        tall, wide = self.labels.shape
        rows, columns = (np.arange(side.start, side.stop) for side in window)
        inside = (rows >= FROM_EDGE) & (rows < tall - FROM_EDGE)
        return np.asarray(inside[:, None] & ((columns >= FROM_EDGE) & (columns < wide - FROM_EDGE))[None, :])

    def strips(self, space: str) -> dict[str, Any]:
        """The free strips of a space around its label: {"top": y, "strips": [[x0, x1, ...] per BAND rows]}."""
        label, placed = self.numbering.label[space], self.placer.placed[space]
        height, width = self.labels.shape
        left, right = max(0, placed.x - REACH[0]), min(width, placed.x + REACH[0])
        top, bottom = max(0, placed.y - REACH[1]) // BAND * BAND, min(height, placed.y + REACH[1])
        part = np.pad(self.labels[top:bottom, left:right] == label, 1, mode="edge")
        free = (ndimage.distance_transform_edt(part) > FROM_BORDER)[1:-1, 1:-1]
        taken = self.placer.taken[top:bottom, left:right].copy()
        annex = self._annex_within(space, top, left)
        if annex:
            # An annex may lie on the space itself: it must not part the room around it.
            taken[annex] = False
        free &= ~ndimage.binary_dilation(taken, np.ones((3, 3)), iterations=FROM_LABEL)
        if label >= self.numbering.first_sea:
            free &= ~self._kept_from_fleets[top:bottom, left:right]
        if annex:
            if placed.outside:
                free[:] = False
            free[annex] = True
        return _as_strips(free & self._away_from_edges((slice(top, bottom), slice(left, right))), left, top)

    def _annex_within(self, space: str, top: int, left: int) -> Window | None:
        """The pixels of a space's annex in a window that begins at this row and column; None if it has none."""
        if space not in self.annexes:
            return None
        x0, y0, x1, y1 = self.annexes[space]
        return slice(max(0, y0 - top), max(0, y1 - top)), slice(max(0, x0 - left), max(0, x1 - left))


def _as_strips(free: Mask, left: int, top: int) -> dict[str, Any]:
    """A mask as strips, without the empty ones above and below."""
    strips = []
    for start in range(0, free.shape[0] - BAND + 1, BAND):
        edges = np.diff(np.pad(free[start : start + BAND].all(axis=0), 1).astype(np.int8))
        starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
        wide = ends - starts >= NARROWEST
        strips.append((np.column_stack([starts, ends])[wide].ravel() + left).tolist())
    used = [i for i, strip in enumerate(strips) if strip]
    if not used:
        return {"top": top, "strips": []}
    return {"top": top + used[0] * BAND, "strips": strips[used[0] : used[-1] + 1]}
