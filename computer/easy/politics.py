"""Wars: declared where what can be won at once, or the time that is lost, is worth more than the peace."""

from __future__ import annotations

from computer.chances import price, rough_win
from computer.greedy.attacking import WANTED, targets
from computer.greedy.stacks import stacks
from computer.playing import Hand, Why
from engine import GameState, ScriptedDice, apply, ask
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitType

A_ROUND_OF_PEACE = 6.0
"""What each round in which nobody can be attacked costs, in IPCs: from round to round more speaks for war."""
WORTH_A_WAR = 20.0
"""What must be won at once, in IPCs, in the first round."""


def declare_all(hand: Hand) -> None:
    """Declare each war that is worth it."""
    while hand.is_open:
        found = next((found for found in map_of_wars(hand) if found[0] >= _needed(hand.state)), None)
        if found is None or not hand.give(found[1], found[2]):
            return


def map_of_wars(hand: Hand) -> list[tuple[float, dict[str, object], Why]]:
    """The wars that may be declared now, with what could be won in them at once."""
    found = []
    for chance in ask.declarable(hand.state):
        action: dict[str, object] = {"type": "declare_war", "on": list(chance.named[:1])}
        if not ask.is_legal(hand.state, action):
            continue
        after = apply(hand.state, action, ScriptedDice(())).state
        gain = round(within_reach(after) - within_reach(hand.state), 2)
        aim = f"within reach are {gain:g} IPCs, and in this round {_needed(hand.state):g} are worth a war"
        found.append((gain, action, Why(aim, gain=gain)))
    return sorted(found, key=lambda row: -row[0])


def _needed(state: GameState) -> float:
    return WORTH_A_WAR - A_ROUND_OF_PEACE * (state.round - 1)


def within_reach(state: GameState) -> float:
    """What could be taken or sunk with all that reaches it, each target for itself."""
    reached: dict[SpaceId, list[UnitType]] = {}
    for stack in stacks(state, "land", "air", "sea"):
        for end in stack.ends if stack.unit.attack else ():
            reached.setdefault(end, []).extend([stack.unit] * len(stack.pieces))
    total = 0.0
    for target in targets(state):
        units = reached.get(target.space, [])
        takes = target.space not in state.owners or any(unit.can("captures") for unit in units)
        if units and takes and rough_win(units, [state.type_of(p) for p in target.defenders]) >= WANTED:
            total += target.prize + price(state, target.defenders) / 2
    return total
