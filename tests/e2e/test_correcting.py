"""Correcting the position by menus and forms, by whoever may ask for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from local import Modal, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, game, settled
from tests.e2e.sheets import menu_with
from tests.e2e.thumb import Thumb


async def begun(player: Player) -> Thumb:
    """The sheet on which a correction begins."""
    return Thumb(player, (await player.command(CHANNEL, "game edit")).shown)


async def form_of(thumb: Thumb, entry: str) -> Modal:
    """The form that a line of a menu opens."""
    return (await thumb.player.choose(thumb.sheet, entry, custom_id=menu_with(thumb.sheet, entry))).opened


@pytest.mark.rule("GEN-19")
async def test_a_manager_who_does_not_play_corrects_a_place_in_four_taps(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        table.grant("Dan", 1 << 5)
        thumb = await begun(table.user("Dan"))
        await thumb.choose("Germany", sees="What do you want to correct?")
        form = await form_of(thumb, "Eastern Europe")
        assert [field.label for field in form.fields] == ["Units", "Owner", "Facilities"]
        assert form.fields[1].value == "Germany"
        await thumb.player.submit(form, {"Units": "2 infantry, 1 tank"})
        await thumb.sees("Corrected. I've told the table.", "What do you want to correct?")
        await found(ben, lambda message: "Eastern Europe" in message.content and "→" in message.content)
        await settled(bot)
        loaded = await game(bot, table.world.channel_named(CHANNEL)["id"])
        there = [piece.unit for piece in loaded.running.at("eastern_europe")]
        assert sorted(there) == ["infantry", "infantry", "tank"]
        assert table.refusals == []


@pytest.mark.rule("GEN-19")
async def test_an_organiser_who_plays_asks_the_other_side_for_other_ipcs(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        thumb = await begun(anna)
        form = await form_of(thumb, "IPCs")
        before = form.fields[0].value
        assert "Germany 12" in str(before)
        await anna.submit(form, {"IPCs": "Germany 41"})
        await thumb.sees("Nothing has changed yet. <@", "A server manager who hasn't played here can, too.")
        card = await found(ben, lambda message: "Agree" in message.labels)
        assert "→ 41" in card.content
        await ben.press(card, "Agree")
        await found(ben, lambda message: "→ 41" in message.content and not message.buttons)
        await settled(bot)
        await anna.submit(await form_of(thumb, "IPCs"), {})
        await thumb.sees("The position is already like that. Nothing changed.")
        assert table.refusals == []


async def test_a_form_of_before_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        table.grant("Dan", 1 << 5)
        dan = table.user("Dan")
        thumb = await begun(dan)
        form = await form_of(thumb, "IPCs")
        await dan.command(CHANNEL, "game edit", change='{"ipcs": {"germany": 13}}')
        await dan.submit(form, {"IPCs": "Germany 41"})
        await thumb.sees("That changed while you wrote. Nothing was corrected")
        await dan.submit(await form_of(thumb, "IPCs"), {"IPCs": "Germany lots"})
        await thumb.sees("write it as “Germany 31; Japan 26”", "> IPCs: Germany lots")
        await dan.submit(await form_of(thumb, "IPCs"), {"IPCs": "Germany 41\n Japan 26\n"})
        await thumb.sees("Corrected. I've told the table.")
        assert table.refusals == []


async def test_players_without_the_right_and_strangers_see_no_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        assert "no game" in (await anna.command(CHANNEL, "game edit")).content.lower()
        await begin(ben, anna)
        for name in ("Ben", "Eve"):
            refused = await table.user(name).command(CHANNEL, "game edit")
            assert "can correct the position" in refused.content
            assert refused.shown.selects == []
