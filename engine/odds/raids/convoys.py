"""What disrupted convoys cost a power's next income, exactly (INC-12..22)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from engine.dice import FACES
from engine.economy.convoys import Convoy, convoys_in_danger, damage_of, divided
from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters import ConvoyRules
from engine.state.game_state import GameState

Shares = Mapping[int, float]
"""How likely each loss is, in IPCs."""


@dataclass(frozen=True)
class ConvoyOdds:
    """What convoys cost a power. shares: how likely each loss is. zones: what each zone costs on average."""

    shares: Shares
    zones: Mapping[SpaceId, float]

    @property
    def mean(self) -> float:
        """What they cost on average."""
        return sum(lost * share for lost, share in self.shares.items())

    @property
    def most(self) -> int:
        """What they cost at most."""
        return max(self.shares)


def convoy_odds(state: GameState, power: PowerId) -> ConvoyOdds | None:
    """What a power would lose if it collected its income now; None where nobody disrupts its convoys."""
    rules, convoys = state.edition.parameters.economy.convoys, convoys_in_danger(state, power)
    if rules is None or not convoys:
        return None
    shares: dict[int, float] = {0: 1.0}
    zones: dict[SpaceId, float] = {}
    for group in _apart(convoys):
        found: dict[int, float] = {}
        for lost, share in _losses(state, group, rules):
            total = sum(lost.values())
            found[total] = found.get(total, 0.0) + share
            for zone, count in lost.items():
                zones[zone] = zones.get(zone, 0.0) + share * count
        shares = _together(shares, found)
    return ConvoyOdds(shares, zones)


def _apart(convoys: Sequence[Convoy]) -> list[list[Convoy]]:
    """Convoys that share territories, also by way of others, in one group: what others lose does not touch them."""
    groups: list[list[Convoy]] = []
    for convoy in convoys:
        beside = [g for g in groups if any(set(each.territories) & set(convoy.territories) for each in g)]
        groups = [group for group in groups if group not in beside]
        groups.append([*(each for group in beside for each in group), convoy])
    return groups


def _losses(
    state: GameState, convoys: Sequence[Convoy], rules: ConvoyRules
) -> Iterable[tuple[dict[SpaceId, int], float]]:
    """All that these zones may lose, and how likely each is."""
    rows = [_damage_shares(state, convoy, rules).items() for convoy in convoys]
    for row in product(*rows):
        share = 1.0
        for _, chance in row:
            share *= chance
        lost = divided(state, convoys, {c.zone: damage for c, (damage, _) in zip(convoys, row, strict=True)})
        yield {zone: sum(by_territory.values()) for zone, by_territory in lost.items()}, share


def _damage_shares(state: GameState, convoy: Convoy, rules: ConvoyRules) -> Shares:
    """How likely the dice of a zone come to each damage; what is more than its territories are worth is as good."""
    territory = state.edition.board.territory
    most = sum(territory[each].ipc for each in convoy.territories)
    die: dict[int, float] = {}
    for face in range(1, FACES + 1):
        die[damage_of((face,), rules)] = die.get(damage_of((face,), rules), 0.0) + 1 / FACES
    shares: dict[int, float] = {0: 1.0}
    for _ in range(convoy.dice):
        shares = _together(shares, die, most)
    return shares


def _together(one: Shares, other: Shares, most: int | None = None) -> dict[int, float]:
    found: dict[int, float] = {}
    for a, share in one.items():
        for b, chance in other.items():
            total = a + b if most is None else min(a + b, most)
            found[total] = found.get(total, 0.0) + share * chance
    return found
