"""The course of turns and phases: what happens by itself, and when somebody must act (GEN-13..18)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.advantages.interdiction import interdicted
from engine.advantages.reactions import begin_combat
from engine.advantages.uses import keeps_open
from engine.aircraft import land_stranded, lose_unlanded, settle
from engine.board import PowerId
from engine.combat.begin import settle_unfought
from engine.combat.rockets import rocket_targets
from engine.combat.rounds import fight
from engine.completeness import check_phase_complete
from engine.errors import IllegalAction
from engine.events.advantages import AdvantageLapsed
from engine.events.battle import Surfaced
from engine.events.economy import IncomeCollected
from engine.events.turn import PhaseBegan, PhaseSkipped, TurnBegan
from engine.grants import give_units
from engine.mobilize import return_leftovers
from engine.objectives import achieved
from engine.parameters import PhaseId
from engine.play import Play
from engine.production import income as income
from engine.purchase import funds, price_list, repairable
from engine.relations import commanded_powers, hostile_zones, is_capital_lost, leaves_combat_to_ally
from engine.research import can_research
from engine.state import GameState
from engine.victory import check_victory

NEEDS_CAPITAL: Mapping[PhaseId, str] = {
    "research": "RES-14",
    "purchase": "PUR-08",
    "mobilize": "CMB-62",
    "collect_income": "INC-03",
}
"""Phases that a power without its capital passes over, and the rules that say so."""


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
        _surface(play)
    elif phase == "mobilize":
        return_leftovers(play)
        lose_unlanded(play, play.power)
    elif phase == "collect_income":
        _collect(play)
    following = _next_phase(play.state)
    if following is None:
        _end_turn(play)
    else:
        _begin_phase(play, following)


def _surface(play: Play) -> None:
    """Submerged submarines come up at the end of the noncombat move, whoever lies above them (NCM-30, SPC-77)."""
    if submerged := tuple(piece.id for piece in play.state.select(play.state.pieces) if piece.submerged):
        play.emit(Surfaced(submerged))


def _next_phase(state: GameState) -> PhaseId | None:
    """The phase after this one, or None at the end of the turn."""
    phases = state.edition.parameters.phases_of(state.power)
    return next(iter(phases[phases.index(state.phase) + 1 :]), None)


def _begin_phase(play: Play, phase: PhaseId) -> None:
    """Battles are found as conduct combat begins, so no noncombat move can start one (NCM-02)."""
    reason = _reason_to_skip(play.state, phase)
    play.emit(PhaseSkipped(play.power, phase, reason) if reason else PhaseBegan(play.power, phase))
    if phase == "conduct_combat":
        begin_combat(play)
    elif phase == "noncombat_move" and play.parameters.stranded_land == "before_noncombat_move":
        land_stranded(play)


def _reason_to_skip(state: GameState, phase: PhaseId) -> str:
    """The rule by which a phase is passed over, or nothing (RES-14, PUR-08, CMB-62, ASY-03, OPT-28)."""
    if phase in NEEDS_CAPITAL and is_capital_lost(state, state.power):
        return NEEDS_CAPITAL[phase]
    if phase in ("combat_move", "conduct_combat") and leaves_combat_to_ally(state):
        return "OPT-28"
    return "ASY-03" if _is_nothing_to_do(state, phase) else ""


def _is_nothing_to_do(state: GameState, phase: PhaseId) -> bool:
    """Whether neither an order nor an advantage could do anything in a phase."""
    if keeps_open(state, phase):
        return False
    if phase == "research":
        return not can_research(state, state.power)
    if phase == "purchase":
        cheapest = 1 if repairable(state, state.power) else min(price_list(state).values())
        return funds(state, state.power) < cheapest
    if phase == "mobilize":
        return not state.purchased.get(state.power)
    powers = commanded_powers(state)
    moves = phase in ("combat_move", "noncombat_move")
    return moves and not any(p.power in powers for p in state.pieces.values())


def advance(play: Play) -> None:
    """Go on until somebody must act or choose, or the game is over."""
    while play.state.winner is None and not play.state.requests:
        if play.state.battle is not None:
            fight(play)
            continue
        settle_unfought(play)
        if play.state.requests or not _is_over(play):
            return
        _close(play)


def _is_over(play: Play) -> bool:
    """Whether the present phase needs nobody any more."""
    state = play.state
    if state.phase == "conduct_combat":
        return not state.pending and not rocket_targets(state)
    if state.phase == "collect_income":
        return not keeps_open(state, state.phase)
    return bool(_reason_to_skip(state, state.phase))


def _collect(play: Play) -> None:
    """Collect income and what objectives pay (INC-01..05, INC-24); nothing without the capital (INC-03)."""
    state = play.state
    if is_capital_lost(state, play.power):
        play.emit(IncomeCollected(play.power, 0, state.treasuries[play.power], "capital lost"))
        return
    level = income(state, play.power)
    kept_back = min(level, interdicted(state, play.power))
    objectives, bonds = achieved(state, play.power), _war_bonds(play)
    amount = level - kept_back + sum(objectives.values()) + sum(bonds)
    ipcs = state.treasuries[play.power] + amount
    play.emit(IncomeCollected(play.power, amount, ipcs, interdicted=kept_back, objectives=objectives, bonds=bonds))


def _war_bonds(play: Play) -> tuple[int, ...]:
    """The dice that a technology adds to an income (RES-44)."""
    known = play.state.technologies.get(play.power, ())
    dice = sum(play.edition.technology[name].income_dice for name in known)
    return play.dice.roll(dice, f"War bonds of {play.edition.power[play.power].name}") if dice else ()


def _end_turn(play: Play) -> None:
    if check_victory(play):
        return
    order = play.edition.turn_order
    place_in_order = play.edition.turn_rank[play.power]
    last = place_in_order + 1 == len(order)
    power = order[0] if last else order[place_in_order + 1]
    number = play.state.round + (1 if last else 0)
    ended = play.power
    taken = play.state.turn.owners_before if play.edition.power[ended].acts_with == power else {}
    play.emit(TurnBegan(power, number, hostile_zones(play.state, power), taken))
    _end_advantages(play, ended)
    give_units(play)
    _begin_phase(play, play.parameters.phases_of(power)[0])


def _end_advantages(play: Play, ended: PowerId) -> None:
    """Let lapse what was declared for a time.

    What concerns no other power lasts until its own power's next turn, such as a winter (OPT-15); else until the other
    power's turn has ended, such as a joint strike (OPT-28).
    """
    for name in play.state.advantages_in_force:
        advantage = play.edition.advantage[name]
        if ended in advantage.powers or (not advantage.powers and advantage.power == play.power):
            play.emit(AdvantageLapsed(advantage.power, name))


def check_running(state: GameState) -> None:
    """Raise IllegalAction (`phase`) once the game is won."""
    if state.winner is not None:
        raise IllegalAction("phase", "The game is over.")
