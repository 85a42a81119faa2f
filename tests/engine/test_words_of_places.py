"""How spaces are called inside sentences, at the start of them, and in lists."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.facts.edition import load_setup, setup_names
from engine.game import new_game
from engine.state.names import find_space
from engine.state.words import label, place, place_and, route


def test_a_territory_has_its_article_inside_a_sentence_alone() -> None:
    state = new_game("revised")
    assert place(state, "united_kingdom") == "the United Kingdom"
    assert label(state, "united_kingdom") == "United Kingdom"
    assert place(state, "germany") == label(state, "germany") == "Germany"
    assert place(state, "sz5") == label(state, "sz5") == "sea zone 5"
    assert route(state, ["caucasus", "russia", "caucasus"]) == "Caucasus to Russia to the Caucasus"


def test_several_islands_are_and_hold() -> None:
    state = new_game("global_1940")
    assert place_and("is", state, "caroline_islands") == "the Caroline Islands are"
    assert place_and("holds", state, "new_hebrides") == "the New Hebrides hold"
    assert place_and("goes", state, "philippines") == "the Philippines go"
    assert place_and("is", state, "caucasus") == "the Caucasus is"
    assert place_and("belongs", state, "sz5") == "sea zone 5 belongs"


@pytest.mark.parametrize("setup", setup_names())
def test_islands_are_several_in_every_edition(setup: str) -> None:
    territories = load_setup(setup).board.territories
    assert [each.name for each in territories if each.name.endswith(" Islands") and not each.plural] == []


@pytest.mark.parametrize("setup", setup_names())
def test_names_that_take_an_article_have_one_in_every_edition(setup: str) -> None:
    territories = load_setup(setup).board.territories
    lost = [each.name for each in territories if each.name.endswith((" Islands", " States", "Kingdom"))]
    assert [name for name in lost if not next(t.article for t in territories if t.name == name)] == []


@pytest.mark.parametrize("typed", ["the United Kingdom", "The UK", "united kingdom"])
def test_a_name_may_be_typed_with_its_article(typed: str) -> None:
    assert find_space(load_setup("aa1941"), typed) == "united_kingdom"


def test_a_refusal_begins_with_a_capital_letter() -> None:
    assert IllegalAction("space", "the Caucasus is hostile.").message == "The Caucasus is hostile."
