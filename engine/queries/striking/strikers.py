"""Which units of a power could strike a space in its next turn, from where they stand now (see `strikes`).

Land units come by sea where they are aboard already, board beside their transport, or board where they land from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.facts.board import PowerId, SpaceId
from engine.movement.sea import can_carry_land
from engine.position.relations import is_trapped
from engine.queries.striking.strikes import Attack, march_ends, on_turn
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId


@dataclass(frozen=True)
class Strikers:
    """Units that could strike a space. landing: those of them that come from the sea."""

    power: PowerId
    coming: tuple[PieceId, ...]
    landing: tuple[PieceId, ...] = ()


def strikers(state: GameState, power: PowerId, space: SpaceId) -> Strikers:
    """The units with which a power could strike a space in its next turn, in table order."""
    attack = Attack(on_turn(state, power), power)
    if state.edition.board.is_sea(space):
        ships = (p for p in attack.own("sea") if attack.state.type_of(p).attack)
        coming = [*_able(ships, lambda ship: space in attack.voyage(ship)), *_fliers(attack, space)]
        return Strikers(power, _ids(attack.state, coming))
    marching = list(_marching(attack, space)) if space in attack.by_land else []
    landing = list(_landing(attack, space, {piece.id for piece in marching})) if space in attack.by_sea else []
    coming = [*marching, *landing, *_fliers(attack, space)]
    return Strikers(power, _ids(attack.state, coming), _ids(attack.state, landing))


def _ids(state: GameState, pieces: Iterable[Piece]) -> tuple[PieceId, ...]:
    return tuple(piece.id for piece in sorted(pieces, key=state.rank))


def _able(pieces: Iterable[Piece], can: Callable[[Piece], bool]) -> Iterator[Piece]:
    """Those of the pieces that can, asked once for all of a unit in a space."""
    known: dict[tuple[SpaceId, str], bool] = {}
    for piece in pieces:
        key = piece.space, piece.unit
        if key not in known:
            known[key] = can(piece)
        if known[key]:
            yield piece


def _fighters(attack: Attack) -> Iterator[Piece]:
    """Land units that may attack."""
    return (piece for piece in attack.own("land") if not attack.state.type_of(piece).can("noncombat_only"))


def _marching(attack: Attack, space: SpaceId) -> Iterator[Piece]:
    ashore = (piece for piece in _fighters(attack) if piece.aboard is None)
    return _able(ashore, lambda piece: space in march_ends(attack.state, piece))


def _fliers(attack: Attack, space: SpaceId) -> Iterator[Piece]:
    free = (piece for piece in attack.own("air") if not is_trapped(attack.state, piece))
    return _able(free, lambda piece: space in attack.flights(piece))


def _landing(attack: Attack, space: SpaceId, taken: set[PieceId]) -> Iterator[Piece]:
    """Land units that transports can put ashore in a territory; the dearest board first."""
    state, board = attack.state, attack.state.edition.board
    off_the_coast = {zone for zone in board.neighbours[space] if board.is_sea(zone)}
    for ship in attack.own("sea"):
        if not can_carry_land(state, ship):
            continue
        cargo = [piece for piece in state.cargo(ship.id) if piece.power == attack.power]
        ends = off_the_coast & (attack.laden_voyage(ship, laden=bool(cargo)) | ({ship.space} if cargo else set()))
        if not ends:
            continue
        boarding = cargo or _boarding(attack, ship, [ship.space, *sorted(ends)], taken)
        taken.update(piece.id for piece in boarding)
        yield from boarding


def _boarding(attack: Attack, ship: Piece, zones: Sequence[SpaceId], taken: set[PieceId]) -> list[Piece]:
    state = attack.state
    coasts = {coast for zone in zones if not attack.is_hostile(zone) for coast in state.edition.board.coasts_of(zone)}
    waiting = [p for p in _fighters(attack) if p.aboard is None and p.space in coasts and p.id not in taken]
    waiting.sort(key=lambda piece: (-(state.type_of(piece).cost or 0), state.rank(piece)))
    found: list[Piece] = []
    for place in sorted(state.type_of(ship).carry, key=lambda place: len(place.types)):
        fitting = [piece for piece in waiting if piece.unit in place.types and piece not in found]
        found += fitting[: place.count]
    return found
