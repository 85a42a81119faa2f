"""The course of a battle: rounds made of small named steps, in the order that the edition gives (CMB-06)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.combat.air.air_battle import bombers_go_on
from engine.combat.air.anti_aircraft import anti_aircraft_fires
from engine.combat.amphibious.bombardment import ships_bombard
from engine.combat.conclude import end_or_go_on
from engine.combat.fire import (
    attackers_fire,
    attackers_open_fire,
    attackers_strike,
    current,
    defenders_fire,
    defenders_open_fire,
    defenders_strike,
    round_steps,
)
from engine.combat.losses.casualties import attacker_chooses, defender_chooses, remove_casualties, remove_struck
from engine.combat.retreat import press_or_retreat
from engine.combat.submerge import attacker_submerges, defender_submerges
from engine.events.combat.battle import RoundBegan, StepDone
from engine.facts.parameters import BATTLE_STEPS
from engine.landing.basing import land_stranded
from engine.play import BEFORE_FIRE, Play
from engine.state.pieces import PieceId


def before_fire(play: Play) -> None:
    """What advantages do in a round before any die is rolled (OPT-36)."""
    for effect in BEFORE_FIRE.of_all(play.state):
        effect(play)


STEPS: Mapping[str, Callable[[Play], None]] = {
    "anti_aircraft_fires": anti_aircraft_fires,
    "ships_bombard": ships_bombard,
    "attacker_submerges": attacker_submerges,
    "defender_submerges": defender_submerges,
    "attackers_strike": attackers_strike,
    "defenders_strike": defenders_strike,
    "before_fire": before_fire,
    "attackers_open_fire": attackers_open_fire,
    "defenders_open_fire": defenders_open_fire,
    "remove_struck": remove_struck,
    "attackers_fire": attackers_fire,
    "defender_chooses": defender_chooses,
    "defenders_fire": defenders_fire,
    "attacker_chooses": attacker_chooses,
    "remove_casualties": remove_casualties,
    "end_or_go_on": end_or_go_on,
    "press_or_retreat": press_or_retreat,
    "bombers_go_on": bombers_go_on,
}

BATTLE_STEPS.enter(STEPS)


def fight(play: Play) -> None:
    """Go on with the battle until it ends or somebody must choose.

    Where the edition says so, defenders whose carrier was sunk land before the next battle (SPC-80, NCM-04).
    """
    while play.state.battle is not None and not play.state.requests:
        battle = current(play)
        if battle.round == 0 or battle.step >= len(round_steps(play)):
            _next_round(play)
        else:
            step = battle.step
            STEPS[round_steps(play)[step]](play)
            if play.state.battle is not None:
                play.emit(StepDone(step + 1))
    if play.state.battle is None and play.parameters.air.stranded_land == "after_battle":
        land_stranded(play)


def _next_round(play: Play) -> None:
    """Begin a round, unless there is nothing to fight: from the start, or since the attacker retreated.

    Only destroyers that fight count against submarines, not those of an ally who looks on (CMB-26).
    """
    end_or_go_on(play)
    if play.state.battle is None:
        return
    battle = current(play)

    def has_destroyer(ids: tuple[PieceId, ...]) -> bool:
        return any(play.state.type_of(piece).can("anti_submarine") for piece in play.state.select(ids))

    play.emit(
        RoundBegan(battle.space, battle.round + 1, has_destroyer(battle.attackers), has_destroyer(battle.defenders))
    )
