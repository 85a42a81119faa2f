"""The landing of an amphibious assault: what goes ashore, and what stays aboard after all (SPC-05..07)."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.events.combat.battle import LandingCalledOff
from engine.play import Play
from engine.position.due import landing_cargo, sea_part_of
from engine.quoting import quoted
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import PieceId
from engine.state.words import place


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
