"""What powers are to each other as a table, with neutrals by kind, who may pass canals, and the victory cities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from maps.board.names import all_called, name_of
from maps.position_words import NEUTRALS

MEANINGS: Mapping[str, str] = {
    "war": "at war: all of it is hostile",
    "may declare": "not at war: may declare it, now or next turn",
    "may later": "not at war: may declare it later",
    "peace": "not at war: closed to each other",
    "together": "same side: share territories, carriers, bases",
    "partly": "same side: share them on one of the maps",
    "apart": "same side, but kept apart",
}
"""What a power on the left is to one above, by the engine's words for it."""


@dataclass(frozen=True)
class Neutrals:
    """Neutral territories that lean the same way, with the infantry of each; `meaning`: what they are to players."""

    leaning: str
    meaning: str
    places: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class CanalPassage:
    """A canal: who holds the ground beside it, and the powers whose ships may pass; or all submarines may anyway."""

    name: str
    holders: tuple[str, ...]
    passers: tuple[str, ...]
    submarines_pass: bool


@dataclass(frozen=True)
class Cities:
    """Victory cities that count together, with the holder of each; `title` says for what."""

    title: str
    held: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class RelationsTable:
    """All of it. cells: what each power is to the others, by keys of MEANINGS."""

    title: str
    columns: tuple[str, ...]
    cells: Mapping[str, Mapping[str, str]]
    neutrals: tuple[Neutrals, ...]
    passages: tuple[CanalPassage, ...]
    cities: tuple[Cities, ...]


def powers_in_words(table: RelationsTable) -> str:
    """What powers are to each other."""
    return " ".join([f"{table.title}.", *_relations_in_words(table)])


def grounds_in_words(table: RelationsTable) -> str:
    """Neutrals, canals and victory cities."""
    told = []
    for each in table.neutrals:
        places = ", ".join(f"{name} {army}" if army else name for name, army in each.places)
        told.append(f"{NEUTRALS[each.leaning]}, with their infantry: {places}.")
    for passage in table.passages:
        ships = f"{_named(passage.passers)} may pass{', and all submarines' if passage.submarines_pass else ''}"
        told.append(f"{passage.name}, held by {_named(passage.holders)}: {ships}.")
    for cities in table.cities:
        held = ", ".join(f"{city} ({name_of(power)})" for city, power in cities.held)
        told.append(f"{cities.title}: {held}.")
    return " ".join(told)


def _relations_in_words(table: RelationsTable) -> Iterable[str]:
    """ "Germany: at war with France; may declare war on the Soviet Union." """
    words = {"war": "at war with", "may declare": "may declare war on", "apart": "kept apart from"}
    for power, others in table.cells.items():
        parts = [
            f"{said} {_named(other for other, what in others.items() if what == key)}"
            for key, said in words.items()
            if key in others.values()
        ]
        yield f"{name_of(power)}: {'; '.join(parts) or 'at war with nobody'}."


def _named(powers: Iterable[str]) -> str:
    return all_called(powers) or "nobody"
