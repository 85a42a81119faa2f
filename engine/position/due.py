"""Which fights the combat moves made so far lead to, and who takes part in them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.events.combat.raids import ROCKET_STRUCK
from engine.events.movement import DROPPED_FROM
from engine.facts.board import SpaceId
from engine.facts.parameters import BattleKind
from engine.facts.unit_types import UnitType
from engine.politics.standing import are_on_one_side, is_attackable
from engine.position.relations import (
    commanded_at,
    commanded_powers,
    defenders_at,
    is_hostile_zone,
    is_trapped,
    leaves_combat_to_ally,
    rides_along,
)
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.known import of_position, of_space
from engine.state.pieces import Piece

__all__ = [
    "battles_due",
    "is_defended",
    "is_on_raid",
    "landing_cargo",
    "own_units_at_sea",
    "sea_attackers",
    "will_fight",
]


@of_space
def own_units_at_sea(state: GameState, zone: SpaceId) -> tuple[Piece, ...]:
    """Own ships and aircraft in a sea zone that may fight there.

    Left out are land units (UNI-17, UNI-64), allies (CMB-24, CMB-25, POL-73), what had its battle and retreated
    (CMV-08), and aircraft that their carrier took along (CMV-51) or that are trapped aboard a damaged one (UNI-54).
    """
    own = (piece for piece in commanded_at(state, zone) if state.type_of(piece).domain != "land")
    free = (piece for piece in own if not piece.retreated and not rides_along(state, piece))
    return tuple(piece for piece in free if not is_trapped(state, piece))


@of_space
def assaults_from(state: GameState, zone: SpaceId) -> tuple[SpaceId, ...]:
    """Territories that own cargo in this zone is to assault."""
    cargo = (piece for piece in commanded_at(state, zone) if piece.assault and state.type_of(piece).domain == "land")
    return tuple(sorted({piece.assault for piece in cargo if piece.assault}))


def has_attack_stance(state: GameState, piece: Piece) -> bool:
    """Whether a unit attacks submarines and transports in its zone rather than ignore them (CMV-12, CMV-20).

    Without an order, aircraft that flew in attack; so do warships that moved in, unless an assault goes out from there,
    and transports that moved in where others of the power attack (CMV-63).
    """
    unit = state.type_of(piece)
    if unit.domain == "air" and not has_prey(state, piece.space, hunters_in(state, piece.space)):
        return False
    told = state.turn.stances.get(piece.space, {}).get(piece.id)
    if told is not None:
        return told
    if piece.moved != "combat_move" or not piece.used:
        return False
    if unit.domain == "air":
        return True
    if assaults_from(state, piece.space):
        return False
    return unit.can("warship") or (not unit.attack and _is_led_to_attack(state, piece.space))


@of_space
def _is_led_to_attack(state: GameState, zone: SpaceId) -> bool:
    """Whether own units with an attack value attack in a zone, so that others may beside them (CMV-53, CMV-63)."""
    armed = (piece for piece in own_units_at_sea(state, zone) if state.type_of(piece).attack)
    return any(has_attack_stance(state, piece) for piece in armed)


def has_prey(state: GameState, zone: SpaceId, beside: Iterable[Piece]) -> bool:
    """Whether aircraft beside these own units find anything in a zone that they may attack.

    The edition says whether submarines alone are that without an own destroyer (CMV-12).
    """
    if state.edition.parameters.sea.aircraft_attack_submarines == "always":
        return True
    enemies = defenders_at(state, zone, state.power)
    if any(not state.type_of(enemy).can("immune_to_air_without_destroyer") for enemy in enemies):
        return True
    return any(state.type_of(piece).can("anti_submarine") for piece in beside)


@of_space
def hunters_in(state: GameState, zone: SpaceId) -> tuple[Piece, ...]:
    """Own ships able to hunt submarines that take part where a sea battle is fought in a zone."""
    ships = (piece for piece in own_units_at_sea(state, zone) if _can_hunt(state.type_of(piece)))
    landing = bool(assaults_from(state, zone))
    return tuple(ship for ship in ships if landing or has_attack_stance(state, ship))


def _can_hunt(unit: UnitType) -> bool:
    return unit.domain == "sea" and unit.attack > 0 and unit.can("anti_submarine")


@of_space
def is_sea_battle_due(state: GameState, zone: SpaceId) -> bool:
    """Whether own units will fight in a sea zone, before a landing as well.

    They always fight what makes the zone hostile (SPC-01), and anything else where they attack it (SPC-02).
    """
    own = own_units_at_sea(state, zone)
    if not own or not defenders_at(state, zone, state.power):
        return False
    return is_hostile_zone(state, zone, state.power) or any(has_attack_stance(state, piece) for piece in own)


@of_space
def sea_attackers(state: GameState, zone: SpaceId) -> tuple[Piece, ...]:
    """Own units that take part in the sea battle of a zone.

    All of them, submarines too, in a hostile zone (CMV-32) or one from which an assault goes out (SPC-03); else those
    that attack. Aircraft sent to the zone fight here and not on land (CMV-70, SPC-08). Who scrambles makes the zone
    hostile, and so draws all into the battle (SPC-04).
    """
    own = own_units_at_sea(state, zone)
    if is_hostile_zone(state, zone, state.power) or assaults_from(state, zone):
        return own
    return tuple(piece for piece in own if has_attack_stance(state, piece))


def will_fight(state: GameState, piece: Piece) -> bool:
    """Whether a ship takes part in a sea battle as the moves stand."""
    return is_sea_battle_due(state, piece.space) and piece in sea_attackers(state, piece.space)


@of_space
def is_cleared_by_attack(state: GameState, zone: SpaceId) -> bool:
    """Whether an own attack is planned that could clear a hostile zone (CMV-40, CMV-44)."""
    return any(state.type_of(piece).attack > 0 for piece in own_units_at_sea(state, zone))


def is_on_raid(piece: Piece) -> bool:
    """Whether a piece raids or escorts raiders, and so fights in no other battle (SPC-28, SPC-42)."""
    return piece.raid is not None or piece.escort


def is_defended(state: GameState, space: SpaceId) -> bool:
    """Whether anybody fights for a space; guns left alone do only where somebody attacks by air (SPC-65, RES-37)."""
    defenders = defenders_at(state, space, state.power)
    if state.edition.board.is_sea(space) or any(not state.type_of(piece).can("defenseless") for piece in defenders):
        return bool(defenders)
    attackers = (piece for piece in commanded_at(state, space) if not is_on_raid(piece))
    return bool(defenders) and any(comes_by_air(state, piece) for piece in attackers)


def comes_by_air(state: GameState, piece: Piece) -> bool:
    """Whether an attacker of a territory flew there: aircraft, and infantry that an air base dropped (RES-37)."""
    return state.type_of(piece).domain == "air" or bool(DROPPED_FROM.of(piece))


@of_position
def battles_due(state: GameState) -> tuple[PendingBattle, ...]:
    """All battles of the turn: those of amphibious assaults first, sea before land (CMB-01, CMB-04).

    Raids are battles of their own, beside others in the same territory (SPC-29). In the other phases and turns both
    sides may lie in one sea zone (BRD-24).
    """
    if leaves_combat_to_ally(state):
        return ()
    powers = commanded_powers(state)
    theirs = {piece.space for piece in state.pieces.values() if piece.power in powers}
    found = {battle for space in theirs for battle in _due_to(state, space)}
    amphibious = {battle.space for battle in found if battle.part == "land" and battle.amphibious}
    return in_order(state, found.difference(PendingBattle(target, "land", False) for target in amphibious))


@of_space
def _due_to(state: GameState, space: SpaceId) -> tuple[PendingBattle, ...]:
    """The battles to which the own pieces in a space lead, there or where they land."""
    own = commanded_at(state, space)
    if state.edition.board.is_sea(space):
        targets = assaults_from(state, space)
        at_sea = [PendingBattle(space, "sea", bool(targets))] if is_sea_battle_due(state, space) else []
        return (*at_sea, *(PendingBattle(target, "land", True) for target in targets))
    if space not in state.owners or not is_attackable(state, space, state.power):
        return ()
    by_land = [PendingBattle(space, "land", False)] if any(not is_on_raid(piece) for piece in own) else []
    raid = [PendingBattle(space, "land", False, "raid")] if any(piece.raid is not None for piece in own) else []
    return (*by_land, *raid)


def attacked_territories(state: GameState) -> frozenset[SpaceId]:
    """The territories that the power on turn attacks or raids now, has struck with rockets, or took on the way.

    What it took for an ally was attacked too (CMB-52).
    """
    targets = {battle.space for battle in battles_due(state) if battle.part == "land"}
    targets.update(ROCKET_STRUCK.of(state.turn))
    return frozenset(targets.union(t for t in state.turn.owners_before if _has_changed_sides(state, t)))


def _has_changed_sides(state: GameState, territory: SpaceId) -> bool:
    """Whether a territory fell to the side of the power on turn in this turn; nobody takes anything from its allies."""
    holders = state.turn.owners_before[territory], state.owners[territory]
    was_friendly, is_friendly = (each is not None and are_on_one_side(state, each, state.power) for each in holders)
    return is_friendly and not was_friendly


def in_order(state: GameState, battles: Iterable[PendingBattle]) -> tuple[PendingBattle, ...]:
    """Battles in the order of their kinds, sea before land (CMB-01, CMB-04)."""
    return tuple(sorted(battles, key=lambda b: (turn_of(state, b), b.part == "land", b.space, b.kind)))


def turn_of(state: GameState, battle: PendingBattle) -> int:
    """The place of a battle's kind in the order of battles; those with the lowest must be fought first (CMB-01)."""
    kind = battle.kind if battle.kind != "combat" else "amphibious" if battle.amphibious else "general"
    return turn_of_kind(state, kind)


def turn_of_kind(state: GameState, kind: BattleKind) -> int:
    """The place of a kind of battle in the order of battles."""
    return next(place for place, kinds in enumerate(state.edition.parameters.combat.battle_order) if kind in kinds)


def sea_part_of(state: GameState, battle: PendingBattle) -> PendingBattle | None:
    """The sea battle that must come before a landing (CMB-04)."""
    if battle.part != "land" or not battle.amphibious:
        return None
    zones = [zone for zone in state.edition.board.zones_of(battle.space) if battle.space in assaults_from(state, zone)]
    return next((p for p in state.pending if p.part == "sea" and p.space in zones), None)


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
