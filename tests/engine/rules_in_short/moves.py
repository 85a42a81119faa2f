"""The rules of movement once more, in their shortest form: whatever the engine lets move must obey them.

Only what is allowed is checked here, never what is refused. Raises AssertionError naming the rule.
"""

from __future__ import annotations

from itertools import pairwise

from engine import GameState
from engine.events.movement import DROPPED_FROM, UnitsLoaded, UnitsMoved, UnitsOffloaded
from engine.state.pieces import Piece
from tests.engine.rules_in_short.neutrals import PRO, leaning
from tests.engine.rules_in_short.politics import check_peaceful
from tests.engine.rules_in_short.wars import are_at_war, enemies_in, is_friend, is_friendly, is_hostile

GIBRALTAR = "Strait of Gibraltar"
"""Submarines always pass it (BRD-33)."""


def check_move(state: GameState, event: UnitsMoved) -> None:
    """Check that each piece may take the path of the event in the position before it."""
    board = state.edition.board
    assert all(board.are_adjacent(here, there) for here, there in pairwise(event.path)), "BRD-01: a jump"
    assert not any(_is_closed(state, space) for space in event.path), "BRD-12: through neutral territory"
    _check_neutrals(state, event)
    for piece in (state.pieces[i] for i in event.pieces):
        domain = state.type_of(piece).domain
        if event.by_air:
            _check_paratrooper(state, piece, event)
        else:
            {"land": _check_land, "sea": _check_sea, "air": _check_air}[domain](state, piece, event)
        check_peaceful(state, piece, event.path)
    _check_cargo(state, event)
    _check_drop(state, event)


def _check_neutrals(state: GameState, event: UnitsMoved) -> None:
    """Nobody goes through neutral ground except where their side has attacked it (POL-50, POL-57, POL-78).

    To it go attackers of what is not friendly, and in the noncombat move land units to what is (POL-48, POL-56).
    """
    mover = state.pieces[event.pieces[0]].power
    neutral = [space for space in event.path[1:] if state.owners.get(space, "") is None]
    through = [space for space in neutral if space != event.path[-1] and not is_hostile(state, space, mover)]
    assert not through, f"POL-50: through neutral {through}"
    if event.path[-1] in neutral:
        friendly = leaning(state, event.path[-1]) == PRO[state.edition.power[mover].side]
        assert friendly == (event.phase == "noncombat_move"), f"POL-48: {event.path[-1]} in the {event.phase}"
    for space in event.path[1:-1]:
        won = state.owners.get(space) and state.owner_at_turn_start(space) is None and space in state.owners
        assert not won or not _was_friendly_neutral(state, space), f"POL-57: through {space}, taken over this turn"


def _was_friendly_neutral(state: GameState, space: str) -> bool:
    owner = state.owners[space]
    return owner is not None and leaning(state, space) == PRO[state.edition.power[owner].side]


def _check_land(state: GameState, piece: Piece, event: UnitsMoved) -> None:
    assert all(map(state.edition.board.is_land, event.path)), f"{piece.id} swims"
    assert piece.aboard is None, f"CMV-56: {piece.id} walks off a ship"
    railway = _has(state, piece, "trans_siberian_railway") and piece.unit in ("infantry", "artillery", _gun(state))
    rails = set(state.edition.advantage["trans_siberian_railway"].spaces) if railway else set()
    most = 2 if {piece.began or event.path[0], *event.path} <= rails else state.type_of(piece).move
    beside_tank = _is_beside_tank(state, piece, event)
    most = max(most, 2 if beside_tank else 0)
    assert piece.used + len(event.path) - 1 <= most, f"CMV-03: {piece.id} moves too far"
    if event.phase == "noncombat_move":
        assert all(_is_friendly(state, space, piece) for space in event.path[1:]), f"NCM-07: {piece.id} moves in"
        assert not piece.fought, f"CMV-15: {piece.id} has fought"
        assert piece.moved != "combat_move", f"CMV-15: {piece.id} has moved"
        return
    assert not state.type_of(piece).can("noncombat_only"), f"UNI-27: {piece.id} moves to attack"
    for space in event.path[0 if piece.used else 1 : -1]:
        if not _is_friendly(state, space, piece) or _was_taken_on_the_way(state, space, piece):
            assert state.type_of(piece).can("blitz") or beside_tank, f"CMV-06: {piece.id} passes hostile {space}"
            assert not _enemies(state, space, piece), f"CMV-25: {piece.id} passes enemies in {space}"
            assert not state.facilities.get(space), f"CMV-25: {piece.id} passes a complex in {space}"


