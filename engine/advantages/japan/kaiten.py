"""Kaiten Torpedoes: Japanese submarines that defend better, and die of it (OPT-36)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import RootModel

from engine.advantages.marks import is_marked
from engine.advantages.rule import AdvantageRule
from engine.advantages.territories import is_of_its_colour
from engine.combat.fire import current
from engine.combat.hits import can_hit_any
from engine.combat.submerge import HOW_MANY, by_unit, chosen_submarines
from engine.events.advantages import KaitenDesignated
from engine.events.combat.battle import AttackOrDefense
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId
from engine.facts.unit_types import UnitId
from engine.kinds import Counts, Question
from engine.play import BEFORE_FIRE, HITS_ON, Play
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Choice, Options, Request

__all__ = ["KaitenChoice", "KaitenOptions"]

NAME: Final = "kaiten_torpedoes"


class KaitenOptions(Options):
    """The submarines of one power that may become kaiten torpedoes this round."""

    round: int
    submarines: Mapping[UnitId, int]


class KaitenChoice(Choice, RootModel[Counts]):
    """How many defending submarines become kaiten torpedoes this round, by unit; {} for none."""


def ask(play: Play) -> None:
    """Before any die of a round owners of defending submarines may designate them; by default none (ASY-37)."""
    battle = current(play)
    for power in play.edition.turn_order:
        if submarines := _able(play, power):
            offered = KaitenOptions(round=battle.round, submarines=by_unit(submarines))
            QUESTION.ask(play, battle.space, (power,), offered, KaitenChoice({}), f"{battle.round}.{power}")


def _able(play: Play, power: PowerId) -> list[Piece]:
    """Defending submarines in a zone that borders territory of the power's own colour which it holds.

    None do against aircraft alone, at which they could not fire (CMB-07).
    """
    battle = current(play)
    state = play.state
    coasts = play.board.coasts_of(battle.space)
    if not state.has_advantage(power, NAME) or not any(is_of_its_colour(state, t, power) for t in coasts):
        return []
    own = (piece for piece in state.select(battle.defenders) if piece.power == power)
    submarines = [piece for piece in own if state.type_of(piece).can("surprise_strike")]
    return submarines if can_hit_any(state, submarines, state.select(battle.attackers), "defender") else []


def answer(play: Play, request: Request, power: PowerId, said: KaitenChoice) -> None:
    """Designate the chosen submarines; raises IllegalAction."""
    chosen = chosen_submarines(play.state, _able(play, power), said.root, request.space, "be kaiten torpedoes")
    play.emit(RequestClosed(request.id, by_unit(chosen)))
    if chosen:
        play.emit(KaitenDesignated(power, request.space, tuple(piece.id for piece in chosen)))


def hits_on(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """Kaiten torpedoes defend at 3, as super submarines at 4."""
    if side != "defender" or not is_marked(state, piece, NAME):
        return 0
    return 4 if state.has_technology(piece.power, "super_submarines") else 3


QUESTION = Question(NAME, KaitenOptions, KaitenChoice, HOW_MANY, answer, printed_by="advantages")
RULE = AdvantageRule(NAME, (BEFORE_FIRE.by(ask), HITS_ON.by(hits_on)), question=QUESTION)
