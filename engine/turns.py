"""The course of turns and phases: what happens by itself, and when somebody must act (GEN-13..18)."""

from __future__ import annotations

from engine.advantages.uses import usable
from engine.aircraft import land_stranded, lose_unlanded, settle
from engine.board import PowerId
from engine.combat.begin import find_battles
from engine.combat.rounds import fight
from engine.completeness import check_phase_complete
from engine.errors import IllegalAction
from engine.events import AdvantageLapsed, GameWon, IncomeCollected, PhaseBegan, PhaseSkipped, TurnBegan
from engine.mobilize import return_leftovers
from engine.parameters import PhaseId
from engine.play import Play
from engine.purchase import funds, price_list
from engine.relations import commanded_powers, hostile_zones, is_capital_lost, leaves_combat_to_ally
from engine.state import GameState
from engine.words import listed

NEEDS_CAPITAL: tuple[PhaseId, ...] = ("purchase", "mobilize", "collect_income")


def end_phase(play: Play) -> None:
    """The acting power ends its phase; raises IllegalAction where something must still be done."""
    check_phase_complete(play.state)
    _close(play)
    advance(play)


def _close(play: Play) -> None:
    """What happens when a phase ends, and the next one begins."""
    phase = play.state.phase
    if phase == "noncombat_move":
        for power in commanded_powers(play.state):
            settle(play, power)
        for power in commanded_powers(play.state):
            lose_unlanded(play, power)
    elif phase == "mobilize":
        return_leftovers(play)
        lose_unlanded(play, play.power)
    elif phase == "collect_income":
        _collect(play)
        _end_turn(play)
        return
    _begin_phase(play, _next_phase(play.state))


def _next_phase(state: GameState) -> PhaseId:
    phases = state.edition.parameters.phases
    return phases[phases.index(state.phase) + 1]


def _begin_phase(play: Play, phase: PhaseId) -> None:
    """Battles are found as conduct combat begins, so no noncombat move can start one (NCM-02)."""
    reason = _reason_to_skip(play.state, phase)
    play.emit(PhaseSkipped(play.power, phase, reason) if reason else PhaseBegan(play.power, phase))
    if phase == "conduct_combat":
        find_battles(play)
    elif phase == "noncombat_move":
        land_stranded(play)


def _reason_to_skip(state: GameState, phase: PhaseId) -> str:
    """The rule by which a phase is passed over, or nothing (PUR-08, CMB-62, ASY-03, OPT-28)."""
    if phase in NEEDS_CAPITAL and is_capital_lost(state, state.power):
        return {"purchase": "PUR-08", "collect_income": "INC-03"}.get(phase, "CMB-62")
    if phase == "purchase" and funds(state, state.power) < min(price_list(state).values()):
        return "ASY-03"
    if phase == "mobilize" and not state.purchased.get(state.power):
        return "ASY-03"
    if phase in ("combat_move", "conduct_combat") and leaves_combat_to_ally(state):
        return "OPT-28"
    powers = commanded_powers(state)
    if phase in ("combat_move", "noncombat_move") and not any(p.power in powers for p in state.pieces.values()):
        return "ASY-03"
    return ""


def advance(play: Play) -> None:
    """Go on until somebody must act or choose, or the game is over."""
    while play.state.winner is None and not play.state.requests:
        if play.state.battle is not None:
            fight(play)
        elif _is_over(play):
            _close(play)
        else:
            return


def _is_over(play: Play) -> bool:
    """Whether the present phase needs nobody any more."""
    state = play.state
    if state.phase == "conduct_combat":
        return not state.pending
    if state.phase == "collect_income":
        return not usable(state)
    return bool(_reason_to_skip(state, state.phase))


def _collect(play: Play) -> None:
    """Collect income (INC-01..05); nothing with the capital in enemy hands (INC-03)."""
    state = play.state
    if is_capital_lost(state, play.power):
        play.emit(IncomeCollected(play.power, 0, state.treasuries[play.power], "capital lost"))
        return
    amount = income(state, play.power)
    play.emit(IncomeCollected(play.power, amount, state.treasuries[play.power] + amount))


def income(state: GameState, power: PowerId) -> int:
    """The national production level: the values of all territories controlled (INC-01, INC-05).

    No convoys lessen it (INC-12), and no objectives add to it (INC-23).
    """
    return sum(t.ipc for t in state.edition.board.territories if state.owners[t.id] == power)


def _end_turn(play: Play) -> None:
    if _victory(play):
        return
    order = play.edition.turn_order
    place_in_order = play.edition.turn_rank[play.power]
    last = place_in_order + 1 == len(order)
    power = order[0] if last else order[place_in_order + 1]
    number = play.state.round + (1 if last else 0)
    ended = play.power
    play.emit(TurnBegan(power, number, hostile_zones(play.state, power)))
    _end_advantages(play, ended)
    _begin_phase(play, play.parameters.phases[0])


def _end_advantages(play: Play, ended: PowerId) -> None:
    """Let lapse what was declared for a time.

    What concerns no other power lasts until its own power's next turn, such as a winter (OPT-15); else until the other
    power's turn has ended, such as a joint strike (OPT-28).
    """
    for name in play.state.advantages_in_force:
        advantage = play.edition.advantage[name]
        if ended in advantage.powers or (not advantage.powers and advantage.power == play.power):
            play.emit(AdvantageLapsed(advantage.power, name))


def _victory(play: Play) -> bool:
    """Test the conditions that are due after this power's turn (GEN-23, GEN-24, GEN-28, GEN-29).

    A city counts for the side of whoever holds it now (GEN-33), and need not be held for longer (GEN-30).
    """
    state = play.state
    for condition in state.edition.victory[state.options["victory"]]:
        if condition.after_turn_of != play.power:
            continue
        held = [
            territory
            for territory in condition.of or state.edition.victory_cities
            if (owner := state.owners[territory]) and state.edition.power[owner].side == condition.side
        ]
        if len(held) >= condition.need:
            cities = listed(play.board.territory[t].city or play.board.name(t) for t in held)
            side = "The Axis holds" if condition.side == "axis" else "The Allies hold"
            play.emit(
                GameWon(condition.side, f"{side} {cities} at the end of {state.edition.power[play.power].name}'s turn.")
            )
            return True
    return False


def check_running(state: GameState) -> None:
    """Raise IllegalAction (`phase`) once the game is won."""
    if state.winner is not None:
        raise IllegalAction("phase", "The game is over.")
