"""Who comes to a table, by thumb: invited, waiting for a seat."""

from __future__ import annotations

import re
from pathlib import Path

from local import LocalTable, Message, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, settled
from tests.e2e.thumb import Thumb

POWERS = {"Anna": "allies", "Ben": "axis"}


async def lobby(player: Player) -> Message:
    """The lobby as it stands in the channel now."""
    shown = [each for each in await player.messages(CHANNEL) if "SHA-256" in each.content and not each.ephemeral]
    return shown[-1]


async def full_lobby(table: LocalTable, bid: str = "none") -> None:
    """Anna plays the Allies and Ben the Axis."""
    anna = table.user("Anna")
    await anna.command(CHANNEL, "game create", edition="aa1941", bid=bid)
    for name, powers in POWERS.items():
        await table.user(name).command(CHANNEL, "game join", powers=powers)


async def test_a_full_lobby_has_a_list_and_the_first_on_it_is_offered_the_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        ben, cleo = table.user("Ben"), table.user("Cleo")
        await full_lobby(table)
        shown = await lobby(cleo)
        assert "Wait for a seat" in shown.labels
        assert "Stop waiting" not in shown.labels
        await cleo.press(shown, "Wait for a seat")
        alone = await cleo.next_message(CHANNEL, lambda message: message.ephemeral)
        assert alone.content.startswith("You're waiting for a seat, as number 1.")
        shown = await cleo.refresh(shown)
        assert f"Waiting for a seat: <@{table.world.user_named('Cleo')['id']}>" in shown.content
        assert "You're waiting already" in (await cleo.press(shown, "Wait for a seat")).content
        await ben.press(shown, "Leave")
        await settled(bot)
        (offer,) = [each for each in await cleo.messages(CHANNEL) if "You've been waiting for one" in each.content]
        assert offer.labels == ["Join as Germany", "Join as Japan", "Stop waiting"]
        assert "waited for a seat" in (await ben.press(offer, "Join as Germany")).content
        await cleo.press(offer, "Join as Germany")
        assert f"Germany (Axis): <@{table.world.user_named('Cleo')['id']}>" in (await lobby(cleo)).content
        await settled(bot)
        assert table.refusals == []


async def test_only_the_invited_find_a_seat_at_a_table_by_invitation(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await anna.command(CHANNEL, "game create", edition="aa1941", seats="invited")
        shown = await lobby(ben)
        assert "By invitation: only whom the organiser invites" in shown.content
        assert "invites (`/game invite`) can take a seat" in shown.content
        assert "This table is by invitation" in (await ben.press(shown, "Join as Germany")).content
        me = table.world.user_named("Ben")["id"]
        assert "Only the organiser" in (await ben.command(CHANNEL, "game invite", player=me)).content
        assert "Nobody is invited yet" in (await anna.command(CHANNEL, "game invite")).content
        assert "is invited" in (await anna.command(CHANNEL, "game invite", player=me)).content
        await settled(bot)
        await ben.press(shown, "Join as Germany")
        assert f"Germany (Axis): <@{me}>" in (await ben.refresh(shown)).content
        assert table.refusals == []


async def test_a_draft_by_thumb_from_the_sheet_to_the_first_turn(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        thumb = Thumb(anna, (await anna.command(CHANNEL, "game create")).shown)
        await thumb.choose("edition=aa1941", sees="Seating: chosen (everybody takes the seats they like)")
        await thumb.choose("seating", sees="Seating")
        await thumb.choose("seating=drafted", sees="**Seating**: drafted")
        await thumb.press("Open the lobby", "The lobby is open")
        shown = await lobby(ben)
        assert shown.labels == ["Join the game", "Draw the order", "How a turn goes"]
        assert "Seats: players pick one after another, in an order drawn by the dice" in shown.content
        assert "Seats are given out here" in (await ben.command(CHANNEL, "game join", powers="germany")).content
        for player in (anna, ben):
            await player.press(shown, "Join the game")
        assert "(2 to 5 can play)" in (await ben.refresh(shown)).content
        assert "Only the organiser" in (await ben.press(shown, "Draw the order")).content
        await anna.press(shown, "Draw the order")
        await settled(bot)
        (told,) = [each for each in await anna.messages(CHANNEL) if "pick a power" in each.content]
        name = next(
            name for name in ("Anna", "Ben") if f"<@{table.world.user_named(name)['id']}>, pick" in told.content
        )
        first, second = table.user(name), ben if name == "Anna" else anna
        assert "turn to pick; I'll ping you" in (await second.press(told, "Pick Germany")).content
        assert "has a day to pick" in (await anna.press(await lobby(anna), "Let the dice pick")).content
        await first.press(told, "Pick Germany")
        await settled(bot)
        shown = await lobby(anna)
        assert "All seats are taken." in shown.content
        await anna.press(shown, "Start the game")
        await settled(bot)
        assert table.refusals == []


async def test_calls_under_seal_are_typed_into_a_form_and_shown_to_nobody(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await full_lobby(table, bid="sealed auction allies")
        shown = await lobby(anna)
        assert "both sides call once, in secret" in shown.content
        form = (await anna.press(shown, "Make a sealed call")).modal
        assert form is not None
        assert "Call a number of IPCs from 0 to 99" in (await anna.submit(form, {"text": "much"})).content
        kept = await anna.submit(form, {"text": "12"})
        assert "call is kept" in (await anna.followup(kept)).content
        shown = await ben.refresh(shown)
        assert "made a sealed call. " in shown.content
        assert "and the last call holds" in shown.content
        await settled(bot)
        posts = [each.content for each in await ben.messages(CHANNEL) if each.id != shown.id]
        told = [content for content in posts if "made a sealed call" in content]
        assert len(told) == 1
        assert "12" not in re.sub(r"<@\d+>", "", told[0].partition("#")[0])
        form = (await ben.press(shown, "Make a sealed call")).modal
        assert form is not None
        await ben.submit(form, {"text": "9"})
        await settled(bot)
        assert [each for each in await anna.messages(CHANNEL) if "plays the Allies with 9 IPCs" in each.content]
        assert table.refusals == []
