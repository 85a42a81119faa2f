"""Carriers that aircraft board: one placed this turn (MOB-08), and which of several they land on (UNI-50, NCM-16)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import IllegalAction
from engine.events.landing import AircraftBoarded, BerthsChosen
from engine.facts.board import PowerId, SpaceId
from engine.landing.basing import decks_at, room_on
from engine.movement.form import Move
from engine.movement.paths import check_spaces
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.selection import choose
from engine.state.words import first_upper, place, with_article


def check_names_carrier(state: GameState, pieces: Sequence[Piece], end: SpaceId) -> None:
    """Raise IllegalAction unless the units of an order that names a ship are aircraft that land at sea now."""
    if not state.edition.board.is_sea(end) or any(state.type_of(piece).domain != "air" for piece in pieces):
        raise IllegalAction(
            "form", "Name a ship only for units that board or leave it, or for aircraft that land on it."
        )
    if state.phase != "noncombat_move":
        raise IllegalAction("NCM-16", "Aircraft choose their carrier when they land, in the noncombat move.")


def choose_carrier(
    play: Play, aircraft: Sequence[Piece], zone: SpaceId, ship_id: PieceId | None, owner: PowerId | None
) -> None:
    """Let aircraft land on this carrier, or on those of this owner, in a sea zone (UNI-50, NCM-16).

    Raises IllegalAction (NCM-16, UNI-49).
    """
    state = play.state
    decks = [
        ship
        for ship in decks_at(state, zone, aircraft[0].power)
        if ship_id in (None, ship.id) and owner in (None, ship.power)
    ]
    whose = f"{state.edition.power[owner].adjective} carrier" if owner else "such carrier"
    if not decks:
        raise IllegalAction("NCM-16", f"There is no {whose} in {place(state, zone)} on which your aircraft may land.")
    awaited = [ship for piece, ship in state.turn.berths.items() if _is_awaited(state, piece, zone)]
    free = [ship.id for ship in decks for _ in range(room_on(state, ship) - awaited.count(ship.id))]
    if len(free) < len(aircraft):
        raise IllegalAction(
            "UNI-49", f"There is room for {len(free)} more aircraft on the carriers named in {place(state, zone)}."
        )
    for ship in dict.fromkeys(free[: len(aircraft)]):
        ids = tuple(piece.id for piece, berth in zip(aircraft, free, strict=False) if berth == ship)
        play.emit(BerthsChosen(play.power, zone, ship, ids, audience=play.power))


def _is_awaited(state: GameState, aircraft: PieceId, zone: SpaceId) -> bool:
    """Whether an aircraft for which a carrier was chosen is over a zone and not aboard yet."""
    piece = state.pieces.get(aircraft)
    return piece is not None and piece.space == zone and piece.aboard is None


def may_board(state: GameState) -> bool:
    """Whether aircraft may go aboard new carriers now."""
    return state.phase == "mobilize" and state.edition.parameters.air.aircraft_board_new_carriers


def board(play: Play, order: Move) -> None:
    """Let own aircraft board; nothing else moves while new units are placed. Raises IllegalAction."""
    state = play.state
    check_spaces(state, order.path)
    origin, zone = order.path[0], order.path[-1]
    own = [piece for piece in state.at(origin) if piece.power == play.power and piece.aboard is None]
    chosen = choose(state, origin, own, order.units, order.pick, lambda piece: _check_can_board(state, piece))
    launched = state.turn.launched
    new = (ship for ship in state.at(zone) if launched.get(ship.id) == origin)
    ships = [ship for ship in new if order.transport in (None, ship.id) and order.transport_owner in (None, ship.power)]
    if len(order.path) > 2 or not ships:
        raise IllegalAction(
            "MOB-08",
            f"Aircraft in {place(state, origin)} board only a carrier that its complex placed this turn; there is none "
            f"in {place(state, zone)}.",
        )
    berths = [ship.id for ship in ships for _ in range(room_on(state, ship))]
    if len(chosen) > len(berths):
        raise IllegalAction("UNI-49", f"The new carriers in {place(state, zone)} have room for {len(berths)} more.")
    aboard = {piece.id: ship for piece, ship in zip(chosen, berths, strict=False)}
    play.emit(AircraftBoarded(play.power, aboard, origin, zone, audience=play.audience))


def _check_can_board(state: GameState, piece: Piece) -> None:
    if not state.type_of(piece).can("lands_on_carrier"):
        name = state.type_of(piece).name
        raise IllegalAction(
            "MOB-08",
            f"{first_upper(with_article(name))} cannot board a carrier, and nothing else moves in this phase.",
        )
