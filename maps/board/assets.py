"""The committed assets of a board, loaded when first drawn. Coordinates are pixels of the board."""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Any

from PIL import Image, PngImagePlugin  # noqa: F401  # else the first picture waits for that

from maps.board.lettering import land_label_size, zone_label_size

ASSETS = Path(__file__).parents[1] / "assets"
COMPILED = ("meta.json", "ground.png", "ink.png", "sea.png", "labels.png")
FACTS = Path(__file__).parents[2] / "data" / "boards"
BAND = 4  # height of the strips in which the assets tell free room
KEPT_BOARDS = 2
AROUND_NAMES = 140  # pixels at the sides of a map that is part of a board
# Shades of the sea in the assets, and their colours: lines between zones, deep and shallow water, ice.
DEEP, SHALLOW, ICE = 120, 200, 252
SEA = {0: (70, 108, 144), DEEP: (141, 182, 208), SHALLOW: (184, 213, 227), ICE: (229, 236, 241), 255: (229, 236, 241)}
# In the ground every sixth shade of the sea is told, the lightest by the first of these numbers; less are the lands'.
SHADE_STEP, FIRST_SHADE = 6, 213
SYMBOLS = ("convoy", "kamikaze")

Box = tuple[int, int, int, int]  # left, top, right, bottom


class UnknownPlace(LookupError):
    """There is no board, region or space of that name."""


class BoardNotDrawn(UnknownPlace):
    """Nobody has compiled the pictures of that board yet."""


@dataclass(frozen=True)
class Space:
    """A territory or sea zone as it lies on the board."""

    id: str
    name: str
    is_sea: bool
    number: int  # its label in the land or sea image
    label_at: tuple[int, int]  # centre of the name
    lines: tuple[str, ...]
    anchor: tuple[int, int]  # a pixel of the space near its name
    box: Box  # may go beyond the right edge where the board wraps
    room_top: int
    strips: Sequence[Sequence[int]]  # free room per BAND rows: x0, x1, x0, x1, ...
    value: int
    city: str
    emblem: str  # the power whose territory it is from the start, no matter who holds it
    closed: bool
    neutral: str  # the leaning of a neutral: strict, pro_allies or pro_axis
    standing_army: int  # infantry of a neutral
    symbols: tuple[str, ...]  # of a zone: convoy, kamikaze

    @cached_property
    def label_size(self) -> tuple[int, int]:
        """Width and height of its label."""
        if self.is_sea:
            return zone_label_size(self.lines[0], len(self.symbols))
        return land_label_size(self.lines, self.city, bool(self.value))

    @cached_property
    def label_box(self) -> Box:
        """The pixels of the board that its label covers."""
        (x, y), (width, height) = self.label_at, self.label_size
        return x - width // 2, y - height // 2, x - width // 2 + width, y - height // 2 + height

    @cached_property
    def room(self) -> tuple[int, ...]:
        """Its free room, row for row: bit x says whether the pixels at x are free."""
        start, rows = self.room_left, []  # from where on only few bits are counted
        for strip in self.strips:
            bits = 0
            for edge in strip:
                bits ^= (1 << edge - start) - 1
            rows.append(bits << start)
        return tuple(rows)

    @cached_property
    def room_left(self) -> int:
        """The left edge of its free room."""
        return min((strip[0] for strip in self.strips if strip), default=0)

    @cached_property
    def room_box(self) -> Box:
        """All its free room lies in this box."""
        right = max((strip[-1] for strip in self.strips if strip), default=0)
        return self.room_left, self.room_top, right, self.room_top + len(self.strips) * BAND


@dataclass(frozen=True)
class Canal:
    """The symbol of a canal."""

    name: str
    at: tuple[int, int]
    closed: bool


@dataclass(frozen=True)
class EdgeLetter:
    """A letter at both edges of the board where a space goes on from one to the other."""

    letter: str
    space: str
    y: int


@dataclass(frozen=True)
class Region:
    """A named part of the board. is_map: one of the maps that were joined to it."""

    name: str
    box: Box
    is_map: bool = False


