"""Silhouettes of units and facilities, drawn as plain shapes on a square of 64 x 64."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import accumulate
from math import cos, pi, radians, sin
from pathlib import Path

from PIL import Image, ImageDraw

GRID = 64
FINE = 8
KEPT = Path(__file__).parents[1] / "assets" / "silhouettes.png"
SIZES = (38, 32, 30, 25, 20, 19, 15, 12)  # of those that are kept
LEFT = dict(zip(SIZES, accumulate((0, *SIZES)), strict=False))  # edges of their columns

Point = tuple[float, float]


class Sketch:
    """A white-on-black drawing in grid units."""

    def __init__(self) -> None:
        self.image = Image.new("L", (GRID * FINE, GRID * FINE), 0)
        self._draw = ImageDraw.Draw(self.image)

    def shape(self, *points: Point, cut: bool = False) -> None:
        """A filled polygon; `cut` takes it away instead."""
        self._draw.polygon([(x * FINE, y * FINE) for x, y in points], fill=0 if cut else 255)

    def bar(self, left: float, top: float, right: float, bottom: float, round_by: float = 0, cut: bool = False) -> None:
        """A filled rectangle, its corners rounded by so much."""
        box = (int(left * FINE), int(top * FINE), int(right * FINE), int(bottom * FINE))
        radius = min(int(round_by * FINE), (box[3] - box[1]) // 2 - 1, (box[2] - box[0]) // 2 - 1)
        self._draw.rounded_rectangle(box, radius=max(0, radius), fill=0 if cut else 255)

    def disc(self, x: float, y: float, radius: float, cut: bool = False) -> None:
        """A filled circle."""
        box = ((x - radius) * FINE, (y - radius) * FINE, (x + radius) * FINE, (y + radius) * FINE)
        self._draw.ellipse(box, fill=0 if cut else 255)

    def line(self, width: float, *points: Point) -> None:
        """A line through points."""
        self._draw.line([(x * FINE, y * FINE) for x, y in points], fill=255, width=int(width * FINE), joint="curve")


def infantry(s: Sketch) -> None:
    """A soldier's head and shoulders under a helmet."""
    s.shape((13, 25), (15, 15), (22, 7), (32, 4), (42, 7), (49, 15), (51, 25))
    s.bar(5, 23, 59, 30, 3)
    s.shape((18, 33), (46, 33), (43, 42), (37, 47), (27, 47), (21, 42))
    s.shape((4, 63), (6, 54), (13, 49), (22, 47), (32, 54), (42, 47), (51, 49), (58, 54), (60, 63))


def mechanized_infantry(s: Sketch) -> None:
    """A half-track with men in its bed."""
    s.shape((1, 41), (1, 31), (13, 28), (18, 16), (30, 16), (30, 27), (63, 27), (63, 41))
    s.shape((19, 26), (22, 20), (27, 20), (27, 26), cut=True)
    for x in (38, 48, 58):
        s.disc(x, 20, 4.6)
    s.bar(24, 38, 63, 57, 9)
    for x in (33, 44, 55):
        s.disc(x - 0.5, 47.5, 3.4, cut=True)
    s.disc(12, 47, 10)
    s.disc(12, 47, 4, cut=True)


def artillery(s: Sketch) -> None:
    """A field gun, its trail to the left."""
    s.line(8, (18, 40), (62, 14))
    s.line(7, (24, 42), (1, 58))
    s.shape((30, 12), (41, 9), (41, 42), (30, 42))
    s.disc(26, 43, 17)
    s.disc(26, 43, 11, cut=True)
    s.disc(26, 43, 5)


def tank(s: Sketch) -> None:
    """A tank from the side."""
    s.bar(1, 36, 61, 58, 11)
    s.shape((5, 37), (12, 27), (52, 27), (59, 37))
    s.shape((15, 28), (20, 11), (42, 11), (47, 28))
    s.line(7, (40, 19), (64, 16))
    for x in (13, 25, 37, 49):
        s.disc(x, 47, 4.4, cut=True)


def antiaircraft(s: Sketch) -> None:
    """Two barrels pointing up from a mount on four feet."""
    s.line(6.5, (20, 42), (41, 3))
    s.line(6.5, (36, 44), (57, 5))
    s.bar(6, 37, 46, 47, 4)
    s.shape((21, 46), (33, 46), (35, 54), (50, 57), (50, 63), (4, 63), (4, 57), (19, 54))


def _aircraft(scale: float = 1.0, turned: float = 0.0, at: Point = (32, 32)) -> tuple[Point, ...]:
    """The outline of a single-engined aircraft from above, its nose up, or turned to the right by this many degrees."""
    half = (
        (0, -30), (3.5, -27), (5, -20), (6, -11), (27, -5), (31, 0), (27, 4), (6, 6), (3.5, 19), (14, 23), (14, 29),
        (2, 28),
    )  # fmt: skip
    c, s = scale * cos(radians(turned)), scale * sin(radians(turned))
    outline = (*half, *((-x, y) for x, y in reversed(half)))
    return tuple((at[0] + c * x - s * y, at[1] + s * x + c * y) for x, y in outline)


