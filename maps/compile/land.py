"""The lands of a board: outlines drawn on the canvas, shared out among the territories by their sites."""
# mypy: disable-error-code="import-not-found,import-untyped"

from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage

from maps.compile.arrays import Field, Labels, Mask, Units, Window
from maps.compile.canvas import Canvas, Numbering, pieces, ring_around, window_of
from maps.compile.kernels import nearest_site
from maps.compile.world.geography import Geography, Sites
from maps.compile.world.outlines import Outlines, Ring

SMALLEST_RING = 60  # square pixels; smaller rings are not drawn
SMALLEST_FOREIGN_RING = SMALLEST_RING * 60  # the same for outlines that no space uses
LARGEST_ERASED = 5000  # square pixels of an island
FRAGMENT = 400
WOBBLE = 4.0  # how far drawn borders wander, and over which distance
WOBBLE_LENGTH = 40
COUNTRY_OF_STATES = {"US": "USA", "CA": "CAN", "AU": "AUS", "BR": "BRA"}


def area(polygon: Field) -> float:
    """The area of a polygon in square pixels."""
    x, y = polygon[:, 0], polygon[:, 1]
    return float(abs(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1])) / 2)


class Raster:
    """Which outline each pixel of the canvas belongs to: `units` holds indices into `names` (0: water)."""

    def __init__(self, geography: Geography, canvas: Canvas, outlines: Outlines) -> None:
        self.geography, self.canvas, self.outlines = geography, canvas, outlines
        self.names = ["", *(code for code in outlines.countries if code not in geography.omit)]
        self.used = {unit for space in geography.spaces for unit in space.outlines}
        self.units: Units = self._countries()
        for prefix in sorted({unit.split(".")[0] for unit in self.used if "." in unit}):
            self._divide(prefix)
        self._erase()
        self._stroke()

    def _wanted(self, code: str, size: float) -> bool:
        islands = {unit for space in self.geography.spaces if space.kind == "island" for unit in space.outlines}
        divided = {COUNTRY_OF_STATES[unit.split(".")[0]] for unit in self.used if "." in unit}
        if code in islands:
            return size >= 1
        return size >= (SMALLEST_RING if code in self.used | divided else SMALLEST_FOREIGN_RING)

    def _countries(self) -> Units:
        jobs: list[tuple[float, int, Any]] = []
        for number, code in enumerate(self.names[1:], start=1):
            for ring in self.outlines.countries[code]:
                for polygon in self.canvas.polygons(ring):
                    size = area(polygon)
                    if self._wanted(code, size):
                        # Large before small, a hole before what fills it.
                        jobs.append((size * (1.05 if ring.hole else 1), 0 if ring.hole else number, polygon))
        image = Image.new("I", (self.canvas.width, self.canvas.height), 0)
        draw = ImageDraw.Draw(image)
        for _, number, polygon in sorted(jobs, key=lambda job: -job[0]):
            draw.polygon(list(map(tuple, polygon.tolist())), fill=number)
        return np.array(image, dtype=np.int32)

    def _draw_states(self, shapes: list[tuple[int, Ring]]) -> Units:
        image = Image.new("I", (self.canvas.width, self.canvas.height), 0)
        draw = ImageDraw.Draw(image)
        for number, ring in shapes:
            for polygon in self.canvas.polygons(ring):
                draw.polygon(list(map(tuple, polygon.tolist())), fill=number)
        return np.array(image, dtype=np.int32)

    def _divide(self, prefix: str) -> None:
        """Replace a country by its states; states that no space names stay the country."""
        country = COUNTRY_OF_STATES[prefix]
        shapes: list[tuple[int, Ring]] = []
        for code, rings in self.outlines.states.items():
            if not code.startswith(prefix + "."):
                continue
            name = code if code in self.used else country
            if name not in self.names:
                self.names.append(name)
            shapes += [(self.names.index(name), ring) for ring in rings if not ring.hole]
        states = self._draw_states(shapes)
        nearest = ndimage.distance_transform_edt(states == 0, return_distances=False, return_indices=True)
        inside = self.units == self.names.index(country)
        self.units[inside] = states[nearest[0], nearest[1]][inside]

    def _erase(self) -> None:
        for place in self.geography.erase:
            for spot in self.canvas.spots(place):
                numbers, sizes = pieces(self.units > 0)
                number = numbers[self.canvas.pixel_of(spot)]
                if sizes[number] > LARGEST_ERASED:
                    raise ValueError(f"{self.geography.board}: {place} lies on more than an island to be erased")
                if number:
                    self.units[numbers == number] = 0

    def _stroke(self) -> None:
        image = Image.fromarray(self.units)
        draw = ImageDraw.Draw(image)
        strokes = [(stroke, True) for stroke in self.geography.fill]
        strokes += [(stroke, False) for stroke in self.geography.carve]
        for stroke, fills in strokes:
            for line in self.canvas.lines(stroke.points):
                value = int(self.units[self.canvas.pixel_of(line[0])]) if fills else 0
                draw.line(line, fill=value, width=round(stroke.width), joint="curve")
        self.units = np.array(image, dtype=np.int32)


