"""Damaged ships that bases repair at the end of their owner's purchase phase (PUR-20, PUR-21, UNI-57)."""

from __future__ import annotations

from engine.economy.accounts import open_accounts
from engine.events.economy import ShipsRepaired
from engine.facilities.service import serving
from engine.facts.board import SpaceId
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.pieces import Piece

__all__ = ["ships_in_dock"]


def repair_ships(play: Play) -> None:
    """Repair free of charge what lies where a base serves the power on turn, including a base repaired in this phase.

    A power whose capital is lost has no such phase, and bases of an economy that lost its own repair nothing (PUR-08).
    """
    repaired = ships_in_dock(play.state)
    for zone in sorted({ship.space for ship in repaired}):
        ships = tuple(ship.id for ship in play.state.select(ship.id for ship in repaired if ship.space == zone))
        play.emit(ShipsRepaired(play.power, zone, ships))


def ships_in_dock(state: GameState) -> tuple[Piece, ...]:
    """The damaged ships of the power on turn that lie where a base serves it now."""
    if not open_accounts(state, state.power):
        return ()
    damaged = [piece for piece in state.pieces.values() if piece.power == state.power and piece.hits_taken]
    served = {zone for zone in {p.space for p in damaged} if _repairs_in(state, zone)}
    return tuple(piece for piece in damaged if piece.space in served)


def _repairs_in(state: GameState, zone: SpaceId) -> bool:
    power, able = state.power, open_accounts(state, state.power)
    coasts = state.edition.board.coasts_of(zone)
    open_to_it = (t for t in coasts if state.owners[t] != power or state.edition.account_of(t, power) in able)
    return any(line.repairs_ships for territory in open_to_it for line in serving(state, territory, power))
