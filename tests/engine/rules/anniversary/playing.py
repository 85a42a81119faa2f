"""Positions that many examples of Anniversary begin with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.queries import placements
from tests.engine.table import Table

SCENARIOS = ("anniversary_1941", "anniversary_1942")
Play = Callable[..., Table]
SOVIET_FRONT = dict.fromkeys(
    ("baltic_states", "east_poland", "belorussia", "ukraine", "eastern_ukraine"), "soviet_union"
)
"""Owners of the eastern front as the early scenario begins, before Germany came."""


def sea_attack(play: Play, fleet: str, defenders: str, air: str = "", **more: Any) -> Table:
    """British ships sail from sea zone 8, aircraft fly from London, against sea zone 9; all moves are made."""
    spaces = {"sz9": defenders}
    spaces |= {"sz8": f"united_kingdom: {fleet}"} if fleet else {}
    spaces |= {"united_kingdom": f"united_kingdom: {air}"} if air else {}
    table = play("united_kingdom", "combat_move", spaces, **more)
    if fleet:
        table.move(f"{fleet}: sz8 > sz9")
    if air:
        table.move(f"{air}: united_kingdom > sz9")
    return table.end_phase()


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


def outcome(table: Table) -> str:
    """Who won the battle that ended in the last action."""
    return str(table.happened("battle_ended")[0].outcome)


def to_phase(table: Table, power: str, phase: str) -> Table:
    """Let the game run on to a phase of a power, with nobody moving; China places its infantry anywhere."""
    for _ in range(60):
        if (table.state.power, table.phase) == (power, phase):
            return table
        while table.phase == "mobilize" and table.state.purchased:
            space, _ = placements(table.state, "infantry")[0]
            table.do({"type": "mobilize", "units": {"infantry": 1}, "space": space})
        table.end_phase()
    raise AssertionError(f"{power} never came to {phase}")
