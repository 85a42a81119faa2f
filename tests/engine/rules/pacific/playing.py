"""Positions that many examples of Pacific 1940 begin with."""

from __future__ import annotations

from typing import Any

from tests.engine.table import Table, position

AT_WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]


def at_war(power: str, phase: str, spaces: dict[str, str], **edit: Any) -> Table:
    """A position in which Japan is at war with all."""
    return position(power, phase, spaces, **{"relations": AT_WAR, **edit})


def japanese_attack(force: str, defenders: str, **more: Any) -> Table:
    """Japanese units march and fly from Kiangsi against Hunan; all moves are made."""
    table = position("japan", "combat_move", {"kiangsi": f"japan: {force}", "hunan": defenders}, **more)
    return table.move(f"{force}: kiangsi > hunan").end_phase()


def volleys(table: Table, step: str) -> list[tuple[str, int, tuple[int, ...]]]:
    """Unit, number needed and dice of all who fired in a step during the last action."""
    fired = [event for event in table.happened("fired") if event.step == step]
    return [(shots.unit, shots.value, shots.dice) for event in fired for shots in event.shots]
