"""From nothing to a lobby by thumb: six taps at most, and no character typed."""

from __future__ import annotations

from pathlib import Path

from gamemaster.keys import custom_id
from local import LocalTable, Message, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, settled
from tests.e2e.test_places import ELSEWHERE, message_with
from tests.e2e.thumb import Thumb

MOST_TAPS, MOST_TAPS_OF_A_TEMPLATE = 6, 3


async def begun(player: Player) -> Thumb:
    """The first sheet of a set-up."""
    return Thumb(player, (await player.command(CHANNEL, "game create")).shown)


async def lobby(player: Player, words: str, channel: str = CHANNEL) -> Message:
    """The public lobby with these words in it."""
    return await player.next_message(channel, lambda message: not message.ephemeral and words in message.content)


async def elsewhere(table: LocalTable, player: Player) -> Thumb:
    """The first sheet of a set-up in another channel."""
    assert table.world.channel_named(ELSEWHERE)
    return Thumb(player, (await player.command(ELSEWHERE, "game create")).shown)


async def test_from_nothing_to_a_lobby_with_a_pace_of_its_own_in_six_taps(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        thumb = await begun(table.user("Anna"))
        assert "Join as" not in thumb.sheet.text
        await thumb.choose("Axis & Allies Anniversary 1941", sees="Pace: none (no hurry)")
        assert "Low luck: off (every unit rolls its own dice)" in thumb.sheet.text
        await thumb.choose("pace=weekend", sees="**Pace**: weekend")
        await thumb.press("Open the lobby", "The lobby is open in this channel")
        assert thumb.taps <= MOST_TAPS
        shown = await lobby(table.user("Ben"), "Pace weekend: 72 hours for a turn")
        assert "Join as Germany" in shown.labels
        assert "Posts: " not in shown.content, "new games are told briefly, as usual"
        await settled(bot)
        assert table.refusals == []


async def test_any_option_is_a_menu_away_and_stands_in_the_lobby(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        thumb = await begun(table.user("Anna"))
        await thumb.choose("edition=revised", sees="Advantages: none")
        await thumb.choose("advantages", sees="Advantages: none")
        await thumb.choose("advantages=choose 2", sees="**Advantages**: choose 2")
        await thumb.choose("low_luck=battles", sees="**Low luck**: battles")
        await thumb.choose("victory", sees="Victory")
        await thumb.choose("victory=total", sees="**Victory**: total")
        await thumb.press("Open the lobby", "The lobby is open")
        shown = await lobby(table.user("Ben"), "Revised")
        assert "National advantages: 2 for each power, chosen by its player" in shown.content
        assert "Victory: total (all twelve victory cities)" in shown.content
        assert "Low luck: battles" in shown.content
        again = await begun(table.user("Anna"))
        await again.choose("edition=aa1941", sees="1941")
        refused = await again.player.press(again.sheet, "Open the lobby")
        assert refused.content.startswith("This channel already has a game.")
        await settled(bot)
        assert table.refusals == []


async def test_as_last_time_takes_two_taps(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna = table.user("Anna")
        first = await begun(anna)
        assert not any(label.startswith("As last time") for label in first.sheet.labels)
        await anna.command(CHANNEL, "game create", edition="aa1941", name="Friday", pace="daily", victory="shorter")
        thumb = await elsewhere(table, anna)
        await thumb.press("As last time: Friday", "The lobby is open")
        assert thumb.taps == 2
        shown = await lobby(table.user("Ben"), "**Friday**", ELSEWHERE)
        assert "Pace daily" in shown.content
        assert "Victory: shorter" in shown.content


async def test_what_no_sheet_of_today_has_is_refused_in_words(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        here = int(table.world.channel_named(CHANNEL)["id"])
        old = "This sheet is from another version of the bot. Use /game create for a new one."
        for deed in (
            "open.aa1939.000",
            "open.aa1941.0",
            "open.aa1941.zzzzz",
            "open.aa1941.ööööö",
            "set.aa1941",
            "sell",
        ):
            forged = await message_with(bot, here, anna, custom_id(0, "", f"setup.{deed}"))
            assert (await anna.press(forged, "Press")).content == old, deed
        alone = await anna.command(CHANNEL, "game create", pace="daily")
        assert alone.content == "Choose an edition too, or leave everything empty to be asked step by step."
        nobody = await message_with(bot, here, anna, custom_id(0, "", "setup.last"))
        assert "You haven't organised a game here that I know of" in (await anna.press(nobody, "Press")).content


async def test_a_template_opens_a_lobby_in_three_taps(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await anna.command(CHANNEL, "game create", edition="aa1941", pace="league")
        saved = await anna.command(CHANNEL, "template save", name="League A")
        assert saved.content.startswith("The template “League A” is saved.")
        assert "“League A”" in (await ben.command(CHANNEL, "template delete", name="league a")).content
        assert "**League A**" in (await ben.command(CHANNEL, "template list")).content
        assert (
            "Only a server manager can lock or unlock a template"
            in (await ben.command(CHANNEL, "template lock", name="League A")).content
        )
        thumb = await elsewhere(table, ben)
        await thumb.choose("League A", sees="The lobby is open")
        assert thumb.taps <= MOST_TAPS_OF_A_TEMPLATE
        shown = await lobby(anna, "By this server's template “League A”", ELSEWHERE)
        assert "Pace league" in shown.content
        await settled(bot)
        assert table.refusals == []
