"""A fixture for tests in which nobody looks at pictures."""

from __future__ import annotations

import pytest

from tests.sketches import Sketches


@pytest.fixture
def pictures_are_sketched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their words are as they are drawn, and no worker is started."""
    monkeypatch.setattr("gamemaster.master.shared_workers", Sketches)
