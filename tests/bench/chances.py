"""The chances of battles: how long they take on land and at sea, exactly and by many fights."""

from __future__ import annotations

from functools import partial

from engine.odds.form import BattleForm
from engine.odds.odds import odds_of
from tests.bench.measured import Measured, core_milliseconds, middle

ON_LAND = {10: 2, 20: 8, 40: 50, 60: 120, 400: 1_000}
"""Units a side, and milliseconds."""
AT_SEA = {1: 60, 2: 300}
"""Tens of units a side, and milliseconds."""
SHORT = 100
"""What may take so many milliseconds at most is measured several times, and the middle counts."""
TIMES = 5


def measure() -> list[Measured]:
    """Each battle once more, after what is found about the edition once and for all."""
    battles = [(f"on land, {units} units a side", _on_land(units), budget) for units, budget in ON_LAND.items()]
    battles += [(f"at sea, {10 * times} units a side", _at_sea(times), budget) for times, budget in AT_SEA.items()]
    found = []
    for what, form, budget in battles:
        how = "exact" if odds_of(form).is_exact else "estimated"
        took = [core_milliseconds(partial(odds_of, form)) for _ in range(TIMES if budget <= SHORT else 1)]
        found.append(Measured(f"{how} chances {what}", middle(took), budget, "ms"))
    found.append(Measured("chances of six battles ahead", core_milliseconds(_six_ahead), 100, "ms"))
    return found


def _six_ahead() -> None:
    """Such battles as a turn has, four on land and two at sea."""
    for units in (4, 6, 8, 10):
        odds_of(_on_land(units))
    for fleet in ({"submarine": 1, "destroyer": 1, "fighter": 1}, {"destroyer": 2, "fighter": 2}):
        odds_of(_battle("sea", fleet, fleet))


def _on_land(units: int) -> BattleForm:
    return _battle("land", {"infantry": units // 2, "tank": units - units // 2}, {"infantry": units})


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