def _was_taken_on_the_way(state: GameState, space: str, piece: Piece) -> bool:
    """Whether a unit that passed through in this phase took a space from an enemy: to others it is hostile (CMV-24)."""
    before = state.owner_at_turn_start(space)
    passed = any(space in other.way for other in state.pieces.values() if other.power == state.power)
    return passed and not is_friend(state, before, piece.power, space)


def _is_beside_tank(state: GameState, piece: Piece, event: UnitsMoved) -> bool:
    """Whether a piece is infantry that has one of the tanks of its order at its side (RES-46, UNI-25).

    Mechanized infantry may have one that went just its way by an earlier order (CMV-28).
    """
    if piece.unit == "mechanized_infantry":
        way = (*piece.way, *event.path[:-1])
        gone = [other.unit for other in state.at(event.path[-1]) if other.power == piece.power and other.way == way]
        moved = gone + [state.pieces[i].unit for i in event.pieces]
        return moved.count("mechanized_infantry") <= moved.count("tank")
    if piece.unit != "infantry" or not state.has_technology(piece.power, "mechanized_infantry"):
        return False
    units = [state.pieces[i].unit for i in event.pieces]
    return 0 < units.count("infantry") <= units.count("tank")


def _check_drop(state: GameState, event: UnitsMoved) -> None:
    """One infantry for each bomber, from where both begin, over the first hostile territory (RES-30, RES-31)."""
    assert len(set(event.dropped.values())) == len(event.dropped), "RES-30: a bomber drops two"
    for infantry, bomber in ((state.pieces[i], state.pieces[b]) for i, b in event.dropped.items()):
        assert (infantry.unit, bomber.unit) == ("infantry", "bomber"), f"RES-30: {bomber.id} carries {infantry.id}"
        assert state.has_technology(bomber.power, "paratroopers"), f"RES-30: {bomber.id} carries infantry"
        assert {infantry.moved, bomber.moved, infantry.aboard} == {None}, f"RES-30: {infantry.id} has moved"
        lands = [space for space in event.path if state.edition.board.is_land(space)]
        hostile = [space for space in lands[1:] if not _is_friendly(state, space, bomber)]
        assert hostile == [event.path[-1]], f"RES-31: {infantry.id} jumps over {event.path[-1]}"


def _check_paratrooper(state: GameState, piece: Piece, event: UnitsMoved) -> None:
    """Two infantry from an air base with no more than 2 damage, over one enemy territory (RES-34, RES-39)."""
    start, end = event.path[0], event.path[-1]
    assert piece.unit == "infantry", f"RES-34: {piece.id} drops"
    assert state.has_technology(piece.power, "paratroopers"), f"RES-34: {piece.id} drops"
    assert event.phase == "combat_move", f"RES-34: {piece.id} drops in {event.phase}"
    assert (piece.moved, piece.aboard, piece.used) == (None, None, 0), f"RES-34: {piece.id} has moved"
    assert len(event.path) <= 4, f"RES-34: {piece.id} drops too far away"
    holders = (state.owners[start], state.owner_at_turn_start(start))
    assert all(is_friend(state, holder, piece.power, start) for holder in holders), (
        f"RES-34: {piece.id} drops from {start}"
    )
    assert "air_base" in state.facilities.get(start, ()), f"RES-34: {piece.id} drops from no base"
    assert state.damage.get(start, {}).get("air_base", 0) <= 2, f"UNI-39: the base of {piece.id} does not work"
    assert state.owners[end] is not None, f"RES-34: {piece.id} drops on neutral ground"
    assert not _is_friendly(state, end, piece), f"RES-34: {piece.id} drops among friends"
    others = [p for p in state.pieces.values() if p.power == piece.power and DROPPED_FROM.of(p) == start]
    assert len(others) + len(event.pieces) <= 2, f"RES-34: {start} drops three"
    assert {other.space for other in others} <= {end}, f"RES-39: {start} drops over two territories"