@dataclass(frozen=True)
class Board:
    """All that is needed to draw a board. The images are shared: copy before drawing on them."""

    name: str
    size: tuple[int, int]
    wraps: bool
    ground: Image.Image  # labels of the land, shades of the sea from FIRST_SHADE on
    ink: Image.Image
    spaces: Mapping[str, Space]
    neighbours: Mapping[str, frozenset[str]]
    canals: tuple[Canal, ...]
    letters: tuple[EdgeLetter, ...]
    regions: Mapping[str, Region]

    @property
    def bands(self) -> int:
        """How many rows its free room has."""
        return -(-self.size[1] // BAND)

    @cached_property
    def room(self) -> tuple[int, ...]:
        """The free room of all spaces, row for row: bit x says whether the pixels at x are free."""
        rows = [0] * self.bands
        for space in self.spaces.values():
            for band, row in enumerate(space.room, space.room_top // BAND):
                rows[band] |= row
        return tuple(rows)

    @cached_property
    def labels(self) -> tuple[tuple[str, Box], ...]:
        """Each space with what its label covers, from the left to the right."""
        return tuple(sorted(((space.id, space.label_box) for space in self.spaces.values()), key=_left))

    @cached_property
    def label_edges(self) -> tuple[int, ...]:
        """The left edges of these labels."""
        return tuple(map(_left, self.labels))

    @cached_property
    def sea(self) -> Image.Image:
        """Labels of the sea zones, 0 elsewhere; few pictures need them."""
        return load_image(self.name, "sea.png", "L")

    def land_at(self, spot: tuple[int, int]) -> int:
        """The number of the territory at a pixel; 0 is water."""
        number: Any = self.ground.getpixel(spot)
        return int(number) if number < FIRST_SHADE else 0

    def space(self, space: str) -> Space:
        """One space by id. Raises UnknownPlace."""
        try:
            return self.spaces[space]
        except KeyError:
            raise UnknownPlace(f"The board {self.name} has no space {space}.") from None


def _left(label: tuple[str, Box]) -> int:
    return label[1][0]


_loaded: OrderedDict[str, Board] = OrderedDict()
_lock = Lock()


def board_names() -> list[str]:
    """The boards that have pictures."""
    return sorted(path.parent.name for path in ASSETS.glob("*/meta.json") if is_drawn(path.parent.name))


def is_drawn(name: str) -> bool:
    """Whether a board has pictures."""
    return all((ASSETS / name / file).exists() for file in COMPILED)


def load_board(name: str) -> Board:
    """The assets of a board; the boards used last are kept. Raises BoardNotDrawn."""
    with _lock:
        if name not in _loaded:
            _check_is_drawn(name)
            while len(_loaded) >= KEPT_BOARDS:
                _loaded.popitem(last=False)
            _loaded[name] = read_board(name)
        _loaded.move_to_end(name)
        return _loaded[name]


def load_facts(name: str) -> dict[str, Any]:
    """The facts of a board: territories, sea zones, canals, adjacency."""
    facts: dict[str, Any] = json.loads((FACTS / f"{name}.json").read_text())
    return facts


def load_meta(name: str) -> dict[str, Any]:
    """What the compiler wrote down about a board."""
    meta: dict[str, Any] = json.loads((ASSETS / name / "meta.json").read_text())
    return meta


@lru_cache(maxsize=16)
def regions_of(name: str) -> Mapping[str, Region]:
    """The named parts of a board by id, the maps joined to it first; loads no images. Raises BoardNotDrawn."""
    _check_is_drawn(name)
    return _regions(load_meta(name), load_facts(name))


def _regions(meta: Mapping[str, Any], facts: Mapping[str, Any]) -> Mapping[str, Region]:
    maps = {
        f"{key}_map": Region(f"{key.title()} map", _box_of_map(meta, spaces), is_map=True)
        for key, spaces in facts.get("maps", {}).items()
    }
    return maps | {key: Region(region["name"], tuple(region["box"])) for key, region in meta["regions"].items()}


def _box_of_map(meta: Mapping[str, Any], spaces: Sequence[str]) -> Box:
    """All rows of the narrowest stretch that holds the names of these spaces with what stands around them."""
    width, height = meta["size"]
    names = sorted(meta["spaces"][space]["label"][0] for space in spaces)
    if not meta["wraps"]:
        return max(0, names[0] - AROUND_NAMES), 0, min(width, names[-1] + AROUND_NAMES), height
    _, left, right = max((b - a, b, a + width) for a, b in pairwise([*names, names[0] + width]))
    start = (left - AROUND_NAMES) % width
    return start, 0, start + right - left + 2 * AROUND_NAMES, height


def _check_is_drawn(name: str) -> None:
    if not is_drawn(name):
        raise BoardNotDrawn(
            f"The board {name} has no pictures in {ASSETS / name}: `make boards BOARD={name}` makes them from "
            f"maps/geography/{name}.json (docs/boards.md)."
        )


def load_image(name: str, file: str, mode: str) -> Image.Image:
    """One image of a board in a mode of Pillow."""
    with Image.open(ASSETS / name / file) as image:
        image.load()
        return image if image.mode == mode else image.convert(mode)


def cut(whole: Image.Image, box: Box) -> Image.Image:
    """A part of one of the images of a board; beyond the right edge it goes on from the left one."""
    left, top, right, bottom = box
    part = whole.crop(box)
    if right > whole.width:
        part.paste(whole.crop((0, top, right - whole.width, bottom)), (whole.width - left, 0))
    return part


def read_board(name: str) -> Board:
    """The assets of a board as they lie there, the pictures of its names perhaps not among them yet."""
    meta, facts = load_meta(name), load_facts(name)
    ground = load_image(name, "ground.png", "L")
    neighbours: dict[str, set[str]] = {space: set() for space in meta["spaces"]}
    for a, b in facts["adjacency"]:
        neighbours[a].add(b)
        neighbours[b].add(a)
    places = {place["id"]: place for place in (*facts["territories"], *facts["sea_zones"])}
    return Board(
        name=name,
        size=(meta["size"][0], meta["size"][1]),
        wraps=meta["wraps"],
        ground=ground,
        ink=load_image(name, "ink.png", "L"),
        spaces={space: _space(space, content, places[space]) for space, content in meta["spaces"].items()},
        neighbours={space: frozenset(others) for space, others in neighbours.items()},
        canals=tuple(Canal(c["name"], tuple(c["at"]), c["closed"]) for c in meta["canals"]),
        letters=tuple(EdgeLetter(**letter) for letter in meta["edge_letters"]),
        regions=_regions(meta, facts),
    )


def land_on(ground: Image.Image) -> Image.Image:
    """The labels of the land alone, 0 elsewhere."""
    return ground.point([number if number < FIRST_SHADE else 0 for number in range(256)])


@cache
def sea_palette() -> Sequence[int]:
    """The palette by which the ground becomes sea alone, shallow where there is land."""
    colours = {
        shade: tuple(round(a + (b - a) * (shade - start) / (end - start)) for a, b in zip(low, high, strict=True))
        for (start, low), (end, high) in pairwise(SEA.items())
        for shade in range(start, end)
    }
    shades = [SHADE_STEP * (255 - number) for number in range(FIRST_SHADE, 256)]
    under_land = SHADE_STEP * (SHALLOW // SHADE_STEP)
    return [part for shade in [under_land] * FIRST_SHADE + shades for part in colours[shade]]


def _space(space: str, content: Mapping[str, Any], facts: Mapping[str, Any]) -> Space:
    return Space(
        id=space,
        name=facts["name"],
        is_sea="ipc" not in facts,
        number=content["number"],
        label_at=tuple(content["label"]),
        lines=tuple(content["lines"]),
        anchor=tuple(content["anchor"]),
        box=tuple(content["box"]),
        room_top=content["room"]["top"],
        strips=content["room"]["strips"],
        value=facts.get("ipc", 0),
        city=facts.get("city", ""),
        emblem=facts.get("emblem") or "",
        closed=facts.get("closed", False),
        neutral=facts.get("neutral", ""),
        standing_army=facts.get("standing_army", 0),
        symbols=symbols_of(facts),
    )


def symbols_of(zone: Mapping[str, Any]) -> tuple[str, ...]:
    """The symbols beside the number of a sea zone of the facts."""
    return tuple(symbol for symbol in SYMBOLS if zone.get(symbol))