def fighter(s: Sketch) -> None:
    """A single-engined aircraft from above, its propeller turning."""
    s.shape(*_aircraft(at=(32, 34)))
    s.bar(21, 2, 43, 6, 2)


def tactical_bomber(s: Sketch) -> None:
    """A single-engined aircraft in a dive, with its bomb."""
    s.shape(*_aircraft(0.98, 135, (26, 27)))
    s.line(9, (46, 60), (54, 52))
    s.disc(57, 49, 4.5)
    s.disc(45, 61, 3)


def bomber(s: Sketch) -> None:
    """A four-engined aircraft from above."""
    s.shape((32, 0), (38, 5), (39, 21), (64, 27), (64, 37), (39, 38), (37, 50), (51, 54), (51, 62), (32, 61))
    s.shape((32, 0), (26, 5), (25, 21), (0, 27), (0, 37), (25, 38), (27, 50), (13, 54), (13, 62), (32, 61))
    for x in (8, 19, 45, 56):
        s.bar(x - 3.2, 14, x + 3.2, 32, 2)


def battleship(s: Sketch) -> None:
    """Two big turrets and a tall bridge."""
    s.shape((0, 42), (64, 40), (57, 58), (7, 58))
    s.bar(6, 31, 21, 43, 2)
    s.bar(44, 30, 59, 42, 2)
    s.line(5, (10, 35), (-2, 28))
    s.line(5, (54, 34), (66, 27))
    s.shape((22, 43), (24, 25), (41, 25), (43, 43))
    s.shape((27, 26), (29, 7), (36, 7), (38, 26))
    s.bar(22, 13, 43, 18)
    s.line(3, (32, 9), (32, 0))


def cruiser(s: Sketch) -> None:
    """Two funnels between two small turrets."""
    s.shape((1, 44), (63, 41), (56, 57), (8, 57))
    s.bar(7, 37, 17, 45, 2)
    s.line(3.5, (10, 40), (0, 35))
    s.bar(20, 33, 47, 45)
    s.shape((22, 34), (20, 11), (29, 11), (31, 34))
    s.shape((36, 34), (34, 11), (43, 11), (45, 34))
    s.bar(49, 35, 58, 43, 2)
    s.line(3.5, (55, 38), (65, 33))


def destroyer(s: Sketch) -> None:
    """A slim hull, one raked funnel, a mast over the bridge, a gun before it."""
    s.shape((1, 46), (43, 46), (64, 38), (54, 57), (10, 57))
    s.shape((14, 47), (10, 23), (22, 23), (26, 47))
    s.bar(33, 29, 45, 46, 1)
    s.line(3.4, (38, 30), (38, 10))
    s.line(3, (33, 19), (43, 19))
    s.line(4, (48, 42), (48, 36), (59, 31))


def aircraft_carrier(s: Sketch) -> None:
    """A flat deck with an island and an aircraft that takes off."""
    s.bar(0, 30, 64, 38, 1)
    s.shape((5, 38), (61, 38), (54, 57), (12, 57))
    for x in (15, 27, 39):
        s.bar(x, 42, x + 7, 47, cut=True)
    s.bar(41, 16, 54, 31)
    s.line(3.5, (47, 17), (47, 3))
    s.shape((3, 15), (8, 14), (11, 19), (29, 19), (33, 23), (28, 26), (8, 25))


def submarine(s: Sketch) -> None:
    """A low round hull with a tower."""
    s.shape((8, 38), (54, 36), (64, 44), (54, 54), (8, 52), (3, 45))
    s.shape((22, 39), (25, 22), (42, 22), (44, 38))
    s.line(4, (34, 23), (34, 8), (43, 8))
    s.shape((0, 32), (9, 40), (9, 50), (0, 58))


def transport(s: Sketch) -> None:
    """A freighter with a derrick amidships."""
    s.shape((0, 39), (64, 39), (56, 58), (8, 58))
    s.bar(4, 24, 20, 40)
    s.bar(8, 11, 15, 25)
    s.line(4, (43, 40), (43, 8))
    s.line(3.4, (43, 13), (25, 33))
    s.line(3.4, (43, 13), (61, 33))
    s.bar(28, 33, 38, 40)
    s.bar(48, 33, 58, 40)


def factory(s: Sketch) -> None:
    """A saw-tooth roof and a chimney."""
    s.shape((3, 59), (3, 30), (18, 39), (18, 30), (32, 39), (32, 30), (45, 39), (46, 7), (55, 7), (58, 59))
    for x in (10, 24, 38):
        s.bar(x, 46, x + 7, 53, cut=True)


