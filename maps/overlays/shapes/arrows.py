"""Arrows: smooth lines through spaces, with a head."""

from collections.abc import Collection, Iterable, Sequence
from math import dist, hypot, inf

from PIL import Image, ImageDraw

from maps.board.assets import Box
from maps.board.powers import PAPER, style_of
from maps.looks.reading import Colour

Spot = tuple[float, float]

FINE = 2
ROWS = 32  # of a picture that are pasted at once
SHAFT = 7.0
HEAD = 22.0
RIM = 2.5
HEART = 0.5  # the share of a head that must be seen
TOUCHED = 0.05  # so much of that may be covered
BEND = 0.12  # how far an arrow bows out, as a share of its length

Weights = Sequence[tuple[float, float, float]]
"""How much the three spots of a curve count at each of its points."""


def _weights(shares: Iterable[float]) -> Weights:
    return [((1 - t) * (1 - t), 2 * (1 - t) * t, t * t) for t in shares]


ROUND, LONG = _weights(step / 16 for step in range(1, 17)), _weights(step / 24 for step in range(25))


def curve(spots: Sequence[Spot]) -> list[Spot]:
    """A smooth line through spots; with only two it bows a little, so that arrows there and back are two."""
    if len(spots) == 2:
        return bowed(spots[0], spots[1], BEND)
    points = [spots[0]]
    for i in range(1, len(spots) - 1):
        start = _between(spots[i - 1], spots[i]) if i > 1 else spots[0]
        end = _between(spots[i], spots[i + 1]) if i < len(spots) - 2 else spots[-1]
        points += _bezier(start, spots[i], end, ROUND)
    return points


def bowed(start: Spot, end: Spot, bow: float) -> list[Spot]:
    """A line that bows out by a share of its length."""
    (x0, y0), (x1, y1) = start, end
    middle = (x0 + x1) / 2 - (y1 - y0) * bow, (y0 + y1) / 2 + (x1 - x0) * bow
    return _bezier(start, middle, end, LONG)


def _between(a: Spot, b: Spot) -> Spot:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _bezier(a: Spot, b: Spot, c: Spot, weights: Weights) -> list[Spot]:
    (x0, y0), (x1, y1), (x2, y2) = a, b, c
    return [(u * x0 + v * x1 + w * x2, u * y0 + v * y1 + w * y2) for u, v, w in weights]


def outside(points: Sequence[Spot], start: Collection[Box], end: Collection[Box]) -> list[Spot]:
    """The part of a line between the boxes at its start and those at its end."""
    first = max((i for i, spot in enumerate(points) if _inside(spot, start)), default=0)
    last = min((i for i, spot in enumerate(points) if i > first and _inside(spot, end)), default=len(points) - 1)
    kept = list(points[first : last + 1])
    if len(kept) < 3:
        return kept if len(kept) > 1 else list(points[-2:])
    return [_edge(kept[1], kept[0], start), *kept[1:-1], _edge(kept[-2], kept[-1], end)]


def _edge(out: Spot, spot: Spot, boxes: Collection[Box]) -> Spot:
    """The last spot before boxes on the way from one outside to one that may be inside."""
    for _ in range(6 if _inside(spot, boxes) else 0):
        middle = _between(out, spot)
        out, spot = (out, middle) if _inside(middle, boxes) else (middle, spot)
    return out if _inside(spot, boxes) else spot


def _inside(spot: Spot, boxes: Collection[Box]) -> bool:
    return any(box[0] - 4 <= spot[0] <= box[2] + 4 and box[1] - 4 <= spot[1] <= box[3] + 4 for box in boxes)


def head_box(points: Sequence[Spot], scale: float = 1) -> Box:
    """The middle of the head of an arrow along a line: where something covers that, it is not seen where it ends."""
    tip, back = points[-1], _behind(points, HEAD * scale)
    x, y = tip[0] + (back[0] - tip[0]) * HEART, tip[1] + (back[1] - tip[1]) * HEART
    half = HEAD * scale * HEART / 2
    return int(x - half), int(y - half), int(x + half) + 1, int(y + half) + 1


def without_head(points: Sequence[Spot], scale: float) -> list[Spot]:
    """What is before the head of an arrow along a line."""
    return [spot for spot in points if dist(spot, points[-1]) > HEAD * scale] or [points[0]]


