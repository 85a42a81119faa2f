"""What a random player looks at before it chooses: what a piece may do somewhere, and what is seldom met by chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine import GameState
from engine.facilities.targets import BOMBING, targets_in
from engine.facts.unit_types import UnitType
from engine.politics.standing import can_be_won, is_attackable, is_friendly_territory, is_hostile_territory
from engine.position.due import own_units_at_sea
from engine.position.relations import commands, enemies_at, is_hostile_zone
from engine.state.pieces import Piece
from tests.engine.random_forces import has_windows

Action = dict[str, Any]

DROP = 3
"""How far paratroopers drop from an air base."""


def raids(state: GameState, rng: Random) -> Iterator[Action]:
    """Raids on whatever bombers can reach, first where fighters may rise."""
    raiders = [p for p in state.pieces.values() if commands(state, p) and state.type_of(p).abilities & BOMBING]
    rng.shuffle(raiders)
    yield from escorts(state, rng)
    for piece in sorted(raiders, key=lambda piece: not state.type_of(piece).can("strategic_bombing"))[:4]:
        unit = state.type_of(piece)
        far = state.edition.board.flight_distances(piece.space)
        near = [space for space in state.owners if 0 < far.get(space, 99) < unit.move - piece.used]
        targets = [
            space for space in near if is_hostile_territory(state, space, state.power) and can_raid(state, space, piece)
        ]
        targets.sort(key=lambda space: (-_prizes(state, space, unit), rng.random()))
        for space in targets[:2]:
            order: Action = {"type": "move", "path": [piece.space, space]}
            found = targets_in(state, space, [unit])
            works = [facility for facility in found if state.edition.unit[facility].produces]
            target = rng.choice(works if works and rng.random() < 0.6 else found)
            yield {**order, "units": {unit.id: 1}, "raid": target}


def escorts(state: GameState, rng: Random) -> Iterator[Action]:
    """Fighters beside the bombers of a raid that has none yet."""
    raided = {p.space for p in state.pieces.values() if p.raid} - {p.space for p in state.pieces.values() if p.escort}
    fighters = [p for p in state.pieces.values() if commands(state, p) and state.type_of(p).can("escorts")]
    for space in sorted(raided):
        far = state.edition.board.flight_distances(space)
        near = [p for p in fighters if not p.moved and 0 < far.get(p.space, 99) <= 3]
        for piece in rng.sample(near, min(2, len(near))):
            yield {"type": "move", "units": {piece.unit: 1}, "path": [piece.space, space], "escort": True}


def _prizes(state: GameState, space: str, raider: UnitType) -> int:
    """What makes a territory worth a raid: a complex, and fighters that may rise."""
    found = targets_in(state, space, [raider])
    return any(state.edition.unit[facility].produces for facility in found) + _may_be_intercepted(state, space)


def _may_be_intercepted(state: GameState, space: str) -> bool:
    enemies = enemies_at(state, space, state.power)
    return "air_base" in state.facilities.get(space, ()) and any(state.type_of(p).can("escorts") for p in enemies)


def drops(state: GameState, rng: Random) -> Iterator[Action]:
    """Paratroopers who join an attack by land or from the sea (RES-35)."""
    if not state.has_technology(state.power, "paratroopers"):
        return
    on_foot = [p for p in state.pieces.values() if commands(state, p) and p.moved and state.type_of(p).domain == "land"]
    targets = {p.assault or p.space for p in on_foot}
    targets = {space for space in targets if space in state.owners and is_hostile_territory(state, space, state.power)}
    bases = [space for space in state.owners if "air_base" in state.facilities.get(space, ())]
    for target in rng.sample(sorted(targets), len(targets)):
        far = state.edition.board.flight_distances(target)
        for base in bases:
            there = [p for p in state.at(base) if p.power == state.power and p.unit == "infantry" and not p.moved]
            if there and 0 < far.get(base, 99) <= DROP:
                count = min(len(there), rng.choice((1, 2)))
                yield {"type": "move", "units": {"infantry": count}, "path": [base, target]}


def take_over(state: GameState) -> Iterator[Action]:
    """Land units beside the territories that they may take over in peace go there, from transports too (POL-38)."""
    for territory in state.owners:
        beside = state.edition.board.neighbours[territory]
        for piece in (piece for space in beside for piece in state.at(space)):
            if piece.power == state.power and may_take_over(state, territory, piece):
                yield {"type": "move", "units": {piece.unit: 1}, "path": [piece.space, territory]}


def landings(state: GameState, piece: Piece, rng: Random) -> Iterator[Action]:
    """Guesses where an aircraft could land: friendly territories near it."""
    far = state.edition.board.flight_distances(piece.space)
    left = state.type_of(piece).move - piece.used
    near = [space for space in state.owners if 0 < far.get(space, 99) <= left]
    for space in rng.sample(near, len(near)):
        if is_friendly_territory(state, space, piece.power):
            yield {"type": "move", "units": {piece.unit: 1}, "path": [piece.space, space], "owner": piece.power}


def is_capital(state: GameState, space: str) -> bool:
    """Whether an enemy's capital is there to be taken."""
    hostile = space in state.owners and is_hostile_territory(state, space, state.power)
    return hostile and any(power.capital == space for power in state.edition.powers)


