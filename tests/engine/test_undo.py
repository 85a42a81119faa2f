"""Taking back orders."""

from __future__ import annotations

import pytest

from engine import state_to_json
from tests.engine.table import Table, position

UNDO = {"type": "undo"}


def front() -> Table:
    """Germany beside an empty Ukraine, with ships in the Baltic."""
    return position(
        "germany",
        "combat_move",
        {
            "germany": "germany: 3 infantry, 2 tank, 1 fighter",
            "eastern_europe": "germany: 2 infantry, 2 tank",
            "sz5": "germany: 1 transport, 1 battleship",
            "west_russia": "soviet_union: 2 infantry",
        },
        owners=dict.fromkeys(("ukraine", "west_russia", "karelia"), "soviet_union"),
    )


def test_undo_gives_back_the_position_before_a_move_byte_for_byte() -> None:
    table = front()
    before = state_to_json(table.state)
    table.move("2 infantry, 1 tank: eastern_europe > west_russia").do(UNDO)
    assert state_to_json(table.state) == before


def test_undo_gives_back_what_a_blitz_took() -> None:
    table = front()
    before = state_to_json(table.state)
    table.move("1 tank: eastern_europe > ukraine > west_russia")
    assert table.owner("ukraine") == "germany"
    table.do(UNDO)
    assert table.owner("ukraine") == "soviet_union"
    assert state_to_json(table.state) == before


def test_undo_gives_back_money_and_the_order_before_of_a_purchase() -> None:
    table = position("germany", "purchase", {}, ipcs={"germany": 20})
    table.do({"type": "purchase", "units": {"tank": 1}}).do({"type": "purchase", "units": {"infantry": 6}})
    assert table.ipcs("germany") == 2
    table.do(UNDO)
    assert table.ipcs("germany") == 14
    assert table.board["purchased"] == {"germany": {"tank": 1}}
    table.do(UNDO)
    assert table.ipcs("germany") == 20
    assert table.board["purchased"] == {}


def test_undo_takes_cargo_ashore_again() -> None:
    table = front()
    before = state_to_json(table.state)
    table.move("1 tank, 1 infantry: germany > sz5")
    assert table.board["cargo"]
    table.do(UNDO)
    assert state_to_json(table.state) == before


def test_undo_takes_mobilized_units_off_the_board_and_their_numbers_with_them() -> None:
    table = position("germany", "mobilize", {}, purchased={"germany": {"tank": 2}})
    before = state_to_json(table.state)
    table.do({"type": "mobilize", "units": {"tank": 2}, "space": "germany"})
    assert table.at("germany") == {"germany": {"tank": 2}}
    table.do(UNDO)
    assert state_to_json(table.state) == before


def test_orders_are_undone_from_the_last_to_the_first() -> None:
    table = front()
    start = state_to_json(table.state)
    table.move("1 infantry: eastern_europe > west_russia")
    first = state_to_json(table.state)
    table.move("1 tank: eastern_europe > west_russia").do(UNDO)
    assert state_to_json(table.state) == first
    table.do(UNDO)
    assert state_to_json(table.state) == start


def test_an_earlier_order_can_be_undone_where_nothing_depends_on_it() -> None:
    table = front()
    table.move("2 infantry: eastern_europe > west_russia").move("1 tank: eastern_europe > ukraine")
    table.do({"type": "undo", "order": 0})
    assert table.at("eastern_europe") == {"germany": {"infantry": 2, "tank": 1}}
    assert table.at("ukraine") == {"germany": {"tank": 1}}
    assert [entry.order["units"] for entry in table.state.undo] == [{"tank": 1}]


def test_what_is_left_after_undoing_an_earlier_order_is_as_if_it_had_never_been_given() -> None:
    both = front().move("2 infantry: eastern_europe > west_russia").move("1 tank: eastern_europe > ukraine")
    both.do({"type": "undo", "order": 0})
    alone = front().move("1 tank: eastern_europe > ukraine")
    assert state_to_json(both.state) == state_to_json(alone.state)


def test_an_earlier_order_that_a_later_one_needs_cannot_be_undone_alone() -> None:
    table = front().move("1 infantry: germany > sz5").move("1 infantry: sz5 > karelia")
    assert "depends" in table.refuses({"type": "undo", "order": 0}, "phase")


def test_there_is_nothing_to_undo_at_the_start_of_a_phase() -> None:
    assert "no order" in front().refuses(UNDO, "phase")


def test_the_end_of_a_phase_empties_the_stack() -> None:
    table = front().move("2 infantry, 2 tank: eastern_europe > west_russia").end_phase()
    assert table.phase == "conduct_combat"
    assert table.state.undo == ()
    table.refuses(UNDO, "phase")


def test_an_edit_empties_the_stack() -> None:
    table = front().move("1 infantry: eastern_europe > west_russia")
    table.do({"type": "edit", "ipcs": {"japan": 1}}).refuses(UNDO, "phase")


def test_an_order_that_is_not_on_the_stack_is_named() -> None:
    table = front().move("1 infantry: eastern_europe > west_russia")
    assert "you can undo 1 order" in table.refuses({"type": "undo", "order": 1}, "form")
    table.refuses({"type": "undo", "order": -1}, "form")


def test_only_the_power_on_turn_undoes_its_orders() -> None:
    table = front().move("1 infantry: eastern_europe > west_russia")
    table.refuses({"type": "undo", "power": "japan"}, "power")


@pytest.mark.parametrize("order", [None, 0])
def test_what_was_undone_can_be_ordered_again(order: int | None) -> None:
    table = front().move("2 tank: eastern_europe > west_russia")
    after = state_to_json(table.state)
    table.do({"type": "undo", "order": order}).move("2 tank: eastern_europe > west_russia")
    assert state_to_json(table.state) == after


def test_an_undone_order_is_told_to_its_power_alone() -> None:
    table = front().move("2 tank: eastern_europe > west_russia").do(UNDO)
    assert {event.audience for event in table.events} == {"germany"}
