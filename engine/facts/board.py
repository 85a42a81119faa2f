"""The board: spaces, borders and canals, as printed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cached_property
from operator import itemgetter
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

PowerId = str
SpaceId = str
Leaning = Literal["strict", "pro_allies", "pro_axis"]

MOST_FLIGHTS, MOST_STEPS, MOST_WAYS, MOST_ZONES = 1_000, 4_000, 20_000, 2_000
"""How many tables of distances are kept for a board, of flights and of ways around what is shut, how many ways, and how
many sets of sea zones.
"""
Steps = tuple[int | None, ...]
"""How many steps away each space is, by its number (`Board.number_of`); None where no way leads."""


class DataModel(BaseModel):
    """Base of everything read from `data/`: immutable, and strict about unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Territory(DataModel):
    """A land space (BRD-01). `emblem` is the original controller (BRD-07), `ipc` its income value (BRD-06).

    island: surrounded by sea; a group of islands is one territory, and a sea zone may hold several (BRD-25..27).
    closed: neutral for the whole game (BRD-15). neutral: the printed leaning of a territory that may be attacked or
    won over (POL-45, POL-46), and standing_army: its infantry (POL-47).
    article: whether its name has "the" before it inside a sentence. plural: whether it is several ("the Urals are").
    """

    id: SpaceId
    name: str
    article: bool = False
    plural: bool = False
    ipc: int
    emblem: PowerId | None
    island: bool = False
    closed: bool = False
    neutral: Leaning | None = None
    standing_army: int = 0
    city: str | None = None
    aliases: tuple[str, ...] = ()


class SeaZone(DataModel):
    """A sea space.

    convoy: income can be disrupted there (BRD-40, INC-13). kamikaze: strikes are allowed there (BRD-41).
    """

    id: SpaceId
    name: str
    convoy: bool = False
    kamikaze: bool = False
    aliases: tuple[str, ...] = ()


class Canal(DataModel):
    """A canal or strait between two sea zones (BRD-29..36). A closed one bars ships all game (BRD-31, OPT-05).

    submarines_pass: submarines pass no matter who controls it (BRD-33).
    """

    name: str
    between: tuple[SpaceId, SpaceId]
    controlled_by: tuple[SpaceId, ...]
    closed: bool = False
    submarines_pass: bool = False


