"""Moves that bring down what is still in the air."""

from __future__ import annotations

import pytest

from engine.ask import is_legal
from gamemaster.narration import landing_moves, unlanded_piece
from tests.engine.rules.aa1941.test_ncm_landing import fighter_out_of_fuel_over_sz40
from tests.engine.rules.revised.test_cmv_carriers import promised
from tests.engine.table import Table, position


def offered(table: Table) -> list[tuple[str, str, str, bool]]:
    """Unit, start, end, and whether it is a carrier that comes, of each move; all of them can be made."""
    moves = landing_moves(table.state)
    assert all(is_legal(table.state, move.order(table.state)) for move in moves)
    return [(move.unit, move.start, move.end, move.is_carrier) for move in moves]


@pytest.mark.rule("NCM-20")
def test_an_aircraft_is_landed_in_the_nearest_places() -> None:
    table = position("japan", "noncombat_move", {"sz40": "japan: 1 fighter"})
    assert offered(table)[0] == ("fighter", "sz40", "caroline_islands", False)


@pytest.mark.rule("NCM-19")
def test_a_carrier_comes_for_a_fighter_that_cannot_fly_on() -> None:
    table = fighter_out_of_fuel_over_sz40(sz45="japan: 1 aircraft_carrier", sz37="japan: 1 aircraft_carrier")
    assert offered(table) == [
        ("aircraft_carrier", "sz37", "sz40", True),
        ("aircraft_carrier", "sz45", "sz40", True),
    ]


@pytest.mark.rule("CMV-46", setup="revised")
def test_a_promised_carrier_comes_though_the_fighter_has_landed() -> None:
    table = promised().battle("sz56", dice="1 6").move("1 fighter: sz56 > midway")
    sentence = "You promised the carrier in sea zone 53 to sea zone 56, so it must go there."
    assert table.refuses({"type": "end_phase"}, "CMV-46") == sentence
    assert unlanded_piece(table.state) is None
    assert offered(table) == [("aircraft_carrier", "sz53", "sz56", True)]


def test_nothing_is_offered_where_nothing_flies() -> None:
    assert offered(position("japan", "noncombat_move", {"japan": "japan: 1 fighter"})) == []
