"""What holds for all tests through Discord."""

from __future__ import annotations

import pytest

PATIENCE_SECONDS = 15.0


@pytest.fixture(autouse=True)
def _patience_of_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord waits 3 seconds for an answer; where many tests share few processors, the table waits longer."""
    monkeypatch.setattr("local.asking.ANSWER_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr("local.answering.ANSWER_SECONDS", PATIENCE_SECONDS)
