"""Every rule-book example of Global 1940 is played on its board."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _usual_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.engine.table.usual_setup", "global_1940")
