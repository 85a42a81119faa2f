"""IPCs: research, purchase, income and plunder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import Field

from engine.events.changes import change, in_turn, with_damage, with_new_pieces
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import AccountId, account_id
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Memory, Piece, PieceId

Mark = Annotated[AccountId, Field(exclude_if=lambda mark: not mark)]
"""The account that an event is about; empty, and left out of records, where its power has only one."""

BONDS_PAID_INTO: Memory[AccountId] = Memory("bonds_paid_into", "")
"""The account that this turn's war bonds are paid into (RES-45)."""


@dataclass(frozen=True)
class Researched:
    """A power rolled these dice for a technology of this number; `ipcs` is what it has after paying (RES-02..07).

    With charts the number is that of a breakthrough, chart_dice found the technology on `chart` (RES-09), and `tokens`
    dice are kept for later turns (RES-07, RES-08); without a breakthrough no technology is named. paid: what each
    account gave of the cost; left out where the power has only one (RES-16).
    """

    power: PowerId
    technology: str
    number: int
    dice: tuple[int, ...]
    found: bool
    cost: int
    ipcs: int
    chart: int = 0
    chart_dice: tuple[int, ...] = ()
    tokens: int = 0
    audience: str = "all"
    paid: Annotated[Mapping[AccountId, int], Field(exclude_if=lambda paid: not paid)] = field(default_factory=dict)
    kind: Literal["researched"] = "researched"

    @property
    def shares(self) -> Mapping[AccountId, int]:
        """What each account paid, its only one too; nothing for dice that were kept."""
        return self.paid or ({account_id(self.power, ""): self.cost} if self.cost else {})

    def evolve(self, state: GameState) -> GameState:
        kept = {power: count for power, count in state.research_tokens.items() if power != self.power}
        tokens = {**kept, self.power: self.tokens} if self.tokens else kept
        left = {account: state.treasuries[account] - share for account, share in self.shares.items()}
        state = replace(state, treasuries={**state.treasuries, **left}, research_tokens=tokens)
        if not self.found:
            return state
        owned = {*state.technologies.get(self.power, ()), self.technology}
        in_order = tuple(name for name in state.edition.technology if name in owned)
        return replace(state, technologies={**state.technologies, self.power: in_order})


@dataclass(frozen=True)
class ShipsRepaired:
    """A base repaired all damage of a power's ships in a sea zone, for nothing (PUR-20)."""

    power: PowerId
    zone: SpaceId
    pieces: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["ships_repaired"] = "ships_repaired"

    def evolve(self, state: GameState) -> GameState:
        return change(state, self.pieces, hits_taken=0)


@dataclass(frozen=True)
class UnitsPurchased:
    """The purchase order of an account is now this; `ipcs` is what lies in it after paying (PUR-01, PUR-02).

    repairs: points of damage that it removes at once, by territory and facility (PUR-15, PUR-18).
    """

    power: PowerId
    units: Mapping[UnitId, int]
    cost: int
    ipcs: int
    repairs: Mapping[SpaceId, Mapping[UnitId, int]] = field(default_factory=dict)
    audience: str = "all"
    account: Mark = ""
    kind: Literal["units_purchased"] = "units_purchased"

    def evolve(self, state: GameState) -> GameState:
        account, edition = account_id(self.power, self.account), state.edition
        purchased = {other: units for other, units in state.purchased.items() if other != account}
        if self.units:
            purchased[account] = dict(self.units)
        before = state.turn.repaired
        kept = {s: row for s, row in before.items() if edition.account_of(s, self.power).id != account}
        replaced = {space: points for space, points in before.items() if space not in kept}
        for repairs, sign in ((replaced, 1), (self.repairs, -1)):
            for space, points in repairs.items():
                for facility, count in points.items():
                    state = with_damage(state, space, facility, sign * count)
        state = in_turn(state, repaired={**kept, **self.repairs})
        return replace(state, purchased=purchased, treasuries={**state.treasuries, account: self.ipcs})


@dataclass(frozen=True)
class UnitsGranted:
    """A power was given units for the territories that it held as its turn began (POL-69)."""

    power: PowerId
    units: Mapping[UnitId, int]
    territories: int
    audience: str = "all"
    kind: Literal["units_granted"] = "units_granted"

    def evolve(self, state: GameState) -> GameState:
        (account,) = state.edition.accounts_of(self.power)
        waiting = state.purchased.get(account.id, {})
        units = {unit: waiting.get(unit, 0) + self.units.get(unit, 0) for unit in (*waiting, *self.units)}
        return replace(state, purchased={**state.purchased, account.id: units})


@dataclass(frozen=True)
class UnitsReturned:
    """Units that could not be placed were returned and repaid (MOB-24)."""

    power: PowerId
    units: Mapping[UnitId, int]
    ipcs: int
    audience: str = "all"
    account: Mark = ""
    kind: Literal["units_returned"] = "units_returned"

    def evolve(self, state: GameState) -> GameState:
        account = account_id(self.power, self.account)
        purchased = {other: units for other, units in state.purchased.items() if other != account}
        return replace(state, purchased=purchased, treasuries={**state.treasuries, account: self.ipcs})


