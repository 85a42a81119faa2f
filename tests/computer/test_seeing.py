"""A seat sees neither the open orders of others nor what they answered under seal."""

from __future__ import annotations

from dataclasses import replace

from computer.seeing import seen_by
from engine.state.questions import Request
from tests.engine.table import position


def test_orders_of_an_open_phase_are_seen_by_whoever_gave_them_alone() -> None:
    table = position("germany", "combat_move", {"eastern_europe": "germany: 3 infantry"}, setup="revised")
    before = table.state
    moved = table.move("2 infantry: eastern_europe > karelia_ssr").state
    assert seen_by(moved, "germany") == moved
    assert seen_by(moved, "soviet_union").pieces == before.pieces


def asked(kind: str) -> Request:
    """A question to two powers, of whom one has answered."""
    answers: dict[str, dict[str, object]] = {"japan": {"scramble": {}}}
    return Request("1", kind, "germany", ("germany", "japan"), "sz5", {}, {}, answers)


def test_answers_under_seal_are_seen_by_their_owner_alone() -> None:
    table = position("soviet_union", "conduct_combat", {"germany": "germany: 1 infantry"}, setup="revised")
    sealed = replace(table.state, requests=(asked("reaction"),))
    assert seen_by(sealed, "germany").requests[0].answers == {}
    assert seen_by(sealed, "japan").requests[0].answers.keys() == {"japan"}
    shared = replace(table.state, requests=(asked("casualties"),))
    assert seen_by(shared, "germany").requests[0].answers.keys() == {"japan"}
