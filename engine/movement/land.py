"""How land units move from territory to territory."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId, UnitType
from engine.movement.company import Company, blitzed_territories, march, may_blitz
from engine.politics.limits import no_attack, no_entry
from engine.politics.standing import (
    can_be_won,
    gives_leave,
    is_attackable,
    is_friendly_territory,
    is_hostile_territory,
    was_won_this_turn,
)
from engine.position.relations import enemies_at
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.selection import refusal
from engine.state.words import first_upper, listed, number, pieces_in_words, place, place_and, with_article

__all__ = ["is_held_back"]


def check_land_move(state: GameState, piece: Piece, path: tuple[SpaceId, ...], company: Company = "alone") -> None:
    """Raise IllegalAction if a land unit cannot move along territories in the present phase."""
    _check_free_to_move(state, piece)
    check_not_held_back(state, piece)
    if state.phase == "combat_move":
        _check_combat(state, piece, path, company)
    else:
        _check_movement_left(state, piece, path, company)
        _check_noncombat(state, piece, path)
    for territory in path[1:]:
        check_leave_to_enter(state, territory, piece)


def _check_free_to_move(state: GameState, piece: Piece) -> None:
    """Who moved or fought in the combat phases stays now (CMV-15, NCM-01), and so does who came ashore (CMV-56)."""
    unit = state.type_of(piece)
    if state.phase == "noncombat_move" and (piece.fought or piece.moved == "combat_move"):
        raise IllegalAction(
            "CMV-15",
            f"The {unit.name} moved or fought in the combat phases, so it stays in {place(state, piece.space)}.",
        )
    if piece.came_from and state.edition.board.is_sea(piece.came_from):
        raise IllegalAction("CMV-56", f"The {unit.name} has just come ashore; that was its whole move.")


def check_not_of_neutral(state: GameState, piece: Piece) -> None:
    """The army of a neutral that was attacked stays until a power has taken it over (POL-53)."""
    if piece.space not in state.roused_neutrals or state.owners[piece.space] is not None:
        return
    unit, where = state.type_of(piece), place(state, piece.space)
    if unit.domain == "land" and not piece.used:
        raise IllegalAction(
            "POL-53", f"The {unit.name} belongs to the army of {where}, which nobody holds, so it stays."
        )


def check_not_held_back(state: GameState, piece: Piece) -> None:
    """Antiaircraft guns move, board and leave ships in the noncombat move only (UNI-27, NCM-10).

    What was in a neutral that was taken over stays for that turn, with all that came (POL-57).
    """
    unit = state.type_of(piece)
    if state.phase == "noncombat_move" and piece.space in state.owners and was_won_this_turn(state, piece.space):
        raise IllegalAction(
            "POL-57",
            f"{place_and('was', state, piece.space)} won over this turn, so "
            "everything there stays until your next turn.",
        )
    if state.phase == "combat_move" and unit.can("noncombat_only"):
        raise IllegalAction("UNI-27", f"{unit.plural.capitalize()} move in the noncombat move only.")


def is_held_back(state: GameState, piece: Piece) -> bool:
    """Whether a land unit stays for this phase, whatever its player wants."""
    return refusal(lambda each: check_not_held_back(state, each), piece) is not None


def _check_movement_left(state: GameState, piece: Piece, path: tuple[SpaceId, ...], company: Company) -> None:
    """A unit crosses at most as many borders as its move value (CMV-03).

    It may have gone farther already, on ways that let it (OPT-20).
    """
    unit = state.type_of(piece)
    left = max(0, march(state, piece, path, company) - piece.used)
    if len(path) - 1 > left:
        spaces = f"{number(left, 'space')} of" if left else "no"
        away = number(len(path) - 1, "space")
        raise IllegalAction(
            "CMV-03",
            f"The {unit.name} has {spaces} movement left; {place_and('is', state, path[-1])} {away} away.",
        )


def check_leave_to_enter(state: GameState, territory: SpaceId, piece: Piece) -> None:
    """An ally may refuse to share its territory (ASY-28)."""
    owner = state.owners[territory]
    if not owner or not is_friendly_territory(state, territory, piece.power):
        return
    if not gives_leave(state, owner, piece.power, "territories"):
        name = first_upper(state.edition.power[owner].called)
        raise IllegalAction("ASY-28", f"{name} does not let you use {place(state, territory)}.")


def _check_combat(state: GameState, piece: Piece, path: tuple[SpaceId, ...], company: Company) -> None:
    """The way may lead through friendly territory (CMV-05), and a blitz may end there (CMV-09)."""
    blitzed = blitzed_territories(state, piece, path)
    if not is_attackable(state, path[-1], piece.power) and not (blitzed and _is_friendly(state, piece, path[-1])):
        raise no_attack(state, path[-1], piece.power, "move there in the noncombat move")
    for territory in path[1:-1]:
        is_hostile = is_hostile_territory(state, territory, piece.power)
        may_pass = is_attackable if is_hostile else is_friendly_territory
        if not may_pass(state, territory, piece.power):
            raise no_attack(state, territory, piece.power, "move there in the noncombat move")
    _check_movement_left(state, piece, path, company)
    for territory in blitzed:
        _check_blitz(state, piece, path, territory, company)


def _is_friendly(state: GameState, piece: Piece, territory: SpaceId) -> bool:
    return is_friendly_territory(state, territory, piece.power)


def may_blitz_through(state: GameState, piece: Piece, territory: SpaceId) -> bool:
    """Whether a unit may go on through a hostile territory that is empty (CMV-06, CMV-23, CMV-25)."""
    return state.type_of(piece).can("blitz") and not any(_in_the_way(state, piece, territory))


def _in_the_way(state: GameState, piece: Piece, territory: SpaceId) -> tuple[tuple[Piece, ...], tuple[UnitId, ...]]:
    """Enemy units and facilities in a territory, which both hold up a blitz (CMV-25)."""
    return enemies_at(state, territory, piece.power), state.facilities.get(territory, ())


def _check_blitz(
    state: GameState, piece: Piece, path: tuple[SpaceId, ...], territory: SpaceId, company: Company
) -> None:
    """CMV-06, CMV-23, CMV-25, RES-47."""
    unit = state.type_of(piece)
    where = place(state, territory)
    if not may_blitz(state, piece, path, company):
        raise _no_blitz(state, unit, territory)
    units, facilities = _in_the_way(state, piece, territory)
    if units or facilities:
        names = (state.edition.unit[facility].name for facility in facilities)
        holds = pieces_in_words(state, units) if units else listed(map(with_article, names))
        raise IllegalAction(
            "CMV-25",
            f"The {unit.name} cannot go on through {where}: a blitz needs an empty territory, and it holds {holds}.",
        )


def _no_blitz(state: GameState, unit: UnitType, territory: SpaceId) -> IllegalAction:
    """CMV-06; ground that a blitz took in this phase is no road for others, as all move at the same time (CMV-24)."""
    if is_hostile_territory(state, territory, state.power):
        return IllegalAction("CMV-06", f"{place_and('is', state, territory)} hostile: {unit.plural} stop there.")
    taken = f"{place_and('was', state, territory)} taken by a blitz this turn"
    if unit.can("blitzes_beside_tank"):
        return IllegalAction(
            "UNI-25",
            f"{taken}: until the noncombat move {unit.plural} can go on through it only beside a tank that goes the "
            "same way, one beside each.",
        )
    return IllegalAction(
        "CMV-24",
        f"{taken}, and all combat moves happen at the same time, so other units can pass through it only in the "
        "noncombat move.",
    )


def _check_noncombat(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> None:
    """Only into friendly territory (NCM-06), not neutral (NCM-09) nor hostile, defended or not (CMV-02, NCM-07).

    The last may be a neutral that is won over by coming (NCM-08).
    """
    for territory in path[1:]:
        if _is_friendly(state, piece, territory) or (territory == path[-1] and wins_over(state, piece, territory)):
            continue
        raise no_entry(state, territory, piece.power, "land units enter it only in the combat move")


def wins_over(state: GameState, piece: Piece, territory: SpaceId) -> bool:
    """Whether a land unit that enters a neutral in the noncombat move takes it over; guns do not (NCM-11, POL-56)."""
    return state.type_of(piece).can("captures") and can_be_won(state, territory, piece.power)
