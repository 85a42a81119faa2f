"""Corrections of the position: edits alone, and told with what was before and what is now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import ScriptedDice, apply, describe, new_game
from gamemaster.errors import TableRefusal
from gamemaster.story import correction_lines
from store import utc_seconds
from tests.gamemaster.desk import ANNA, desk

MOVE = {"type": "move", "units": {"infantry": 6, "tank": 1}, "path": ["russia", "west_russia"]}
END = {"type": "end_phase"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"type": "concede", "power": "germany"}, "always of the type “edit”"),
        ({"type": "end_phase"}, "always of the type “edit”"),
        ({"type": "decide", "choice": "default"}, "always of the type “edit”"),
        ({"type": ["edit"]}, "always of the type “edit”"),
        ({"power": "germany"}, "no key “power”; it takes clear_units"),
        ({"ipcs": {"germany": 1}, "<@1>" * 100: 1}, "no key “\\<@\u200b1>"),
        (["edit"], "is a JSON object"),
        ("edit", "is a JSON object"),
        (None, "is a JSON object"),
    ],
)
async def test_a_correction_is_an_edit_and_nothing_else(tmp_path: Path, change: Any, words: str) -> None:
    async with desk(tmp_path) as table:
        before = (await table.loaded()).game.seq
        with pytest.raises(TableRefusal) as refused:
            await table.master.acting.edit(table.game_id, ANNA, change, "press E")
        assert words in str(refused.value)
        assert len(str(refused.value)) < 400
        assert (await table.loaded()).game.seq == before


async def test_the_post_says_how_everything_was_and_how_it_is(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        change = {
            "spaces": {
                "germany": {"units": {"germany": {"infantry": 9}}},
                "ukraine": {"owner": "soviet_union", "facilities": ["industrial_complex"], "captured_this_turn": True},
            },
            "ipcs": {"germany": 40},
            "purchased": {"soviet_union": {"tank": 2}},
            "turn": {"round": 2, "phase": "mobilize"},
        }
        await table.master.acting.edit(table.game_id, ANNA, change, "press E")
        note = next(post.content for post in await table.send() if "corrected the position" in post.content)
        for line in (
            "Anna corrected the position.",
            "• On turn: Soviet Union, round 1, purchase → Soviet Union, round 2, mobilize",
            "• Owner of Ukraine: Germany → Soviet Union",
            "• Germany: German infantry 3 → 9, fighter 1 → 0, bomber 1 → 0",
            "• Facilities in Ukraine: none → industrial complex",
            "• Taken this turn: none → Ukraine",
            "• IPCs of Germany: 12 → 40",
            "• Units bought by Soviet Union: none → 2 tanks",
        ):
            assert line in note, note


async def test_a_long_correction_is_told_whole_in_several_posts(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        stood = list(describe(await table.state())["units"])
        await table.master.acting.edit(table.game_id, ANNA, {"clear_units": True}, "press E")
        posts = [post.content for post in await table.send() if " → 0" in post.content]
        told = "\n".join(posts)
        assert len(posts) > 1
        assert all(len(post) <= 2000 for post in posts)
        assert told.count("• ") == len(stood)


def test_a_battle_and_its_question_that_are_called_off_are_told() -> None:
    state = new_game("aa1941")
    for action, dice in ((END, ()), (MOVE, ()), (END, ())):
        state = apply(state, action, ScriptedDice(dice)).state
    state = apply(state, {"type": "battle", "space": "west_russia"}, ScriptedDice([1, 6, 6, 6, 6, 6, 6, 6, 6, 1])).state
    after = apply(state, {"type": "edit", "turn": {"phase": "combat_move"}}, ScriptedDice(())).state
    lines = correction_lines(state, after)
    assert "On turn: Soviet Union, round 1, conduct combat → Soviet Union, round 1, combat move" in lines
    assert "Battle that is being fought: West Russia, round 1 → none" in lines
    assert any(line.startswith("Open questions: casualties in West Russia of") for line in lines)
    assert any(line.startswith("West Russia, used this turn: Soviet") for line in lines)


def test_what_no_line_is_written_for_is_told_as_the_record_describes_it() -> None:
    state = new_game("anniversary_1941")
    lines = correction_lines(
        replace(state, research_tokens={"japan": 2}), replace(state, research_tokens={"germany": 1})
    )
    assert lines == ["Research tokens: japan 2 → germany 1"]


async def test_a_correction_does_not_open_the_orders_of_the_phase(tmp_path: Path) -> None:
    """An empty one would show every move that the enemy has prepared."""
    now = utc_seconds()
    async with desk(tmp_path, clock=lambda: now) as table:
        await table.act(ANNA, END)
        await table.send()
        await table.master.acting.edit(table.game_id, ANNA, {"ipcs": {"germany": 13}}, "press E")
        without = [post.content for post in await table.send()]
    (tmp_path / "games.db").unlink()
    async with desk(tmp_path, clock=lambda: now) as table:
        await table.act(ANNA, END)
        await table.send()
        await table.act(ANNA, MOVE)
        await table.master.acting.edit(table.game_id, ANNA, {"ipcs": {"germany": 13}}, "press E")
        moved = [post.content for post in await table.send()]
        assert [text.rpartition("\n-# ")[0] for text in moved] == [text.rpartition("\n-# ")[0] for text in without]
        assert "Orders of Soviet Union's open phase, if any were given, have been taken back." in moved[0]
        assert not (await table.state()).undo
        russia = [piece.unit for piece in (await table.state()).at("russia")]
        assert russia.count("infantry") >= 6
        assert await table.act(ANNA, MOVE)
