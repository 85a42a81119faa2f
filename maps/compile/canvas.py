"""The pixels on which a board is compiled, and the numbers (labels) of what lies on them.

On a board that wraps the canvas shows the globe for a margin beyond both edges. What is grown on it then agrees at
the edges by itself, and the margins are cut off at the end.
"""
# mypy: disable-error-code="import-not-found,import-untyped"

from collections.abc import Iterator, Sequence

import numpy as np
from scipy import ndimage

from maps.compile.arrays import Field, Labels, Mask, Numbers, Units, Window
from maps.compile.world.geography import Geography, Place, Sites
from maps.compile.world.outlines import Ring, densify
from maps.compile.world.projection import Projection

MARGIN = 600


class Numbering:
    """Labels of a board: 0 nothing, then the lands, void land, the sea zones, ice."""

    def __init__(self, geography: Geography, adjacency: Sequence[Sequence[str]]) -> None:
        self.lands = [space for space in geography.spaces if space.kind != "sea"]
        self.seas = [space for space in geography.spaces if space.kind == "sea"]
        self.void = len(self.lands) + 1
        self.first_sea = self.void + 1
        self.ice = self.first_sea + len(self.seas)
        self.count = self.ice + 1
        self.label = {space.id: i + 1 for i, space in enumerate(self.lands)}
        self.label |= {space.id: self.first_sea + i for i, space in enumerate(self.seas)}
        self.space = {label: space for space, label in self.label.items()}
        self.adjacent: Mask = np.zeros((self.count, self.count), dtype=bool)
        for a, b in adjacency:
            i, j = self.label[a], self.label[b]
            self.adjacent[i, j] = self.adjacent[j, i] = True

    def is_land(self, labels: Labels) -> Mask:
        """Where there is land, void land included."""
        return np.asarray((labels > 0) & (labels < self.first_sea))

    def is_sea(self, labels: Labels) -> Mask:
        """Where there is a sea zone (ice is none)."""
        return np.asarray((labels >= self.first_sea) & (labels < self.ice))


class Canvas:
    """Pixels of the board with its margins; turns places and rings into canvas pixels."""

    def __init__(self, geography: Geography, projection: Projection) -> None:
        self.projection = projection
        self.margin = MARGIN if geography.wraps else 0
        self.board_width, self.height = geography.size
        self.width = self.board_width + 2 * self.margin
        self.wraps = geography.wraps

    def cut(self, labels: Labels) -> Labels:
        """The board without its margins."""
        return labels[:, self.margin : self.margin + self.board_width].copy()

    def spots(self, place: Place) -> list[tuple[float, float]]:
        """Every pixel where one place is seen, the one on the board first."""
        x, y = self.projection.pixel(place)
        shifts = (0, -self.board_width, self.board_width) if self.wraps else (0,)
        seen = [(x + self.margin + shift, y) for shift in shifts]
        return [spot for spot in seen if 0 <= spot[0] < self.width]

    def lines(self, places: list[Place]) -> list[list[tuple[float, float]]]:
        """Every copy of a line through places that is seen, the one on the board first."""
        line: list[tuple[float, float]] = []
        for place in places:
            x, y = self.projection.pixel(place)
            if line and self.wraps:
                x += round((line[-1][0] - self.margin - x) / self.board_width) * self.board_width
            line.append((x + self.margin, y))
        shifts = (0, -self.board_width, self.board_width) if self.wraps else (0,)
        copies = [[(x + shift, y) for x, y in line] for shift in shifts]
        return [copy for copy in copies if any(0 <= x < self.width for x, _ in copy)]

    def pixel_of(self, spot: tuple[float, float]) -> tuple[int, int]:
        """Row and column of a spot, kept on the canvas."""
        return min(self.height - 1, max(0, int(spot[1]))), min(self.width - 1, max(0, int(spot[0])))

    def site_spots(self, space: Sites) -> Iterator[tuple[int, float, float]]:
        """Yield (which site, x, y) for all sites of a space."""
        for i, site in enumerate(space.sites):
            for x, y in self.spots(site):
                yield i, x, y

    def polygons(self, ring: Ring) -> Iterator[Field]:
        """Every copy of a ring that is seen, as pixels (n x 2)."""
        points = densify(ring.points)
        for turn in (-720, -360, 0, 360, 720):
            x, y = self.projection.pixels(points[:, 0] + turn, points[:, 1])
            x = x + self.margin
            if x.max() >= 0 and x.min() <= self.width and y.max() >= 0 and y.min() <= self.height:
                yield np.column_stack([x, y])


def window_of(mask: Mask, room: int = 1) -> Window | None:
    """The box around the true pixels, a little wider; None if there are none."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return None
    return (
        slice(max(0, int(rows[0]) - room), int(rows[-1]) + 1 + room),
        slice(max(0, int(columns[0]) - room), int(columns[-1]) + 1 + room),
    )


def pieces(mask: Mask) -> tuple[Units, Numbers]:
    """The connected pieces of a mask: their numbers by pixel, and the size of each (0 for number 0)."""
    numbers, _ = ndimage.label(mask)
    sizes = np.bincount(numbers.ravel())
    sizes[0] = 0
    return numbers, sizes


def ring_around(mask: Mask) -> Mask:
    """The pixels just outside a mask."""
    return np.asarray(ndimage.binary_dilation(mask) & ~mask)
