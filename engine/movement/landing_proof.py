"""Whether all aircraft can still land after a move, and why not."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import IllegalAction
from engine.landing.proof import find_decks, landing_plan, strands_more
from engine.landing.ranges import range_left, reaches_land
from engine.politics.standing import gives_leave, share_space
from engine.position.relations import defenders_at
from engine.state.game_state import GameState, differ_in_pieces_alone
from engine.state.pieces import Piece
from engine.state.words import first_upper, place


def check_landing(before: GameState, after: GameState, moved: Sequence[Piece]) -> None:
    """The joint landing proof (CMV-39..45, NCM-16, NCM-20)."""
    if _leaves_landings_open(before, after, moved):
        return
    find_decks(before)
    if not strands_more(before, after):
        return
    stranded = landing_plan(after).stranded
    ids = {piece.id for piece in moved}
    piece = next((p for p in stranded if p.id in ids), stranded[0])
    raise _no_landing(after, piece, piece.id in ids)


def _leaves_landings_open(before: GameState, after: GameState, moved: Sequence[Piece]) -> bool:
    """Whether it is plain that no aircraft has lost a landing place, so that no proof is needed.

    That is so where no carrier moved, no enemies are in the zones at both ends, so that carriers there have no more or
    fewer battles before them, and all that flew can still reach land by itself.
    """
    if not differ_in_pieces_alone(before, after):
        return False
    now = [after.pieces[piece.id] for piece in moved]
    if any(after.carries(piece, "air") for piece in now):
        return False
    ends = {piece.space for piece in (*moved, *now) if after.edition.board.is_sea(piece.space)}
    if any(defenders_at(after, end, after.power) for end in ends):
        return False
    return all(reaches_land(after, piece) for piece in now if after.type_of(piece).domain == "air")


def _no_landing(state: GameState, piece: Piece, has_moved: bool) -> IllegalAction:
    unit = state.type_of(piece)
    left = range_left(state, piece)
    where = place(state, piece.space)
    at_sea = state.edition.board.is_sea(piece.space) and unit.can("lands_on_carrier")
    if state.phase != "combat_move":
        rule = ("NCM-16" if at_sea else "NCM-20") if has_moved else "NCM-19"
        if owner := _refuses_its_carriers(state, piece):
            return IllegalAction("NCM-22", f"{owner} does not let your aircraft land on its carriers in {where}.")
        return IllegalAction(
            rule, f"The {unit.name} in {where} would have no landing place left: no carrier there has room for it."
        )
    if at_sea and not left and has_moved:
        return IllegalAction(
            "CMV-45",
            f"The {unit.name} would be in {where} with no movement left, and no carrier with room can be there by the "
            "end of the turn.",
        )
    range_then = "no movement" if not left else "1 space" if left == 1 else f"{left} spaces"
    if not (unit.can("lands_on_carrier") or reaches_land(state, piece)):
        why = "there is no territory within reach where it can land" if left else "it cannot land there"
    else:
        why = "I can't find landing places for it and all your other aircraft"
    return IllegalAction("CMV-39", f"The {unit.name} would be in {where} with {range_then} left, and {why}.")


def _refuses_its_carriers(state: GameState, piece: Piece) -> str | None:
    """The name of an ally that has a carrier in the zone of an aircraft and withholds its leave (NCM-22)."""
    carriers = [ship for ship in state.at(piece.space) if state.carries(ship, "air")]
    for ship in carriers:
        owner, power = ship.power, piece.power
        if share_space(state, owner, power, ship.space) and not gives_leave(state, owner, power, "carriers"):
            return first_upper(state.edition.power[owner].called)
    return None
