"""/replay through Discord."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from cogs.board.past.replays import rounds_meant
from cogs.service.client import TableBot
from engine import new_game
from gamemaster.errors import TableRefusal
from local import File, LocalTable, Player
from tests.bench.war import fight
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, SIDES, Campaign, begin
from tests.patience import PATIENCE_SECONDS

ROUNDS = 6  # of a game that is told in more lines than a post can hold


async def after_a_turn(table: LocalTable, bot: TableBot) -> tuple[Player, Player]:
    """A game in which the first power has had its turn."""
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    players = {power: ben if side == "axis" else anna for side, powers in SIDES.items() for power in powers}
    await Campaign(bot, players, table.world.channel_named(CHANNEL)["id"]).play_turn()
    return anna, ben


@pytest.mark.real_workers
async def test_whoever_asks_gets_the_replay_alone_unless_he_posts_it(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        _, ben = await after_a_turn(table, bot)
        own = await ben.command(CHANNEL, "replay")
        assert own.ephemeral
        assert own.content.startswith("**Round 1**, ")
        (file,) = own.shown.attachments
        assert file.filename == "aa1941-replay.webp"
        assert file.alt_text is not None
        assert file.alt_text.startswith("Replay of Axis & Allies: 1941, ")
        with Image.open(io.BytesIO(await file.read())) as picture:
            assert getattr(picture, "n_frames", 1) >= 3
            assert f"{getattr(picture, 'n_frames', 1)} pictures" in own.content
        posted = await ben.command(CHANNEL, "replay", rounds="all", post=True)
        assert not posted.ephemeral
        assert table.refusals == []


async def test_a_region_can_be_chosen_by_name_and_a_wrong_one_is_answered_with_the_nearest(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _ = await after_a_turn(table, bot)
        part = await anna.command(CHANNEL, "replay", rounds="1", region="Eastern Front")
        assert len(part.shown.attachments) == 1
        wrong = await anna.command(CHANNEL, "replay", region="Eastern Frond")
        assert wrong.content.startswith("There is no region “Eastern Frond”. Did you mean Eastern Front")
        choices = await anna.autocomplete(CHANNEL, "replay", focused="rounds")
        assert [choice.value for choice in choices] == ["last", "all", "1"]


async def test_rounds_that_make_no_sense_are_answered_with_what_does(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _ = await after_a_turn(table, bot)
        assert "`last`, `all`" in (await anna.command(CHANNEL, "replay", rounds="yesterday")).content
        assert (await anna.command(CHANNEL, "replay", rounds="7")).content == "Round 1 can be shown so far."


async def test_a_whole_game_comes_with_its_story_as_a_file(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna = table.user("Anna")
        anna.patience = PATIENCE_SECONDS
        await anna.command(CHANNEL, "game create", edition="aa1941", name="Long ago")
        await anna.command(CHANNEL, "game join", powers="allies")
        await table.user("Ben").command(CHANNEL, "game join", powers="axis")
        record = File("record.json", json.dumps(fight(rounds=ROUNDS).record).encode())
        await anna.command(CHANNEL, "game import", record=record)
        shown = await anna.command(CHANNEL, "replay", rounds="all")
        picture, story = shown.shown.attachments
        assert shown.content.startswith(f"**Rounds 1 to {ROUNDS}**, ")
        assert " more turns" in shown.content
        assert len(shown.content) < 2000
        assert len(picture.alt_text or "") <= 1000
        lines = (await story.read()).decode().split("\n")
        assert {line.split(",")[0] for line in lines} >= {f"Round {number}" for number in range(1, ROUNDS + 1)}


def test_rounds_can_be_named_in_many_ways() -> None:
    state = new_game("aa1941")
    meant = {text: rounds_meant(text, state) for text in ("last", "ALL", "1", "1-5", "2 to 4", " 3 – 6 ")}
    assert meant == {"last": (1, 1), "ALL": (1, 1), "1": (1, 1), "1-5": (1, 5), "2 to 4": (2, 4), " 3 – 6 ": (3, 6)}
    with pytest.raises(TableRefusal):
        rounds_meant("-1", state)
