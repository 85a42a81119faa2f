"""Joint Strike: a power saves its attacks for the turn of an ally, who leads its units as its own (OPT-28, OPT-47).

What the ally commands then stands in `engine.position`, whom it asks about casualties in `engine.combat.casualties`.
"""

from __future__ import annotations

from typing import Any

from engine.errors import IllegalAction
from engine.events.advantages import AdvantageUsed
from engine.play import Play
from engine.table.actions import UseAdvantage
from engine.table.state import GameState, Piece
from engine.table.words import place


def declare(play: Play, _order: UseAdvantage) -> None:
    """Once a game, before the first combat move; it works until the ally's turn has ended."""
    moved = _first_to_attack(play.state)
    if moved is not None:
        name, where = play.state.type_of(moved).name, place(play.state, moved.space)
        raise IllegalAction(
            "OPT-28", f"The {name} in {where} has made a combat move: undo your combat moves to declare a joint strike."
        )
    play.emit(AdvantageUsed(play.power, "joint_strike", once=True, in_force=True, audience=play.audience))


def ways_to_declare(state: GameState) -> tuple[dict[str, Any], ...]:
    """The one way to declare it, while there are units and none has made a combat move."""
    has_units = any(piece.power == state.power for piece in state.pieces.values())
    return ({},) if has_units and _first_to_attack(state) is None else ()


def _first_to_attack(state: GameState) -> Piece | None:
    own = (piece for piece in state.pieces.values() if piece.power == state.power)
    return next((piece for piece in own if piece.moved == "combat_move"), None)
