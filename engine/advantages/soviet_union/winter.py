"""Russian Winter: Soviet infantry that defends better for a while (OPT-15)."""

from __future__ import annotations

from engine.advantages.rule import AdvantageRule, Use, UseAdvantage
from engine.events.advantages import AdvantageUsed
from engine.events.combat.battle import AttackOrDefense
from engine.play import HITS_ON, Play
from engine.state.game_state import GameState
from engine.state.pieces import Piece

NAME = "russian_winter"


def declare(play: Play, _order: UseAdvantage) -> None:
    """Once a game, until the Soviet Union's next turn; nobody is asked on another turn (ASY-39)."""
    play.emit(AdvantageUsed(play.power, NAME, once=True, in_force=True, audience=play.audience))


def hits_on(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """Soviet infantry defends at 3 through a declared winter."""
    declared = NAME in state.advantages_in_force
    return 3 if declared and side == "defender" and piece.unit == "infantry" else 0


RULE = AdvantageRule(NAME, (HITS_ON.by(hits_on),), Use(("collect_income",), declare))
