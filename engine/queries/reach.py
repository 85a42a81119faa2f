"""Which units can move now and where to; every way that is named is accepted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.combat.air.raids import raiders_at
from engine.errors import Refusal
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId, UnitType
from engine.game import check_is_time
from engine.movement.carriers import may_board
from engine.movement.company import company_of, is_tank
from engine.movement.form import Move
from engine.movement.orders import check_piece, may_go
from engine.movement.paths import Path, path_cost
from engine.position.relations import commands
from engine.queries.legality import is_legal
from engine.queries.routes import paths_from
from engine.state.game_state import GameState
from engine.state.known import Kind, kind_of, kinds_at, of_itself, of_position
from engine.state.pieces import Piece
from engine.state.selection import refusal, to_move

__all__ = [
    "Movable",
    "Reach",
    "destinations",
    "movable",
    "movable_from",
    "shared_destinations",
]

Ends = frozenset[SpaceId] | None
"""The spaces that are asked about; None: all."""


@dataclass(frozen=True)
class Movable:
    """Units of one type and owner in a space that may still move; a move of an ally's units names the owner.

    company: the unit beside or aboard which alone they can (RES-30, RES-46), None where they can by themselves.
    """

    space: SpaceId
    unit: UnitId
    count: int
    owner: PowerId
    company: UnitId | None = None


@dataclass(frozen=True)
class Reach:
    """A space that a unit can go to, the spaces that it costs, and the path; drops: an air base drops it (RES-34)."""

    space: SpaceId
    cost: int
    path: Path
    drops: bool = False


def movable(state: GameState) -> tuple[Movable, ...]:
    """Units that the power on turn commands and that can go somewhere now, alone or in company.

    In the mobilize phase these are fighters that may go aboard a new carrier (MOB-08).
    """
    return tuple(entry for space in sorted(state.by_space) for entry in movable_from(state, space))


@of_position
def movable_from(state: GameState, space: SpaceId) -> tuple[Movable, ...]:
    """Those of the movable units that are in a space."""
    if not _is_time_to_move(state):
        return ()
    found: Counter[tuple[UnitId, PowerId, UnitId | None]] = Counter()
    ways: dict[Kind, tuple[bool, UnitId | None]] = {}
    kinds = kinds_at(state, space)
    for piece in state.at(space):
        if not commands(state, piece):
            continue
        kind = kinds[piece.id]
        if kind not in ways:
            alone = _can_go_somewhere(state, piece)
            ways[kind] = alone, None if alone else _company_for(state, piece)
        alone, company = ways[kind]
        if alone or company:
            found[piece.unit, piece.power, company] += 1
    return tuple(Movable(space, unit, n, owner, company) for (unit, owner, company), n in found.items())


def _is_time_to_move(state: GameState) -> bool:
    moves = state.phase in ("combat_move", "noncombat_move") or (may_board(state) and bool(state.turn.launched))
    return moves and not state.requests


def _company_for(state: GameState, piece: Piece) -> UnitId | None:
    """The unit in its space beside which, or aboard which, a piece that cannot go alone can go somewhere."""
    unit = state.type_of(piece)
    if not _goes_in_company(unit) or piece.aboard:
        return None
    own = [other for other in state.at(piece.space) if other.power == piece.power and commands(state, other)]
    kinds = {kind_of(state, other): other for other in reversed(own)}
    for other in sorted(kinds.values(), key=state.rank):
        kind = state.type_of(other)
        beside_tank = is_tank(kind) and (unit.can("moves_beside_tank") or unit.can("blitzes_beside_tank"))
        by_air = kind.can("carries_paratrooper") and unit.can("paratrooper")
        if (beside_tank or by_air) and any(
            _go_together(state, piece, other, path) for path in paths_from(state, other)
        ):
            return other.unit
    return None


def _go_together(state: GameState, piece: Piece, other: Piece, path: Path) -> bool:
    if state.edition.board.is_sea(path[-1]):
        return False
    return is_legal(state, {"type": "move", "pick": [piece.id, other.id], "path": list(path)})


def _one_of_each(state: GameState, pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces without those that are alike to an earlier one."""
    kinds: dict[Kind, Piece] = {}
    for piece in pieces:
        kinds.setdefault(kind_of(state, piece), piece)
    return list(kinds.values())


