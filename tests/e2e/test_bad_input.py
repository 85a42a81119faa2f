"""Whatever arrives, a clear sentence and nothing lost."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

from cogs.interactions.presses import deeds
from cogs.service.client import TableBot
from gamemaster.keys import VERSION
from local import LocalTable, Message, Player
from local.interactions.interaction import MODAL_SUBMIT
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, begin, button_id, found, game, has_button, settled, tags
from tests.e2e.random_table import Failures
from tests.e2e.sheets import typed_purchase

SOVIET_MOVE: Any = {"from": "russia", "units": "6 infantry", "to": "west russia"}


async def started(table: LocalTable) -> tuple[Player, Player, Message]:
    """Anna (Allies), Ben (Axis) and the panel of the first phase."""
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    return anna, ben, await found(anna, lambda message: has_button(message, ":buy"))


async def version(bot: TableBot, table: LocalTable) -> int:
    """Grows with every change of the game."""
    return (await game(bot, table.world.channel_named(CHANNEL)["id"])).game.version


REFUSALS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("move", {"from": "rsia", "units": "1 infantry", "to": "west russia"}, ("“rsia”", "Russia")),
    ("move", {"from": "russia", "units": "9 infantry", "to": "west russia"}, ("6 infantry", "Russia")),
    ("move", {"from": "russia", "units": "1 zeppelin", "to": "west russia"}, ("zeppelin",)),
    ("move", {"from": "russia", "units": "some", "to": "west russia"}, ("3 infantry, 1 tank",)),
    ("move", {"from": "russia", "units": "1 infantry", "to": "japan"}, ("There is no way from Russia to Japan",)),
    ("buy", {"units": "1 infantry"}, ("combat move",)),
    ("place", {"units": "1 infantry", "space": "russia"}, ("combat move",)),
    ("battle", {"space": "west russia"}, ("combat move",)),
    ("undo", {}, ("undo",)),
    ("undo", {"order": "9"}, ("no order",)),
    ("undo", {"order": "first"}, ("number",)),
    ("decide", {"choice": "press"}, ("You have no open questions",)),
    ("game rollback", {"to": "yesterday"}, ("Choose one of the suggested phases",)),
    ("game rollback", {"to": "99"}, ("Choose one of the suggested phases",)),
    ("game edit", {"change": "{"}, ("isn't a JSON",)),
    ("game edit", {"change": '{"spaces": {"atlantis": {}}}'}, ("atlantis",)),
    ("game edit", {"change": '{"type": "concede", "power": "germany"}'}, ("always has the type “edit”",)),
    ("game edit", {"change": '{"power": "germany"}'}, ("no key “power”",)),
    ("game edit", {"change": '["spaces"]'}, ("is a JSON object",)),
    (
        "game edit",
        {"change": '{"spaces": {"germany": {"units": {"germany": {"infantry": 3000000}}}}}'},
        ("at most 500 German infantry in Germany",),
    ),
    ("game end", {"confirm": False}, ("Nothing changed",)),
    ("game start", {}, ("already begun",)),
    ("game join", {"powers": "axis"}, ("already begun",)),
    ("game create", {"edition": "aa1941"}, ("already has a game",)),
    ("map", {"region": "moon"}, ("There is no region “moon”",)),
    ("map", {"space": "moon"}, ("“moon”",)),
    ("ship", {"from": "russia", "units": "1 infantry", "to": "japan"}, ("None of your transports",)),
    ("promise", {"carrier": "russia", "zone": "sz4"}, ("no carrier in Russia",)),
    ("standing-order leave", {"power": "soviet_union", "where": "land", "units": ", ,"}, ("Name the units to lose",)),
]
"""Commands of the player on turn in the combat move, and what the refusals say."""


async def test_an_order_that_cannot_be_is_refused_with_the_reason(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _, _ = await started(table)
        await anna.press((await anna.command(CHANNEL, "end-phase")).shown, "End anyway")
        before = await version(bot, table)
        for command, options, words in REFUSALS:
            reply = await anna.command(CHANNEL, command, **options)
            assert reply.ephemeral
            assert all(word in reply.content for word in words), reply.content
            assert "Something went wrong" not in reply.content
            assert await version(bot, table) == before, command
        assert table.refusals == []


NOT_YOURS: dict[str, dict[str, Any]] = {
    "buy": {"units": "1 infantry"},
    "move": SOVIET_MOVE,
    "end-phase": {},
    "undo": {},
    "ship": SOVIET_MOVE,
    "my-orders": {},
    "decide": {},
}
"""Commands for the player on turn alone."""


async def test_whoever_is_not_on_turn_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        _, ben, panel = await started(table)
        cleo = table.user("Cleo")
        before = await version(bot, table)
        for player in (ben, cleo):
            for command, options in NOT_YOURS.items():
                reply = await player.command(CHANNEL, command, **options)
                assert reply.ephemeral
                assert any(words in reply.content for words in ("Soviet Union", "You have no open questions")), (
                    reply.content
                )
            assert "Soviet Union" in (await player.command(CHANNEL, "orders")).content
            for label in ("Buy units", "Undo", "End purchases"):
                told = (await player.press(panel, label)).content
                assert ("Soviet Union" if player is ben else "You have no seat in this game") in told
        assert "no seat" in (await cleo.command(CHANNEL, "concede", confirm=True)).content
        assert await version(bot, table) == before
        assert table.refusals == []


async def test_an_old_button_says_what_it_was_for_and_what_is_now(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, _, panel = await started(table)
        draft = await anna.command(CHANNEL, "buy", units="2 infantry")
        ended = await anna.press(draft.shown, "End purchases")
        assert "End anyway" not in ended.shown.labels
        old = await anna.press(draft.shown, "Undo the last order")
        assert old.content == (
            "That was for the Soviet Union's purchase phase in round 1. Now: Soviet Union, round 1, combat move."
        )
        current = await anna.wait_until(panel, lambda message: has_button(message, "combat_move:end"))
        assert current.labels == ["Move", "Attack", "Type orders", "Undo", "End moves", "Map", "My orders", "Catch up"]
        assert table.refusals == []


async def test_a_second_press_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, _, panel = await started(table)
        confirm = await anna.press(panel, "End purchases")
        answers = await asyncio.gather(
            *(anna.press(confirm.shown, "End anyway") for _ in range(2)),
        )
        contents = sorted(answer.content for answer in answers)
        assert contents[0].startswith("Done. Now: Soviet Union, combat move.")
        assert contents[1].startswith("That was for")
        assert table.refusals == []


async def test_an_interaction_that_is_delivered_twice_is_carried_out_once(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _, _ = await started(table)
        reply = await anna.command(CHANNEL, "buy", units="2 infantry")
        before = await version(bot, table)
        table.deliver_again(reply.interaction_id)
        assert (await anna.command(CHANNEL, "my-orders")).content.count("2 infantry") == 1
        assert await version(bot, table) == before
        assert [refusal for refusal in table.refusals if "40060" not in refusal] == []


async def test_no_button_fails_in_a_lobby(tmp_path: Path) -> None:
    """Nobody is shown most of them there, but a client can send anything."""
    failures = Failures()
    logging.getLogger().addHandler(failures)
    try:
        async with house(tmp_path) as (table, bot):
            anna = table.user("Anna")
            await anna.command(CHANNEL, "game create", edition="aa1941")
            lobby = await game(bot, table.world.channel_named(CHANNEL)["id"])
            for deed in deeds():
                pressed = {"custom_id": f"{VERSION}:{lobby.game.id}:1.germany.purchase:{deed}", "components": []}
                reply = await anna.forge(CHANNEL, MODAL_SUBMIT, pressed)
                assert reply.content or (reply.message and reply.message.text) or reply.opened, deed
    finally:
        logging.getLogger().removeHandler(failures)
    assert failures.seen == []


async def test_two_players_at_once_are_both_served(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        people = [table.user(name) for name in ("Anna", "Ben", "Cleo", "Dan", "Eve")]
        await people[0].command(CHANNEL, "game create", edition="aa1941")
        powers = ("soviet_union", "germany", "united_kingdom", "japan", "united_states")
        wanted = zip(people, powers, strict=True)
        await asyncio.gather(*(player.command(CHANNEL, "game join", powers=power) for player, power in wanted))
        loaded = await game(bot, table.world.channel_named(CHANNEL)["id"])
        assert sorted(loaded.seats) == sorted(powers)
        assert len(set(loaded.seats.values())) == 5
        assert table.refusals == []


async def test_two_orders_at_once_are_both_carried_out(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _, _ = await started(table)
        await anna.press((await anna.command(CHANNEL, "end-phase")).shown, "End anyway")
        orders: list[Any] = [
            {"from": "russia", "units": "1 infantry", "to": "west russia"},
            {"from": "caucasus", "units": "1 infantry", "to": "west russia"},
            {"from": "archangel", "units": "1 infantry", "to": "west russia"},
        ]
        await asyncio.gather(*(anna.command(CHANNEL, "move", **order) for order in orders))
        state = (await game(bot, table.world.channel_named(CHANNEL)["id"])).running
        assert len(state.undo) == 3
        assert table.refusals == []


async def test_lines_that_are_refused_come_back_to_be_corrected(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, _, _ = await started(table)
        await anna.press((await anna.command(CHANNEL, "end-phase")).shown, "End anyway")
        typed = "6 infantry: russia > west russia\n3 inf caucasus > berlin"
        form = (await anna.command(CHANNEL, "orders")).opened
        reply = await anna.submit(form, {"text": typed})
        assert reply.content.startswith("Line 2:")
        assert "No line was carried out." in reply.content
        assert "> 3 inf caucasus" in reply.content
        again = (await anna.press(reply.shown, "Correct it")).opened
        assert again.fields[0].value == typed
        reply = await anna.submit(again, {"text": typed.replace("berlin", "west russia")})
        assert "2. 3 infantry: Caucasus to West Russia" in reply.content
        assert (await anna.command(CHANNEL, "orders")).opened.fields[0].value in (None, "")
        assert table.refusals == []


async def test_a_form_sent_after_a_restart_is_taken(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, tmp_path / "games.db"):
            anna, _, panel = await started(table)
            sheet, form = await typed_purchase(anna, panel)
            assert form.title == "Buy for 7 IPCs"
        async with bot_at_work(table, tmp_path / "games.db"):
            await anna.submit(form, {"text": "1 infantry\n1 infantry"})
            await anna.wait_until(sheet, lambda now: "Ordered: 2 infantry for 6 IPCs" in now.text)
        assert table.refusals == []


async def test_a_form_sent_too_late_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, _, panel = await started(table)
        _, form = await typed_purchase(anna, panel)
        await anna.press((await anna.command(CHANNEL, "end-phase")).shown, "End anyway")
        reply = await anna.submit(form, {"text": "1 infantry"})
        assert reply.content.startswith("That was for the Soviet Union's purchase phase in round 1.")
        assert table.refusals == []


async def test_a_stranger_may_look_and_is_told_what_is_not_his(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        _anna, _, panel = await started(table)
        cleo = table.user("Cleo")
        shown = await cleo.press(panel, "Map")
        assert shown.shown.attachments[0].alt_text
        for label in ("My orders", "Undo", "End purchases"):
            reply = await cleo.press(panel, label)
            assert reply.content == "You have no seat in this game. Nothing changed.", label
        for command, options in (
            ("game end", {"confirm": True}),
            ("game edit", {"change": "{}"}),
            ("game rollback", {"to": "0"}),
            ("game replace", {"power": "japan", "player": "Cleo"}),
        ):
            reply = await cleo.command(CHANNEL, command, **options)
            assert reply.content.startswith("Only the organiser or a server manager can"), reply.content
        assert "no game" in (await cleo.command("mess-hall", "map")).content
        assert table.refusals == []


async def test_words_that_users_type_have_no_effect_of_their_own(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, name="**@everyone** <@1>")
        opening = await found(anna, lambda message: "** begins." in message.content)
        assert opening.content.startswith("**\\*\\*@\u200beveryone\\*\\* \\<@\u200b1>** begins.")
        reply = await anna.command(CHANNEL, "map", space="@everyone **x**")
        assert "@everyone" not in reply.content.replace("@\u200beveryone", "")
        await settled(bot)
        assert len(tags(await anna.messages(CHANNEL))) == 2
        assert button_id(await found(anna, lambda message: has_button(message, ":buy")), ":buy")
        assert table.refusals == []
