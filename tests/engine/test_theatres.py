"""The boards on which shared examples are played under other names."""

from __future__ import annotations

import pytest

from engine import load_setup
from tests.engine import table
from tests.engine.table import position
from tests.engine.theatres import THEATRES, USUAL_SETUP, Theatre

ALL = [pytest.param(theatre, id=name) for theatres in THEATRES.values() for name, theatre in theatres.items()]


@pytest.mark.parametrize("theatre", ALL)
def test_what_stands_for_a_space_is_of_its_kind_and_what_touches_still_does(theatre: Theatre) -> None:
    here, there = load_setup(USUAL_SETUP).board, load_setup(theatre.setup).board
    for name, stands_for_it in theatre.spaces.items():
        assert stands_for_it in there.neighbours
        assert there.is_sea(stands_for_it) == name.startswith("sz")
    sails = [("sz5", "sz6"), ("sz8", "sz9"), ("sz9", "sz10"), ("sz9", "sz13"), ("sz13", "sz14"), ("sz44", "sz45")]
    coasts = [("united_kingdom", "sz8"), ("western_europe", "sz7"), ("ukraine", "caucasus")]
    for one, other in [*sails, *coasts, ("caucasus", "russia")]:
        assert here.are_adjacent(one, other)
        if {one, other} <= theatre.spaces.keys():
            assert there.are_adjacent(theatre.spaces[one], theatre.spaces[other])


def test_orders_answers_and_sentences_are_in_the_names_of_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "usual_setup", "pacific_1940")
    monkeypatch.setattr(table, "theatre", THEATRES["pacific_1940"]["north pacific"])
    spaces = {"germany": "germany: 1 bomber", "sz5": "germany: 1 destroyer", "sz6": "united_kingdom: 1 destroyer"}
    found = position("germany", "noncombat_move", spaces)
    assert found.refuses_move("1 destroyer: sz5 > sz6", "NCM-23").startswith("Sea zone 6 is hostile")
    assert (found.power, found.at("germany")) == ("germany", {"germany": {"bomber": 1}})
    assert sorted(found.board["units"]) == ["germany", "sz5", "sz6"]
    assert found.state.power == "japan"
    assert {piece.unit for piece in found.state.at("aleutian_islands")} == {"strategic_bomber"}


def test_a_name_that_both_boards_know_needs_a_meaning() -> None:
    theatre = THEATRES["pacific_1940"]["america"]
    with pytest.raises(LookupError):
        theatre.there({"space": "alaska"})
    assert theatre.there({"space": "atlantis"}) == {"space": "atlantis"}
