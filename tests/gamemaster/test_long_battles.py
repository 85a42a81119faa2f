"""A battle of many rounds in one order is followed beside the loop, which answers others meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine import GameState
from engine.events import Event
from gamemaster.announcements import announcer
from gamemaster.narration.history.timeline import Timeline
from tests.gamemaster.desk import ANNA, desk

END = {"type": "end_phase"}


async def test_many_events_are_not_followed_in_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    followed, real = list[tuple[int, bool]](), Timeline.of

    def of(start: GameState, events: Sequence[Event]) -> Timeline:
        followed.append((len(events), threading.current_thread() is threading.main_thread()))
        return real(start, events)

    async with desk(tmp_path) as table:
        many = {"infantry": 60}
        spaces = {
            "russia": {"units": {"soviet_union": many}},
            "west_russia": {"owner": "germany", "units": {"germany": many}},
        }
        turn = {"round": 1, "power": "soviet_union", "phase": "combat_move"}
        await table.correct({"clear_units": True, "spaces": spaces, "turn": turn})
        await table.act(ANNA, {"type": "move", "units": many, "path": ["russia", "west_russia"]}, END)
        monkeypatch.setattr(Timeline, "of", of)
        battle = {"type": "battle", "space": "west_russia"}
        await table.master.acting.fight_to_the_end(table.game_id, ANNA, [battle], "the battle")
    assert max(number for number, _ in followed) > announcer.MANY_EVENTS
    assert not any(in_loop for number, in_loop in followed if number > announcer.MANY_EVENTS)
