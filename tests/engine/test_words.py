"""Sentences are made in one place: numbers, articles, possessives and their ends."""

from __future__ import annotations

import pytest

from engine import load_setup
from engine.errors import IllegalAction
from engine.quoting import with_single_stops
from engine.state.words import ipcs, number, whose, with_article
from tests.engine.slips import slips


def test_one_of_a_thing_is_no_plural() -> None:
    assert (ipcs(1), ipcs(12), number(1, "space"), number(2, "die", "dice")) == (
        "1 IPC",
        "12 IPCs",
        "1 space",
        "2 dice",
    )


def test_articles_go_by_the_name() -> None:
    assert [with_article(name) for name in ("tank", "aircraft carrier", "industrial complex", "unit")] == [
        *("a tank", "an aircraft carrier", "an industrial complex", "a unit")
    ]


def test_a_plural_name_has_no_second_s() -> None:
    assert (whose("United States"), whose("Japan")) == ("United States'", "Japan's")


def test_a_sentence_that_ends_with_a_name_with_a_full_stop_has_only_one() -> None:
    assert IllegalAction("CMV-01", "Nothing is to be fought in Karelia S.S.R..").message.endswith("Karelia S.S.R.")
    assert with_single_stops("Still there: 1 tank in Ukraine S.S.R.. And so on ...") == (
        "Still there: 1 tank in Ukraine S.S.R. And so on ..."
    )


@pytest.mark.parametrize(
    "text",
    [
        *(
            "You have 1 IPCs.",
            "It has 1 spaces left.",
            "There are 1 tank.",
            "Place a aircraft carrier.",
            "It is an tank.",
        ),
        *("It is United States's turn.", "Nothing is in Karelia S.S.R..", "There is no  room.", "None can move."),
    ],
)
def test_a_slip_is_found(text: str) -> None:
    assert slips(text)


@pytest.mark.parametrize(
    "text",
    ["Sea zone 1 is hostile.", "You have 1 IPC.", "“1 tanks  ..” is not understood.", "An hour ago, 1 was there."],
)
def test_what_is_written_well_has_no_slip(text: str) -> None:
    assert not slips(text)


def test_powers_have_their_article_inside_a_sentence() -> None:
    power = load_setup("pacific_1940").power
    names = ("soviet_union", "japan", "united_kingdom", "united_states", "dutch", "anzac")
    called = ["the Soviet Union", "Japan", "the United Kingdom", "the United States", "the Dutch", "ANZAC"]
    assert [power[name].called for name in names] == called
