"""Slips in typed orders: the answer names what is missing or wrong, and where the units are that may be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.playing import CHANNEL, correct
from tests.e2e.test_panel_help import game_at, order

MARCH = {"russia": {"soviet_union": {"infantry": 2, "tank": 1}}, "sz4": {"soviet_union": {"submarine": 1}}}
ISLAND = {"united_kingdom": {"united_kingdom": {"infantry": 2}}, "sz7": {"united_kingdom": {"transport": 1}}}


async def test_a_purchase_in_place_of_another_says_what_it_replaces(tmp_path: Path) -> None:
    async with game_at(tmp_path, "purchase", MARCH) as (_, play, anna):
        first = await anna.command(CHANNEL, "buy", units="2 infantry")
        assert "Instead of" not in first.content
        second = await anna.command(CHANNEL, "buy", units="1 tank")
        assert second.content.startswith("Instead of 2 infantry: 1 tank.\n")
        assert "Ordered: 1 tank for 6 IPCs; 1 IPC left." in second.content
        assert "Instead of" not in (await anna.command(CHANNEL, "buy", units="1 tank")).content
        none = await anna.command(CHANNEL, "buy", units="nothing")
        assert none.content.startswith("Instead of 1 tank: nothing.\n")
        assert "Instead of" not in (await anna.command(CHANNEL, "undo")).content
        assert (await play.state()).purchased["soviet_union"] == {"tank": 1}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "1 sub archangel",
            "Write where they come from, too, such as “sea zone 4 > Archangel”. Your submarine is in sea zone 4.",
        ),
        ("2 inf russia", "Write where they go, too, such as “Russia > Archangel”."),
        (
            "1 zero russia > archangel",
            "There is no unit “zero”. This edition has infantry, tanks, fighters, bombers, submarines, transports, ",
        ),
        (
            "1 sub russia > archangel",
            "You ordered 1 submarine in Russia, but no submarines are there for this order. Your submarine is in sea ",
        ),
    ],
)
async def test_a_line_that_lacks_something_is_answered_with_what_is_there(tmp_path: Path, line: str, told: str) -> None:
    async with game_at(tmp_path, "noncombat_move", MARCH) as (_, _play, anna):
        form = (await anna.command(CHANNEL, "orders")).opened
        assert (await anna.submit(form, {"text": line})).content.startswith(told)


async def test_all_wrong_lines_of_a_form_are_told_at_once(tmp_path: Path) -> None:
    async with game_at(tmp_path, "noncombat_move", MARCH) as (_, play, anna):
        form = (await anna.command(CHANNEL, "orders")).opened
        lines = [
            "1 inf russia > archangle",
            "2 zero russia > archangel",
            "1 tank russia > caucasus",
            "9 tank russia > ukrane",
        ]
        told = await anna.submit(form, {"text": "\n".join(lines)})
        assert told.content.startswith(
            "2 of 4 lines are wrong, so none was carried out.\nLine 2: There is no unit “zero”"
        )
        assert "\n> 2 zero russia \\> archangel\nLine 4: " in told.content.replace("> archangel", "\\> archangel")
        assert (await play.state()).undo == ()
        again = (await anna.press(told.shown, "Correct them")).opened
        assert again.fields[0].value == "\n".join(lines)
        many = await anna.submit(again, {"text": "\n".join(["1 zero russia > archangel"] * 150)})
        assert many.content.startswith("At least 5 of 150 lines are wrong, so none was carried out.\n")
        assert many.content.count("There is no unit") == 5
        assert many.content.endswith("I checked only as far as line 5. Correct these first.")


async def test_where_no_way_leads_by_land_the_way_by_sea_is_told(tmp_path: Path) -> None:
    british = {"power": "united_kingdom", "phase": "noncombat_move"}
    async with game_at(tmp_path, "noncombat_move", ISLAND, turn=british) as (table, _, anna):
        no = await anna.command(CHANNEL, "move", **order("united kingdom", "2 infantry", "iceland"))
        assert "To go there by transport in one order, use /ship." in no.content
        form = (await anna.command(CHANNEL, "orders")).opened
        assert "/ship" in (await anna.submit(form, {"text": "2 inf united kingdom > iceland"})).content
        await correct(table, {"clear_units": True, "spaces": {"united_kingdom": {"units": ISLAND["united_kingdom"]}}})
        no = await anna.command(CHANNEL, "move", **order("united kingdom", "2 infantry", "iceland"))
        assert "/ship" not in no.content


async def test_a_combat_move_without_an_order_is_asked_about_where_somebody_could_attack(tmp_path: Path) -> None:
    front = {**MARCH, "ukraine": {"germany": {"infantry": 1}}}
    async with game_at(tmp_path, "combat_move", front) as (_, play, anna):
        asked = await anna.command(CHANNEL, "end-phase")
        assert asked.content.startswith("Before you end the phase: You haven't ordered any attacks; ")
        assert " could attack " in asked.content
        assert asked.shown.labels == ["End anyway"]
        await anna.press(asked.shown, "End anyway")
        assert (await play.state()).phase != "combat_move"


async def test_a_combat_move_in_which_nobody_can_attack_ends_without_a_question(tmp_path: Path) -> None:
    async with game_at(tmp_path, "combat_move", {"sz4": MARCH["sz4"]}) as (_, play, anna):
        await anna.command(CHANNEL, "end-phase")
        assert (await play.state()).phase != "combat_move"
