"""The exact chances of battles: how long they take on land and at sea."""

from __future__ import annotations

from functools import partial

from engine.odds.form import BattleForm
from engine.odds.odds import odds_of
from tests.bench.measured import Measured, core_milliseconds

ON_LAND = {10: 2, 20: 8, 40: 50}
"""Units a side, and milliseconds."""


def measure() -> list[Measured]:
    """Each battle once more, after what is found about the edition once and for all."""
    battles = [(f"on land, {units} units a side", _on_land(units), budget) for units, budget in ON_LAND.items()]
    battles.append(("at sea, 10 units a side", _at_sea(), 60))
    found = []
    for what, form, budget in battles:
        odds_of(form)
        found.append(Measured(f"exact chances {what}", core_milliseconds(partial(odds_of, form)), budget, "ms"))
    return found


def _on_land(units: int) -> BattleForm:
    return _battle("land", {"infantry": units // 2, "tank": units - units // 2}, {"infantry": units})


def _at_sea() -> BattleForm:
    fleet = {"submarine": 3, "destroyer": 2, "fighter": 3, "aircraft_carrier": 1, "battleship": 1}
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
