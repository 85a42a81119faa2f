"""Orders of loss by situation: a line says where it holds, and in which order units are lost there (ASY-41).

A line is written "space=karelia against=germany side=defender part=land keep=1 above=20 lose=infantry,tank"; every part
but the last may be missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast, get_args

from engine.combat.losses.assignments import HitTaking, Slot
from engine.combat.losses.default_losses import wishes_in_order
from engine.errors import IllegalAction
from engine.events.combat.battle import AttackOrDefense
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.kinds import Orders
from engine.quoting import quoted
from engine.reading import read_number
from engine.state.battles import Part

__all__ = ["CHEAPEST", "LOSSES", "PRINTED", "LossLine", "at_stake", "line_in_force", "loss_lines", "slots_by_line"]

LOSSES = "losses"
"""The standing order that holds such lines."""
PRINTED, CHEAPEST = "printed", "cheapest"
"""In place of units: as printed, or what costs least first; ships that stand two hits are damaged before."""
PARTS: tuple[Part, ...] = get_args(Part)
SIDES: tuple[AttackOrDefense, ...] = ("attacker", "defender")
_KEYS = ("space", "against", "side", "part", "keep", "above")


@dataclass(frozen=True)
class LossLine:
    """Units in the order in which they are lost where all that is named holds; what is empty holds everywhere.

    against: an enemy with units in the battle. part: "air" where only aircraft can take the hits. keep: an attacker's
    last unit that can take the territory is lost after everything else. above: IPCs of units at stake from which on the
    question is asked after all. spares_ships: ships that stand two hits are not damaged before anything is lost.
    """

    lose: tuple[UnitId, ...]
    space: SpaceId = ""
    against: PowerId = ""
    side: AttackOrDefense | Literal[""] = ""
    part: Part | Literal[""] = ""
    keep: bool = False
    above: int | None = None
    spares_ships: bool = False

    @property
    def situation(self) -> tuple[str, ...]:
        """Where it holds: of all lines of a power only one can hold there."""
        return self.space, self.against, self.side, self.part

    @property
    def rank(self) -> tuple[int, ...]:
        """How closely it names the situation: the space counts first, then the enemy, attack or defence, the kind of
        battle; what only aircraft suffer is closer than what happens on land or at sea.
        """
        return bool(self.space), bool(self.against), bool(self.side), bool(self.part) + (self.part == "air")

    def holds_in(self, taking: HitTaking) -> bool:
        """Whether it is for these hits."""
        battle = taking.battle
        return (
            self.space in ("", battle.space)
            and self.side in ("", taking.side)
            and (not self.part or self.part in _parts(taking))
            and (not self.against or self.against in enemies_in(taking))
        )

    def asks(self, taking: HitTaking) -> bool:
        """Whether more is at stake than it may give up unasked."""
        return self.above is not None and at_stake(taking) > self.above

    def __str__(self) -> str:
        above = "" if self.above is None else str(self.above)
        values = (*self.situation, "1" if self.keep else "", above)
        named = [f"{key}={value}" for key, value in zip(_KEYS, values, strict=True) if value]
        return " ".join([*named, f"lose={','.join(self.lose)}"])


def loss_lines(lines: Iterable[str]) -> list[LossLine]:
    """The lines of a standing order; raises IllegalAction (`form`)."""
    return [_line(text) for text in lines]


def _line(text: str) -> LossLine:
    values = dict(part.split("=", 1) for part in text.split(" ") if "=" in part)
    above = read_number(values.get("above", "0"))
    side, part = values.get("side", ""), values.get("part", "")
    is_known = values.keys() <= {*_KEYS, "lose"} and side in ("", *SIDES) and part in ("", *PARTS)
    if not values.get("lose") or above is None or not is_known or len(values) != len(text.split(" ")):
        raise IllegalAction(
            "form", f"{quoted(text)} is not an order of loss, such as “space=karelia lose=infantry,tank”."
        )
    return LossLine(
        tuple(values["lose"].split(",")),
        values.get("space", ""),
        values.get("against", ""),
        cast("AttackOrDefense", side),
        cast("Part", part),
        keep="keep" in values,
        above=above if "above" in values else None,
    )


def line_in_force(taking: HitTaking, orders: Orders) -> LossLine | None:
    """The line that decides on these hits: of those that hold the one that names the situation most closely (ASY-41).

    Of two against different enemies in one battle the first that was left decides. An order for land, sea or air is a
    line that names only the kind of battle, after others that do.
    """
    by_part = [
        LossLine(tuple(orders[part]), part=part, spares_ships=True)
        for part in PARTS
        if orders.get(part) and part in _parts(taking)
    ]
    holding = [line for line in (*loss_lines(orders.get(LOSSES, ())), *by_part) if line.holds_in(taking)]
    return max(holding, key=lambda line: line.rank, default=None)


def slots_by_line(taking: HitTaking, line: LossLine) -> tuple[Slot, ...]:
    """The hits assigned as a line says; what it does not name falls in the printed order after it."""
    return taking.fill(wishes_by_line(taking, line))


def wishes_by_line(taking: HitTaking, line: LossLine) -> list[Slot]:
    """All places where hits may go, in the order in which a line gives them away."""
    lose = _cheapest_first(taking) if line.lose == (CHEAPEST,) else line.lose
    return wishes_in_order(taking, lose, damage_first=not line.spares_ships, keeps_captor=line.keep)


def _cheapest_first(taking: HitTaking) -> tuple[UnitId, ...]:
    """Units that stand one hit by their cost; the others follow as printed."""
    units = dict.fromkeys(taking.state.type_of(piece) for piece in taking.targets)
    return tuple(unit.id for unit in sorted(units, key=lambda unit: unit.cost or 0) if unit.hits == 1)


def at_stake(taking: HitTaking) -> int:
    """The IPCs of all units of a side that are still in the battle, and of what its ships carry."""
    state = taking.state
    aboard = (cargo for piece in taking.standing for cargo in state.cargo(piece.id))
    pieces = {piece.id: piece for piece in (*taking.standing, *aboard)}
    return sum(state.type_of(piece).cost or 0 for piece in pieces.values())


def _parts(taking: HitTaking) -> tuple[Part, ...]:
    only_aircraft = all(taking.state.type_of(piece).domain == "air" for piece in taking.targets)
    return ("air", taking.battle.part) if only_aircraft else (taking.battle.part,)


def enemies_in(taking: HitTaking) -> set[PowerId]:
    """Whose units are, or were at first, on the other side."""
    state, battle = taking.state, taking.battle
    if taking.side == "attacker":
        return {*battle.defended_by, *(piece.power for piece in state.select(battle.defenders))}
    return {battle.attacker, *(piece.power for piece in state.select(battle.attackers))}
