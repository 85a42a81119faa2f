"""The rules of fire once more, in their shortest form: who rolls in a step of battle, and what each needs to hit.

Raises AssertionError naming what is wrong.
"""

from __future__ import annotations

from collections import Counter

from engine import GameState
from engine.events.advantages import KAMIKAZE
from engine.events.combat.battle import Fired, Shots
from engine.events.combat.raids import AntiAircraftFired
from engine.events.movement import DROPPED_FROM
from engine.position.relations import commands
from engine.state.battles import Battle
from engine.state.pieces import Piece
from tests.engine.rules_in_short.wars import are_at_war

Volley = tuple[str, str, int]
"""A power, a unit and the number that it needs."""

OPENING = ("attackers_open_fire", "defenders_open_fire", "attackers_strike", "defenders_strike")


def check_fire(state: GameState, event: Fired) -> None:
    """Check who fired, with how many dice, at what value, and what hit."""
    battle = state.battle
    assert battle is not None, "shots without a battle"
    for shots in event.shots:
        assert shots.unrolled or shots.hits == _hits(shots), f"{shots} counts its hits wrongly"
    _check_low_luck(state, event)
    assert not set(event.pieces) & set(battle.fired), "somebody fires twice in a round"
    if event.step == "ships_bombard":
        shooters = [state.pieces[i] for i in event.pieces]
        assert all(state.type_of(ship).can("bombards") and not ship.fought for ship in shooters), "who may not bombards"
        expected = Counter({(p.power, p.unit, state.type_of(p).attack): 0 for p in shooters})
        for ship in shooters:
            expected[ship.power, ship.unit, state.type_of(ship).attack] += 1
    elif event.step == "anti_aircraft_fires":
        expected = _guns(state, battle)
    else:
        expected = _expected(state, battle, event)
    rolled: Counter[Volley] = Counter()
    for shots in event.shots:
        rolled[shots.power, shots.unit, shots.value] += len(shots.dice) + shots.unrolled
    assert rolled == expected, f"{event.step} rolls {rolled}, but should {expected}"
    assert [shots.value for shots in event.shots] == sorted(shots.value for shots in event.shots), "dice out of order"


