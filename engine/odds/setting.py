"""A battle about to be fought or gone on with, in its position, and what both sides mean to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.combat.losses.lines import LossLine
from engine.events.combat.battle import AttackOrDefense
from engine.facts.unit_types import UnitId
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece

LossOrder = tuple[tuple[UnitId, int], ...]
"""Units and how many of each, the first lost first; ships are damaged before anything is lost."""


class Lines(NamedTuple):
    """The orders of loss that a side left behind and that hold in a battle: for all hits, and for those that only
    aircraft can take; None where none does (ASY-41).
    """

    for_all: LossLine | None = None
    for_aircraft: LossLine | None = None


NO_LINES = Lines()


@dataclass(frozen=True)
class Intents:
    """What both sides mean to do; the printed order of loss follows theirs. retreat_after: so many more rounds.
    retreat_with_aircraft: attackers leave after the round in which they have only aircraft left. retreat_below: they
    leave after any round once they would win less often than this by pressing on to the end. *_submerges: submarines
    submerge as soon as there is no enemy destroyer. *_lines: what they lose by where no other order of loss is named.
    """

    attacker_loss: LossOrder = ()
    defender_loss: LossOrder = ()
    keep_land_unit: bool = False
    retreat_after: int | None = None
    retreat_with_aircraft: bool = False
    retreat_below: float | None = None
    attacker_submerges: bool = False
    defender_submerges: bool = False
    attacker_lines: Lines = NO_LINES
    defender_lines: Lines = NO_LINES

    @property
    def have_lines(self) -> bool:
        """Whether a side loses by an order that it left behind."""
        return any((*self.attacker_lines, *self.defender_lines))


@dataclass(frozen=True)
class Setting:
    """A battle in its position, between two rounds of it. bombarding: the ships that support its first round.

    has_way_out: whether there is a space to which attackers other than aircraft could retreat; without one transports
    that are left alone are lost at once (CMB-33).
    """

    state: GameState
    battle: Battle
    bombarding: tuple[Piece, ...] = ()
    has_way_out: bool = True


def other(side: AttackOrDefense) -> AttackOrDefense:
    """The enemy of a side."""
    return "defender" if side == "attacker" else "attacker"