def _check_sea(state: GameState, piece: Piece, event: UnitsMoved) -> None:
    unit = state.type_of(piece)
    assert all(map(state.edition.board.is_sea, event.path)), f"{piece.id} goes ashore"
    assert piece.used + len(event.path) - 1 <= unit.move + _from_base(state, piece, event), (
        f"CMV-03: {piece.id} moves too far"
    )
    for step in pairwise(event.path):
        assert _canal_is_open(state, step, piece), f"BRD-34: {piece.id} passes a canal from {step[0]} to {step[1]}"
    if event.power != state.power:
        return
    for zone in (event.path if piece.used else event.path[1:])[:-1]:
        assert not _is_stopped(state, zone, piece), f"CMV-29: {piece.id} goes on from {zone}"
    if event.phase == "noncombat_move":
        assert not piece.fought, f"CMV-15: {piece.id} has fought"
        only_loaded = piece.began is None and state.edition.parameters.sea.transports_may_move_after_loading
        assert piece.moved != "combat_move" or only_loaded, f"CMV-15: {piece.id} has moved"
        assert not piece.offloaded, f"CMV-60: {piece.id} has offloaded"
        ends = event.path[-1:] if unit.can("passes_hostile_zones") else event.path[1:]
        may_end = unit.can("passes_hostile_zones") and state.edition.parameters.sea.submarines_end_in_hostile_zones
        assert may_end or not any(_is_hostile(state, zone, piece) for zone in ends), f"NCM-23: {piece.id} moves in"


def _check_air(state: GameState, piece: Piece, event: UnitsMoved) -> None:
    cost = len(event.path) - 1
    if _has(state, piece, "island_bases"):
        cost -= sum(1 for step in pairwise(event.path) if any(_is_island(state, space) for space in step))
    assert piece.used + cost <= state.type_of(piece).move + _from_base(state, piece, event), (
        f"CMV-38: {piece.id} flies too far"
    )
    end = event.path[-1]
    if event.phase == "noncombat_move" and state.edition.board.is_land(end):
        before = state.owner_at_turn_start(end)
        assert _is_friendly(state, end, piece), f"NCM-13: {piece.id} lands in hostile {end}"
        assert before is not None, f"NCM-13: {piece.id} lands where nobody ruled"
        assert is_friend(state, before, piece.power, end), f"NCM-14: {piece.id} lands in {end}, taken this turn"
    if event.phase == "noncombat_move" and state.edition.board.is_sea(end):
        assert state.type_of(piece).can("lands_on_carrier"), f"UNI-47: {piece.id} lands at sea"


def _from_base(state: GameState, piece: Piece, event: UnitsMoved) -> int:
    """One more space from a base with no more than 2 damage, held by friends since the turn began (UNI-41..44)."""
    board, start = state.edition.board, piece.began or event.path[0]
    base, served = ("naval_base", board.coasts_of(start)) if board.is_sea(start) else ("air_base", (start,))
    if (base == "naval_base") != (state.type_of(piece).domain == "sea"):
        return 0
    held = [t for t in served if is_friend(state, state.owners[t], piece.power, t)]
    kept = [t for t in held if is_friend(state, state.owner_at_turn_start(t), piece.power, t)]
    standing = [t for t in kept if base in state.facilities.get(t, ())]
    return int(any(state.damage.get(t, {}).get(base, 0) <= 2 for t in standing))


def check_loading(state: GameState, event: UnitsLoaded) -> None:
    """Land units that have not moved board transports beside them, where no enemy makes the zone hostile."""
    assert state.edition.board.are_adjacent(event.origin, event.zone), "CMV-54: loading from afar"
    for piece, ship in ((state.pieces[i], state.pieces[s]) for i, s in event.aboard.items()):
        assert piece.space == event.origin, f"{piece.id} is not there to board"
        assert ship.space == event.zone, f"{ship.id} is not there to be boarded"
        assert not piece.used, f"CMV-56: {piece.id} has moved"
        assert not piece.fought, f"CMV-15: {piece.id} has fought"
        assert not ship.offloaded, f"CMV-60: {ship.id} has offloaded"
        assert not ship.retreated, f"NCM-28: {ship.id} has retreated"
        if event.power == state.power:
            just_now = event.phase == "combat_move" and event.zone in state.turn.newly_hostile and not ship.used
            assert just_now or not _is_hostile(state, event.zone, piece), f"CMV-19: {piece.id} boards beside enemies"
        if event.phase == "combat_move":
            assert not state.type_of(piece).can("noncombat_only"), f"UNI-27: {piece.id} boards to attack"
    for piece, ship in ((state.pieces[i], state.pieces[s]) for i, s in event.stowed_anew.items()):
        assert piece.space == ship.space == event.zone, f"{piece.id} is not there to board another ship"
        assert piece.loaded == event.phase, f"CMV-61: {piece.id} has boarded before"
        assert not state.pieces[piece.aboard or ""].used, f"CMV-61: {piece.id} has sailed"
        assert not piece.assault, f"CMV-61: {piece.id} is to land"
        assert piece.power == ship.power == state.pieces[piece.aboard or ""].power, f"{piece.id} boards an ally's ship"


