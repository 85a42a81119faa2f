"""Generated examples are the same in every run, and may take as long as the machine needs: a busy one fails no test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from engine.facts.data_files import DATA

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
# Otherwise the constants of all modules that happen to be loaded are tried too, and each process looks for them anew.
providers._get_local_constants = lambda: providers._local_constants


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the game data that a test may spoil."""
    for folder in ("boards", "units", "openings", "setups"):
        shutil.copytree(DATA / folder, tmp_path / folder)
    return tmp_path
