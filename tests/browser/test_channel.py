"""The page as a channel: commands are completed, and what others do is seen at once."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image
from playwright.async_api import Browser, expect

from local import LocalTable
from tests.browser.conftest import Practice
from tests.browser.window import PHONE, Window, free_port, window
from tests.local.practice_bot import PracticeBot

NOTE_CLICKS = """() => {
  window.clicked = [];
  addEventListener("click", (event) => window.clicked.push(event.target.closest("[id]").id), true);
}"""
WHAT_IS_THERE = "([x, y]) => document.elementsFromPoint(x, y).map((each) => each.closest('[id]')?.id)"

pytestmark = pytest.mark.asyncio(loop_scope="package")


def war_room(bot: PracticeBot) -> discord.TextChannel:
    channel = discord.utils.get(bot.get_all_channels(), name="war-room")
    assert isinstance(channel, discord.TextChannel)
    return channel


async def complains(anna: Window, text: str) -> None:
    """Wait until the line below the message box says it."""
    await expect(anna.page.locator(".complaint")).to_contain_text(text)


async def test_a_command_is_completed_and_checked_before_it_is_sent(practice: Practice, browser: Browser) -> None:
    table, _ = practice
    async with window(browser, table.base_url, "Anna") as anna:
        keys, box = anna.page.keyboard, anna.page.get_by_label("Message", exact=True)
        await box.focus()
        await keys.type("/nothing")
        await keys.press("Enter")
        await complains(anna, "There is no command /nothing for you.")
        await box.fill("")
        await keys.type("/game create ")
        edition = anna.page.get_by_role("combobox", name="edition")
        await expect(edition).to_be_focused()
        await keys.press("Escape")
        await keys.press("Enter")
        await complains(anna, "edition: This option is required.")
        await expect(edition).to_have_attribute("aria-invalid", "true")
        await keys.type("risk")
        await complains(anna, "edition: no options match.")
        await edition.fill("")
        await keys.type("19")
        await keys.press("Enter")
        await expect(edition).to_have_value("1941")
        await anna.page.get_by_role("button", name="+ seats").click()
        for typed, complaint in (("many", "Type a whole number."), ("9", "Type a number from 2 to 6.")):
            await anna.page.get_by_role("combobox", name="seats").fill(typed)
            await keys.press("Enter")
            await complains(anna, f"seats: {complaint}")
        await anna.page.get_by_role("combobox", name="seats").fill("4")
        await keys.press("Enter")
        await anna.sees("aa1941 for 4")


async def test_choices_come_while_one_types_and_may_fail(practice: Practice, browser: Browser) -> None:
    table, bot = practice
    async with window(browser, table.base_url, "Anna") as anna:
        keys = anna.page.keyboard
        await anna.page.get_by_label("Message", exact=True).focus()
        await keys.type("/move tank 3")
        suggested = anna.page.locator("#suggestions [role=option]")
        await expect(suggested).to_have_count(11)
        to = anna.page.get_by_role("combobox", name="to", exact=True)
        await expect(to).to_have_attribute("aria-expanded", "true")
        await keys.press("ArrowDown")
        await expect(to).to_have_attribute("aria-activedescendant", "suggestion-1")
        await keys.press("Tab")
        await expect(to).to_have_value("tank 30")
        await keys.press("Enter")
        await anna.sees("moved to tank 30")
        await bot.close()
        await anna.page.get_by_label("Message", exact=True).focus()
        await keys.type("/move home")
        await complains(anna, "to: loading options failed. You can still type a value.")
        await keys.press("Enter")
        await complains(anna, "The application did not respond")
        await expect(to).to_have_value("home")


def several(label: str) -> discord.ui.View:
    """A menu of which several lines may be chosen, and a button."""
    view = discord.ui.View(timeout=None)
    lines = [discord.SelectOption(label=name) for name in ("Infantry", "Tank", "Fighter")]
    view.add_item(discord.ui.Select(custom_id="several", options=lines, max_values=3))
    view.add_item(discord.ui.Button(custom_id="plain", label=label))
    return view


async def test_what_others_do_is_seen_at_once_and_disturbs_nobody(practice: Practice, browser: Browser) -> None:
    table, bot = practice
    channel = war_room(bot)
    async with window(browser, table.base_url, "Anna") as anna, window(browser, table.base_url, "Ben") as ben:
        old = await channel.send("an old post")
        panel = await channel.send("the panel", view=several("Press"))
        await anna.page.locator("details.multi summary").click()
        await expect(anna.page.get_by_role("button", name="Choose", exact=True)).to_be_in_viewport()
        await anna.page.get_by_label("Tank").check()
        await panel.edit(content="the panel, changed", view=several("Press on"))
        await anna.sees("the panel, changed (edited)")
        await expect(anna.page.get_by_label("Tank")).to_be_checked()
        await expect(anna.page.get_by_label("Tank")).to_be_focused()
        await expect(anna.button("Press on")).to_be_visible()
        await old.delete()
        for person in (anna, ben):
            await expect(person.said("an old post")).to_have_count(0)
            await expect(person.page.locator("#messages .heading")).to_have_count(1)
        await expect(anna.page.get_by_label("Tank")).to_be_focused()
        await anna.page.get_by_label("Message", exact=True).fill("hello, Ben")
        await anna.page.keyboard.press("Enter")
        await ben.sees("hello, Ben")
        await expect(ben.page.locator("#announcer")).to_contain_text("Anna: hello, Ben")


async def test_embeds_secrets_threads_and_mentions_are_shown(practice: Practice, browser: Browser) -> None:
    table, bot = practice
    channel = war_room(bot)
    ben_id = table.world.user_named("Ben")["id"]

    async def ask(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("for your eyes", ephemeral=True)

    bot.ask = ask
    async with window(browser, table.base_url, "Anna") as anna, window(browser, table.base_url, "Ben") as ben:
        report = discord.Embed(title="Report", description="**All** quiet", colour=0x227744)
        await channel.send(embed=report.add_field(name="Losses", value="none").set_footer(text="Round 1"))
        shown = anna.page.locator("article.embed")
        for text in ("Report", "All quiet", "Losses", "Round 1"):
            await expect(shown).to_contain_text(text)
        await anna.command("do")
        await expect(anna.said("for your eyes")).to_contain_text("Only you can see this")
        post = await channel.send("a post with a thread")
        thread = await post.create_thread(name="Game 3")
        await thread.send(f"<@{ben_id}> look here", allowed_mentions=discord.AllowedMentions.all())
        await expect(ben.page.locator("#channels .badge")).to_contain_text("1")
        await expect(ben.page.locator("#announcer")).to_contain_text("in Game 3: you are mentioned")
        await ben.said("a post with a thread").get_by_role("link", name="Game 3").click()
        await ben.sees("@Ben look here")
        await expect(ben.page.locator("#topic")).to_have_text("Thread in #war-room")
        await expect(ben.page.locator("#channels .badge")).to_have_count(0)
        await expect(ben.said("for your eyes")).to_have_count(0)
        await ben.page.get_by_role("link", name="# war-room").click()
        await expect(ben.said("for your eyes")).to_have_count(0)
        await thread.edit(archived=True)
        await expect(ben.page.get_by_role("link", name="↳ Game 3")).to_have_count(0)


async def test_the_page_comes_back_with_the_table(tmp_path: Path, browser: Browser) -> None:
    port = free_port()
    first = LocalTable(tmp_path / "table.db")
    await first.start(port=port)
    async with window(browser, first.base_url, "Anna") as anna:
        await anna.page.get_by_label("Message", exact=True).fill("before")
        await anna.page.keyboard.press("Enter")
        await anna.sees("before")
        await first.stop()
        await expect(anna.page.locator("#notices")).to_contain_text("The table is gone")
        second = LocalTable(tmp_path / "table.db")
        await second.start(port=port)
        try:
            await expect(anna.page.locator("#notices")).to_contain_text("The table is back")
            await anna.sees("before")
            await anna.page.get_by_label("Message", exact=True).fill("after")
            await anna.page.keyboard.press("Enter")
            await anna.sees("after")
        finally:
            await second.stop()
        anna.faults[:] = [fault for fault in anna.faults if "ERR_CONNECTION_REFUSED" not in fault]


def board() -> discord.File:
    """A picture that is larger than the room it gets."""
    data = io.BytesIO()
    Image.new("RGB", (1500, 900), "navy").save(data, "PNG")
    data.seek(0)
    return discord.File(data, "board.png", description="The board")


async def test_the_newest_post_stays_in_sight_and_who_reads_above_is_told_of_it(
    practice: Practice, browser: Browser
) -> None:
    table, bot = practice
    channel = war_room(bot)
    async with window(browser, table.base_url, "Anna") as anna:
        for number in range(3):
            await channel.send(f"post {number}", file=board())
        picture = anna.page.locator("img.picture").last
        await expect(picture).to_be_in_viewport(ratio=1)
        drawn = await picture.bounding_box()
        assert drawn is not None
        assert (round(drawn["width"]), round(drawn["height"])) == (560, 336)
        newest = anna.page.get_by_role("button", name="New messages")
        await expect(newest).to_be_hidden()
        await anna.page.locator("#messages").evaluate(SCROLL_UP)
        await channel.send("the last word")
        await expect(newest).to_be_visible()
        await expect(anna.said("the last word")).not_to_be_in_viewport()
        await newest.click()
        await expect(anna.said("the last word")).to_be_in_viewport()
        await expect(newest).to_be_hidden()
        await expect(anna.page.get_by_label("Message", exact=True)).to_be_focused()


SCROLL_UP = "box => new Promise(done => { box.addEventListener('scroll', done, { once: true }); box.scrollTop = 0; })"


async def test_posts_of_long_ago_come_on_demand(practice: Practice, browser: Browser) -> None:
    table, bot = practice
    await war_room(bot).send("the newest post")
    channel = table.world.channel_named("war-room")["id"]
    (newest,) = table.world.messages_of(channel)
    for number in range(250):
        old = {**newest, "id": str(number + 1), "content": f"old post {number + 1}."}
        table.world.save_message(old)
    table.world.remove_message(newest)
    table.world.save_message(newest)
    async with window(browser, table.base_url, "Anna") as anna:
        await anna.sees("the newest post")
        await expect(anna.said("old post 51.")).to_have_count(0)
        await anna.page.get_by_role("button", name="Earlier messages").click()
        await expect(anna.said("old post 1.")).to_have_count(1)
        await expect(anna.page.get_by_role("button", name="Earlier messages")).to_have_count(0)


async def test_a_tapped_suggestion_presses_nothing_beneath_it(practice: Practice, browser: Browser) -> None:
    table, bot = practice
    for number in range(30):
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label=f"Button {number}", custom_id=f"pressed-{number}"))
        await war_room(bot).send(f"Post {number}", view=view)
    async with window(browser, table.base_url, "Anna", PHONE) as anna:
        await anna.sees("Post 29")
        await anna.page.evaluate(NOTE_CLICKS)
        await anna.page.get_by_label("Message", exact=True).fill("/game")
        box = await anna.page.get_by_role("option").filter(has_text="/game create").first.bounding_box()
        assert box
        spot = (box["x"] + 40, box["y"] + 8)
        assert "messages" in await anna.page.evaluate(WHAT_IS_THERE, spot)
        await anna.page.touchscreen.tap(*spot)
        await expect(anna.page.locator("form.command")).to_be_visible()
        await expect(anna.page.get_by_role("combobox", name="edition")).to_be_focused()
        assert await anna.page.evaluate("window.clicked") == ["suggestion-0"]


async def test_channels_and_threads_are_made_on_the_page(practice: Practice, browser: Browser) -> None:
    table, _ = practice
    async with window(browser, table.base_url, "Ben", PHONE) as ben, window(browser, table.base_url, "Anna") as anna:
        await make(ben, "New channel", "Eastern front", phone=True)
        await expect(ben.page.locator("#title")).to_have_text("#eastern-front")
        await expect(ben.page.locator("#sidebar")).to_be_hidden()
        await make(ben, "New thread", "Round two", phone=True)
        await expect(ben.page.locator("#title")).to_have_text("Round two")
        await expect(ben.page.locator("#topic")).to_have_text("Thread in #eastern-front")
        await ben.picture("phone_new_thread")
        await expect(anna.page.get_by_role("link", name="Round two")).to_be_visible()
        await make(ben, "New thread", "Round three", phone=True)
        await expect(ben.page.locator("#topic")).to_have_text("Thread in #eastern-front")
        await make(anna, "New channel", " ", phone=False)
        await expect(anna.page.get_by_role("dialog").get_by_role("alert")).to_have_text("Write a name first.")
        await anna.page.keyboard.press("Escape")
        await expect(anna.page.get_by_role("dialog")).to_have_count(0)


async def make(person: Window, what: str, name: str, *, phone: bool) -> None:
    """Press [New channel] or [New thread], and write its name."""
    if phone:
        await person.page.get_by_role("button", name="Channels", exact=True).click()
    await person.page.get_by_role("button", name=what, exact=True).click()
    await person.page.get_by_role("textbox", name="Name").fill(name)
    await person.page.keyboard.press("Enter")
