"""How much a channel is told: few posts, one panel, and a ping for those who newly have to act."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.service.client import TableBot
from engine.queries.describe import acting_powers
from local import LocalTable, Message, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, SIDES, Campaign, begin, correct, game, settled

FIRST_ROUND = 25
A_TURN = {"phases": 6, "turns": 2}


def led_by(table: LocalTable, bot: TableBot, allies: Player, axis: Player) -> Campaign:
    """A game of two players in the usual channel."""
    players = {power: axis if side == "axis" else allies for side, powers in SIDES.items() for power in powers}
    return Campaign(bot, players, table.world.channel_named(CHANNEL)["id"])


async def public(player: Player) -> list[Message]:
    """All posts that stand in the channel."""
    return [message for message in await player.messages(CHANNEL) if not message.ephemeral]


async def test_the_first_round_of_1941_is_told_in_few_posts(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        campaign = led_by(table, bot, anna, ben)
        while (await campaign.state()).round == 1:
            await campaign.play_turn()
        await settled(bot)
        posts = await public(anna)
        assert len(posts) <= FIRST_ROUND, [post.content.split("\n")[0] for post in posts]
        assert [post for post in posts if post.buttons] == posts[-1:]
        assert (await game(bot, campaign.channel_id)).game.commitment in posts[0].content


@pytest.mark.parametrize("posts", A_TURN)
async def test_a_turn_without_questions_takes_few_posts(tmp_path: Path, posts: str) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, options={"posts": posts})
        campaign = led_by(table, bot, anna, ben)
        await settled(bot)
        before = len(await public(anna)) - 1  # the panel goes
        await campaign.order("buy", units="2 infantry")
        await campaign.end_phase()
        await campaign.order("move", **{"from": "russia", "units": "2 infantry", "to": "archangel"})
        await campaign.end_phase()
        while (await campaign.state()).power == "soviet_union":
            if (await campaign.state()).phase == "mobilize":
                await campaign.order("place", units="2 infantry", space="russia")
            await campaign.end_phase()
        await settled(bot)
        assert len(await public(anna)) - before <= A_TURN[posts]


async def test_whoever_newly_has_to_act_is_pinged_once(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        campaign = led_by(table, bot, anna, ben)
        tanks = {"west_russia": {"units": {"germany": {"infantry": 8, "tank": 4}}}}
        change = {
            "spaces": {"russia": {"units": {"soviet_union": {"tank": 12}}}, **tanks},
            "turn": {"phase": "combat_move"},
        }
        await correct(table, change)
        await campaign.order("move", **{"from": "russia", "units": "12 tank", "to": "west_russia"})
        await campaign.end_phase()
        await campaign.order("battle", space="west_russia")
        while (state := await campaign.state()).requests:
            await settled(bot)
            panel = (await public(anna))[-1]
            (power,) = acting_powers(state)
            player = campaign.players[power]
            assert panel.mentions == [player.name]
            card = await player.press(panel, panel.buttons[0].label)
            await player.press(card.shown, card.shown.labels[0])
            if campaign.players[acting_powers(await campaign.state())[0]] is player:
                break
