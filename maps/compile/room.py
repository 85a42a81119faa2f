"""The free room of each space, where units are drawn: within its borders, and for small lands an annex on the water."""
# mypy: disable-error-code="import-not-found,import-untyped"

from typing import Any

import numpy as np
from scipy import ndimage

from maps.board.assets import BAND
from maps.compile.arrays import Mask, Numbers, Window
from maps.compile.canvas import window_of
from maps.compile.labels import FROM_BORDER, FROM_EDGE, Box, LabelPlacer, box_sums, sums

NARROWEST = 20  # a strip must be this wide to be worth telling
FROM_LABEL = 2
REACH = (300, 170)  # how far from its label a space's room is told: across, down
LEAST = (112, 64)  # a land with less room in one piece gets an annex
# Sizes of annexes, the best first: two rows of plates or one, and what is lost to the strips in which room is told.
ANNEXES = ((216, 68), (166, 68), (152, 68), (124, 68), (92, 68), (124, 36), (92, 36))
ISLAND_ANNEXES = ((104, 68), (92, 68), (124, 36), (92, 36))  # for islands named beside their shore
WORTH = 14  # a smaller annex must be this many pixels nearer
ON_WATER = 50  # so much farther may an annex on the land itself be than one in a zone of the usual size
USUAL_ZONE = 30_000  # pixels; the smaller the zone, the dearer its water
DEAREST = 150
FARTHEST_ANNEX = 110
SMALLEST_HOST = 15_000  # zones with fewer pixels need their room themselves
APART = 12  # fleets keep this far from names of lands that stand over their zone


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
        """Take a box by a land's name, of its own ground or water: near, large, and where fleets need it least."""
        placed = self.placer.placed[space]
        tall, wide = self.labels.shape
        reach = FARTHEST_ANNEX + max(ANNEXES[0])
        left, right = max(0, placed.box[0] - reach), min(wide, placed.box[2] + reach)
        top, bottom = max(0, placed.box[1] - reach), min(tall, placed.box[3] + reach)
        window = slice(top, bottom), slice(left, right)
        usable, price = sums(self._usable_for_annex(space, window)), sums(self._price(space, window))
        best: tuple[float, Box] | None = None
        for rank, (width, height) in enumerate(ISLAND_ANNEXES if placed.outside else ANNEXES):
            corners = np.argwhere(box_sums(usable, width, height) == width * height)
            x, y = corners[:, 1] + left, corners[:, 0] + top
            beside = np.maximum(0, np.maximum(placed.box[0] - x - width, x - placed.box[2]))
            apart = np.maximum(0, np.maximum(placed.box[1] - y - height, y - placed.box[3]))
            middle = np.abs(x + width / 2 - placed.x) * 0.1 + np.abs(y + height / 2 - placed.y) * 0.1
            away = np.hypot(beside, apart) + middle
            cost = away + WORTH * rank + box_sums(price, width, height)[tuple(corners.T)] / (width * height)
            cost[away >= FARTHEST_ANNEX] = np.inf
            if len(cost) and cost.min() < (best[0] if best else np.inf):
                nearest = int(cost.argmin())
                corner = int(x[nearest]), int(y[nearest])
                best = float(cost[nearest]), (*corner, corner[0] + width, corner[1] + height)
        if best:
            self.annexes[space] = best[1]
            self.placer.reserve(best[1])

    def _price(self, space: str, window: Window) -> Numbers:
        """What each pixel of an annex costs: the land's own ground nothing, water more in small zones."""
        zone_price = np.minimum(DEAREST, ON_WATER * USUAL_ZONE // np.maximum(1, self._sizes))
        zone_price[self.numbering.label[space]] = 0
        return np.asarray(zone_price[self.labels[window]])

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
        covered = self.placer.covered[top:bottom, left:right]
        free &= ~ndimage.binary_dilation(covered, np.ones((3, 3)), iterations=FROM_LABEL)
        if label >= self.numbering.first_sea:
            free &= ~self._kept_from_fleets[top:bottom, left:right]
        if space in self.annexes:
            if placed.outside:
                free[:] = False
            x0, y0, x1, y1 = self.annexes[space]
            free[max(0, y0 - top) : max(0, y1 - top), max(0, x0 - left) : max(0, x1 - left)] = True
        return _as_strips(free & self._away_from_edges((slice(top, bottom), slice(left, right))), left, top)


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
