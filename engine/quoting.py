"""What players typed, as it may stand in a sentence: short, in one line, with nothing in it that cannot be seen."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 80
"""Characters of what was typed that a sentence repeats."""

_SECOND_STOP = re.compile(r"(?<=[A-Z])\.\.(?!\.)")
_LOOKED_AT = 5  # times what is shown: what cannot be seen may stand between
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and signs that show nothing
_MOST_MARKS = 2  # on one letter: Vietnamese has two; more run over the lines above


def in_one_line(text: str, most: int = LONGEST) -> str:
    """At most `most` characters of a text, without line breaks, control, invisible and direction characters."""
    begins = text[: most * _LOOKED_AT]
    seen: list[str] = []
    marks = 0
    for character in begins:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= _MOST_MARKS:
            seen.append(character if character.isprintable() and character not in _BLANK else " ")
    line = " ".join("".join(seen).split())
    if len(line) <= most and begins == text:
        return line
    return line[: most - 1].rstrip() + "…"


def quoted(text: object) -> str:
    """What was typed, in quotation marks."""
    return f"“{in_one_line(str(text))}”"


def as_sentence(text: str) -> str:
    """A text that begins with a capital letter and ends with one full stop."""
    return with_single_stops(f"{text[:1].upper()}{text[1:]}")


def with_single_stops(text: str) -> str:
    """A text in which a name that ends with a full stop, such as Karelia S.S.R., ends a sentence without another."""
    return _SECOND_STOP.sub(".", text) if ".." in text else text
