"""Rocket strikes by antiaircraft guns at enemy facilities (SPC-51..54, SPC-104, RES-18, RES-27)."""

from __future__ import annotations

from engine.combat.raids import strike
from engine.errors import IllegalAction
from engine.facilities.damage import room_for_damage
from engine.facilities.targets import kinds_struck, rocket_targets_in
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.play import Play
from engine.politics.standing import is_hostile_territory
from engine.politics.war import at_war
from engine.position.due import turn_of_kind
from engine.position.relations import commanded_powers, commands, leaves_combat_to_ally
from engine.quoting import quoted
from engine.table.actions import FightBattle
from engine.table.selection import refusal
from engine.table.state import GameState, Piece
from engine.table.words import listed, number, place


def launch(play: Play, order: FightBattle) -> None:
    """Strike a territory with all rockets that reach it, or with those picked; raises IllegalAction.

    Nothing can be done against them (SPC-53), and any number may strike one target (SPC-104).
    """
    state = play.state
    if not _are_developed(state):
        raise IllegalAction("RES-18", "You have not developed rockets.")
    if _are_too_late(state):
        raise IllegalAction("SPC-54", "Rockets strike with the bombing raids, before the other battles.")
    where = place(state, order.space)
    if order.space not in _targets(state):
        raise IllegalAction("SPC-51", f"Rockets strike {_enemy_kinds(state)}; there is none in {where}.")
    target = _target(state, order)
    guns = _picked(state, order) if order.pick else _in_range(state, order.space)
    if not guns:
        spaces = state.edition.parameters.raids.rocket_range or 0
        raise IllegalAction(
            "SPC-51", f"No rocket that is still to be launched is within {number(spaces, 'space')} of {where}."
        )
    strike(play, order.space, target, guns, "rocket")


def _enemy_kinds(state: GameState) -> str:
    """ "an enemy industrial complex"."""
    return listed((f"an enemy {kind}" for kind in kinds_struck(state, {"launches_rockets"})), "or")


def _target(state: GameState, order: FightBattle) -> UnitId:
    """What rockets strike: the facility named, or the first in the unit table that can take damage."""
    here = rocket_targets_in(state, order.space)
    if order.facility is None:
        return next((unit for unit in here if _can_be_damaged(state, order.space, unit)), here[0])
    if order.facility not in here:
        names = listed((state.edition.unit[unit].name for unit in here), "or")
        raise IllegalAction(
            "SPC-51", f"Rockets at {place(state, order.space)} strike its {names}, not {quoted(order.facility)}."
        )
    return order.facility


def rocket_targets(state: GameState) -> tuple[SpaceId, ...]:
    """Territories that rockets could strike now, before a battle or after one; nobody has to strike (SPC-54)."""
    if state.phase != "conduct_combat" or state.battle or state.requests or leaves_combat_to_ally(state):
        return ()
    if not _are_developed(state) or _are_too_late(state):
        return ()
    return tuple(space for space in _targets(state) if _is_worth_it(state, space) and _in_range(state, space))


def _are_developed(state: GameState) -> bool:
    powers, units = commanded_powers(state), state.edition.units
    return any(state.unit_of(power, unit.id).can("launches_rockets") for power in powers for unit in units)


def _are_too_late(state: GameState) -> bool:
    """Whether a battle has begun that comes after the rockets in the order of battles (SPC-54)."""
    return state.turn.battles_reached > turn_of_kind(state, "rocket")


def _targets(state: GameState) -> list[SpaceId]:
    there = (territory for territory in state.facilities if rocket_targets_in(state, territory))
    return [territory for territory in there if is_hostile_territory(state, territory, state.power)]


def _is_worth_it(state: GameState, territory: SpaceId) -> bool:
    return any(_can_be_damaged(state, territory, unit) for unit in rocket_targets_in(state, territory))


def _can_be_damaged(state: GameState, territory: SpaceId, facility: UnitId) -> bool:
    """Whether a strike costs the enemy anything; a facility at its full damage takes no more (SPC-35)."""
    return state.edition.parameters.raids.loss != "damage" or room_for_damage(state, territory, facility) > 0


def _is_launcher(state: GameState, piece: Piece) -> bool:
    return state.type_of(piece).can("launches_rockets") and commands(state, piece) and piece.aboard is None


def _picked(state: GameState, order: FightBattle) -> tuple[Piece, ...]:
    for piece_id in order.pick:
        gun = state.pieces.get(piece_id)
        if gun is None or not _is_launcher(state, gun):
            raise IllegalAction("units", f"{quoted(piece_id)} is no rocket launcher of yours in a territory.")
        _check(state, gun, order.space)
    return state.select(order.pick)


def _in_range(state: GameState, target: SpaceId) -> tuple[Piece, ...]:
    """Launchers that may strike this target now."""
    guns = (piece for piece in state.pieces.values() if _is_launcher(state, piece))
    return tuple(gun for gun in guns if refusal(lambda piece: _check(state, piece, target), gun) is None)


def _check(state: GameState, gun: Piece, target: SpaceId) -> None:
    """Raise IllegalAction if a gun cannot strike this target now.

    Each launches one rocket a turn (SPC-104), and none that was taken this turn. Rockets do not cross neutral
    territory (RES-29).
    """
    where = place(state, gun.space)
    if gun.fought:
        raise IllegalAction("SPC-104", f"The gun in {where} has launched its rocket this turn.")
    former = state.turn.owners_before.get(gun.space)
    if former is not None and at_war(state, former, gun.power):
        raise IllegalAction("UNI-31", f"The gun in {where} was taken this turn and launches no rocket yet.")
    spaces = state.edition.parameters.raids.rocket_range or 0
    if state.edition.board.flight_distances(gun.space).get(target, spaces + 1) > spaces:
        raise IllegalAction(
            "SPC-51", f"{place(state, target)} is more than {number(spaces, 'space')} from the gun in {where}."
        )
