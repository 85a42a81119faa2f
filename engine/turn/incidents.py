"""What the rules on declarations and pacts remember, noticed when it happens (POL-23, POL-31, POL-33, POL-59..62)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.economy.objectives import give_up_objectives
from engine.events.politics import IncidentHappened
from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters.politics import Incident
from engine.play import Play
from engine.politics.standing import Standing, standing_of_territory
from engine.position.due import attacked_territories
from engine.state.game_state import GameState


def watch_incidents(play: Play) -> None:
    """Notice what was taken, and where units have come."""
    for name, incident in _not_yet(play.state):
        found = _present(play.state, incident) if incident.deed != "attacked" else ()
        if found:
            play.emit(IncidentHappened(name, found))


def remember_attacks(play: Play) -> None:
    """Remember which territories the power on turn attacks, where objectives or the rules on pacts ask for it."""
    targets = attacked_territories(play.state)
    give_up_objectives(play, targets)
    for name, incident in _not_yet(play.state):
        is_its_deed = incident.deed == "attacked" and play.power in incident.by
        if is_its_deed and (found := _counted(play.state, incident, targets)):
            play.emit(IncidentHappened(name, found))


def _not_yet(state: GameState) -> Iterable[tuple[str, Incident]]:
    known = state.edition.parameters.politics.incidents.items()
    return ((name, incident) for name, incident in known if name not in state.incidents)


def _present(state: GameState, incident: Incident) -> tuple[SpaceId, ...]:
    """The territories of an incident that its powers hold, or where their units stand."""
    if incident.deed == "taken":
        return tuple(t for t in incident.territories if state.owners[t] in incident.by)
    return tuple(t for t in incident.territories if any(p.power in incident.by for p in state.at(t)))


def _counted(state: GameState, incident: Incident, targets: Iterable[SpaceId]) -> tuple[SpaceId, ...]:
    """Those of the attacked territories that count for an incident now."""
    if incident.while_strict and not any(_is_strict(state, t) for t in incident.while_strict):
        return ()
    of_them = (t for t in incident.territories if t in targets)
    return tuple(t for t in of_them if _is_in_the_hands(state.owner_at_turn_start(t), incident))


def _is_in_the_hands(holder: PowerId | None, incident: Incident) -> bool:
    """Whether a territory counts for an incident that this power holds, or none."""
    if holder is None:
        return incident.unheld or not incident.held_by
    return not incident.unheld and (not incident.held_by or holder in incident.held_by)


def _is_strict(state: GameState, territory: SpaceId) -> bool:
    return standing_of_territory(state, territory, state.power) is Standing.STRICT_NEUTRAL
