"""Texts told apart by their words alone: numbers, names and lists of names are all the same."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from engine import load_setup, setup_names

NUMBER = re.compile(r"<[@t:#][^>]*>|#\d+·\d+|\b[0-9a-f]{4,64}\b|\d+(?:[.,]\d+)*")
WORD = re.compile(r"\w+|\W")
LIST = re.compile(r"(?:(?:# |the |an? )*\{(\w+)\}(?:s|es)?(?:, | and | or )?)+")
SPAN = re.compile(r"(?:#[ ,·×x/:–-]*){2,}")


@cache
def _names() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """The names of all setups by their first word, the longest first."""
    named: dict[str, str] = {}
    for setup in setup_names():
        edition = load_setup(setup)
        named |= {edition.board.name(space): "{space}" for space in edition.board.neighbours}
        named |= {power.name: "{power}" for power in edition.power.values()}
        named |= {name: "{unit}" for unit in edition.unit.values() for name in (unit.name, unit.plural)}
    by_word: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name, placeholder in named.items():
        words = tuple(WORD.findall(NUMBER.sub("#", name.lower())))
        by_word.setdefault(words[0], []).append((words, placeholder))
    for entries in by_word.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return by_word


def template(line: str) -> str:
    """The line with placeholders for whatever differs from game to game."""
    return _without_names(NUMBER.sub("#", line))


@lru_cache(100_000)
def _without_names(line: str) -> str:
    words = WORD.findall(line)
    lower = [word.lower() for word in words]
    names, made, at = _names(), list[str](), 0
    while at < len(words):
        for name, placeholder in names.get(lower[at], ()):
            if tuple(lower[at : at + len(name)]) == name:
                made.append(placeholder)
                at += len(name)
                break
        else:
            made.append(words[at])
            at += 1
    return SPAN.sub("#", LIST.sub(r"{\1}", "".join(made)))