def small_factory(s: Sketch) -> None:
    """One saw tooth and a short chimney."""
    s.shape((7, 60), (7, 31), (35, 43), (37, 14), (50, 14), (55, 60))
    s.bar(16, 47, 25, 54, cut=True)
    s.bar(34, 47, 43, 54, cut=True)


def large_factory(s: Sketch) -> None:
    """Two saw teeth and three tall chimneys."""
    s.shape((1, 60), (1, 33), (14, 41), (14, 33), (26, 41), (27, 26), (63, 26), (63, 60))
    for x in (28, 41, 54):
        s.bar(x, 3, x + 8, 30)
    for x in (7, 20, 34, 48):
        s.bar(x, 46, x + 7, 53, cut=True)


def upgrade(s: Sketch) -> None:
    """An arrow that rises from a bar."""
    s.shape((32, 4), (60, 32), (43, 32), (43, 46), (21, 46), (21, 32), (4, 32))
    s.bar(6, 52, 58, 60, 2)


def air_base(s: Sketch) -> None:
    """A hangar with an aircraft in its gate."""
    arch = [(32 - 31 * cos(pi * step / 20), 60 - 54 * sin(pi * step / 20)) for step in range(21)]
    s.shape(*arch)
    s.shape(*_aircraft(0.68, 0, (32, 38)), cut=True)


def naval_base(s: Sketch) -> None:
    """An anchor."""
    s.disc(32, 10, 9)
    s.disc(32, 10, 4, cut=True)
    s.line(7, (32, 17), (32, 58))
    s.line(6.5, (18, 26), (46, 26))
    s.line(7.5, (8, 38), (13, 50), (32, 59), (51, 50), (56, 38))
    s.shape((0, 44), (8, 28), (18, 44))
    s.shape((46, 44), (56, 28), (64, 44))


def kamikaze(s: Sketch) -> None:
    """An aircraft from the side in a steep dive, and the water below."""
    s.shape((8, 0), (18, 2), (44, 38), (48, 47), (39, 44), (6, 12))
    s.shape((24, 26), (32, 17), (58, 13), (60, 19))
    s.shape((5, 14), (0, 22), (7, 24), (13, 15))
    s.line(4.5, (20, 58), (34, 58))
    s.line(4.5, (42, 58), (63, 58))


def unknown(s: Sketch) -> None:
    """A plain block for a unit without a silhouette."""
    s.bar(12, 12, 52, 52, 6)


SILHOUETTES: dict[str, Callable[[Sketch], None]] = {
    "infantry": infantry,
    "mechanized_infantry": mechanized_infantry,
    "artillery": artillery,
    "tank": tank,
    "aaa": antiaircraft,
    "antiaircraft_artillery": antiaircraft,
    "anti_aircraft_gun": antiaircraft,
    "antiaircraft_gun": antiaircraft,
    "fighter": fighter,
    "tactical_bomber": tactical_bomber,
    "bomber": bomber,
    "strategic_bomber": bomber,
    "submarine": submarine,
    "transport": transport,
    "destroyer": destroyer,
    "cruiser": cruiser,
    "aircraft_carrier": aircraft_carrier,
    "battleship": battleship,
    "industrial_complex": factory,
    "minor_industrial_complex": small_factory,
    "major_industrial_complex": large_factory,
    "industrial_complex_upgrade": upgrade,
    "air_base": air_base,
    "naval_base": naval_base,
    "kamikaze": kamikaze,
}
ORDER = {unit: place for place, unit in enumerate(SILHOUETTES)}


def units_in_order(units: Mapping[str, int]) -> list[tuple[str, int]]:
    """Units with their numbers in the order in which they are always shown."""
    return sorted(units.items(), key=lambda item: (ORDER.get(item[0], len(ORDER)), item[0]))


@lru_cache(maxsize=256)
def silhouette(unit: str, size: int) -> Image.Image:
    """The mask of a unit or facility, size x size: kept in a picture, because drawing it takes two milliseconds."""
    if size not in SIZES:
        return drawn(unit, size)
    top = ORDER.get(unit, len(ORDER)) * SIZES[0]
    return _all_kept().crop((LEFT[size], top, LEFT[size] + size, top + size))


@lru_cache(maxsize=1)
def _all_kept() -> Image.Image:
    with Image.open(KEPT) as image:
        image.load()
        return image


def all_drawn() -> Image.Image:
    """All silhouettes in the sizes that are kept, drawn now: a row for each, the unknown one last."""
    whole = Image.new("L", (sum(SIZES), (len(ORDER) + 1) * SIZES[0]))
    for unit, row in (*ORDER.items(), ("", len(ORDER))):
        for size in SIZES:
            whole.paste(drawn(unit, size), (LEFT[size], row * SIZES[0]))
    return whole


def drawn(unit: str, size: int) -> Image.Image:
    """The same, drawn now."""
    sketch = Sketch()
    SILHOUETTES.get(unit, unknown)(sketch)
    return sketch.image.resize((size, size), Image.Resampling.LANCZOS)
