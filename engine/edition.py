"""An edition of the game as data: units, powers, the opening position and the rule parameters."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from pydantic import Field, ValidationError, model_validator

from engine.board import Board, DataModel, PowerId, SpaceId
from engine.errors import IllegalAction, InvalidData
from engine.options import GameOption, named_advantages
from engine.parameters import Parameters
from engine.unit_types import UnitChange, UnitId, UnitTable, UnitType

DATA = Path(__file__).resolve().parent.parent / "data"

Side = Literal["axis", "allies"]


class Power(DataModel):
    """A power (nation) and its capital (BRD-43); `ipcs` is its starting treasury (GEN-19).

    A nation that is not listed has no units of its own: those in China then belong to another power (GEN-04).
    """

    id: PowerId
    name: str
    adjective: str
    side: Side
    capital: SpaceId
    ipcs: int
    aliases: tuple[str, ...] = ()


class Technology(DataModel):
    """A weapons development: the number that finds it (RES-05), and what it makes of units; `rule` describes it."""

    id: str
    name: str
    number: int
    rule: str
    changes: tuple[UnitChange, ...] = ()


class Advantage(DataModel):
    """A national advantage of a power: its number on the power's table (OPT-11), and what it makes of units.

    spaces: the territories that its text names. powers: the other powers that it names. units: those that it gives.
    """

    id: str
    name: str
    power: PowerId
    number: int
    rule: str
    changes: tuple[UnitChange, ...] = ()
    spaces: tuple[SpaceId, ...] = ()
    powers: tuple[PowerId, ...] = ()
    units: dict[UnitId, int] = Field(default_factory=dict)


class VictoryCondition(DataModel):
    """`side` wins when it holds `need` of these territories after the turn of that power (GEN-23, GEN-24).

    The territories are those of the cities that count, all where none is named (GEN-25); `need` may be lower in a
    shorter game (GEN-26, GEN-27).
    """

    side: Side
    need: int
    of: tuple[SpaceId, ...] = ()
    after_turn_of: PowerId


class StartingUnits(DataModel):
    """Units of one power in one space at the start."""

    space: SpaceId
    power: PowerId
    units: dict[UnitId, int]


class Start(DataModel):
    """The opening position. `owners` lists only territories not held by the power whose emblem they bear.

    facilities: where industrial complexes stand (BRD-42).
    """

    income: dict[PowerId, int]
    owners: dict[SpaceId, PowerId | None]
    facilities: dict[SpaceId, tuple[UnitId, ...]]
    units: tuple[StartingUnits, ...]


class Setup(DataModel):
    """A setup file as it stands in `data/setups`."""

    setup: str
    title: str
    board: str
    units: str
    powers: tuple[Power, ...]
    turn_order: tuple[PowerId, ...]
    seatings: dict[str, tuple[tuple[PowerId, ...], ...]]
    parameters: Parameters
    options: dict[str, GameOption]
    victory: dict[str, tuple[VictoryCondition, ...]]
    technologies: tuple[Technology, ...] = ()
    advantages: tuple[Advantage, ...] = ()
    start: Start


class Edition(DataModel):
    """A setup with its board and unit table, checked against each other."""

    setup: str
    title: str
    board: Board
    units: tuple[UnitType, ...]
    powers: tuple[Power, ...]
    turn_order: tuple[PowerId, ...]
    seatings: dict[str, tuple[tuple[PowerId, ...], ...]]
    parameters: Parameters
    options: dict[str, GameOption]
    victory: dict[str, tuple[VictoryCondition, ...]]
    technologies: tuple[Technology, ...] = ()
    advantages: tuple[Advantage, ...] = ()
    start: Start

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        self._check_powers()
        self._check_units()
        self._check_start()
        self._check_options()
        self._check_improvements()
        return self

    def _check_powers(self) -> None:
        powers = {power.id for power in self.powers}
        _distinct("powers", [power.id for power in self.powers])
        _distinct("turn_order", self.turn_order)
        _known("turn_order", self.turn_order, powers)
        if idle := powers - set(self.turn_order):
            raise ValueError(f"turn_order leaves out: {', '.join(sorted(idle))}")
        _known("capital", (power.capital for power in self.powers), set(self.board.territory))
        _known(f"an emblem of board {self.board.board}", (t.emblem for t in self.board.territories if t.emblem), powers)
        for players, seats in self.seatings.items():
            _known(f"seatings of {players}", (power for seat in seats for power in seat), powers)

    def _check_units(self) -> None:
        units = {unit.id for unit in self.units}
        _distinct("units", [unit.id for unit in self.units])
        for unit in self.units:
            _known(f"carry of {unit.id}", (carried for slot in unit.carry for carried in slot.types), units)
        order = self.parameters.casualty_order
        _known("casualty_order", (entry.partition(":")[0] for entry in (*order.land, *order.sea)), units)

    def _check_start(self) -> None:
        powers = {power.id for power in self.powers}
        territories = set(self.board.territory)
        _known("start.owners", self.start.owners, territories)
        _known("start.owners", (owner for owner in self.start.owners.values() if owner), powers)
        _known("start.facilities", self.start.facilities, territories)
        for territory, facilities in self.start.facilities.items():
            _known(f"start.facilities of {territory}", facilities, {u.id for u in self.units if u.domain == "facility"})
            _distinct(f"start.facilities of {territory}", facilities)
        _known("start.units space", (row.space for row in self.start.units), {*territories, *self.board.sea_zone})
        _known("start.units power", (row.power for row in self.start.units), powers)
        for row in self.start.units:
            _known(f"start.units of {row.space}", row.units, {unit.id for unit in self.units})
            for unit in row.units:
                self._stands_where_it_can(unit, row.space)
        _known("start.income", self.start.income, powers)
        for power, income in self.start.income.items():
            total = sum(t.ipc for t in self.board.territories if self.starting_owner(t.id) == power)
            if total != income:
                raise ValueError(f"start.income of {power} is {income}, but its territories add up to {total}")

    def _check_options(self) -> None:
        for name, option in self.options.items():
            _known(f"the default of option {name}", [option.default], set(option.choices))
            if option.takes == "advantages" and not self.advantages:
                raise ValueError(f"option {name} takes national advantages, but there are none")
        if "victory" not in self.options:
            raise ValueError("options: the option “victory” is missing")
        _known("options.victory", self.options["victory"].choices, set(self.victory))
        for level, conditions in self.victory.items():
            for condition in conditions:
                _known(f"victory.{level} of", condition.of, set(self.board.territory))
                _known(f"victory.{level} after_turn_of", [condition.after_turn_of], {p.id for p in self.powers})

    def _check_improvements(self) -> None:
        units = {unit.id for unit in self.units}
        _distinct("technologies", [technology.id for technology in self.technologies])
        _distinct("advantages", [advantage.id for advantage in self.advantages])
        _known("advantages", (advantage.power for advantage in self.advantages), {p.id for p in self.powers})
        for advantage in self.advantages:
            _known(f"spaces of {advantage.id}", advantage.spaces, set(self.board.territory))
            _known(f"powers of {advantage.id}", advantage.powers, {p.id for p in self.powers})
            _known(f"units of {advantage.id}", advantage.units, units)
        improvements: tuple[Technology | Advantage, ...] = (*self.technologies, *self.advantages)
        for improvement in improvements:
            _known(f"changes of {improvement.id}", (change.unit for change in improvement.changes), units)

    def _stands_where_it_can(self, unit: UnitId, space: SpaceId) -> None:
        domain = self.unit[unit].domain
        at_sea = self.board.is_sea(space)
        if domain == "facility" or (domain == "land" and at_sea) or (domain == "sea" and not at_sea):
            raise ValueError(f"start.units: a {domain} unit ({unit}) cannot stand in {space}")

    @cached_property
    def victory_cities(self) -> tuple[SpaceId, ...]:
        """Territories with a victory city (BRD-44)."""
        return tuple(territory.id for territory in self.board.territories if territory.city)

    @cached_property
    def unit(self) -> dict[UnitId, UnitType]:
        """Unit types by id, in the order of the unit table."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def unit_rank(self) -> dict[UnitId, int]:
        """Place of each unit in the unit table."""
        return {unit.id: rank for rank, unit in enumerate(self.units)}

    @cached_property
    def technology(self) -> dict[str, Technology]:
        """Technologies by id, in the order of their numbers."""
        return {technology.id: technology for technology in self.technologies}

    @cached_property
    def advantage(self) -> dict[str, Advantage]:
        """National advantages by id."""
        return {advantage.id: advantage for advantage in self.advantages}

    @cached_property
    def _improved_tables(self) -> dict[tuple[str, ...], dict[UnitId, UnitType]]:
        return {}

    def improved(self, improvements: tuple[str, ...]) -> dict[UnitId, UnitType]:
        """The unit table with what these technologies and national advantages make of it."""
        if improvements not in self._improved_tables:
            table = dict(self.unit)
            for name in improvements:
                source = self.technology.get(name) or self.advantage[name]
                for change in source.changes:
                    table[change.unit] = change.applied_to(table[change.unit])
            self._improved_tables[improvements] = table
        return self._improved_tables[improvements]

    @cached_property
    def power(self) -> dict[PowerId, Power]:
        """Powers by id."""
        return {power.id: power for power in self.powers}

    @cached_property
    def turn_rank(self) -> dict[PowerId, int]:
        """Place of each power in the order of play (GEN-13)."""
        return {power: rank for rank, power in enumerate(self.turn_order)}

    def starting_owner(self, territory: SpaceId) -> PowerId | None:
        """Who controls a territory when the game begins."""
        return self.start.owners.get(territory, self.board.territory[territory].emblem)

    def carries(self, unit: UnitType, domain: str) -> bool:
        """Whether a unit carries units of a domain: land for transports (UNI-61), air for carriers (UNI-49)."""
        return bool(unit.carry) and any(self.unit[u].domain == domain for slot in unit.carry for u in slot.types)

    def resolve_options(self, chosen: dict[str, Any]) -> dict[str, str]:
        """All options with their values; raises IllegalAction (`form`) for an unknown option or value (OPT-01)."""
        if strangers := [name for name in chosen if name not in self.options]:
            raise IllegalAction(
                "form", f"{self.title} has no option “{strangers[0]}”; it has {', '.join(self.options)}."
            )
        owners = self.advantage_owners
        given = {name: self.options[name].read(name, value, owners) for name, value in chosen.items()}
        return {name: given.get(name, option.default) for name, option in self.options.items()}

    def chosen_advantages(self, options: Mapping[str, str]) -> dict[PowerId, tuple[str, ...]]:
        """The national advantages that the options of a game give to each power from the start (OPT-11)."""
        found: dict[PowerId, tuple[str, ...]] = {}
        for name in named_advantages(self.options, options, self.advantage_owners):
            power = self.advantage[name].power
            found[power] = (*found.get(power, ()), name)
        return found

    @cached_property
    def advantage_owners(self) -> dict[str, PowerId]:
        """The power of each national advantage, in the order of the tables."""
        return {advantage.id: advantage.power for advantage in self.advantages}


