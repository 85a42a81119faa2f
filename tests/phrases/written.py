"""The sentences that stand in the code: every string with at least two words, and where it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("bot.py", "settings.py", "cogs", "gamemaster", "computer", "engine", "maps", "store", "local")
TWO_WORDS = re.compile(r"[a-z]{2}[^a-zA-Z]* [^A-Z]*[A-Za-z]{2}")
FOR_MACHINES = re.compile(
    r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|WITH|LOCK|BEGIN|SET|VACUUM|FROM|JOIN|WHERE|ORDER BY)\b"
    r"|.*(\\[bdsw]|\(\?[:P=!])",
    re.DOTALL,
)
"""Statements for the database and patterns that look for something."""


@dataclass(frozen=True)
class Sentence:
    """A string of the code. `parts` are what stands between the values that are put in."""

    place: str
    line: int
    text: str
    parts: tuple[str, ...]

    @property
    def longest(self) -> str:
        """The longest of its parts, by which a text that may have it is found."""
        return max((" ".join(part.split()) for part in self.parts), key=len).lower()

    @property
    def pattern(self) -> re.Pattern[str]:
        """What a text with this sentence looks like."""
        words = (r"\s+".join(re.escape(word) for word in re.split(r"\s+", part)) for part in self.parts)
        return re.compile(".*?".join(words), re.IGNORECASE)


def written_sentences() -> list[Sentence]:
    """All of the product, by file and line."""
    found = []
    for name in PRODUCT:
        files = sorted((ROOT / name).rglob("*.py")) if (ROOT / name).is_dir() else [ROOT / name]
        for file in files:
            found += sentences_of(str(file.relative_to(ROOT)), file.read_text(encoding="utf-8"))
    return found


def sentences_of(place: str, code: str) -> list[Sentence]:
    """Those of one module, without its docstrings."""
    read = (_sentence(place, node) for node in _strings(ast.parse(code)))
    return [each for each in read if _is_for_people(each)]


def _strings(node: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """All strings under a node; what is within an f-string belongs to it, unless it is a sentence of its own."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.JoinedStr):
            yield child
            for value in child.values:
                if isinstance(value, ast.FormattedValue):
                    yield from _strings(value)
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child
        else:
            yield from _strings(child)


def _sentence(place: str, node: ast.Constant | ast.JoinedStr) -> Sentence:
    values = node.values if isinstance(node, ast.JoinedStr) else [node]
    text, parts = "", [""]
    for value in values:
        if isinstance(value, ast.FormattedValue):
            text += f"{{{ast.unparse(value.value)}}}"
            parts.append("")
        elif isinstance(value, ast.Constant):
            text += str(value.value)
            parts[-1] += str(value.value)
    return Sentence(place, node.lineno, text, tuple(parts))


def _is_for_people(sentence: Sentence) -> bool:
    return bool(TWO_WORDS.search("".join(sentence.parts))) and not FOR_MACHINES.match(sentence.text)
