"""Orders the attacks of the best plan that was found, each with what the plan is worth less without it."""

from __future__ import annotations

from collections.abc import Sequence

from computer.chances import Chances
from computer.greedy.attacking import Force
from computer.greedy.landing import carry_out as land
from computer.greedy.stacks import move
from computer.normal.plans import SURETIES, Muster, Plan, Sent
from computer.normal.replies import Enemies
from computer.normal.searching import Search
from computer.normal.weighing import Scale
from computer.playing import Hand, Why
from engine import ask
from engine.facts.board import SpaceId
from engine.state.pieces import PieceId
from engine.state.words import place

FEWER = Why("too few could go for it to be won")
UNDO = {"type": "undo"}
LOST_BY_FEWER = 0.1
"""Where so much less likely a win is left because somebody could not go, an attack is taken back."""


def attack_all(hand: Hand, enemies: Enemies, sureties: Sequence[float] = SURETIES) -> None:
    """Search for the best plan, and order it. sureties: how surely forces may win."""
    muster = Muster(hand)
    scale = Scale(muster, enemies)
    carry_out(muster, scale, Search(scale, sureties).run())


def carry_out(muster: Muster, scale: Scale, plan: Plan) -> None:
    """Order all attacks of a plan."""
    sent = worth_it(scale, muster.sent_by(plan))
    whole = scale.worth_of(sent)
    for at, attack in enumerate(sent):
        without = scale.worth_of([*sent[:at], *sent[at + 1 :]])
        chances = muster.chances_of(attack.target, attack.force)
        why = _why(muster, attack, chances, whole.net - without.net, without.lost - whole.lost)
        _order(muster, attack, chances, why)


def worth_it(scale: Scale, sent: Sequence[Sent]) -> Sequence[Sent]:
    """The attacks of a plan but for those without which it is worth more, though nobody else takes their forces."""
    whole = scale.worth_of(sent)
    for attack in reversed(sent):
        rest = [other for other in sent if other is not attack]
        without = scale.worth_of(rest)
        if without.rank > whole.rank:
            return worth_it(scale, rest)
    return sent


def _why(muster: Muster, attack: Sent, chances: Chances, gain: float, shields: float) -> Why:
    """Its numbers; shields: what the enemies can take less of all that is held then, because of it."""
    state, space = muster.hand.state, attack.target.space
    aim = f"{'take' if space in state.owners else 'clear'} {place(state, space)}"
    return Why(aim, round(chances.win, 4), round(gain, 2), round(chances.own_loss, 2), shields=round(shields, 2) + 0.0)


def _order(muster: Muster, attack: Sent, chances: Chances, why: Why) -> None:
    """Order an attack; it is taken back where those who can go would be too few."""
    hand, before = muster.hand, len(muster.hand.state.undo)
    _send(muster, attack.force, why)
    gone = [name for name in attack.force.pieces if name in muster.taken]
    if len(gone) == len(attack.force.pieces) or not gone:
        return
    if muster.chances_of(attack.target, _only(attack.force, gone)).win >= chances.win - LOST_BY_FEWER:
        return
    while len(hand.state.undo) > before and hand.give(UNDO, FEWER):
        pass


def _send(muster: Muster, force: Force, why: Why) -> None:
    """Send a force on its way: who lands first, then all who take the same path together."""
    hand, together = muster.hand, dict[tuple[SpaceId, ...], list[PieceId]]()
    for piece, path in force.marching:
        together.setdefault(path, []).append(piece)
    for route in force.landing:
        if land(hand, route, why):
            muster.taken.update((route.ship, *route.cargo))
    for path, pieces in together.items():
        action = move(pieces, path)
        if ask.is_legal(hand.state, action) and hand.give(action, why):
            muster.taken.update(pieces)


def _only(force: Force, names: list[str]) -> Force:
    """A force without those who could not go."""
    going = set(names)
    landing = [route for route in force.landing if going.issuperset(route.cargo)]
    return Force([step for step in force.marching if step[0] in going], landing)
