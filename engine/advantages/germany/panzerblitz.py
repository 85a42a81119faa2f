"""Panzerblitz: German tanks that go on after a quick victory (OPT-23)."""

from __future__ import annotations

from engine.advantages.rule import AdvantageRule
from engine.events.advantages import TanksBrokeThrough
from engine.events.combat.battle import Outcome
from engine.play import AFTER_BATTLE, Play
from engine.state.battles import Battle

NAME = "panzerblitz"


def break_through(play: Play, battle: Battle, outcome: Outcome) -> None:
    """Tanks that won a battle on land in its first round may move one space in the noncombat move."""
    if outcome != "attacker" or battle.part != "land" or battle.round != 1:
        return
    survivors = play.state.select(battle.attackers)
    tanks = [p for p in survivors if p.unit == "tank" and play.state.has_advantage(p.power, NAME)]
    if tanks:
        play.emit(TanksBrokeThrough(play.power, battle.space, tuple(tank.id for tank in tanks)))


RULE = AdvantageRule(NAME, (AFTER_BATTLE.by(break_through),))
