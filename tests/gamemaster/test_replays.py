"""Replays of games in the store."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from gamemaster.errors import NotBegun, TableRefusal
from gamemaster.jobs.past.replays import DrawnReplay
from gamemaster.records.replays import Replays
from gamemaster.views.board_choices import FRONT
from maps import UnknownPlace
from tests.bench.war import fight
from tests.gamemaster.desk import ANNA, BEN, Desk, desk

drawn = pytest.mark.real_workers
"""For tests that look at the picture; others read its words."""

END: dict[str, Any] = {"type": "end_phase"}
MOVE: dict[str, Any] = {"type": "move", "units": {"infantry": 3}, "path": ["russia", "west_russia"]}


def frames(replay: DrawnReplay) -> int:
    """How many frames the file has."""
    with Image.open(io.BytesIO(replay.picture.data)) as file:
        return int(getattr(file, "n_frames", 1))


async def replay(table: Desk, first: int = 1, last: int = 1, **options: Any) -> DrawnReplay:
    return await table.master.replays.replay(await table.view(BEN), first, last, **options)


async def with_record(table: Desk, rounds: int) -> None:
    """Play a random game into the one that has not begun."""
    await table.bring(fight(rounds=rounds).record)


@drawn
async def test_the_replay_of_a_round_shows_what_is_public_by_now(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END, MOVE, END)
        shown = await replay(table)
        assert shown.scenes == 3
        assert frames(shown) == 3
        assert shown.picture.filename == "aa1941-replay.webp"
        assert "3 pictures" in shown.picture.alt_text
        assert not shown.reduced


async def test_orders_of_the_open_phase_are_secret(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END, MOVE)
        with pytest.raises(TableRefusal, match="Nothing has happened there in round 1 yet"):
            await replay(table)


async def test_rounds_are_told_from_their_beginning_to_their_end(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        await with_record(table, 3)
        third, all_three = await replay(table, 3, 3), await replay(table, 1, 3)
        before = await replay(table, 1, 2)
        assert {line.split(",")[0] for line in third.lines} == {"Round 3"}
        assert {line.split(",")[0] for line in before.lines} == {"Round 1", "Round 2"}
        assert {line.split(",")[0] for line in all_three.lines} == {"Round 1", "Round 2", "Round 3"}
        assert all_three.lines[-len(third.lines) :] == third.lines
        assert third.scenes < all_three.scenes
        assert "Round 3 is over. Income: " in third.picture.alt_text


async def test_a_later_round_is_folded_from_the_state_that_was_kept_before_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        while (state := await table.state()).round == 1:
            await table.act(BEN if state.power in ("germany", "japan") else ANNA, END)
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE, END)
        assert (await replay(table, 2, 2)).scenes == 3
        assert (await replay(table, 1, 2)).scenes == 3
        with pytest.raises(TableRefusal, match="Nothing has happened there in round 1 yet"):
            await replay(table, 1, 1)


async def test_what_was_rolled_back_is_not_told(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE, END)
        assert (await replay(table)).scenes == 3
        async with table.master.store.read() as read:
            kept = await read.kept_states(table.game_id)
        purchase_over = next(seq for seq, key in kept if key == "1.soviet_union.combat_move")
        await table.roll_back(purchase_over - 1)
        with pytest.raises(TableRefusal, match="Nothing has happened there"):
            await replay(table)


@drawn
async def test_a_region_is_shown_alone(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END, MOVE, END)
        whole, part = await replay(table), await replay(table, region="eastern_front")
        assert whole.picture.size != part.picture.size
        assert part.picture.alt_text.startswith("Replay of Axis & Allies: 1941, Eastern Front, 3 pictures.")
        with pytest.raises(UnknownPlace):
            await replay(table, region="atlantis")
        with pytest.raises(TableRefusal, match="Nothing has happened there"):
            await replay(table, region="pacific")


@drawn
async def test_the_front_is_where_the_fighting_was(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END, MOVE, END)
        whole, front, part = await replay(table), await replay(table, region=FRONT), await replay(table, region="asia")
        assert whole.picture.size[1] < front.picture.size[1]
        assert front.picture.data != part.picture.data


@drawn
async def test_a_file_too_large_is_made_smaller_until_it_fits(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        await with_record(table, 1)
        view = await table.view(BEN)
        whole = await replay(table)
        largest = len(whole.picture.data) - 1000
        tight = Replays(table.master.store, table.master.workers, largest)
        smaller = await tight.replay(view, 1, 1)
        assert smaller.reduced
        assert smaller.picture.size[0] < whole.picture.size[0]
        assert len(smaller.picture.data) < len(whole.picture.data)
        with pytest.raises(TableRefusal, match="Choose fewer rounds"):
            await Replays(table.master.store, table.master.workers, 5000).replay(view, 1, 1)


async def test_rounds_that_were_not_played_are_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        for first, last in ((2, 2), (0, 1), (2, 1)):
            with pytest.raises(TableRefusal, match="Round 1 can be shown"):
                await replay(table, first, last)


async def test_a_game_in_its_lobby_has_no_replay(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(NotBegun):
            await replay(table)
