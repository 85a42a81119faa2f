"""How aircraft move."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.facilities.scrambling import may_be_scrambled_into
from engine.facilities.service import move_of
from engine.facts.board import PowerId, SpaceId
from engine.landing.flights import flights_from
from engine.movement.land import check_leave_to_enter
from engine.movement.paths import path_cost
from engine.movement.sea import assault_is_possible, leaves_hostile_zone
from engine.play import CHECK_ATTACK_BY_AIR
from engine.politics.limits import no_attack, no_attack_on, no_flight, no_landing
from engine.politics.standing import Standing, is_attackable, standing_of_territory, was_friendly_territory
from engine.position.relations import defenders_at, is_trapped, was_taken_along
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.selection import Fitness
from engine.state.words import number, place, place_and


def check_air_move(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> None:
    """Raise IllegalAction if an aircraft cannot fly this path in the present phase (the landing proof comes later).

    It flies over enemies (CMV-37), and in the noncombat move to where it lands, even if it fought (NCM-12).
    """
    _check_not_cargo(state, piece)
    is_combat = state.phase == "combat_move"
    if is_combat:
        _check_combat(state, piece, path)
    check_skies(state, piece, path)
    _check_range(state, piece, path, "CMV-38" if is_combat else "NCM-15")
    if not is_combat:
        check_landing_place(state, piece, path[-1])


def fitness_home(state: GameState) -> Fitness:
    """Which aircraft an order of the noncombat move means first.

    Those with the least movement left: the others can still go wherever these could (NCM-15).
    """
    return lambda piece: (move_of(state, piece) - piece.used, piece.number)


def check_skies(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> None:
    """Raise IllegalAction if a path leads over territory from which a neutral power keeps a piece away (POL-77)."""
    if barred := no_flight(state, path, piece.power):
        raise barred


def _check_not_cargo(state: GameState, piece: Piece) -> None:
    """Aircraft left aboard a carrier that moves are cargo: they take off before it does or not at all (CMV-50..52).

    Nor do those aboard a damaged one take off (UNI-52, UNI-54).
    """
    if was_taken_along(state, piece):
        unit = state.type_of(piece)
        where = place(state, piece.space)
        raise IllegalAction("CMV-50", f"The carrier took the {unit.name} along to {where}. It had to take off first.")
    if is_trapped(state, piece):
        name, ship = state.type_of(piece).name, state.type_of(state.pieces[piece.aboard or ""]).name
        where = place(state, piece.space)
        raise IllegalAction(
            "UNI-54", f"The {ship} in {where} is damaged: the {name} aboard can take off only when it is repaired."
        )


def _check_range(state: GameState, piece: Piece, path: tuple[SpaceId, ...], rule: str) -> None:
    unit = state.type_of(piece)
    move = move_of(state, piece)
    left = move - piece.used
    cost = path_cost(state, piece, path)
    if cost > left:
        raise IllegalAction(
            rule,
            f"The {unit.name} has {left} of {number(move, 'space')} left this turn; {place_and('is', state, path[-1])} "
            f"{cost} away{_by_a_detour(state, piece, path, cost)}.",
        )


def _by_a_detour(state: GameState, piece: Piece, path: tuple[SpaceId, ...], cost: int) -> str:
    """Why a path that costs so much is no shorter, where it goes around what is not flown over (POL-50, POL-77)."""
    start, end = path[0], path[-1]
    is_shortest = flights_from(state, piece.power, start).get(end) == cost
    goes_around = state.edition.board.flight_distances(start).get(end, cost) < cost
    return " by the shortest way open to it" if is_shortest and goes_around else ""


def _check_combat(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> None:
    """CMV-01, CMV-10, CMV-12, CMV-13."""
    end = path[-1]
    for check in CHECK_ATTACK_BY_AIR.of(state, piece.power):
        check(state, piece, end)
    if state.edition.board.is_land(end):
        fights = is_attackable(state, end, piece.power)
    else:
        fights = bool(defenders_at(state, end, piece.power)) or _meets_scramble(state, piece, end)
    if end in state.owners and not fights and not _is_friendly(state, end, piece.power):
        raise no_attack(state, end, piece.power, "move there in the noncombat move")
    if end not in state.owners and not fights and (refused := no_attack_on(state, end, piece.power)):
        raise refused
    if not fights and not leaves_hostile_zone(state, piece, path[0]):
        raise IllegalAction(
            "CMV-01",
            f"The {state.type_of(piece).name} has no enemy to fight in {place(state, end)}. Move it there in the "
            "noncombat move.",
        )


def _is_friendly(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether aircraft of a power may end a combat move in a territory without a fight (CMV-10); in no neutral one."""
    return standing_of_territory(state, territory, power) in (Standing.OWN, Standing.ALLY)


def _meets_scramble(state: GameState, piece: Piece, zone: SpaceId) -> bool:
    """Whether enemy aircraft might scramble against a landing from a zone, for which the aircraft waits (CMV-13)."""
    return may_be_scrambled_into(state, zone, piece.power) and assault_is_possible(state, piece, zone)


def check_landing_place(state: GameState, piece: Piece, space: SpaceId) -> None:
    """Where an aircraft may end its noncombat move, carriers apart (NCM-13, NCM-14, NCM-16, UNI-47)."""
    unit = state.type_of(piece)
    where = place(state, space)
    if state.edition.board.is_sea(space):
        if not unit.can("lands_on_carrier"):
            no_carrier = f"{unit.plural.capitalize()} cannot land on carriers"
            raise IllegalAction("UNI-47", f"{no_carrier}, so they cannot land in {where}.")
        return
    if was_friendly_territory(state, space, piece.power):
        check_leave_to_enter(state, space, piece)
        return
    if space in state.turn.owners_before:
        raise IllegalAction(
            "NCM-14",
            f"{place_and('was', state, space)} taken this turn: the {unit.name} cannot land there yet.",
        )
    raise no_landing(state, space, piece.power, unit.name)
