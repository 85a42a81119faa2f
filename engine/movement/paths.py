"""Paths: the one that an order names, or the shortest ones between two spaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise

from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitType
from engine.politics.limits import check_may_cross, kept_out_of
from engine.politics.neutrals import neutral_ground
from engine.politics.refusals import no_way
from engine.politics.skies import barred_skies, shut_to_flights
from engine.politics.standing import Standing, is_closed, standing_of_territory
from engine.politics.war import at_war
from engine.quoting import quoted
from engine.table.known import of_ground
from engine.table.pieces import Piece
from engine.table.state import GameState
from engine.table.words import place

Path = tuple[SpaceId, ...]


def not_on_the_way(state: GameState, power: PowerId, units: Sequence[UnitType]) -> frozenset[SpaceId]:
    """Where no way for all these units of a power leads on.

    That is out of its range, neutral, kept by others from land units (POL-10), or from aircraft (POL-77).
    """
    found = kept_out_of(state, power) | neutral_ground(state, power)
    domains = {unit.domain for unit in units}
    if state.wars is not None and "land" in domains:
        found |= _kept_by_others(state, power)
    return found | barred_skies(state, power) if "air" in domains else found


@of_ground
def _kept_by_others(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    return frozenset(t for t in state.owners if standing_of_territory(state, t, power) in _KEPT_BY_OTHERS)


_KEPT_BY_OTHERS = (Standing.PARTNER, Standing.STRANGER)


def check_range(state: GameState, piece: Piece, path: Path) -> None:
    """Raise IllegalAction if a path leaves the range of a power that is confined to it (POL-64, POL-66, POL-81).

    Nor does it lead where the power does not go in peace (POL-27, POL-36).
    """
    closed = kept_out_of(state, piece.power)
    outside = next((space for space in path[1:] if space in closed), None)
    if outside is None:
        return
    check_may_cross(state, piece.power, outside)
    unit, power = state.type_of(piece), state.edition.power[piece.power]
    if unit.domain == "air":
        raise IllegalAction("POL-81", f"The {power.adjective} {unit.name} never flies to {place(state, outside)}.")
    if state.edition.board.is_sea(outside):
        raise IllegalAction("POL-66", f"{power.adjective} units never board a transport.")
    raise IllegalAction("POL-64", f"{power.adjective} units never go to {place(state, outside)}.")


def check_spaces(state: GameState, spaces: Sequence[SpaceId]) -> None:
    """Raise IllegalAction (`space`) for a space that the board does not have."""
    for space in spaces:
        if space not in state.edition.board.neighbours:
            raise IllegalAction("space", f"There is no space {quoted(space)} on this board.")


def check_open(state: GameState, path: Sequence[SpaceId], power: PowerId) -> None:
    """Raise IllegalAction if a path enters a closed space, also by air (BRD-12, BRD-13).

    Nor does it lead on through neutral territory (POL-50).
    """
    for space in path[1:]:
        if is_closed(state, space):
            raise IllegalAction("BRD-12", f"{place(state, space)} is neutral: nobody may enter it or fly over it.")
    if barred := no_way(state, path, power):
        raise barred


def paths_for(
    state: GameState, path: Sequence[SpaceId], units: Sequence[UnitType], around: Set[SpaceId] = frozenset()
) -> Iterator[Path]:
    """Paths that an order can mean, best first.

    Neighbouring spaces, or a path with every step named, mean just that. Otherwise: fewest spaces, among these least
    antiaircraft fire, then alphabetical; none leads through the spaces that it goes `around`.
    Raises IllegalAction where a named step joins spaces that do not touch (BRD-01), nothing connects the two, or they
    are one and the same (`space`).
    """
    board = state.edition.board
    if len(path) == 2 and path[0] == path[1]:
        raise IllegalAction("space", f"The way from {place(state, path[0])} must lead to another space.")
    for here, there in pairwise(path):
        if len(path) > 2 and not board.are_adjacent(here, there):
            raise IllegalAction("BRD-01", f"{place(state, here)} and {place(state, there)} do not touch.")
    if len(path) > 2 or board.are_adjacent(path[0], path[1]):
        yield tuple(path)
        return
    found = False
    for candidate in _shortest(state, path[0], path[1], units, around):
        found = True
        yield candidate
    if not found and around:
        yield from paths_for(state, path, units)
    elif not found:
        raise IllegalAction("space", f"No way leads from {place(state, path[0])} to {place(state, path[1])}.")


def flights(
    state: GameState, start: SpaceId, unit: UnitType, power: PowerId | None = None, steps: int | None = None
) -> dict[SpaceId, Path]:
    """The best path for aircraft to every space, as `paths_for` finds it, nearest first.

    power: whose they are (None: the power on turn); where it is confined they do not leave its range. steps: the most
    that a path takes (None: any number).
    """
    board = state.edition.board
    closed = shut_to_flights(state, power or state.power)
    under_fire = _territories_under_fire(state, (unit,))
    not_over = neutral_ground(state, power or state.power)
    best: dict[SpaceId, tuple[int, Path]] = {start: (0, (start,))}
    fringe = [start]
    while fringe and (steps is None or len(best[fringe[0]][1]) <= steps):
        ways: dict[SpaceId, tuple[int, Path]] = {}
        for here in fringe:
            if here in not_over and here != start:
                continue
            shots, path = best[here]
            for there in board.neighbours[here]:
                if there not in best and there not in closed and not is_closed(state, there):
                    way = (shots + (there in under_fire), (*path, there))
                    ways[there] = min(way, ways.get(there, way))
        best |= ways
        fringe = list(ways)
    return {space: path for space, (_, path) in best.items()}


def _shortest(
    state: GameState, start: SpaceId, end: SpaceId, units: Sequence[UnitType], around: Set[SpaceId]
) -> Iterator[Path]:
    """Shortest paths for all these units, best first; for aircraft alone the first is as good as any."""
    domains: set[str] = {unit.domain for unit in units}
    distance = _distances_to(state, end, domains, start, around)
    under_fire = _territories_under_fire(state, units)
    shots = _shots_on_the_way(state, distance, under_fire)

    def walk(path: Path, to_come: int) -> Iterator[Path]:
        if path[-1] == end:
            yield path
            return
        for space in state.edition.board.neighbours[path[-1]]:
            then = to_come - (space in under_fire)
            if distance.get(space) == distance[path[-1]] - 1 and then in shots[space]:
                yield from walk((*path, space), then)

    for count in sorted(shots.get(start, ())):
        for path in walk((start,), count):
            yield path
            if domains == {"air"}:
                return


def _territories_under_fire(state: GameState, units: Sequence[UnitType]) -> frozenset[SpaceId]:
    """Territories where guns would fire at some of these units."""
    rules = state.edition.parameters.air.anti_aircraft
    exposed = any(unit.domain == "air" and not unit.can("immune_to_anti_aircraft") for unit in units)
    if rules is None or rules.fires != "overflight" or not exposed:
        return frozenset()
    return frozenset(gun.space for gun in state.guns if at_war(state, gun.power, state.power))


def _shots_on_the_way(
    state: GameState, distance: Mapping[SpaceId, int], under_fire: frozenset[SpaceId]
) -> Mapping[SpaceId, frozenset[int]]:
    """How often shortest ways from each space come under fire; `distance` lists the nearest spaces first."""
    if not under_fire:
        return dict.fromkeys(distance, frozenset({0}))
    shots: dict[SpaceId, frozenset[int]] = {}
    for space, far in distance.items():
        nearer = [s for s in state.edition.board.neighbours[space] if distance.get(s) == far - 1]
        shots[space] = frozenset(n + (s in under_fire) for s in nearer for n in shots[s]) if far else frozenset({0})
    return shots


def _distances_to(
    state: GameState, end: SpaceId, domains: set[str], start: SpaceId, around: Set[SpaceId]
) -> dict[SpaceId, int]:
    """Steps to `end` for units of these domains; ends of the way may be of the other element, for transports."""
    board = state.edition.board
    distance = {end: 0}
    queue = [end]
    for here in queue:
        for space in board.neighbours[here]:
            if space in distance or space in around or is_closed(state, space):
                continue
            if space != start and ("sea" in domains and board.is_land(space)):
                continue
            if space != start and ("land" in domains and board.is_sea(space)):
                continue
            distance[space] = distance[here] + 1
            queue.append(space)
    return distance
