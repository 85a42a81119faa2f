"""How much a channel is told: few posts, one panel, and a ping for those who newly have to act."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from cogs.service.client import TableBot
from engine import GameState, event_from_json
from engine.events import Event
from engine.events.combat.battle import BattleBegan
from engine.events.questions import RequestOpened
from engine.position.relations import acting_powers
from gamemaster.outbox.sender import Outgoing
from local import LocalTable, Message, Player
from tests.e2e.house import house
from tests.e2e.phone import screens
from tests.e2e.playing import CHANNEL, SIDES, Campaign, begin, begin_by_commands, correct, game, settled
from tests.e2e.sheets import answer_on_card

POSTS, SCREENS = 14, 8
"""What a round of 1941 leaves in the channel at most, below the seats and the first picture of the game."""
A_TURN = {"full": 6, "brief": 2, "one a turn": 2}


def led_by(table: LocalTable, bot: TableBot, allies: Player, axis: Player) -> Campaign:
    """A game of two players in the usual channel."""
    players = {power: axis if side == "axis" else allies for side, powers in SIDES.items() for power in powers}
    return Campaign(bot, players, table.world.channel_named(CHANNEL)["id"])


async def public(player: Player) -> list[Message]:
    """All posts that stand in the channel."""
    return [message for message in await player.messages(CHANNEL) if not message.ephemeral]


async def test_a_round_of_1941_is_told_in_few_posts_and_screens(tmp_path: Path) -> None:
    """One ping for each duty: a turn that comes to another player, and a question to one who is not on turn."""
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        pings, states = pings_of(bot), list[GameState]()
        await begin_by_commands(ben, anna)
        campaign = led_by(table, bot, anna, ben)
        while (state := await campaign.state()).round == 1:
            states.append(state)
            await campaign.play_turn()
        await settled(bot)
        seats, opening, *posts = await public(anna)
        asked = sum(isinstance(event, RequestOpened) for event in await happened(bot, campaign.channel_id))
        letters, room = sum(len(post.content) for post in posts), screens(posts)
        above = f"{screens([seats, opening]):.1f} screens above them"
        told = f"{len(posts)} posts, {letters} characters, {room:.1f} screens ({above}), {len(pings)} pings"
        print(f"A round of 1941: {told}")  # noqa: T201  # `pytest -s` shows what a round leaves
        for post in posts:
            print(f"\n{post.content}\n{post.labels}")  # noqa: T201
        assert (len(posts) <= POSTS, room <= SCREENS) == (True, True), told
        assert len(states) == 5
        turns = [campaign.players[state.power].name for state in states]
        handovers = 1 + sum(before != after for before, after in pairwise(turns))
        assert handovers <= len(pings) <= handovers + asked
        assert all(len(each) == 1 for each in pings)
        assert (await game(bot, campaign.channel_id)).game.commitment in seats.content


async def test_every_die_of_a_battle_is_public_in_its_post(tmp_path: Path) -> None:
    """On the board of the battle, in its words for a screen reader, and in words behind a button."""
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        campaign = led_by(table, bot, anna, ben)
        await campaign.purchase()
        await campaign.combat_moves()
        await campaign.battles()
        while (await campaign.state()).phase == "conduct_combat":
            await campaign.end_phase()
        await settled(bot)
        (report,) = [post for post in await public(anna) if "Dice" in post.labels]
        fought = [event.battle for event in await happened(bot, campaign.channel_id) if isinstance(event, BattleBegan)]
        assert fought
        assert [file.filename for file in report.attachments] == ["aa1941.jpg", *["battle.jpg"] * len(fought)]
        assert all("dice" in (file.alt_text or "") for file in report.attachments[1:])
        told = await ben.press(report, "Dice")
        assert told.shown.ephemeral
        assert told.content.count("Attackers roll: ") >= len(fought)
        whole = await ben.press(report, "Whole board")
        assert whole.shown.ephemeral
        assert len(whole.shown.attachments) == 1
        assert [post.content for post in await public(anna) if "Dice" in post.labels] == [report.content]


def pings_of(bot: TableBot) -> list[list[int]]:
    """Whom posts ping from now on, post by post."""
    found, sender = list[list[int]](), bot.master.publisher._delivery._sender
    deliver = sender.post

    async def post(message: Outgoing) -> int:
        if message.ping:
            found.append(list(message.ping))
        return await deliver(message)

    vars(sender)["post"] = post
    return found


async def happened(bot: TableBot, channel_id: str) -> list[Event]:
    """All events of the game in a channel."""
    loaded = await game(bot, channel_id)
    async with bot.master.store.read() as read:
        entries = await read.entries_since(loaded.game.id, 0)
    return [event_from_json(event) for entry in entries for event in entry.events]


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
            await answer_on_card(player, card, card.shown.labels[0])
            if campaign.players[acting_powers(await campaign.state())[0]] is player:
                break
