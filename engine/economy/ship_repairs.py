"""Damaged ships that bases repair at the end of their owner's purchase phase (PUR-20, PUR-21, UNI-57)."""

from __future__ import annotations

from engine.economy.accounts import open_accounts
from engine.events.economy import ShipsRepaired
from engine.facilities.service import serving_zone
from engine.play import Play


def repair_ships(play: Play) -> None:
    """Repair for nothing what lies where a base serves the power on turn, one that was repaired in this phase too.

    A power whose capital is lost has no such phase (PUR-08).
    """
    state = play.state
    if not open_accounts(state, play.power):
        return
    damaged = [p for p in state.pieces.values() if p.power == play.power and p.hits_taken]
    served = {p.space for p in damaged if any(line.repairs_ships for line in serving_zone(state, p.space, p.power))}
    for zone in sorted(served):
        ships = tuple(piece.id for piece in state.select(p.id for p in damaged if p.space == zone))
        play.emit(ShipsRepaired(play.power, zone, ships))
