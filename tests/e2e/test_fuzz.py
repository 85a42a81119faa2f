"""Some of the inputs of `python -m tests.fuzz`: every one is answered, nothing fails, nobody does what they may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.fuzzing import fuzz
from tests.e2e.stage import CHOOSING, LOBBY, OVER
from tests.samples import every

INPUTS = 150


@pytest.mark.parametrize("seed", every(2, [1, 2]))
async def test_whatever_is_sent_is_answered_and_changes_nothing_that_it_may_not(tmp_path: Path, seed: int) -> None:
    done = await fuzz(INPUTS, seed, tmp_path, (LOBBY, CHOOSING, OVER, "aa1941_mid_war", "revised"))
    assert done.problems == [], f"seed {seed}"
    assert sum(count for kind, count in done.counts.items() if kind.startswith("= ")) == INPUTS
