"""How likely the war is decided before a power moves again: by the cities that are held when victory is looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from computer.normal.course import NOBODY, Force, fighters_of, force_of
from computer.normal.prizes import VICTORY
from computer.normal.replies import Enemies, Held, lost_to, reaching_of
from computer.normal.weighing import defenders
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.facts.goals import VictoryCondition

NEAR = 3
"""A side that lacks more cities can't win before the power moves again."""
IN_A_ROUND = 0.5
"""What must be held for a whole round, which hasn't begun, can still be broken: so much of the victory counts."""
AT_MOST = 0.9
"""So likely at most a city changes hands: who could strike there is needed elsewhere, too."""


@dataclass(frozen=True)
class Check:
    """A way in which a side can win, and who moves before it is looked at.

    worth: in IPCs, to the power: below 0 where the enemies win. strikers: so many of the enemies, in their order, move
    before that. kept: how likely each city of the enemies is kept by them, whatever the power does.
    """

    need: int
    worth: float
    is_theirs: bool
    ours: tuple[SpaceId, ...]
    strikers: int
    kept: Mapping[SpaceId, float]


class Deciding:
    """The chances of one position to be decided soon."""

    def __init__(self, state: GameState, power: PowerId, enemies: Enemies) -> None:
        self._state, self._power, self._enemies = state, power, enemies
        order = list(state.edition.turn_order)
        at = order.index(power) if power in order else 0
        self._after = [*order[at + 1 :], *order[:at]]
        conditions = enumerate(ask.victory_conditions(state))
        near = ((number, each) for number, each in conditions if lacking(state, each) <= NEAR)
        self._checks = [self._check(number, condition) for number, condition in near]
        cities = {city for check in self._checks for city in check.ours}
        self._there = {city: fighters_of(state, defenders(state, city, power)) for city in sorted(cities)}
        self._as_it_is = self._worth({}, frozenset(), {})

    def fears(self, held: Iterable[Held], gone: Collection[SpaceId], wins: Mapping[SpaceId, float]) -> float:
        """What the war is worth less, in IPCs, than if nothing were done: with these garrisons and battles won."""
        if not self._checks:
            return 0.0
        garrisons = {each.space: each.garrison for each in held}
        return self._as_it_is - self._worth(garrisons, frozenset(gone), wins)

    def won(self, wins: Mapping[SpaceId, float]) -> float:
        """How likely the war is won before an enemy moves, with these battles won."""
        soon = (check for check in self._checks if not (check.is_theirs or check.strikers))
        return max((self._chance(check, {}, frozenset(), wins) for check in soon), default=0.0)

    def _worth(
        self, garrisons: Mapping[SpaceId, Force], gone: frozenset[SpaceId], wins: Mapping[SpaceId, float]
    ) -> float:
        return sum(check.worth * self._chance(check, garrisons, gone, wins) for check in self._checks)

    def _chance(
        self,
        check: Check,
        garrisons: Mapping[SpaceId, Force],
        gone: frozenset[SpaceId],
        wins: Mapping[SpaceId, float],
    ) -> float:
        """How likely a side holds enough then."""
        theirs = [self._falls(city, garrisons.get(city, self._there[city]), gone, check) for city in check.ours]
        for city, kept in check.kept.items():
            win = wins.get(city, 0.0)
            again = self._falls(city, garrisons.get(city, NOBODY), gone, check) if win else 0.0
            theirs.append((1 - win) * kept + win * again)
        return at_least(check.need, theirs if check.is_theirs else [1 - each for each in theirs])

    def _falls(self, city: SpaceId, garrison: Force, gone: frozenset[SpaceId], check: Check) -> float:
        return AT_MOST * self._enemies.falls(city, garrison, gone, check.strikers)

    def _check(self, number: int, condition: VictoryCondition) -> Check:
        state, ours = self._state, self._state.edition.power[self._power].side
        side_of = {power.id: power.side for power in state.edition.powers}
        cities = condition.of or state.edition.victory_cities
        begun = next((each.power for each in state.holdings if each.condition == number), None)
        before = self._before(condition.after_turn_of, begun)
        friends = [power for power in before if side_of[power] == ours]
        worth = VICTORY if condition.after_turn_of or begun else IN_A_ROUND * VICTORY
        owners = {city: side_of[owner] for city in cities if (owner := state.owners[city])}
        return Check(
            condition.need,
            worth if condition.side == ours else -worth,
            condition.side != ours,
            tuple(city for city, side in owners.items() if side == ours),
            sum(enemy in before for enemy in self._enemies.by_enemy),
            self._kept([city for city, side in owners.items() if side != ours], friends),
        )

    def _before(self, last: PowerId | None, begun: PowerId | None) -> Sequence[PowerId]:
        """Who moves after the power before it is looked at: up to the end of a turn; up to the beginning of that from
        which it has been held; or, where that hasn't begun, until the power moves again.
        """
        after = self._after
        if last is not None:
            return after[: after.index(last) + 1] if last in after else ()
        return after[: after.index(begun)] if begun in after else after

    def _kept(self, cities: Sequence[SpaceId], friends: Sequence[PowerId]) -> Mapping[SpaceId, float]:
        """How likely the enemies keep each of their cities from the friends of the power."""
        state = self._state
        reaching = {friend: reaching_of(state, friend) for friend in friends if cities}
        kept = {}
        for city in cities:
            owner = state.owners[city]
            strikes = (
                force_of(each.fighter for each in rows[city])
                for friend, rows in reaching.items()
                if owner and city in rows and ask.at_war(state, friend, owner)
            )
            garrison = fighters_of(state, defenders(state, city, owner)) if owner else NOBODY
            kept[city] = 1 - AT_MOST * lost_to(strikes, garrison, is_land=True)
        return kept


def at_least(need: int, chances: Iterable[float]) -> float:
    """How likely so many of these come true, each by itself."""
    counts = [1.0]
    for chance in chances:
        more = [share * chance for share in counts]
        counts = [share * (1 - chance) + before for share, before in zip([*counts, 0.0], [0.0, *more], strict=True)]
    return sum(counts[need:])


def lacking(state: GameState, condition: VictoryCondition) -> int:
    """How many cities a side lacks for a way to win; 0 or less where it holds enough."""
    return condition.need - len(ask.victory_cities_held(state, condition))
