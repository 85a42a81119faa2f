"""Load, ship and land as one order."""

from __future__ import annotations

from typing import Any

import pytest

from engine import GameState, IllegalAction, apply
from gamemaster.orders import shipping
from gamemaster.orders.shipping import MOST_TRANSPORTS, MOST_TRIES, coasts_from, harbours, shipping_orders
from tests.engine.full_boards import board, harbour
from tests.engine.rules.revised.joint_strikes import strike
from tests.engine.table import position

A_VOYAGE = 4
"""Moves of one transport at most: to the coast, aboard, across, ashore."""


@pytest.fixture
def carried_out(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All moves that are tried out."""
    found: list[Any] = []

    def counted(state: GameState, action: Any, dice: Any) -> Any:
        found.append(action)
        return apply(state, action, dice)

    monkeypatch.setattr(shipping, "apply", counted)
    return found


def test_the_leader_of_a_joint_strike_ships_its_units_in_the_transports_of_its_ally() -> None:
    table = strike(
        {
            "united_kingdom": "united_states: 1 infantry, 1 tank",
            "sz6": "united_kingdom: 1 transport",
            "norway": "germany: 1 infantry",
        }
    )
    orders = shipping_orders(table.state, {"infantry": 1, "tank": 1}, "united_kingdom", "norway")
    assert [order["path"] for order in orders] == [["united_kingdom", "sz6"], ["sz6", "norway"]]


def test_of_four_hundred_transports_the_first_takes_the_units(carried_out: list[Any]) -> None:
    orders = shipping_orders(harbour(), {"infantry": 1, "tank": 1}, "japan", "korea")
    assert [order["path"] for order in orders] == [["japan", "sz6"], ["sz6", "korea"]]
    assert len(carried_out) == len(orders)


def test_where_no_voyage_is_legal_only_so_many_are_tried(carried_out: list[Any]) -> None:
    with pytest.raises(IllegalAction, match="Amur belongs to the Soviet Union, with which you are not at war"):
        shipping_orders(harbour(), {"infantry": 1}, "japan", "amur")
    assert len(carried_out) <= MOST_TRIES * A_VOYAGE


def test_who_has_more_ways_than_are_tried_is_told_so(carried_out: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipping, "MOST_TRIES", 3)
    around = ("sz5", "sz6", "sz7", "sz8", "sz16", "sz17", "sz18", "sz19", "sz20")
    state = board({**{zone: {"transport": 1} for zone in around}, "japan": {"infantry": 2}})
    with pytest.raises(IllegalAction, match="I tried the 3 shortest of 9 ways"):
        shipping_orders(state, {"infantry": 1}, "japan", "amur")
    assert len(carried_out) <= 3 * A_VOYAGE


def test_one_order_fills_so_many_transports_and_says_what_they_take(carried_out: list[Any]) -> None:
    assert len(shipping_orders(harbour(), {"infantry": 2 * MOST_TRANSPORTS}, "japan", "korea")) == 2 * MOST_TRANSPORTS
    carried_out.clear()
    with pytest.raises(IllegalAction, match="One order fills at most 20 transports, and those take 40 infantry of"):
        shipping_orders(harbour(), {"infantry": 500}, "japan", "korea")
    assert len(carried_out) <= MOST_TRANSPORTS * A_VOYAGE


def test_the_coasts_that_transports_reach_are_found_once_for_all_that_are_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    paths = shipping._sea_paths

    def counted(state: GameState, zone: str, left: int) -> list[list[str]]:
        asked.append(zone)
        return paths(state, zone, left)

    monkeypatch.setattr(shipping, "_sea_paths", counted)
    assert "korea" in coasts_from(harbour(), "japan")
    assert asked == ["sz6"]


def test_only_coasts_where_units_may_go_ashore_now_are_offered() -> None:
    spaces = {"denmark": "germany: 2 infantry, 1 aaa", "sz114": "germany: 1 transport", "romania": "germany: 2 tank"}
    attacking = position("germany", "combat_move", spaces, setup="global_1940").state
    assert coasts_from(attacking, "denmark") == ("sweden",)  # Norway is friendly, Novgorod belongs to no enemy
    going_home = position("germany", "noncombat_move", spaces, setup="global_1940").state
    assert coasts_from(going_home, "denmark") == ("germany", "norway", "western_germany")


def test_units_are_shipped_from_where_a_transport_comes_by() -> None:
    spaces = {"denmark": "germany: 2 infantry", "sz114": "germany: 1 transport", "romania": "germany: 2 tank"}
    assert harbours(position("germany", "combat_move", spaces, setup="global_1940").state) == ("denmark",)