@dataclass(frozen=True)
class BondsDirected:
    """A power named the account that its war bonds of this turn are paid into (RES-45)."""

    power: PowerId
    account: AccountId
    audience: str = "all"
    kind: Literal["bonds_directed"] = "bonds_directed"

    def evolve(self, state: GameState) -> GameState:
        return replace(state, turn=BONDS_PAID_INTO.kept_by(state.turn, self.account))


@dataclass(frozen=True)
class ObjectiveGivenUp:
    """A power attacked territories that one of its objectives forbids it to attack in the whole game (INC-43)."""

    power: PowerId
    objective: str
    territories: tuple[SpaceId, ...]
    audience: str = "all"
    kind: Literal["objective_given_up"] = "objective_given_up"

    def evolve(self, state: GameState) -> GameState:
        attacked = tuple(sorted({*state.attacked.get(self.power, ()), *self.territories}))
        return replace(state, attacked={**state.attacked, self.power: attacked})


@dataclass(frozen=True)
class ConvoyAttack:
    """The dice of all enemies in a convoy zone, and the IPCs that they cost after the limits (INC-15..18)."""

    zone: SpaceId
    dice: tuple[int, ...]
    lost: int


@dataclass(frozen=True)
class ConvoysDisrupted:
    """Enemies rolled for the convoys of a power that collects its income (INC-22); losses: IPCs by its territories."""

    power: PowerId
    attacks: tuple[ConvoyAttack, ...]
    losses: Mapping[SpaceId, int]
    audience: str = "all"
    kind: Literal["convoys_disrupted"] = "convoys_disrupted"

    def evolve(self, state: GameState) -> GameState:
        return state


@dataclass(frozen=True)
class IncomeCollected:
    """A power collected its income, of one account; `amount` IPCs, or none with `reason` (INC-01, INC-03, INC-08).

    interdicted: IPCs of its territories that enemy submarines kept from it; `amount` is what was left (OPT-21).
    objectives: IPCs of the national objectives that paid, and bonds: dice of war bonds, which are part of the amount
    (INC-24, RES-44). convoys: IPCs that disrupted convoys took from it (INC-06).
    """

    power: PowerId
    amount: int
    ipcs: int
    reason: str = ""
    interdicted: int = 0
    objectives: Mapping[str, int] = field(default_factory=dict)
    bonds: tuple[int, ...] = ()
    audience: str = "all"
    account: Mark = ""
    convoys: Annotated[int, Field(exclude_if=lambda lost: not lost)] = 0
    kind: Literal["income_collected"] = "income_collected"

    @property
    def from_territories(self) -> int:
        """What territories yielded before convoys were disrupted: the rest came by objectives and bonds."""
        return self.amount + self.convoys - sum(self.objectives.values()) - sum(self.bonds)

    def evolve(self, state: GameState) -> GameState:
        treasuries = {**state.treasuries, account_id(self.power, self.account): self.ipcs}
        once = (name for name in self.objectives if state.edition.objectives[name].once)
        return replace(state, treasuries=treasuries, objectives_paid=(*state.objectives_paid, *once))


@dataclass(frozen=True)
class TreasuryPlundered:
    """The captor of a capital took all unspent IPCs of the account that has it (CMB-59); `into` one of its own."""

    power: PowerId
    victim: PowerId
    amount: int
    audience: str = "all"
    account: Mark = ""
    into: Mark = ""
    kind: Literal["treasury_plundered"] = "treasury_plundered"

    def evolve(self, state: GameState) -> GameState:
        treasuries = dict(state.treasuries)
        treasuries[account_id(self.victim, self.account)] -= self.amount
        treasuries[account_id(self.power, self.into)] += self.amount
        return replace(state, treasuries=treasuries)


@dataclass(frozen=True)
class TroopBonusPlaced:
    """A power placed units of its choice free of charge in territory that was freed, once in the game (POL-43)."""

    power: PowerId
    pieces: tuple[Piece, ...]
    space: SpaceId
    audience: str = "all"
    kind: Literal["troop_bonus_placed"] = "troop_bonus_placed"

    def evolve(self, state: GameState) -> GameState:
        return with_new_pieces(replace(state, troop_bonuses=(*state.troop_bonuses, self.power)), self.pieces)


@dataclass(frozen=True)
class BidPlaced:
    """Units that a power was given before the first turn, where it had some already (OPT-10)."""

    power: PowerId
    pieces: tuple[Piece, ...]
    space: SpaceId
    audience: str = "all"
    kind: Literal["bid_placed"] = "bid_placed"

    def evolve(self, state: GameState) -> GameState:
        return with_new_pieces(state, self.pieces)


@dataclass(frozen=True)
class BidKept:
    """IPCs that a side was given before the first turn, by treasury (OPT-10)."""

    ipcs: Mapping[AccountId, int]
    audience: str = "all"
    kind: Literal["bid_kept"] = "bid_kept"

    def evolve(self, state: GameState) -> GameState:
        given = {account: state.treasuries[account] + amount for account, amount in self.ipcs.items()}
        return replace(state, treasuries={**state.treasuries, **given})


Event = (
    Researched
    | UnitsPurchased
    | ShipsRepaired
    | UnitsGranted
    | UnitsReturned
    | BondsDirected
    | ObjectiveGivenUp
    | ConvoysDisrupted
    | IncomeCollected
    | TreasuryPlundered
    | TroopBonusPlaced
    | BidPlaced
    | BidKept
)
