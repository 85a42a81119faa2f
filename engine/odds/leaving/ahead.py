"""How likely attackers who press on to the end win from each position of a battle, by what comes after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from engine.odds.force import Force, Left
from engine.odds.rounds import Ending, Rounds

if TYPE_CHECKING:
    from engine.odds.leaving.values import Values

Pair = tuple[Left, Left]


class Ahead(Protocol):
    """What lies ahead of a position between two rounds, the first of which has been fought."""

    def win(self, attack: Left, defend: Left) -> float:
        """How likely the attackers win from there; raises TooLarge."""


class AheadOneByOne:
    """Position by position: a round leads to smaller ones, or to the same where nobody hits."""

    def __init__(self, fought: Rounds) -> None:
        self.fought = fought
        self._known: dict[Pair, float] = {}

    def win(self, attack: Left, defend: Left) -> float:
        """How likely the attackers win from there; raises TooLarge."""
        if (attack, defend) not in self._known:
            after = self._all_after((attack, defend))
            for pair in sorted(after, key=self.fought.size):
                self._known[pair] = self._value(pair, after[pair])
        return self._known[attack, defend]

    def _all_after(self, start: Pair) -> dict[Pair, Mapping[Ending, float]]:
        """What a round leads to, from all positions that are not known yet."""
        found: dict[Pair, Mapping[Ending, float]] = {}
        waiting = [start]
        while waiting:
            pair = waiting.pop()
            if pair in found or pair in self._known:
                continue
            found[pair] = self.fought.endings(self.fought.fought(*pair, 2, 1.0), 1.0)
            waiting += [(ending.attack, ending.defend) for ending in found[pair] if not ending.is_over]
        return found

    def _value(self, pair: Pair, after: Mapping[Ending, float]) -> float:
        won = stays = 0.0
        for ending, chance in after.items():
            if ending.is_over:
                won += chance * is_won(self.fought, ending.attack, ending.defend)
            elif (ending.attack, ending.defend) == pair:
                stays = chance
            else:
                won += chance * self._known[ending.attack, ending.defend]
        return won / (1 - stays)


class AheadInLines:
    """On a grid for each pair of lines, where hits fall in order."""

    def __init__(self, fought: Rounds) -> None:
        self.fought = fought
        self._heads: tuple[dict[Left, Left], dict[Left, Left]] = {}, {}
        self._grids: dict[Pair, Values] = {}
        self._head(0, fought.attack.full)
        self._head(1, fought.defend.full)

    def win(self, attack: Left, defend: Left) -> float:
        """How likely the attackers win from there."""
        heads = self._head(0, attack), self._head(1, defend)
        if heads not in self._grids:
            self._grids[heads] = self._grid(*(Force.line_from(head) for head in heads))
        return float(self._grids[heads][sum(attack), sum(defend)])

    def _head(self, side: int, left: Left) -> Left:
        """The first position that was asked for from which losses in order lead to this one."""
        heads = self._heads[side]
        if left not in heads:
            for each in Force.line_from(left):
                heads.setdefault(each, left)
        return heads[left]

    def _grid(self, attack: tuple[Left, ...], defend: tuple[Left, ...]) -> Values:
        # Not before a large battle is asked for, as with grids.
        from engine.odds.leaving.values import win_values

        fought = self.fought
        return win_values(
            fought.hits_on_line("attacker", attack, defend[-1]),
            fought.hits_on_line("defender", defend, attack[-1]),
            lambda a, d: fought.is_over(attack[a], defend[d]),
            lambda a, d: is_won(fought, *fought.end_of(attack[a], defend[d])),
        )


def is_won(fought: Rounds, attack: Left, defend: Left) -> bool:
    """Whether the attackers alone have units left that can fight."""
    return fought.attack.can_fight(attack) and not fought.defend.can_fight(defend)
