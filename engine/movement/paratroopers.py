"""Infantry that drops from air bases to join an attack (RES-34..36, RES-39)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import IllegalAction
from engine.events.movement import DROPPED_FROM
from engine.facilities.service import serving
from engine.facts.board import PowerId, SpaceId
from engine.facts.facility_types import Drop
from engine.facts.unit_types import UnitType
from engine.movement.air import check_skies
from engine.movement.land import check_not_held_back
from engine.movement.paths import Path, flights
from engine.politics.limits import no_attack
from engine.politics.standing import is_attackable
from engine.position.relations import commands
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import number, place, place_and

__all__ = ["dropping"]


def as_they_fly(units: Sequence[UnitType]) -> list[UnitType]:
    """The lines of infantry for the way that it takes, which is that of aircraft (RES-36)."""
    return [unit.model_copy(update={"domain": "air"}) for unit in units]


def drop_paths(state: GameState, piece: Piece) -> list[Path]:
    """The ways on which an air base may drop a piece, nearest first; none where it may not."""
    unit = state.type_of(piece)
    drop = _drop_from(state, piece.space, piece.power) if unit.can("paratrooper") else None
    if drop is None or state.phase != "combat_move":
        return []
    (flying,) = as_they_fly([unit])
    ways = flights(state, piece.space, flying, piece.power, drop.range)
    return [way for space, way in ways.items() if len(way) > 2 and space in state.owners]


def _drop_from(state: GameState, territory: SpaceId, power: PowerId) -> Drop | None:
    return next((line.drops for line in serving(state, territory, power) if line.drops), None)


def dropping(state: GameState) -> Drop | None:
    """How an air base drops own infantry that is beside it; None where no base can do so now."""
    infantry = (piece for piece in state.pieces.values() if state.type_of(piece).can("paratrooper"))
    able = {piece.space: piece.power for piece in infantry if commands(state, piece)}
    return next((drop for space, power in able.items() if (drop := _drop_from(state, space, power))), None)


def check_paratrooper(state: GameState, piece: Piece, path: Path) -> None:
    """Raise IllegalAction if infantry cannot drop at the end of this path, which is open to aircraft (RES-34)."""
    unit, start, end = state.type_of(piece), path[0], path[-1]
    if piece.used or piece.moved or piece.aboard:
        raise IllegalAction(
            "RES-34", f"The {unit.name} has already moved; paratroopers drop from where they began the turn."
        )
    check_not_held_back(state, piece)
    drop = _drop_from(state, start, piece.power)
    if drop is None:
        raise IllegalAction(
            "RES-34", f"No air base in {place(state, start)} works for you, so no {unit.name} can drop from there."
        )
    if len(path) - 1 > drop.range:
        far = f"{place_and('is', state, end)} {len(path) - 1} away"
        raise IllegalAction("RES-34", f"Paratroopers drop within {number(drop.range, 'space')}; {far}.")
    if not is_attackable(state, end, piece.power):
        raise no_attack(state, end, piece.power, "paratroopers drop only into battle")
    if state.owners[end] is None:
        raise IllegalAction(
            "RES-34", f"{place_and('belongs', state, end)} to nobody; paratroopers drop only into enemy territory."
        )
    check_skies(state, piece, path)


def check_dropped(state: GameState, pieces: Sequence[Piece], path: Path) -> None:
    """Raise IllegalAction where one air base would drop too much infantry (RES-34) or over two places (RES-39)."""
    start, end = path[0], path[-1]
    before = [piece for piece in _paratroopers(state) if DROPPED_FROM.of(piece) == start]
    if elsewhere := next((piece.space for piece in before if piece.space != end), None):
        raise IllegalAction(
            "RES-39",
            f"The air base in {place(state, start)} already drops infantry in {place(state, elsewhere)}; all of it "
            "must go there.",
        )
    drop = _drop_from(state, start, pieces[0].power)
    if drop and len(before) + len(pieces) > drop.units:
        done = f", and {len(before)} {'has' if len(before) == 1 else 'have'} set out" if before else ""
        raise IllegalAction(
            "RES-34", f"The air base in {place(state, start)} drops at most {drop.units} infantry in a turn{done}."
        )


def check_paratroopers_joined(state: GameState) -> None:
    """Raise IllegalAction where paratroopers attack without own units over land or from the sea (RES-35)."""
    for piece in _paratroopers(state):
        where = piece.space
        if is_attackable(state, where, piece.power) and not _is_joined(state, where):
            name = place(state, where)
            raise IllegalAction(
                "RES-35",
                f"Paratroopers only join an attack: send other land units to {name} too, by land or by sea, or undo "
                "the drop.",
            )


def _paratroopers(state: GameState) -> list[Piece]:
    own = (piece for piece in state.pieces.values() if DROPPED_FROM.of(piece) and commands(state, piece))
    return sorted(own, key=state.rank)


def _is_joined(state: GameState, territory: SpaceId) -> bool:
    """Whether other own land units attack a territory."""
    own = [piece for piece in state.pieces.values() if commands(state, piece) and state.type_of(piece).domain == "land"]
    return any(piece.assault == territory or (piece.space == territory and not DROPPED_FROM.of(piece)) for piece in own)