def _check_low_luck(state: GameState, event: Fired) -> None:
    """Who fires together hits once for each 6 of the strength, and once more where the one die is low enough."""
    unrolled = [shots for shots in event.shots if shots.unrolled]
    assert bool(unrolled) == bool(event.low_luck), "low luck for nobody"
    strength = sum(shots.value * shots.unrolled for shots in unrolled)
    assert strength == sum(group.strength for group in event.low_luck), "the strength is not that of those who fire"
    assert all(len(group.dice) == bool(group.strength % 6) for group in event.low_luck), "one die for what is left"
    hits = sum(group.strength // 6 + sum(die <= group.strength % 6 for die in group.dice) for group in event.low_luck)
    assert sum(shots.hits for shots in unrolled) == hits, "more or fewer hits than the strength makes sure"
    how = state.options.get("low_luck", "off")
    guns = event.step == "anti_aircraft_fires"
    apart = [shots for shots in event.shots if not shots.unrolled and shots.best_of == 1]
    assert not (apart if how == "all" or (how == "battles" and not guns) else unrolled), (
        f"{how}: not as the table plays"
    )


def _hits(shots: Shots) -> int:
    """Every die that is low enough, or every pair of dice with one that is."""
    throws = range(0, len(shots.dice), shots.best_of)
    return sum(1 for n in throws if min(shots.dice[n : n + shots.best_of]) <= shots.value)


def _guns(state: GameState, battle: Battle) -> Counter[Volley]:
    """Up to three dice for each gun at war with the attacker, one for each of the attacker's aircraft and of those who
    drop."""
    attackers = [state.pieces[i] for i in battle.attackers]
    exposed = sum(1 for p in attackers if state.type_of(p).domain == "air" or DROPPED_FROM.of(p))
    guns = [piece for piece in state.at(battle.space) if piece.unit == "aaa"]
    guns = [gun for gun in guns if are_at_war(state, gun.power, battle.attacker)]
    found: Counter[Volley] = Counter()
    for needed in (2, 1):
        for gun in guns:
            if needed == (2 if state.has_technology(gun.power, "radar") else 1):
                found[gun.power, gun.unit, needed] += min(3, exposed - found.total())
    return +found


def _expected(state: GameState, battle: Battle, event: Fired) -> Counter[Volley]:
    """The dice of everybody on the side who has a value, has not fired this round, and has somebody to hit."""
    ids = battle.attackers if event.side == "attacker" else battle.defenders
    side = [state.pieces[i] for i in ids]
    needs = {piece.id: _need(state, battle, piece, event.side) for piece in side}
    if event.side == "attacker" and battle.part != "air":
        _support(state, side, needs)
    shooters = [piece for piece in side if needs[piece.id] and piece.id not in battle.fired]
    if event.step in OPENING:
        shooters = [p for p in shooters if KAMIKAZE.of(p) or state.type_of(p).can("surprise_strike")]
    shooters = [
        piece for piece in shooters if any(_can_hit(state, event, piece, enemy) for enemy in _facing(state, event))
    ]
    found: Counter[Volley] = Counter()
    for piece in shooters:
        dice = state.type_of(piece).attack_dice if event.side == "attacker" and battle.part != "air" else 1
        best_counts = dice == 2 and piece.unit == "strategic_bomber"
        own = [shots for shots in event.shots if (shots.power, shots.unit) == (piece.power, piece.unit)]
        assert {shots.best_of for shots in own} == {2 if best_counts else 1}, "RES-23: the wrong dice of a bomber count"
        found[piece.power, piece.unit, needs[piece.id]] += dice
    return found


def _facing(state: GameState, event: Fired) -> list[Piece]:
    """The enemies of who fires, without casualties."""
    battle = state.battle
    assert battle is not None
    ids = battle.defenders if event.side == "attacker" else battle.attackers
    return [state.pieces[i] for i in ids if i not in (*battle.down, *battle.struck)]


def _can_hit(state: GameState, event: Fired, shooter: Piece, enemy: Piece) -> bool:
    battle = state.battle
    assert battle is not None
    target, domain = state.type_of(enemy), state.type_of(shooter).domain
    if state.type_of(shooter).can("cannot_hit_air") or (KAMIKAZE.of(shooter) and event.step in OPENING):
        return target.domain == "sea"
    destroyer = battle.attacker_destroyer if event.side == "attacker" else battle.defender_destroyer
    return domain != "air" or destroyer or not target.can("immune_to_air_without_destroyer")


def _need(state: GameState, battle: Battle, piece: Piece, side: str) -> int:
    unit = state.type_of(piece)
    if battle.part == "air":
        return 2 if piece.unit == "fighter" and state.has_technology(piece.power, "jet_fighters") else 1
    if unit.can("anti_aircraft"):
        return 0
    printed = unit.attack if side == "attacker" else unit.defense
    raised = _raised_attack(state, battle, piece) if side == "attacker" else _raised_defense(state, battle, piece)
    return max(printed, raised) if printed else 0


def _raised_attack(state: GameState, battle: Battle, piece: Piece) -> int:
    landing = battle.part == "land" and battle.amphibious
    land_units = {unit for unit in battle.began_with if state.edition.unit[unit].domain == "land"}
    if piece.unit == "infantry" and _has(state, piece, "marines") and landing and battle.round == 1:
        return 2
    if piece.unit == "infantry" and _has(state, piece, "banzai_attacks"):
        counted = land_units if battle.amphibious else set(battle.began_with)
        return 2 if counted == {"infantry"} else 0
    if piece.id in battle.marked.get("wolf_packs", ()):
        return 4 if state.has_technology(piece.power, "super_submarines") else 3
    return 0


def _raised_defense(state: GameState, battle: Battle, piece: Piece) -> int:
    territory = state.edition.board.territory.get(battle.space)
    home = _is_home(state, battle.space, piece.power)
    if piece.id in battle.marked.get("kaiten_torpedoes", ()):
        return 4 if state.has_technology(piece.power, "super_submarines") else 3
    if piece.unit == "artillery":
        return 3 if home and _has(state, piece, "fortress_europe") else 0
    if piece.unit != "infantry":
        return 0
    winter = "russian_winter" in state.advantages_in_force and _has(state, piece, "russian_winter")
    wall = home and _has(state, piece, "atlantic_wall") and battle.amphibious and battle.round == 1
    dug_in = territory is not None and territory.island and _has(state, piece, "dug_in_defenders")
    return 3 if winter or wall or dug_in else 0


def _support(state: GameState, side: list[Piece], needs: dict[str, int]) -> None:
    """One infantry for each artillery attacks on a 2, two where it is advanced; allies attack together as one power.

    Mechanized infantry takes the artillery that is left, when improved also tanks, tactical bombers the tanks then left
    and fighters.
    """
    advanced = {power for power in state.technologies if state.has_technology(power, "advanced_artillery")}
    guns = sum(2 if piece.power in advanced else 1 for piece in side if piece.unit == "artillery")
    tanks, fighters = (sum(1 for piece in side if piece.unit == unit) for unit in ("tank", "fighter"))
    improved = any(state.has_technology(piece.power, "improved_mechanized_infantry") for piece in side)
    infantry, mechanized, bombers = (
        sorted((piece for piece in side if piece.unit == unit), key=state.rank)
        for unit in ("infantry", "mechanized_infantry", "tactical_bomber")
    )
    left = max(0, guns - len(infantry))
    beside_tanks = min(max(0, len(mechanized) - left), tanks) if improved else 0
    for piece in (*infantry[:guns], *mechanized[: left + beside_tanks]):
        needs[piece.id] = max(needs[piece.id], 2)
    for piece in bombers[: tanks - beside_tanks + fighters]:
        needs[piece.id] = 4


def _has(state: GameState, piece: Piece, advantage: str) -> bool:
    return advantage in state.advantages.get(piece.power, ())


def check_anti_aircraft(state: GameState, event: AntiAircraftFired) -> None:
    """One die at each enemy aircraft that can be shot at, a hit on 1, or 2 by radar, if an advantage at home only."""
    if event.facility:
        check_own_guns(state, event)
        return
    gun = state.pieces[event.gun]
    assert state.type_of(gun).can("anti_aircraft"), f"{gun.id} is no gun"
    assert (gun.space, gun.power, gun.aboard) == (event.space, event.power, None), f"{gun.id} is not there to fire"
    radar = _has(state, gun, "radar") and _is_home(state, event.space, gun.power)
    radar = radar or state.has_technology(gun.power, "radar")
    assert event.needed == (2 if radar else 1), f"{gun.id} needs {event.needed}"
    targets = [state.pieces[shot.piece] for shot in event.shots]
    assert len({piece.id for piece in targets}) == len(targets), "one gun fires twice at an aircraft"
    for piece, shot in zip(targets, event.shots, strict=True):
        assert state.type_of(piece).domain == "air", f"{piece.id} is no aircraft"
        assert not state.type_of(piece).can("immune_to_anti_aircraft"), f"OPT-45: {piece.id} is shot at"
        assert are_at_war(state, piece.power, gun.power), f"{piece.id} is no enemy"
        assert shot.hit == (shot.die <= event.needed), f"{shot} hits or not"
    if event.occasion != "overflight":
        here = {p.id for p in state.at(event.space) if state.type_of(p).domain == "air" and commands(state, p)}
        exposed = {i for i in here if not state.type_of(state.pieces[i]).can("immune_to_anti_aircraft")}
        raiding = {i for i in exposed if _bombs_unarmed(state, i) and not state.pieces[i].fought}
        attacking = {i for i in exposed if state.pieces[i].raid is None and not state.pieces[i].escort}
        expected = raiding if event.occasion == "raid" else attacking
        assert {piece.id for piece in targets} == expected, f"SPC-60: {event.occasion} in {event.space}"


def _bombs_unarmed(state: GameState, piece: str) -> bool:
    """Whether a piece bombs a facility that has no guns of its own."""
    target = state.pieces[piece].raid
    return target is not None and not state.edition.unit[target].defense


def check_own_guns(state: GameState, event: AntiAircraftFired) -> None:
    """A facility fires one die at each of those who bomb it (SPC-31)."""
    assert event.occasion == "raid", "SPC-31: own guns fire at raiders alone"
    assert event.facility in state.facilities[event.space], f"{event.facility} is not in {event.space}"
    assert event.power == state.owners[event.space], "somebody else's guns fire"
    here = {p.id for p in state.at(event.space) if p.raid == event.facility and not p.fought}
    assert {shot.piece for shot in event.shots} == here, f"SPC-31: not at its raiders in {event.space}"
    needed = state.unit_of(event.power, event.facility).defense
    assert all(shot.hit == (shot.die <= needed) for shot in event.shots), "a shot hits or not"


def _is_home(state: GameState, space: str, power: str) -> bool:
    territory = state.edition.board.territory.get(space)
    return territory is not None and territory.emblem == power == state.owners[space]
