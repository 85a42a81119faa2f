"""The positions in which attackers leave between two rounds."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import IllegalAction
from engine.odds.force import Left
from engine.odds.leaving.ahead import Ahead, Pair
from engine.odds.rounds import Rounds
from engine.odds.setting import Intents, Setting
from engine.state.pieces import Piece

TOO_LARGE = "This battle is too large to look ahead after every round. Say after which round they leave instead."


class Leaving:
    """What the attackers of a battle mean to leave by. ahead: what comes of pressing on, where they leave by their
    chances. is_up: the round after which they leave has been fought, so they leave as soon as all who are left may.
    """

    def __init__(self, fought: Rounds, intents: Intents, ahead: Ahead | None) -> None:
        self.fought, self.ahead = fought, ahead
        self.spares_aircraft, self.below = intents.retreat_with_aircraft, intents.retreat_below
        self.is_up = False
        self._may_go: dict[Left, bool] = {}

    @property
    def is_planned(self) -> bool:
        """Whether they may leave after any of the rounds to come."""
        return self.is_up or self.spares_aircraft or self.below is not None

    def leaves(self, attack: Left, defend: Left) -> bool:
        """Whether they leave a battle that goes on; raises TooLarge."""
        if self.is_up and self.may_go(attack):
            return True
        if self.spares_aircraft and self._are_aircraft(attack):
            return True
        if self.below is None or self.ahead is None or not self.may_go(attack):
            return False
        return self.ahead.win(attack, defend) < self.below

    def among(self, pairs: Iterable[Pair]) -> list[Pair]:
        """Those of some positions in which they leave, those with most left first."""
        if not self.is_planned:
            return []
        return [pair for pair in sorted(pairs, key=_size, reverse=True) if self.leaves(*pair)]

    def may_go(self, attack: Left) -> bool:
        """Whether all who are left may leave: not who came from the sea, but aircraft always (CMB-36..43, SPC-12)."""
        if attack not in self._may_go:
            self._may_go[attack] = not who_stay(self.fought.setting, self.fought.attack.pieces(attack))
        return self._may_go[attack]

    def _are_aircraft(self, attack: Left) -> bool:
        return all(unit.domain == "air" for unit, _ in self.fought.attack.standing(attack))


def who_stay(setting: Setting, attackers: Iterable[Piece]) -> list[Piece]:
    """Those of some attackers who cannot leave the battle."""
    state, battle = setting.state, setting.battle
    ground = [piece for piece in attackers if state.type_of(piece).domain != "air"]
    lands = battle.amphibious and battle.part == "land"
    if not setting.has_way_out or (lands and not state.edition.parameters.assaults.overland_may_leave):
        return ground
    return [piece for piece in ground if lands and piece.id in battle.seaborne]


def can_ever_leave(setting: Setting) -> bool:
    """Whether any of the attackers could leave the battle, now or once the others are lost."""
    attackers = setting.state.select(setting.battle.attackers)
    return len(who_stay(setting, attackers)) < len(attackers)


def too_large() -> IllegalAction:
    """Why it can't be told when attackers leave by their chances."""
    return IllegalAction("form", TOO_LARGE)


def _size(pair: Pair) -> int:
    return sum(pair[0]) + sum(pair[1])
