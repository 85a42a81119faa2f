"""How a battle may end, and who has won then."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from engine.odds.force import Force, Left


@dataclass(frozen=True)
class Ends:
    """How a battle may end. shares: who is left of both sides, and how likely that is. rounds: how many are fought on
    average. dropped: the probability of what was left out as negligible. fights: how many were fought to find the
    shares; 0 where they are exact.
    """

    attack: Force
    defend: Force
    shares: dict[tuple[Left, Left], float]
    rounds: float
    dropped: float
    fights: int = 0

    @cached_property
    def wins(self) -> tuple[float, float]:
        """The shares of the attacker's and the defender's wins: a side wins where it alone can still fight."""
        attacks = {left: self.attack.can_fight(left) for left, _ in self.shares}
        defends = {left: self.defend.can_fight(left) for _, left in self.shares}
        attacker = defender = 0.0
        for (left, foes), share in self.shares.items():
            attacker += share * (attacks[left] and not defends[foes])
            defender += share * (defends[foes] and not attacks[left])
        return min(attacker, 1.0), min(defender, 1.0)  # sums of many shares may be a hair above

    @property
    def stderr(self) -> float:
        """The largest standard error of the shares of wins and draws; 0 where they are exact, and only there."""
        if not self.fights:
            return 0.0
        attacker, defender = self.wins
        return max(self._error(share) for share in (attacker, defender, 1 - attacker - defender))

    def _error(self, share: float) -> float:
        """As if there had been one win and one loss more: what came in no fight at all may still come."""
        likely = (share * self.fights + 1) / (self.fights + 2)
        return sqrt(likely * (1 - likely) / self.fights)
