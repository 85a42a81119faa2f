"""What can be done now: menus are made of these, and whatever they offer is accepted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from engine.advantages.movement import flights_from, land_move, path_cost
from engine.board import PowerId, SpaceId
from engine.combat.assault import landing_ships
from engine.combat.bombardment import supporting_ships
from engine.combat.due import battles_due, own_units_at_sea, turn_of
from engine.combat.raids import raiders_at
from engine.combat.rockets import rocket_targets
from engine.describe import acting_powers
from engine.dice import DiceWanted, NoDice
from engine.errors import Refusal
from engine.game import apply
from engine.landing import range_left
from engine.mobilize import placements
from engine.movement.land import is_blitz
from engine.movement.orders import check_piece
from engine.movement.paths import Path, flights
from engine.purchase import funds, price_list
from engine.relations import commands, defenders_at, is_hostile_zone
from engine.selection import refusal, to_move
from engine.state import GameState, PendingBattle, Piece, PieceId, Request
from engine.unit_types import UnitId

__all__ = [
    "Movable",
    "Reach",
    "acting_powers",
    "affordable",
    "battle_options",
    "bombardments",
    "destinations",
    "expected_battles",
    "is_legal",
    "landings",
    "movable",
    "placements",
    "refusal_of",
    "requests_of",
    "rocket_targets",
    "shared_destinations",
    "zones_to_engage",
]


@dataclass(frozen=True)
class Movable:
    """Units of one type and owner in a space that may still move; a move of an ally's units names the owner."""

    space: SpaceId
    unit: UnitId
    count: int
    owner: PowerId


@dataclass(frozen=True)
class Reach:
    """A space that a unit can go to, the spaces that it costs, and the path."""

    space: SpaceId
    cost: int
    path: Path


def refusal_of(state: GameState, action: Mapping[str, Any]) -> Refusal | None:
    """Why an action would be refused, whatever the dice, or None."""
    try:
        apply(state, action, NoDice())
    except Refusal as no:
        return no
    except DiceWanted:
        return None
    return None


def is_legal(state: GameState, action: Mapping[str, Any]) -> bool:
    """Whether an action would be accepted."""
    return refusal_of(state, action) is None


def movable(state: GameState) -> tuple[Movable, ...]:
    """Units that the power on turn commands and that can go somewhere in the present movement phase."""
    found: dict[tuple[SpaceId, UnitId, PowerId], int] = {}
    if state.phase not in ("combat_move", "noncombat_move") or state.requests:
        return ()
    can_go: dict[Piece, bool] = {}
    for piece in sorted(state.pieces.values(), key=lambda p: (p.space, *state.rank(p))):
        if not commands(state, piece):
            continue
        kind = _kind_of(state, piece)
        if kind not in can_go:
            can_go[kind] = _can_go_somewhere(state, piece)
        if can_go[kind]:
            key = (piece.space, piece.unit, piece.power)
            found[key] = found.get(key, 0) + 1
    return tuple(Movable(space, unit, count, owner) for (space, unit, owner), count in found.items())


