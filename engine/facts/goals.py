"""What powers play for, as data: national objectives, and how the war is won."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from engine.facts.board import DataModel, PowerId, SpaceId
from engine.facts.openings import AccountId, Side


class Objective(DataModel):
    """A national objective: what its power earns in a turn while all of this is true (INC-23); `rule` describes it.

    `held_by`, a side or a power, controls `at_least` that many of the `territories`; what powers `not_counted` hold
    does not count. each: it pays for every one of them that is held (INC-25). all_its_own: the power controls all
    territories with its emblem that pay into the account. clear_zones: no enemy warship, or only none of the kind
    named, lies in these sea zones. without_allies: no unit of another power of its side stands in territory that the
    power controls, or that bears its emblem. land_units_in: a land unit of its own stands in each of these territories.
    kept_from_enemies: none of these territories leans to the other side, or is held by it. at_war_with: it is at war
    with one of these powers, and with all of at_war_with_each; at_peace_with: with none of them. never_attacked: it has
    attacked none of these territories in the whole game. no_unprovoked_war_on: nor declared war on one of these powers
    unprovoked. once: it pays a single time in the game (INC-59). account: into which it is paid, where the power has
    several (INC-08).
    """

    name: str
    power: PowerId
    rule: str
    ipcs: int
    held_by: Side | PowerId | None = None
    at_least: int = 0
    territories: tuple[SpaceId, ...] = ()
    not_counted: tuple[PowerId, ...] = ()
    each: bool = False
    all_its_own: bool = False
    clear_zones: tuple[SpaceId, ...] = ()
    warships: Literal["warship", "surface_warship"] = "warship"
    without_allies: Literal["controlled", "emblem"] | None = None
    land_units_in: tuple[SpaceId, ...] = ()
    kept_from_enemies: tuple[SpaceId, ...] = ()
    at_war_with: tuple[PowerId, ...] = ()
    at_war_with_each: tuple[PowerId, ...] = ()
    at_peace_with: tuple[PowerId, ...] = ()
    never_attacked: tuple[SpaceId, ...] = ()
    no_unprovoked_war_on: tuple[PowerId, ...] = ()
    once: bool = False
    account: AccountId = ""

    @model_validator(mode="after")
    def _says_who_holds_what(self) -> Self:
        if (self.held_by is None) == bool(self.territories):
            raise ValueError("held_by and territories belong together")
        return self


class VictoryCondition(DataModel):
    """`side` wins when it holds `need` of these territories (GEN-23, GEN-24).

    The territories are those of the cities that count, all where none is named (GEN-25); `need` may be lower in a
    shorter game (GEN-26, GEN-27). after_turn_of: it is looked at once a round, after that power's turn. Without it the
    side must hold so many without a break until the turn of the power comes round again in whose turn it first did
    (GEN-30, GEN-31), and then one of the territories in `with_one_of` too (GEN-32).
    """

    side: Side
    need: int
    of: tuple[SpaceId, ...] = ()
    after_turn_of: PowerId | None = None
    with_one_of: tuple[SpaceId, ...] = ()

    @model_validator(mode="after")
    def _counts_at_one_moment(self) -> Self:
        if self.with_one_of and self.after_turn_of:
            raise ValueError("with_one_of counts at the end of a round of holding, so there is no after_turn_of")
        return self
