"""The level `hard`: as `normal`, and of several ways to attack and to march that which goes best in thought."""

from __future__ import annotations

from copy import copy
from functools import partial

from computer.hard.choosing import Trials
from computer.hard.replies import BACK, WaryEnemies
from computer.normal.attacking import carry_out
from computer.normal.plans import Muster, Plan
from computer.normal.player import NormalPlayer, march_all
from computer.normal.searching import Search
from computer.normal.weighing import Scale
from computer.playing import Hand

SURELY = (0.5, 0.7, 0.85, 0.95, 0.99)
"""How surely forces may win."""
TEMPERS = ((1.0, BACK), (0.5, BACK), (1.6, 0.0), (1.0, 0.0))
"""How much it fears the enemies, and how much of what striking back would bring it counts."""
NO_ATTACK: Plan = ()
DROPS = 3
"""So many attacks of the best plan are tried to be left out."""
PARTS = 12
"""Each way to attack is looked for with one of so many parts of what may be weighed, and each to march at most."""


class HardPlayer(NormalPlayer):
    """Plays several ways on in thought before it takes one."""

    enemies = WaryEnemies

    def attack(self, hand: Hand) -> None:
        """The attacks of the plan after which the war goes best."""
        muster, enemies, trials = Muster(hand), WaryEnemies(hand.state, hand.power), Trials(hand)
        scale, best = Scale(muster, enemies), NO_ATTACK
        for fear, back in TEMPERS:
            plan = Search(Scale(muster, enemies.tempered(fear, back)), SURELY, PARTS).run()
            if trials.consider(partial(_carry_out, muster, scale, plan)):
                best = plan
        if trials.consider(partial(_carry_out, muster, scale, NO_ATTACK)):
            best = NO_ATTACK
        for aim in best[:DROPS]:
            fewer = tuple(other for other in best if other != aim)
            if trials.consider(partial(_carry_out, muster, scale, fewer)):
                best = fewer
        trials.order()

    def march(self, hand: Hand) -> None:
        """The moves after which the war goes best."""
        enemies, trials = WaryEnemies(hand.state, hand.power), Trials(hand, hand.budget.left // PARTS)
        for fear, back in TEMPERS:
            trials.consider(partial(_march, enemies.tempered(fear, back)))
        trials.order()


def _carry_out(muster: Muster, scale: Scale, plan: Plan, hand: Hand) -> None:
    """Order a plan."""
    mine = copy(muster)
    mine.hand, mine.taken = hand, set()
    carry_out(mine, scale, plan)


def _march(enemies: WaryEnemies, hand: Hand) -> None:
    march_all(hand, enemies)
