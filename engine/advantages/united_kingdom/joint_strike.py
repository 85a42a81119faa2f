"""Joint Strike: a power saves its attacks for the turn of an ally, who leads its units as its own (OPT-28, OPT-47).

What its leader commands stands in `engine.position`, who chooses casualties in `engine.combat.losses.casualties`.
"""

from __future__ import annotations

from engine.advantages.rule import AdvantageRule, Use, UseAdvantage
from engine.errors import IllegalAction
from engine.events.advantages import AdvantageUsed
from engine.facts.board import PowerId
from engine.play import LEAVES_COMBAT, LED, Play, Refused
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import place

NAME = "joint_strike"


def declare(play: Play, _order: UseAdvantage) -> None:
    """Once a game, before the first combat move; it works until the ally's turn has ended."""
    moved = _first_to_attack(play.state)
    if moved is not None:
        name, where = play.state.type_of(moved).name, place(play.state, moved.space)
        raise IllegalAction(
            "OPT-28", f"The {name} in {where} has made a combat move. Undo your combat moves to declare a joint strike."
        )
    play.emit(AdvantageUsed(play.power, NAME, once=True, in_force=True, audience=play.audience))


def ways_to_declare(state: GameState) -> tuple[dict[str, object], ...]:
    """The one way to declare it, while there are units and none has made a combat move."""
    has_units = any(piece.power == state.power for piece in state.pieces.values())
    return ({},) if has_units and _first_to_attack(state) is None else ()


def _first_to_attack(state: GameState) -> Piece | None:
    own = (piece for piece in state.pieces.values() if piece.power == state.power)
    return next((piece for piece in own if piece.moved == "combat_move"), None)


def led(state: GameState) -> tuple[PowerId, ...]:
    """On the ally's turn, the power that has declared the strike."""
    strike = state.edition.advantage[NAME]
    return (strike.power,) if state.power in strike.powers else ()


def leaves_combat(state: GameState) -> Refused | None:
    """On its own turn the power that has declared the strike neither moves to attack nor fights."""
    if state.edition.advantage[NAME].power != state.power:
        return None
    return "OPT-28", "You declared a joint strike, so your units attack on your ally's turn, not on yours."


RULE = AdvantageRule(
    NAME,
    (LED.by(led), LEAVES_COMBAT.by(leaves_combat)),
    Use(("research", "purchase", "combat_move"), declare, ways_to_declare),
)
