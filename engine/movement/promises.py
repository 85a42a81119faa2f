"""Landings that moves must leave open, and promises that a carrier will be where it is needed (CMV-42, NCM-33)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Literal

from engine.errors import IllegalAction
from engine.events.landing import LandingPromised
from engine.facilities.capacity import usable_complexes
from engine.facts.board import SpaceId
from engine.kinds import After, Order, OrderKind, in_phases, on_turn
from engine.landing.proof import (
    find_decks,
    gives_itself_up,
    landing_plan,
    new_carriers_of,
    strands_more,
    zones_of_decks,
    zones_to_meet,
)
from engine.landing.ranges import carrier_zones, range_left, reaches_land, zones_in_reach
from engine.movement.paths import Path, check_spaces
from engine.play import Play
from engine.politics.standing import gives_leave, share_space
from engine.position.relations import commands, defenders_at, has_left_home
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId, changed
from engine.state.successors import differ_in_pieces_alone
from engine.state.words import first_upper, place, place_and

__all__ = ["Promise"]


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


def may_land(state: GameState, aircraft: Piece, path: Path, cost: int) -> bool | None:
    """What `check_landing` will say of an aircraft of the power on turn that flies alone; None where it must be tried.

    It may where it can reach land afterwards and changes no battle before a carrier. It may not where it could reach
    land before, and can reach neither land nor a zone to which a carrier comes any more: that helps no other aircraft.
    """
    began, used = aircraft.began or path[0], aircraft.used + cost
    flown = changed(aircraft, space=path[-1], began=began, used=used)
    is_sea = state.edition.board.is_sea
    changes_battles = any(is_sea(end) and defenders_at(state, end, state.power) for end in (path[0], path[-1]))
    if reaches_land(state, flown):
        return None if changes_battles else True
    met = zones_of_decks(state)
    may_meet = met and (changes_battles or zones_to_meet(state, flown) & met)
    return None if may_meet or gives_itself_up(state, aircraft) or not reaches_land(state, aircraft) else False


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


class Promise(Order):
    """Promise a landing place (CMV-46)."""

    type: Literal["promise"]
    carrier: str
    space: SpaceId


MOST_PROMISED = 40
"""Carriers promised in one turn, or zones for new ones."""
MOST_NAMED = 20
"""Aircraft that a promise names; where more could need the carrier, it is for any that flew."""


def promise(play: Play, order: Promise) -> None:
    """Promise that a carrier will be in a zone for an aircraft; raises IllegalAction."""
    state = play.state
    if state.phase != "combat_move" and not play.parameters.air.carrier_promises_bind:
        raise IllegalAction(
            "phase", "It is the conduct combat phase; you can promise carriers only in the combat move."
        )
    check_spaces(state, (order.space,))
    where = place(state, order.space)
    if not play.board.is_sea(order.space):
        raise IllegalAction(
            "space",
            f"{place_and('is', state, order.space)} not a sea zone, so a carrier cannot be there.",
        )
    if order.carrier == "new":
        _check_new(state, order.space)
    else:
        _check_possible(state, order)
    _check_room(state, order)
    aircraft = _in_need(state, order.space)
    play.emit(LandingPromised(play.power, order.carrier, order.space, audience=play.power, aircraft=aircraft))
    if strands_more(state, play.state):
        raise IllegalAction(
            "CMV-39",
            f"{first_upper(where)} is the wrong place: if a carrier goes there, other aircraft cannot land.",
        )


def _check_room(state: GameState, order: Promise) -> None:
    known = [carrier for carrier, zone in state.turn.promises if carrier != "new" or zone == order.space]
    if len(state.turn.promises) >= MOST_PROMISED and order.carrier not in known:
        raise IllegalAction("CMV-46", f"You have promised {MOST_PROMISED} carriers this turn. That is the limit.")


def _check_new(state: GameState, zone: SpaceId) -> None:
    """A carrier bought this turn may be promised beside an own complex (CMV-42)."""
    if not state.edition.parameters.air.landing_on_new_carriers:
        raise IllegalAction("CMV-42", "Aircraft cannot land on a carrier bought this turn in this edition.")
    yards = [t for t in usable_complexes(state, state.power) if zone in state.edition.board.zones_of(t)]
    if not any(new_carriers_of(state, state.edition.account_of(yard, state.power)) for yard in yards):
        raise IllegalAction("CMV-42", f"You cannot place a carrier bought this turn in {place(state, zone)}.")


def _check_possible(state: GameState, order: Promise) -> None:
    ship = state.pieces.get(order.carrier)
    if ship is None or ship.power != state.power or not state.carries(ship, "air"):
        raise IllegalAction("units", f"{quoted(order.carrier)} is not a carrier of yours.")
    if not _can_be_in(state, ship.id, order.space):
        where = place(state, order.space)
        raise IllegalAction(
            "CMV-41",
            f"The carrier in {place(state, ship.space)} cannot be in {where} by the end of the noncombat move.",
        )


def check_still_kept(before: GameState, after: GameState, moved: Sequence[Piece]) -> None:
    """Raise IllegalAction (CMV-46) if a noncombat move makes it impossible to keep a promise that binds."""
    ships = {piece.id for piece in moved}
    for carrier, zone in _binding(after, ships):
        if _can_be_in(before, carrier, zone) and not _can_be_in(after, carrier, zone):
            where = place(after, zone)
            raise IllegalAction("CMV-46", f"You promised that carrier to {where}, and it could no longer get there.")


def check_promises(state: GameState) -> None:
    """Raise IllegalAction (CMV-46) if a promised carrier that can still come is not where it must be."""
    for carrier, zone in _binding(state, state.pieces):
        if state.pieces[carrier].space != zone and _can_be_in(state, carrier, zone):
            raise IllegalAction(
                "CMV-46",
                f"You promised the carrier in {place(state, state.pieces[carrier].space)} to {place(state, zone)}, so "
                "it must go there.",
            )


def _can_be_in(state: GameState, carrier: PieceId, zone: SpaceId) -> bool:
    """Whether a carrier can be in a zone at the end of the noncombat move."""
    return bool(carrier_zones(state, state.pieces[carrier], state.power) & state.edition.board.bit_of[zone])


def _binding(state: GameState, ships: Container[PieceId]) -> list[tuple[str, SpaceId]]:
    """Promises of these carriers that must be kept, as long as an aircraft lives for which they were made.

    Where promises do not bind, only aircraft without another landing place hold a carrier (NCM-19).
    """
    if state.phase != "noncombat_move" or not state.edition.parameters.air.carrier_promises_bind:
        return []
    promises = dict(state.turn.promises).items()
    here = ((carrier, zone) for carrier, zone in promises if carrier in ships and carrier in state.pieces)
    return [(carrier, zone) for carrier, zone in here if _is_awaited(state, carrier)]


def _is_awaited(state: GameState, carrier: str) -> bool:
    """Whether an aircraft lives for which a carrier was promised, also one that has landed elsewhere."""
    meant = state.turn.promised_to.get(carrier, ())
    return any(piece in state.pieces for piece in meant) if meant else any(True for _ in _flying(state))


def _flying(state: GameState) -> Iterator[Piece]:
    """Aircraft that flew and can land on carriers."""
    own = (piece for piece in state.pieces.values() if commands(state, piece))
    able = (piece for piece in own if state.type_of(piece).can("lands_on_carrier"))
    return (piece for piece in able if has_left_home(state, piece))


def _in_need(state: GameState, zone: SpaceId) -> tuple[PieceId, ...]:
    """Aircraft that flew and could meet a carrier in a zone; none where that is more than a promise names."""
    bit = state.edition.board.bit_of[zone]
    found = sorted(piece.id for piece in _flying(state) if zones_in_reach(state, piece) & bit)
    return tuple(found) if len(found) <= MOST_NAMED else ()


PROMISE = OrderKind(Promise, promise, After.CAN_BE_UNDONE, (in_phases("combat_move", "conduct_combat"), on_turn))