def with_free_head(points: Sequence[Spot], boxes: Collection[Box], scale: float = 1) -> list[Spot]:
    """A line that ends earlier where names or units would cover its head, as late as it is seen or best seen."""
    late = points[len(points) // 4 :]
    near = [box for box in _around(late, boxes) if any(_inside(spot, [box]) for spot in late)]
    best, least = len(points), inf
    for end in range(len(points), max(1, len(points) // 4), -1):
        covered = share_covered(head_box(points[:end], scale), near)
        if covered < least:
            best, least = end, covered
        if covered <= TOUCHED:
            break
    return list(points[:best])


def _around(points: Sequence[Spot], boxes: Iterable[Box]) -> list[Box]:
    """The boxes in which a spot may be inside."""
    left, right = min(x for x, _ in points) - 4, max(x for x, _ in points) + 4
    top, bottom = min(y for _, y in points) - 4, max(y for _, y in points) + 4
    return [b for b in boxes if b[0] <= right and b[2] >= left and b[1] <= bottom and b[3] >= top]


def share_covered(box: Box, others: Iterable[Box]) -> float:
    """How much of a box others cover."""
    left, top, right, bottom = box
    near = [b for b in others if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top]
    covered = sum((min(right, b[2]) - max(left, b[0])) * (min(bottom, b[3]) - max(top, b[1])) for b in near)
    return covered / ((right - left) * (bottom - top))


def _behind(points: Sequence[Spot], far: float) -> Spot:
    """The last spot of a line that is so far from its end; its first where none is."""
    x, y = points[-1]
    return next((spot for spot in reversed(points) if hypot(spot[0] - x, spot[1] - y) >= far), points[0])


def draw_arrow(picture: Image.Image, points: Sequence[Spot], power: str, scale: float = 1) -> None:
    """Draw an arrow along points of the picture in the colour of a power, with a light rim."""
    room = (HEAD + RIM) * scale
    left, top = (int(min(p[k] for p in points) - room) for k in (0, 1))
    right, bottom = (int(max(p[k] for p in points) + room) + 1 for k in (0, 1))
    left, top, right, bottom = max(0, left), max(0, top), min(picture.width, right), min(picture.height, bottom)
    if left >= right or top >= bottom:
        return
    local = [((x - left) * FINE, (y - top) * FINE) for x, y in points]
    for grown, colour in ((RIM, PAPER), (0.0, style_of(power).plate)):
        mask = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE), 0)
        _trace(ImageDraw.Draw(mask), local, FINE * scale, grown * FINE)
        _fill(picture, colour, (left, top), mask)


def _fill(picture: Image.Image, colour: Colour, corner: tuple[int, int], mask: Image.Image) -> None:
    """Paste a colour through a mask FINE times as large, some rows at a time, as an arrow covers little of its mask."""
    for top in range(0, mask.height, ROWS * FINE):
        rows = mask.crop((0, top, mask.width, min(top + ROWS * FINE, mask.height)))
        if box := rows.getbbox():
            left, right = box[0] // FINE, -(-box[2] // FINE)
            size = right - left, rows.height // FINE
            fine = rows.crop((left * FINE, 0, right * FINE, rows.height)).resize(size, Image.Resampling.BOX)
            picture.paste(Image.new("RGB", size, colour), (corner[0] + left, corner[1] + top // FINE), fine)


def _trace(draw: ImageDraw.ImageDraw, points: list[Spot], size: float, grown: float) -> None:
    """Draw shaft and head; all lengths of an arrow are multiplied by `size`, and it grows on all sides."""
    (tip_x, tip_y) = points[-1]
    head = HEAD * size
    back = _behind(points, head)
    length = hypot(tip_x - back[0], tip_y - back[1]) or 1.0
    along = (tip_x - back[0]) / length, (tip_y - back[1]) / length
    neck = tip_x - along[0] * head * 0.8, tip_y - along[1] * head * 0.8
    shaft = [p for p in points if hypot(p[0] - tip_x, p[1] - tip_y) >= head * 0.8] or [points[0]]
    width = int(SHAFT * size + 2 * grown)
    draw.line([*shaft, neck], fill=255, width=width)
    within = width / 2 - 1
    for x, y in shaft[1:]:  # round joints, in a third of the time that those of Pillow take
        draw.ellipse((x - within, y - within, x + within, y + within), fill=255)
    radius = SHAFT * size / 2 + grown
    draw.ellipse((points[0][0] - radius, points[0][1] - radius, points[0][0] + radius, points[0][1] + radius), fill=255)
    half, front = head * 0.48 + 1.6 * grown, 2 * grown
    draw.polygon(
        [
            (tip_x + along[0] * front, tip_y + along[1] * front),
            (neck[0] - along[0] * grown - along[1] * half, neck[1] - along[1] * grown + along[0] * half),
            (neck[0] - along[0] * grown + along[1] * half, neck[1] - along[1] * grown - along[0] * half),
        ],
        fill=255,
    )
