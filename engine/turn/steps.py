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
from engine.facts.parameters import TurnStep
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


STEPS: Mapping[TurnStep, Callable[[Play], None]] = {
    "neutrals_take_sides": neutrals.take_sides,
    "pacts_are_kept": neutrals.keep_pacts,
    "ask_for_troop_bonuses": troop_bonuses.ask_after_blitz,
    "ask_for_reactions": reactions.ask,
    "ask_for_kamikaze_strikes": kamikaze_strikes.ask,
    "ask_for_war_bonds": war_bonds.ask,
    "ships_are_repaired": repair_ships,
    "guns_fire_on_flights": fire_on_flights,
    "remember_attacks": remember_attacks,
    "find_battles": find_battles,
    "stranded_land": land_stranded,
    "aircraft_settle": _settle_aircraft,
    "unlanded_are_lost": _lose_unlanded,
    "submarines_surface": _surface,
    "leftovers_return": return_leftovers,
    "collect_income": collect_income,
    **{name: step for rule in RULES.values() for name, step in rule.steps.items()},
}
"""What happens by itself."""

CHECKS: Mapping[TurnStep, Callable[[GameState], None]] = {
    "check_combat_moves": check_combat_moves,
    "check_battles_fought": check_battles_fought,
    "check_landings": check_landings,
    "check_promises": check_promises,
    "check_promised_carriers": check_promised_carriers,
    "check_all_placed": check_all_placed,
}
"""What must hold when the power on turn ends the phase; nobody is held up by it where the phase is passed over."""


def _nothing(_play: Play) -> None:
    pass


@dataclass(frozen=True)
class Waiting:
    """A step that lasts until all who must act in it have acted.

    is_over: whether nobody needs to do anything more. go_on: what is done as long as nobody is asked.
    acts: the power on turn gives orders in it, and ends the phase.
    """

    is_over: Callable[[GameState], bool]
    go_on: Callable[[Play], None] = _nothing
    acts: bool = True


def _fight_on(play: Play) -> None:
    fight(play)
    if not play.state.requests:
        settle_unfought(play)


WAITING: Mapping[TurnStep, Waiting] = {
    "answers": Waiting(lambda _: True, acts=False),
    "orders": Waiting(lambda state: bool(reason_to_skip(state, state.phase))),
    "declarations": Waiting(lambda state: not declarable(state)),
    "battles": Waiting(lambda state: not state.pending and not rocket_targets(state), _fight_on),
    "advantages": Waiting(lambda state: not keeps_open(state, state.phase)),
}
