"""How battles are fought, wherever they are."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.facts.board import DataModel, PowerId
from engine.facts.parameters.steps import BattleStep

BattleKind = Literal["amphibious", "general", "raid", "rocket"]


class CasualtyOrder(DataModel):
    """The printed default order of loss (ASY-08, ASY-09); "<unit>:damage" is the first hit of a two-hit ship.

    Where it stands twice, carriers whose aircraft would have no other place to land take it at the second.
    """

    land: tuple[str, ...]
    sea: tuple[str, ...]


class KamikazeStrikes(DataModel):
    """Strikes that powers may make on ships that attack in the sea zones marked for them (SPC-90, BRD-41)."""

    tokens: dict[PowerId, int] = Field(default_factory=dict)
    """Those of each power for the whole game (SPC-90); nobody has any where none are named."""

    hits_on: int = 2
    """A strike hits with this number or less (SPC-95)."""


class CombatRules(DataModel):
    """Which battle comes first, the steps of its rounds, losses and retreats."""

    battle_order: tuple[tuple[BattleKind, ...], ...]
    """Groups of kinds, in the order in which they must be fought (CMB-01); within one the attacker chooses."""

    land_battle: tuple[BattleStep, ...]
    """The steps of one round on land (CMB-06)."""

    sea_battle: tuple[BattleStep, ...]
    """The steps of one round at sea (CMB-06)."""

    air_battle: tuple[BattleStep, ...] = ()
    """Those between the escorts and interceptors of a raid; none where raids have neither (SPC-40, OPT-06)."""

    kamikaze_strikes: KamikazeStrikes = KamikazeStrikes()

    low_luck: Literal["off", "battles", "all"] = "off"
    """Whether all that fire together score a sure hit for each 6 of their strength and one die decides about the rest:
    in battles, or where antiaircraft guns and kamikazes fire, too."""

    casualty_order: CasualtyOrder

    damaged_ships: Literal["repaired_after_battle", "need_a_base"] = "repaired_after_battle"
    """Ships that lived through a battle are repaired at its end, or stay damaged until a facility that repairs ships
    serves them in the purchase phase (UNI-57)."""

    attackers_leave: Literal["at_once", "at_removal"]
    """When attackers chosen as casualties leave: at once, or when the defenders' casualties do (CMB-21)."""

    retreat_along: Literal["last_space", "whole_way"]
    """Attackers retreat to the last space that one of them left, or to any that it started from or passed (CMB-38)."""

    retreat_to_zones: Literal["friendly_at_turn_start", "friendly"]
    """Ships retreat to zones that were friendly when the turn began, or that are friendly now (CMB-40)."""

    def steps_of(self, part: Literal["sea", "land", "air"]) -> tuple[BattleStep, ...]:
        """The steps of one round of a battle at sea, on land, or in the air before a raid."""
        return {"sea": self.sea_battle, "land": self.land_battle, "air": self.air_battle}[part]
