"""How a game comes by its national advantages: not at all, chosen by the players, or rolled (OPT-07, OPT-11)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.facts.board import PowerId
from engine.facts.edition import Advantage, Edition
from gamemaster.errors import TableRefusal

OPTION = "advantages"
_WORDS = re.compile(r"(choose|roll) ([1-9])")


@dataclass(frozen=True)
class AdvantagePlan:
    """How many advantages each power gets (0: none), whether dice decide, and what the players chose so far."""

    each: int = 0
    rolled: bool = False
    chosen: Mapping[PowerId, tuple[str, ...]] = field(default_factory=dict)

    @property
    def by_players(self) -> bool:
        """Whether the players choose."""
        return self.each > 0 and not self.rolled

    @property
    def typed(self) -> str:
        """The plan as a player types it: "none", "choose 2" or "roll 2"."""
        return f"{'roll' if self.rolled else 'choose'} {self.each}" if self.each else "none"

    @property
    def stored(self) -> Any:
        """The plan as a lobby keeps it among the game's options."""
        if not self.by_players:
            return self.for_the_rules
        return {"choose": self.each, "chosen": {power: list(names) for power, names in self.chosen.items()}}

    @property
    def for_the_rules(self) -> str | list[str]:
        """The plan as a new game takes it: "none", "roll 2", or all the advantages chosen."""
        if not self.by_players:
            return self.typed
        return [name for names in self.chosen.values() for name in names]

    @property
    def in_words(self) -> str:
        """ "2 for each power, chosen by its player"."""
        if not self.each:
            return "none"
        return f"{self.each} for each power, {'rolled as the game begins' if self.rolled else 'chosen by its player'}"

    def undecided(self, edition: Edition) -> tuple[PowerId, ...]:
        """Powers whose player has still to choose."""
        return tuple(p for p in edition.turn_order if self.by_players and len(self.chosen.get(p, ())) != self.each)

    def with_choice(self, edition: Edition, power: PowerId, names: Sequence[str]) -> AdvantagePlan:
        """The plan after the player of a power has chosen; raises TableRefusal."""
        if not self.by_players:
            raise TableRefusal("This game doesn't let players choose national advantages.")
        own = {advantage.id: advantage.name for advantage in advantages_of(edition, power)}
        if len(set(names)) != self.each or not set(names) <= set(own):
            raise TableRefusal(f"Choose {self.each} from {', '.join(own.values())}.")
        return replace(self, chosen={**self.chosen, power: tuple(name for name in own if name in names)})


def advantages_of(edition: Edition, power: PowerId) -> tuple[Advantage, ...]:
    """The national advantages on a power's table."""
    return tuple(advantage for advantage in edition.advantages if advantage.power == power)


def read_plan(edition: Edition, option: Any) -> AdvantagePlan:
    """The plan in what a player typed ("none", "choose 2", "roll 2") or a game keeps; raises TableRefusal."""
    if isinstance(option, Mapping):
        return AdvantagePlan(option["choose"], chosen={p: tuple(names) for p, names in option["chosen"].items()})
    if option in (None, "", "none"):
        return AdvantagePlan()
    if named := edition.chosen_advantages({OPTION: str(option)}):
        return AdvantagePlan(max(map(len, named.values())), chosen=named)
    most = _most(edition)
    if not most:
        raise TableRefusal(f"{edition.title} has no national advantages.")
    words = _WORDS.fullmatch(str(option).strip().lower())
    if words is None or int(words[2]) > most:
        raise TableRefusal(f"Write none, or “choose” or “roll” with a number from 1 to {most}, such as “choose 2”.")
    return AdvantagePlan(int(words[2]), rolled=words[1] == "roll")


def plans_to_offer(edition: Edition) -> tuple[AdvantagePlan, ...]:
    """The plans that an edition allows, from none to all advantages of each power."""
    numbers = range(1, _most(edition) + 1)
    return (AdvantagePlan(), *(AdvantagePlan(n) for n in numbers), *(AdvantagePlan(n, rolled=True) for n in numbers))


def _most(edition: Edition) -> int:
    return min((len(advantages_of(edition, power)) for power in edition.turn_order), default=0)
