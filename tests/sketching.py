"""Sketches instead of pictures in all tests of a folder but those marked with `real_workers`."""

from __future__ import annotations

import pytest

from gamemaster import master
from gamemaster.jobs import odds, replays
from tests.sketches import Sketches, sketched_chances, sketched_replay


@pytest.fixture(autouse=True)
def pictures_are_sketched(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn and no worker started; the words of pictures are true."""
    if request.node.get_closest_marker("real_workers") is None:
        monkeypatch.setattr(master, "shared_workers", Sketches)
        monkeypatch.setattr(replays, "draw_replay", sketched_replay)
        monkeypatch.setattr(odds, "draw_chances", sketched_chances)
