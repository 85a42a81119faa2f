"""Salvage: wrecks of attacking tanks become a tank of the defender (OPT-18)."""

from __future__ import annotations

from engine.advantages.asking import ask_whether, whether
from engine.advantages.free_units import place_free_units
from engine.advantages.rule import AdvantageRule
from engine.advantages.territories import is_of_its_colour
from engine.events.combat.battle import Outcome
from engine.facts.board import PowerId
from engine.play import AFTER_BATTLE, Play
from engine.state.battles import Battle
from engine.state.questions import Request, RequestKind

NAME: RequestKind = "salvage"


def ask_after_defence(play: Play, battle: Battle, outcome: Outcome) -> None:
    """Ask, after a defence that its units took part in and won, whether a tank is made of what was lost (ASY-35)."""
    state = play.state
    if outcome != "defender" or battle.part != "land":
        return
    advantage = state.edition.advantage[NAME]
    took_part = {*battle.defended_by, *(piece.power for piece in state.select(battle.defenders))}
    if advantage.power not in took_part:
        return
    if is_of_its_colour(state, battle.space, advantage.power) and set(battle.attackers_lost) & set(advantage.units):
        ask_whether(play, NAME, battle.space, "won")


def salvage(play: Play, request: Request, _power: PowerId) -> None:
    """Place the tank; else the wrecks are left."""
    place_free_units(play, NAME, request.space)


RULE = AdvantageRule(NAME, (AFTER_BATTLE.by(ask_after_defence),), question=whether(NAME, salvage))