def _known(what: str, names: Iterable[str], known: set[str]) -> None:
    if unknown := sorted(set(names) - known):
        raise ValueError(f"{what} names something unknown: {', '.join(unknown)}")


def _distinct(what: str, names: Sequence[str]) -> None:
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{what} lists twice: {', '.join(twice)}")


Model = TypeVar("Model", bound=DataModel)


def read_data(path: Path, model: type[Model]) -> Model:
    """Read and check one file of game data; raises InvalidData with file, place and reason."""
    try:
        return model.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise InvalidData(f"{path}: cannot be read: {error.strerror}") from error
    except json.JSONDecodeError as error:
        raise InvalidData(f"{path}: line {error.lineno}, column {error.colno}: {error.msg}") from error
    except ValidationError as error:
        raise InvalidData(_first_problem(path, error)) from error


def _first_problem(path: Path, error: ValidationError) -> str:
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"]) or "the file as a whole"
    return f"{path}: {place}: {problem['msg'].removeprefix('Value error, ')}"


def setup_names(data: Path = DATA) -> tuple[str, ...]:
    """Ids of all setups that can be played."""
    return tuple(sorted(path.stem for path in (data / "setups").glob("*.json")))


def read_edition(setup: str, data: Path) -> Edition:
    """Read a setup with its board and unit table from a data folder; raises InvalidData."""
    path = data / "setups" / f"{setup}.json"
    parts = read_data(path, Setup)
    board = read_data(data / "boards" / f"{parts.board}.json", Board)
    table = read_data(data / "units" / f"{parts.units}.json", UnitTable)
    fields = {name: getattr(parts, name) for name in Setup.model_fields if name not in ("board", "units")}
    try:
        return Edition(board=board, units=table.units, **fields)
    except ValidationError as error:
        raise InvalidData(_first_problem(path, error)) from error


@cache
def load_setup(setup: str) -> Edition:
    """The facts and rule parameters of a setup, cached and immutable; raises IllegalAction (`form`) if unknown."""
    if setup not in setup_names():
        raise IllegalAction("form", f"There is no setup “{setup}”; there is {', '.join(setup_names())}.")
    return read_edition(setup, DATA)
