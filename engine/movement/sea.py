"""How ships move from sea zone to sea zone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.errors import IllegalAction
from engine.facilities.scrambling import may_be_scrambled_into
from engine.facilities.service import move_of
from engine.facts.board import PowerId, SpaceId
from engine.play import MAY_ASSAULT_AGAIN
from engine.politics.limits import check_may_end, kept_out_of, no_attack_on
from engine.politics.standing import is_attackable
from engine.position.relations import (
    canal_refusal,
    commands,
    defenders_at,
    enemies_at,
    has_enemy_destroyer,
    is_hostile_zone,
)
from engine.state.game_state import GameState
from engine.state.known import of_space, wherever
from engine.state.pieces import Piece
from engine.state.words import first_upper, number, place, place_and

__all__ = ["was_used_in_combat_move"]


def check_sea_move(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> None:
    """Raise IllegalAction if a ship cannot move along sea zones in the present phase."""
    _check_free_to_move(state, piece)
    for here, there in pairwise(path):
        if refusal := canal_refusal(state, here, there, piece.power, piece.unit):
            raise IllegalAction(*refusal)
    if state.phase == "combat_move":
        _check_combat(state, piece, path)
    else:
        _check_movement_left(state, piece, path)
        _check_noncombat(state, piece, path)
    check_may_end(state, piece, path[-1])


def _check_movement_left(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> None:
    """CMV-03."""
    unit = state.type_of(piece)
    move = move_of(state, piece)
    left = move - piece.used
    if len(path) - 1 > left:
        raise IllegalAction(
            "CMV-03",
            f"The {unit.name} has {left} of {number(move, 'space')} left this turn; {place_and('is', state, path[-1])} "
            f"{len(path) - 1} away.",
        )


def _check_free_to_move(state: GameState, piece: Piece) -> None:
    """CMV-15, CMV-60, NCM-27, NCM-28."""
    unit = state.type_of(piece)
    where = place(state, piece.space)
    if piece.offloaded and not _may_assault_again(state, piece):
        raise IllegalAction(
            "CMV-60",
            f"The {unit.name} has offloaded into {place(state, piece.offloaded)} and stays in {where} this turn.",
        )
    if state.phase != "noncombat_move":
        return
    carries_land = can_carry_land(state, piece)
    if piece.fought:
        raise IllegalAction(
            "NCM-28" if carries_land else "CMV-15", f"The {unit.name} fought this turn, so it stays in {where}."
        )
    if was_used_in_combat_move(state, piece):
        raise IllegalAction(
            "NCM-27" if carries_land else "CMV-15",
            f"The {unit.name} was used in the combat move, so it stays in {where}.",
        )


def _may_assault_again(state: GameState, ship: Piece) -> bool:
    """Whether a transport whose cargo is to land may move on (OPT-37)."""
    return any(may_move_on(state, ship) for may_move_on in MAY_ASSAULT_AGAIN.of(state, ship.power))


def was_used_in_combat_move(state: GameState, ship: Piece) -> bool:
    """Whether a ship moved in the combat move, or loaded where that counts as much (NCM-27)."""
    only_loaded = ship.began is None and state.edition.parameters.sea.transports_may_move_after_loading
    return ship.moved == "combat_move" and not only_loaded


def can_carry_land(state: GameState, piece: Piece) -> bool:
    """Whether the ship is a transport."""
    return state.carries(piece, "land")


def unarmed_in_words(state: GameState, ships: Sequence[Piece]) -> tuple[str, str, str]:
    """The rule by which ships without an attack value do not attack alone, who they are, and what to send with them."""
    units = [state.type_of(ship) for ship in ships]
    if carriers := [unit for unit in units if unit.can("warship")]:
        return "CMV-53", carriers[0].plural.capitalize(), "another warship or aircraft"
    return "CMV-63", "Transports", "a warship or aircraft"


def stop_rule(state: GameState, piece: Piece, zone: SpaceId) -> str | None:
    """The rule by which a ship that enters a zone must stop there, if any.

    Hostile zones stop ships (CMV-29, CMV-57), destroyers stop submarines, which pass all else (CMV-30, CMV-31, NCM-25),
    and destroyers find submerged submarines (CMV-35, NCM-34).
    """
    unit = state.type_of(piece)
    if unit.can("anti_submarine") and _is_above_submarine(state, zone, piece.power):
        return "CMV-35" if state.phase == "combat_move" else "NCM-34"
    if unit.can("passes_hostile_zones"):
        if not has_enemy_destroyer(state, zone, piece.power):
            return None
        return "CMV-31" if state.phase == "combat_move" else "NCM-25"
    if not is_hostile_zone(state, zone, piece.power):
        return None
    return "CMV-57" if can_carry_land(state, piece) else "CMV-29"


def _is_above_submarine(state: GameState, zone: SpaceId, power: PowerId) -> bool:
    return any(enemy.submerged for enemy in enemies_at(state, zone, power))


def _check_combat(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> None:
    if not _has_reason_to_be_in(state, piece, path):
        if refused := no_attack_on(state, path[-1], piece.power):
            raise refused
        where = place(state, path[-1])
        raise IllegalAction("CMV-01", f"There is nothing to fight in {where}. Move ships there in the noncombat move.")
    _check_movement_left(state, piece, path)
    _check_no_stop(state, piece, path)


def _check_no_stop(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> None:
    for zone in path[:-1] if _may_be_stopped_at_start(state, piece) else path[1:-1]:
        if rule := stop_rule(state, piece, zone):
            name = state.type_of(piece).name
            raise IllegalAction(rule, f"The {name} cannot go on from {place(state, zone)}: {_obstacle(state, rule)}.")


def _may_be_stopped_at_start(state: GameState, piece: Piece) -> bool:
    """Whether a ship has entered the zone where it is by a move of this turn, or attacks in it (CMV-57)."""
    return piece.used > 0 or (state.phase == "combat_move" and piece.assault is not None)


def may_sail_on(state: GameState, ship: Piece, here: SpaceId, there: SpaceId) -> bool:
    """Whether a ship that has come to a zone may go on to the next one, wherever its move ends."""
    if there in kept_out_of(state, ship.power) or canal_refusal(state, here, there, ship.power, ship.unit):
        return False
    if (here != ship.space or _may_be_stopped_at_start(state, ship)) and stop_rule(state, ship, here):
        return False
    return _may_enter(state, ship, there)


def voyages(state: GameState, ships: Sequence[Piece]) -> dict[SpaceId, tuple[SpaceId, ...]]:
    """A shortest way that is open to all these ships of a zone to each zone in their range, nearest first.

    What a ship may do in a zone never depends on the way that it took there, but for its length.
    """
    board, start = state.edition.board, ships[0].space
    found: dict[SpaceId, tuple[SpaceId, ...]] = {start: (start,)}
    fringe = [start]
    for _ in range(min(move_of(state, ship) - ship.used for ship in ships)):
        steps = [(here, there) for here in fringe for there in board.neighbours[here] if board.is_sea(there)]
        fringe = []
        for here, there in steps:
            if there not in found and all(may_sail_on(state, ship, here, there) for ship in ships):
                found[there] = (*found[here], there)
                fringe.append(there)
    del found[start]
    return found


def _may_enter(state: GameState, ship: Piece, zone: SpaceId) -> bool:
    """Only submarines may enter hostile zones in the noncombat move (NCM-03, NCM-23)."""
    is_free = state.phase == "combat_move" or state.type_of(ship).can("passes_hostile_zones")
    return is_free or not is_hostile_zone(state, zone, ship.power)


def _obstacle(state: GameState, rule: str) -> str:
    if rule in ("CMV-31", "NCM-25"):
        return "an enemy destroyer stops it there"
    if rule in ("CMV-35", "NCM-34"):
        return "it stops above the submerged submarine there"
    any_unit = state.edition.parameters.sea.zone_hostile_by == "any_unit"
    return f"enemy {'units' if any_unit else 'surface warships'} stop it there"


def _has_reason_to_be_in(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> bool:
    """The cases in which a ship may end its combat move in a zone (CMV-01, CMV-10, CMV-11, CMV-12, CMV-55, CMV-58)."""
    zone = path[-1]
    if defenders_at(state, zone, piece.power) or leaves_hostile_zone(state, piece, path[0]):
        return True
    if can_carry_land(state, piece) and move_of(state, piece) > piece.used + len(path) - 1:
        return True
    return keeps_cargo(state, piece) or assault_is_possible(state, piece, zone)


def keeps_cargo(state: GameState, ship: Piece) -> bool:
    """Whether a ship is a laden transport that needs no other reason for a combat move (CMV-58)."""
    if state.edition.parameters.assaults.cargo_must_land:
        return False
    return any(state.type_of(cargo).domain == "land" for cargo in state.cargo(ship.id))


def leaves_hostile_zone(state: GameState, piece: Piece, start: SpaceId) -> bool:
    """Whether the unit's move of this turn began in a zone that was hostile at turn start (CMV-10).

    So does a zone into which enemy aircraft may scramble count (CMV-14).

    It may then load elsewhere and come back (CMV-17), or attack elsewhere or nowhere (CMV-18).
    """
    began = piece.began or start
    if began in state.turn.hostile_zones:
        return True
    return state.edition.board.is_sea(began) and may_be_scrambled_into(state, began, piece.power)


def assault_is_possible(state: GameState, piece: Piece, zone: SpaceId) -> bool:
    """Whether own cargo could be landed in hostile territory from this zone in this turn (CMV-11)."""
    board = state.edition.board
    if not any(is_attackable(state, territory, piece.power) for territory in board.coasts_of(zone)):
        return False
    ranges = wherever(_range_of_transports, state)
    if zone in ranges or any(cargo.aboard and commands(state, cargo) for cargo in state.at(zone)):
        return True
    distances = board.flight_distances(zone)
    return any(distances.get(other, 99) <= left for other, (left,) in ranges.items())


@of_space
def _range_of_transports(state: GameState, zone: SpaceId) -> tuple[int, ...]:
    """The most spaces that an own transport there has left, if there is any; none where its cargo is to land."""
    ships = [ship for ship in state.at(zone) if commands(state, ship) and can_carry_land(state, ship)]
    left = (0 if _has_landed(state, ship) else move_of(state, ship) - ship.used for ship in ships)
    return (max(left),) if ships else ()


def _has_landed(state: GameState, ship: Piece) -> bool:
    return bool(ship.offloaded) and not _may_assault_again(state, ship)


def _check_noncombat(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> None:
    """Only submarines may enter hostile zones, and end there if the edition says so (NCM-03, NCM-23..26)."""
    unit = state.type_of(piece)
    submarine = unit.can("passes_hostile_zones")
    for zone in path[1:]:
        if not _may_enter(state, piece, zone):
            raise IllegalAction(
                "NCM-23",
                f"{first_upper(place(state, zone))} is hostile, so the {unit.name} cannot enter it in this phase.",
            )
    _check_no_stop(state, piece, path)
    may_end_there = state.edition.parameters.sea.submarines_end_in_hostile_zones
    if submarine and not may_end_there and is_hostile_zone(state, path[-1], piece.power):
        raise IllegalAction(
            "NCM-24",
            f"{place_and('is', state, path[-1])} hostile, so "
            f"the {unit.name} may pass through it in this phase, but not stay.",
        )
