"""An answer to press, and what all such answers have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.table.questions import Choice
from gamemaster.story.phrases import joined_within

MOST_OFFERS = 20
LABEL = 80
DESCRIPTION = 100
DEFAULT_MARK = " (default)"


@dataclass(frozen=True)
class Offer:
    """An answer to press: `label` of at most 80 characters, `description` of at most 100, `choice` for `decide`."""

    label: str
    description: str
    choice: Choice | str


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
