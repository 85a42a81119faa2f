"""Silhouettes of units and facilities, drawn as plain shapes on a square of 64 x 64."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

GRID = 64
FINE = 8


class Sketch:
    """A white-on-black drawing in grid units."""

    def __init__(self) -> None:
        self.image = Image.new("L", (GRID * FINE, GRID * FINE), 0)
        self._draw = ImageDraw.Draw(self.image)

    def shape(self, *points: tuple[float, float], cut: bool = False) -> None:
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

    def line(self, width: float, *points: tuple[float, float]) -> None:
        """A line through points."""
        self._draw.line([(x * FINE, y * FINE) for x, y in points], fill=255, width=int(width * FINE), joint="curve")


def infantry(s: Sketch) -> None:
    """A helmet with its brim over a chin strap."""
    s.shape((10, 36), (12, 22), (21, 12), (32, 9), (43, 12), (52, 22), (54, 36))
    s.bar(3, 34, 61, 41, 3)
    s.shape((16, 44), (48, 44), (45, 54), (37, 60), (27, 60), (19, 54))


def mechanized_infantry(s: Sketch) -> None:
    """A half-track."""
    s.shape((2, 30), (14, 26), (22, 14), (62, 14), (62, 42), (2, 42))
    s.shape((20, 26), (25, 18), (33, 18), (33, 26), cut=True)
    s.bar(26, 38, 62, 54, 8)
    s.bar(33, 43, 55, 48, 2, cut=True)
    s.disc(13, 46, 9)
    s.disc(13, 46, 3.5, cut=True)


def artillery(s: Sketch) -> None:
    """A field gun, its trail to the left."""
    s.line(6.5, (18, 38), (62, 14))
    s.line(6, (24, 42), (2, 56))
    s.shape((30, 14), (40, 12), (40, 42), (30, 42))
    s.disc(25, 43, 15)
    s.disc(25, 43, 9, cut=True)
    s.disc(25, 43, 4.5)


def tank(s: Sketch) -> None:
    """A tank from the side."""
    s.bar(2, 36, 60, 56, 10)
    s.shape((6, 37), (13, 27), (51, 27), (58, 37))
    s.shape((17, 28), (21, 14), (42, 14), (46, 28))
    s.line(6, (40, 21), (63, 18))
    for x in (13, 25, 37, 49):
        s.disc(x, 46, 4.2, cut=True)


def antiaircraft(s: Sketch) -> None:
    """Two barrels pointing up from a mount."""
    s.line(6, (22, 40), (42, 4))
    s.line(6, (36, 42), (56, 8))
    s.bar(10, 38, 48, 47, 3)
    s.shape((23, 47), (35, 47), (46, 60), (12, 60))


def fighter(s: Sketch) -> None:
    """A single-engined aircraft from above."""
    s.shape((32, 1), (37, 9), (38, 23), (63, 32), (63, 41), (38, 39), (36, 51), (45, 56), (45, 62))
    s.shape((32, 1), (27, 9), (26, 23), (1, 32), (1, 41), (26, 39), (28, 51), (19, 56), (19, 62))
    s.shape((27, 9), (37, 9), (45, 62), (19, 62), (28, 51), (26, 30))
    s.shape((19, 62), (45, 62), (32, 57), cut=True)


def tactical_bomber(s: Sketch) -> None:
    """A dive bomber from above, with bent wings."""
    s.shape((32, 2), (37, 10), (37, 24), (48, 20), (63, 31), (63, 39), (48, 33), (36, 39), (35, 50), (47, 54), (47, 60))
    s.shape((32, 2), (27, 10), (27, 24), (16, 20), (1, 31), (1, 39), (16, 33), (28, 39), (29, 50), (17, 54), (17, 60))
    s.shape((27, 10), (37, 10), (36, 60), (28, 60))
    s.bar(14, 32, 18, 46, 2)
    s.bar(46, 32, 50, 46, 2)


def bomber(s: Sketch) -> None:
    """A four-engined aircraft from above."""
    s.shape((32, 0), (37, 6), (38, 22), (64, 28), (64, 38), (38, 37), (36, 52), (48, 57), (48, 63), (32, 60))
    s.shape((32, 0), (27, 6), (26, 22), (0, 28), (0, 38), (26, 37), (28, 52), (16, 57), (16, 63), (32, 60))
    for x in (10, 20, 44, 54):
        s.bar(x - 2.6, 17, x + 2.6, 31, 2)


def battleship(s: Sketch) -> None:
    """Two big turrets and a tall bridge."""
    s.shape((0, 42), (64, 40), (57, 56), (7, 56))
    s.bar(8, 33, 21, 43, 2)
    s.bar(45, 32, 57, 42, 2)
    s.line(3.5, (10, 36), (0, 31))
    s.line(3.5, (54, 35), (64, 30))
    s.bar(23, 27, 43, 43)
    s.shape((26, 28), (29, 8), (36, 8), (38, 28))
    s.bar(23, 15, 42, 20)
    s.line(2.5, (32, 9), (32, 1))


def cruiser(s: Sketch) -> None:
    """Two funnels between two small turrets."""
    s.shape((3, 44), (62, 42), (55, 56), (9, 56))
    s.bar(11, 37, 20, 45, 2)
    s.line(3, (13, 39), (4, 36))
    s.bar(24, 31, 44, 45)
    s.bar(27, 16, 33, 32)
    s.bar(37, 20, 42, 32)
    s.bar(47, 36, 54, 44, 2)
    s.line(3, (52, 38), (61, 35))


def destroyer(s: Sketch) -> None:
    """A slim hull, one funnel, a thin mast."""
    s.shape((4, 46), (61, 42), (53, 55), (11, 55))
    s.bar(26, 35, 42, 46)
    s.shape((20, 46), (20, 26), (27, 26), (27, 46))
    s.line(2.8, (37, 36), (37, 13))
    s.line(2.2, (31, 20), (43, 20))
    s.bar(46, 37, 52, 44, 1)
    s.line(2.8, (50, 39), (59, 36))


def aircraft_carrier(s: Sketch) -> None:
    """A flat deck with an island."""
    s.bar(0, 31, 64, 38, 1)
    s.shape((4, 38), (61, 38), (55, 55), (11, 55))
    s.bar(9, 41, 52, 44, cut=True)
    s.bar(37, 19, 50, 32)
    s.line(3, (43, 20), (43, 8))
    s.shape((9, 29), (15, 22), (19, 29), (30, 25), (26, 30))


def submarine(s: Sketch) -> None:
    """A low round hull with a tower."""
    s.bar(4, 35, 63, 51, 8)
    s.shape((24, 37), (26, 22), (41, 22), (42, 37))
    s.line(3, (33, 23), (33, 11), (40, 11))
    s.shape((0, 30), (9, 37), (9, 49), (0, 56))


def transport(s: Sketch) -> None:
    """A freighter with a derrick."""
    s.shape((1, 40), (63, 40), (55, 56), (9, 56))
    s.bar(7, 25, 22, 41)
    s.bar(11, 14, 17, 26)
    s.bar(27, 31, 37, 41)
    s.bar(41, 31, 54, 41)
    s.line(2.6, (46, 32), (46, 13))
    s.line(2.6, (31, 33), (46, 16))


def factory(s: Sketch) -> None:
    """A saw-tooth roof and a chimney."""
    s.shape((3, 59), (3, 30), (18, 39), (18, 30), (32, 39), (32, 30), (45, 39), (46, 7), (55, 7), (58, 59))
    for x in (10, 24, 38):
        s.bar(x, 46, x + 7, 53, cut=True)


def air_base(s: Sketch) -> None:
    """A runway in the haze."""
    s.shape((24, 60), (29, 4), (35, 4), (40, 60))
    s.bar(5, 40, 59, 47)
    for y in (10, 24, 51):
        s.bar(31, y, 33, y + 8, cut=True)


def naval_base(s: Sketch) -> None:
    """An anchor."""
    s.disc(32, 10, 8)
    s.disc(32, 10, 3.5, cut=True)
    s.line(6, (32, 16), (32, 58))
    s.line(6, (19, 25), (45, 25))
    s.line(6.5, (8, 38), (13, 51), (32, 59), (51, 51), (56, 38))
    s.shape((2, 43), (9, 29), (17, 43))
    s.shape((47, 43), (55, 29), (62, 43))


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
    "minor_industrial_complex": factory,
    "major_industrial_complex": factory,
    "air_base": air_base,
    "naval_base": naval_base,
}
ORDER = {unit: place for place, unit in enumerate(SILHOUETTES)}


def units_in_order(units: Mapping[str, int]) -> list[tuple[str, int]]:
    """Units with their numbers in the order in which they are always shown."""
    return sorted(units.items(), key=lambda item: (ORDER.get(item[0], len(ORDER)), item[0]))


@lru_cache(maxsize=256)
def silhouette(unit: str, size: int) -> Image.Image:
    """The mask of a unit or facility, size x size."""
    sketch = Sketch()
    SILHOUETTES.get(unit, unknown)(sketch)
    return sketch.image.resize((size, size), Image.Resampling.LANCZOS)
