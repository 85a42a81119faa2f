"""What is drawn over a board for one phase: arrows of moves, their labels, the title strip."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot

from PIL import Image, ImageDraw

from maps.board import Box
from maps.lettering import font, text_width
from maps.powers import DARK, PAPER, emblem_disc, style_of
from maps.sprites import rounded_mask

Spot = tuple[float, float]

FINE = 2
SHAFT = 7.0
HEAD = 22.0
RIM = 2.5
BEND = 0.12  # how far an arrow bows out, as a share of its length
LABEL_SIZE = 17
FARTHEST_LABEL = 100
LABEL_SHARES = (0.5, 0.35, 0.65, 0.2, 0.8)
LABEL_DOWN = (0, -30, 30, -60, 60, -90, 90)
TITLE_GROUND = (33, 38, 46)


@dataclass(frozen=True)
class Arrow:
    """A move of the phase: the spaces passed (two at least), the power, and what moves in a few words."""

    path: tuple[str, ...]
    power: str
    label: str

    def __post_init__(self) -> None:
        if len(self.path) < 2:
            raise ValueError(f"an arrow runs between two spaces, not {self.path}")


def curve(spots: Sequence[Spot]) -> list[Spot]:
    """A smooth line through spots; with only two it bows a little, so that arrows there and back are two."""
    if len(spots) == 2:
        (x0, y0), (x1, y1) = spots
        middle = (x0 + x1) / 2 - (y1 - y0) * BEND, (y0 + y1) / 2 + (x1 - x0) * BEND
        return [_bezier(spots[0], middle, spots[1], step / 24) for step in range(25)]
    points = [spots[0]]
    for i in range(1, len(spots) - 1):
        start = _between(spots[i - 1], spots[i]) if i > 1 else spots[0]
        end = _between(spots[i], spots[i + 1]) if i < len(spots) - 2 else spots[-1]
        points += [_bezier(start, spots[i], end, step / 16) for step in range(1, 17)]
    return points


def _between(a: Spot, b: Spot) -> Spot:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _bezier(a: Spot, b: Spot, c: Spot, t: float) -> Spot:
    u = 1 - t
    return tuple(u * u * p + 2 * u * t * q + t * t * r for p, q, r in zip(a, b, c, strict=True))  # type: ignore[return-value]


def outside(points: Sequence[Spot], start: Iterable[Box], end: Iterable[Box]) -> list[Spot]:
    """The part of a line between the boxes at its start and those at its end."""
    first = max((i for i, spot in enumerate(points) if _inside(spot, start)), default=0)
    last = min((i for i, spot in enumerate(points) if i > first and _inside(spot, end)), default=len(points) - 1)
    kept = list(points[first : last + 1])
    return kept if len(kept) > 1 else list(points[-2:])


def _inside(spot: Spot, boxes: Iterable[Box]) -> bool:
    return any(box[0] - 4 <= spot[0] <= box[2] + 4 and box[1] - 4 <= spot[1] <= box[3] + 4 for box in boxes)


def draw_arrow(picture: Image.Image, points: Sequence[Spot], power: str) -> None:
    """Draw an arrow along points in the colour of a power, with a light rim."""
    room = HEAD + RIM
    left, top = (int(min(p[k] for p in points) - room) for k in (0, 1))
    right, bottom = (int(max(p[k] for p in points) + room) + 1 for k in (0, 1))
    left, top, right, bottom = max(0, left), max(0, top), min(picture.width, right), min(picture.height, bottom)
    if left >= right or top >= bottom:
        return
    local = [((x - left) * FINE, (y - top) * FINE) for x, y in points]
    for grown, colour in ((RIM, PAPER), (0.0, style_of(power).plate)):
        mask = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE), 0)
        _trace(ImageDraw.Draw(mask), local, grown * FINE)
        mask = mask.resize((right - left, bottom - top), Image.Resampling.BOX)
        picture.paste(colour, (left, top), mask)


def _trace(draw: ImageDraw.ImageDraw, points: list[Spot], grown: float) -> None:
    (tip_x, tip_y) = points[-1]
    back = next((p for p in reversed(points) if hypot(p[0] - tip_x, p[1] - tip_y) >= HEAD * FINE), points[0])
    length = hypot(tip_x - back[0], tip_y - back[1]) or 1.0
    along = (tip_x - back[0]) / length, (tip_y - back[1]) / length
    neck = tip_x - along[0] * HEAD * FINE * 0.8, tip_y - along[1] * HEAD * FINE * 0.8
    shaft = [p for p in points if hypot(p[0] - tip_x, p[1] - tip_y) >= HEAD * FINE * 0.8] or [points[0]]
    draw.line([*shaft, neck], fill=255, width=int(SHAFT * FINE + 2 * grown), joint="curve")
    radius = SHAFT * FINE / 2 + grown
    draw.ellipse((points[0][0] - radius, points[0][1] - radius, points[0][0] + radius, points[0][1] + radius), fill=255)
    half, front = HEAD * FINE * 0.48 + 1.6 * grown, 2 * grown
    draw.polygon(
        [
            (tip_x + along[0] * front, tip_y + along[1] * front),
            (neck[0] - along[0] * grown - along[1] * half, neck[1] - along[1] * grown + along[0] * half),
            (neck[0] - along[0] * grown + along[1] * half, neck[1] - along[1] * grown - along[0] * half),
        ],
        fill=255,
    )


def move_label(text: str, power: str) -> Image.Image:
    """The words of a move on a light panel with the power's emblem."""
    width, height = text_width(text, LABEL_SIZE, 600) + 32, 24
    panel = Image.new("RGBA", (width, height), (*DARK, 0))
    panel.paste((*style_of(power).plate, 255), (0, 0), rounded_mask(width, height, 6))
    panel.paste((*PAPER, 255), (2, 2), rounded_mask(width - 4, height - 4, 4))
    panel.alpha_composite(emblem_disc(power, 18), (4, 3))
    spot = (26, height / 2)
    ImageDraw.Draw(panel).text(spot, text, font=font(LABEL_SIZE, 600), fill=(*DARK, 255), anchor="lm")
    return panel


