"""Notes on turns: whose, of which turn, who may read them when, and what becomes of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.replay import read_record
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.jobs.past.history import Moment
from gamemaster.narration import LIMIT
from gamemaster.roles import Actor
from store.notes import notes_of
from tests.gamemaster.desk import ANNA, BEN, CLEO, Desk, desk
from tests.gamemaster.test_catching_up import END, idle_turn

SOVIET = "1.soviet_union"


async def note(table: Desk, who: Actor, text: str, *, private: bool = True) -> str:
    return await table.master.notes.write(await table.view(who), who, text, private=private)


async def read_by(table: Desk, who: Actor) -> bool:
    """Whether somebody reads a note on the first turn."""
    found = await table.master.histories.of(await table.view(who), Moment(SOVIET))
    return "**Note on Soviet Union, round 1**: Hold \\*Moscow\\*" in found.told.text


async def test_a_private_note_is_read_by_others_once_the_turn_is_over(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        said = await note(table, ANNA, "Hold *Moscow*")
        assert said.startswith("Your note on Soviet Union, round 1 is saved. Others see it once this turn is over")
        assert [await read_by(table, who) for who in (ANNA, BEN, CLEO)] == [True, False, False]
        assert "notes" not in await table.record()
        await table.act(ANNA, END, END)
        while (await table.state()).power == "soviet_union":
            await table.act(ANNA, END)
        assert [await read_by(table, who) for who in (ANNA, BEN, CLEO)] == [True, True, True]
        record = await table.record()
        assert record["notes"] == [{"turn": SOVIET, "text": "Hold *Moscow*"}]
        assert read_record(json.dumps(record)).notes[0].turn == SOVIET


async def test_an_open_note_is_read_at_once_and_an_empty_one_takes_it_away(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await note(table, ANNA, "Hold *Moscow*", private=False)
        assert await read_by(table, BEN)
        assert await note(table, ANNA, " ") == "Your note on Soviet Union, round 1 is deleted."
        assert not await read_by(table, ANNA)
        assert (await note(table, ANNA, "")).startswith("There is no note on Soviet Union, round 1.")


@pytest.mark.parametrize(("text", "shown"), [("Hold. " * 83, "Hold. " * 82 + "Hold."), ("*" * 500, "\\*" * 500)])
async def test_a_long_note_is_shown_in_full(tmp_path: Path, text: str, shown: str) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await note(table, ANNA, text, private=False)
        told = (await table.master.histories.of(await table.view(CLEO), Moment(SOVIET))).told.text
        assert f"**Note on Soviet Union, round 1**: {shown}" in told
        assert len(told) <= LIMIT


async def test_a_note_in_which_nothing_can_be_seen_is_none(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await note(table, ANNA, "Hold")
        assert await note(table, ANNA, "\u200b\u2060 \ufeff") == "Your note on Soviet Union, round 1 is deleted."
        async with table.master.store.read() as read:
            assert not await notes_of(read, table.game_id)


async def test_whoever_is_not_on_turn_notes_something_on_their_last_turn(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        with pytest.raises(TableRefusal, match="You haven't had a turn"):
            await note(table, BEN, "Too soon")
        await idle_turn(table, ANNA)
        await note(table, ANNA, "Hold *Moscow*")
        assert await read_by(table, BEN)


async def test_strangers_and_long_texts_are_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await note(table, ANNA, "Hold *Moscow*")
        with pytest.raises(NotAllowed, match="You have no seat"):
            await note(table, CLEO, "Hello")
        with pytest.raises(TableRefusal, match="up to 500 characters, and yours has 6,000"):
            await note(table, ANNA, "x" * 6000)
        assert await read_by(table, ANNA)


async def test_a_turn_that_is_taken_back_loses_its_note(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        there = (await table.loaded()).game.seq
        await idle_turn(table, ANNA)
        await note(table, ANNA, "Hold *Moscow*")
        await table.act(BEN, END)
        await note(table, BEN, "Forward", private=False)
        await table.roll_back(there)
        async with table.master.store.read() as read:
            assert [each.turn for each in await notes_of(read, table.game_id)] == [SOVIET]
