"""What is bought so far, for which sites, and who is there already."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from computer.normal.course import Force, fighters_of
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId, UnitType


@dataclass
class Basket:
    """What is bought so far. repairs: points of damage that are paid for. reasons: what for, in words."""

    ipcs: int
    room: int
    units: Counter[UnitId] = field(default_factory=Counter)
    reasons: list[str] = field(default_factory=list)
    repairs: Mapping[SpaceId, Mapping[UnitId, int]] = field(default_factory=dict)

    def add(self, unit: UnitType, why: str) -> bool:
        """Buy one more, if there is money and room."""
        if self.room <= 0 or self.ipcs < (unit.cost or 0):
            return False
        self.units[unit.id] += 1
        self.ipcs, self.room = self.ipcs - (unit.cost or 0), self.room - 1
        if why not in self.reasons:
            self.reasons.append(why)
        return True

    def build(self, unit: UnitType, why: str) -> None:
        """Buy a facility: it needs no place beside others."""
        self.units[unit.id] += 1
        self.ipcs -= unit.cost or 0
        self.reasons.append(why)

    def copy(self) -> Basket:
        """As it is now."""
        return replace(self, units=self.units.copy(), reasons=list(self.reasons))

    def back_to(self, before: Basket) -> None:
        """Put back all that has been added since."""
        self.ipcs, self.room, self.units, self.reasons = before.ipcs, before.room, before.units, before.reasons


def sites_of(state: GameState, account: Account) -> list[SpaceId]:
    """Where an account places what it buys."""
    usable = ask.usable_complexes(state, account.power)
    sites = [site for site in usable if state.edition.account_of(site, account.power) == account]
    return sites or list(ask.home_territories(state))


def marched_from(state: GameState, account: Account) -> dict[SpaceId, int]:
    """All territories that can be marched to from the capital, or else from the sites, with how many steps that is."""
    board, sites = state.edition.board, sites_of(state, account)
    if account.capital and state.owners[account.capital] == account.power:
        sites = [account.capital]
    found, queue = dict.fromkeys(sites, 0), deque(sites)
    while queue:
        here = queue.popleft()
        for there in board.neighbours[here]:
            if there not in found and board.is_land(there) and state.owners[there] is not None:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def garrison_of(state: GameState, space: SpaceId, account: Account) -> Force:
    """All who would defend a space beside an account's power."""
    is_land = space in state.owners
    return fighters_of(
        state,
        (
            piece
            for piece in state.at(space)
            if ask.are_on_one_side(state, piece.power, account.power)
            and (is_land or state.type_of(piece).domain != "land")
        ),
    )
