"""An edition of the game as data: units, powers, the opening position and the rule parameters."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from pydantic import ValidationError, model_validator

from engine.board import Board, DataModel, PowerId, SpaceId
from engine.errors import IllegalAction, InvalidData

DATA = Path(__file__).resolve().parent.parent / "data"

UnitId = str
Side = Literal["axis", "allies"]
PhaseId = Literal["purchase", "combat_move", "conduct_combat", "noncombat_move", "mobilize", "collect_income"]
BattleStep = Literal[
    "attacker_submerges",
    "defender_submerges",
    "attackers_strike",
    "defenders_strike",
    "remove_struck",
    "attackers_fire",
    "defender_chooses",
    "defenders_fire",
    "attacker_chooses",
    "remove_casualties",
    "end_or_go_on",
    "press_or_retreat",
]
Ability = Literal[
    "captures",  # takes control of territory (UNI-18), as no air unit or ship does (UNI-48)
    "blitz",  # CMV-23
    "lands_on_carrier",  # UNI-47, UNI-49
    "warship",  # BRD-19
    "surface_warship",  # makes a sea zone hostile (BRD-18)
    "passes_hostile_zones",  # CMV-30
    "surprise_strike",  # SPC-66
    "submerge",  # SPC-73
    "cannot_hit_air",  # UNI-59
    "immune_to_air_without_destroyer",  # UNI-60
    "anti_submarine",  # cancels the special abilities of enemy submarines (CMV-31, SPC-67, SPC-74)
    "defenseless",  # UNI-65, CMB-31
    "chosen_last",  # CMB-18
]


class Carry(DataModel):
    """One kind of place aboard a ship: up to `count` units of these `types` and no others (UNI-49, UNI-61, UNI-62)."""

    count: int
    types: tuple[UnitId, ...]


class UnitType(DataModel):
    """A line of the unit table. `cost` in IPCs (None: not for sale); `rule` is the rule that prints this line.

    hits: how many destroy the unit; with 2 it is damaged first (UNI-55, UNI-56), with 0 it cannot be a casualty.
    """

    id: UnitId
    name: str
    plural: str
    domain: Literal["land", "air", "sea", "facility"]
    cost: int | None
    attack: int
    defense: int
    move: int
    hits: int
    rule: str | None = None
    carry: tuple[Carry, ...] = ()
    abilities: frozenset[Ability] = frozenset()
    production: Literal["territory_ipc"] | None = None
    aliases: tuple[str, ...] = ()

    def can(self, ability: Ability) -> bool:
        """Whether the unit has an ability of the unit table."""
        return ability in self.abilities

    def counted(self, count: int) -> str:
        """The number and the name, such as "2 tanks"."""
        return f"{count} {self.name if count == 1 else self.plural}"


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


class CasualtyOrder(DataModel):
    """The printed default order of loss (ASY-08, ASY-09); "<unit>:damage" is the first hit of a two-hit ship."""

    land: tuple[str, ...]
    sea: tuple[str, ...]


class Parameters(DataModel):
    """What differs between editions, named by the rule.

    phases: the phases of a turn in order (GEN-14).
    battle_order: kinds of battle, in the order in which they must be fought (CMB-01).
    land_battle, sea_battle: the named steps of one round of battle (CMB-06); no step bombards a coast (SPC-17).
    landing_needs_escort_past_submarines: CMV-64.
    landing_on_new_carriers: bought carriers count as landing places (CMV-42, NCM-18).
    overland_may_leave_assault: land units that came overland may retreat from an assault (SPC-13).
    """

    phases: tuple[PhaseId, ...]
    battle_order: tuple[Literal["amphibious", "general"], ...]
    land_battle: tuple[BattleStep, ...]
    sea_battle: tuple[BattleStep, ...]
    landing_needs_escort_past_submarines: bool
    landing_on_new_carriers: bool
    overland_may_leave_assault: bool
    casualty_order: CasualtyOrder


class GameOption(DataModel):
    """A choice made before the first turn (OPT-01), such as how much a side must win (OPT-02).

    `choices` maps each value to what it means.
    """

    default: str
    choices: dict[str, str]


class VictoryCondition(DataModel):
    """`side` wins when it holds `need` of these territories after the turn of that power (GEN-23, GEN-24).

    The territories are those of the cities that count (GEN-25); `need` may be lower in a shorter game (GEN-26, GEN-27).
    """

    side: Side
    need: int
    of: tuple[SpaceId, ...]
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


class UnitTable(DataModel):
    """The unit table of an edition, in its printed order."""

    units: tuple[UnitType, ...]


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
    start: Start

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        self._check_powers()
        self._check_units()
        self._check_start()
        self._check_options()
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
        if "victory" not in self.options:
            raise ValueError("options: the option “victory” is missing")
        _known("options.victory", self.options["victory"].choices, set(self.victory))
        for level, conditions in self.victory.items():
            for condition in conditions:
                _known(f"victory.{level} of", condition.of, set(self.board.territory))
                _known(f"victory.{level} after_turn_of", [condition.after_turn_of], {p.id for p in self.powers})

    def _stands_where_it_can(self, unit: UnitId, space: SpaceId) -> None:
        domain = self.unit[unit].domain
        at_sea = self.board.is_sea(space)
        if domain == "facility" or (domain == "land" and at_sea) or (domain == "sea" and not at_sea):
            raise ValueError(f"start.units: a {domain} unit ({unit}) cannot stand in {space}")

    @cached_property
    def unit(self) -> dict[UnitId, UnitType]:
        """Unit types by id, in the order of the unit table."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def unit_rank(self) -> dict[UnitId, int]:
        """Place of each unit in the unit table."""
        return {unit.id: rank for rank, unit in enumerate(self.units)}

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

    def carries(self, unit: UnitId, domain: str) -> bool:
        """Whether a unit carries units of a domain: land for transports (UNI-61), air for carriers (UNI-49)."""
        return any(self.unit[carried].domain == domain for slot in self.unit[unit].carry for carried in slot.types)

    def resolve_options(self, chosen: dict[str, Any]) -> dict[str, str]:
        """All options with their values; raises IllegalAction (`form`) for an unknown option or value (OPT-01)."""
        for name, value in chosen.items():
            if name not in self.options:
                raise IllegalAction("form", f"{self.title} has no option “{name}”; it has {', '.join(self.options)}.")
            if not isinstance(value, str) or value not in self.options[name].choices:
                choices = ", ".join(self.options[name].choices)
                raise IllegalAction("form", f"Option “{name}” cannot be “{value}”; it can be {choices}.")
        return {name: chosen.get(name, option.default) for name, option in self.options.items()}


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