class Board(DataModel):
    """All spaces of a board and which of them touch, edges of the map included (BRD-01..04).

    maps: the maps that were joined to this board, each with all its spaces; none for a board that is one map.
    """

    board: str
    maps: dict[str, tuple[SpaceId, ...]] = Field(default_factory=dict)
    territories: tuple[Territory, ...]
    sea_zones: tuple[SeaZone, ...]
    canals: tuple[Canal, ...]
    adjacency: tuple[tuple[SpaceId, SpaceId], ...]

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        ids = [territory.id for territory in self.territories] + [zone.id for zone in self.sea_zones]
        if len(set(ids)) != len(ids):
            raise ValueError(f"a space is listed twice: {sorted({i for i in ids if ids.count(i) > 1})}")
        known = set(ids)
        pairs: set[frozenset[str]] = set()
        for pair in self.adjacency:
            if unknown := set(pair) - known:
                raise ValueError(f"adjacency {list(pair)} names an unknown space: {sorted(unknown)}")
            if pair[0] == pair[1] or frozenset(pair) in pairs:
                raise ValueError(f"adjacency {list(pair)} is listed twice or joins a space to itself")
            pairs.add(frozenset(pair))
        for canal in self.canals:
            if frozenset(canal.between) not in pairs:
                raise ValueError(f"{canal.name} joins spaces that do not touch: {list(canal.between)}")
            if unknown := set(canal.controlled_by) - {territory.id for territory in self.territories}:
                raise ValueError(f"{canal.name} is controlled by unknown territories: {sorted(unknown)}")
        on_maps = [space for spaces in self.maps.values() for space in spaces]
        if self.maps and sorted(on_maps) != sorted(ids):
            raise ValueError(f"not on exactly one of the maps: {sorted({*on_maps} ^ known) or 'a space on two'}")
        if lonely := known - {space for pair in self.adjacency for space in pair}:
            raise ValueError(f"spaces without any neighbour: {sorted(lonely)}")
        return self

    @cached_property
    def territory(self) -> dict[SpaceId, Territory]:
        """Territories by id."""
        return {territory.id: territory for territory in self.territories}

    @cached_property
    def sea_zone(self) -> dict[SpaceId, SeaZone]:
        """Sea zones by id."""
        return {zone.id: zone for zone in self.sea_zones}

    @cached_property
    def bit_of(self) -> dict[SpaceId, int]:
        """A bit for each sea zone: so a set of zones is a number, quickly joined, compared and remembered."""
        return {zone: 1 << number for number, zone in enumerate(self.sea_zone)}

    def zones_in(self, bits: int) -> frozenset[SpaceId]:
        """The sea zones of a set of bits."""
        known = self._zones_in.get(bits)
        if known is None:
            if len(self._zones_in) >= MOST_ZONES:
                self._zones_in.clear()
            known = self._zones_in[bits] = self._zones_of_bits(bits)
        return known

    def _zones_of_bits(self, bits: int) -> frozenset[SpaceId]:
        found = []
        while bits:
            lowest = bits & -bits
            found.append(self.sea_zones[lowest.bit_length() - 1].id)
            bits ^= lowest
        return frozenset(found)

    @cached_property
    def number_of(self) -> dict[SpaceId, int]:
        """A number for each space, by which tables of all spaces are read."""
        return {space: number for number, space in enumerate(self.neighbours)}

    @cached_property
    def map_of(self) -> dict[SpaceId, str]:
        """The map of each space, where the board was joined from several."""
        return {space: name for name, spaces in self.maps.items() for space in spaces}

    @cached_property
    def neighbours(self) -> dict[SpaceId, tuple[SpaceId, ...]]:
        """Adjacent spaces of each space, in alphabetical order."""
        found: dict[SpaceId, list[SpaceId]] = {space: [] for space in (*self.territory, *self.sea_zone)}
        for one, other in self.adjacency:
            found[one].append(other)
            found[other].append(one)
        return {space: tuple(sorted(near)) for space, near in found.items()}

    @cached_property
    def _open_neighbours(self) -> dict[SpaceId, tuple[SpaceId, ...]]:
        """Those of them that are not closed (BRD-13)."""
        return {space: tuple(n for n in near if n not in self.closed) for space, near in self.neighbours.items()}

    @cached_property
    def canals_between(self) -> dict[frozenset[SpaceId], Canal]:
        """Canals by the pair of sea zones that they join."""
        return {frozenset(canal.between): canal for canal in self.canals}

    @cached_property
    def closed(self) -> frozenset[SpaceId]:
        """Territories that nobody ever enters or flies over (BRD-12)."""
        return frozenset(territory.id for territory in self.territories if territory.closed)

    @cached_property
    def neutrals(self) -> tuple[SpaceId, ...]:
        """Territories that are neutral at the start, but not closed for the whole game (POL-45)."""
        return tuple(territory.id for territory in self.territories if territory.neutral)

    @cached_property
    def _beside(self) -> dict[SpaceId, tuple[SpaceId, ...]]:
        """The spaces of the other element beside each space."""
        return {
            space: tuple(other for other in near if self.is_land(other) != self.is_land(space))
            for space, near in self.neighbours.items()
        }

    @cached_property
    def _flights(
        self,
    ) -> dict[tuple[SpaceId, frozenset[SpaceId] | None, frozenset[SpaceId]], dict[SpaceId, int]]:
        return {}

    @cached_property
    def _zones_in(self) -> dict[int, frozenset[SpaceId]]:
        return {}

    @cached_property
    def _steps(self) -> dict[tuple[SpaceId, bool, bool, frozenset[SpaceId]], Steps]:
        return {}

    @cached_property
    def _ways(self) -> dict[tuple[SpaceId, SpaceId, bool, bool, frozenset[SpaceId]], tuple[SpaceId, ...] | None]:
        return {}

    def is_land(self, space: SpaceId) -> bool:
        """Whether the space is a territory."""
        return space in self.territory

    def is_sea(self, space: SpaceId) -> bool:
        """Whether the space is a sea zone."""
        return space in self.sea_zone

    def name(self, space: SpaceId) -> str:
        """The printed name of a space."""
        return self.territory[space].name if space in self.territory else self.sea_zone[space].name

    def called(self, space: SpaceId) -> str:
        """The name of a space inside a sentence: "Ukraine", "the United Kingdom", "sea zone 5"."""
        if space in self.sea_zone:
            return self.sea_zone[space].name.lower()
        territory = self.territory[space]
        return f"the {territory.name}" if territory.article else territory.name

    def is_plural(self, space: SpaceId) -> bool:
        """Whether a space is spoken of as several: "the Urals are"."""
        return space in self.territory and self.territory[space].plural

    def are_adjacent(self, one: SpaceId, other: SpaceId) -> bool:
        """Whether two spaces touch (BRD-01)."""
        return other in self.neighbours[one]

    def zones_of(self, territory: SpaceId) -> tuple[SpaceId, ...]:
        """Sea zones that a territory borders; none where it is not coastal (BRD-05)."""
        return self._beside[territory]

    def coasts_of(self, zone: SpaceId) -> tuple[SpaceId, ...]:
        """Territories that border a sea zone."""
        return self._beside[zone]

    def flight_distances(
        self,
        start: SpaceId,
        within: frozenset[SpaceId] | None = None,
        not_over: frozenset[SpaceId] = frozenset(),
    ) -> dict[SpaceId, int]:
        """Spaces that an aircraft must enter to get from `start` to each space.

        An island and the zone around it count one each (BRD-28); closed spaces are not flown over (BRD-13).
        within: the only spaces that may be entered. not_over: those where a flight may end, but not go on.
        """
        asked = start, within, not_over
        known = self._flights.get(asked)
        if known is None:
            if len(self._flights) >= MOST_FLIGHTS:  # wars differ in what lies between, and there is no end of wars
                self._flights.clear()
            known = self._flights[asked] = self.distances_of_nearest((start,), within, not_over)
        return known

    def distances_of_nearest(
        self,
        starts: Iterable[SpaceId],
        within: frozenset[SpaceId] | None = None,
        not_over: frozenset[SpaceId] = frozenset(),
    ) -> dict[SpaceId, int]:
        """The same from whichever of several spaces is the nearest, to all that can be reached from one of them."""
        beside = self._open_neighbours
        distance = dict.fromkeys(starts, 0)
        queue = deque(distance)
        while queue:
            here = queue.popleft()
            far = distance[here]
            if far and here in not_over:
                continue
            for space in beside[here]:
                if space not in distance and (within is None or space in within):
                    distance[space] = far + 1
                    queue.append(space)
        return distance

    def steps_to(self, end: SpaceId, *, by_land: bool, by_sea: bool, around: frozenset[SpaceId]) -> Steps:
        """Steps to `end` from each space, on ways over one element or both, around some spaces and those closed.

        The end may be of the other element, or one of these spaces.
        """
        asked = end, by_land, by_sea, around
        known = self._steps.get(asked)
        if known is None:
            if len(self._steps) >= MOST_STEPS:
                self._steps.clear()
            known = self._steps[asked] = self._steps_to(end, by_land, by_sea, around)
        return known

    def way(
        self, start: SpaceId, end: SpaceId, *, by_land: bool, by_sea: bool, around: frozenset[SpaceId]
    ) -> tuple[SpaceId, ...] | None:
        """The shortest way between two spaces, of several the alphabetically first; None where there is none.

        It may begin anywhere; else it is one of those of `steps_to`.
        """
        asked = start, end, by_land, by_sea, around
        known = self._ways.get(asked, ())
        if known == ():
            if len(self._ways) >= MOST_WAYS:
                self._ways.clear()
            steps = self.steps_to(end, by_land=by_land, by_sea=by_sea, around=around)
            known = self._ways[asked] = self._way(start, steps)
        return known

    def _way(self, start: SpaceId, steps: Steps) -> tuple[SpaceId, ...] | None:
        way = [start]
        far: int | None = None
        while far != 0:
            beside = ((steps[self.number_of[space]], space) for space in self.neighbours[way[-1]])
            near = [(there, space) for there, space in beside if there is not None]
            if not near:
                return None
            far, space = min(near, key=itemgetter(0))
            way.append(space)
        return tuple(way)

    def _steps_to(self, end: SpaceId, by_land: bool, by_sea: bool, around: frozenset[SpaceId]) -> Steps:
        barred = around.union(territory.id for territory in self.territories if territory.closed or not by_land)
        barred = barred if by_sea else barred.union(self.sea_zone)
        steps = {end: 0}
        queue = deque([end])
        while queue:
            here = queue.popleft()
            for space in self.neighbours[here]:
                if space not in steps and space not in barred:
                    steps[space] = steps[here] + 1
                    queue.append(space)
        return tuple(steps.get(space) for space in self.neighbours)
