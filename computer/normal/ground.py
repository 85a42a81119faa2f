"""How far the war is by ways on which the fleet is not sunk, and who waits for ships on them."""

from __future__ import annotations

from heapq import heappop, heappush

from computer.greedy.ground import ASHORE, BY_LAND, BY_SEA, CITY, ELSEWHERE, foes_of
from computer.normal.course import Force, fighters_of
from computer.normal.replies import Enemies
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId

SUNK, DANGER = 0.3, 4.0
"""A zone in which all ships of a power together would be sunk more often is as many steps longer, times how often."""
A_WAIT, MOST_WAIT, BOUGHT_HERE = 1.0, 4.0, 1.5
"""What each turn counts, in steps, that troops wait for the nearest transport; no more than this, and beside a place
where ships can be bought no more than that.
"""


def safe_ways(state: GameState, power: PowerId, enemies: Enemies) -> dict[SpaceId, float]:
    """How far each space is from the nearest goal of a power."""
    fleet, waits = _fleet(state, power), waits_for_ships(state, power)
    fringe = [(far, space) for space, far in _goals(state, power).items()]
    fringe.sort()
    found: dict[SpaceId, float] = {}
    while fringe:
        far, space = heappop(fringe)
        if space in found:
            continue
        found[space] = far
        sunk = enemies.falls(space, fleet) if state.edition.board.is_sea(space) else 0.0
        far += DANGER * sunk if sunk > SUNK else 0.0
        for there in state.edition.board.neighbours[space]:
            if there not in found and state.owners.get(there, power) is not None:
                heappush(fringe, (far + _boarding(state, space, there, waits), there))
    return found


def _fleet(state: GameState, power: PowerId) -> Force:
    own = (piece for piece in state.pieces.values() if piece.power == power)
    return fighters_of(state, (piece for piece in own if state.type_of(piece).domain == "sea"))


def _goals(state: GameState, power: PowerId) -> dict[SpaceId, float]:
    """What an enemy would hate to lose: their capitals first."""
    foes, capitals = foes_of(state, power), {account.capital for account in state.edition.accounts}
    goals: dict[SpaceId, float] = {}
    for territory in state.edition.board.territories:
        if state.owners[territory.id] not in foes:
            continue
        if territory.id in capitals:
            goals[territory.id] = 0.0
        elif territory.city or ask.complex_in(state, territory.id):
            goals[territory.id] = CITY
        elif territory.ipc:
            goals[territory.id] = ELSEWHERE
    return goals


def camps_of(state: GameState, power: PowerId) -> set[SpaceId]:
    """Coasts where troops of a power stand who can't march to any enemy, and where ships come soon or are bought."""
    board, foes = state.edition.board, foes_of(state, power)
    queue = [space for space in board.territory if state.owners[space] in foes]
    marched = set(queue)
    while queue:
        for there in board.neighbours[queue.pop()]:
            if there not in marched and board.is_land(there) and state.owners[there] is not None:
                marched.add(there)
                queue.append(there)
    waits = waits_for_ships(state, power)
    standing = {piece.space for piece in state.pieces.values() if piece.power == power}
    overseas = standing.intersection(board.territory).difference(marched)
    sites = set(ask.usable_complexes(state, power))
    return {space for space in overseas if space in sites or any(waits[z] <= A_WAIT for z in board.zones_of(space))}


def waits_for_ships(state: GameState, power: PowerId) -> dict[SpaceId, float]:
    """What it counts, in steps, that troops must wait in a zone until a transport of a power comes there."""
    board = state.edition.board
    zones = frozenset(zone.id for zone in board.sea_zones)
    found = dict.fromkeys(zones, MOST_WAIT)
    for site in ask.usable_complexes(state, power):
        found.update(dict.fromkeys(board.zones_of(site), BOUGHT_HERE))
    for ship in state.pieces.values():
        if ship.power == power and state.carries(ship, "land"):
            for zone, steps in board.flight_distances(ship.space, zones).items():
                turns = max(0, -(-steps // state.type_of(ship).move) - 1)
                found[zone] = min(found[zone], A_WAIT * turns)
    return found


def _boarding(state: GameState, zone: SpaceId, there: SpaceId, waits: dict[SpaceId, float]) -> float:
    """What a step from there to a space counts; whoever goes aboard first waits for a ship."""
    is_aboard = state.edition.board.is_sea(zone) and state.edition.board.is_land(there)
    return _step(state, zone, there) + (waits[zone] if is_aboard else 0.0)


def _step(state: GameState, here: SpaceId, there: SpaceId) -> float:
    by_land, from_land = state.edition.board.is_land(there), state.edition.board.is_land(here)
    if by_land != from_land:
        return ASHORE
    return BY_LAND if by_land else BY_SEA


def who_waits(state: GameState, power: PowerId, far: dict[SpaceId, float]) -> dict[SpaceId, int]:
    """Coasts from which the way to the war leads over the sea, with how many own land units are there."""
    board, found, waits = state.edition.board, dict[SpaceId, int](), waits_for_ships(state, power)
    for territory in board.territory:
        waiting = [p for p in state.at(territory) if p.power == power and state.type_of(p).can("captures")]
        near = [to for to in board.neighbours[territory] if to in far] if waiting else []
        ways = [(far[to] + _boarding(state, to, territory, waits), to) for to in near]
        if ways and board.is_sea(min(ways)[1]):
            found[territory] = len(waiting)
    return found
