"""Buying by thumb: a sheet that changes in place, a menu, a form with a field for each unit, whole orders."""

from __future__ import annotations

from pathlib import Path

import pytest

from local import LocalTable, Message, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, found, has_button

COMPONENT = 3
FORGED: tuple[tuple[str, list[str], str], ...] = (
    ("count.0", ["germany"], "isn't for sale"),
    ("count.7", ["infantry"], "no such treasury"),
    ("count.x", [], "no such treasury"),
    ("count.0.repair", ["damage.99999.0"], "Nothing is damaged"),
    ("count.0.repair", ["damage"], "Nothing is damaged"),
    ("preset.99x1", [], "Your units have changed since"),
    ("preset.nothing", [], "Your units have changed since"),
    ("again", [], "You bought no units last turn."),
)
"""What presses no sheet offers, and what they are answered."""


async def sheet_of(table: LocalTable, player: Player, *, ipcs: int = 30) -> Message:
    """The sheet of the Soviet Union's purchase, opened from the panel by its player."""
    await begin(table.user("Ben"), player)
    await correct(table, {"ipcs": {"soviet_union": ipcs}})
    panel = await found(player, lambda message: has_button(message, ":buy"))
    return (await player.press(panel, "Buy units")).shown


@pytest.mark.rule("PUR-01")
async def test_what_is_bought_by_menu_and_form_stands_on_the_same_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        sheet = await sheet_of(table, anna)
        assert sheet.ephemeral
        assert "30 IPCs to spend" in sheet.text
        assert sheet.select().options[0].label == "Infantry (3 IPCs)"
        form = (await anna.choose(sheet, "infantry", "tank")).opened
        assert [field.label for field in form.fields] == ["Infantry", "Tanks"]
        await anna.submit(form, {"infantry": "3", "tank": "1"})
        sheet = await anna.wait_until(sheet, lambda now: "Ordered: 3 infantry, 1 tank for 15 IPCs" in now.text)
        form = (await anna.choose(sheet, "infantry")).opened
        assert form.fields[0].value == "3", "what is ordered already"
        await anna.submit(form, {"infantry": "many"})
        sheet = await anna.wait_until(sheet, lambda now: "“many” isn't a number" in now.text)
        assert "3 infantry, 1 tank" in sheet.text
        await anna.submit((await anna.choose(sheet, "infantry")).opened, {"infantry": "99"})
        sheet = await anna.wait_until(sheet, lambda now: "(PUR-02)" in now.text)
        assert "3 infantry, 1 tank" in sheet.text
        await anna.press(sheet, "Buy 8 infantry, 1 tank instead")
        sheet = await anna.wait_until(sheet, lambda now: "Ordered: 8 infantry, 1 tank for 30 IPCs" in now.text)
        await anna.press(sheet, "Undo")
        sheet = await anna.wait_until(sheet, lambda now: "Ordered: 3 infantry, 1 tank for 15 IPCs" in now.text)
        await anna.press(sheet, "Undo")
        sheet = await anna.wait_until(sheet, lambda now: "Nothing ordered yet" in now.text)
        await anna.press(sheet, "3 infantry, 2 fighters (29)")
        sheet = await anna.wait_until(sheet, lambda now: "Ordered: 3 infantry, 2 fighters" in now.text)
        private = [each for each in await anna.messages(CHANNEL) if each.ephemeral and "purchase" in each.text]
        assert [each.id for each in private] == [sheet.id], "one sheet, always edited"
        assert table.refusals == []


async def test_the_sheet_goes_on_with_the_next_phase(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        other = await sheet_of(table, anna)
        sheet = (await anna.press(await found(anna, lambda message: has_button(message, ":buy")), "Buy units")).shown
        other = await anna.wait_until(other, lambda now: "This sheet is closed" in now.text)
        await anna.press(sheet, "End purchases")
        sheet = await anna.wait_until(sheet, lambda now: "You have 30 IPCs unspent" in now.text)
        await anna.press(sheet, "End anyway")
        sheet = await anna.wait_until(sheet, lambda now: "combat move" in now.text)
        assert "Move" in sheet.labels
        await anna.press(other, "Go on here")
        other = await anna.wait_until(other, lambda now: "combat move" in now.text)
        assert other.labels == sheet.labels, "a press on a sheet that is over leads to the present one"
        assert table.refusals == []


async def test_what_the_last_turn_bought_is_bought_again(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        sheet = await sheet_of(table, anna)
        assert "As last turn" not in sheet.labels
        await anna.command(CHANNEL, "buy", units="2 infantry, 1 tank")
        await anna.press((await anna.command(CHANNEL, "end-phase")).shown, "End anyway")
        turn = {"round": 2, "power": "soviet_union", "phase": "purchase"}
        await correct(table, {"turn": turn, "ipcs": {"soviet_union": 20}})
        panel = await found(anna, lambda message: has_button(message, "2.soviet_union.purchase:buy"))
        sheet = (await anna.press(panel, "Buy units")).shown
        await anna.press(sheet, "As last turn")
        await anna.wait_until(sheet, lambda now: "Ordered: 2 infantry, 1 tank" in now.text)
        assert table.refusals == []


async def test_what_the_sheet_does_not_offer_is_refused_in_words(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        await sheet_of(table, anna)
        for deed, values, answer in FORGED:
            pressed = {"component_type": COMPONENT, "custom_id": f"v1:1:1.soviet_union.purchase:{deed}"}
            reply = await anna.forge(CHANNEL, COMPONENT, {**pressed, "values": values})
            assert answer in reply.shown.text, deed
        pressed = {"component_type": COMPONENT, "custom_id": "v1:1:1.soviet_union.purchase:preset.0"}
        refused = await table.user("Ben").forge(CHANNEL, COMPONENT, pressed)
        assert "It is the Soviet Union's turn" in refused.shown.text
        assert table.refusals == []
