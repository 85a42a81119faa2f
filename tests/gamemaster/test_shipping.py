"""Load, ship and land as one order."""

from __future__ import annotations

from gamemaster.shipping import shipping_orders
from tests.engine.rules.revised.joint_strikes import strike


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
