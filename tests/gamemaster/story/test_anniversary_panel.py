"""What the panel says that only Anniversary has: escorts, paratroopers, mechanized infantry."""

from __future__ import annotations

import pytest

from gamemaster.narration import panel_text
from tests.engine.table import Table, position

GERMANS = {"germany": "germany: 1 infantry, 1 tank, 1 fighter, 1 bomber"}
ATTACK = "Move units into battle. To attack nobody, end the phase."
RAID = "To raid an industrial complex, write “raid” after the move."


def attacking(*technologies: str, spaces: dict[str, str] | None = None, air_battles: str = "off") -> Table:
    """Germany's combat move."""
    owned = {"germany": list(technologies)}
    options = {"air_battles": air_battles}
    return position(
        "germany", "combat_move", spaces or GERMANS, setup="anniversary_1941", options=options, technologies=owned
    )


def told(table: Table) -> str:
    """What the panel says below its first line."""
    return panel_text(table.state, "<@7>", None).partition("\n")[2]


@pytest.mark.parametrize(
    ("technologies", "air_battles", "more"),
    [
        ((), "off", ""),
        ((), "on", " To send fighters with a raid, write “escort” after theirs."),
        (("paratroopers",), "off", " To drop an infantry from a bomber, name both in the same order."),
        (("mechanized_infantry",), "off", " To let an infantry keep up with a tank, name both in the same order."),
    ],
)
def test_the_panel_says_how_aircraft_and_infantry_go_along(
    technologies: tuple[str, ...], air_battles: str, more: str
) -> None:
    assert told(attacking(*technologies, air_battles=air_battles)) == f"{ATTACK} {RAID}{more}"


def test_nothing_is_said_of_units_that_are_not_there() -> None:
    table = attacking("paratroopers", spaces={"germany": "germany: 2 artillery"}, air_battles="on")
    assert told(table) == ATTACK
