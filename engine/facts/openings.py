"""The opening position of a setup as data: board, unit table, powers, and what stands where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import model_validator

from engine.facts.board import Board, DataModel, PowerId, SpaceId
from engine.facts.data_files import DATA, checked, must_be_distinct, must_be_known, read_content, read_data
from engine.facts.facility_types import DESTROYED
from engine.facts.unit_types import UnitId, UnitTable, UnitType, fits

Side = Literal["axis", "allies"]


AccountId = str


class Economy(DataModel):
    """One of several economies of a power: its own treasury and capital (GEN-10, GEN-19).

    territories: those whose IPCs it collects while the power holds them (INC-09); one of the economies of a power names
    none and collects those of all others.
    """

    id: str
    name: str
    capital: SpaceId
    ipcs: int
    territories: frozenset[SpaceId] = frozenset()


@dataclass(frozen=True)
class Account:
    """Where IPCs of a power lie and its bought units wait: of its only economy or one of several (GEN-10).

    id: that of the power, or power/economy where it has several. capital: empty where it has none. ipcs: at the start,
    None for a power without IPCs. territories: as in `Economy`.
    """

    id: AccountId
    name: str
    power: PowerId
    capital: SpaceId
    ipcs: int | None
    territories: frozenset[SpaceId] = frozenset()

    @property
    def mark(self) -> AccountId:
        """What tells it from the others of its power; empty for the only one."""
        return "" if self.id == self.power else self.id


def account_id(power: PowerId, mark: AccountId) -> AccountId:
    """The account of a power that a mark tells from its others."""
    return mark or power


class Power(DataModel):
    """A power (nation) and its capital (BRD-43), empty where it has none; `ipcs` is its starting treasury (GEN-19).

    Each has its own treasuries and its own turn, France too (POL-44), and one force whichever of them paid (POL-76).
    A nation that is not listed has no units of its own: those in China then belong to another power (GEN-04).
    acts_with: the power as part of whose turn it acts, just before it (GEN-04, POL-72), without IPCs of its own.
    bystander: it holds territory and units but has no turn; represented_by: the power that answers questions to it.
    article: whether its name has "the" before it inside a sentence.
    """

    id: PowerId
    name: str
    adjective: str
    side: Side
    capital: SpaceId = ""
    ipcs: int = 0
    economies: tuple[Economy, ...] = ()
    acts_with: PowerId | None = None
    bystander: bool = False
    represented_by: PowerId | None = None
    aliases: tuple[str, ...] = ()
    article: bool = False

    @property
    def called(self) -> str:
        """The name inside a sentence: "the Soviet Union", "Japan"."""
        return f"the {self.name}" if self.article else self.name

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        """Its accounts, one for each of its economies, or its only one; without IPCs if it does not buy."""
        if not self.economies:
            ipcs = None if self.acts_with or self.bystander else self.ipcs
            return (Account(self.id, self.name, self.id, self.capital, ipcs),)
        return tuple(
            Account(f"{self.id}/{each.id}", each.name, self.id, each.capital, each.ipcs, each.territories)
            for each in self.economies
        )

    @property
    def capitals(self) -> tuple[SpaceId, ...]:
        """The capitals of all its accounts."""
        return tuple(account.capital for account in self.accounts if account.capital)

    @property
    def treasuries(self) -> dict[AccountId, int]:
        """Starting IPCs by account; none without income."""
        return {account.id: account.ipcs for account in self.accounts if account.ipcs is not None}

    @model_validator(mode="after")
    def _has_clear_economies(self) -> Self:
        if self.economies and (self.capital or self.ipcs):
            raise ValueError(f"{self.id} has economies, so capital and ipcs are theirs")
        named = [territory for economy in self.economies for territory in economy.territories]
        must_be_distinct(f"territories in the economies of {self.id}", named)
        if self.economies and sum(1 for economy in self.economies if not economy.territories) != 1:
            raise ValueError(f"one of the economies of {self.id} must name no territories, and so have all others")
        return self


class StartingUnits(DataModel):
    """Units of one power in one space at the start; `cargo` lists what lies aboard each laden transport besides."""

    space: SpaceId
    power: PowerId
    units: dict[UnitId, int]
    cargo: tuple[dict[UnitId, int], ...] = ()


class Start(DataModel):
    """What stands where, with what a joined game adds (GEN-22).

    owners: only territories not held by the power whose emblem they bear. income: of every power that collects any.
    facilities: where industrial complexes and bases stand (BRD-42).
    """

    income: dict[PowerId, int]
    owners: dict[SpaceId, PowerId | None]
    facilities: dict[SpaceId, tuple[UnitId, ...]]
    units: tuple[StartingUnits, ...]


class OpeningFile(DataModel):
    """An opening as it stands in `data/openings`: `board` and `units` name the board and the unit table."""

    opening: str
    title: str
    board: str
    units: str
    powers: tuple[Power, ...]
    turn_order: tuple[PowerId, ...]
    start: Start


class Opening(DataModel):
    """An opening with its board and unit table, checked against each other."""

    title: str
    board: Board
    units: tuple[UnitType, ...]
    powers: tuple[Power, ...]
    turn_order: tuple[PowerId, ...]
    start: Start

    @model_validator(mode="after")
    def _stands_on_its_board(self) -> Self:
        self._check_powers()
        self._check_units()
        self._check_territories()
        self._check_starting_units()
        return self

    def _check_powers(self) -> None:
        must_be_distinct("powers", [power.id for power in self.powers])
        must_be_distinct("turn_order", self.turn_order)
        must_be_known("turn_order", self.turn_order, self.power)
        acting = {power.id for power in self.powers if not power.bystander}
        if idle := acting - set(self.turn_order):
            raise ValueError(f"turn_order leaves out: {', '.join(sorted(idle))}")
        for power in self.powers:
            if power.bystander != (power.represented_by is not None):
                raise ValueError(f"{power.id} must be a bystander represented by another power, or neither")
        represented_by = (power.represented_by for power in self.powers if power.represented_by)
        must_be_known("represented_by", represented_by, self.turn_order)
        must_be_known("acts_with", (power.acts_with for power in self.powers if power.acts_with), self.turn_order)
        must_be_known(
            "capital", (account.capital for account in self.accounts if account.capital), self.board.territory
        )
        must_be_known("economies", (t for account in self.accounts for t in account.territories), self.board.territory)
        emblems = (territory.emblem for territory in self.board.territories if territory.emblem)
        must_be_known(f"an emblem of board {self.board.board}", emblems, self.power)

    def _check_units(self) -> None:
        must_be_distinct("units", [unit.id for unit in self.units])
        for unit in self.units:
            must_be_known(f"carry of {unit.id}", (name for slot in unit.carry for name in slot.types), self.unit)
            must_be_known(f"pairing of {unit.id}", unit.pairing.partners if unit.pairing else (), self.unit)
        self._check_facility_lines()

    def _check_facility_lines(self) -> None:
        """What produces is all of one kind, so that a territory holds one of it; what is captured stays of its kind."""
        lines = {unit.id: unit.facility for unit in self.units if unit.facility}
        makers = {line.kind for line in lines.values() if line.production is not None}
        if len(makers) > 1:
            raise ValueError(f"facilities that produce must be of one kind, not {', '.join(sorted(makers))}")
        for name, line in lines.items():
            if line.upgrade:
                must_be_known(f"upgrade of {name}", [line.upgrade.of, line.upgrade.into], lines)
            if line.captured_as in (None, DESTROYED):
                continue
            must_be_known(f"captured_as of {name}", [f"{line.captured_as}"], lines)
            if lines[f"{line.captured_as}"].kind != line.kind:
                raise ValueError(f"captured_as of {name} must be of the same kind: {line.kind}")

    def _check_territories(self) -> None:
        territories = self.board.territory
        must_be_known("start.owners", self.start.owners, territories)
        must_be_known("start.owners", (owner for owner in self.start.owners.values() if owner), self.power)
        must_be_known("start.facilities", self.start.facilities, territories)
        standing = [unit for unit in self.units if unit.facility and unit.facility.upgrade is None]
        kinds = {unit.id: unit.facility.kind for unit in standing if unit.facility}
        for territory, facilities in self.start.facilities.items():
            must_be_known(f"start.facilities of {territory}", facilities, kinds)
            must_be_distinct(f"start.facilities of {territory}", facilities)
            must_be_distinct(f"start.facilities of {territory}", [kinds[unit] for unit in facilities])
        must_be_known("start.income", self.start.income, self.power)
        for power, income in self.start.income.items():
            total = sum(t.ipc for t in self.board.territories if self.starting_owner(t.id) == power)
            if total != income:
                raise ValueError(f"start.income of {power} is {income}, but its territories add up to {total}")

    def _check_starting_units(self) -> None:
        rows = self.start.units
        must_be_known("start.units space", (row.space for row in rows), {*self.board.territory, *self.board.sea_zone})
        must_be_known("start.units power", (row.power for row in rows), self.power)
        for row in rows:
            must_be_known(f"start.units of {row.space}", row.units, self.unit)
            for unit in row.units:
                self._stands_where_it_can(unit, row.space)
            self._check_cargo(row)

    def _stands_where_it_can(self, unit: UnitId, space: SpaceId) -> None:
        domain = self.unit[unit].domain
        at_sea = self.board.is_sea(space)
        if domain == "facility" or (domain == "land" and at_sea) or (domain == "sea" and not at_sea):
            raise ValueError(f"start.units: a {domain} unit ({unit}) cannot stand in {space}")

    def _check_cargo(self, row: StartingUnits) -> None:
        ships = [self.unit[unit] for unit in row.units for _ in range(row.units[unit]) if self.carries_land(unit)]
        if len(row.cargo) > len(ships):
            raise ValueError(f"start.units of {row.space}: there is more cargo than transports")
        for ship, cargo in zip(ships, row.cargo, strict=False):
            if not fits(ship.carry, [unit for unit, count in cargo.items() for _ in range(count)]):
                raise ValueError(f"start.units of {row.space}: a {ship.name} cannot carry {cargo}")

    @cached_property
    def unit(self) -> dict[UnitId, UnitType]:
        """Unit types by id, in the order of the unit table."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def power(self) -> dict[PowerId, Power]:
        """Powers by id."""
        return {power.id: power for power in self.powers}

    @cached_property
    def order_of_powers(self) -> tuple[PowerId, ...]:
        """All powers in the order of play (GEN-13), those without a turn last."""
        return (*self.turn_order, *(power.id for power in self.powers if power.bystander))

    @cached_property
    def powers_with_turns(self) -> tuple[Power, ...]:
        """The powers that have turns, and so may have players."""
        return tuple(power for power in self.powers if not power.bystander)

    def representative(self, power: PowerId) -> PowerId:
        """Who answers questions to a power: itself, or another where it has no turn."""
        return self.power[power].represented_by or power

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        """The accounts of all powers."""
        return tuple(account for power in self.powers for account in power.accounts)

    @cached_property
    def account(self) -> dict[AccountId, Account]:
        """Accounts by id."""
        return {account.id: account for account in self.accounts}

    def accounts_of(self, power: PowerId) -> tuple[Account, ...]:
        """The accounts of a power, one or several."""
        return self.power[power].accounts

    def account_of(self, territory: SpaceId, power: PowerId) -> Account:
        """The account of a power that a territory belongs to while the power holds it (INC-08, INC-09)."""
        own = self.power[power].accounts
        named = (account for account in own if territory in account.territories)
        return next(named, None) or next(account for account in own if not account.territories)

    @cached_property
    def capitals(self) -> frozenset[SpaceId]:
        """The territories that are capitals (BRD-43)."""
        return frozenset(account.capital for account in self.accounts if account.capital)

    def starting_owner(self, territory: SpaceId) -> PowerId | None:
        """Who controls a territory when the game begins."""
        return self.start.owners.get(territory, self.board.territory[territory].emblem)

    def carries(self, unit: UnitType, domain: str) -> bool:
        """Whether a unit carries units of a domain: land for transports (UNI-61), air for carriers (UNI-49)."""
        return bool(unit.carry) and any(self.unit[u].domain == domain for slot in unit.carry for u in slot.types)

    def carries_land(self, unit: UnitId) -> bool:
        """Whether a unit is a transport."""
        return self.carries(self.unit[unit], "land")


