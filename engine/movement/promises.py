"""Promises that a carrier will be where an aircraft needs it (CMV-42, CMV-46, NCM-33)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Literal

from engine.errors import IllegalAction
from engine.events.landing import LandingPromised
from engine.facilities.capacity import usable_complexes
from engine.facts.board import SpaceId
from engine.kinds import After, Order, OrderKind, in_phases, on_turn
from engine.landing.proof import new_carriers_of, strands_more
from engine.landing.ranges import carrier_zones, zones_in_reach
from engine.movement.paths import check_spaces
from engine.play import Play
from engine.position.relations import commands, has_left_home
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.words import first_upper, place, place_and

__all__ = ["Promise"]


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
