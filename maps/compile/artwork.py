"""The still part of a board picture: the sea, and the ink over the land."""
# mypy: disable-error-code="import-not-found,import-untyped"

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageFilter
from scipy import ndimage

from maps.board.assets import DEEP, ICE, SHADE_STEP, SHALLOW
from maps.compile.arrays import Bytes, Field, Labels, Mask
from maps.compile.canvas import Numbering

AROUND = 120  # so much is repeated beyond the edges while distances are measured

SHELF_LINES = (9, 20, 34)  # faint lines along the coast at these distances
SHELF = 15  # how much darker
DEPTH = 70.0

COAST, BORDER, INNER = 0.95, 0.62, 0.26  # strength of the ink
INNER_WIDTH = 5.5
INK_STEP = 8
HATCH, HATCH_EVERY, HATCH_WIDTH = 0.15, 13, 4


class Artwork:
    """Draws the still parts for a label image; on a board that wraps, the two edges fit together."""

    def __init__(self, labels: Labels, numbering: Numbering, closed: set[str], wraps: bool) -> None:
        self.width, self._around = labels.shape[1], AROUND
        self.labels = np.pad(labels, ((0, 0), (AROUND, AROUND)), mode="wrap" if wraps else "edge")
        self.numbering = numbering
        self._closed = [numbering.label[space] for space in closed]
        self._land = numbering.is_land(self.labels)

    def _cut(self, plane: Field) -> Bytes:
        board = plane[:, self._around : self._around + self.width]
        return np.asarray(np.clip(board, 0, 255).astype(np.uint8))

    def _line(self, divides: Callable[[Labels, Labels], Mask], blur: float, strength: float) -> Field:
        """A soft line (0..1) along all pixel edges that divide two labels in the wanted way."""
        fine = np.repeat(np.repeat(self.labels, 2, axis=0), 2, axis=1)
        line = np.zeros(fine.shape, dtype=bool)
        across, down = divides(fine[:, :-1], fine[:, 1:]), divides(fine[:-1], fine[1:])
        line[:, :-1] |= across
        line[:, 1:] |= across
        line[:-1] |= down
        line[1:] |= down
        image = Image.fromarray(line.astype(np.uint8) * 255).filter(ImageFilter.GaussianBlur(blur))
        small = image.resize((self.labels.shape[1], self.labels.shape[0]), Image.Resampling.BOX)
        return np.asarray(np.minimum(1, np.asarray(small, np.float64) * (strength / 255)))

    def ground(self) -> Image.Image:
        """The labels of the lands, void land too, and the shades of the sea told from the largest number down."""
        labels, is_land = self._cut(self.labels.astype(np.float64)), self._cut(self._land.astype(np.float64))
        return Image.fromarray(np.where(is_land, labels, 255 - self._sea() // SHADE_STEP).astype(np.uint8))

    def _sea(self) -> Bytes:
        """The sea with its depths and lines between zones, in shades of `SEA`."""
        away = ndimage.distance_transform_edt(~self._land)
        depth = np.clip(away / DEPTH, 0, 1) ** 0.6
        shade = SHALLOW * (1 - depth) + DEEP * depth
        for distance in SHELF_LINES:
            shade -= np.exp(-(((away - distance) / 1.6) ** 2)) * SHELF
        shade[self.labels == self.numbering.ice] = ICE
        shade[self.labels == 0] = SHALLOW
        is_land, first_sea = self.numbering.is_land, self.numbering.first_sea
        zones = self._line(
            lambda a, b: (a != b) & ~is_land(a) & ~is_land(b) & ((a >= first_sea) | (b >= first_sea)), 1.0, 1.8
        )
        shade *= 1 - 0.8 * zones
        return self._cut(_in_steps(shade, SHADE_STEP))

    def ink(self) -> Image.Image:
        """How dark the ink over the land colours is (0..255): coasts, borders, their shade, hatched closed land."""
        is_land = self.numbering.is_land
        coast = self._line(lambda a, b: is_land(a) != is_land(b), 1.6, 2.2)
        border = self._line(lambda a, b: (a != b) & is_land(a) & is_land(b), 1.4, 2.2)
        edge = np.zeros(self.labels.shape, dtype=bool)
        edge[:, 1:] |= self.labels[:, 1:] != self.labels[:, :-1]
        edge[1:] |= self.labels[1:] != self.labels[:-1]
        shade = INNER * np.exp(-ndimage.distance_transform_edt(~edge) / INNER_WIDTH) * self._land
        rows, columns = np.indices(self.labels.shape, dtype=np.int32)
        stripes = (rows + columns - self._around) % HATCH_EVERY < HATCH_WIDTH
        hatch = HATCH * (stripes & np.isin(self.labels, [*self._closed, self.numbering.void]))
        clear = (1 - shade) * (1 - hatch) * (1 - COAST * coast) * (1 - BORDER * border)
        return Image.fromarray(self._cut(_in_steps(255 * (1 - clear), INK_STEP)))


def _in_steps(plane: Field, step: int) -> Field:
    return np.asarray(np.minimum(255, np.round(plane / step) * step))
