"""A deputy answers on a phone while the player is away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, found, has_button, settled
from tests.e2e.sheets import answer_on_card
from tests.e2e.test_battle_pictures import front


async def test_a_deputy_presses_answer_and_gives_it(tmp_path: Path) -> None:
    async with front(tmp_path) as play:
        cleo = play.table.user("Cleo")
        user_id = play.table.world.user_named("Cleo")["id"]
        done = await play.ben.command(CHANNEL, "deputy name", player=user_id)
        assert done.content == f"Done. <@{user_id}> may answer for Germany and Japan until you use /deputy end."
        await play.anna.command(CHANNEL, "battle", space="west russia")
        await settled(play.bot)
        panel = await found(cleo, lambda message: not message.ephemeral and has_button(message, ":map"))
        assert (
            f"waiting for Germany (<@{play.table.world.user_named('Ben')['id']}>, deputy <@{user_id}>)" in panel.content
        )
        card = await play.card(cleo)
        assert any(label.endswith("(default)") for label in card.labels)
        assert not any("Fight to the end" in label for label in card.labels)
        before = (await play.state()).requests[0].id
        await answer_on_card(cleo, card, card.labels[0])
        assert all(request.id != before for request in (await play.state()).requests)
        options: dict[str, Any] = {"from": "russia", "to": "west russia", "units": "1 infantry"}
        refused = await cleo.command(CHANNEL, "move", **options)
        assert "turn" in refused.content
        ended = await cleo.command(CHANNEL, "deputy end")
        assert ended.content == "Done. Germany and Japan no longer have a deputy."


async def test_who_cannot_be_a_deputy(tmp_path: Path) -> None:
    async with front(tmp_path) as play:
        anna_id = play.table.world.user_named("Anna")["id"]
        refused = await play.ben.command(CHANNEL, "deputy name", player=anna_id)
        assert refused.content == f"<@{anna_id}> is on the other side and can't answer for you (ASY-05)."
        cleo = play.table.user("Cleo")
        refused = await cleo.command(CHANNEL, "deputy name", player=anna_id)
        assert refused.content == "You can name a deputy only for your own powers (ASY-05)."
        refused = await play.ben.command(CHANNEL, "deputy name", player=anna_id, power="atlantis")
        assert "atlantis" in refused.content


async def test_without_a_game_there_is_nobody_to_stand_in_for(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna = table.user("Anna")
        user_id = table.world.user_named("Ben")["id"]
        for command, options in (("deputy name", {"player": user_id}), ("deputy end", {})):
            assert "There's no game in this channel" in (await anna.command(CHANNEL, command, **options)).content


async def test_nobody_fills_a_channel_by_naming_deputies(tmp_path: Path) -> None:
    async with front(tmp_path) as play:
        cleo_id = play.table.world.user_named("Cleo")["id"]
        for _ in range(3):
            await play.ben.command(CHANNEL, "deputy name", player=cleo_id)
            await play.ben.command(CHANNEL, "deputy end")
        refused = await play.ben.command(CHANNEL, "deputy name", player=cleo_id)
        assert refused.content.startswith("You've asked for 6 public posts in 5 minutes. Try again in ")


async def test_a_deputy_names_the_power_where_they_are_asked_too(tmp_path: Path) -> None:
    async with front(tmp_path) as play:
        cleo, user_id = play.table.user("Cleo"), play.table.world.user_named("Cleo")["id"]
        await play.ben.command(CHANNEL, "deputy name", player=user_id, power="germany")
        await play.anna.command(CHANNEL, "battle", space="west russia")
        refused = await cleo.command(CHANNEL, "decide", choice="default", power="japan")
        assert refused.content == "You can't answer for Japan. Nothing changed."
        shown = await cleo.command(CHANNEL, "decide", power="germany")
        assert any(label.endswith("(default)") for label in shown.shown.labels)
        before = (await play.state()).requests[0].id
        await cleo.command(CHANNEL, "decide", choice="default", power="germany")
        assert (await play.state()).request(before) is None


async def test_a_friend_plays_whole_turns_until_the_owner_is_back(tmp_path: Path) -> None:
    async with front(tmp_path) as play:
        cleo, user_id = play.table.user("Cleo"), play.table.world.user_named("Cleo")["id"]
        anna_id = play.table.world.user_named("Anna")["id"]
        asked = await play.anna.command(CHANNEL, "deputy lend", player=user_id)
        assert asked.content.startswith(
            f"Nothing has changed yet. <@{user_id}> can agree, on the card in this channel."
        )
        card = await found(cleo, lambda message: "asks to lend the Soviet Union" in message.content)
        await cleo.press(card, "Agree")
        refused = await play.anna.command(CHANNEL, "battle", space="west russia")
        assert user_id in refused.content
        assert "Nothing changed" in refused.content
        await cleo.command(CHANNEL, "battle", space="west russia")
        assert (await play.state()).battle
        status = await play.ben.command(CHANNEL, "game status")
        assert f"<@{user_id}> for <@{anna_id}>" in status.content
        back = await play.anna.command(CHANNEL, "deputy end")
        assert back.content == "Done. I've told the table."
        again = await play.anna.command(CHANNEL, "deputy end")
        assert again.content == "You have no deputy in this game and are nobody's deputy."
        assert await found(cleo, lambda message: f"played by <@{anna_id}> again (ended by Anna)" in message.content)
        assert play.table.refusals == []
