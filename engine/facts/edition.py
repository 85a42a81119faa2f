"""An edition of the game as data: its opening, and the rules that are played from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, Self

from pydantic import Field, model_validator

from engine.errors import IllegalAction, InvalidData
from engine.facts.board import DataModel, PowerId, SpaceId
from engine.facts.data_files import DATA, changed, checked, must_be_distinct, must_be_known, read_content
from engine.facts.goals import Objective, VictoryCondition
from engine.facts.openings import Opening, read_opening
from engine.facts.options import MOST_OPTIONS, GameOption, OptionName, named_advantages
from engine.facts.parameters import Parameters
from engine.facts.unit_types import UnitChange, UnitId, UnitType
from engine.quoting import quoted

Choices = tuple[tuple[str, str], ...]  # options of a game and their values


class Technology(DataModel):
    """A weapons development: the number that finds it (RES-05), and what it makes of units; `rule` describes it.

    chart: where it stands on one of several charts (RES-09, RES-54). income_dice: added to every income (RES-44).
    """

    id: str
    name: str
    number: int
    rule: str
    chart: int | None = None
    changes: tuple[UnitChange, ...] = ()
    income_dice: int = 0


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


class Setup(DataModel):
    """A setup file as it stands in `data/setups`: the rules that are played from an opening.

    in_preparation: its rules are not all carried out yet, so it is not offered to players. units: what differs from
    lines of the unit table, by unit.
    """

    setup: str
    opening: str
    in_preparation: bool = False
    units: dict[UnitId, dict[str, Any]] = Field(default_factory=dict)
    seatings: dict[str, tuple[tuple[PowerId, ...], ...]]
    parameters: Parameters
    options: dict[OptionName, GameOption] = Field(max_length=MOST_OPTIONS)
    victory: dict[str, tuple[VictoryCondition, ...]]
    technologies: tuple[Technology, ...] = ()
    advantages: tuple[Advantage, ...] = ()
    objectives: dict[str, Objective] = Field(default_factory=dict)


class Edition(Opening):
    """A setup with its opening, checked against each other."""

    setup: str
    in_preparation: bool
    seatings: dict[str, tuple[tuple[PowerId, ...], ...]]
    parameters: Parameters
    options: dict[str, GameOption]
    victory: dict[str, tuple[VictoryCondition, ...]]
    technologies: tuple[Technology, ...]
    advantages: tuple[Advantage, ...]
    objectives: dict[str, Objective]

    @model_validator(mode="after")
    def _fits_its_opening(self) -> Self:
        self._check_rules()
        self._check_options()
        self._check_improvements()
        self._check_objectives()
        return self

    def _check_rules(self) -> None:
        for players, seats in self.seatings.items():
            must_be_known(f"seatings of {players}", (power for seat in seats for power in seat), self.power)
        must_be_known("other_phases", self.parameters.turn.other_phases, self.power)
        guns = [unit.id for unit in self.units if unit.can("anti_aircraft")]
        if guns and self.parameters.air.anti_aircraft is None:
            raise ValueError(f"parameters.air says nothing of antiaircraft guns, but there are: {', '.join(guns)}")
        straits = (zone for strait in self.parameters.sea.closed_straits for zone in strait)
        must_be_known("closed_straits", straits, self.board.sea_zone)
        self._check_politics()
        confined_to, grants = self.parameters.politics.confined_to, self.parameters.economy.grants
        must_be_known("confined_to", confined_to, self.power)
        if several := [power for power in grants if power in self.power and self.power[power].economies]:
            raise ValueError(f"economy.grants gives units to {several[0]}, which has economies and buys for itself")
        for power, spaces in confined_to.items():
            must_be_known(f"confined_to of {power}", spaces, self.board.neighbours)
        must_be_known("grants", grants, self.power)
        self._check_rural()
        bonuses = self.parameters.economy.troop_bonuses
        must_be_known("troop_bonuses", (bonus.power for bonus in bonuses), self.power)
        must_be_known("troop_bonuses", (bonus.territory for bonus in bonuses), self.board.territory)
        if (convoys := self.parameters.economy.convoys) is not None:
            must_be_known("convoys.exempt", convoys.exempt, self.power)
        must_be_known("grants", (grant.unit for grant in grants.values()), self.unit)
        order = self.parameters.combat.casualty_order
        must_be_known("kamikaze_strikes", self.parameters.combat.kamikaze_strikes.tokens, self.power)
        must_be_known("casualty_order", (entry.partition(":")[0] for entry in (*order.land, *order.sea)), self.unit)

    def _check_rural(self) -> None:
        for power, rural in self.parameters.economy.rural.items():
            must_be_known("rural", [power], self.power)
            must_be_known(f"rural.{power}", (*rural.units, *rural.units_with), self.unit)
            own = [name for name, objective in self.objectives.items() if objective.power == power]
            must_be_known(f"rural.{power}.units_with", rural.units_with.values(), own)
            if self.power[power].economies or not rural.units:
                raise ValueError(f"economy.rural.{power} must have one economy, and something to buy")

    def _check_politics(self) -> None:
        politics = self.parameters.politics
        must_be_known("wars_at_start", (power for pair in politics.wars_at_start or () for power in pair), self.power)
        must_be_known("politics", sorted(politics.powers_named), self.power)
        waters = (
            zone for each in politics.limits if each.ships_keep_to for zone in each.ships_keep_to.warships_also_in
        )
        zones = (*(zone for limit in politics.limits for zone in limit.ships_not_in), *waters)
        must_be_known("politics.limits", zones, self.board.sea_zone)
        must_be_known("politics", politics.incidents_named, politics.incidents)
        must_be_known("politics", politics.territories_named, self.board.territory)
        must_be_known("politics", politics.maps_named, self.board.maps)
        upgraded = (unit for each in politics.war_efforts for unit in (each.facility, each.into))
        must_be_known("politics.war_efforts", upgraded, self.unit)
        if politics.grounds and politics.wars_at_start is None:
            raise ValueError("politics.grounds speaks of wars to declare, but wars_at_start of none that there are")
        if politics.neutrals is not None:
            must_be_known("neutrals.army", [politics.neutrals.army], self.unit)

    def _sides_without_ipcs(self) -> list[str]:
        rich = {self.power[account.power].side for account in self.accounts if account.ipcs is not None}
        return sorted({power.side for power in self.powers} - rich)

    def _check_options(self) -> None:
        for name, option in self.options.items():
            must_be_known(f"the default of option {name}", [option.default], option.choices)
            must_be_known(f"the changes of option {name}", option.changes, option.choices)
            if option.takes == "advantages" and not self.advantages:
                raise ValueError(f"option {name} takes national advantages, but there are none")
            if option.takes == "bid" and (poor := self._sides_without_ipcs()):
                raise ValueError(f"option {name} takes a bid, but the {poor[0]} have no IPCs")
        if "victory" not in self.options:
            raise ValueError("options: the option “victory” is missing")
        must_be_known("options.victory", self.options["victory"].choices, self.victory)
        for level, conditions in self.victory.items():
            for condition in conditions:
                must_be_known(f"victory.{level} of", condition.of, self.board.territory)
                must_be_known(f"victory.{level} with_one_of", condition.with_one_of, self.board.territory)
                if condition.after_turn_of is not None:
                    must_be_known(f"victory.{level} after_turn_of", [condition.after_turn_of], self.power)

    def _check_improvements(self) -> None:
        must_be_distinct("technologies", [technology.id for technology in self.technologies])
        must_be_distinct("advantages", [advantage.id for advantage in self.advantages])
        must_be_known("advantages", (advantage.power for advantage in self.advantages), self.power)
        for advantage in self.advantages:
            must_be_known(f"spaces of {advantage.id}", advantage.spaces, self.board.territory)
            must_be_known(f"powers of {advantage.id}", advantage.powers, self.power)
            must_be_known(f"units of {advantage.id}", advantage.units, self.unit)
        improvements: tuple[Technology | Advantage, ...] = (*self.technologies, *self.advantages)
        for improvement in improvements:
            must_be_known(f"changes of {improvement.id}", (change.unit for change in improvement.changes), self.unit)

    def _check_objectives(self) -> None:
        for name, objective in self.objectives.items():
            must_be_known(f"objectives.{name} power", [objective.power], self.power)
            accounts = {account.mark for account in self.accounts_of(objective.power)}
            must_be_known(f"objectives.{name} account", [objective.account], accounts)
            holders = [objective.held_by] if objective.held_by else []
            must_be_known(f"objectives.{name} held_by", holders, {*self.power, "axis", "allies"})
            wars = (*objective.at_war_with, *objective.at_war_with_each, *objective.no_unprovoked_war_on)
            must_be_known(f"objectives.{name}", (*objective.not_counted, *objective.at_peace_with, *wars), self.power)
            elsewhere = (*objective.never_attacked, *objective.land_units_in, *objective.kept_from_enemies)
            must_be_known(f"objectives.{name}", elsewhere, self.board.territory)
            must_be_known(f"objectives.{name} territories", objective.territories, self.board.territory)
            must_be_distinct(f"objectives.{name} territories", objective.territories)
            must_be_known(f"objectives.{name} clear_zones", objective.clear_zones, self.board.sea_zone)
            if objective.at_least > len(objective.territories):
                raise ValueError(f"objectives.{name} asks for {objective.at_least} territories but names fewer")

    @cached_property
    def victory_cities(self) -> tuple[SpaceId, ...]:
        """Territories with a victory city (BRD-44, BRD-45)."""
        return tuple(territory.id for territory in self.board.territories if territory.city)

    @cached_property
    def unit_rank(self) -> dict[UnitId, int]:
        """Place of each unit in the unit table."""
        return {unit.id: rank for rank, unit in enumerate(self.units)}

    @cached_property
    def moved_farther(self) -> dict[str, int]:
        """The domains whose units a facility lets move farther that set out there, and how far (UNI-41, UNI-42)."""
        lines = (unit.facility.extra_move for unit in self.units if unit.facility)
        found: dict[str, int] = {}
        for domain, more in (each for line in lines for each in line.items()):
            found[domain] = max(more, found.get(domain, 0))
        return found

    @cached_property
    def drops_from_facilities(self) -> bool:
        """Whether infantry may learn to drop from facilities rather than from bombers (RES-34)."""
        return any(unit.facility and unit.facility.drops for unit in self.units)

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
    def _loads(self) -> dict[tuple[str, ...], dict[UnitId, frozenset[str]]]:
        return {}

    def loads(self, improvements: tuple[str, ...]) -> dict[UnitId, frozenset[str]]:
        """The domains of which each unit carries units, with these technologies and national advantages."""
        if improvements not in self._loads:
            self._loads[improvements] = {
                name: frozenset(self.unit[each].domain for slot in unit.carry for each in slot.types)
                for name, unit in self.improved(improvements).items()
            }
        return self._loads[improvements]

    @cached_property
    def turn_rank(self) -> dict[PowerId, int]:
        """Place of each power in the order of play (GEN-13), those without a turn last."""
        return {power: rank for rank, power in enumerate(self.order_of_powers)}

    def played_together(self, powers: Iterable[PowerId]) -> tuple[PowerId, ...]:
        """These powers and all that share a player with them: who acts with another is played with it (GEN-05)."""
        leaders = {self.power[power].acts_with or power for power in powers if power in self.power}
        return tuple(power.id for power in self.powers if (power.acts_with or power.id) in leaders)

    def resolve_options(self, chosen: dict[str, Any]) -> dict[str, str]:
        """All options with their values; raises IllegalAction (`form`) for an unknown option or value (OPT-01)."""
        if strangers := [name for name in chosen if name not in self.options]:
            raise IllegalAction(
                "form", f"{self.title} has no option {quoted(strangers[0])}; it has {', '.join(self.options)}."
            )
        owners = self.advantage_owners
        given = {name: self.options[name].read(name, value, owners) for name, value in chosen.items()}
        return {name: given.get(name, option.default) for name, option in self.options.items()}

    def rule_choices(self, options: Mapping[str, str]) -> Choices:
        """Those of these options of a game that change rules, with their values."""
        return tuple(
            (name, options[name]) for name, option in self.options.items() if options.get(name) in option.changes
        )

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


@cache
def setup_names() -> tuple[str, ...]:
    """Ids of all setups that can be played."""
    faults = setup_faults()
    return tuple(name for name in _setup_files() if name not in faults and not load_setup(name).in_preparation)


@cache
def setup_faults() -> Mapping[str, str]:
    """What is wrong with the files of setups, by the ids of those that can therefore not be played."""
    return {name: fault for name in _setup_files() if (fault := _fault_of(name))}


def _fault_of(setup: str) -> str | None:
    try:
        load_setup(setup)
        check_choices(setup, DATA)
    except InvalidData as fault:
        return str(fault)
    except (LookupError, TypeError, ValueError, RecursionError) as fault:
        return f"{DATA / 'setups' / setup}.json: {fault!r}"
    return None


def read_edition(setup: str, data: Path, chosen: Choices = ()) -> Edition:
    """Read a setup with its opening from a data folder, as the chosen options change it; raises InvalidData."""
    path = data / "setups" / f"{setup}.json"
    content = read_content(path)
    for name, value in chosen:
        content = changed(path, content, content["options"][name]["changes"][value])
    return _from_opening(path, content, partial(read_opening, data=data))


def check_choices(setup: str, data: Path) -> None:
    """Raise InvalidData, with the option and its value, where a choice makes of a setup what cannot be played."""
    path = data / "setups" / f"{setup}.json"
    content, opening = read_content(path), cache(partial(read_opening, data=data))
    for name, option in content["options"].items():
        for value, change in option.get("changes", {}).items():
            try:
                _from_opening(path, changed(path, content, change), opening)
            except InvalidData as fault:
                raise InvalidData(f"{fault} (option {name}: {value})") from fault


def _from_opening(path: Path, content: Any, opening_of: Callable[[str], Opening]) -> Edition:
    rules = checked(path, Setup, content)
    opening = opening_of(rules.opening)
    parts = {name: getattr(opening, name) for name in Opening.model_fields}
    parts |= {name: getattr(rules, name) for name in Setup.model_fields if name not in ("opening", "units")}
    return checked(path, Edition, {**parts, "units": _with_changes(path, opening, rules.units)})


def _with_changes(path: Path, opening: Opening, changes: Mapping[UnitId, Mapping[str, Any]]) -> tuple[UnitType, ...]:
    """The unit table of an opening as a setup changes it."""
    if strangers := set(changes) - set(opening.unit):
        raise InvalidData(f"{path}: units: there is no {', '.join(sorted(strangers))} in the unit table")
    table = {unit.id: unit for unit in opening.units}
    for name, change in changes.items():
        line = table[name].model_dump(mode="json", exclude_unset=True)
        table[name] = checked(path, UnitType, changed(path, line, change))
    return tuple(table.values())


@cache
def load_setup(setup: str, chosen: Choices = ()) -> Edition:
    """The facts and rule parameters of a setup, cached and immutable; raises IllegalAction (`form`) if unknown.

    chosen: the options of a game that change rules (`Edition.rule_choices`).
    """
    if setup not in _setup_files():
        raise IllegalAction("form", f"There is no setup {quoted(setup)}; there is {', '.join(setup_names())}.")
    return read_edition(setup, DATA, chosen)


def _setup_files() -> list[str]:
    return sorted(path.stem for path in (DATA / "setups").glob("*.json"))
