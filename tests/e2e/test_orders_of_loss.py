"""Orders of loss by situation through Discord: left, shown, previewed, used without a ping, taken back (ASY-41)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from local import Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, game, is_refused, settled

FRONT: dict[str, Any] = {
    "spaces": {
        "russia": {"units": {"soviet_union": {"infantry": 12, "tank": 4}}},
        "west_russia": {"units": {"germany": {"infantry": 12, "tank": 2, "fighter": 1}}},
    }
}
HERE: Any = {"power": "germany", "place": "West Russia"}
DEFENDING: Any = {"power": "germany", "against": "Soviet Union", "when": "defender"}


async def losses(player: Player, **options: Any) -> str:
    return (await player.command(CHANNEL, "standing-order losses", **options)).content


@pytest.mark.rule("ASY-41")
async def test_orders_of_loss_are_left_shown_used_without_a_ping_and_taken_back(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        await correct(table, FRONT)
        confirm = await anna.command(CHANNEL, "end-phase")
        await anna.press(confirm.shown, "End anyway")
        move: Any = {"from": "russia", "units": "12 infantry, 4 tank", "to": "west russia"}
        await anna.command(CHANNEL, "move", **move)

        left = await losses(ben, **HERE, order="tanks, infantry", ask_above=20)
        order = "tank, then infantry in West Russia; you're asked when your side has more than 20 IPCs at stake"
        assert left == f"Germany loses {order}.", "the attack is still hidden from Ben"
        mine = await losses(anna, power="soviet union", order="infantry", when="attacker", keep=True)
        assert mine.endswith(
            "In West Russia you would lose with 1 hit: 1 infantry; 2 hits: 2 infantry; 3 hits: 3 infantry."
        )
        await anna.command(CHANNEL, "end-phase")

        asked = await losses(ben, **DEFENDING, order="fighter, tank")
        assert "Germany loses fighter, then tank against the Soviet Union when you defend." in asked
        assert "In West Russia you would be asked: your side has 58 IPCs at stake there." in asked
        shown = (await ben.command(CHANNEL, "standing-order show")).content
        assert f"Germany, losses: {order}" in shown
        assert "Germany, losses: fighter, then tank against the Soviet Union when you defend" in shown
        assert shown.endswith("repeat `/standing-order losses` without `order`.")
        others = (await anna.command(CHANNEL, "standing-order show")).content
        assert "Germany" not in others
        channel = table.world.channel_named(CHANNEL)["id"]
        for options, words in (
            ({"order": "infantry", "against": "Japan"}, ("Japan is on your own side", "the United States")),
            ({"order": "infantry", "where": "sea"}, ("Infantry are never chosen", "destroyers")),
            ({"order": "tank", "place": "Eire"}, ("Nobody ever fights in Eire", "Name another space")),
            ({"order": ""}, ("no such order for just that", "`/standing-order show`")),
        ):
            given: Any = {"power": "germany", **options}
            await is_refused(bot, channel, ben, "standing-order losses", given, words)

        back = await losses(ben, **HERE)
        assert "your order of loss in West Russia is withdrawn" in back
        assert (
            "you would lose with 1 hit: 1 fighter; 2 hits: 1 tank and 1 fighter; 3 hits: 2 tanks and 1 fighter." in back
        )
        await settled(bot)
        before = {(message.id, message.content) for message in await anna.messages(CHANNEL)}
        await anna.command(CHANNEL, "battle", space="west russia")
        await settled(bot)
        loaded = await game(bot, channel)
        assert [request.power for request in loaded.running.requests if request.power == "germany"] == []
        async with bot.master.store.read() as read:
            entries = [entry for entry in await read.entries_since(loaded.game.id, 0) if entry.by == "germany"]
        assert [(entry.auto, entry.action["choice"]["units"]["fighter"]) for entry in entries] == [("order", 1)]
        posts = [each for each in await anna.messages(CHANNEL) if (each.id, each.content) not in before]
        number = table.world.user_named("Ben")["id"]
        assert posts
        assert [post.content for post in posts if f"<@{number}>" in post.content] == []
        assert table.refusals == []
