"""The course of turns and phases: what happens by itself, and when somebody must act (GEN-13..18)."""

from __future__ import annotations

from typing import Literal

from engine.economy.grants import give_units
from engine.errors import StaleDecision
from engine.events.advantages import AdvantageLapsed
from engine.events.turn import PhaseBegan, PhaseSkipped, StepReached, TurnBegan
from engine.facts.board import PowerId
from engine.facts.parameters import PhaseId
from engine.kinds import After, Order, OrderKind, on_turn
from engine.play import Play
from engine.position.relations import hostile_zones
from engine.questions import QUESTIONS
from engine.state.game_state import GameState
from engine.state.words import phase_name
from engine.turn.incidents import watch_incidents
from engine.turn.skips import reason_to_skip
from engine.turn.steps import STEPS
from engine.turn.victory import check_victory, watch_victory


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
