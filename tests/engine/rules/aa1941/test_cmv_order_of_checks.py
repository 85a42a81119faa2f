"""Of several things wrong with an order the first one is named.

Checks go by form, phase, power, space, units, path (in the order of the rule book), capacity, landing.
"""

from typing import Any

import pytest

from tests.engine.rules.common.test_cmv_order_of_checks import front, move
from tests.engine.table import position


@pytest.mark.rule("CMV-01")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ({"type": "move", "units": {"infantry": -1}, "path": ["nowhere"]}, "form"),
        (move({"infantry": 9}, "eastern_europe", "nowhere", owner="japan"), "power"),
        (move({"infantry": 9}, "eastern_europe", "nowhere", owner="italy"), "power"),
        (move({"infantry": 9}, "eastern_europe", "nowhere"), "space"),
        (move({"infantry": 9}, "eastern_europe", "russia", "turkey"), "BRD-01"),
        (move({"infantry": 9}, "eastern_europe", "eastern_europe"), "space"),
        (move({"cavalry": 1}, "eastern_europe", "turkey"), "units"),
        (move({"infantry": 9}, "eastern_europe", "turkey"), "units"),
        (move({}, "eastern_europe", "turkey"), "units"),
        (move({"infantry": 0}, "eastern_europe", "karelia"), "units"),
        ({"type": "move", "pick": ["germany.tank.99"], "path": ["eastern_europe", "turkey"]}, "units"),
        (move({"infantry": 1}, "eastern_europe", "turkey"), "BRD-12"),
        (move({"infantry": 1}, "eastern_europe", "southern_europe", "turkey"), "BRD-12"),
        (move({"infantry": 1}, "eastern_europe", "ukraine", "west_russia"), "CMV-01"),
        (move({"infantry": 1}, "eastern_europe", "ukraine", "caucasus"), "CMV-03"),
        (move({"tank": 1}, "eastern_europe", "ukraine", "caucasus", "russia"), "CMV-03"),
        (move({"fighter": 1}, "eastern_europe", "germany", "western_europe"), "CMV-01"),
        (move({"destroyer": 1}, "sz5", "sz6", "sz9"), "CMV-01"),
        (move({"destroyer": 1}, "sz5", "sz6", "sz8"), "CMV-29"),
        (move({"destroyer": 1}, "sz5", "eastern_europe"), "units"),
        (move({"infantry": 1, "destroyer": 1}, "eastern_europe", "sz5"), "units"),
    ],
)
def test_the_first_broken_check_is_named(order: dict[str, Any], rule: str) -> None:
    front().refuses(order, rule)


@pytest.mark.rule("CMV-07")
def test_the_phase_comes_before_the_power_and_all_the_rest() -> None:
    table = front("mobilize")
    table.refuses(move({"infantry": 9}, "nowhere", "turkey", power="japan"), "phase")
    table = front()
    table.refuses(move({"infantry": 9}, "nowhere", "turkey", power="japan"), "power")


@pytest.mark.rule("CMV-38", "CMV-39")
def test_the_landing_comes_last() -> None:
    table = position("germany", "combat_move", {"germany": "germany: 1 fighter"})
    table.refuses(move({"fighter": 2}, "germany", "siberia"), "units")
    table.refuses(move({"fighter": 1}, "germany", "siberia"), "CMV-38")
    table.refuses(move({"fighter": 1}, "germany", "western_europe", "sz8", "united_kingdom"), "CMV-39")


@pytest.mark.rule("CMV-29")
def test_a_refused_order_changes_nothing_and_the_next_one_works() -> None:
    table = front()
    before = table.state
    table.refuses(move({"destroyer": 1}, "sz5", "sz6", "sz9"), "CMV-01")
    assert table.state == before
    table.move("1 destroyer: sz5 > sz6")
