"""The named steps of a turn: what happens by itself around the orders of the power on turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.advantages.catalogue import RULES
from engine.advantages.uses import keeps_open
from engine.combat import neutrals, reactions
from engine.combat.air import kamikaze_strikes
from engine.combat.air.anti_aircraft import fire_on_flights
from engine.combat.air.rockets import rocket_targets
from engine.combat.begin import find_battles, settle_unfought
from engine.combat.rounds import fight
from engine.economy import troop_bonuses, war_bonds
from engine.economy.income import collect_income
from engine.economy.mobilize import check_all_placed, check_promised_carriers, return_leftovers
from engine.economy.ship_repairs import repair_ships
from engine.events.combat.battle import Surfaced
from engine.facts.parameters import TURN_STEPS
from engine.landing.basing import land_stranded, lose_unlanded, settle
from engine.movement.promises import check_promises
from engine.play import Play
from engine.politics.grounds import declarable
from engine.position.relations import commanded_powers
from engine.state.game_state import GameState
from engine.turn.completeness import check_battles_fought, check_combat_moves, check_landings
from engine.turn.incidents import remember_attacks
from engine.turn.skips import reason_to_skip


def _settle_aircraft(play: Play) -> None:
    for power in commanded_powers(play.state):
        settle(play, power)


def _lose_unlanded(play: Play) -> None:
    for power in commanded_powers(play.state):
        lose_unlanded(play, power)


def _surface(play: Play) -> None:
    """Submerged submarines come up at the end of the noncombat move, whoever lies above them (NCM-30, SPC-77)."""
    if submerged := sorted((p for p in play.state.pieces.values() if p.submerged), key=play.state.rank):
        play.emit(Surfaced(tuple(piece.id for piece in submerged)))


def _nothing(_play: Play) -> None:
    pass


def _demand_nothing(_state: GameState) -> None:
    pass


@dataclass(frozen=True)
class TurnStep:
    """A step of a phase.

    does: what happens by itself; in a step that waits, as long as nobody is asked.
    demands: what must hold when the power on turn ends the phase; nobody is held up by it where the phase is passed
    over. Raises IllegalAction.
    is_over: whether nobody needs to do anything more in a step that waits until all who must act in it have acted.
    acts: the power on turn gives orders in it, and ends the phase.
    """

    does: Callable[[Play], None] = _nothing
    demands: Callable[[GameState], None] = _demand_nothing
    is_over: Callable[[GameState], bool] | None = None
    acts: bool = False


def _fight_on(play: Play) -> None:
    fight(play)
    if not play.state.requests:
        settle_unfought(play)


STEPS: Mapping[str, TurnStep] = {
    "neutrals_take_sides": TurnStep(neutrals.take_sides),
    "pacts_are_kept": TurnStep(neutrals.keep_pacts),
    "ask_for_troop_bonuses": TurnStep(troop_bonuses.ask_after_blitz),
    "ask_for_reactions": TurnStep(reactions.ask),
    "ask_for_kamikaze_strikes": TurnStep(kamikaze_strikes.ask),
    "ask_for_war_bonds": TurnStep(war_bonds.ask),
    "answers": TurnStep(is_over=lambda _: True),
    "ships_are_repaired": TurnStep(repair_ships),
    "guns_fire_on_flights": TurnStep(fire_on_flights),
    "remember_attacks": TurnStep(remember_attacks),
    "find_battles": TurnStep(find_battles),
    "orders": TurnStep(is_over=lambda state: bool(reason_to_skip(state, state.phase)), acts=True),
    "declarations": TurnStep(is_over=lambda state: not declarable(state), acts=True),
    "battles": TurnStep(_fight_on, is_over=lambda state: not state.pending and not rocket_targets(state), acts=True),
    "advantages": TurnStep(is_over=lambda state: not keeps_open(state, state.phase), acts=True),
    "stranded_land": TurnStep(land_stranded),
    "aircraft_settle": TurnStep(_settle_aircraft),
    "unlanded_are_lost": TurnStep(_lose_unlanded),
    "submarines_surface": TurnStep(_surface),
    "leftovers_return": TurnStep(return_leftovers),
    "collect_income": TurnStep(collect_income),
    "check_combat_moves": TurnStep(demands=check_combat_moves),
    "check_battles_fought": TurnStep(demands=check_battles_fought),
    "check_landings": TurnStep(demands=check_landings),
    "check_promises": TurnStep(demands=check_promises),
    "check_promised_carriers": TurnStep(demands=check_promised_carriers),
    "check_all_placed": TurnStep(demands=check_all_placed),
    **{name: TurnStep(step) for rule in RULES.values() for name, step in rule.steps.items()},
}
TURN_STEPS.enter(STEPS)
