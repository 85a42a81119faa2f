"""The rule book: every rule in one sentence, with its value in each setup, to be looked up, searched and compared.

`data/rulebook/contents.toml` lists the chapters, each a file whose rows stand in reading order. A `heading` holds from
its row to the next one. A row gives a value to a setup or to a group of setups; a setup without a value does not know
the rule. `postponed` says what of the rule the bot does not do yet.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property
from itertools import islice, takewhile
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from pydantic import StringConstraints, ValidationError, model_validator

from engine.errors import InvalidData
from engine.facts.board import DataModel
from engine.facts.data_files import DATA
from engine.quoting import in_one_line

LONGEST_SEARCH = 100
"""Characters of a text that are looked for."""

NOT_THERE = "—"  # what `compare` gives for a setup that does not know the rule

_CONTENTS = "contents.toml"
_RULE_ID = re.compile(r"([A-Za-z]{3})[-\s]?0{0,3}([0-9]{1,4})")
_SMALL_WORDS = {"a", "an", "and", "are", "at", "can", "do", "for", "i", "in", "is", "my", "of", "on", "the", "to"}
_ENDINGS = (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ed", ""), ("e", ""))

_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
_Model = TypeVar("_Model", bound=DataModel)
_Rank = tuple[int, int, int]


class UnknownRule(LookupError):
    """No rule has this id; `nearest` holds the ids that look like it."""

    def __init__(self, rule_id: str, nearest: tuple[str, ...]) -> None:
        hint = f" The nearest are {', '.join(nearest)}." if nearest else ""
        super().__init__(f"The rule book has no rule {in_one_line(rule_id)}.{hint}")
        self.nearest = nearest


@dataclass(frozen=True)
class Rule:
    """One rule. `values` gives each setup that knows the rule its value in words, "yes" or "no" where that is all."""

    id: str
    chapter: str
    heading: str
    title: str
    sentence: str
    values: Mapping[str, str] = field(hash=False)
    words: str = ""
    postponed: str = ""

    def applies_to(self, setup: str) -> bool:
        """Whether this setup knows the rule."""
        return setup in self.values

    @cached_property
    def _title_words(self) -> frozenset[str]:
        return _words_of(self.title)

    @cached_property
    def _sentence_words(self) -> frozenset[str]:
        return self._title_words | _words_of(f"{self.sentence} {self.words}")

    @cached_property
    def _value_words(self) -> Mapping[str, frozenset[str]]:
        return {setup: _words_of(value) for setup, value in self.values.items()}

    @cached_property
    def all_words(self) -> frozenset[str]:
        """What the rule can be found by, with its values of all setups."""
        return self._sentence_words.union(*self._value_words.values())

    def _rank(self, name: str, beginning: str, words: Sequence[frozenset[str]], setups: Iterable[str]) -> _Rank | None:
        """How well the rule fits what is searched: the lower, the better; None: not at all.

        name: the id that was typed, if it is one, and beginning: how it begins, if it is long enough to say so. Each
        word is given as all words of the book that are as good.
        """
        if self.id == name:
            return (0, 0, 0)
        if beginning and self.id.startswith(beginning):
            return (1, 0, 0)
        everything = self._sentence_words.union(*(self._value_words[setup] for setup in setups if setup in self.values))
        in_title, in_sentence, anywhere = (
            sum(not alike.isdisjoint(place) for alike in words)
            for place in (self._title_words, self._sentence_words, everything)
        )
        if not anywhere:
            return None
        for rank, found in enumerate((in_title, in_sentence, anywhere), 2):
            if found == len(words):
                return (rank, -in_title, len(self._title_words))
        return (5, -anywhere, -in_title)


@dataclass(frozen=True)
class RuleBook:
    """All rules by id, in reading order; `setups` gives each setup's id its name for players."""

    setups: Mapping[str, str]
    rules: Mapping[str, Rule]

    def rule(self, rule_id: str) -> Rule:
        """The rule with this id, also written "cmv 23" or "CMV23"; raises UnknownRule."""
        wanted = _canonical(rule_id)
        if wanted not in self.rules:
            raise UnknownRule(rule_id, tuple(get_close_matches(wanted[:LONGEST_SEARCH], self.rules, n=3)))
        return self.rules[wanted]

    def applying(self, setup: str) -> tuple[Rule, ...]:
        """The rules that this setup knows; raises LookupError for a setup that the book does not know."""
        if setup not in self.setups:
            raise LookupError(f"The rule book has no setup {setup}, only {', '.join(self.setups)}.")
        return tuple(rule for rule in self.rules.values() if rule.applies_to(setup))

    def search(self, text: str, setup: str | None = None, limit: int = 10) -> tuple[Rule, ...]:
        """At most `limit` rules, best first: by id, all words in the title, all words in the text, some of the words.

        With a setup only its own rules and values are searched.
        """
        text = text[:LONGEST_SEARCH].strip()
        candidates = tuple(self.rules.values()) if setup is None else self.applying(setup)
        setups = tuple(self.setups) if setup is None else (setup,)
        words = [self._alike(word) for word in _words_of(text)]
        name, beginning = _canonical(text), text.upper() if len(text) > 2 else ""
        ranks = ((rule._rank(name, beginning, words, setups), rule) for rule in candidates)
        found = sorted(((rank, rule) for rank, rule in ranks if rank is not None), key=lambda entry: entry[0])
        return tuple(rule for _, rule in found[:limit])

    @cached_property
    def _vocabulary(self) -> Sequence[str]:
        """All words of the book in alphabetical order."""
        return sorted(frozenset().union(*(rule.all_words for rule in self.rules.values())))

    def _alike(self, word: str) -> frozenset[str]:
        """The word and, if it has at least three letters, the longer ones of the book that begin with it."""
        if len(word) < 3:
            return frozenset((word,))
        following = islice(self._vocabulary, bisect_left(self._vocabulary, word), None)
        return frozenset((word, *takewhile(lambda other: other.startswith(word), following)))

    def compare(self, rule_id: str) -> dict[str, str]:
        """The name of each setup, in order, with the rule's value there, NOT_THERE where it does not know the rule."""
        values = self.rule(rule_id).values
        return {name: values.get(setup, NOT_THERE) for setup, name in self.setups.items()}


