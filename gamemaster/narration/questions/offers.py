"""An answer to press, and what all such answers have in common."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice

from engine.state.questions import JsonChoice, Word
from engine.state.words import first_upper
from gamemaster.narration.phrases import joined_within

MOST_OFFERS = 70
"""Two on buttons, the others in up to three menus."""
MOST_TRIED = 300
LABEL = 80
DESCRIPTION = 100
DEFAULT_MARK = " (default)"
FORMERLY = "None"
"""How answers that decline were called until 0.2.13, on cards that may still be pressed."""
KEY_LENGTH = 8


@dataclass(frozen=True)
class Offer:
    """An answer to press: `label` of at most 80 characters, `description` of at most 100, `choice` for `decide`.

    is_cut: the label has no room for all of the choice.
    """

    label: str
    description: str
    choice: JsonChoice | Word
    is_cut: bool = False

    @property
    def key(self) -> str:
        """Tells the answer from every other, also from one in its place on a later card of the same question."""
        return self._key_as(self.label)

    def is_meant(self, key: str) -> bool:
        """Whether a button or a line of a menu stands for this answer."""
        former = FORMERLY + (DEFAULT_MARK if self.label.endswith(DEFAULT_MARK) else "")
        return key in (self.key, self._key_as(former))

    def _key_as(self, label: str) -> str:
        return sha256(json.dumps([label, self.description, self.choice]).encode()).hexdigest()[:KEY_LENGTH]


Card = tuple[str, tuple[Offer, ...]]
"""A question in full, and answers to press."""


def default_first(offers: Iterable[Offer], default: JsonChoice | Word) -> tuple[Offer, ...]:
    """At most 70 of the offers; the one with the default's choice goes first, marked, and answers "default".

    Others whose label is cut, or says the same as one before, cannot be told apart, and are left to be typed.
    """
    offers = tuple(offers)
    usual = next(offer for offer in offers if offer.choice == default)
    marked = replace(usual, label=usual.label + DEFAULT_MARK, choice="default")
    told = {offer.label: offer for offer in reversed(offers) if offer is not usual and not offer.is_cut}
    return (marked, *reversed(told.values()))[:MOST_OFFERS]


def usual_and_others(usual: Offer, others: Iterable[Offer]) -> tuple[tuple[Offer, ...], bool]:
    """The default's answer and as many others as a card holds; and whether more answers are possible than these."""
    tried = [usual, *(offer for offer in islice(others, MOST_TRIED) if offer.choice != usual.choice)]
    offers = default_first(tried, usual.choice)
    return offers, len(offers) < len(tried)


def offer_of(
    ways: Iterable[Sequence[str]], description: str, choice: JsonChoice | Word, separator: str = ", "
) -> Offer:
    """An answer labelled by the first way of telling its parts that fits, also with the mark of the default.

    Where none does, the label has as many parts of the last way as fit.
    """
    room = LABEL - len(DEFAULT_MARK)
    parts: Sequence[str] = ()
    for parts in ways:
        if len(whole := separator.join(parts)) <= room:
            return Offer(first_upper(whole), description, choice)
    return Offer(first_upper(joined_within(parts, room, separator)), description, choice, is_cut=True)


def described(text: str) -> str:
    """The text if it fits under a label, else its parts up to the last comma that fits."""
    return joined_within(text.split(", "), DESCRIPTION)
