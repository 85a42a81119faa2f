"""What tests of computer players share."""

from __future__ import annotations

import pytest

from tests.engine import table


@pytest.fixture
def in_the_pacific(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that name no setup are of that one."""
    monkeypatch.setattr(table, "usual_setup", "pacific_1940")
