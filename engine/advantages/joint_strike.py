"""Joint Strike: a power saves its attacks for the turn of an ally, who leads its units as its own (OPT-28, OPT-47).

What the ally commands then stands in `engine.relations`, whom it asks about casualties in `engine.combat.casualties`.
"""

from __future__ import annotations

from engine.actions import UseAdvantage
from engine.errors import IllegalAction
from engine.events import AdvantageUsed
from engine.play import Play
from engine.words import place


def declare(play: Play, _order: UseAdvantage) -> None:
    """Once a game, before the first combat move; it works until the ally's turn has ended."""
    own = (piece for piece in play.state.pieces.values() if piece.power == play.power)
    moved = next((piece for piece in own if piece.moved == "combat_move"), None)
    if moved is not None:
        name, where = play.state.type_of(moved).name, place(play.state, moved.space)
        raise IllegalAction(
            "OPT-28", f"The {name} in {where} has made a combat move: undo your combat moves to declare a joint strike."
        )
    play.emit(AdvantageUsed(play.power, "joint_strike", once=True, in_force=True, audience=play.audience))
