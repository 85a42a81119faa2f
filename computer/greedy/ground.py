"""Where the war is: how far each space is from what an enemy would hate to lose."""

from __future__ import annotations

from heapq import heappop, heappush

from computer.weights import PRIZES, Prizes
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId

ASHORE, BY_LAND, BY_SEA = 1.5, 1.0, 0.6
"""What a step costs: from land to sea or back, over land, from zone to zone."""
CITY, ELSEWHERE = 3.0, 5.0
"""How much farther other places of an enemy count than its capital does."""


def foes_of(state: GameState, power: PowerId) -> frozenset[PowerId]:
    """The powers of the other side, at war or not yet."""
    own = state.edition.power[power].side
    return frozenset(other.id for other in state.edition.powers if other.side != own)


def ways(state: GameState, power: PowerId) -> dict[SpaceId, float]:
    """How far each space is from the nearest goal of a power, its own land and sea steps counted together."""
    fringe = [(far, space) for space, far in _goals(state, power).items()]
    fringe.sort()
    found: dict[SpaceId, float] = {}
    while fringe:
        far, space = heappop(fringe)
        if space in found:
            continue
        found[space] = far
        for there in state.edition.board.neighbours[space]:
            if there not in found and not _is_shut(state, there):
                heappush(fringe, (far + _step(state, space, there), there))
    return found


def _goals(state: GameState, power: PowerId) -> dict[SpaceId, float]:
    foes = foes_of(state, power)
    capitals = {account.capital for account in state.edition.accounts}
    goals = {}
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


def _is_shut(state: GameState, space: SpaceId) -> bool:
    """Whether a territory is nobody's, so that marches don't lead through it."""
    return space in state.owners and state.owners[space] is None


def _step(state: GameState, here: SpaceId, there: SpaceId) -> float:
    by_land, from_land = state.edition.board.is_land(there), state.edition.board.is_land(here)
    if by_land != from_land:
        return ASHORE
    return BY_LAND if by_land else BY_SEA


def prize_of(state: GameState, territory: SpaceId, prizes: Prizes = PRIZES) -> float:
    """What taking a territory from its owner is worth, in IPCs, whatever stands there."""
    printed = state.edition.board.territory[territory]
    worth = prizes.income * printed.ipc + (prizes.city if printed.city else 0.0)
    worth += prizes.complex if ask.complex_in(state, territory) else 0.0
    owner = state.owners[territory]
    for account in state.edition.accounts:
        if account.capital == territory and account.power == owner:
            worth += prizes.capital + ask.treasury(state, account)
        elif account.capital == territory:
            worth += prizes.capital
    return worth