def opening_names(data: Path = DATA) -> tuple[str, ...]:
    """Ids of all openings, those of games that cannot be played yet included."""
    return tuple(sorted(path.stem for path in (data / "openings").glob("*.json")))


def all_powers(data: Path = DATA) -> Iterator[Power]:
    """The powers of all openings, one after the other; boards and units are not read for it."""
    for name in opening_names(data):
        path = data / "openings" / f"{name}.json"
        yield from (checked(path, Power, line) for line in read_content(path)["powers"])


def read_opening(name: str, data: Path) -> Opening:
    """Read an opening with its board and unit table from a data folder; raises InvalidData."""
    path = data / "openings" / f"{name}.json"
    file = read_data(path, OpeningFile)
    board = read_data(data / "boards" / f"{file.board}.json", Board)
    table = read_data(data / "units" / f"{file.units}.json", UnitTable)
    fields = {name: getattr(file, name) for name in ("title", "powers", "turn_order", "start")}
    return checked(path, Opening, {**fields, "board": board, "units": table.units})


@cache
def load_opening(name: str) -> Opening:
    """An opening, cached and immutable; raises InvalidData."""
    return read_opening(name, DATA)


def opening(name: str) -> dict[str, Any]:
    """The position at the start in the form of `describe`, as far as it can be drawn; raises InvalidData.

    It needs no rules, so it is there for games that cannot be played yet; the phase of the first turn is left open.
    """
    facts = load_opening(name)
    start = facts.start
    return {
        "setup": name,
        "round": 1,
        "power": facts.turn_order[0],
        "phase": None,
        "ipcs": {account.id: account.ipcs for account in facts.accounts if account.ipcs is not None},
        "owners": {territory: facts.starting_owner(territory) for territory in sorted(facts.board.territory)},
        "units": _units(start.units),
        "facilities": {space: list(kinds) for space, kinds in sorted(start.facilities.items())},
        "cargo": [
            {"space": row.space, "transport_owner": row.power, "units": {row.power: dict(cargo)}}
            for row in start.units
            for cargo in row.cargo
        ],
        "damage": {},
        "damaged_units": {},
        "submerged": {},
        "captured_this_turn": [],
        "pending_battles": [],
    }


def _units(rows: tuple[StartingUnits, ...]) -> dict[SpaceId, dict[PowerId, dict[UnitId, int]]]:
    """Counts of units by space and power, cargo included."""
    found: dict[SpaceId, dict[PowerId, dict[UnitId, int]]] = {}
    for row in rows:
        counts = found.setdefault(row.space, {}).setdefault(row.power, {})
        for group in (row.units, *row.cargo):
            for unit, count in group.items():
                counts[unit] = counts.get(unit, 0) + count
    return found
