"""The rules of battles to be fought, territory, retreats and new units once more, in their shortest form.

Raises AssertionError naming the rule.
"""

from __future__ import annotations

from engine import GameState
from engine.events.combat.battle import BattleBegan, BattlesFound, Retreated
from engine.events.mobilization import UnitsMobilized
from engine.events.movement import DROPPED_FROM
from engine.events.territory import TerritoryTaken
from engine.politics.standing import are_on_one_side
from engine.position.relations import commands, leaves_combat_to_ally
from engine.state.battles import Battle
from engine.state.pieces import Piece
from tests.engine.rules_in_short.china import check_placed, is_china
from tests.engine.rules_in_short.wars import are_at_war, enemies_in, is_friendly, is_hostile

EXILES = {"pacific_1940": ("dutch", "france"), "global_1940": ("dutch",)}
"""Powers whose territories nobody gives back, for their capitals are not on the board, or in enemy hands (POL-42)."""


def check_taken(state: GameState, event: TerritoryTaken) -> None:
    """Nobody who fights is left there, and it belongs to the captor, or to the ally whose it was.

    Interceptors that fought over a raid look on (SPC-45); they go elsewhere later (SPC-50).
    """
    enemies = _enemies(state, event.territory, event.power)
    fighting = [p for p in enemies if state.type_of(p).hits and not p.intercepts]
    assert not fighting, f"CMB-45: {event.territory} is taken from {[piece.id for piece in fighting]}"
    former = state.owners[event.territory]
    assert former == event.former, "the former owner is told wrongly"
    assert former is not None or event.territory in state.roused_neutrals, f"BRD-11: neutral {event.territory} is taken"
    assert former is None or are_at_war(state, former, event.power), f"{event.territory} is taken in peace"
    emblem = state.edition.board.territory[event.territory].emblem
    expected = event.power
    if emblem and are_on_one_side(state, emblem, event.power):
        capital = state.edition.account_of(event.territory, emblem).capital
        holder = state.owners[capital] if capital else emblem
        is_free = capital == event.territory or (holder is not None and not are_at_war(state, holder, emblem))
        never_china = event.power == "china" and state.setup.startswith("anniversary")  # POL-65
        is_free = (is_free or never_china) and emblem not in EXILES.get(state.setup, ())
        expected = emblem if is_free else event.power
    assert event.owner == expected, f"CMB-52: {event.territory} falls to {event.owner} instead of {expected}"


def check_battle_began(state: GameState, event: BattleBegan) -> None:
    """The power on turn fights enemies alone: who is at peace with it looks on (CMB-27, POL-08, POL-14)."""
    battle = event.battle
    assert battle.attacker == state.power, f"{battle.attacker} attacks in the turn of {state.power}"
    enemies = {piece.id for piece in _enemies(state, battle.space, battle.attacker)}
    others = set(battle.defenders) - enemies
    assert not others, f"POL-14: {others} are drawn into the battle in {battle.space}"
    if battle.part == "sea":
        _check_nobody_stays_behind(state, battle)


def _check_nobody_stays_behind(state: GameState, battle: Battle) -> None:
    """Ships that sailed in to attack do so together, transports too, but for those told otherwise (CMV-01, CMV-63)."""
    told = state.turn.stances.get(battle.space, {})
    own = [p for p in state.at(battle.space) if commands(state, p) and state.type_of(p).domain == "sea"]
    came = {p.id for p in own if p.moved == "combat_move" and p.used and not p.retreated and p.id not in told}
    assert came <= set(battle.attackers), f"CMV-63: {came - set(battle.attackers)} look on in {battle.space}"


def check_battles_found(state: GameState, event: BattlesFound) -> None:
    """On land and, where every enemy ship makes a zone hostile, at sea units of both sides fight, and nobody else."""
    if leaves_combat_to_ally(state):
        return
    own = [piece for piece in state.pieces.values() if commands(state, piece)]
    if state.edition.parameters.sea.zone_hostile_by == "any_unit":
        _check_battles_at_sea(state, event, own)
    on_land = {battle.space for battle in event.battles if battle.part == "land" and battle.kind == "combat"}
    raided = {battle.space for battle in event.battles if battle.kind == "raid"}
    attackers = {p.space for p in own if p.space in state.owners and p.raid is None and not p.escort}
    landing = {p.assault for p in own if p.assault and state.type_of(p).domain == "land"}
    hostile = {space for space in attackers if is_hostile(state, space, event.power)}
    assert on_land == hostile | landing, f"battles on land: {on_land}, but attacked are {hostile | landing}"
    assert raided == {p.space for p in own if p.raid}, f"raids: {raided}"
    _check_drops_have_company(state, own)


