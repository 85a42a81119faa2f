"""Two people play three rounds of 1941, from the empty channel on, through Discord alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import event_from_json
from engine.events import Event
from engine.events.combat.battle import BattleBegan
from engine.events.economy import IncomeCollected
from engine.events.mobilization import UnitsMobilized
from engine.events.turn import PhaseBegan
from engine.replay import read_record, replay
from gamemaster.records.exchange import record_of
from local import Message
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, SIDES, TAG, Campaign, begin, game, settled

ROUNDS = 3


@pytest.mark.whole
async def test_two_people_play_three_rounds(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, options={"posts": "full"})
        players = {power: ben if side == "axis" else anna for side, powers in SIDES.items() for power in powers}
        channel_id = table.world.channel_named(CHANNEL)["id"]
        for power, domain in (("germany", "land"), ("united_kingdom", "land")):
            reply = await players[power].command(
                CHANNEL, "standing-order leave", power=power, where=domain, units="infantry, tank"
            )
            assert reply.content.endswith("loses infantry, then tank first in battles on land."), reply.content
        campaign = Campaign(bot, players, channel_id)
        while (state := await campaign.state()).round <= ROUNDS and not state.winner:
            await campaign.play_turn()
        await settled(bot)

        loaded = await game(bot, channel_id)
        async with bot.master.store.read() as read:
            entries = await read.entries_since(loaded.game.id, 0)
        events = [event_from_json(event) for entry in entries for event in entry.events]
        posts = [message for message in await ben.messages(CHANNEL) if not message.ephemeral]
        _check_what_was_played(events, campaign.seen, {entry.auto for entry in entries})
        _check_posts(posts, events, loaded.game.id)
        played = replay(read_record(json.dumps(record_of(loaded, entries))))
        assert played.error is None
        assert played.state.treasuries == loaded.running.treasuries
        assert table.refusals == []


def _check_what_was_played(events: list[Event], answers: dict[str, int], autos: set[str | None]) -> None:
    battles = [event.battle for event in events if isinstance(event, BattleBegan) and event.battle.defenders]
    assert any(battle.part == "land" for battle in battles)
    assert any(battle.part == "sea" for battle in battles)
    assert any(battle.amphibious for battle in battles)
    assert any(isinstance(event, UnitsMobilized) for event in events)
    assert sum(isinstance(event, IncomeCollected) for event in events) == ROUNDS * 5
    for way in ("card", "typed", "panel"):
        assert any(key.endswith(way) for key in answers), answers
    assert autos <= {None, "order"}  # whether anybody retreats or loses units by orders is up to the dice


def _check_posts(posts: list[Message], events: list[Event], game_id: int) -> None:
    """Each phase told once, battles that others had to decide in posts of their own, one panel at the bottom."""
    tagged = [match.group(1) for post in posts if (match := TAG.search(post.content))]
    assert len(tagged) == len(set(tagged))
    assert all(tag.startswith(f"#{game_id}·") for tag in tagged)

    panels = [post for post in posts if "'s turn" in post.content.split("\n")[0]]
    assert panels == posts[-1:]
    assert panels[0].buttons

    reports = [post for post in posts if "\nNext: " in post.content]
    titles = [post.content.split("\n")[0] for post in reports]
    assert len(titles) == len(set(titles))
    mobilized = [event for event in events if isinstance(event, PhaseBegan) and event.phase == "mobilize"]
    assert sum(title.endswith("mobilize**") for title in titles) == len(mobilized)  # without a capital there is none
    assert all(len(post.attachments) == 1 and post.attachments[0].alt_text for post in reports)

    fought = [event for event in events if isinstance(event, BattleBegan) and event.battle.defenders]
    told = [post for post in posts if " attacks\n" in post.content or " lands\n" in post.content]
    assert len(told) < len(fought)
    assert not any("\nNow: " in post.content for post in told)
    assert not told or any(post.edited for post in told)
    assert [[file.filename for file in post.attachments] for post in told] == [["battle.jpg"]] * len(told)

    bare = posts[:3] + [post for post in posts if post.buttons or post.mentions]
    assert len(posts) <= len(reports) + len(told) + len(bare)
