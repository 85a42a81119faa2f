"""What the panel and its sheets do for a player who would rather press than type."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from local import LocalTable, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, Campaign, begin, correct, found, has_button
from tests.e2e.sheets import answer_on_card, menu_with


def order(start: str, units: str, end: str) -> dict[str, Any]:
    """The options of /move."""
    return {"from": start, "units": units, "to": end}


@asynccontextmanager
async def game_at(
    tmp_path: Path, phase: str, units: dict[str, Any], **more: Any
) -> AsyncIterator[tuple[LocalTable, Campaign, Player]]:
    """A Soviet phase of 1941 with exactly these units."""
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        await begin(table.user("Ben"), anna)
        spaces = {space: {"units": row} for space, row in units.items()}
        change = {"clear_units": True, "spaces": spaces, "turn": {"power": "soviet_union", "phase": phase}, **more}
        await correct(table, change)
        yield table, Campaign(bot, {"soviet_union": anna}, table.world.channel_named(CHANNEL)["id"]), anna
        assert table.refusals == []


async def test_an_order_is_taken_back_with_those_that_depend_on_it(tmp_path: Path) -> None:
    tanks = {"russia": {"soviet_union": {"tank": 1, "infantry": 1}}, "west_russia": {"germany": {}}}
    async with game_at(tmp_path, "noncombat_move", tanks) as (_, play, anna):
        for start, end in (("russia", "archangel"), ("archangel", "karelia")):
            await anna.command(CHANNEL, "move", **order(start, "1 tank", end))
        await anna.command(CHANNEL, "move", **order("russia", "1 infantry", "caucasus"))
        offer = await anna.command(CHANNEL, "undo", order="1")
        assert "can't stand without order 1 (1 tank: Russia to Archangel)" in offer.content
        assert offer.shown.labels == ["Undo 1 and 2"]
        await anna.press(offer.shown, "Undo 1 and 2")
        left = [entry.order["path"] for entry in (await play.state()).undo]
        assert left == [["russia", "caucasus"]]
        stale = await anna.press(offer.shown, "Undo 1 and 2")
        assert "Your orders have changed since" in stale.content


async def test_a_refused_end_of_the_phase_names_where_aircraft_can_land(tmp_path: Path) -> None:
    units = {"ukraine": {"soviet_union": {"fighter": 1}}, "russia": {"soviet_union": {"infantry": 1}}}
    async with game_at(tmp_path, "noncombat_move", units) as (_, play, anna):
        confirm = await anna.command(CHANNEL, "end-phase")
        no = await anna.press(confirm.shown, "End anyway") if "End anyway" in confirm.shown.labels else confirm
        assert "It can land in " in no.content
        assert all(label.startswith("Land in ") for label in no.shown.labels)
        await anna.press(no.shown, no.shown.labels[0])
        (fighter,) = (piece for piece in (await play.state()).pieces.values() if piece.unit == "fighter")
        assert fighter.space != "ukraine"


async def test_aircraft_are_landed_one_after_the_other_by_one_press_each(tmp_path: Path) -> None:
    units = {"ukraine": {"soviet_union": {"fighter": 1}}, "west_russia": {"soviet_union": {"bomber": 1}}}
    async with game_at(tmp_path, "noncombat_move", units) as (_, play, anna):
        no = await anna.command(CHANNEL, "end-phase")
        await anna.press(no.shown, no.shown.labels[0])
        following = await found(anna, lambda message: message.content.startswith("Next: the bomber over West Russia."))
        await anna.press(following, following.labels[0])
        assert {piece.space for piece in (await play.state()).pieces.values()}.isdisjoint(units)


async def test_the_move_button_says_that_a_phase_holds_no_more_orders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.turn.undo.MOST_OPEN_ORDERS", 1)
    units = {"russia": {"soviet_union": {"infantry": 2}}}
    async with game_at(tmp_path, "noncombat_move", units) as (_, _play, anna):
        told = await anna.command(CHANNEL, "move", **order("russia", "1 infantry", "archangel"))
        no = await anna.press(told.shown, "Move")
        assert "which is the limit. End the phase, or undo some" in no.content


async def test_what_has_not_moved_yet_is_offered_first(tmp_path: Path) -> None:
    units = {
        "ukraine": {"germany": {"infantry": 1}},
        "west_russia": {"soviet_union": {"fighter": 3}},
        "caucasus": {"soviet_union": {"infantry": 1}},
    }
    async with game_at(tmp_path, "combat_move", units) as (_, _play, anna):
        told = await anna.command(CHANNEL, "move", **order("west russia", "3 fighter", "ukraine"))
        menu = (await anna.press(told.shown, "Move")).shown.select()
        assert [option.label for option in menu.options] == ["Caucasus", "Ukraine"]


async def test_the_panel_opens_the_front_with_the_players_own_moves(tmp_path: Path) -> None:
    units = {"russia": {"soviet_union": {"infantry": 2, "tank": 1}}, "west_russia": {"germany": {"infantry": 1}}}
    async with game_at(tmp_path, "combat_move", units) as (_, _play, anna):
        await anna.command(CHANNEL, "move", **order("russia", "2 infantry", "west russia"))
        panel = await found(anna, lambda message: not message.ephemeral and has_button(message, "combat_move:map"))
        shown = (await anna.press(panel, "Map")).shown
        words = shown.attachments[0].alt_text or ""
        assert "2 infantry" in words
        assert "The front" not in shown.labels, "it is shown already"


async def test_own_orders_tell_chances_and_who_could_take_the_capital(tmp_path: Path) -> None:
    units = {
        "russia": {"soviet_union": {"infantry": 3}},
        "west_russia": {"germany": {"infantry": 1, "tank": 1}},
        "karelia": {"germany": {"tank": 1}},
    }
    async with game_at(tmp_path, "combat_move", units) as (_, _play, anna):
        await anna.command(CHANNEL, "move", **order("russia", "2 infantry", "west russia"))
        orders = (await anna.command(CHANNEL, "my-orders")).content.split("\n")
        assert re.fullmatch(
            r"Chances for the Soviet Union: \d+% in West Russia\. "
            r"On average you lose \d+ IPCs and they lose \d+\.",
            orders[-2],
        )
        assert orders[-1].startswith(
            "As things stand, Germany could attack Russia next turn with 1 infantry, 2 tanks; "
        )


async def test_a_phase_that_leaves_the_capital_open_is_asked_about(tmp_path: Path) -> None:
    units = {"russia": {"soviet_union": {"infantry": 1}}, "west_russia": {"germany": {"tank": 4}}}
    async with game_at(tmp_path, "noncombat_move", units) as (_, play, anna):
        asked = await anna.command(CHANNEL, "end-phase")
        assert (
            "As things stand, Germany could attack Russia next turn with 4 tanks; your chance to hold it is under 1%"
            in asked.content
        )
        await anna.press(asked.shown, "End anyway")
        assert (await play.state()).phase != "noncombat_move"


async def test_all_that_has_not_moved_is_listed_on_demand(tmp_path: Path) -> None:
    units = {"russia": {"soviet_union": {"infantry": 2}}, "urals": {"soviet_union": {"tank": 1}}}
    async with game_at(tmp_path, "noncombat_move", units) as (_, _play, anna):
        orders = await anna.command(CHANNEL, "my-orders")
        listed = await anna.press(orders.shown, "Not moved yet")
        assert listed.content.split("\n") == ["Not moved yet:", "• 2 infantry in Russia", "• 1 tank in the Urals"]


async def test_units_are_moved_by_menus_alone(tmp_path: Path) -> None:
    units = {"russia": {"soviet_union": {"infantry": 3, "tank": 1}}, "west_russia": {"germany": {"infantry": 1}}}
    async with game_at(tmp_path, "combat_move", units) as (_, play, anna):
        panel = await found(anna, lambda message: not message.ephemeral and has_button(message, ":guide"))
        where = (await anna.press(panel, "Move")).shown
        assert [option.label for option in where.select().options] == ["Russia"]
        await anna.choose(where, "russia")
        which = await anna.wait_until(where, lambda now: "From Russia" in now.text)
        assert [option.label for option in which.selects[0].options] == ["1 tank from Russia", "3 infantry from Russia"]
        await anna.choose(which, "russia.infantry", custom_id=menu_with(which, "russia.infantry"))
        ends = await anna.wait_until(which, lambda now: "**From Russia**: 3 infantry." in now.text)
        await anna.choose(ends, "west_russia", custom_id=menu_with(ends, "west_russia"))
        done = await anna.wait_until(ends, lambda now: "1. 3 infantry: Russia to West" in now.text)
        assert not done.selects, "the menu has given way to what came of it"
        assert [entry.order["units"] for entry in (await play.state()).undo] == [{"infantry": 3}]
        await anna.press(done, "Move")
        again = await anna.wait_until(done, lambda now: bool(now.selects))
        assert [option.label for option in again.select().options] == ["Russia"]


async def test_move_says_when_a_phase_takes_no_more_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.turn.undo.MOST_OPEN_ORDERS", 1)
    units = {"russia": {"soviet_union": {"infantry": 3}}}
    async with game_at(tmp_path, "noncombat_move", units) as (_, _play, anna):
        done = await anna.command(CHANNEL, "move", **order("russia", "1 infantry", "archangel"))
        told = await anna.press(done.shown, "Move")
        assert told.content.startswith("You have given 1 orders in this phase, which is the limit. End the phase")


async def test_units_are_placed_by_menu(tmp_path: Path) -> None:
    units = {"russia": {"soviet_union": {"infantry": 1}}}
    bought = {"purchased": {"soviet_union": {"infantry": 2, "tank": 1}}}
    async with game_at(tmp_path, "mobilize", units, **bought) as (_, play, anna):
        panel = await found(anna, lambda message: not message.ephemeral and has_button(message, ":spot"))
        assert {"Place units", "Type placements"} <= set(panel.labels)
        sheet = (await anna.press(panel, "Place units")).shown
        assert [option.label for option in sheet.select().options if "Russia" in option.label] == [
            *("All: 2 infantry, 1 tank in Russia", "2 infantry in Russia", "1 infantry in Russia", "1 tank in Russia"),
        ]
        await anna.choose(sheet, "infantry.2.russia")
        await anna.wait_until(sheet, lambda menu: "1. 2 infantry in Russia" in menu.text)
        assert sum(piece.unit == "infantry" for piece in (await play.state()).at("russia")) == 3


async def test_all_units_are_placed_by_one_choice(tmp_path: Path) -> None:
    bought = {"purchased": {"soviet_union": {"infantry": 2, "tank": 1}}}
    async with game_at(tmp_path, "mobilize", {"russia": {}}, **bought) as (_, play, anna):
        panel = await found(anna, lambda message: not message.ephemeral and has_button(message, ":spot"))
        sheet = (await anna.press(panel, "Place units")).shown
        await anna.choose(sheet, "All: 2 infantry, 1 tank in Russia")
        told = await anna.wait_until(sheet, lambda menu: "All units are placed." in menu.text)
        assert len((await play.state()).at("russia")) == 3
        assert "Room to place" not in told.text


async def test_a_turn_that_does_not_end_before_units_are_placed_has_a_button_to_place_them(tmp_path: Path) -> None:
    bought = {"purchased": {"soviet_union": {"tank": 1}}}
    async with game_at(tmp_path, "mobilize", {"russia": {}}, **bought) as (_, _play, anna):
        no = await anna.command(CHANNEL, "end-phase")
        assert no.content == "You can still place 1 tank in the Caucasus or Russia, so you must. (MOB-25)"
        assert no.shown.labels == ["Place units", "Why? MOB-25"]


async def test_moves_that_do_not_end_have_a_button_for_the_order_that_stands_in_the_way(tmp_path: Path) -> None:
    units = {"russia": {"soviet_union": {"infantry": 1}}, "sz4": {"soviet_union": {"submarine": 1, "transport": 1}}}
    async with game_at(tmp_path, "combat_move", {**units, "archangel": units["russia"]}) as (_, play, anna):
        await anna.command(CHANNEL, "move", **order("sz4", "1 submarine", "sz3"))
        await anna.command(CHANNEL, "move", **order("archangel", "1 infantry", "sz4"))
        no = await anna.command(CHANNEL, "end-phase")
        assert no.shown.labels == ["Move", "Undo 2: 1 infantry: Archangel to sea zone 4", "Why? CMV-58"]
        await anna.press(no.shown, no.shown.labels[1])
        no = await anna.command(CHANNEL, "end-phase")
        assert "has nothing to fight" in no.content
        assert no.shown.labels == ["Move", "Undo 1: 1 submarine: sea zone 4 to sea zone 3", "Why? CMV-01"]
        await anna.press(no.shown, no.shown.labels[1])
        assert not (await play.state()).undo


async def test_questions_of_one_battle_to_one_player_come_as_one_card(tmp_path: Path) -> None:
    units = {
        "sz8": {"united_kingdom": {"battleship": 2}},
        "sz9": {"germany": {"submarine": 1}, "japan": {"submarine": 1}},
    }
    turn = {"turn": {"power": "united_kingdom", "phase": "combat_move"}}
    async with game_at(tmp_path, "combat_move", units, **turn) as (table, play, anna):
        ben = table.user("Ben")
        await anna.command(CHANNEL, "move", **order("sz8", "2 battleship", "sz9"))
        await anna.command(CHANNEL, "engage", zone="sz9", what="attack")
        await anna.command(CHANNEL, "end-phase")
        await anna.command(CHANNEL, "battle", space="sz9")
        assert [request.power for request in (await play.state()).requests] == ["germany", "japan"]
        card = (await ben.command(CHANNEL, "decide")).shown
        assert card.labels[:2] == ["Germany: Submerge 1 submarine (default)", "Germany: Stay and fight"]
        assert card.labels[4:6] == ["Japan: Submerge 1 submarine (default)", "Japan: Stay and fight"]
        assert {label for label in card.labels if card.labels.count(label) > 1} == set()
        await answer_on_card(ben, card, "Japan: Stay and fight")
        assert [request.power for request in (await play.state()).requests] == ["germany"]


async def test_the_rule_book_offers_a_rule_by_the_words_of_its_title(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna = table.user("Anna")
        told = (await anna.command(CHANNEL, "rules search", text="ASY-04")).content
        assert "limited to a space or an opponent if it likes" in told
        assert "Not yet" not in told
        offered = await anna.autocomplete(CHANNEL, "rules search", focused="text", text="standing orders")
        assert "ASY-04 Standing orders" in [choice.name for choice in offered]


async def test_standing_orders_for_submarines_retreats_and_landings_are_left_by_command(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        left = await ben.command(CHANNEL, "standing-order submerge", power="germany", when="alone")
        assert left.content.startswith("Germany: submarines submerge when no surface warship")
        await ben.command(CHANNEL, "standing-order retreat", power="japan", how="press")
        await ben.command(CHANNEL, "standing-order stranded", power="japan", how="default")
        shown = (await ben.command(CHANNEL, "standing-order show")).content
        assert "Japan, retreat: attackers press on in all battles" in shown
        assert "no standing orders" in (await anna.command(CHANNEL, "standing-order show")).content
        again = await ben.command(CHANNEL, "standing-order retreat", power="japan", how="ask")
        assert again.content == "Japan will be asked."
        here: Any = {"power": "japan", "place": "sz46", "below": 30}
        left = await ben.command(CHANNEL, "standing-order submerge", when="never", **here)
        assert left.content.endswith(
            "submarines fight in sea zone 46; they submerge when the chance to win is below 30%."
        )
        many = await ben.command(CHANNEL, "standing-order preset", which="cautious", ask_above=20)
        assert many.content.startswith("Germany and Japan: losses as printed; retreat below 60%")
        shown = (await ben.command(CHANNEL, "standing-order show")).content
        assert "Japan, submerge: submarines fight in sea zone 46" in shown, "an order for a place stays"
        assert "Germany, losses: units as printed in all battles; you're asked when your side has more than 20" in shown
        assert (await ben.command(CHANNEL, "standing-order preset", which="none")).content.startswith(
            "Germany and Japan"
        )
        assert "no standing orders" in (await ben.command(CHANNEL, "standing-order show")).content
        assert table.refusals == []


@asynccontextmanager
async def two_battles(tmp_path: Path) -> AsyncIterator[tuple[Campaign, Player]]:
    """Two Soviet attacks that nobody but the attacker has a say in."""
    units = {
        **{start: {"soviet_union": {"tank": 12}} for start in ("russia", "caucasus")},
        **{target: {"germany": {"infantry": 2}} for target in ("west_russia", "ukraine")},
    }
    async with game_at(tmp_path, "combat_move", units) as (_, play, anna):
        for start, end in (("russia", "west russia"), ("caucasus", "ukraine")):
            await anna.command(CHANNEL, "move", **order(start, "12 tank", end))
        confirm = await anna.command(CHANNEL, "end-phase")
        if "End anyway" in confirm.shown.labels:
            await anna.press(confirm.shown, "End anyway")
        yield play, anna


async def test_all_battles_can_be_fought_with_two_presses(tmp_path: Path) -> None:
    async with two_battles(tmp_path) as (play, anna):
        panel = await found(anna, lambda message: not message.ephemeral and has_button(message, "fightall"))
        asked = await anna.press(panel, "Fight all 2")
        assert "If somebody else must choose, I'll go on once they have." in asked.shown.text
        assert len((await play.state()).pending) == 2
        await anna.press(asked.shown, "Fight all 2 now")
        told = await anna.wait_until(asked.shown, lambda now: "Took West Russia" in now.text)
        assert "Took Ukraine" in told.text
        assert not (await play.state()).pending


async def test_all_battles_can_be_fought_with_one_command(tmp_path: Path) -> None:
    async with two_battles(tmp_path) as (play, anna):
        offered = await anna.autocomplete(CHANNEL, "battle", focused="space")
        every = next(choice for choice in offered if choice.value == "all")
        assert every.name == "all 2 battles, each to the end"
        told = await anna.command(CHANNEL, "battle", space=every.value)
        assert "Took West Russia" in told.content
        assert not (await play.state()).pending