def _check_battles_at_sea(state: GameState, event: BattlesFound, own: list[Piece]) -> None:
    at_sea = {battle.space for battle in event.battles if battle.part == "sea"}
    ships = {p.space for p in own if state.edition.board.is_sea(p.space) and _may_fight(state, p)}
    expected = {zone for zone in ships if any(not enemy.submerged for enemy in _enemies(state, zone, event.power))}
    assert at_sea == expected, f"battles at sea: {at_sea}, but units of both sides are in {expected}"


def _check_drops_have_company(state: GameState, own: list[Piece]) -> None:
    """Who drops from an air base joins an attack of other land units, overland or from the sea (RES-35)."""
    on_foot = [p for p in own if state.type_of(p).domain == "land" and not DROPPED_FROM.of(p)]
    attacked = {p.assault or p.space for p in on_foot}
    alone = [piece.id for piece in own if DROPPED_FROM.of(piece) and piece.space not in attacked]
    assert not alone, f"RES-35: {alone} attack without land units beside them"


def check_retreat(state: GameState, event: Retreated) -> None:
    """The way out leads to a friendly space next door, and cannot be taken by what came over the sea."""
    battle = state.battle
    assert battle is not None, "a retreat without a battle"
    assert not set(event.pieces) & set(battle.seaborne), "SPC-12: seaborne units retreat"
    if event.to is None:
        assert not event.pieces, "CMB-37: units on the ground retreat nowhere"
        return
    assert state.edition.board.are_adjacent(event.space, event.to), "CMB-37: a retreat to far away"
    if event.to in state.owners:
        assert _is_friendly(state, event.to, battle.attacker), f"CMB-39: a retreat to hostile {event.to}"


FIXED_PRODUCTION = {"major_industrial_complex": 10, "minor_industrial_complex": 3, "great_works": 6, "small_works": 2}
"""Units of complexes that do not go by the value of their territory (MOB-12)."""
RAISED_PRODUCTION = "increased_factory_production"
EXTRA_PRODUCTION = {"minor_industrial_complex": 1}
"""What this technology brings a complex to which it does not bring 2 units (RES-40)."""


def check_mobilized(state: GameState, event: UnitsMobilized) -> None:
    """Through a complex held since the turn began, no more than its territory is worth, each unit where it belongs."""
    board = state.edition.board
    land = event.complex
    if is_china(state, event.power):
        check_placed(state, event)
        return
    if event.power in state.edition.parameters.economy.grants:
        check_granted_units(state, event)
        return
    assert state.owners[land] == event.power, f"MOB-02: {land} is not the power's own"
    assert state.owner_at_turn_start(land) == event.power, f"MOB-01: {land} was taken this turn"
    makers = [unit for unit in state.facilities.get(land, ()) if state.edition.unit[unit].produces]
    assert len(makers) == 1, f"MOB-03: {makers} in {land}"
    placed = state.turn.placed.get(land, 0) + len(event.pieces)
    damage = state.damage.get(land, {}).get(makers[0], 0)
    made = FIXED_PRODUCTION.get(makers[0], board.territory[land].ipc)
    more = EXTRA_PRODUCTION.get(makers[0], 2) if state.has_technology(event.power, RAISED_PRODUCTION) else 0
    assert placed <= made + more - damage, f"MOB-12: {placed} units through {land}"
    assert event.space == land or event.space in board.zones_of(land), f"MOB-05: {event.space} is far from {land}"
    for piece in event.pieces:
        unit = state.type_of(piece)
        assert unit.domain != "facility", "UNI-34: a complex is a piece"
        assert board.is_sea(event.space) == (unit.domain == "sea") or unit.can("lands_on_carrier"), (
            f"MOB-03: {piece.id}"
        )


def check_granted_units(state: GameState, event: UnitsMobilized) -> None:
    """Into a territory that is the power's own from the start, with no more than three of its units there."""
    assert state.owners[event.space] == event.power, f"MOB-27: {event.space} is not the power's"
    assert state.edition.board.territory[event.space].emblem == event.power, f"MOB-27: {event.space} is foreign"
    there = sum(1 for piece in state.at(event.space) if piece.power == event.power)
    assert there + len(event.pieces) <= 3, f"POL-70: {there + len(event.pieces)} units in {event.space}"


def _may_fight(state: GameState, piece: Piece) -> bool:
    """Ships, and aircraft that did not come along as cargo."""
    if state.type_of(piece).domain == "land":
        return False
    ship = state.pieces.get(piece.aboard or "")
    return not (ship and ship.moved == "combat_move")


def _is_friendly(state: GameState, space: str, power: str) -> bool:
    return is_friendly(state, space, power)


def _enemies(state: GameState, space: str, power: str) -> list[Piece]:
    return enemies_in(state, space, power)
