"""The chances of battles: how long they take on land and at sea, exactly and by many fights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.odds.form import BattleForm
from engine.odds.odds import odds_of
from tests.bench.measured import Measured, core_milliseconds, middle

ON_LAND = {10: 2, 20: 8, 40: 50, 60: 120, 400: 1_000}
"""Units a side, and milliseconds."""
AT_SEA = {1: 60, 2: 300}
"""Tens of units a side, and milliseconds."""
SHORT = 100
"""Of what may take so many milliseconds at most several battles are measured, and the middle counts."""
TIMES = 9
"""So many, after as many others: a worker has worked out some before, and Python is slower with its first few."""


def measure() -> list[Measured]:
    """What a worker needs for one more battle, which it has not met before; the largest are met again."""
    found = []
    for units, budget in ON_LAND.items():
        battles = [_on_land(units, step) for step in range(2 * TIMES if budget <= SHORT else 2)]
        found.append(_measured(f"on land, {units} units a side", battles, budget))
    for times, budget in AT_SEA.items():
        battles = [_at_sea(times)] * (2 * TIMES if budget <= SHORT else 2)
        found.append(_measured(f"at sea, {10 * times} units a side", battles, budget))
    found.append(Measured("chances of six battles ahead", core_milliseconds(_six_ahead), 100, "ms"))
    return found


def _measured(what: str, battles: Sequence[BattleForm], budget: float) -> Measured:
    """The middle of the second half of them."""
    met = len(battles) // 2
    exact = [odds_of(form).is_exact for form in battles[:met]]
    took = [core_milliseconds(partial(odds_of, form)) for form in battles[met:]]
    return Measured(f"{'exact' if all(exact) else 'estimated'} chances {what}", middle(took), budget, "ms")


def _six_ahead() -> None:
    """Such battles as a turn has, four on land and two at sea."""
    for units in (4, 6, 8, 10):
        odds_of(_on_land(units))
    for fleet in ({"submarine": 1, "destroyer": 1, "fighter": 1}, {"destroyer": 2, "fighter": 2}):
        odds_of(_battle("sea", fleet, fleet))


def _on_land(units: int, step: int = 0) -> BattleForm:
    """At each step another one of that size."""
    fewer, tanks = divmod(step, units // 2)
    infantry = units // 2 - fewer
    return _battle("land", {"infantry": infantry, "tank": units - infantry}, {"infantry": units - tanks, "tank": tanks})


def _at_sea(times: int) -> BattleForm:
    one = {"submarine": 3, "destroyer": 2, "fighter": 3, "aircraft_carrier": 1, "battleship": 1}
    fleet = {unit: count * times for unit, count in one.items()}
    return _battle("sea", fleet, fleet)


def _battle(kind: str, attacker: dict[str, int], defender: dict[str, int]) -> BattleForm:
    return BattleForm.model_validate(
        {
            "setup": "aa1941",
            "kind": kind,
            "attacker": {"power": "germany", "units": attacker},
            "defender": {"power": "united_kingdom", "units": defender},
        }
    )