def _can_go_somewhere(state: GameState, piece: Piece) -> bool:
    return any(_accepts(state, piece, path) for path in paths_from(state, piece))


def _accepts(state: GameState, piece: Piece, path: Path, raid: UnitId | None = None, *, escort: bool = False) -> bool:
    if raid is not None and raid not in state.facilities.get(path[-1], ()):
        return False
    if escort and not raiders_at(state, path[-1]):
        return False
    company = company_of(state, [state.type_of(piece)], path)
    if state.phase != "mobilize" and refusal(lambda p: check_piece(state, p, path, company), piece) is not None:
        return False
    if raid is None and not escort and state.phase != "mobilize" and _is_in_steps(state, path):
        return _takes_moves(state) and may_go(state, piece, path, company)
    return is_legal(state, {"type": "move", "pick": [piece.id], "path": list(path), "raid": raid, "escort": escort})


@of_itself
def _takes_moves(state: GameState) -> bool:
    """Whether moves are taken now."""
    try:
        check_is_time(state, Move(type="move", path=("", "")))
    except Refusal:
        return False
    return True


def _is_in_steps(state: GameState, path: Path) -> bool:
    return all(state.edition.board.are_adjacent(here, there) for here, there in pairwise(path))


def _may_take(state: GameState, piece: Piece, path: Path) -> bool:
    return state.phase == "mobilize" or refusal(lambda p: _check_alone(state, p, path), piece) is None


def _check_alone(state: GameState, piece: Piece, path: Path) -> None:
    check_piece(state, piece, path, company_of(state, [state.type_of(piece)], path))


def destinations(
    state: GameState,
    space: SpaceId,
    unit: UnitId,
    owner: PowerId | None = None,
    raid: UnitId | None = None,
    *,
    escort: bool = False,
    among: Collection[SpaceId] | None = None,
) -> tuple[Reach, ...]:
    """Where the fittest such unit of an owner (None: the power on turn) in a space can go now, and at what cost.

    With `raid`, where it can go to bomb such a facility (SPC-26); with `escort`, to protect those who do (SPC-42).
    Every one would be accepted. With `among` no other spaces are looked at, which takes less time.
    """
    return _destinations(state, space, unit, owner or state.power, raid, escort, _those(among))


def _those(among: Collection[SpaceId] | None) -> Ends:
    return None if among is None else frozenset(among)


@of_position
def _destinations(
    state: GameState, space: SpaceId, unit: UnitId, owner: PowerId, raid: UnitId | None, escort: bool, ends: Ends
) -> tuple[Reach, ...]:
    found: dict[SpaceId, Reach] = {}
    for piece in _fittest_first(state, space, unit, owner):
        for path in paths_from(state, piece):
            is_asked = path[-1] not in found and (ends is None or path[-1] in ends)
            if is_asked and _accepts(state, piece, path, raid, escort=escort):
                found[path[-1]] = _reach(state, piece, path)
    return _nearest_first(found.values())


def _fittest_first(state: GameState, space: SpaceId, unit: UnitId, owner: PowerId) -> list[Piece]:
    """One of each kind of such units in a space that the power on turn commands."""
    pieces = [p for p in state.at(space) if p.power == owner and p.unit == unit and commands(state, p)]
    return _one_of_each(state, sorted(pieces, key=lambda piece: to_move(state, piece)))


def _reach(state: GameState, piece: Piece, path: Path) -> Reach:
    drops = company_of(state, [state.type_of(piece)], path) == "from_base"
    return Reach(path[-1], path_cost(state, piece, path), path, drops)


