"""When a battle is over, which depends on who is left at all (CMB-29..35)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.combat.hits import can_hit_any
from engine.events.combat.battle import AttackOrDefense
from engine.odds.force import Force, Left
from engine.odds.setting import Setting
from engine.odds.volleys import Volleys, some
from engine.state.pieces import Piece


class Endings(Volleys):
    """The fire of a battle, and how it ends."""

    def __init__(self, setting: Setting, attack: Force, defend: Force) -> None:
        super().__init__(setting, attack, defend)
        self.setting = setting
        self._can_hit: dict[tuple[AttackOrDefense, Left, Left], bool] = {}
        self._of_kind: dict[tuple[AttackOrDefense, Left], list[Piece]] = {}
        self._ends: dict[tuple[Left, Left], tuple[bool, bool] | None] = {}

    def is_over(self, attack: Left, defend: Left) -> bool:
        """Whether nobody fights on, which depends on who is left at all."""
        return self._end_of_kind(some(attack), some(defend)) is not None

    def over_on_lines(self, attack: Sequence[Left], defend: Sequence[Left]) -> list[list[bool]]:
        """The same for each two of these."""
        own, foes = [some(left) for left in attack], [some(foe) for foe in defend]
        kinds = dict.fromkeys(foes)
        ends = {kind: {foe: self._end_of_kind(kind, foe) is not None for foe in kinds} for kind in dict.fromkeys(own)}
        rows = {kind: [over[foe] for foe in foes] for kind, over in ends.items()}
        return [rows[kind] for kind in own]

    def end_of(self, attack: Left, defend: Left) -> tuple[Left, Left]:
        """Who is left where a battle is over."""
        return self.outcome(attack, defend) or (attack, defend)

    def outcome(self, attack: Left, defend: Left) -> tuple[Left, Left] | None:
        """Who is left where the battle ends now, None while it goes on (CMB-29..34)."""
        kind = some(attack), some(defend)
        try:
            end = self._ends[kind]
        except KeyError:
            end = self._end_of_kind(*kind)
        if end is None:
            return None
        attackers_leave, defenders_leave = end
        return (
            self.attack.without_defenseless(attack) if attackers_leave else attack,
            self.defend.without_defenseless(defend) if defenders_leave else defend,
        )

    def can_hit(self, side: AttackOrDefense, attack: Left, defend: Left) -> bool:
        """Whether anybody of a side can hit anybody of the other, which depends on who is there at all."""
        own, enemies = some(attack), some(defend)
        key = side, own, enemies
        if key not in self._can_hit:
            ours, theirs = self._pieces(self.attack, own), self._pieces(self.defend, enemies)
            if side == "defender":
                ours, theirs = theirs, ours
            self._can_hit[key] = can_hit_any(self.state, ours, theirs, side)
        return self._can_hit[key]

    def _pieces(self, force: Force, kind: Left) -> list[Piece]:
        key = force.side, kind
        if key not in self._of_kind:
            self._of_kind[key] = force.pieces(kind)
        return self._of_kind[key]

    def _end_of_kind(self, attack: Left, defend: Left) -> tuple[bool, bool] | None:
        """Whether who is defenceless is gone on each side where the battle ends, which depends on who is left at all;
        None while it goes on.
        """
        key = attack, defend
        if key not in self._ends:
            end = self._end_of(attack, defend)
            self._ends[key] = None if end is None else (end[0] != attack, end[1] != defend)
        return self._ends[key]

    def _end_of(self, attack: Left, defend: Left) -> tuple[Left, Left] | None:
        if self.attack.is_gone(attack) or self.defend.is_gone(defend):
            return attack, defend
        hits, is_hit = self.can_hit("attacker", attack, defend), self.can_hit("defender", attack, defend)
        fighting = self.defend.without_defenseless(defend)
        if fighting != defend and hits and not self._can_fight_on(attack, fighting):
            return attack, fighting
        if not hits and not is_hit:
            return attack, defend
        # Where they could leave, they are asked after the round, and fired at in the next where they press on (CMB-33).
        if is_hit and not self.setting.has_way_out and not self.attack.can_fight(attack):
            return self.attack.without_defenseless(attack), defend
        return None

    def _can_fight_on(self, attack: Left, defend: Left) -> bool:
        if self.defend.is_gone(defend):
            return False
        return self.can_hit("attacker", attack, defend) or self.can_hit("defender", attack, defend)