@cache
def load_rulebook(folder: Path = DATA / "rulebook") -> RuleBook:
    """The rule book in this folder; raises InvalidData with the file and the row where something is wrong."""
    contents = _checked(_Contents, _read(folder / _CONTENTS), _CONTENTS)
    strangers = {path.stem for path in folder.glob("*.toml")} - {*contents.chapters, Path(_CONTENTS).stem}
    if strangers:
        raise InvalidData(f"{_CONTENTS} chapters: {', '.join(sorted(strangers))} is missing")
    rules = (rule for chapter in contents.chapters for rule in _chapter(folder / f"{chapter}.toml", contents))
    return RuleBook(contents.setups, {rule.id: rule for rule in rules})


class _Row(DataModel):
    title: _Text
    rule: _Text
    heading: _Text = ""
    words: _Text = ""
    postponed: _Text = ""


class _Contents(DataModel):
    """The chapters in reading order, the setups with their names, and the groups of setups from wide to narrow."""

    chapters: tuple[_Text, ...]
    setups: dict[str, _Text]
    groups: dict[str, tuple[str, ...]]

    @model_validator(mode="after")
    def _names_are_clear(self) -> Self:
        for group, members in self.groups.items():
            strangers = set(members) - set(self.setups)
            if strangers:
                raise ValueError(f"the group {group} names no setup with {', '.join(sorted(strangers))}")
        names = [*self.setups, *self.groups, *_Row.model_fields]
        if len(set(names)) < len(names):
            raise ValueError("a setup, a group and a key of a row must not have the same name")
        return self

    def values(self, row: Mapping[str, Any], place: str) -> dict[str, str]:
        """The value of each setup that has one: its own before that of a narrow group before that of a wide one."""
        found: dict[str, str] = {}
        for group, members in self.groups.items():
            if group in row:
                found |= dict.fromkeys(members, _value(row[group], f"{place} {group}"))
        found |= {setup: _value(row[setup], f"{place} {setup}") for setup in self.setups if setup in row}
        if not found:
            raise InvalidData(f"{place}: no setup has a value")
        return {setup: found[setup] for setup in self.setups if setup in found}


def _chapter(path: Path, contents: _Contents) -> Iterator[Rule]:
    rows = _read(path)
    chapter = rows.pop("chapter", None)
    if not isinstance(chapter, str) or not chapter.strip():
        raise InvalidData(f"{path.name}: the name of the chapter is missing")
    heading = ""
    for rule_id, raw in rows.items():
        place = f"{path.name} [{rule_id}]"
        prefix = f"{path.stem.upper()}-"
        if not rule_id.startswith(prefix) or rule_id != _canonical(rule_id):
            raise InvalidData(f"{place}: the rules of this file are called like {prefix}01")
        if not isinstance(raw, dict):
            raise InvalidData(f"{place}: not a table")
        row = _checked(_Row, {key: raw[key] for key in raw if key not in {*contents.setups, *contents.groups}}, place)
        heading = row.heading or heading
        values = contents.values(raw, place)
        yield Rule(rule_id, chapter, heading, row.title, row.rule, values, row.words, row.postponed)


def _value(raw: object, place: str) -> str:
    if isinstance(raw, bool):
        return "yes" if raw else "no"
    if not isinstance(raw, str) or not raw.strip():
        raise InvalidData(f"{place}: the value must be true, false or a text")
    return raw


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidData(f"{path.name}: {error}") from error


def _checked(model: type[_Model], raw: Mapping[str, Any], place: str) -> _Model:
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InvalidData(f"{place} {where}: {first['msg']}") from error


def _canonical(text: str) -> str:
    """ "cmv 7" as "CMV-07"; any other text as it is."""
    match = _RULE_ID.fullmatch(text.strip())
    return f"{match[1].upper()}-{int(match[2]):02}" if match else text


def _words_of(text: str) -> frozenset[str]:
    """The stems of the words that matter in a search, in lower case."""
    words = re.findall(r"\w+", text.lower())
    return frozenset(_stem(word) for word in words if word not in _SMALL_WORDS)


def _stem(word: str) -> str:
    """The word without the endings of plurals and verbs: "scrambling" and "scrambles" are both "scrambl"."""
    if len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending) + instead
    return word
