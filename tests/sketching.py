"""Sketches instead of pictures in all tests of a folder but those marked with `real_workers`."""

from __future__ import annotations

import pytest

from gamemaster import master
from gamemaster.jobs import odds
from gamemaster.jobs.past import diary, replays
from tests.sketches import Sketches, sketch, sketched_chances, sketched_charts, sketched_replay


@pytest.fixture(autouse=True)
def pictures_are_sketched(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn and no worker started; the words of pictures are true."""
    if request.node.get_closest_marker("real_workers") is None:
        monkeypatch.setattr(master, "shared_workers", Sketches)
        monkeypatch.setattr(replays, "draw_replay", sketched_replay)
        monkeypatch.setattr(odds, "draw_chances", sketched_chances)
        monkeypatch.setattr(diary, "draw", sketch)
        monkeypatch.setattr(diary, "drawn", sketched_charts)
