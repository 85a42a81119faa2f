"""A battle as it is asked about in words: the units of both sides, and what they would do."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Literal

from pydantic import Field

from engine.errors import IllegalAction
from engine.events.combat.battle import AttackOrDefense
from engine.facts.board import DataModel, PowerId
from engine.facts.edition import Edition, load_setup
from engine.facts.unit_types import UnitId
from engine.odds.setting import Intents
from engine.quoting import quoted
from engine.state.battles import Part
from engine.state.words import first_upper

MOST_UNITS = 400
"""Of a side: more than any board has."""

MOST_IN_ORDER = 50
"""Entries of an order of loss."""

Count = Annotated[int, Field(ge=0, strict=True)]
Flag = Annotated[bool, Field(strict=True)]


class SideForm(DataModel):
    """What a power fights with. damaged: how many of its ships have taken their first hit before. advantages: its
    national advantages that count in the battle, declared where they have to be; else those that the options give it.
    """

    power: PowerId
    units: dict[UnitId, Count]
    damaged: dict[UnitId, Count] = Field(default_factory=dict)
    technologies: tuple[str, ...] = ()
    advantages: tuple[str, ...] | None = None


class OrdersOfLoss(DataModel):
    """Those of both sides; the printed order follows."""

    attacker: tuple[tuple[UnitId, Count], ...] = ()
    defender: tuple[tuple[UnitId, Count], ...] = ()


class BattleForm(DataModel):
    """A battle. bombarding: ships that support a landing. retreat_after: the round after which attackers leave, or as
    soon after it as all who are left may (SPC-12).

    retreat_with_aircraft: they leave once they have only aircraft left; retreat_below: once they would win less often.
    submerge: the sides whose submarines submerge as soon as there is no enemy destroyer. options: those of the game, as
    the setup has them, such as low luck.
    """

    setup: str
    kind: Literal["land", "sea", "amphibious"]
    attacker: SideForm
    defender: SideForm
    bombarding: dict[UnitId, Count] = Field(default_factory=dict)
    order_of_loss: OrdersOfLoss = OrdersOfLoss()
    keep_land_unit: Flag = False
    retreat_after: Annotated[int, Field(ge=1, strict=True)] | None = None
    retreat_with_aircraft: Flag = False
    retreat_below: Annotated[float, Field(gt=0, le=1, strict=True)] | None = None
    submerge: tuple[AttackOrDefense, ...] = ()
    options: dict[str, Any] = Field(default_factory=dict)

    @property
    def part(self) -> Part:
        """Where it is fought."""
        return "sea" if self.kind == "sea" else "land"

    @property
    def intents(self) -> Intents:
        """What both sides mean to do."""
        return Intents(
            self.order_of_loss.attacker,
            self.order_of_loss.defender,
            self.keep_land_unit,
            self.retreat_after,
            self.retreat_with_aircraft,
            self.retreat_below,
            "attacker" in self.submerge,
            "defender" in self.submerge,
        )


def check_form(form: BattleForm) -> Edition:
    """The edition of the battle; raises IllegalAction where it could not be fought there."""
    plain = load_setup(form.setup)
    edition = load_setup(form.setup, plain.rule_choices(plain.resolve_options(form.options)))
    _check_bombarding(edition, form)
    for side in (form.attacker, form.defender):
        _check_side(edition, side)
    attacker, defender = edition.power[form.attacker.power], edition.power[form.defender.power]
    if attacker.id == defender.id:
        raise IllegalAction("form", f"{first_upper(attacker.called)} can't fight itself. Name one of its enemies.")
    if attacker.side == defender.side:
        raise IllegalAction("form", f"{first_upper(attacker.called)} and {defender.called} are on the same side.")
    if attacker.bystander:
        raise IllegalAction("form", f"There is no turn in which {attacker.called} could attack.")
    _check_units(edition, form, "attack")
    _check_units(edition, form, "defend")
    _check_retreat(edition, form)
    _check_submarines(edition, form)
    for orders, side in ((form.order_of_loss.attacker, form.attacker), (form.order_of_loss.defender, form.defender)):
        if len(orders) > MOST_IN_ORDER:
            raise IllegalAction("form", f"An order of loss has at most {MOST_IN_ORDER} entries.")
        if strangers := [unit for unit, _ in orders if not side.units.get(unit)]:
            raise IllegalAction("form", f"An order of loss names {quoted(strangers[0])}, which does not fight.")
    return edition


def _check_side(edition: Edition, side: SideForm) -> None:
    if side.power not in edition.power:
        raise IllegalAction("form", f"There is no power {quoted(side.power)}; there is {', '.join(edition.power)}.")
    if strangers := [unit for unit in side.units if unit not in edition.unit]:
        raise IllegalAction("units", f"There is no unit {quoted(strangers[0])} in this edition.")
    if not 0 < sum(side.units.values()) <= MOST_UNITS:
        raise IllegalAction("units", f"Name units for both sides, up to {MOST_UNITS} each.")
    able = _able_to_own(edition, side.power)
    if strangers := [unit for unit, count in side.units.items() if count and unit not in able]:
        power, plural = edition.power[side.power], edition.unit[strangers[0]].plural
        raise IllegalAction("units", f"{first_upper(power.called)} has no {plural} in this edition.")
    for unit, count in side.damaged.items():
        _check_damaged(edition, unit, count, side.units.get(unit, 0))
    if strangers := [each for each in side.technologies if each not in edition.technology]:
        raise IllegalAction("form", f"There is no technology {quoted(strangers[0])} in this edition.")
    for what, names in (("technology", side.technologies), ("national advantage", side.advantages or ())):
        if len(set(names)) < len(names):
            raise IllegalAction("form", f"Name each {what} of a side once.")
    for advantage in side.advantages or ():
        if edition.advantage_owners.get(advantage) != side.power:
            name = edition.power[side.power].name
            raise IllegalAction("form", f"{name} has no national advantage {quoted(advantage)} in this edition.")


def _able_to_own(edition: Edition, power: PowerId) -> Collection[UnitId]:
    """What a power may have: all, or what it begins with or gets where it buys little or nothing (PUR-12)."""
    economy = edition.parameters.economy
    rural, grant = economy.rural.get(power), economy.grants.get(power)
    if rural is None and grant is None:
        return edition.unit
    bought = (*rural.units, *rural.units_with) if rural else ()
    begins = {unit for there in edition.start.units if there.power == power for unit in there.units}
    return {*begins, *bought, *((grant.unit,) if grant else ())}


def _check_damaged(edition: Edition, unit: UnitId, count: int, fighting: int) -> None:
    if unit not in edition.unit:
        raise IllegalAction("units", f"There is no unit {quoted(unit)} in this edition.")
    line = edition.unit[unit]
    if line.hits < 2:
        raise IllegalAction("UNI-55", f"{line.plural} take one hit, so none of them can be damaged.".capitalize())
    if count > fighting:
        raise IllegalAction("units", f"You named {count} damaged but only {line.counted(fighting)} in all.")


def _check_units(edition: Edition, form: BattleForm, verb: Literal["attack", "defend"]) -> None:
    away = {"land": "sea", "sea": "land"}[form.part]
    for unit in (form.attacker if verb == "attack" else form.defender).units:
        kind = edition.unit[unit]
        if kind.domain in (away, "facility"):
            where = "at sea" if form.part == "sea" else "on land"
            raise IllegalAction("units", f"{kind.plural} cannot {verb} {where}.".capitalize())
        if verb == "attack" and kind.can("anti_aircraft"):
            raise IllegalAction("UNI-28", f"{kind.plural} cannot attack.".capitalize())


def _check_bombarding(edition: Edition, form: BattleForm) -> None:
    if form.bombarding and form.kind != "amphibious":
        raise IllegalAction("SPC-17", "Ships support only landings.")
    table, coming = edition.unit, form.attacker.units.items()
    lands = any(table[unit].domain == "land" and count for unit, count in coming if unit in table)
    if form.bombarding and not lands:
        raise IllegalAction("SPC-17", "Ships support only landings. Name land units that come ashore.")
    for unit in form.bombarding:
        if unit not in edition.unit or not edition.unit[unit].can("bombards"):
            raise IllegalAction("SPC-17", f"{quoted(unit)} cannot bombard in this edition.")
    if sum(form.bombarding.values()) > MOST_UNITS:
        raise IllegalAction("units", f"I work out odds with up to {MOST_UNITS} supporting ships.")


def _check_retreat(edition: Edition, form: BattleForm) -> None:
    """Of those who land only aircraft may leave."""
    has_aircraft = any(edition.unit[unit].domain == "air" for unit, count in form.attacker.units.items() if count)
    leaves = form.retreat_after or form.retreat_below or form.retreat_with_aircraft
    if form.kind == "amphibious" and not has_aircraft and leaves:
        raise IllegalAction("SPC-12", "Units that land from the sea cannot retreat, and no aircraft attack with them.")


def _check_submarines(edition: Edition, form: BattleForm) -> None:
    """Only who has submarines can mean to submerge."""
    for side, verb in (("attacker", "attack"), ("defender", "defend")):
        units = (form.attacker if side == "attacker" else form.defender).units
        if side in form.submerge and not any(edition.unit[unit].can("submerge") for unit, n in units.items() if n):
            raise IllegalAction("SPC-73", f"No submarines {verb}, so none can submerge.")
