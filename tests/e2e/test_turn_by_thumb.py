"""A whole turn by taps alone, on one sheet that changes in place."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL
from tests.e2e.thumb import opened, opened_at


async def test_an_attack_is_ordered_and_fought_on_one_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        thumb = await opened(table, anna)
        await thumb.count({"infantry": "2"}, sees="Ordered: 2 infantry")
        assert thumb.taps <= 8, "the first order"
        await thumb.end("End purchases", "combat move")
        before = thumb.taps
        await thumb.press("Attack", "Attack where?")
        await thumb.choose("ukraine", sees="Attack on Ukraine")
        await thumb.press("Everything", "Your chance to win is")
        await thumb.press("Attack with", "Battles ahead")
        assert thumb.taps - before <= 6, "an attack with all in reach"
        await thumb.end("End moves", "conduct combat")
        await thumb.press("Fight in", "Ukraine, round 1", "must answer first")
        await thumb.press("Go on", "Now fighting: Ukraine")
        private = [message for message in await anna.messages(CHANNEL) if message.ephemeral]
        assert [message.id for message in private if "round 1" in message.text] == [thumb.sheet.id]
        assert "Ukraine" not in "".join(m.text for m in await ben.messages(CHANNEL) if m.ephemeral)
        assert table.refusals == []


NEXT = {"Move", "Attack", "Type orders", "Undo", "Undo all", "End moves", "Map", "Odds", "Not moved yet"}


async def test_what_a_player_needs_next_is_one_tap_away(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        thumb = await opened(table, anna)
        assert {"2 infantry (6)", "Type it", "End purchases", "Map"} <= set(thumb.sheet.labels)
        await thumb.end("End purchases", "combat move")
        assert not {"Undo", "Undo all"} & set(thumb.sheet.labels), "nothing is ordered yet"
        await thumb.press("Attack", "Attack where?")
        await thumb.choose("ukraine", sees="Attack on Ukraine")
        await thumb.press("Everything", "Your chance to win is")
        await thumb.press("Attack with", "Battles ahead")
        assert set(thumb.sheet.labels) >= NEXT
        looked = await anna.press(thumb.sheet, "Map")
        assert looked.shown.id != thumb.sheet.id, "the sheet stays"
        assert looked.shown.attachments
        await thumb.press("Undo all", "No orders yet")
        assert table.refusals == []


async def test_a_turn_without_battles_takes_sixteen_taps_on_one_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        thumb = await opened(table, anna)
        await thumb.press("2 infantry (6)", "Ordered: 2 infantry")
        await thumb.end("End purchases", "combat move")
        await thumb.end("End moves", "noncombat move")
        await thumb.choose("siberia", sees="**From Siberia**: 3 infantry.")
        await thumb.choose("Urals", sees="1. 3 infantry: Siberia to the Urals")
        await thumb.end("End moves", "Choose what to place where")
        await thumb.press("Place as proposed", "All units are placed")
        await thumb.end("End turn", "Now: Germany, purchase")
        assert thumb.sheet.labels == []
        assert thumb.taps <= 16
        assert table.refusals == []


LANDING = {
    "united_kingdom": {"units": {"united_kingdom": {"infantry": 3, "tank": 1}}},
    "sz6": {"units": {"united_kingdom": {"transport": 1, "battleship": 1}}},
    "sz5": {"units": {"germany": {"destroyer": 1}}},
    "norway": {"units": {"germany": {"infantry": 1}}},
}


async def test_a_landing_is_ordered_with_nine_taps(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        turn = {"round": 1, "power": "united_kingdom", "phase": "combat_move"}
        change = {"clear_units": True, "spaces": LANDING, "turn": turn}
        thumb = await opened_at(table, table.user("Anna"), change, "Attack", edition="anniversary_1942")
        await thumb.choose("Norway (3 IPCs)", sees="Landing from sea zone 6.")
        await thumb.choose(
            "1 tank from the United Kingdom by sea", "3 infantry from the United Kingdom by sea", sees="bombard"
        )
        await thumb.sees(
            "1 infantry and 1 tank from the United Kingdom by sea", "1 battleship will bombard", "Your chance to win"
        )
        await thumb.press("Attack with 2 units", "1 infantry, 1 tank: United Kingdom to sea zone 6")
        await thumb.sees("1 infantry, 1 tank: sea zone 6 to Norway")
        assert thumb.taps <= 9, "a landing"
        await thumb.press("Undo", "1 infantry, 1 tank: United Kingdom to sea zone 6")
        await thumb.press("Undo", "No orders yet")
        await thumb.press("Attack", "Attack where?")
        await thumb.choose("Norway (3 IPCs)", sees="Landing from sea zone 6.")
        await thumb.choose("Land from sea zone 5", sees="1 destroyer to be fought first")
        await thumb.press("Everything", "At sea: Your chance to win")
        await thumb.press("Attack with", "Battles ahead")
        await thumb.end("End moves", "conduct combat")
        assert table.refusals == []


AT_HOME = {
    "united_kingdom": {"units": {"united_kingdom": {"infantry": 3, "fighter": 1}}},
    "sz6": {"units": {"united_kingdom": {"transport": 1}}},
    "gibraltar": {"units": {"united_kingdom": {"bomber": 1}}},
}


async def test_a_sea_lift_and_several_places_to_one(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        turn = {"round": 1, "power": "united_kingdom", "phase": "noncombat_move"}
        change = {"clear_units": True, "spaces": AT_HOME, "turn": turn}
        thumb = await opened_at(table, table.user("Anna"), change, "Move")
        before = thumb.taps
        await thumb.press("To one place", "Move where?")
        await thumb.choose("iceland~~sz3", sees="Move to Iceland")
        await thumb.press("Everything", "2 infantry from the United Kingdom by sea")
        await thumb.press("Move 4 units", "2 infantry: sea zone 3 to Iceland")
        assert thumb.taps - before <= 5, "units of several places to one, also over the sea"
        await thumb.sees("1 fighter: United Kingdom to", "1 bomber: Gibraltar to")
        assert "Attack" not in thumb.sheet.text
        assert table.refusals == []


ALOFT = {
    "ukraine": {"units": {"soviet_union": {"fighter": 2, "bomber": 1}}},
    "caucasus": {"units": {"soviet_union": {"infantry": 1}}},
    "russia": {"units": {"soviet_union": {"infantry": 1}}},
}


async def test_all_aircraft_land_on_one_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        turn = {"round": 1, "power": "soviet_union", "phase": "noncombat_move"}
        change = {"clear_units": True, "spaces": ALOFT, "turn": turn}
        thumb = await opened_at(table, table.user("Anna"), change, "Move")
        await thumb.press("End moves", "It can land in", "(NCM-20)")
        await thumb.sees("Still to land: 2 fighters over Ukraine and 1 bomber over Ukraine", "Proposed: 2 fighters")
        await thumb.choose("In Russia", sees="Proposed: 1 bomber: Ukraine to the Caucasus.")
        await thumb.press("Land as proposed", "2. 1 bomber: Ukraine to")
        assert "Land aircraft" not in thumb.sheet.labels
        await thumb.press("Undo", "Still to land: 1 bomber over Ukraine", "1. 2 fighters: Ukraine to")
        await thumb.press("Land aircraft", "Still to land: 1 bomber over Ukraine")
        assert table.refusals == []


async def test_a_war_is_read_and_declared_on_the_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        turn = {"round": 1, "power": "soviet_union", "phase": "combat_move"}
        thumb = await opened_at(table, table.user("Anna"), {"turn": turn}, "Move", edition="global_1940")
        await thumb.sees("nobody to attack")
        await thumb.press("Declare war", "would declare war on")
        assert thumb.sheet.labels[-1] == "Back"
        await thumb.press("Back", "No orders yet")
        await thumb.press("Declare war", "would declare war on")
        await thumb.press("Declare war on", "No orders yet")
        await thumb.press("Attack", "Attack where?")
        assert table.refusals == []


async def test_research_is_chosen_on_the_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        change = {"ipcs": {"soviet_union": 25}}
        thumb = await opened_at(table, table.user("Anna"), change, "Research", edition="revised")
        await thumb.sees("Research what?", "a die costs 5 IPCs.")
        await thumb.choose(thumb.sheet.select().options[0].value, sees="How many dice?")
        await thumb.press("1 die", "spends 5 IPCs")
        assert "End purchases" in thumb.sheet.labels
        assert table.refusals == []


async def test_what_is_refused_is_told_on_the_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        bought = {"purchased": {"soviet_union": {"infantry": 2}}}
        turn = {"round": 1, "power": "soviet_union", "phase": "mobilize"}
        thumb = await opened_at(table, anna, {"turn": turn, **bought}, "Place units")
        shown = len([message for message in await anna.messages(CHANNEL) if message.ephemeral])
        await thumb.press("End turn", "You can still place 2 infantry", "(MOB-25)")
        assert "Place as proposed" in thumb.sheet.labels
        assert len([message for message in await anna.messages(CHANNEL) if message.ephemeral]) == shown
        await thumb.press("Place as proposed", "All units are placed")
        assert table.refusals == []
