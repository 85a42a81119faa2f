"""The sheets of questions through Discord: in two taps, found again, pressed twice and by others, and for always."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from cogs.service.client import TableBot
from local import LocalTable, Message, Player
from local.interactions.interaction import COMPONENT
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, begin, button_id, correct, found, game, has_button
from tests.e2e.sheets import answer_on_card

FRONT: dict[str, Any] = {
    "clear_units": True,
    "spaces": {
        "russia": {"units": {"soviet_union": {"infantry": 9, "tank": 9}}},
        "west_russia": {"units": {"germany": {"infantry": 9, "tank": 9}}},
    },
    "turn": {"power": "soviet_union", "phase": "combat_move"},
}


ALWAYS = "Always as printed"
NOT_ASKED = "That question is for Germany."


async def ordered(table: LocalTable) -> tuple[Player, Player]:
    """Anna (Allies) is about to fight Ben (Axis) in West Russia, where both lose some in each round."""
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    await correct(table, FRONT)
    order: dict[str, Any] = {"from": "russia", "units": "9 infantry, 9 tank", "to": "west russia"}
    await anna.command(CHANNEL, "move", **order)
    await anna.command(CHANNEL, "end-phase")
    return anna, ben


async def attacked(table: LocalTable, *, is_decided: bool = False) -> tuple[Player, Player]:
    """The first round has been rolled. is_decided: Anna has left orders for all that she is asked."""
    anna, ben = await ordered(table)
    if is_decided:
        await anna.command(CHANNEL, "standing-order preset", which="sensible")
    await anna.command(CHANNEL, "battle", space="west russia")
    return anna, ben


@asynccontextmanager
async def fought(
    tmp_path: Path, *, is_decided: bool = False
) -> AsyncIterator[tuple[LocalTable, TableBot, Player, Player]]:
    async with house(tmp_path) as (table, bot):
        yield table, bot, *await attacked(table, is_decided=is_decided)
        assert table.refusals == []


async def open_kinds(table: LocalTable, bot: TableBot) -> list[tuple[str, str]]:
    """Who is asked what."""
    state = (await game(bot, table.world.channel_named(CHANNEL)["id"])).running
    return [(request.power, request.kind) for request in state.requests]


async def private_of(player: Player) -> list[str]:
    """What the player alone sees."""
    return [message.id for message in await player.messages(CHANNEL) if message.ephemeral]


def usual(sheet: Message) -> str:
    """The button of the default."""
    return next(label for label in sheet.labels if label.endswith("(default)"))


async def asked_post(player: Player) -> Message:
    """The post with the button to what a player is asked about casualties."""
    return await found(player, lambda m: not m.ephemeral and has_button(m, ".casualties:answer"))


async def test_casualties_are_chosen_in_two_taps(tmp_path: Path) -> None:
    async with fought(tmp_path) as (table, bot, _anna, ben):
        assert await open_kinds(table, bot) == [("germany", "casualties")]
        post = await asked_post(ben)
        sheet = (await ben.press(post, custom_id=button_id(post, ".casualties:answer"))).shown
        assert sheet.ephemeral
        assert sheet.text.startswith("**West Russia, round 1**")
        over = await answer_on_card(ben, sheet, usual(sheet))
        assert over.id == sheet.id
        assert ("germany", "casualties") not in await open_kinds(table, bot)
        assert "Defenders lose " in over.text
        private = [
            message for message in await ben.messages(CHANNEL) if message.ephemeral and not message.raw["content"]
        ]
        assert [message.id for message in private] == [sheet.id]


async def test_who_is_on_turn_is_asked_on_the_sheet_of_the_turn(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = await ordered(table)
        shown = await private_of(anna)
        panel = await found(anna, lambda m: not m.ephemeral and has_button(m, ":fight.west_russia"))
        sheet = (await anna.press(panel, custom_id=button_id(panel, ":fight.west_russia"))).shown
        asked = 0
        while kinds := await open_kinds(table, bot):
            if kinds[0][0] == "germany":
                theirs = (await ben.command(CHANNEL, "decide")).shown
                await answer_on_card(ben, theirs, usual(theirs))
                continue
            asked += 1
            if not any(each.endswith("(default)") for each in sheet.labels):
                await anna.press(sheet, "Go on")
                sheet = await anna.wait_until(sheet, lambda now: any(each.endswith("(default)") for each in now.labels))
            sheet = await answer_on_card(anna, sheet, usual(sheet))
        assert asked > 1
        assert await private_of(anna) == [*shown, sheet.id]
        assert table.refusals == []


async def test_a_sheet_outlives_a_restart_and_answers_once(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            anna, ben = await attacked(table)
            post = await asked_post(ben)
            sheet = (await ben.press(post, custom_id=button_id(post, ".casualties:answer"))).shown
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            data = {"custom_id": sheet.button(usual(sheet)).custom_id, "component_type": 2, "id": 1}
            here = table.world.channel_named(CHANNEL)["id"]
            assert (await anna.press(post, custom_id=str(button_id(post, ".casualties:answer")))).content == NOT_ASKED
            over = await answer_on_card(ben, sheet, usual(sheet))
            assert ("germany", "casualties") not in await open_kinds(table, bot)
            before = (await game(bot, here)).game.seq
            table.forge(COMPONENT, table.world.user_named("Ben")["id"], here, data, sheet.id)
            told = await ben.wait_until(over, lambda now: "has been answered. Now: " in now.text)
            assert told.id == sheet.id
            assert (await game(bot, here)).game.seq == before
        assert table.refusals == []


async def test_a_card_that_was_no_sheet_can_still_be_pressed(tmp_path: Path) -> None:
    async with fought(tmp_path) as (table, bot, _anna, ben):
        sheet = (await ben.command(CHANNEL, "decide")).shown
        card = (await ben.command(CHANNEL, "standing-order show")).shown
        assert card.ephemeral
        assert card.content
        data = {"custom_id": sheet.button(usual(sheet)).custom_id, "component_type": 2, "id": 1}
        table.forge(COMPONENT, table.world.user_named("Ben")["id"], card.channel_id, data, card.id)
        over = await ben.next_message(CHANNEL, lambda now: now.ephemeral and "Defenders lose" in now.text, after=card)
        assert ("germany", "casualties") not in await open_kinds(table, bot)
        assert over.raw["content"] == "", "the game goes on on a sheet"
        await ben.wait_until(sheet, lambda now: now.labels == ["Go on here"])


async def test_always_answers_and_leaves_a_standing_order_for_what_is_asked_next(tmp_path: Path) -> None:
    async with fought(tmp_path, is_decided=True) as (table, bot, _anna, ben):
        assert await open_kinds(table, bot) == [("germany", "casualties")]
        sheet = (await ben.command(CHANNEL, "decide")).shown
        over = await answer_on_card(ben, sheet, ALWAYS)
        assert "Germany, from now on: you lose units in the printed order." in over.text
        assert await open_kinds(table, bot) == [], "the battle goes on without asking Germany again"
        left = await ben.command(CHANNEL, "standing-order show")
        assert left.content.startswith("Germany")


async def test_a_deputy_is_offered_no_standing_order(tmp_path: Path) -> None:
    async with fought(tmp_path) as (table, _bot, _anna, ben):
        eve = table.user("Eve")
        await ben.command(CHANNEL, "deputy name", player=table.world.user_named("Eve")["id"])
        always = next(each for each in (await ben.command(CHANNEL, "decide")).shown.buttons if each.label == ALWAYS)
        sheet = (await eve.command(CHANNEL, "decide")).shown
        assert ALWAYS not in sheet.labels
        assert len(sheet.labels) > 1
        late = {"custom_id": always.custom_id, "component_type": 2, "id": 1}
        table.forge(COMPONENT, table.world.user_named("Eve")["id"], sheet.channel_id, late, sheet.id)
        await eve.wait_until(sheet, lambda now: now.text.startswith("You can no longer choose that."))
        assert "You have no standing orders" in (await ben.command(CHANNEL, "standing-order show")).content
