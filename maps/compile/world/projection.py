"""From longitude and latitude to pixels: a Miller plane, then a smooth magnification of where the board needs room.

The magnification is a flow-based cartogram (Gastner, Seguy and More, 2018): a density says how much room each place
needs; the plane flows until the density is even. Where the board goes around the globe the plane is a cylinder, so
that the left and right edges fit together.
"""
# mypy: disable-error-code="import-not-found,import-untyped"

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw
from scipy.fft import dct, dctn, idct, idctn
from scipy.ndimage import gaussian_filter, map_coordinates

from maps.compile.arrays import Field
from maps.compile.world.geography import Geography, Place
from maps.compile.world.outlines import Outlines

COLUMNS = 400  # cells across the plane on which the flow is computed
STEPS = 40
NOT_COUNTED_AS_LAND = {"GRL"}  # an ice cap needs no room


def miller(lat: ArrayLike) -> Field:
    """Height of a latitude on the Miller plane, in degrees."""
    return np.asarray(np.degrees(1.25 * np.log(np.tan(np.pi / 4 + 0.4 * np.radians(np.asarray(lat, float))))))


class Plane:
    """The plane before magnification: shares (0..1) of the window across and down."""

    def __init__(self, geography: Geography) -> None:
        self.west, south, self.east, north = geography.window
        self.top, self.bottom = float(miller(north)), float(miller(south))
        self.wraps = geography.wraps
        self.columns = COLUMNS
        self.rows = round(COLUMNS * geography.size[1] / geography.size[0])

    def share(self, lon: ArrayLike, lat: ArrayLike) -> tuple[Field, Field]:
        """Shares across and down; beyond 0..1 outside the window."""
        across = (np.asarray(lon, float) - self.west) / (self.east - self.west)
        return across, (self.top - miller(lat)) / (self.top - self.bottom)

    def inside(self, lon: float) -> float:
        """The same longitude, turned into the window where possible."""
        while lon < self.west:
            lon += 360
        while lon > self.east and lon - 360 >= self.west:
            lon -= 360
        return lon


def needed_room(geography: Geography, plane: Plane, outlines: Outlines) -> Field:
    """The density on the plane: a floor, a share for land, and a hill for every site."""
    magnification = geography.magnification
    own = {"land": 1.0, "sea": magnification.sea, "island": magnification.island}
    hills = [
        (lon, lat, (own[space.kind] if space.room is None else space.room) / len(space.sites), magnification.sigma)
        for space in geography.spaces
        for lon, lat in space.sites
    ]
    across, down = np.meshgrid(
        (np.arange(plane.columns) + 0.5) / plane.columns, (np.arange(plane.rows) + 0.5) / plane.rows
    )
    width, height = plane.east - plane.west, plane.top - plane.bottom
    density = np.zeros((plane.rows, plane.columns))
    for lon, lat, share, sigma in [*hills, *geography.extra_room]:
        u, v = plane.share(plane.inside(lon), lat)
        away = np.abs(across - u)
        if plane.wraps:
            away = np.minimum(away, 1 - away)
        squared = (away * width) ** 2 + ((down - v) * height) ** 2
        density += share * np.exp(-squared / (2 * sigma * sigma)) / (sigma * sigma)
    land = gaussian_filter(
        coarse_land(plane, outlines),
        1.2 * plane.columns / width,
        mode=("nearest", "wrap" if plane.wraps else "nearest"),
    )
    even = 1 - magnification.land_weight + magnification.land_weight * land / land.mean()
    return np.asarray(magnification.floor * even + (1 - magnification.floor) * density / density.mean())


def coarse_land(plane: Plane, outlines: Outlines) -> Field:
    """1 where the plane is land, 0 elsewhere."""
    image = Image.new("L", (plane.columns, plane.rows), 0)
    draw = ImageDraw.Draw(image)
    for code, rings in outlines.coarse.items():
        if code in NOT_COUNTED_AS_LAND:
            continue
        for ring in rings:
            if ring.points[:, 1].max() < -60:
                continue
            for turn in (-360, 0, 360):
                u, v = plane.share(ring.points[:, 0] + turn, np.clip(ring.points[:, 1], -80, 85))
                if u.max() >= 0 and u.min() <= 1:
                    draw.polygon(
                        list(zip((u * plane.columns).tolist(), (v * plane.rows).tolist(), strict=True)), fill=1
                    )
    return np.asarray(image).astype(float)


