"""Phases of a replay, alone or several together, and what they came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.battle_report.items import Item
from engine.events import Event
from engine.events.mobilization import UnitsMobilized
from engine.events.neutrals import NeutralJoined, NeutralWon
from engine.events.territory import TerritoryReverted, TerritoryTaken, TerritoryTakenOver
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.words import first_upper, place
from gamemaster.narration.history.tally import exchanged, gains, tally
from gamemaster.narration.journeys import Journey
from gamemaster.narration.phrases import force, joined_within, row
from gamemaster.narration.politics.diplomacy import wars_declared
from maps import Arrow

LONGEST_CAPTION = 150


@dataclass(frozen=True)
class Passage:
    """Closed phases told together; undone orders are taken out of the events. items: those of battles and strikes."""

    start: GameState
    end: GameState
    events: tuple[Event, ...]
    items: tuple[Item, ...]
    moves: tuple[Journey, ...]
    arrows: tuple[Arrow, ...]
    battles: tuple[SpaceId, ...]

    @property
    def spaces(self) -> set[SpaceId]:
        """Where there is something new to be seen."""
        found = {space for journey in self.moves for space in (journey.path[0], journey.path[-1])} | set(self.battles)
        for event in self.events:
            if isinstance(event, TerritoryTaken | TerritoryTakenOver | TerritoryReverted | NeutralWon | NeutralJoined):
                found.add(event.territory)
            elif isinstance(event, UnitsMobilized):
                found.add(event.space)
        return found


def joined(passages: Iterable[Passage]) -> Passage:
    """Passages that followed one another as one."""
    several = tuple(passages)
    return Passage(
        several[0].start,
        several[-1].end,
        tuple(event for passage in several for event in passage.events),
        tuple(item for passage in several for item in passage.items),
        tuple(journey for passage in several for journey in passage.moves),
        tuple(arrow for passage in several for arrow in passage.arrows),
        tuple(dict.fromkeys(space for passage in several for space in passage.battles)),
    )


def attacks(passage: Passage) -> str:
    """ "3 infantry, 1 tank to Ukraine; 2 fighters to West Russia. Took Libya (+1 income)."."""
    taken = " ".join((*wars_declared(passage.start, passage.events), *gains(passage.start, passage.events)))
    moved = where_to(passage.start, passage.moves)
    return f"{moved}. {taken}" if moved and taken else moved or taken


def where_to(state: GameState, moves: Iterable[Journey]) -> str:
    """What went where, most units first; cargo counts where it lands."""
    there: dict[SpaceId, Counter[UnitId]] = {}
    for journey in moves:
        if journey.note != "boarded":
            units = there.setdefault(journey.path[-1], Counter())
            units.update(journey.units)
    most_first = sorted(there.items(), key=lambda entry: -entry[1].total())
    parts = [f"{row(state, units)} to {place(state, space)}" for space, units in most_first]
    return joined_within(parts, LONGEST_CAPTION, "; ")


def results(passage: Passage) -> str:
    """ "Took Ukraine (+2 income). Lost 3 infantry for 5 infantry. Placed 2 tanks in Germany."."""
    sentences = gains(passage.start, passage.events)
    sentences += [f"{lost}." for lost in losses(passage)]
    placed = _placed(passage)
    return " ".join([*sentences, placed] if placed else sentences) or "No territory changed hands."


def losses(passage: Passage) -> list[str]:
    """ "Lost 3 infantry for 5 infantry, 2 tanks", "Destroyed 1 infantry without loss", if anything was lost."""
    lost = tally(passage.start, passage.items).lost
    if not lost["attacker"] and not lost["defender"]:
        return []
    own, enemy = (force(passage.start, lost[side], "") for side in ("attacker", "defender"))
    return [first_upper(exchanged(own, enemy))]


def _placed(passage: Passage) -> str:
    """ "Placed 3 infantry in Germany, 1 tank in Italy."."""
    there: dict[SpaceId, Counter[UnitId]] = {}
    for event in passage.events:
        if isinstance(event, UnitsMobilized):
            there.setdefault(event.space, Counter()).update(piece.unit for piece in event.pieces)
    parts = [f"{row(passage.end, units)} in {place(passage.end, space)}" for space, units in there.items()]
    return f"Placed {joined_within(parts, LONGEST_CAPTION, '; ')}." if parts else ""


def moved_up(passage: Passage) -> str:
    """ "Placed 2 infantry in Russia. Moved 1 infantry to the Caucasus."."""
    placed, moved = _placed(passage), where_to(passage.start, passage.moves)
    return " ".join(filter(None, (placed, f"Moved {moved}." if moved else "")))
