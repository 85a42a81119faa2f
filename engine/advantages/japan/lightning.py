"""Lightning Assaults: Japanese transports that make two assaults in a turn (OPT-37)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.advantages.rule import AdvantageRule
from engine.errors import Unfinished
from engine.events.advantages import SET_OUT_FROM, AssaultSetOut
from engine.facts.unit_types import UnitId
from engine.play import BEFORE_MOVE, CHECK_COMBAT_MOVED, MAY_ASSAULT_AGAIN, STILL_COUNTED, Play
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import place


def may_assault_again(state: GameState, _ship: Piece) -> bool:
    """Whether a transport that was declared to land cargo may move on to a second assault.

    A hostile zone stops it nevertheless (CMV-57).
    """
    return state.phase == "combat_move"


def check_second_assault(state: GameState, piece: Piece) -> None:
    """Raise Unfinished (OPT-37) where a transport went on after an assault and makes no other."""
    if piece.assault is None and state.carries(piece, "land") and sent_ahead(state, piece):
        name, where = state.type_of(piece).name, place(state, piece.space)
        raise Unfinished(
            "OPT-37",
            f"The {name} in {where} moved on after its landing, so it must make another one. Declare that, or undo the "
            "move.",
            piece.id,
        )


def set_out(play: Play, ships: Sequence[Piece]) -> None:
    """Before transports move on, the cargo of their first assault sets out for it and waits in the zone."""
    declared = [ship for ship in ships if ship.assault is not None]
    cargo = [piece for ship in declared for piece in play.state.cargo(ship.id) if piece.assault is not None]
    if cargo:
        ids = tuple(piece.id for piece in cargo)
        ship_ids = tuple(ship.id for ship in declared)
        play.emit(AssaultSetOut(play.power, ids, ship_ids, declared[0].space, audience=play.power))


def sent_ahead(state: GameState, ship: Piece) -> list[UnitId]:
    """What has set out from a transport for an earlier assault."""
    return [piece.unit for piece in state.pieces.values() if SET_OUT_FROM.of(piece) == ship.id]


RULE = AdvantageRule(
    "lightning_assaults",
    (
        MAY_ASSAULT_AGAIN.by(may_assault_again),
        BEFORE_MOVE.by(set_out),
        STILL_COUNTED.by(sent_ahead),
        CHECK_COMBAT_MOVED.by(check_second_assault),
    ),
)