def _one_of_each(state: GameState, pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces without aircraft that differ from an earlier one in nothing but their number."""
    kinds: dict[Piece, Piece] = {}
    for piece in pieces:
        kinds.setdefault(_kind_of(state, piece), piece)
    return list(kinds.values())


def _kind_of(state: GameState, piece: Piece) -> Piece:
    """What a piece has in common with all that can go where it can."""
    return replace(piece, id="") if state.type_of(piece).domain == "air" else piece


def _can_go_somewhere(state: GameState, piece: Piece) -> bool:
    return any(_accepts(state, piece, path) for path in _paths_from(state, piece))


def _accepts(state: GameState, piece: Piece, path: Path, raid: UnitId | None = None, *, escort: bool = False) -> bool:
    if raid is not None and raid not in state.facilities.get(path[-1], ()):
        return False
    if escort and not raiders_at(state, path[-1]):
        return False
    if refusal(lambda p: check_piece(state, p, path), piece) is not None:
        return False
    return is_legal(state, {"type": "move", "pick": [piece.id], "path": list(path), "raid": raid, "escort": escort})


def _paths_from(state: GameState, piece: Piece) -> list[Path]:
    """One path to each space within the unit's movement, nearest first."""
    unit = state.type_of(piece)
    board = state.edition.board
    paths: list[Path] = []
    if unit.domain == "air":
        reach = flights_from(state, piece.power, piece.space).items()
        ends = sorted((far, space) for space, far in reach if far <= range_left(state, piece) and space != piece.space)
        ways = flights(state, piece.space, unit, piece.power)
        return [ways[space] for _, space in ends]
    fringe: list[Path] = [(piece.space,)]
    for _ in range(max(land_move(state, piece, fringe[0]) - piece.used, 1)):
        fringe = [(*path, space) for path in fringe for space in board.neighbours[path[-1]]]
        paths += fringe
    return [path for path in paths if _is_of_one_element(state, path, unit.domain) and _leads_on(state, piece, path)]


def _is_of_one_element(state: GameState, path: Path, domain: str) -> bool:
    """Land units cross the coast in a step of its own; ships never do."""
    board = state.edition.board
    coasts = sum(1 for here, there in pairwise(path) if board.is_land(here) != board.is_land(there))
    return coasts == 0 or (domain == "land" and len(path) == 2)


def _leads_on(state: GameState, piece: Piece, path: Path) -> bool:
    """Only a blitz makes sense of coming back to where one started (CMV-24)."""
    return path[-1] != piece.space or is_blitz(state, piece, path)


def destinations(
    state: GameState,
    space: SpaceId,
    unit: UnitId,
    owner: PowerId | None = None,
    raid: UnitId | None = None,
    *,
    escort: bool = False,
) -> tuple[Reach, ...]:
    """Where the fittest such unit of an owner (None: the power on turn) in a space can go now, and at what cost.

    With `raid`, where it can go to bomb such a facility (SPC-26); with `escort`, to protect those who do (SPC-42).
    Every one would be accepted.
    """
    power = owner or state.power
    pieces = [p for p in state.at(space) if p.power == power and p.unit == unit and commands(state, p)]
    found: dict[SpaceId, Reach] = {}
    for piece in _one_of_each(state, sorted(pieces, key=lambda piece: to_move(state, piece))):
        for path in _paths_from(state, piece):
            if path[-1] not in found and _accepts(state, piece, path, raid, escort=escort):
                found[path[-1]] = Reach(path[-1], path_cost(state, piece, path), path)
    return tuple(sorted(found.values(), key=lambda reach: (reach.cost, reach.space)))


def shared_destinations(
    state: GameState,
    space: SpaceId,
    units: Sequence[UnitId],
    owner: PowerId | None = None,
    raid: UnitId | None = None,
    *,
    escort: bool = False,
) -> dict[SpaceId, int]:
    """Where one of each of these units can go in one order, and the most that it costs one of them.

    Infantry goes farther beside a tank (RES-46), or aboard a bomber (RES-30), than by itself.
    """
    found = (destinations(state, space, unit, owner, raid, escort=escort) for unit in units)
    reaches = [{reach.space: reach.cost for reach in each} for each in found]
    costs = {end: max(reach.get(end, 0) for reach in reaches) for reach in reaches for end in reach}
    types = [state.unit_of(owner or state.power, unit) for unit in units]
    in_company = len(units) > 1 and any(t.can("moves_beside_tank") or t.can("paratrooper") for t in types)

    def can_all_go(end: SpaceId) -> bool:
        if all(end in reach for reach in reaches):
            return True
        order = {"type": "move", "units": dict.fromkeys(units, 1), "path": [space, end], "owner": owner}
        return in_company and is_legal(state, {**order, "raid": raid, "escort": escort})

    return {end: cost for end, cost in costs.items() if can_all_go(end)}


def affordable(state: GameState) -> dict[UnitId, int]:
    """How many of each unit the whole purchase budget would buy."""
    budget = funds(state, state.power)
    return {unit: budget // price for unit, price in price_list(state).items() if price <= budget}


def zones_to_engage(state: GameState) -> dict[SpaceId, tuple[bool, ...]]:
    """Zones with submarines or transports that armed own units may attack (True) or ignore (False) now (CMV-20)."""
    zones = [
        zone
        for zone in state.edition.board.sea_zone
        if any(state.type_of(piece).attack for piece in own_units_at_sea(state, zone))
        and defenders_at(state, zone, state.power)
        and not is_hostile_zone(state, zone, state.power)
    ]
    stances = {zone: tuple(attack for attack in (True, False) if _may_engage(state, zone, attack)) for zone in zones}
    return {zone: accepted for zone, accepted in stances.items() if accepted}


def _may_engage(state: GameState, zone: SpaceId, attack: bool) -> bool:
    return is_legal(state, {"type": "engage", "space": zone, "attack": attack})


def expected_battles(state: GameState) -> tuple[PendingBattle, ...]:
    """Battles and raids that the moves so far lead to; undefended territory, which falls without one, is left out."""
    due = state.pending if state.phase == "conduct_combat" else battles_due(state)
    return tuple(b for b in due if b.kind == "raid" or defenders_at(state, b.space, state.power))


def battle_options(state: GameState) -> tuple[PendingBattle, ...]:
    """Battles and raids that may be begun now (CMB-01, CMB-02)."""
    if state.phase != "conduct_combat" or state.battle or state.requests:
        return ()
    first = min((turn_of(state, battle) for battle in state.pending), default=0)
    return tuple(battle for battle in state.pending if turn_of(state, battle) == first)


def landings(state: GameState) -> dict[SpaceId, tuple[PieceId, ...]]:
    """Transports that land as a battle begins, by its territory; each may keep its cargo aboard instead (SPC-06)."""
    ships = {battle.space: landing_ships(state, battle) for battle in battle_options(state)}
    return {space: laden for space, laden in ships.items() if laden}


def bombardments(state: GameState) -> dict[SpaceId, tuple[PieceId, ...]]:
    """Ships that can support a landing as its battle begins, by territory; each may keep silent instead (SPC-22)."""
    ships = {battle.space: supporting_ships(state, battle) for battle in battle_options(state)}
    return {space: able for space, able in ships.items() if able}


def requests_of(state: GameState, power: PowerId) -> tuple[Request, ...]:
    """Open requests that a power has still to answer."""
    return tuple(r for r in state.requests if power in r.powers and power not in r.answers)
