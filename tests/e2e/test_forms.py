"""What the forms of the game say before anything is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from local import LocalTable, Reply
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, found, has_button
from tests.e2e.sheets import typed_purchase


async def test_the_prices_of_all_units_stand_in_the_order_form(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        panel = await found(anna, lambda message: has_button(message, ":buy"))
        sheet, form = await typed_purchase(anna, panel)
        sea = "submarine 6, transport 7, destroyer 8, aircraft carrier 12, battleship 16"
        assert form.texts == [f"Prices: infantry 3, tank 6, fighter 10, bomber 12, {sea}."]
        assert form.fields[0].value == "0 infantry\n0 tank\n0 submarine\n0 transport\n", "what 7 IPCs can buy"
        await anna.submit(form, {"text": form.fields[0].value.replace("0 infantry", "2 infantry")})
        await anna.wait_until(sheet, lambda now: "Ordered: 2 infantry for 6 IPCs; 1 IPC left." in now.text)


async def test_as_many_are_offered_as_the_number_that_is_typed(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        units = {"russia": {"units": {"soviet_union": {"infantry": 12}}}}
        turn = {"round": 1, "power": "soviet_union", "phase": "purchase"}
        await correct(table, {"spaces": units, "turn": turn, "ipcs": {"soviet_union": 40}})
        offered = await anna.autocomplete(CHANNEL, "buy", focused="units", units="11")
        assert [choice.name for choice in offered] == ["11 infantry (33 IPCs)"]
        await correct(table, {"turn": {**turn, "phase": "noncombat_move"}})
        typed = {"from": "russia", "units": "11", "to": ""}
        offered = await anna.autocomplete(CHANNEL, "move", focused="units", **typed)
        assert "11 infantry" in [choice.name for choice in offered]


async def test_prices_offered_while_typing_are_those_that_will_be_paid(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="anniversary_1941")
        change = {
            "technologies": {"germany": ["improved_shipyards"]},
            "turn": {"round": 1, "power": "germany", "phase": "purchase"},
        }
        await correct(table, change)
        offered = await ben.autocomplete(CHANNEL, "buy", focused="units", units="1 destroyer")
        assert [choice.name for choice in offered] == ["1 destroyer (7 IPCs)"]
        bought = await ben.command(CHANNEL, "buy", units="1 destroyer")
        assert "Ordered: 1 destroyer for 7 IPCs" in bought.content


async def test_a_purchase_that_is_refused_comes_back_in_the_form(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        panel = await found(anna, lambda message: has_button(message, ":buy"))
        sheet, form = await typed_purchase(anna, panel)
        await anna.submit(form, {"text": "9 tanks, 1 zeppelin"})
        sheet = await anna.wait_until(sheet, lambda now: "no unit “zeppelin”" in now.text)
        again = (await anna.press(sheet, "Correct it")).opened
        assert again.fields[0].value == "9 tanks, 1 zeppelin"
        await anna.submit(again, {"text": "1 tank"})
        await anna.wait_until(sheet, lambda now: "Ordered: 1 tank" in now.text)
        _, empty = await typed_purchase(anna, panel)
        assert empty.fields[0].value == "1 tank"


async def test_a_typed_answer_that_is_refused_comes_back_in_the_form(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        card = await _casualties(table, {"infantry": 9, "tank": 9})
        form = (await ben.press(card.shown, "Other choice")).opened
        hint = form.fields[0].placeholder
        assert hint
        await ben.submit(form, {"text": "1 zeppelin"})
        refused = await ben.wait_until(card.shown, lambda sheet: "zeppelin" in sheet.text)
        again = (await ben.press(refused, "Correct it")).opened
        assert again.fields[0].value == "1 zeppelin"
        await ben.submit(again, {"text": hint})
        await ben.wait_until(refused, lambda sheet: "zeppelin" not in sheet.text)


async def test_a_sheet_of_a_battle_that_never_was_leads_to_the_battle_after(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        before = await _casualties(table, {"infantry": 9, "tank": 9})
        await _casualties(table, {"tank": 9, "fighter": 9})
        over = await ben.wait_until(before.shown, lambda sheet: "This sheet is closed" in sheet.text)
        await ben.press(over, "Go on here")
        await ben.wait_until(over, lambda sheet: "9 tanks, 9 fighters" in sheet.text and "Other choice" in sheet.labels)


async def _casualties(table: LocalTable, defenders: dict[str, int]) -> Reply:
    """Ben's card for his casualties in West Russia, attacked from a position that was corrected."""
    anna, ben = table.user("Anna"), table.user("Ben")
    units = {"russia": {"soviet_union": {"tank": 10}}, "west_russia": {"germany": defenders}}
    spaces = {space: {"units": row} for space, row in units.items()}
    turn = {"round": 1, "power": "soviet_union", "phase": "combat_move"}
    await correct(table, {"spaces": spaces, "turn": turn})
    order: dict[str, Any] = {"from": "russia", "units": "10 tank", "to": "west russia"}
    await anna.command(CHANNEL, "move", **order)
    await anna.command(CHANNEL, "end-phase")
    await anna.command(CHANNEL, "battle", space="west russia")
    return await ben.command(CHANNEL, "decide")


