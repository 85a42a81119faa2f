"""Answers to questions: as `easy`, but what a battle is fought for counts victory, too."""

from __future__ import annotations

from computer.chances import chances_in
from computer.easy import answering as easy
from computer.normal.prizes import nearer_to_victory, prize_at
from computer.playing import Answer
from computer.weights import PLACES
from engine import GameState, ask
from engine.facts.board import PowerId
from engine.odds.position import under_way
from engine.state.questions import Request


def answer(state: GameState, request: Request, power: PowerId) -> Answer:
    """The answer to a question of any kind."""
    return retreat(state, request) if request.kind == "retreat" else easy.answer(state, request, power)


def retreat(state: GameState, request: Request) -> Answer:
    """Press on where what is won and destroyed on average is worth more than what is lost, else leave."""
    offered, setting = ask.RetreatOptions.of(request), under_way(state)
    if setting is None or not offered.retreat:
        return "default"
    chances = chances_in(setting)
    takes = any(state.type_of(piece).can("captures") for piece in state.select(setting.battle.attackers))
    prize = prize_at(state, request.space, nearer_to_victory(state)) if request.space in state.owners and takes else 0.0
    if round(chances.win * prize + chances.enemy_loss - chances.own_loss, PLACES) > 0:
        return {"press": True}
    return {"retreat": offered.retreat[0]}