def place_label(
    size: tuple[int, int], points: Sequence[Spot], taken: Iterable[Box], picture: tuple[int, int]
) -> Box | None:
    """The place for a move's label by its arrow that covers least of what is there; None if the arrow is not seen."""
    width, height = size
    seen = [(x, y) for x, y in points if 0 <= x < picture[0] and 0 <= y < picture[1]]
    if not seen:
        return None
    reach = width + FARTHEST_LABEL
    near = [box for box in taken if any(_inside(spot, (_grown(box, reach),)) for spot in (seen[0], seen[-1]))]
    near += [box for box in taken if box not in near and _inside(seen[len(seen) // 2], (_grown(box, reach),))]
    best: tuple[float, Box] | None = None
    for share, beside, down in product(LABEL_SHARES, (0, -1, 1), LABEL_DOWN):
        x, y = seen[round((len(seen) - 1) * share)]
        dx = beside * (width / 2 + 16)
        left = int(min(max(2, x + dx - width / 2), picture[0] - width - 2))
        top = int(min(max(2, y + down - height / 2), picture[1] - height - 2))
        box = left, top, left + width, top + height
        cost = sum(_overlap(box, other) for other in near) + 0.3 * hypot(dx, down) + 40 * abs(share - 0.5)
        if best is None or cost < best[0]:
            best = cost, box
    return best[1] if best else None


def _grown(box: Box, by: int) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _overlap(a: Box, b: Box) -> int:
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))


def title_strip(width: int, title: str, power: str, legend: str) -> tuple[Image.Image, dict[str, Box]]:
    """The strip above a picture: emblem, title, and at the right what signs mean; and where these texts stand."""
    height = max(44, width // 46)
    strip = Image.new("RGB", (width, height), TITLE_GROUND)
    draw = ImageDraw.Draw(strip)
    size, pad = round(height * 0.62), height // 4
    x = pad
    if power:
        disc = emblem_disc(power, round(height * 0.7))
        strip.paste(disc, (x, (height - disc.height) // 2), disc)
        x += disc.width + pad
    draw.text((x, height / 2), title, font=font(size, 600), fill=PAPER, anchor="lm")
    texts = {title: (x, 0, x + text_width(title, size, 600), height)}
    x = texts[title][2]
    small = round(height * 0.42)
    if legend and x + 2 * pad + text_width(legend, small, 600) < width:
        draw.text((width - pad, height / 2), legend, font=font(small, 600), fill=(190, 198, 208), anchor="rm")
        texts[legend] = width - pad - text_width(legend, small, 600), 0, width - pad, height
    return strip, texts
