"""Where `normal` places what it bought: in cities that decide the war, then near it, but not to be lost at once."""

from __future__ import annotations

from collections.abc import Mapping

from computer.ending import placings
from computer.normal.course import Force, fighter_of, fighters_of, force_of
from computer.normal.ground import safe_ways, who_waits
from computer.normal.replies import Enemies
from computer.normal.sea.shipping import carries_land
from computer.normal.victory.guarding import kept_by
from computer.normal.weighing import defenders
from computer.playing import Action, Hand, Why
from engine import GameState, ask
from engine.facts.board import SpaceId

MOST_ORDERS = 200
LOST = 0.5
"""Units are placed elsewhere, if they can be, where they would be lost more often than this."""
NEAR = "near the war, where it holds"
KEPT = "in a city by which the war could be lost"


def place_all(hand: Hand, enemies: Enemies) -> None:
    """Place unit after unit, as many together as there is room for."""
    for _ in range(MOST_ORDERS):
        far = safe_ways(hand.state, hand.power, enemies)
        waiting = who_waits(hand.state, hand.power, far)
        rated = []
        for number, order in enumerate(placings(hand.state)):
            risk, space = _risk(hand, enemies, order), SpaceId(str(order["space"]))
            wanted, kept = _waiting_for(hand.state, waiting, order), _kept(hand, enemies, order)
            why = Why(KEPT if kept else NEAR, gain=round(kept, 2) if kept else None, falls=round(risk, 4))
            rated.append((-kept, risk > LOST, -wanted, far.get(space, 99.0), number, order, why))
        able = (row for row in sorted(rated, key=lambda row: row[:5]) if ask.is_legal(hand.state, row[5]))
        best = next(able, None)
        if best is None or not hand.give(best[5], best[6]):
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
    space = SpaceId(str(order["space"]))
    if not enemies.reached(space):
        return 0.0
    return enemies.falls(space, force_of((*_there(hand, space), *_coming(hand, order))))


def _kept(hand: Hand, enemies: Enemies, order: Action) -> float:
    """What it is worth that those who are placed keep a city by which the war could be decided; 0 if nothing."""
    space = SpaceId(str(order["space"]))
    if space not in hand.state.owners or not enemies.reached(space):
        return 0.0
    return max(0.0, kept_by(enemies, space, _there(hand, space), _coming(hand, order)))


def _there(hand: Hand, space: SpaceId) -> Force:
    return fighters_of(hand.state, defenders(hand.state, space, hand.power))


def _coming(hand: Hand, order: Action) -> Force:
    state, units = hand.state, order["units"]
    counts = units.items() if isinstance(units, dict) else ()
    coming = (fighter_of(state, state.unit_of(hand.power, unit)) for unit, count in counts for _ in range(count))
    return force_of(fighter for fighter in coming if fighter.hits)
