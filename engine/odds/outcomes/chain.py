"""The chain of rounds from the first to the end: how likely each outcome is, exactly unless there are too many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from engine.odds.content import bare, key_of
from engine.odds.force import Force, Left
from engine.odds.leaving.ahead import Ahead, AheadInLines, AheadOneByOne
from engine.odds.leaving.leaving import Leaving, too_large
from engine.odds.outcomes.ends import Ends
from engine.odds.rounds import Rounds
from engine.odds.setting import Intents, Setting
from engine.odds.steps import steps_in
from engine.odds.volleys import TooLarge

if TYPE_CHECKING:
    from engine.odds.outcomes.grid import Grid

FEW = 3
"""Up to so many hits that a side can take plain Python is as fast as numpy."""
Rows = defaultdict[Left, defaultdict[Left, float]]
"""By who is left of the attackers and of the defenders: how likely that is."""
RARE = 1e-13
"""What a battle comes to less often is left out, and told."""


def ends_of(setting: Setting, intents: Intents) -> Ends:
    """How a battle may end: exactly, or as many fights come to it where the exact work is too much."""
    rounds = rounds_of(setting, intents)
    start = rounds.before()
    if start.is_over:
        return Ends(rounds.attack, rounds.defend, {(start.attack, start.defend): 1.0}, 0.0, 0.0)
    if rounds.is_large:
        return _sampled(rounds, intents)
    chain = _Chain(rounds, Leaving(rounds, intents, None if intents.retreat_below is None else _ahead(rounds)))
    try:
        chain.begin(start.attack, start.defend, intents.retreat_after)
    except TooLarge:
        return _sampled(rounds, intents)
    fought = chain.rounds - rounds.not_begun
    return Ends(rounds.attack, rounds.defend, chain.over, fought, chain.dropped + rounds.dropped)


def rounds_of(setting: Setting, intents: Intents) -> Rounds:
    """The rounds of a battle as both sides mean to fight it."""
    attack = Force(
        setting,
        "attacker",
        intents.attacker_loss,
        intents.attacker_lines,
        keep_land_unit=intents.keep_land_unit,
        submerges=intents.attacker_submerges,
    )
    defend = Force(
        setting,
        "defender",
        intents.defender_loss,
        intents.defender_lines,
        keep_land_unit=False,
        submerges=intents.defender_submerges,
    )
    return Rounds(setting, attack, defend, steps_in)


def _ahead(rounds: Rounds) -> Ahead:
    """What lies ahead, worked out apart: what is negligible there is no part of the battle that was left out."""
    fought = Rounds(rounds.setting, rounds.attack, rounds.defend, steps_in)
    return AheadInLines(fought) if fought.falls_in_lines and not _is_small(fought) else AheadOneByOne(fought)


def _is_small(fought: Rounds) -> bool:
    return min(sum(fought.attack.full), sum(fought.defend.full)) <= FEW


def _sampled(rounds: Rounds, intents: Intents) -> Ends:
    """The same dice fall whenever the same battle is asked about. Raises IllegalAction where they look ahead."""
    if intents.retreat_below is not None:
        raise too_large()
    # Not before a large battle is asked for, as with grids.
    from engine.odds.outcomes.sampling import Sampling

    seed = int(key_of(bare(rounds.setting), intents), 16)
    sampling = Sampling(rounds, seed, spares_aircraft=intents.retreat_with_aircraft)
    return sampling.fight(rounds.before(), intents.retreat_after)


class _Chain:
    """What is still being fought, and what is over."""

    def __init__(self, fought: Rounds, leaving: Leaving) -> None:
        self.fought, self.leaving = fought, leaving
        self.over: dict[tuple[Left, Left], float] = {}
        self.rounds = self.dropped = 0.0

    def begin(self, attack: Left, defend: Left, retreat_after: int | None) -> None:
        """Fight all rounds that are left, up to one after which the attackers leave if they may and there is one."""
        first, start = self.fought.battle.round + 1, {(attack, defend): 1.0}
        if retreat_after is None:
            is_alike = self.fought.is_plain(first) and not self.leaving.is_planned
            self._to_the_end(start if is_alike else self._round(start, first))
            return
        going = self._round(start, first)
        for number in range(first + 1, first + retreat_after):
            if not going:
                return
            going = self._round(going, number)
        self.leaving.is_up = True
        for pair in self.leaving.among(going):
            self._end(pair, going.pop(pair))
        self._to_the_end(going)

    def _round(self, going: dict[tuple[Left, Left], float], number: int) -> dict[tuple[Left, Left], float]:
        after: dict[tuple[Left, Left], float] = {}
        for (attack, defend), share in going.items():
            self.rounds += share
            ways = self.fought.fought(attack, defend, number, share)
            for ending, chance in self.fought.endings(ways, share).items():
                pair = ending.attack, ending.defend
                if ending.is_over:
                    self._end(pair, share * chance)
                else:
                    after[pair] = after.get(pair, 0.0) + share * chance
        for pair in self.leaving.among(after):
            self._end(pair, after.pop(pair))
        return after

    def _to_the_end(self, going: dict[tuple[Left, Left], float]) -> None:
        if self.fought.falls_in_lines and not _is_small(self.fought):
            self._on_grids(going)
        else:
            self._one_by_one(going)

    def _on_grids(self, going: dict[tuple[Left, Left], float]) -> None:
        """On a grid for each pair of lines: what fell out of order before the main fire leads to several of them."""
        # Not before a large battle is asked for: numpy takes memory that the bot's own process never needs.
        from numpy import zeros

        from engine.odds.outcomes.grid import Grid

        attack_heads, defend_heads = (_heads(pair[side] for pair in going) for side in (0, 1))
        grids: dict[tuple[Left, Left], Grid] = {}
        for (attack, defend), share in going.items():
            heads = attack_heads[attack], defend_heads[defend]
            if heads not in grids:
                grids[heads] = Grid(zeros((sum(heads[0]) + 1, sum(heads[1]) + 1)), RARE)
            grids[heads].shares[sum(attack), sum(defend)] += share
        for (attack, defend), grid in grids.items():
            self._on_grid(grid, Force.line_from(attack), Force.line_from(defend))

    def _on_grid(self, grid: Grid, attack: tuple[Left, ...], defend: tuple[Left, ...]) -> None:
        from numpy import array

        from engine.odds.outcomes.grid import Fire

        fought, over = self.fought, array(self.fought.over_on_lines(attack, defend))
        if self.leaving.is_planned:
            over |= array([[self.leaving.leaves(one, other) for other in defend] for one in attack]) & ~over
        grid.work_through(
            Fire(fought.hits_on_line("attacker", attack, defend[-1])),
            Fire(fought.hits_on_line("defender", defend, attack[-1])),
            over,
        )
        self.rounds += grid.rounds
        self.dropped += grid.dropped
        for (a, d), share in grid.ends.items():
            self._end(fought.end_of(attack[a], defend[d]), share)

    def _one_by_one(self, going: dict[tuple[Left, Left], float]) -> None:
        """Fight on, those with most attackers left first: rounds without a hit only put off what comes after."""
        rows: Rows = defaultdict(_nothing)
        for (attack, defend), share in going.items():
            rows[attack][defend] += share
        while rows:
            attack = max(rows, key=self.fought.attack.size)
            self._along(attack, rows.pop(attack), rows)

    def _along(self, attack: Left, row: defaultdict[Left, float], rows: Rows) -> None:
        """Fight on from all positions with these attackers, those with most defenders left first."""
        size, may_leave = self.fought.defend.size, self.leaving.is_planned
        waiting = [(-size(defend), defend) for defend in row]
        heapify(waiting)
        while waiting:
            _, defend = heappop(waiting)
            share, start = row.pop(defend), self.fought.ended_at(attack, defend)
            if start.is_over or (may_leave and self.leaving.leaves(start.attack, start.defend)):
                self._end((start.attack, start.defend), share)
            elif start.attack != attack:
                rows[start.attack][defend] += share
            elif share < RARE:
                self.dropped += share
            else:
                for left in self._fight_on(attack, defend, share, row, rows):
                    heappush(waiting, (-size(left), left))

    def _fight_on(
        self, attack: Left, defend: Left, share: float, row: defaultdict[Left, float], rows: Rows
    ) -> list[Left]:
        """Gives the defenders who may be left beside all attackers and were not known yet."""
        ways = self.fought.fought(attack, defend, 2, share)
        stays = 0.0
        for attacked, defended, chance in ways:
            if attack in attacked and defend in defended:
                stays += chance * attacked[attack] * defended[defend]
        visits, found = share / (1 - stays), []
        self.rounds += visits
        for attacked, defended, chance in ways:
            foes, begins = list(defended.items()), visits * chance
            for left, each in attacked.items():
                so_far = begins * each
                if left == attack:
                    found += [foe for foe in defended if foe not in row and foe != defend]
                    after = row
                else:
                    after = rows[left]
                for foe, likely in foes:
                    after[foe] += so_far * likely
        row.pop(defend, None)
        return found

    def _end(self, pair: tuple[Left, Left], share: float) -> None:
        self.over[pair] = self.over.get(pair, 0.0) + share


def _nothing() -> defaultdict[Left, float]:
    return defaultdict(float)


def _heads(positions: Iterable[Left]) -> dict[Left, Left]:
    """For each position the one with most left from which losses in order lead to it."""
    most_first = sorted(set(positions), key=sum, reverse=True)
    if len(most_first) == 1:
        return dict(zip(most_first, most_first, strict=True))
    found: dict[Left, Left] = {}
    for position in most_first:
        if position not in found:
            found |= {each: position for each in Force.line_from(position) if each not in found}
    return found
