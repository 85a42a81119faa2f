"""What declarations of war, and what is taken over in peace, may do to what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import GameState
from engine.events.politics import IncidentHappened, WarBonusPaid, WarDeclared, WarEffortMade
from engine.events.territory import TerritoryTakenOver
from tests.engine.effects import Effect, grown
from tests.engine.rules_in_short.politics import check_declared, check_incident, check_taken_over


def _taken_over(before: GameState, event: TerritoryTakenOver) -> Effect:
    check_taken_over(before, event)
    return Effect(owners={event.territory: event.power})


def _war_declared(before: GameState, event: WarDeclared) -> Effect:
    check_declared(before, event)
    return Effect(others=frozenset({"wars", "declarations"}))


def _war_bonus(before: GameState, event: WarBonusPaid) -> Effect:
    """Once, and to the United States, for Japan's first unprovoked declaration in three rounds (INC-70)."""
    assert (event.power, event.amount) == ("united_states", 30), f"INC-70: {event.power} gets {event.amount} IPCs"
    assert before.round <= 3, "INC-70: too late"
    attacked = {"united_states", "united_kingdom", "anzac"}
    own = (each for each in before.declarations if each.by == "japan" and not each.provoked)
    assert sum(1 for each in own if attacked & {*each.on}) == 1, "INC-70: it is paid twice"
    return Effect(money={event.power: event.amount})


def _war_effort(before: GameState, event: WarEffortMade) -> Effect:
    """The United States' complexes become major as it goes to war, each once (POL-29)."""
    assert event.power == "united_states", f"POL-29: {event.power} gains facilities"
    there = {t: before.facilities[t] for t in event.territories}
    assert all(before.owners[t] == event.power for t in there), "POL-29: another holds the complex"
    becomes = {event.facility: event.becomes}
    facilities = {t: tuple(becomes.get(unit, unit) for unit in units) for t, units in there.items()}
    had = {t: before.damage.get(t, {}) for t in there}
    left = {t: {becomes.get(unit, unit): points for unit, points in row.items()} for t, row in had.items()}
    return Effect(facilities=facilities, damage=grown(had, left))


def _incident(before: GameState, event: IncidentHappened) -> Effect:
    check_incident(before, event)
    return Effect(others=frozenset({"incidents"}))


WARS: Mapping[type, Callable[[GameState, Any], Effect]] = {
    TerritoryTakenOver: _taken_over,
    WarDeclared: _war_declared,
    WarBonusPaid: _war_bonus,
    WarEffortMade: _war_effort,
    IncidentHappened: _incident,
}
