"""The file to be read: what was heard, by where it comes from, and what stands in the code and was not heard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from tests.phrases.heard import Heard
from tests.phrases.written import Sentence


def listing(heard: Heard, written: Sequence[Sentence]) -> str:
    """All of it, as Markdown."""
    silent = unheard(heard, written)
    count = sum(map(len, heard.lines.values()))
    parts = [
        f"# What the bot says\n\n{count} texts heard; {len(written)} in the code, {len(silent)} of them not heard."
    ]
    parts += [_section(group, sorted(lines.values())) for group, lines in sorted(heard.lines.items())]
    parts.append("# In the code, not heard")
    for place, sentences in groupby(silent, lambda sentence: sentence.place):
        parts.append(_section(place, [f"{each.line}: {' '.join(each.text.split())}" for each in sentences]))
    return "\n\n".join(parts) + "\n"


def unheard(heard: Heard, written: Iterable[Sentence]) -> list[Sentence]:
    """The sentences that no text shows."""
    lines = [(line, line.lower()) for texts in heard.lines.values() for line in texts.values()]
    everything = "\n".join(lower for _, lower in lines)
    return [each for each in written if each.longest not in everything or not _is_in(each, lines)]


def _is_in(sentence: Sentence, lines: Iterable[tuple[str, str]]) -> bool:
    """Whether one of the lines has it; a sentence of several lines is known by the longest part of it."""
    if "\n" in sentence.text:
        return True
    longest, pattern = sentence.longest, sentence.pattern
    return any(longest in lower and pattern.search(line) for line, lower in lines)


def _section(title: str, lines: Iterable[str]) -> str:
    return "\n".join([f"## {title}", "", *(f"- {line}" for line in lines)])