def _nearest_first(reaches: Iterable[Reach]) -> tuple[Reach, ...]:
    return tuple(sorted(reaches, key=lambda reach: (reach.cost, reach.space)))


def _goes_in_company(unit: UnitType) -> bool:
    """Whether a unit goes where it could not alone: beside a tank, or aboard a bomber."""
    return unit.can("moves_beside_tank") or unit.can("blitzes_beside_tank") or unit.can("paratrooper")


def shared_destinations(
    state: GameState,
    space: SpaceId,
    units: Sequence[UnitId],
    owner: PowerId | None = None,
    raid: UnitId | None = None,
    *,
    escort: bool = False,
    among: Collection[SpaceId] | None = None,
) -> dict[SpaceId, Reach]:
    """Where one of each of these units can go in one order, the way, and the most that it costs one of them.

    Infantry goes farther beside a tank (RES-46), or aboard a bomber (RES-30), than by itself. With `among` no other
    spaces are looked at.
    """
    named, ends = tuple(dict.fromkeys(units)), _those(among)
    if len(named) == 1:
        reaches = _destinations(state, space, named[0], owner or state.power, raid, escort, ends)
    else:
        reaches = _shared_destinations(state, space, named, owner or state.power, raid, escort, ends)
    return {reach.space: reach for reach in reaches}


@of_position
def _shared_destinations(
    state: GameState,
    space: SpaceId,
    units: tuple[UnitId, ...],
    owner: PowerId,
    raid: UnitId | None,
    escort: bool,
    asked: Ends,
) -> tuple[Reach, ...]:
    order = {"type": "move", "units": dict.fromkeys(units, 1), "owner": owner, "raid": raid, "escort": escort}
    all_fly = all(state.unit_of(owner, unit).domain == "air" for unit in units)
    shared: list[Reach] = []
    for end, ways in _ways_of_all(state, space, units, owner, asked).items():
        paths = dict.fromkeys([*(way.path for way in ways), *([(space, end)] if end != space else [])])
        if all_fly:  # any way is as good as another
            paths = dict.fromkeys([ways[0].path])
        if path := next((path for path in paths if is_legal(state, {**order, "path": list(path)})), None):
            shared.append(Reach(end, max(way.cost for way in ways), path))
    return tuple(shared)


def _ways_of_all(
    state: GameState, space: SpaceId, units: Sequence[UnitId], owner: PowerId, asked: Ends
) -> dict[SpaceId, list[Reach]]:
    """The ways by which units might go together, by their end: what goes in company need not get there by itself."""
    types = sorted((state.unit_of(owner, unit) for unit in units), key=lambda unit: (_goes_in_company(unit), unit.move))
    found: dict[SpaceId, list[Reach]] = {}
    for number, unit in enumerate(types):
        leads = number == 0 or _goes_in_company(types[0])
        ways = {way.space: way for way in _ways_of_one(state, space, unit.id, owner, asked if leads else found)}
        if leads:
            found |= {end: [] for end in ways if end not in found}
        elif not _goes_in_company(unit):
            found = {end: reaches for end, reaches in found.items() if end in ways}
        for end, reaches in found.items():
            reaches += [ways[end]] if end in ways else []
    return found


def _ways_of_one(
    state: GameState, space: SpaceId, unit: UnitId, owner: PowerId, ends: Collection[SpaceId] | None
) -> tuple[Reach, ...]:
    """Where such a unit can go as far as its own way goes, to any of these ends (None: anywhere).

    Room aboard and landing places are not asked for.
    """
    found: dict[SpaceId, Reach] = {}
    for piece in _fittest_first(state, space, unit, owner):
        for path in paths_from(state, piece):
            is_asked = path[-1] not in found and (ends is None or path[-1] in ends)
            if is_asked and _may_take(state, piece, path):
                found[path[-1]] = _reach(state, piece, path)
    return _nearest_first(found.values())
