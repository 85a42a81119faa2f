"""Antiaircraft fire: at aircraft on their way, at those that attack a territory, and at raiders (SPC-56..64)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.combat.air.flak import lose_to_flak
from engine.combat.fire import covers_all_fire, current, roll
from engine.combat.hits import is_shot_at
from engine.combat.values import raised_value
from engine.dice import counted_on
from engine.events.combat.battle import UnitsLost
from engine.events.combat.raids import AimedShot, AntiAircraftFired, Occasion
from engine.events.movement import DROPPED_BY
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.landing.ranges import range_left
from engine.play import Play
from engine.position.relations import enemy_guns
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.words import label


def anti_aircraft_fires(play: Play) -> None:
    """The step of a land battle in which guns fire at the attacking aircraft, before all else (SPC-58, SPC-59)."""
    battle = current(play)
    if battle.round > 1:
        return
    if _fire_together(play.state):
        _fire_all(play, battle)
    else:
        fire_at(play, battle.space, battle.attackers, "attack")


def _fire_together(state: GameState) -> bool:
    """Whether all guns of a territory fire, each a number of shots that nobody aims (SPC-60, SPC-62, SPC-64)."""
    rules = state.edition.parameters.air.anti_aircraft
    return rules is not None and rules.shots_per_gun is not None


def guns_are_to_fire(state: GameState, battle: Battle) -> bool:
    """Whether guns that are all that is left to defend a territory still fire before they are removed (SPC-65)."""
    return battle.round == 0 and _fire_together(state) and bool(_shots_of(state, battle))


def _fire_all(play: Play, battle: Battle) -> None:
    """The attacker chooses in the next step which of the aircraft are hit (SPC-62, ASY-15)."""
    dice = _shots_of(play.state, battle)
    needed = {gun: number_needed(play.state, play.state.pieces[gun]) for gun in dice}
    guns = play.state.select(dice)
    roll(play, "defender", "anti_aircraft_fires", guns, needed, lambda _: "anti_aircraft", dice)


def _shots_of(state: GameState, battle: Battle) -> dict[PieceId, int]:
    """How often each gun fires, one shot at each aircraft in all; those that hit best come first (SPC-60)."""
    rules = state.edition.parameters.air.anti_aircraft
    left = len(targets_among(state, battle.attackers))
    shots: dict[PieceId, int] = {}
    if rules is None or rules.shots_per_gun is None or not left:
        return shots
    guns = enemy_guns(state, battle.space, battle.attacker)
    for gun in sorted(guns, key=lambda gun: (-number_needed(state, gun), *state.rank(gun))):
        if count := min(rules.shots_per_gun, left):
            shots[gun.id] = count
            left -= count
    return shots


def fire_on_flights(play: Play) -> None:
    """Guns fire at whatever flew over them in the combat move, before any battle (CMB-03, SPC-56).

    Flights come in the order of the moves and spaces in the order of the path. Where an aircraft's last flight ended
    it is under fire in the battle there, not here.
    """
    flights = play.state.turn.flights
    for number, flight in enumerate(flights):
        flies_on = {piece for later in flights[number + 1 :] for piece in later.pieces}
        for space in flight.path[1:-1]:
            fire_at(play, space, flight.pieces, "overflight")
        fire_at(play, flight.path[-1], (piece for piece in flight.pieces if piece in flies_on), "overflight")


def fire_on_path(play: Play, pieces: Iterable[Piece], path: tuple[SpaceId, ...]) -> None:
    """Guns fire at aircraft on a flight of the noncombat move, home from battle too, as it is made (SPC-57)."""
    rules = play.parameters.air.anti_aircraft
    if rules is None or rules.fires != "overflight":
        return
    aircraft = tuple(piece.id for piece in pieces)
    for space in path[1:]:
        fire_at(play, space, aircraft, "overflight")


def fire_at(play: Play, space: SpaceId, aircraft: Iterable[PieceId], occasion: Occasion) -> None:
    """Fire one die at each of these aircraft from a hostile territory, if a gun is there; what it hits is lost.

    One gun fires, however many there are and whosever (SPC-60, SPC-64). Each die is for one aircraft, which nobody
    chooses (SPC-62, ASY-15), and what is hit does not fire (SPC-63).
    """
    targets = targets_among(play.state, aircraft)
    guns = enemy_guns(play.state, space, targets[0].power) if targets else ()
    if not guns:
        return
    gun = max(guns, key=lambda gun: number_needed(play.state, gun))
    needed = number_needed(play.state, gun)
    shots = _shots(play, space, targets, needed)
    low_luck = covers_all_fire(play.state)
    play.emit(AntiAircraftFired(space, gun.power, gun.id, occasion, needed, shots, low_luck=low_luck))
    _fall(play, space, shots)


def fire_from(play: Play, space: SpaceId, facility: UnitId, aircraft: Iterable[PieceId]) -> None:
    """Let the own guns of a facility fire one die at each of its raiders (SPC-31).

    Whom they hit is lost, or as many as they hit, of the attacker's choice (SPC-33).
    """
    targets, owner = targets_among(play.state, aircraft), play.state.owners[space]
    if not targets or owner is None:
        return
    needed = play.state.unit_of(owner, facility).defense
    shots = _shots(play, space, targets, needed)
    chosen = play.parameters.raids.flak_losses == "attacker_chooses"
    low_luck = covers_all_fire(play.state)
    play.emit(AntiAircraftFired(space, owner, "", "raid", needed, shots, facility, chosen, low_luck))
    if chosen:
        lose_to_flak(play, space, facility, targets, sum(shot.hit for shot in shots))
    else:
        _fall(play, space, shots)


def _shots(play: Play, space: SpaceId, targets: list[Piece], needed: int) -> tuple[AimedShot, ...]:
    why = f"{label(play.state, space)}: antiaircraft fire"
    if covers_all_fire(play.state):
        dice = counted_on([needed] * len(targets), play.dice.roll(1, why)[0])
    else:
        dice = play.dice.roll(len(targets), why)
    return tuple(AimedShot(piece.id, piece.unit, die, die <= needed) for piece, die in zip(targets, dice, strict=True))


def _fall(play: Play, space: SpaceId, shots: Iterable[AimedShot]) -> None:
    if lost := play.state.select(shot.piece for shot in shots if shot.hit):
        play.emit(UnitsLost(space, lost, _carried_by(play.state, lost), "anti_aircraft"))


def _carried_by(state: GameState, aircraft: Iterable[Piece]) -> tuple[Piece, ...]:
    """Infantry that was to jump from aircraft, and is lost with them (RES-33)."""
    fallen = {piece.id for piece in aircraft}
    infantry = (piece for piece in state.pieces.values() if DROPPED_BY.of(piece) in fallen)
    return tuple(sorted(infantry, key=state.rank))


def targets_among(state: GameState, pieces: Iterable[PieceId]) -> list[Piece]:
    """Who can be fired at, in the order of their dice."""
    able = (piece for piece in state.select(pieces) if is_shot_at(piece, state.type_of(piece)))
    return sorted(able, key=lambda p: (state.edition.unit_rank[p.unit], range_left(state, p), state.rank(p)))


def number_needed(state: GameState, gun: Piece) -> int:
    """The number with which a gun hits (UNI-05, SPC-61, OPT-27, RES-53); 0 in an edition without antiaircraft fire."""
    rules = state.edition.parameters.air.anti_aircraft
    return max(rules.hits_on, state.type_of(gun).defense, raised_value(state, gun, "defender")) if rules else 0
