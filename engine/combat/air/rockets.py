"""Rocket strikes by antiaircraft guns or air bases at enemy facilities (SPC-51..54, SPC-104, RES-18, RES-27..29)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.combat.air.raids import strike
from engine.errors import IllegalAction
from engine.events.combat.raids import ROCKETS_LAUNCHED
from engine.facilities.damage import room_for_damage
from engine.facilities.service import is_operative
from engine.facilities.targets import kinds_struck, rocket_targets_in
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.play import AFTER_ROCKETS, Play
from engine.politics.limits import no_attack
from engine.politics.standing import at_war, is_attackable, is_hostile_territory, neutral_ground, strangers_in
from engine.position.due import turn_of_kind
from engine.position.relations import commanded_powers, commands, leaves_combat_to_ally
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.selection import refusal
from engine.state.words import listed, number, place

__all__ = ["launchers", "rocket_facilities", "rocket_targets"]


def launch(play: Play, territory: SpaceId, facility: UnitId | None, picked: Sequence[PieceId]) -> None:
    """Strike a facility of a territory with all rockets that reach it, or with those picked; raises IllegalAction.

    Nothing can be done against them (SPC-53), and any number may strike one target (SPC-104).
    """
    state = play.state
    if not _are_developed(state):
        raise IllegalAction("RES-18", "You have not developed rockets.")
    if _are_too_late(state):
        raise IllegalAction("SPC-54", "Rockets strike with the bombing raids, before the other battles.")
    where = place(state, territory)
    if territory not in _targets(state):
        _check_no_strangers(state, territory)
        raise IllegalAction("SPC-51", f"Rockets strike {_enemy_kinds(state)}, and there is none in {where}.")
    target = target_of(state, territory, facility)
    striking = _picked(state, picked, territory) if picked else in_range(state, territory)
    if not striking:
        spaces = state.edition.parameters.raids.rocket_range or 0
        raise IllegalAction("SPC-51", f"None of your remaining rockets is within {number(spaces, 'space')} of {where}.")
    strike(play, territory, target, striking, "rocket")
    for effect in AFTER_ROCKETS.of_all(play.state):
        effect(play, territory)


def _enemy_kinds(state: GameState) -> str:
    """ "an enemy industrial complex"."""
    return listed((f"an enemy {kind}" for kind in kinds_struck(state, {"launches_rockets"})), "or")


def target_of(state: GameState, territory: SpaceId, facility: UnitId | None) -> UnitId:
    """What rockets strike: the facility named, or the first in the unit table that can take damage."""
    here = rocket_targets_in(state, territory)
    if facility is None:
        return next(iter(rocket_facilities(state, territory)), here[0])
    if facility not in here:
        names = listed((state.edition.unit[unit].name for unit in here), "or")
        raise IllegalAction(
            "SPC-51", f"Rockets at {place(state, territory)} strike its {names}, not {quoted(facility)}."
        )
    return facility


def rocket_targets(state: GameState) -> tuple[SpaceId, ...]:
    """Territories that rockets could strike now, before a battle or after one; nobody has to strike (SPC-54)."""
    if state.phase != "conduct_combat" or state.battle or state.requests or leaves_combat_to_ally(state):
        return ()
    if not _are_developed(state) or _are_too_late(state):
        return ()
    return tuple(space for space in _targets(state) if rocket_facilities(state, space) and in_range(state, space))


def _are_developed(state: GameState) -> bool:
    powers, units = commanded_powers(state), state.edition.units
    return any(state.unit_of(power, unit.id).can("launches_rockets") for power in powers for unit in units)


def _are_too_late(state: GameState) -> bool:
    """Whether a battle has begun that comes after the rockets in the order of battles (SPC-54)."""
    return state.turn.battles_reached > turn_of_kind(state, "rocket")


def _enemy_ground(state: GameState) -> list[SpaceId]:
    """Enemy territories with something that rockets may strike."""
    there = (territory for territory in state.facilities if rocket_targets_in(state, territory))
    return [territory for territory in there if is_hostile_territory(state, territory, state.power)]


def _targets(state: GameState) -> list[SpaceId]:
    return [territory for territory in _enemy_ground(state) if is_attackable(state, territory, state.power)]


def _check_no_strangers(state: GameState, territory: SpaceId) -> None:
    """Raise IllegalAction where units of a power stand in the way with which there is no war (POL-09, CMV-75)."""
    if territory in _enemy_ground(state) and strangers_in(state, territory, state.power):
        raise no_attack(state, territory, state.power, "rockets strike enemies")


def rocket_facilities(state: GameState, territory: SpaceId) -> tuple[UnitId, ...]:
    """What rockets may strike in a territory so that it costs the enemy anything, as the unit table has it.

    A facility at its full damage takes no more (SPC-35).
    """
    here, is_damage = rocket_targets_in(state, territory), state.edition.parameters.raids.loss == "damage"
    return tuple(unit for unit in here if not is_damage or room_for_damage(state, territory, unit) > 0)


def launchers(state: GameState) -> tuple[Piece, ...]:
    """All that launch rockets in this turn: guns in territories, and for each base a piece that stands for it."""
    powers = commanded_powers(state)
    return (
        *(p for p in state.pieces.values() if commands(state, p) and p.aboard is None and _can_launch(state, p)),
        *(
            base
            for territory, there in state.facilities.items()
            for unit in there
            if (owner := state.owners[territory]) in powers
            if _can_launch(state, base := Piece(f"{territory}.{unit}.1", f"{owner}", unit, territory))
        ),
    )


def _can_launch(state: GameState, launcher: Piece) -> bool:
    return state.type_of(launcher).can("launches_rockets")


def _picked(state: GameState, picked: Sequence[PieceId], territory: SpaceId) -> tuple[Piece, ...]:
    found = {launcher.id: launcher for launcher in launchers(state)}
    for launcher_id in picked:
        if launcher_id not in found:
            raise IllegalAction("units", f"{quoted(launcher_id)} is not one of your rocket launchers in a territory.")
        _check(state, found[launcher_id], territory)
    return tuple(found[launcher_id] for launcher_id in dict.fromkeys(picked))


def in_range(state: GameState, target: SpaceId) -> tuple[Piece, ...]:
    """Launchers that may strike this target now."""
    able = (each for each in launchers(state) if refusal(lambda piece: _check(state, piece, target), each) is None)
    return tuple(able)


def _check(state: GameState, launcher: Piece, target: SpaceId) -> None:
    """Raise IllegalAction if a gun or a base cannot strike this target now.

    Each launches one rocket a turn (SPC-104), none that was taken this turn, and no base that does not work (RES-28).
    Rockets do not cross neutral territory (RES-29).
    """
    is_base = state.type_of(launcher).domain == "facility"
    who = f"The {state.type_of(launcher).name if is_base else 'gun'} in {place(state, launcher.space)}"
    if launcher.fought or launcher.id in ROCKETS_LAUNCHED.of(state.turn):
        raise IllegalAction("SPC-104", f"{who} has already launched its rocket this turn.")
    former = state.turn.owners_before.get(launcher.space)
    if former is not None and at_war(state, former, launcher.power):
        rule = "CMB-51" if is_base else "UNI-31"
        raise IllegalAction(rule, f"{who} was taken this turn, so it cannot launch a rocket yet.")
    if is_base and not is_operative(state, launcher.space, launcher.unit):
        raise IllegalAction("RES-28", f"{who} is too damaged to launch a rocket.")
    spaces = state.edition.parameters.raids.rocket_range or 0
    flights = state.edition.board.flight_distances(launcher.space, None, neutral_ground(state, launcher.power))
    if flights.get(target, spaces + 1) > spaces:
        raise IllegalAction(
            "SPC-51", f"{place(state, target)} is more than {number(spaces, 'space')} from {who[0].lower()}{who[1:]}."
        )
