"""Chances in posts: of battles ahead and of the one under way, worked out when the post is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.odds.odds import odds_in
from engine.odds.position import ahead
from gamemaster.narration.chances import chances_line
from gamemaster.views import chances
from maps.battles.chances import percent
from tests.gamemaster.desk import ANNA, Desk, desk
from tests.gamemaster.test_telling import END


def move(count: int) -> dict[str, Any]:
    """So many Soviet infantry against the three German ones and their tank in West Russia."""
    return {"type": "move", "units": {"infantry": count}, "path": ["russia", "west_russia"]}


async def attacked(table: Desk, count: int) -> list[str]:
    """What is posted where the Soviets attack with so many."""
    await table.send()
    await table.act(ANNA, END)
    await table.act(ANNA, move(count))
    assert not any("Chance" in post.content for post in await table.send()), "orders of an open phase are told"
    await table.act(ANNA, END)
    return [post.content for post in await table.send()]


async def test_the_panel_tells_the_chances_of_battles_ahead(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        panel = (await attacked(table, 4))[-1]
        state = (await table.master.loader.by_id(table.game_id)).running
        (pending,) = state.pending
        setting = ahead(state, pending)
        assert setting is not None
        share = percent(odds_in(setting).attacker_win)
        assert f"Chances for the Soviet Union: {share} in West Russia." in panel.split("\n")


async def test_after_a_round_the_panel_tells_the_chance_from_there(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attacked(table, 6)
        await table.act(ANNA, {"type": "battle", "space": "west_russia"})
        state = (await table.master.loader.by_id(table.game_id)).running
        await table.send()
        panel = table.mailbox.edits[-1][1].content
        asked = [request.kind for request in state.requests]
        assert ("% in West Russia, from here on." in panel) == (asked == ["retreat"])
        assert asked == ["retreat"]


async def test_a_post_goes_out_without_chances_that_cannot_be_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chances, "_questions", lambda _: 1 / 0)
    async with desk(tmp_path) as table:
        panel = (await attacked(table, 4))[-1]
        assert panel.startswith("**Soviet Union · round 1 · conduct combat**")
        assert "Chance" not in panel


def test_chances_that_are_missing_are_left_out() -> None:
    wanted = {"begins": "Chances for Germany", "battles": [["Ukraine", ""]], "more": 0}
    assert chances_line(wanted, [None]) == ""