def wobble(canvas: Canvas, which: int) -> Field:
    """Smooth noise over the canvas in pixels, the same at both edges of a board that wraps."""
    random = np.random.default_rng(which)
    total = np.zeros((canvas.height, canvas.width))
    for share in (1.0, 0.5, 0.25):
        across = round(canvas.board_width / (WOBBLE_LENGTH * share))
        down = round(canvas.height / (WOBBLE_LENGTH * share))
        cells = random.standard_normal((down, across)).astype(np.float32)
        image = Image.fromarray(np.pad(cells, 4, mode="wrap"))
        scale_x, scale_y = canvas.board_width / across, canvas.height / down
        wide = image.resize((round((across + 8) * scale_x), round((down + 8) * scale_y)), Image.Resampling.BICUBIC)
        top, left = round(4 * scale_y), round(4 * scale_x)
        board = np.asarray(wide)[top : top + canvas.height, left : left + canvas.board_width]
        total += share * np.pad(board, ((0, 0), (canvas.margin, canvas.margin)), mode="wrap")
    return WOBBLE * total


class Lands:
    """The labels of all land pixels of the canvas, void land included (`labels`)."""

    def __init__(self, raster: Raster, numbering: Numbering) -> None:
        self.raster, self.numbering = raster, numbering
        self.geography, self.canvas = raster.geography, raster.canvas
        self.labels: Labels = np.where(raster.units > 0, numbering.void, 0).astype(np.int16)
        self._share_out()
        self._keep_islands_whole()
        self._draw_discs()
        self._swell_islands()
        self._clean()

    def _sites_by_unit(self) -> dict[str, list[tuple[float, float, int]]]:
        sites: dict[str, list[tuple[float, float, int]]] = {}
        for space in self.numbering.lands:
            for _, x, y in self.canvas.site_spots(space):
                for unit in space.outlines:
                    sites.setdefault(unit, []).append((x, y, self.numbering.label[space.id]))
        for void in self.geography.voids:
            for place in void.sites:
                for x, y in self.canvas.spots(place):
                    for unit in void.outlines:
                        sites.setdefault(unit, []).append((x, y, self.numbering.void))
        return sites

    def _share_out(self) -> None:
        by_unit = self._sites_by_unit()
        unknown = sorted(set(by_unit) - set(self.raster.names))
        if unknown:
            raise ValueError(f"{self.geography.board}: no outlines named {', '.join(unknown)}")
        lists = [by_unit.get(name, []) for name in self.raster.names]
        count = np.array([len(sites) for sites in lists], dtype=np.int64)
        first = np.concatenate([[0], np.cumsum(count)[:-1]]).astype(np.int64)
        flat = np.array([site for sites in lists for site in sites], dtype=np.float64)
        units = self.raster.units.astype(np.int64)
        shift = wobble(self.canvas, 1), wobble(self.canvas, 2)
        nearest_site(units, first, count, flat[:, 0], flat[:, 1], flat[:, 2].astype(np.int64), *shift, self.labels)

    def _keep_islands_whole(self) -> None:
        numbers, sizes = pieces(self.raster.units > 0)
        for number, window in enumerate(ndimage.find_objects(numbers), start=1):
            if sizes[number] >= self.geography.whole_below:
                continue
            piece = numbers[window] == number
            if len(np.unique(self.raster.units[window][piece])) > 1:
                continue
            most = np.bincount(self.labels[window][piece]).argmax()
            if most != self.numbering.void:
                self.labels[window][piece] = most

    def _draw_discs(self) -> None:
        image = Image.fromarray(self.labels.astype(np.int32))
        draw = ImageDraw.Draw(image)
        random = np.random.default_rng(5)
        for space in self.numbering.lands:
            if space.kind == "island":
                phase = random.uniform(0, 2 * np.pi, 2)
                for which, x, y in self.canvas.site_spots(space):
                    outline = _disc(space, which, phase, self.geography.disc)
                    points = [(x + dx, y + dy) for dx, dy in outline]
                    draw.polygon(points, fill=self.numbering.label[space.id])
        self.labels = np.array(image).astype(np.int16)

    def _swell_islands(self) -> None:
        for space in self.numbering.lands:
            swell = (3 if space.kind == "island" else 0) if space.swell is None else space.swell
            label = self.numbering.label[space.id]
            window = window_of(self.labels == label, swell + 2) if swell else None
            if window:
                part = self.labels[window]
                near = ndimage.distance_transform_edt(part != label) <= swell
                part[near & (part == 0)] = label

    def _clean(self) -> None:
        """Give stray pieces of a territory that lie amid other land to that land; drop specks in the water."""
        scattered = {self.numbering.label[space.id] for space in self.numbering.lands if space.scattered}
        islands = {self.numbering.label[space.id] for space in self.numbering.lands if space.kind == "island"}
        for label in range(1, self.numbering.first_sea):
            window = None if label in scattered else window_of(self.labels == label)
            if window is None:
                continue
            part = self.labels[window]
            numbers, sizes = pieces(part == label)
            for number in np.flatnonzero((sizes > 0) & (sizes < sizes.max() / 2)):
                piece = numbers == number
                if label == self.numbering.void and self._holds_void_site(piece, window):
                    continue
                around = part[ring_around(piece)]
                land = around[around != 0]
                enclosed = len(land) > 0.5 * len(around) or (
                    sizes[number] < FRAGMENT and len(land) > 0.15 * len(around)
                )
                if enclosed:
                    part[piece] = np.bincount(land).argmax()
                elif sizes[number] < SMALLEST_RING / 2 and label != self.numbering.void and label not in islands:
                    part[piece] = 0

    def _holds_void_site(self, piece: Mask, window: Window) -> bool:
        """Whether a piece of void land was asked for."""
        spots = [spot for void in self.geography.voids for place in void.sites for spot in self.canvas.spots(place)]
        for row, column in map(self.canvas.pixel_of, spots):
            y, x = row - window[0].start, column - window[1].start
            if 0 <= y < piece.shape[0] and 0 <= x < piece.shape[1] and piece[y, x]:
                return True
        return False


def _disc(space: Sites, which: int, phase: Field, usual: float) -> list[tuple[float, float]]:
    """The outline of an island's disc around its site: wavy, a little wider than high."""
    first = space.disc or usual
    radius = first if which == 0 else (space.disc_of_others or usual * 0.55)
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    waves = radius * (1 + 0.13 * np.sin(2 * turn + phase[0] + which) + 0.09 * np.sin(3 * turn + phase[1] + 2 * which))
    x, y = space.oblong * waves * np.cos(turn), waves * np.sin(turn) / space.oblong
    return list(zip(x.tolist(), y.tolist(), strict=True))
