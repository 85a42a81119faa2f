"""Games to try: each is laid out by one command, and the wars under way have something to fight about."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import setup_names
from engine.ask import battle_options
from gamemaster.lobby.demos import demos
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, game, settled
from tests.published import SETUPS

UNDER_WAY = [demo.id for demo in demos().values() if demo.record]

USUAL = [name for name in demos() if name == "aa1941" or (name in UNDER_WAY and not name.startswith("anniversary"))]
"""New games begin as any others do, and the wars of Anniversary are fought on below."""


def test_every_setup_is_tried_from_its_start_and_in_mid_war() -> None:
    new = [demo.setup for demo in demos().values() if demo.record is None]
    under_way = [demos()[name].setup for name in UNDER_WAY]
    assert sorted(new) == sorted(setup_names())
    assert set(SETUPS) <= set(under_way)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.whole] * (name not in USUAL)) for name in demos()]
)
async def test_a_game_to_try_is_laid_out_by_one_command(tmp_path: Path, name: str) -> None:
    async with house(tmp_path, also=["cogs.table.demo"]) as (table, bot):
        anna = table.user("Anna")
        reply = await anna.command(CHANNEL, "demo", game=name, opponent="Ben")
        assert reply.content.startswith(demos()[name].title)
        await settled(bot)
        posts = [message for message in await anna.messages(CHANNEL) if not message.ephemeral]
        assert any(post.attachments for post in posts)
        assert any(post.buttons for post in posts)
        assert table.refusals == []
        played = await game(bot, table.world.channel_named(CHANNEL)["id"])
        assert set(played.seats) == {power.id for power in played.running.edition.powers_with_turns}
        if name in UNDER_WAY:
            assert 3 <= played.running.round <= 6


@pytest.mark.parametrize("name", [name for name in UNDER_WAY if name.startswith("anniversary")])
async def test_a_war_under_way_has_battles_to_fight(tmp_path: Path, name: str) -> None:
    async with house(tmp_path, also=["cogs.table.demo"]) as (table, bot):
        anna = table.user("Anna")
        await anna.command(CHANNEL, "demo", game=name, opponent="Ben")
        before = (await game(bot, table.world.channel_named(CHANNEL)["id"])).running
        assert before.phase == "conduct_combat"
        battle = battle_options(before)[0]
        await anna.command(CHANNEL, "battle", space=battle.space, kind=battle.kind)
        after = (await game(bot, table.world.channel_named(CHANNEL)["id"])).running
        assert after.requests or battle.space not in [left.space for left in battle_options(after)]
