"""Of several things wrong with an order the first one is named.

Checks go by form, phase, power, space, units, path (in the order of the rule book), capacity, landing.
"""

from typing import Any

import pytest

from tests.engine.table import Table, position


def front(phase: str = "combat_move") -> Table:
    """Germans in the east and in the Baltic."""
    return position(
        "germany",
        phase,
        {
            "eastern_europe": "germany: 2 infantry, 1 tank, 1 fighter",
            "sz5": "germany: 1 destroyer, 1 transport",
            "sz6": "united_kingdom: 1 destroyer",
            "caucasus": "soviet_union: 1 infantry",
        },
    )


def move(units: dict[str, Any], *path: str, **more: Any) -> dict[str, Any]:
    """A move order."""
    return {"type": "move", "units": units, "path": list(path), **more}


@pytest.mark.rule("CMV-54", setups="every + 1940")
def test_room_aboard_comes_after_the_path() -> None:
    table = position(
        "germany",
        "combat_move",
        {"germany": "germany: 4 infantry", "sz5": "germany: 1 transport; united_kingdom: 1 destroyer"},
    )
    table.refuses(move({"infantry": 9}, "germany", "sz5"), "units")
    table.refuses(move({"infantry": 4}, "germany", "sz5"), "CMV-19")
    table = position("germany", "combat_move", {"germany": "germany: 4 infantry", "sz5": "germany: 1 transport"})
    table.refuses(move({"infantry": 4}, "germany", "sz5"), "UNI-61")


@pytest.mark.rule("CMV-01", setups="but anniversary + 1940")
@pytest.mark.theatre("australia")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
@pytest.mark.parametrize(
    ("unit", "space"), [("infantry", "eastern_europe"), ("fighter", "eastern_europe"), ("destroyer", "sz5")]
)
def test_a_move_to_where_the_unit_is_leads_nowhere(phase: str, unit: str, space: str) -> None:
    sentence = front(phase).refuses(move({unit: 1}, space, space), "space")
    assert "Name another space to go to" in sentence
