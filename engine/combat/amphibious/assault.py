"""The landing of an amphibious assault: what goes ashore, and what stays aboard after all (SPC-05..07)."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.events.combat.battle import LandingCalledOff
from engine.facts.board import SpaceId
from engine.play import Play
from engine.position.due import is_sea_battle_due, sea_part_of
from engine.position.relations import is_hostile_zone
from engine.quoting import quoted
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.words import place

__all__ = ["landing_cargo"]


def landing_cargo(state: GameState, territory: SpaceId) -> tuple[Piece, ...]:
    """Cargo that can go ashore: its zone needed no sea battle, or the battle opened it (SPC-05).

    Where none can, what came overland or by air attacks without it (SPC-07).
    """
    return tuple(
        piece
        for zone in state.edition.board.zones_of(territory)
        if _may_be_open(state, zone)
        for piece in state.at(zone)
        if piece.assault == territory and state.type_of(piece).domain == "land" and not _has_retreated(state, piece)
    )


def _may_be_open(state: GameState, zone: SpaceId) -> bool:
    """Whether a zone is open, or will be after its battle.

    What holds a zone keeps a landing from an ally's ship off where no own unit is there to fight it (SPC-01, CMV-68).
    """
    if state.phase == "combat_move" and is_sea_battle_due(state, zone):
        return True
    if zone in state.turn.sea_battles or any((due.space, due.part) == (zone, "sea") for due in state.pending):
        return state.turn.sea_battles.get(zone, True)
    return not is_hostile_zone(state, zone, state.power)


def _has_retreated(state: GameState, cargo: Piece) -> bool:
    """Whether cargo left with its transport; what has set out from it lands (OPT-37)."""
    return cargo.aboard is not None and state.pieces[cargo.aboard].retreated


def landing_ships(state: GameState, battle: PendingBattle) -> tuple[PieceId, ...]:
    """Transports whose cargo goes ashore as a battle begins, and may be kept aboard instead (SPC-06)."""
    is_landing = battle.part == "land" and battle.amphibious and not sea_part_of(state, battle)
    if not is_landing or not state.edition.parameters.assaults.may_be_called_off:
        return ()
    return tuple(dict.fromkeys(piece.aboard for piece in landing_cargo(state, battle.space) if piece.aboard))


def call_off(play: Play, battle: PendingBattle, landing: tuple[PieceId, ...]) -> None:
    """Land the cargo of these ships alone; the rest stays aboard and lands nowhere else either (SPC-06).

    Raises IllegalAction (SPC-06, `units`); a sea battle before the landing must be fought first.
    """
    if not play.parameters.assaults.may_be_called_off:
        raise IllegalAction("SPC-06", "You cannot call off an assault that you have declared.")
    where = place(play.state, battle.space)
    laden = landing_ships(play.state, battle)
    if not laden:
        if landing_cargo(play.state, battle.space):
            raise IllegalAction(
                "SPC-06", f"The units that land in {where} have left their ships, so you cannot call it off."
            )
        raise IllegalAction("SPC-06", f"No landing starts with the battle in {where}, so there is none to call off.")
    if strangers := sorted(set(landing) - set(laden)):
        raise IllegalAction("units", f"{quoted(strangers[0])} has nothing aboard to land in {where}.")
    ships = tuple(ship for ship in laden if ship not in landing)
    staying = tuple(piece.id for ship in ships for piece in play.state.cargo(ship) if piece.assault == battle.space)
    if staying:
        play.emit(LandingCalledOff(play.power, battle.space, staying, ships))