def check_offloading(state: GameState, event: UnitsOffloaded) -> None:
    """Cargo goes ashore in friendly territory, from one transport in one territory, beside no enemies."""
    assert state.edition.board.are_adjacent(event.zone, event.territory), "landing far away"
    for piece in (state.pieces[i] for i in event.pieces):
        ship = state.pieces[piece.aboard or ""]
        assert piece.space == ship.space == event.zone, f"{piece.id} is not there to land"
        assert _is_friendly(state, event.territory, piece), f"NCM-07: {piece.id} lands among enemies"
        assert ship.offloaded in (None, event.territory), f"CMV-60: {ship.id} serves a second territory"
        assert not ship.retreated, f"CMB-44: {ship.id} has retreated"
        if event.power == state.power:
            assert not _is_hostile(state, event.zone, piece), f"CMV-19: {piece.id} lands beside enemies"


def _check_cargo(state: GameState, event: UnitsMoved) -> None:
    """Land units aboard go where their ship goes, and nothing else is carried but aircraft aboard."""
    aboard = [cargo for ship in event.pieces for cargo in state.cargo(ship)]
    left = [c.id for c in aboard if state.type_of(c).domain == "land" and c.id not in event.carried]
    assert not left, f"{left} stay behind when their ship moves"
    assert set(event.carried) <= {cargo.id for cargo in aboard} | set(event.dropped), (
        "something is carried that was not aboard"
    )


def _has(state: GameState, piece: Piece, advantage: str) -> bool:
    return advantage in state.advantages.get(piece.power, ())


def _gun(state: GameState) -> str:
    return next(unit.id for unit in state.edition.units if unit.can("anti_aircraft"))


def _is_closed(state: GameState, space: str) -> bool:
    return space in state.owners and state.edition.board.territory[space].closed


def _is_island(state: GameState, space: str) -> bool:
    return space in state.owners and state.edition.board.territory[space].island


def _is_friendly(state: GameState, space: str, piece: Piece) -> bool:
    return is_friendly(state, space, piece.power)


def _enemies(state: GameState, space: str, piece: Piece) -> list[Piece]:
    return enemies_in(state, space, piece.power)


def _is_hostile(state: GameState, zone: str, piece: Piece) -> bool:
    any_unit = state.edition.parameters.sea.zone_hostile_by == "any_unit"
    awake = (enemy for enemy in _enemies(state, zone, piece) if not enemy.submerged)
    return any(any_unit or state.type_of(enemy).can("surface_warship") for enemy in awake)


def _is_stopped(state: GameState, zone: str, piece: Piece) -> bool:
    enemies = _enemies(state, zone, piece)
    if state.type_of(piece).can("anti_submarine") and any(enemy.submerged for enemy in enemies):
        return True
    if state.type_of(piece).can("passes_hostile_zones"):
        return any(state.type_of(enemy).can("anti_submarine") for enemy in enemies)
    return _is_hostile(state, zone, piece)


def _canal_is_open(state: GameState, step: tuple[str, str], piece: Piece) -> bool:
    for canal in state.edition.board.canals:
        if set(canal.between) == set(step) and not (piece.unit == "submarine" and canal.name == GIBRALTAR):
            return not canal.closed and all(_lets_pass(state, t, piece.power) for t in canal.controlled_by)
    return True


def _lets_pass(state: GameState, territory: str, power: str) -> bool:
    """Friends hold it since the turn began; in Global no enemy does, and its owner lets others pass (BRD-39)."""
    owner, before = state.owners[territory], state.owner_at_turn_start(territory)
    if state.setup != "global_1940":
        return is_friend(state, owner, power, territory) and is_friend(state, before, power, territory)
    if owner is None or before is None or are_at_war(state, owner, power) or are_at_war(state, before, power):
        return False
    leave = owner, power, "canals"
    on_one_side = state.edition.power[owner].side == state.edition.power[power].side
    return owner == power or (leave not in state.refused_leave if on_one_side else leave in state.granted_leave)
