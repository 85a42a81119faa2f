"""What is watched as things happen: who wins the war (GEN-23..34), and what pacts remember (POL-23..62)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.economy.objectives import give_up_objectives
from engine.events.politics import IncidentHappened
from engine.events.turn import GameWon, HoldBegan, HoldEnded
from engine.facilities.production import income
from engine.facts.board import PowerId, SpaceId
from engine.facts.goals import VictoryCondition
from engine.facts.openings import Side
from engine.facts.parameters.politics import Incident
from engine.play import Play
from engine.politics.standing import Standing, side_of, standing_of_territory
from engine.position.due import attacked_territories
from engine.state.game_state import GameState
from engine.state.words import listed, whose

__all__ = ["victory_cities_held", "victory_conditions"]


def win(play: Play, side: Side, reason: str) -> None:
    """Let a side win; where the table asks for it, the powers that grew most are named too."""
    winners = individual_winners(play.state, side) if play.state.options.get("individual_winner") == "on" else ()
    if winners:
        growth = _growth(play.state, winners[0])
        names = listed(play.edition.power[power].called for power in winners)
        grew = f"{growth:+} IPCs of production since the start"
        reason = f"{reason} Individual {'winner' if len(winners) == 1 else 'winners'}: {names}, with {grew}."
    play.emit(GameWon(side, reason, winners))


def individual_winners(state: GameState, side: Side) -> tuple[PowerId, ...]:
    """The powers of a side whose production grew most since the start (OPT-08); several share the honour (OPT-09)."""
    members = [power for power in state.edition.turn_order if state.edition.power[power].side == side]
    best = max(_growth(state, power) for power in members)
    return tuple(power for power in members if _growth(state, power) == best)


def _growth(state: GameState, power: PowerId) -> int:
    return income(state, power) - state.edition.start.income[power]


def victory_conditions(state: GameState) -> tuple[VictoryCondition, ...]:
    """How this table can win."""
    return state.edition.victory[state.options["victory"]]


def held(state: GameState, side: Side, territories: Iterable[SpaceId]) -> tuple[SpaceId, ...]:
    """Those of the territories that powers of a side hold; each city counts for the side of its holder (GEN-33)."""
    return tuple(t for t in territories if (owner := state.owners[t]) and side_of(state, owner) == side)


def victory_cities_held(state: GameState, condition: VictoryCondition) -> tuple[SpaceId, ...]:
    """Those of the territories of a condition, or of all victory cities (BRD-46, BRD-47), that its side holds."""
    return held(state, condition.side, condition.of or state.edition.victory_cities)


def is_met(state: GameState, condition: VictoryCondition) -> bool:
    """Whether a side holds enough, whatever else counts at the end of a round."""
    return len(victory_cities_held(state, condition)) >= condition.need


def watch_victory(play: Play) -> None:
    """Notice which conditions that must be held for a round are met from now on, or no longer met (GEN-30, GEN-31).

    In a turn a side only gains or only loses, so nothing is missed from one step of it to the next.
    """
    for number, condition in enumerate(victory_conditions(play.state)):
        if condition.after_turn_of is not None:
            continue
        holds = any(each.condition == number for each in play.state.holdings)
        if is_met(play.state, condition) and not holds:
            play.emit(HoldBegan(condition.side, number, play.power, play.state.round))
        elif holds and not is_met(play.state, condition):
            play.emit(HoldEnded(condition.side, number))


def check_victory(play: Play, following: PowerId, its_round: int) -> bool:
    """Test the conditions that are due after this power's turn, before that of the following one (GEN-28..32)."""
    watch_victory(play)
    for number, condition in enumerate(victory_conditions(play.state)):
        if condition.after_turn_of == play.power and is_met(play.state, condition):
            _win_by(play, condition, f"at the end of {whose(play.edition.power[play.power].called)} turn.")
            return True
        if not any(each.condition == number and each.power == following for each in play.state.holdings):
            continue
        if not condition.with_one_of or held(play.state, condition.side, condition.with_one_of):
            _win_by(play, condition, "after a complete round.")
            return True
        play.emit(HoldBegan(condition.side, number, following, its_round, again=True))
    return False


def _win_by(play: Play, condition: VictoryCondition, when: str) -> None:
    board = play.board
    cities = listed(board.territory[t].city or board.name(t) for t in victory_cities_held(play.state, condition))
    side = "The Axis holds" if condition.side == "axis" else "The Allies hold"
    win(play, condition.side, f"{side} {cities} {when}")


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
