"""Orders of loss that a power left behind, as they hold in a battle that is still to be fought (ASY-41)."""

from __future__ import annotations

from dataclasses import replace

from engine.combat.losses.assignments import HitTaking, Slot
from engine.combat.losses.default_losses import wishes_in_order
from engine.combat.losses.lines import LossLine, line_in_force, wishes_by_line
from engine.events.combat.battle import AttackOrDefense
from engine.kinds import Orders
from engine.odds.setting import Lines, Setting
from engine.state.battles import Hits


def lines_of(setting: Setting, side: AttackOrDefense, orders: Orders) -> Lines:
    """Those of a power's standing orders by which its side would lose units as the battle goes on.

    Where too much is at stake for one the power is asked, and taken to lose as printed.
    """
    return Lines(_line(setting, side, orders, Hits(other=1)), _line(setting, side, orders, Hits(anti_aircraft=1)))


def _line(setting: Setting, side: AttackOrDefense, orders: Orders, hits: Hits) -> LossLine | None:
    taking = HitTaking(setting.state, replace(setting.battle, hits=hits), side)
    line = line_in_force(taking, orders)
    return None if line is None or line.asks(taking) else line


def wishes_by(taking: HitTaking, lines: Lines) -> list[Slot]:
    """All places where hits may go, as lines give them away.

    Aircraft that are lost after all others fall by their own line, also to hits of one volley that others take with
    them; those that are lost before others fall by the line for all.
    """
    wishes = _wishes(taking, lines.for_all)
    if lines.for_all == lines.for_aircraft:
        return wishes
    first = next((at for at, slot in enumerate(wishes) if _flies(taking, slot)), len(wishes))
    after = [slot for slot in wishes[first:] if not _flies(taking, slot)]
    if not all(taking.is_last(taking.state.pieces[piece]) for piece, _ in after):
        return wishes
    aircraft = [slot for slot in _wishes(taking, lines.for_aircraft) if _flies(taking, slot)]
    return [*wishes[:first], *aircraft, *after]


def _wishes(taking: HitTaking, line: LossLine | None) -> list[Slot]:
    return wishes_in_order(taking, ()) if line is None else wishes_by_line(taking, line)


def _flies(taking: HitTaking, slot: Slot) -> bool:
    return taking.state.type_of(taking.state.pieces[slot[0]]).domain == "air"