async def test_help_and_seats_are_told_in_whole_sentences(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await anna.command(CHANNEL, "game create", edition="aa1941")
        await anna.command(CHANNEL, "game join", powers="allies")
        await ben.command(CHANNEL, "game join", powers="axis")
        assert (await anna.command(CHANNEL, "game seats", players=2)).content == "All seats are taken."
        assert "SHA-256 of the seed" in (await anna.command(CHANNEL, "help")).shown.text


async def test_an_edition_is_known_by_its_name(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        both = await anna.command(CHANNEL, "game create", edition="anniversary")
        assert "fits Axis & Allies Anniversary 1941 and Axis & Allies Anniversary 1942" in both.content
        unknown = await anna.command(CHANNEL, "game create", edition="chess")
        assert "There is no edition “chess”. Did you mean Axis & Allies: 1941" in unknown.content
        await anna.command(CHANNEL, "game create", edition="1941")
        await anna.next_message(CHANNEL, lambda message: "Axis & Allies: 1941" in message.content)


async def test_menus_offer_what_is_ones_own(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        for kind in ("leave", "losses", "withdraw", "advantages", "submerge", "retreat", "reactions", "stranded"):
            offered = await ben.autocomplete(CHANNEL, f"standing-order {kind}", focused="power", power="")
            assert {choice.value for choice in offered} == {"germany", "japan"}
        enemies = await ben.autocomplete(CHANNEL, "standing-order losses", focused="against", against="")
        assert {choice.value for choice in enemies} == {"soviet_union", "united_kingdom", "united_states"}
        allies = await ben.autocomplete(CHANNEL, "permit", focused="ally", ally="")
        assert {choice.value for choice in allies} == {"germany", "japan"}
        assert await ben.autocomplete(CHANNEL, "decide", focused="space", space="") == []


async def test_no_more_is_offered_for_placing_than_one_place_can_take(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        change = {
            "turn": {"round": 1, "power": "soviet_union", "phase": "mobilize"},
            "purchased": {"soviet_union": {"infantry": 8}},
        }
        await correct(table, change)
        offered = await anna.autocomplete(CHANNEL, "place", focused="units", units="")
        most = offered[0].value
        assert most == "3 infantry"
        assert "3 infantry in Russia" in (await anna.command(CHANNEL, "place", units=most, space="russia")).content


@pytest.mark.parametrize(("phase", "coast"), [("combat_move", "north_africa"), ("noncombat_move", "eastern_canada")])
async def test_ships_are_offered_the_coasts_that_they_reach_and_may_land_on(
    tmp_path: Path, phase: str, coast: str
) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        await correct(table, {"turn": {"round": 1, "power": "united_states", "phase": phase}})
        start: dict[str, Any] = {"from": "eus", "units": "1 infantry"}
        offered = {choice.value for choice in await anna.autocomplete(CHANNEL, "ship", focused="to", to="", **start)}
        assert offered & {"north_africa", "eastern_canada", "russia"} == {coast}
