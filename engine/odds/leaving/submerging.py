"""Submarines that leave a battle under water as soon as nobody keeps them from it (SPC-73..76, SPC-100)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.combat.submerge import is_after_fire, who_may_submerge
from engine.events.combat.battle import AttackOrDefense
from engine.odds.force import Force, Left
from engine.odds.volleys import some

Pair = tuple[Left, Left]


class Submerging:
    """What the submarines of a battle do. after_fire: whether they submerge with the answer to press on or retreat, the
    defender's after it, and not in steps before the fire.
    """

    def __init__(self, attack: Force, defend: Force, steps: Sequence[str]) -> None:
        self.attack, self.defend = attack, defend
        self.after_fire = is_after_fire(steps)
        self.are_any = bool(attack.below or defend.below)
        self._may: dict[tuple[AttackOrDefense, Left, Left], bool] = {}

    def left(self, side: AttackOrDefense, attack: Left, defend: Left) -> Pair:
        """Who is left once those of a side have submerged who mean to and may."""
        force = self.attack if side == "attacker" else self.defend
        if not self.may(side, attack, defend):
            return attack, defend
        if side == "attacker":
            return force.submerged(attack), defend
        return attack, force.submerged(defend)

    def may(self, side: AttackOrDefense, attack: Left, defend: Left) -> bool:
        """Whether those of a side submerge now, which depends on who is there at all."""
        if not (self.attack if side == "attacker" else self.defend).below:
            return False
        key = side, some(attack), some(defend)
        if key not in self._may:
            own, enemies = self.attack.pieces(key[1]), self.defend.pieces(key[2])
            if side == "defender":
                own, enemies = enemies, own
            self._may[key] = bool(who_may_submerge(self.attack.state, own, enemies))
        return self._may[key]
