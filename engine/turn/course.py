"""The course of turns and phases: named steps, what happens by itself, and when somebody must act (GEN-13..18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.advantages.catalogue import RULES
from engine.advantages.uses import keeps_open
from engine.combat import neutrals, reactions
from engine.combat.air import kamikaze_strikes
from engine.combat.air.anti_aircraft import fire_on_flights
from engine.combat.air.rockets import rocket_targets
from engine.combat.begin import find_battles, settle_unfought
from engine.combat.rounds import fight
from engine.economy import troop_bonuses, war_bonds
from engine.economy.grants import give_units
from engine.economy.income import collect_income
from engine.economy.mobilize import check_all_placed, check_promised_carriers, return_leftovers
from engine.economy.ship_repairs import repair_ships
from engine.errors import StaleDecision
from engine.events.advantages import AdvantageLapsed
from engine.events.combat.battle import Surfaced
from engine.events.turn import PhaseBegan, PhaseSkipped, StepReached, TurnBegan
from engine.facts.board import PowerId
from engine.facts.parameters import TURN_STEPS, PhaseId
from engine.kinds import After, Order, OrderKind, on_turn
from engine.landing.basing import land_stranded, lose_unlanded, settle
from engine.movement.promises import check_promises
from engine.play import Play
from engine.politics.grounds import declarable
from engine.position.relations import commanded_powers, hostile_zones
from engine.questions import QUESTIONS
from engine.state.game_state import GameState
from engine.state.words import phase_name
from engine.turn.completeness import check_battles_fought, check_combat_moves, check_landings
from engine.turn.skips import reason_to_skip
from engine.turn.watching import check_victory, remember_attacks, watch_incidents, watch_victory


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


def _may_use_advantage(state: GameState) -> bool:
    """Whether an advantage could be used now; not in a phase that its power passes over without a capital (CMB-62)."""
    return keeps_open(state, state.phase) and not reason_to_skip(state, state.phase)


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
    "advantages": TurnStep(is_over=lambda state: not _may_use_advantage(state), acts=True),
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


class EndPhase(Order):
    """End the phase; `phase` says which one the player meant."""

    type: Literal["end_phase"]
    phase: PhaseId | None = None


def check_phase_ends(state: GameState) -> None:
    """Raise IllegalAction where something must still be done before the acting power may end its phase."""
    for name in _steps(state)[_acting_step(state) + 1 :]:
        STEPS[name].demands(state)


def end_phase(play: Play) -> None:
    """The acting power has ended its phase."""
    _go_on(play, _acting_step(play.state) + 1)


def advance(play: Play) -> None:
    """Go on until somebody must act or choose, or the game is over."""
    step = play.state.step
    _go_on(play, _acting_step(play.state) if step is None else step)


def find_step(play: Play) -> None:
    """Find where a game goes on that was saved before steps were counted, while others were asked before battles."""
    if play.state.step is None and any(QUESTIONS[r.kind].before_battles for r in play.state.requests):
        play.emit(StepReached(_steps(play.state).index("answers")))


def _acting_step(state: GameState) -> int:
    """The step of the phase in which the power on turn gives orders."""
    return next(i for i, name in enumerate(_steps(state)) if STEPS[name].acts)


def _go_on(play: Play, step: int) -> None:
    """Take the steps from one of the present phase on, through phases and turns, until somebody must act or choose."""
    while play.state.winner is None:
        if play.audience == "all":
            watch_victory(play)
            watch_incidents(play)
        steps = _steps(play.state)
        if step == len(steps):
            _leave_phase(play)
            step = 0
        elif _is_taken(play, step):
            step += 1
        else:
            return


def _is_taken(play: Play, step: int) -> bool:
    """Take a step; gives whether nobody needs to do anything (more) in it, else the state remembers it."""
    taken = STEPS[_steps(play.state)[step]]
    if taken.is_over is None:
        taken.does(play)
        return True
    reached = None if taken.acts else step
    if not play.state.requests:
        taken.does(play)
    if not play.state.requests and taken.is_over(play.state):
        return True
    if play.state.step != reached:
        play.emit(StepReached(reached))
    return False


def _steps(state: GameState) -> tuple[str, ...]:
    """The steps of the present phase."""
    return state.edition.parameters.turn.steps[state.phase]


def _leave_phase(play: Play) -> None:
    """Begin the next phase, of this turn or of the next one; the game may be won between them."""
    phases = play.parameters.turn.phases_of(play.power)
    following = phases[phases.index(play.state.phase) + 1 :]
    if following:
        _begin_phase(play, following[0])
    else:
        _end_turn(play)


def _begin_phase(play: Play, phase: PhaseId) -> None:
    reason = reason_to_skip(play.state, phase)
    play.emit(PhaseSkipped(play.power, phase, reason) if reason else PhaseBegan(play.power, phase))


def _end_turn(play: Play) -> None:
    order = play.edition.turn_order
    place_in_order = play.edition.turn_rank[play.power]
    last = place_in_order + 1 == len(order)
    power = order[0] if last else order[place_in_order + 1]
    number = play.state.round + (1 if last else 0)
    if check_victory(play, power, number):
        return
    ended = play.power
    taken = play.state.turn.owners_before if play.edition.power[ended].acts_with == power else {}
    play.emit(TurnBegan(power, number, hostile_zones(play.state, power), taken))
    _end_advantages(play, ended)
    give_units(play)
    _begin_phase(play, play.parameters.turn.phases_of(power)[0])


def _end_advantages(play: Play, ended: PowerId) -> None:
    """Let lapse what was declared for a time.

    What concerns no other power lasts until its own power's next turn, such as a winter (OPT-15); else until the other
    power's turn has ended, such as a joint strike (OPT-28).
    """
    for name in play.state.advantages_in_force:
        advantage = play.edition.advantage[name]
        if ended in advantage.powers or (not advantage.powers and advantage.power == play.power):
            play.emit(AdvantageLapsed(advantage.power, name))


def _check_phase_meant(state: GameState, order: EndPhase) -> None:
    if order.phase is not None and order.phase != state.phase:
        raise StaleDecision(
            f"That was for the {phase_name(order.phase)} phase; now it is the {phase_name(state.phase)} phase."
        )


def _check_ends(play: Play, _order: EndPhase) -> None:
    check_phase_ends(play.state)


END_PHASE = OrderKind(EndPhase, _check_ends, After.PHASE_ENDS, (_check_phase_meant, on_turn))
