"""How the units of an order go: together beside tanks, carried by bombers (RES-30..33, RES-46, RES-47), or alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from engine.errors import IllegalAction
from engine.events.movement import DROPPED_BY
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitType
from engine.hooks import LAND_MOVE
from engine.politics.standing import is_hostile_territory
from engine.table.known import of_space
from engine.table.pieces import Piece, PieceId
from engine.table.state import GameState
from engine.table.words import first_upper, number, place

Company = Literal["alone", "beside_tanks", "by_air", "from_base"]
"""How units of one order move: each by itself, land units beside tanks, infantry that bombers carry and drop, or
infantry that an air base drops."""

MOVE_BESIDE_TANK = 2


def company_of(state: GameState, units: Collection[UnitType], path: Sequence[SpaceId]) -> Company:
    """How the units of an order go along a path.

    Bombers carry infantry into combat (RES-30), or air bases drop it there (RES-34), in an order of its own, and only
    where it could not walk.
    """
    carriers = [unit for unit in units if unit.can("carries_paratrooper")]
    jumpers = [unit for unit in units if unit.can("paratrooper")]
    board = state.edition.board
    is_step = len(path) == 2 and board.are_adjacent(path[0], path[1]) and all(map(board.is_land, path))
    if carriers and jumpers and len(carriers) + len(jumpers) == len(units) and not is_step:
        return "by_air"
    if jumpers and len(jumpers) == len(units) and not is_step and _may_be_dropped(state, path):
        return "from_base"
    return "beside_tanks" if any(is_tank(unit) for unit in units) else "alone"


def _may_be_dropped(state: GameState, path: Sequence[SpaceId]) -> bool:
    is_land = state.edition.board.is_land
    over_land = is_land(path[0]) and is_land(path[-1])
    return over_land and state.phase == "combat_move" and state.edition.drops_from_facilities


def is_tank(unit: UnitType) -> bool:
    """Whether a unit blitzes by itself, and takes others along."""
    return unit.domain == "land" and unit.can("blitz")


def land_move(state: GameState, piece: Piece, path: Sequence[SpaceId]) -> int:
    """Spaces that a land unit may move this turn by itself where its way leads along this path (OPT-20)."""
    farther = (move(state, piece, path) for move in LAND_MOVE.of(state, piece.power))
    return max((state.type_of(piece).move, *farther))


def march(state: GameState, piece: Piece, path: Sequence[SpaceId], company: Company) -> int:
    """Spaces that a land unit may move this turn; mechanized infantry keeps up with its tank (RES-46)."""
    beside = company == "beside_tanks" and state.type_of(piece).can("moves_beside_tank")
    return max(land_move(state, piece, path), MOVE_BESIDE_TANK if beside else 0)


def may_blitz(unit: UnitType, company: Company) -> bool:
    """Whether a unit blitzes: tanks, and mechanized infantry beside them (CMV-06, RES-47), or alone (RES-49)."""
    return unit.can("blitz") or (company == "beside_tanks" and unit.can("blitzes_beside_tank"))


def hostile_between(state: GameState, path: Sequence[SpaceId]) -> tuple[SpaceId, ...]:
    """Hostile territories on the way, without the first and the last space."""
    board = state.edition.board
    return tuple(s for s in path[1:-1] if board.is_land(s) and is_hostile_territory(state, s, state.power))


def hostile_territories(state: GameState) -> frozenset[SpaceId]:
    """All territories hostile to the power on turn."""
    return frozenset(t for t in state.owners if is_hostile_territory(state, t, state.power))


def check_drop(state: GameState, piece: Piece, path: Sequence[SpaceId]) -> None:
    """Raise IllegalAction if a bomber with infantry, or the infantry, cannot go this way (RES-30, RES-31).

    Both set out from one territory, and the bomber drops the infantry over the first hostile one.
    """
    name = state.type_of(piece).name
    if state.phase != "combat_move":
        raise IllegalAction("RES-30", "Bombers carry infantry into combat only.")
    if piece.used or piece.moved or piece.aboard:
        raise IllegalAction("RES-30", f"The {name} has moved; paratroopers and their bombers set out together.")
    if between := hostile_between(state, path):
        where = place(state, between[0])
        raise IllegalAction("RES-31", f"{where} is hostile: the bomber would drop its infantry there.")
    end = path[-1]
    if not state.edition.board.is_land(end) or not is_hostile_territory(state, end, state.power):
        raise IllegalAction("RES-31", f"Paratroopers jump over hostile territory, not in {place(state, end)}.")


def check_has_not_dropped(state: GameState, bomber: Piece) -> None:
    """Raise IllegalAction if a bomber dropped infantry in this combat move, which is over for it then (RES-31)."""
    if state.phase == "combat_move" and bomber.id in _that_dropped(state, bomber.space):
        where = place(state, bomber.space)
        raise IllegalAction("RES-31", f"The bomber drops infantry in {where}: its combat move ends there.")


@of_space
def _that_dropped(state: GameState, space: SpaceId) -> frozenset[PieceId]:
    """The bombers that dropped infantry in a space."""
    return frozenset(bomber for piece in state.at(space) if (bomber := DROPPED_BY.of(piece)))


def check_pairs(state: GameState, pieces: Sequence[Piece], path: Sequence[SpaceId], company: Company) -> None:
    """Raise IllegalAction where more infantry rides along than tanks or bombers take: one each (RES-30, RES-46)."""
    if company == "by_air":
        aircraft = [piece for piece in pieces if state.type_of(piece).domain == "air"]
        if len(pieces) > 2 * len(aircraft):
            raise IllegalAction("RES-30", "Each bomber carries one infantry; you name more infantry than bombers.")
    elif company == "beside_tanks":
        riders = [piece for piece in pieces if _rides(state, piece, path)]
        tanks = [piece for piece in pieces if is_tank(state.type_of(piece))]
        if not _starts(riders) <= _starts(tanks):
            raise _too_few_tanks(state, riders, len(tanks), path)


def _starts(pieces: Sequence[Piece]) -> Counter[tuple[SpaceId | None, int]]:
    """From where pieces have come and how far: who goes together has done so from the start (CMV-28)."""
    return Counter((piece.began, piece.used) for piece in pieces)


def _too_few_tanks(state: GameState, riders: Sequence[Piece], tanks: int, path: Sequence[SpaceId]) -> IllegalAction:
    count, beside = len(riders), number(tanks, "tank")
    unit = state.type_of(riders[0])
    if unit.can("moves_beside_tank"):
        return IllegalAction(
            "RES-46",
            f"Infantry goes {number(len(path) - 1, 'space')} only beside a tank, one beside each; you name {count} "
            f"infantry and {beside} to go together.",
        )
    if count <= tanks:
        return IllegalAction(
            "CMV-28", f"{first_upper(unit.name)} blitzes only beside a tank that has come all its way with it."
        )
    return IllegalAction(
        "UNI-25",
        f"{first_upper(unit.plural)} can blitz only beside a tank, one beside each; you name {unit.counted(count)} and "
        f"{beside} to go together.",
    )


def _rides(state: GameState, piece: Piece, path: Sequence[SpaceId]) -> bool:
    """Whether a unit needs a tank at its side for this path: it is too long for it, or a blitz (RES-47, UNI-25)."""
    unit = state.type_of(piece)
    if is_tank(unit):
        return False
    if unit.can("blitzes_beside_tank") and _is_blitz(state, path):
        return True
    return unit.can("moves_beside_tank") and len(path) - 1 > land_move(state, piece, path) - piece.used


def _is_blitz(state: GameState, path: Sequence[SpaceId]) -> bool:
    lands = (space for space in path[:-1] if space in state.owners)
    return state.phase == "combat_move" and any(is_hostile_territory(state, t, state.power) for t in lands)


def drops(state: GameState, pieces: Sequence[Piece], company: Company) -> Mapping[PieceId, PieceId]:
    """The bomber of each infantry that is dropped."""
    if company != "by_air":
        return {}
    aircraft = [piece.id for piece in pieces if state.type_of(piece).domain == "air"]
    infantry = [piece.id for piece in pieces if state.type_of(piece).domain == "land"]
    return dict(zip(infantry, aircraft, strict=False))
