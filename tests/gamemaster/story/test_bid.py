"""What is told, offered and typed where a side is given a bid (OPT-10, ASY-47)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import GameState, IllegalAction, ScriptedDice, apply, new_game
from gamemaster.narration.history.log import event_line
from gamemaster.narration.questions import may_be_typed, read_choice, request_card, request_text


def given(bid: str, setup: str = "aa1941", **options: str) -> GameState:
    """A new game in which a side is given something."""
    return new_game(setup, {"bid": bid, **options})


def read(state: GameState, text: str) -> Any:
    """The choice that a typed answer means."""
    return read_choice(state, state.requests[0], text)


def test_the_side_is_told_how_much_and_what_it_may_do() -> None:
    state = given("allies 9")
    (request,) = state.requests
    line = "The Soviet Union places a bid of 9 IPCs for the Soviet Union, the United Kingdom and the United States."
    assert request_text(state, request) == line
    text, offers = request_card(state, request, "soviet_union")
    assert "at most 1 unit in each space" in text
    assert [offer.label for offer in offers] == [
        "9 IPCs for Soviet Union (default)",
        "9 IPCs for United Kingdom",
        "9 IPCs for United States",
    ]
    assert may_be_typed(request)
    example = text.rpartition("“")[2].partition("”")[0]
    order = {"type": "decide", "kind": "bid", "choice": read(state, example)}
    apply(state, order, ScriptedDice(()))
    text, _ = request_card(any_number := given("axis 9", bid_units="any"), any_number.requests[0], "germany")
    assert "any number in a space" in text


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        ("1 inf in karelia", {"units": {"soviet_union": {"karelia": {"infantry": 1}}}}),
        (
            "1 infantry, 1 tank in the Caucasus; 3 IPCs for the United States",
            {"units": {"soviet_union": {"caucasus": {"infantry": 1, "tank": 1}}}, "ipcs": {"united_states": 3}},
        ),
        ("2 ipcs", {"ipcs": {"soviet_union": 2}}),
        ("1 destroyer in sz2 for the United Kingdom", {"units": {"united_kingdom": {"sz2": {"destroyer": 1}}}}),
        ("none", {"ipcs": {"soviet_union": 9}}),
    ],
)
def test_an_answer_is_typed_as_units_are(typed: str, choice: dict[str, object]) -> None:
    assert read(given("allies 9"), typed) == choice


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("1 infantry", "Say where to place 1 infantry, such as “1 infantry in Archangel for the Soviet Union"),
        ("1 infantry in Atlantis", "Atlantis"),
        ("1 dragon in Karelia", "dragon"),
        ("5 IPCs for Atlantis", "Atlantis"),
        ("x" * 6000, "Split it into several orders"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_would_do(typed: str, told: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        read(given("allies 9"), typed)
    assert told in refused.value.message
    assert len(refused.value.message) < 400


def test_whose_unit_it_is_must_be_said_where_several_powers_stand_and_which_treasury_where_there_are_two() -> None:
    state = given("allies 9", "global_1940")
    with pytest.raises(
        IllegalAction, match="Say whose to place, such as “in the United Kingdom for the United Kingdom”"
    ):
        read(state, "1 infantry in London")
    with pytest.raises(IllegalAction, match="Say which treasury you mean: UK Europe or UK Pacific"):
        read(state, "9 IPCs for the United Kingdom")
    assert read(state, "9 IPCs for UK Pacific")["ipcs"] == {"united_kingdom/pacific": 9}


def test_the_table_is_told_what_became_of_it() -> None:
    state = given("allies 15", "global_1940")
    order = {
        "type": "decide",
        "kind": "bid",
        "choice": read(state, "1 infantry in Egypt for the UK, 5 IPCs for UK Pacific"),
    }
    outcome = apply(state, order, ScriptedDice(()))
    lines = [line for event in outcome.events if (line := event_line(state, event))]
    assert lines == [
        "Bid: the United Kingdom adds 1 infantry in Egypt.",
        "Bid: UK Pacific gets 5 IPCs and the Soviet Union gets 7 IPCs.",
    ]
