"""Wars: declared where what can be won at once, or the time that is lost, is worth more than the peace."""

from __future__ import annotations

from computer.chances import price, rough_win
from computer.greedy.attacking import WANTED, targets
from computer.playing import Hand, Why
from computer.reaching import reached_by
from computer.seeding import SeededDice
from computer.weights import EASY_PRIZES
from engine import GameState, apply, ask

A_ROUND_OF_PEACE = 6.0
"""What each round in which nobody can be attacked costs, in IPCs: from round to round more speaks for war."""
WORTH_A_WAR = 20.0
"""What must be won at once, in IPCs, in the first round."""


def declare_all(hand: Hand) -> None:
    """Declare each war that is worth it."""
    if not ask.declarable(hand.state):
        return
    now = within_reach(hand.state)
    for chance in ask.declarable(hand.state):
        action = {"type": "declare_war", "on": list(chance.named[:1])}
        if not (hand.is_open and ask.is_legal(hand.state, action)):
            continue
        then = within_reach(apply(hand.state, action, SeededDice("a war that is not declared yet")).state)
        gain, needed = round(then - now, 2), needed_for_war(hand.state)
        aim = _told(gain, needed)
        if gain >= needed and hand.give(action, Why(aim, gain=gain)):
            now = then


def _told(gain: float, needed: float) -> str:
    within = f"{gain:g} IPCs more are within reach"
    if not needed:
        return f"peace brings nothing more; {within}"
    return f"{within}, and in this round {needed:g} are worth a war"


def needed_for_war(state: GameState) -> float:
    """What must come within reach by a war, in IPCs."""
    return max(0.0, WORTH_A_WAR - A_ROUND_OF_PEACE * (state.round - 1))


def within_reach(state: GameState) -> float:
    """What the power on turn could take or sink with all that reaches it, each target for itself."""
    reached, total = reached_by(state, state.power), 0.0
    for target in targets(state, EASY_PRIZES):
        units = [striker.unit for striker in reached.get(target.space, ())]
        takes = target.space not in state.owners or any(unit.can("captures") for unit in units)
        if units and takes and rough_win(units, [state.type_of(p) for p in target.defenders]) >= WANTED:
            total += target.prize + price(state, target.defenders) / 2
    return total
