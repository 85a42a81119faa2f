"""Ships on the move: what stops them, and what submarines may pass."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("CMV-32", setups="every + 1940")
def test_a_submarine_that_ends_in_a_hostile_zone_fights_there() -> None:
    table = position("germany", "combat_move", {"sz5": "germany: 1 submarine", "sz6": "united_kingdom: 1 battleship"})
    table.move("1 submarine: sz5 > sz6")
    table.refuses({"type": "engage", "space": "sz6", "attack": False}, "CMV-16")
    table.end_phase()
    assert table.pending == [("sz6", "sea")]


@pytest.mark.rule("CMV-11", setups="every + 1940")
def test_warships_may_cover_an_assault_from_an_empty_zone() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 transport, 1 battleship"},
        cargo={"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]},
    )
    table.move("1 battleship, 1 transport: sz5 > sz6")
    sentence = table.refuses({"type": "end_phase"}, "CMV-01")
    assert "nothing to fight and no assault to cover" in sentence
    table.move("1 infantry: sz6 > united_kingdom").end_phase()
    assert table.owner("united_kingdom") == "germany"


@pytest.mark.rule("CMV-11", setups="every + 1940")
def test_a_warship_without_an_assault_to_cover_stays_at_home() -> None:
    table = position("germany", "combat_move", {"sz5": "germany: 1 battleship"})
    table.refuses_move("1 battleship: sz5 > sz6", "CMV-01")
