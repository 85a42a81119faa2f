"""Positions that many examples of Anniversary begin with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.engine.rules.playing import british_attack
from tests.engine.table import Table

SCENARIOS = ("anniversary_1941", "anniversary_1942")
Play = Callable[..., Table]
SOVIET_FRONT = dict.fromkeys(
    ("baltic_states", "east_poland", "belorussia", "ukraine", "eastern_ukraine"), "soviet_union"
)
"""Owners of the eastern front as the early scenario begins, before Germany came."""


def sea_attack(play: Play, fleet: str, defenders: str, air: str = "", **more: Any) -> Table:
    """British ships sail from sea zone 8, aircraft fly from London, against sea zone 9; all moves are made."""
    return british_attack(fleet, defenders, air, play=play, **more)


def land_attack(play: Play, defenders: str, *, air: str = "", russia: str = "", **force: str) -> Table:
    """Soviet units march on Ukraine from the spaces given as keywords, aircraft fly from Moscow; all moves are made."""
    starts = {**force, **({"russia": f"{russia}{air}"} if russia or air else {})}
    spaces = {"ukraine": defenders, **{start: f"soviet_union: {units}" for start, units in starts.items()}}
    owners = {"ukraine": "germany", "eastern_ukraine": "soviet_union"}
    table = play("soviet_union", "combat_move", spaces, owners=owners)
    for start, units in starts.items():
        way = "russia > eastern_ukraine > ukraine" if start == "russia" else f"{start} > ukraine"
        table.move(f"{units}: {way}")
    return table.end_phase()


def steps_fired(table: Table) -> list[str]:
    """The steps of battle in which somebody fired during the last action."""
    return [event.step for event in table.happened("fired")]


def shooters(table: Table) -> list[str]:
    """The units that fired during the last action, in their order."""
    return [shot.unit for event in table.happened("fired") for shot in event.shots]
