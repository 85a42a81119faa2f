"""How the units of an order go: together beside tanks, carried by bombers, or alone; and what ground they blitz."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from engine.errors import IllegalAction
from engine.events.movement import DROPPED_BY
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitType
from engine.movement.form import Move
from engine.play import LAND_MOVE
from engine.politics.standing import at_war, is_hostile_territory
from engine.position.relations import commands
from engine.state.game_state import GameState
from engine.state.known import of_space, wherever
from engine.state.pieces import Piece, PieceId
from engine.state.words import first_upper, number, place, place_and

__all__ = ["is_drop"]


def was_taken_on_the_way(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether a blitz of this combat move took a territory from an enemy.

    All move at the same time: for others it is no more open than it was before (CMV-24).
    """
    former = state.turn.owners_before.get(territory)
    if state.phase != "combat_move" or former is None or not at_war(state, former, power):
        return False
    return any(territory in passed for passed in wherever(_passed_by, state).values())


@of_space
def _passed_by(state: GameState, space: SpaceId) -> frozenset[SpaceId]:
    """The spaces that own units, which are now in this one, started from and passed in the combat move."""
    return frozenset(passed for piece in state.at(space) if commands(state, piece) for passed in piece.way)


def is_to_be_blitzed(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether only a blitz leads on through a territory: it is hostile, or was before this combat move (CMV-24)."""
    return is_hostile_territory(state, territory, power) or was_taken_on_the_way(state, territory, power)


def blitzed_territories(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> tuple[SpaceId, ...]:
    """Territories that a land unit would blitz through on this path.

    The first may be one that it entered before in this phase.
    """
    return tuple(
        territory
        for step, territory in enumerate(path[:-1])
        if is_hostile_territory(state, territory, piece.power)
        or ((step or piece.used) and was_taken_on_the_way(state, territory, piece.power))
    )


def is_blitz(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> bool:
    """Whether a land unit would blitz on this path in the combat move (CMV-24)."""
    return (
        state.phase == "combat_move"
        and all(map(state.edition.board.is_land, path))
        and bool(blitzed_territories(state, piece, path))
    )


Company = Literal["alone", "beside_tanks", "by_air", "from_base"]
"""How units of one order move: each by itself, land units beside tanks, infantry that bombers carry and drop, or
infantry that an air base drops."""

MOVE_BESIDE_TANK = 2


def company_of(state: GameState, units: Collection[UnitType], path: Sequence[SpaceId]) -> Company:
    """How the units of an order go along a path.

    Bombers carry infantry into combat (RES-30), or air bases drop it there (RES-34), in an order of its own, and only
    where it could not walk.
    """
    jumpers = [unit for unit in units if unit.can("paratrooper")]
    if jumpers and not _is_step(state, path):
        carriers = [unit for unit in units if unit.can("carries_paratrooper")]
        if carriers and len(carriers) + len(jumpers) == len(units):
            return "by_air"
        if len(jumpers) == len(units) and _may_be_dropped(state, path):
            return "from_base"
    return "beside_tanks" if any(is_tank(unit) for unit in units) else "alone"


def _is_step(state: GameState, path: Sequence[SpaceId]) -> bool:
    board = state.edition.board
    return len(path) == 2 and board.are_adjacent(path[0], path[1]) and all(map(board.is_land, path))


def _may_be_dropped(state: GameState, path: Sequence[SpaceId]) -> bool:
    is_land = state.edition.board.is_land
    over_land = is_land(path[0]) and is_land(path[-1])
    return over_land and state.phase == "combat_move" and state.edition.drops_from_facilities


def is_drop(state: GameState, move: Move) -> bool:
    """Whether an order to move lets an air base drop infantry (RES-34)."""
    picked = [state.type_of(state.pieces[i]) for i in move.pick if i in state.pieces]
    units = [state.unit_of(move.owner or state.power, unit) for unit in move.units] or picked
    return company_of(state, units, move.path) == "from_base"


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


def is_out_of_reach(state: GameState, units: Iterable[UnitType], owner: PowerId, path: Sequence[SpaceId]) -> bool:
    """Whether a path is longer than any way of these units could ever be."""
    far = len(path) - 1
    if far <= MOVE_BESIDE_TANK or LAND_MOVE.of(state, owner):
        return False
    more = state.edition.moved_farther
    return all(far > unit.move + more.get(unit.domain, 0) for unit in units)


def may_blitz(state: GameState, piece: Piece, path: Sequence[SpaceId], company: Company) -> bool:
    """Whether a unit blitzes: tanks, and mechanized infantry beside them (CMV-06, RES-47), or alone (RES-49).

    Its tank may have gone the same way by an order of its own (UNI-25).
    """
    unit = state.type_of(piece)
    if unit.can("blitz") or not unit.can("blitzes_beside_tank"):
        return unit.can("blitz")
    return company == "beside_tanks" or bool(_free_tanks(state, [piece], path))


def hostile_between(state: GameState, path: Sequence[SpaceId]) -> tuple[SpaceId, ...]:
    """Territories on the way that are hostile, or were before this combat move, without the first and last space."""
    board = state.edition.board
    return tuple(s for s in path[1:-1] if board.is_land(s) and is_to_be_blitzed(state, s, state.power))


def hostile_territories(state: GameState) -> frozenset[SpaceId]:
    """All territories that are hostile to the power on turn, or were before this combat move."""
    return frozenset(t for t in state.owners if is_to_be_blitzed(state, t, state.power))


def check_drop(state: GameState, piece: Piece, path: Sequence[SpaceId]) -> None:
    """Raise IllegalAction if a bomber with infantry, or the infantry, cannot go this way (RES-30, RES-31).

    Both set out from one territory, and the bomber drops the infantry over the first hostile one.
    """
    name = state.type_of(piece).name
    if state.phase != "combat_move":
        raise IllegalAction("RES-30", "Bombers carry infantry only into combat.")
    if piece.used or piece.moved or piece.aboard:
        raise IllegalAction("RES-30", f"The {name} has already moved; paratroopers and their bombers set out together.")
    if between := hostile_between(state, path):
        if is_hostile_territory(state, between[0], state.power):
            raise IllegalAction(
                "RES-31",
                f"{place_and('is', state, between[0])} hostile, so the bomber would drop its infantry there.",
            )
        raise IllegalAction(
            "RES-31",
            f"{place_and('was', state, between[0])} taken by a blitz this turn, so "
            "the bomber cannot carry its infantry over it.",
        )
    end = path[-1]
    if not state.edition.board.is_land(end) or not is_hostile_territory(state, end, state.power):
        raise IllegalAction("RES-31", f"Paratroopers jump over hostile territory, not in {place(state, end)}.")


def check_has_not_dropped(state: GameState, bomber: Piece) -> None:
    """Raise IllegalAction if a bomber dropped infantry in this combat move, which is over for it then (RES-31)."""
    if state.phase == "combat_move" and bomber.id in _that_dropped(state, bomber.space):
        where = place(state, bomber.space)
        raise IllegalAction("RES-31", f"The bomber drops infantry in {where}, so its combat move ends there.")


@of_space
def _that_dropped(state: GameState, space: SpaceId) -> frozenset[PieceId]:
    """The bombers that dropped infantry in a space."""
    return frozenset(bomber for piece in state.at(space) if (bomber := DROPPED_BY.of(piece)))


def check_pairs(state: GameState, pieces: Sequence[Piece], path: Sequence[SpaceId], company: Company) -> None:
    """Raise IllegalAction where more infantry rides along than tanks or bombers take: one each (RES-30, RES-46).

    A tank that blitzed the same way before and took nobody along counts as well (UNI-25).
    """
    if company == "by_air":
        aircraft = [piece for piece in pieces if state.type_of(piece).domain == "air"]
        if len(pieces) > 2 * len(aircraft):
            raise IllegalAction("RES-30", "Each bomber carries one infantry, but you named more infantry than bombers.")
    elif company != "from_base" and (riders := [piece for piece in pieces if _rides(state, piece, path, company)]):
        tanks = [piece for piece in pieces if is_tank(state.type_of(piece))]
        free = _free_tanks(state, riders, path)
        if not _tracks(riders, path) <= _tracks(tanks, path) + free:
            raise _too_few_tanks(state, riders, len(tanks), free.total(), path)


_Track = tuple[SpaceId | None, int, tuple[SpaceId, ...]]


def _tracks(pieces: Iterable[Piece], path: Sequence[SpaceId]) -> Counter[_Track]:
    """From where pieces have come, how far and which way: who goes together has done so from the start (CMV-28)."""
    return Counter((piece.began or path[0], piece.used + len(path) - 1, (*piece.way, *path)) for piece in pieces)


def _free_tanks(state: GameState, riders: Sequence[Piece], path: Sequence[SpaceId]) -> Counter[_Track]:
    """Tanks that blitzed the way of these riders by earlier orders and have no infantry beside them yet, by track."""
    if state.phase != "combat_move" or not is_blitz(state, riders[0], tuple(path)):
        return Counter()
    gone = [piece for piece in state.at(path[-1]) if piece.power == riders[0].power and piece.moved == "combat_move"]
    tanks = (piece for piece in gone if is_tank(state.type_of(piece)))
    taken = (piece for piece in gone if _needs_tank_to_blitz(state.type_of(piece)))
    free = _tracks(tanks, path[-1:]) - _tracks(taken, path[-1:])
    return Counter({track: count for track, count in free.items() if track in _tracks(riders, path)})


def _too_few_tanks(
    state: GameState, riders: Sequence[Piece], tanks: int, free: int, path: Sequence[SpaceId]
) -> IllegalAction:
    count, beside = len(riders), number(tanks, "tank")
    unit = state.type_of(riders[0])
    if unit.can("moves_beside_tank"):
        return IllegalAction(
            "RES-46",
            f"Infantry goes {number(len(path) - 1, 'space')} only beside a tank, one beside each; you named {count} "
            f"infantry and {beside} to go together.",
        )
    if count <= tanks + free:
        return IllegalAction(
            "CMV-28", f"{first_upper(unit.name)} blitzes only beside a tank that has come all its way with it."
        )
    named = f"you named {unit.counted(count)}{f' and {beside}' if tanks else ''}"
    gone = f"{number(free, 'tank')} {'has' if free == 1 else 'have'} gone this way without one, and {named}"
    return IllegalAction(
        "UNI-25",
        f"{first_upper(unit.plural)} can blitz only beside a tank, one beside each; "
        f"{gone if free else f'{named} to go together'}.",
    )


def _needs_tank_to_blitz(unit: UnitType) -> bool:
    return unit.can("blitzes_beside_tank") and not is_tank(unit)


def _rides(state: GameState, piece: Piece, path: Sequence[SpaceId], company: Company) -> bool:
    """Whether a unit needs a tank at its side for this path: it is too long for it, or a blitz (RES-47, UNI-25).

    Boarding and leaving ships it does by itself.
    """
    unit = state.type_of(piece)
    if is_tank(unit) or not all(map(state.edition.board.is_land, path)):
        return False
    if _needs_tank_to_blitz(unit) and is_blitz(state, piece, tuple(path)):
        return True
    goes_along = company == "beside_tanks" and unit.can("moves_beside_tank")
    return goes_along and len(path) - 1 > land_move(state, piece, path) - piece.used


def drops(state: GameState, pieces: Sequence[Piece], company: Company) -> Mapping[PieceId, PieceId]:
    """The bomber of each infantry that is dropped."""
    if company != "by_air":
        return {}
    aircraft = [piece.id for piece in pieces if state.type_of(piece).domain == "air"]
    infantry = [piece.id for piece in pieces if state.type_of(piece).domain == "land"]
    return dict(zip(infantry, aircraft, strict=False))
