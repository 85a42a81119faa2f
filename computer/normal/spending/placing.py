"""Where `normal` places what it bought: near the war, but not where it would be lost at once."""

from __future__ import annotations

from collections.abc import Mapping

from computer.ending import placings
from computer.normal.course import fighter_of, fighters_of, force_of
from computer.normal.ground import safe_ways, who_waits
from computer.normal.replies import Enemies
from computer.normal.sea.shipping import carries_land
from computer.normal.weighing import defenders
from computer.playing import Action, Hand, Why
from engine import GameState, ask
from engine.facts.board import SpaceId

MOST_ORDERS = 200
LOST = 0.5
"""Units are placed elsewhere, if they can be, where they would be lost more often than this."""


def place_all(hand: Hand, enemies: Enemies) -> None:
    """Place unit after unit, as many together as there is room for."""
    for _ in range(MOST_ORDERS):
        far = safe_ways(hand.state, hand.power, enemies)
        waiting = who_waits(hand.state, hand.power, far)
        rated = []
        for number, order in enumerate(placings(hand.state)):
            risk, space = _risk(hand, enemies, order), str(order["space"])
            wanted = _waiting_for(hand.state, waiting, order)
            rated.append((risk > LOST, -wanted, far.get(space, 99.0), number, risk, order))
        able = (row for row in sorted(rated, key=lambda row: row[:4]) if ask.is_legal(hand.state, row[5]))
        best = next(able, None)
        if best is None or not hand.give(best[5], Why("near the war, where it holds", falls=round(best[4], 4))):
            return


def _waiting_for(state: GameState, waiting: Mapping[SpaceId, int], order: Action) -> int:
    """How many wait on the coasts of a zone for a transport that is placed there; 0 for all else."""
    units, zone = order["units"], str(order["space"])
    types = [state.unit_of(state.power, unit) for unit in units] if isinstance(units, dict) else []
    if not state.edition.board.is_sea(zone) or not any(carries_land(state, unit) for unit in types):
        return 0
    return sum(waiting.get(coast, 0) for coast in state.edition.board.coasts_of(zone))


def _risk(hand: Hand, enemies: Enemies, order: Action) -> float:
    """How likely those who are placed are lost, with all who are there."""
    state, space, units = hand.state, SpaceId(str(order["space"])), order["units"]
    if not enemies.reached(space) or not isinstance(units, dict):
        return 0.0
    coming = [fighter_of(state, state.unit_of(hand.power, unit)) for unit, count in units.items() for _ in range(count)]
    return enemies.falls(space, force_of((*fighters_of(state, defenders(state, space, hand.power)), *coming)))