class Flow:
    """The flow that evens out a density: speeds across (on the left faces of the cells) and down (on their tops)."""

    def __init__(self, density: Field, wraps: bool) -> None:
        self.density, self.wraps = density, wraps
        potential = self._potential(density - density.mean())
        rows, columns = density.shape
        if wraps:
            self.across = potential - np.roll(potential, 1, axis=1)
        else:
            self.across = np.zeros((rows, columns + 1))
            self.across[:, 1:-1] = np.diff(potential, axis=1)
        self.down = np.zeros((rows + 1, columns))
        self.down[1:-1] = np.diff(potential, axis=0)

    def _potential(self, source: Field) -> Field:
        rows, columns = source.shape
        down = 2 - 2 * np.cos(np.arange(rows) * np.pi / rows)[:, None]
        if not self.wraps:
            scale = down + 2 - 2 * np.cos(np.arange(columns) * np.pi / columns)[None, :]
            scale[0, 0] = 1
            return np.asarray(idctn(-dctn(source) / scale))
        scale = down + 2 - 2 * np.cos(np.arange(columns // 2 + 1) * 2 * np.pi / columns)[None, :]
        scale[0, 0] = 1
        spectrum = np.fft.rfft(dct(source, axis=0), axis=1)
        return np.asarray(idct(np.fft.irfft(-spectrum / scale, n=columns, axis=1), axis=0))

    def _sample(self, values: Field, y: Field, x: Field) -> Field:
        inside = np.clip(y, 0, values.shape[0] - 1)
        mode = "grid-wrap" if self.wraps else "nearest"
        return np.asarray(map_coordinates(values, [inside, x], order=1, mode=mode))

    def _speed(self, x: Field, y: Field, time: float) -> tuple[Field, Field]:
        density = (1 - time) * self._sample(self.density, y - 0.5, x - 0.5) + time * self.density.mean()
        return self._sample(self.across, y - 0.5, x) / density, self._sample(self.down, y, x - 0.5) / density

    def carry(self, direction: int) -> tuple[Field, Field]:
        """Where the corners of the cells end up (direction 1) or come from (-1), in cells."""
        rows, columns = self.density.shape
        x, y = (a.astype(float) for a in np.meshgrid(np.arange(columns + 1), np.arange(rows + 1)))
        step = direction / STEPS
        for i in range(STEPS):
            time = i / STEPS if direction > 0 else 1 - i / STEPS
            speed_x, speed_y = self._speed(x, y, time)
            speed_x, speed_y = self._speed(x + speed_x * step / 2, y + speed_y * step / 2, time + step / 2)
            x, y = x + speed_x * step, y + speed_y * step
        return x, y


class Projection:
    """Longitude and latitude to pixels of the board. On a board that wraps, x goes on beyond both edges."""

    def __init__(self, geography: Geography, outlines: Outlines) -> None:
        self.plane = Plane(geography)
        self.width, self.height = geography.size
        self._x, self._y = Flow(needed_room(geography, self.plane, outlines), self.plane.wraps).carry(1)

    def pixels(self, lon: ArrayLike, lat: ArrayLike) -> tuple[Field, Field]:
        """Pixel coordinates of places given in degrees."""
        u, v = self.plane.share(lon, lat)
        turns = np.floor(u) if self.plane.wraps else np.zeros_like(u)
        column, row = (u - turns) * self.plane.columns, v * self.plane.rows
        x = map_coordinates(self._x, [row, column], order=1, mode="nearest") / self.plane.columns + turns
        y = map_coordinates(self._y, [row, column], order=1, mode="nearest") / self.plane.rows
        if not self.plane.wraps:
            x = x + np.minimum(u, 0) + np.maximum(u - 1, 0)
        y = y + np.minimum(v, 0) + np.maximum(v - 1, 0)
        return x * self.width, y * self.height

    def pixel(self, place: Place) -> tuple[float, float]:
        """One place inside the window, in pixels; x within the board where it wraps."""
        x, y = self.pixels(np.array([self.plane.inside(place[0])]), np.array([place[1]]))
        return float(x[0] % self.width if self.plane.wraps else x[0]), float(y[0])
