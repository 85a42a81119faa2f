"""Attacks and courses of a game that examples of several editions have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.engine.table import Table, position


def british_attack(
    fleet: str, defenders: str, air: str = "", *, play: Callable[..., Table] = position, **more: Any
) -> Table:
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


def soviet_attack(force: str, defenders: str) -> Table:
    """Soviet units march from the Caucasus against Ukraine."""
    table = position("soviet_union", "combat_move", {"caucasus": f"soviet_union: {force}", "ukraine": defenders})
    return table.move(f"{force}: caucasus > ukraine").end_phase()


def outcome(table: Table) -> str:
    """Who won the battle that ended in the last action."""
    return str(table.happened("battle_ended")[0].outcome)


def to_phase(table: Table, power: str, phase: str) -> Table:
    """Let the game run on to a phase of a power, with nobody moving; free infantry is placed anywhere."""
    for _ in range(60):
        if (table.power, table.phase) == (power, phase):
            return table
        while table.phase == "mobilize" and table.state.purchased:
            space = table.placements("infantry")[0]
            table.do({"type": "mobilize", "units": {"infantry": 1}, "space": space})
        table.end_phase()
    raise AssertionError(f"{power} never came to {phase}")


def check_complex_serves_from_the_next_turn(table: Table, territory: str, *, elsewhere: str) -> None:
    """A tank that waits to be placed cannot come from a complex that was taken this turn, one bought next turn can."""
    power = table.power
    order = {"type": "mobilize", "units": {"tank": 1}, "space": territory}
    table.refuses(order, "MOB-01")
    table.do({**order, "space": elsewhere}).end_phase()
    to_phase(table, power, "purchase")
    table.do({"type": "purchase", "units": {"tank": 1}}).end_phase().end_phase().end_phase().do(order)
