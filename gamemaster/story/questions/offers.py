"""An answer to press, and what all such answers have in common."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from engine.table.questions import Choice
from gamemaster.story.phrases import joined_within

MOST_OFFERS = 20
LABEL = 80
DESCRIPTION = 100
DEFAULT_MARK = " (default)"
KEY_LENGTH = 8


@dataclass(frozen=True)
class Offer:
    """An answer to press: `label` of at most 80 characters, `description` of at most 100, `choice` for `decide`."""

    label: str
    description: str
    choice: Choice | str

    @property
    def key(self) -> str:
        """Tells the answer from every other, also from one in its place on a later card of the same question."""
        return sha256(json.dumps([self.label, self.description, self.choice]).encode()).hexdigest()[:KEY_LENGTH]


Card = tuple[str, tuple[Offer, ...]]
"""A question in full, and answers to press."""


def default_first(offers: Sequence[Offer], default: Choice) -> tuple[Offer, ...]:
    """At most 20 of the offers; the one with the default's choice goes first, marked, and answers "default"."""
    usual = next(offer for offer in offers if offer.choice == default)
    marked = replace(usual, label=usual.label + DEFAULT_MARK, choice="default")
    return (marked, *(offer for offer in offers if offer is not usual))[:MOST_OFFERS]


def label_of(parts: Sequence[str]) -> str:
    """The parts of an answer as a label, as many as fit with the mark of the default."""
    return joined_within(parts, LABEL - len(DEFAULT_MARK))


def described(text: str) -> str:
    """The text if it fits under a label, else its parts up to the last comma that fits."""
    return joined_within(text.split(", "), DESCRIPTION)
