"""Where the spaces of a board lie: the geography file of a board."""

from dataclasses import field
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from maps.board.assets import FACTS

GEOGRAPHY = Path(__file__).parents[2] / "geography"

STRICT = ConfigDict(extra="forbid")

Place = tuple[float, float]  # longitude, latitude
Kind = Literal["land", "island", "sea"]


@dataclass(frozen=True, config=STRICT)
class Sites:
    """One space: where it is sown and which outlines it may grow into. Lengths are pixels of the board."""

    id: str
    kind: Kind
    sites: list[Place]
    outlines: list[str] = field(default_factory=list)
    room: float | None = None  # share of the magnification; None: the board's own for this kind
    scattered: bool = False  # pieces of it amid other land stay its own
    disc: float | None = None  # radius of the disc drawn for a small island
    disc_of_others: float | None = None  # radius of the discs of its further sites
    oblong: float = 1.15  # how much wider than high the disc is
    swell: int | None = None  # how far the real outline of an island is widened


@dataclass(frozen=True, config=STRICT)
class Stroke:
    """A line drawn over the outlines: filled with land, or carved into water."""

    points: list[Place]
    width: float


@dataclass(frozen=True, config=STRICT)
class CanalSymbol:
    """Where the symbol of a canal of the facts stands."""

    between: tuple[str, str]
    at: Place


@dataclass(frozen=True, config=STRICT)
class Region:
    """A part of the board with a name: the box around its corners."""

    name: str
    corners: list[Place]


@dataclass(frozen=True, config=STRICT)
class Voids:
    """Land inside some outlines that belongs to no space."""

    outlines: list[str]
    sites: list[Place]


@dataclass(frozen=True, config=STRICT)
class Magnification:
    """How room is shared out: see `projection`. Sigma in degrees, the others are shares."""

    floor: float
    sea: float
    sigma: float
    land_weight: float
    island: float = 0.25


@dataclass(frozen=True, config=STRICT)
class Geography:
    """All that the compiler knows about one board."""

    board: str
    size: tuple[int, int]
    window: tuple[float, float, float, float]  # west, south, east, north
    magnification: Magnification
    spaces: list[Sites]
    disc: float = 15.0
    shore: float = 9.0
    whole_below: float = 2500.0
    extra_room: list[tuple[float, float, float, float]] = field(default_factory=list)  # lon, lat, share, sigma
    voids: list[Voids] = field(default_factory=list)
    ice: list[Place] = field(default_factory=list)
    carve: list[Stroke] = field(default_factory=list)
    fill: list[Stroke] = field(default_factory=list)
    erase: list[Place] = field(default_factory=list)
    omit: list[str] = field(default_factory=list)
    canals: list[CanalSymbol] = field(default_factory=list)
    walls: list[tuple[str, str]] = field(default_factory=list)
    regions: dict[str, Region] = field(default_factory=dict)

    @property
    def wraps(self) -> bool:
        """Whether the left and right edges of the board are the same line."""
        return self.window[2] - self.window[0] >= 360


def load_geography(board: str) -> Geography:
    """Read `maps/geography/<board>.json`; pydantic.ValidationError names what is wrong in it."""
    return TypeAdapter(Geography).validate_json((GEOGRAPHY / f"{board}.json").read_bytes())


def boards_with_geography() -> list[str]:
    """The boards that can be compiled, by name."""
    return sorted(path.stem for path in GEOGRAPHY.glob("*.json") if (FACTS / path.name).exists())
