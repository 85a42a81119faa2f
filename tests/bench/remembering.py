"""How far a process grows by the odds that it remembers: `python -m tests.bench.remembering` prints megabytes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

from engine.odds.form import BattleForm
from engine.odds.odds import odds_of
from gamemaster.jobs.chances import Remembered
from tests.bench.measured import Measured
from tests.bench.tree import megabytes

BATTLES = 4_000
LARGE = 120
"""Units a side, on land; every fourth battle is so large, the others are of a dozen units."""


def grown() -> float:
    """Megabytes by which this process grows as it remembers many battles, each another one."""
    small, large = (pickle.dumps(odds_of(_battle(units))) for units in (12, LARGE))
    kept = Remembered()
    before = megabytes(os.getpid())
    for number in range(BATTLES):
        kept.put(f"{number:032}", pickle.loads(small if number % 4 else large))  # noqa: S301  # our own
    return megabytes(os.getpid()) - before


def _battle(units: int) -> BattleForm:
    return BattleForm.model_validate(
        {
            "setup": "revised",
            "kind": "land",
            "attacker": {"power": "germany", "units": {"infantry": units // 2, "tank": units - units // 2}},
            "defender": {"power": "soviet_union", "units": {"infantry": units - units // 4, "fighter": units // 4}},
        }
    )


def measure() -> list[Measured]:
    """The budget, in a process of its own."""
    done = subprocess.run(  # our own program
        [sys.executable, "-m", "tests.bench.remembering"], capture_output=True, text=True, check=True
    )
    return [Measured("what a process grows by with all odds that it can remember", float(done.stdout), 60, "MB")]


if __name__ == "__main__":
    sys.stdout.write(f"{grown():.1f}")
