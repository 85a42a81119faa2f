"""The shapes of emblems: plain geometry, no national symbols. A look in `data/looks` names the one of its power."""

from collections.abc import Callable

from PIL import ImageDraw

Points = list[tuple[float, float]]


def _polygons(*shapes: Points) -> Callable[[ImageDraw.ImageDraw, float], None]:
    def draw(canvas: ImageDraw.ImageDraw, size: float) -> None:
        for shape in shapes:
            canvas.polygon([(x * size, y * size) for x, y in shape], fill=255)

    return draw


def _ring(canvas: ImageDraw.ImageDraw, size: float) -> None:
    canvas.ellipse((0, 0, size - 1, size - 1), fill=255)
    canvas.ellipse((0.29 * size, 0.29 * size, 0.71 * size, 0.71 * size), fill=0)


def _target(canvas: ImageDraw.ImageDraw, size: float) -> None:
    _ring(canvas, size)
    canvas.ellipse((0.4 * size, 0.4 * size, 0.6 * size, 0.6 * size), fill=255)


def _dot(canvas: ImageDraw.ImageDraw, size: float) -> None:
    canvas.ellipse((0.25 * size, 0.25 * size, 0.75 * size, 0.75 * size), fill=255)


def _half(canvas: ImageDraw.ImageDraw, size: float) -> None:
    canvas.pieslice((0, -0.02 * size, size - 1, 0.98 * size), 90, 270, fill=255)


def _three(canvas: ImageDraw.ImageDraw, size: float) -> None:
    for x, y in ((0.5, 0.24), (0.24, 0.72), (0.76, 0.72)):
        canvas.ellipse(((x - 0.22) * size, (y - 0.22) * size, (x + 0.22) * size, (y + 0.22) * size), fill=255)


def _box(left: float, top: float, right: float, bottom: float) -> Points:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


EMBLEMS: dict[str, Callable[[ImageDraw.ImageDraw, float], None]] = {
    "triangle": _polygons([(0.5, 0.03), (1, 0.93), (0, 0.93)]),
    "diamond": _polygons([(0.5, 0), (0.96, 0.5), (0.5, 1), (0.04, 0.5)]),
    "ring": _ring,
    "bars": _polygons(_box(0.02, 0.1, 0.98, 0.4), _box(0.02, 0.6, 0.98, 0.9)),
    "square": _polygons(_box(0.09, 0.09, 0.91, 0.91)),
    "hourglass": _polygons([(0.05, 0.03), (0.95, 0.03), (0.5, 0.5)], [(0.05, 0.97), (0.95, 0.97), (0.5, 0.5)]),
    "plus": _polygons(_box(0.35, 0, 0.65, 1), _box(0, 0.35, 1, 0.65)),
    "chevron": _polygons([(0, 0.2), (0.5, 0.62), (1, 0.2), (1, 0.52), (0.5, 0.94), (0, 0.52)]),
    "half": _half,
    "pillars": _polygons(_box(0.1, 0.02, 0.4, 0.98), _box(0.6, 0.02, 0.9, 0.98)),
    "slash": _polygons([(0.66, 0), (1, 0), (0.34, 1), (0, 1)]),
    "three": _three,
    "dot": _dot,
    "target": _target,
}
