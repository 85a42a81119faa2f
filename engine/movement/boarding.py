"""Going aboard a carrier placed this turn, from the territory whose complex launched it (MOB-08)."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.events.landing import AircraftBoarded
from engine.landing.basing import room_on
from engine.movement.form import Move
from engine.movement.paths import check_spaces
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.selection import choose
from engine.state.words import first_upper, place, with_article


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
