"""Paths: the one that an order names, or the shortest ones between two spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import islice, pairwise

from engine.errors import IllegalAction
from engine.facts.board import Board, PowerId, SpaceId, Steps
from engine.facts.unit_types import UnitType
from engine.landing.flights import flies_free
from engine.play import COSTS_NO_FLIGHT
from engine.politics.limits import barred_skies, check_may_cross, kept_out_of, no_way, shut_to_flights
from engine.politics.standing import Standing, at_war, is_closed, neutral_ground, standing_of_territory
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.known import of_ground
from engine.state.pieces import Piece
from engine.state.words import place, place_and

Path = tuple[SpaceId, ...]


def not_on_the_way(state: GameState, power: PowerId, units: Sequence[UnitType]) -> frozenset[SpaceId]:
    """Where no way for all these units of a power leads on.

    That is out of its range, neutral, kept by others from land units (POL-10), or from aircraft (POL-77).
    """
    return _not_on_the_way(state, power, frozenset(unit.domain for unit in units))


@of_ground
def _not_on_the_way(state: GameState, power: PowerId, domains: frozenset[str]) -> frozenset[SpaceId]:
    found = kept_out_of(state, power) | neutral_ground(state, power)
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
    if closed.isdisjoint(path[1:]):
        return
    outside = next(space for space in path[1:] if space in closed)
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
    if not state.edition.board.closed.isdisjoint(path[1:]):
        space = next(space for space in path[1:] if is_closed(state, space))
        raise IllegalAction("BRD-12", f"{place_and('is', state, space)} neutral; nobody may enter it or fly over it.")
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
        raise IllegalAction("space", f"Name another space to go to from {place(state, path[0])}.")
    for here, there in pairwise(path) if len(path) > 2 else ():
        if not board.are_adjacent(here, there):
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
        raise IllegalAction("space", f"There is no way from {place(state, path[0])} to {place(state, path[1])}.")


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
    """Shortest paths for all these units, best first; if all are aircraft, the first is as good as any.

    Both ends may be of the other element, for transports, but nobody sets out from a space to go around.
    """
    domains = {unit.domain for unit in units}
    board = state.edition.board
    by_land, by_sea = "sea" not in domains, "land" not in domains
    if start in around or is_closed(state, start):
        return
    under_fire = _territories_under_fire(state, units)
    if not under_fire:
        first = board.way(start, end, by_land=by_land, by_sea=by_sea, around=frozenset(around))
        if first is not None:
            yield first
        if first is None or domains == {"air"}:
            return
    ways = _Ways(board, board.steps_to(end, by_land=by_land, by_sea=by_sea, around=frozenset(around)), under_fire)
    yield from islice(ways.best_first(start), 0 if under_fire else 1, 1 if domains == {"air"} else None)


class _Ways:
    """The shortest ways along a table of steps, and how often they come under fire."""

    def __init__(self, board: Board, steps: Steps, under_fire: frozenset[SpaceId]) -> None:
        self._neighbours, self._number_of, self._steps = board.neighbours, board.number_of, steps
        self._under_fire = under_fire
        self._shots: dict[SpaceId, frozenset[int]] = {}

    def best_first(self, start: SpaceId) -> Iterator[Path]:
        """Those from a space: least fire first, then alphabetical."""
        beside = (self._steps[self._number_of[space]] for space in self._neighbours[start])
        near = [steps for steps in beside if steps is not None]
        far = min(near) + 1 if near else 0
        for shots in sorted(self._shots_from(start, far)) if near else ():
            yield from self._on((start,), far, shots)

    def _nearer(self, here: SpaceId, far: int) -> list[SpaceId]:
        """The spaces beside one from which fewer steps lead to the end."""
        steps, number_of = self._steps, self._number_of
        return [space for space in self._neighbours[here] if steps[number_of[space]] == far - 1]

    def _on(self, path: Path, far: int, shots: int) -> Iterator[Path]:
        if not far:
            yield path
            return
        for space in self._nearer(path[-1], far):
            to_come = shots - (space in self._under_fire)
            if to_come in self._shots_from(space, far - 1):
                yield from self._on((*path, space), far - 1, to_come)

    def _shots_from(self, here: SpaceId, far: int) -> frozenset[int]:
        """How often shortest ways from a space come under fire."""
        if not far or not self._under_fire:
            return _NO_SHOT
        if here not in self._shots:
            self._shots[here] = frozenset(
                shots + (space in self._under_fire)
                for space in self._nearer(here, far)
                for shots in self._shots_from(space, far - 1)
            )
        return self._shots[here]


_NO_SHOT = frozenset({0})


def _territories_under_fire(state: GameState, units: Sequence[UnitType]) -> frozenset[SpaceId]:
    """Territories where guns would fire at some of these units."""
    rules = state.edition.parameters.air.anti_aircraft
    if rules is None or rules.fires != "overflight":
        return frozenset()
    if not any(unit.domain == "air" and not unit.can("immune_to_anti_aircraft") for unit in units):
        return frozenset()
    return frozenset(gun.space for gun in state.guns if at_war(state, gun.power, state.power))


def path_cost(state: GameState, piece: Piece, path: Sequence[SpaceId]) -> int:
    """Movement points that a piece spends on a path: one for each space entered (CMV-03, BRD-28).

    Aircraft leave some spaces, and enter them, for nothing (OPT-40).
    """
    steps = len(path) - 1
    if state.type_of(piece).domain != "air" or not COSTS_NO_FLIGHT.of(state, piece.power):
        return steps
    return steps - sum(1 for step in pairwise(path) if any(flies_free(state, piece.power, space) for space in step))