def is_upgrade(state: GameState, unit: str) -> bool:
    line = state.edition.unit[unit].facility
    return line is not None and line.upgrade is not None


def looks_possible(state: GameState, space: str, piece: Piece) -> bool:
    """Whether a piece belongs there at all: ships at sea, and cargo ashore, in the combat move to attack."""
    is_land, attacks = state.edition.board.is_land(space), state.phase == "combat_move"
    if state.type_of(piece).domain == "sea":
        return not is_land and (not attacks or _has_work(state, space, piece))
    if not piece.aboard or state.type_of(piece).domain == "air":
        return True
    return is_land and (not attacks or is_attackable(state, space, piece.power))


def _has_work(state: GameState, zone: str, ship: Piece) -> bool:
    """Whether a ship that moves to attack finds an enemy, or a coast where its cargo can land."""
    if any(state.type_of(cargo).domain == "land" for cargo in state.cargo(ship.id)):
        coasts = state.edition.board.coasts_of(zone)
        return any(is_attackable(state, coast, ship.power) for coast in coasts)
    in_company = state.type_of(ship).attack > 0 or any(
        state.type_of(other).attack for other in state.at(zone) if other.power == ship.power
    )
    return in_company and bool(enemies_at(state, zone, ship.power))


def is_watched(state: GameState, zone: str, power: str) -> bool:
    """Whether those who attack in a sea zone are likely to be met by aircraft or kamikazes."""
    marked = state.edition.board.sea_zone[zone].kamikaze and bool(enemies_at(state, zone, power))
    return marked or scramblers_beside(state, zone, power)


def scramblers_beside(state: GameState, zone: str, power: str) -> bool:
    """Whether enemies may rise from an air base beside a sea zone."""
    for coast in state.edition.board.coasts_of(zone):
        if "air_base" in state.facilities.get(coast, ()) and is_hostile_territory(state, coast, power):
            return any(state.type_of(piece).can("scrambles") for piece in enemies_at(state, coast, power))
    return False


def may_take_over(state: GameState, space: str, piece: Piece) -> bool:
    """Whether a territory of a ward or a neutral is there to be taken over by land units (POL-38, POL-56)."""
    if space not in state.owners or state.phase != "noncombat_move" or state.type_of(piece).domain != "land":
        return False
    guards = state.edition.parameters.politics.wards.get(state.owners[space] or "", ())
    return piece.power in guards or (state.owners[space] is None and can_be_won(state, space, piece.power))


def can_raid(state: GameState, space: str, piece: Piece) -> bool:
    """Whether an aircraft finds something to bomb in a territory."""
    unit = state.type_of(piece)
    return unit.domain == "air" and has_windows(state.edition) and bool(targets_in(state, space, [unit]))


def is_defenceless(state: GameState, space: str) -> bool:
    """Whether nobody of the acting power can fight in a hostile zone."""
    if not state.edition.board.is_sea(space) or not is_hostile_zone(state, space, state.power):
        return False
    return not any(state.type_of(piece).attack for piece in own_units_at_sea(state, space))
