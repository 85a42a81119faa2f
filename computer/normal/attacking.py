"""Orders the attacks of the best plan that was found, each with what the plan is worth less without it."""

from __future__ import annotations

from computer.chances import Chances
from computer.greedy.attacking import Force
from computer.normal.plans import Muster, Plan, Sent
from computer.normal.replies import Enemies
from computer.normal.searching import Search
from computer.normal.weighing import Scale
from computer.playing import Hand, Why

FEWER = Why("too few could go for it to be won")
UNDO = {"type": "undo"}
LOST_BY_FEWER = 0.1
"""Where so much less likely a win is left because somebody could not go, an attack is taken back."""


def attack_all(hand: Hand) -> None:
    """Search for the best plan, and order it."""
    muster = Muster(hand)
    scale = Scale(muster, Enemies(hand.state, hand.power))
    search = Search(scale)
    carry_out(muster, scale, search.run())


def carry_out(muster: Muster, scale: Scale, plan: Plan) -> None:
    """Order all attacks of a plan."""
    sent = muster.sent_by(plan)
    whole = scale.worth_of(sent).net
    for at, attack in enumerate(sent):
        without = scale.worth_of([*sent[:at], *sent[at + 1 :]]).net
        chances = muster.chances_of(attack.target, attack.force)
        _order(muster, attack, chances, whole - without)


def _order(muster: Muster, attack: Sent, chances: Chances, gain: float) -> None:
    """Order an attack; it is taken back where those who can go would be too few."""
    hand, before = muster.hand, len(muster.hand.state.undo)
    muster.order(attack.target, attack.force, chances, gain)
    gone = [name for name in attack.force.pieces if name in muster.taken]
    if len(gone) == len(attack.force.pieces) or not gone:
        return
    if muster.chances_of(attack.target, _only(attack.force, gone)).win >= chances.win - LOST_BY_FEWER:
        return
    while len(hand.state.undo) > before and hand.give(UNDO, FEWER):
        pass


def _only(force: Force, names: list[str]) -> Force:
    """A force without those who could not go."""
    going = set(names)
    landing = [route for route in force.landing if going.issuperset(route.cargo)]
    return Force([step for step in force.marching if step[0] in going], landing)
