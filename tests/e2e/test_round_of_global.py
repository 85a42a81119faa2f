"""Nine people play two rounds of Global 1940 through Discord, from the fall of Paris to its liberation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from local import LocalTable, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, settled, untold
from tests.e2e.test_round_of_pacific import check_the_record_replays
from tests.e2e.test_round_of_revised import Round

SEATS = {
    "germany": "Ben",
    "soviet_union": "Anna",
    "japan": "Cleo",
    "united_states": "Dan",
    "china": "Eve",
    "united_kingdom": "Fay",
    "italy": "Gus",
    "anzac": "Hal",
    "france": "Ivy",
}
GERMAN_TURN: dict[str, Any] = {
    "spaces": {
        "france": {"units": {"france": {"infantry": 1}}},
        "holland_belgium": {"units": {"germany": {"tank": 12}}},
        "slovakia_hungary": {"units": {"germany": {"tank": 16}}},
        "sz109": {"units": {"germany": {"submarine": 2}}},
    },
}
"""Paris hardly held, tanks before it and before Yugoslavia, and submarines on the convoys of London."""

JAPANESE_TURN: dict[str, Any] = {"spaces": {"kwangsi": {"units": {"japan": {"infantry": 8, "artillery": 8}}}}}
AMERICAN_TURN: dict[str, Any] = {
    "spaces": {
        "sz6": {"units": {"japan": {"transport": 1}}},
        "sz7": {"units": {"united_states": {"destroyer": 2}}},
        "japan": {"units": {"japan": {"infantry": 6}}},
        "korea": {"units": {"japan": {"infantry": 4}}},
    },
}
"""Destroyers beside a lone transport in a zone where kamikazes strike."""

LANDING: dict[str, Any] = {
    "ipcs": {"united_kingdom/europe": 20},
    "spaces": {
        "united_kingdom": {"units": {"united_kingdom": {"infantry": 1, "fighter": 2}}},
        "scotland": {"units": {}},
        "sz109": {"units": {}},
        "sz110": {"units": {}},
        "western_germany": {"units": {"germany": {"infantry": 6, "tank": 6}}},
        "sz112": {"units": {"germany": {"transport": 6, "battleship": 8}}},
    },
}
"""A fleet that lies ready for London, where two fighters can scramble."""

LIBERATION: dict[str, Any] = {
    "spaces": {
        "france": {"units": {"germany": {"infantry": 1}}},
        "normandy_bordeaux": {"units": {"united_states": {"tank": 12}}},
    },
}


def seated(table: LocalTable) -> dict[str, Player]:
    """A player for each power: the people of the table, and four who come to it."""
    there = {user["global_name"] for user in table.world.users.values()}
    return {power: (table.user if name in there else table.add_user)(name) for power, name in SEATS.items()}


@pytest.mark.whole
async def test_nine_people_play_two_rounds_of_global(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        players = seated(table)
        anna = players["soviet_union"]
        await anna.command(CHANNEL, "game create", edition="global_1940", name="First")
        suggested = await anna.command(CHANNEL, "game seats", players=6)
        assert "• Soviet Union, France\n• United States, China" in suggested.content
        for power, player in players.items():
            await player.command(CHANNEL, "game join", powers=power)
        assert (await anna.command(CHANNEL, "game start")).content == "The game begins."
        play = Round(bot, players, table.world.channel_named(CHANNEL)["id"])
        await _paris_falls(play, players["germany"])
        await play.pass_turn()
        await _japan_drags_others_in(play, players["japan"])
        await _america_enters(play, players["united_states"], players["japan"])
        for _ in ("china", "united_kingdom", "italy", "anzac", "france"):
            await play.pass_turn()
        await _london_falls(play, players["germany"], players["united_kingdom"])
        await _the_soviets_answer(play, anna)
        await play.pass_turn()
        await _paris_is_freed(play, players["united_states"], players["france"])
        await play.pass_turn()
        await _the_pacific_goes_on(play)
        for _ in ("italy", "anzac", "france"):
            await play.pass_turn()
        await settled(bot, patience=300)
        state = await play.state()
        assert (state.round, state.power, state.treasuries["france"]) == (3, "germany", 19)
        told = (
            "Took France and Yugoslavia (+6 income). Took 19 IPCs from France's treasury.",
            "Yugoslavia joins the Allies: ",
            "Won over Bulgaria (+1 income) with 4 infantry.",
            "**Japan declares war on the United Kingdom, ANZAC and the Dutch**, unprovoked.",
            "**The United States declares war on Japan**, provoked.",
            "become major industrial complexes at once and for free (POL-29)",
            "Kamikazes strike in sea zone 6 and hit on 1 or 2",
            "Convoys of the United Kingdom disrupted: sea zone 109: ",
            "France places nothing: its capital is in enemy hands.",
            "The United Kingdom scrambles 2 fighters from the United Kingdom into sea zone 110",
            "The Axis has taken London: the Soviet Union may declare war on Germany or Italy from its next turn",
            "Took 20 IPCs from UK Europe's treasury.",
            "**The Soviet Union declares war on Germany**, provoked.",
            "Liberated France.",
            "France is liberated: France places 2 infantry, 1 tank there for free.",
            "UK Europe collects no income: capital lost.\nUK Pacific collects 14 IPCs",
        )
        assert await untold(anna, *told) == []
        played = await check_the_record_replays(play)
        assert [each.by for each in played.declarations] == ["japan", "united_states", "soviet_union", "united_states"]
        assert table.refusals == []


async def _paris_falls(play: Round, ben: Player) -> None:
    """A neutral is conquered beside it, with its army told before, and one that leans to the Axis taken over."""
    await play.correct(GERMAN_TURN)
    await play.go_to("combat_move")
    form = (await ben.command(CHANNEL, "orders")).opened
    lines = "12 tank holland belgium > france\n16 tank slovakia hungary > yugoslavia"
    ordered = await ben.submit(form, {"text": lines})
    assert "Yugoslavia: 16 tanks against 5 infantry" in ordered.content
    await play.end_phase()
    for space in ("france", "yugoslavia"):
        await play.order("battle", space=space)
        await play.fight_on()
    await play.go_to("noncombat_move")
    await play.order("move", **{"from": "romania", "units": "1 tank", "to": "bulgaria"})
    await play.pass_turn()


async def _japan_drags_others_in(play: Round, cleo: Player) -> None:
    """By the button below a move that only war allows, once all that it brings was read."""
    await play.correct(JAPANESE_TURN)
    await play.go_to("combat_move")
    attack: dict[str, Any] = {"from": "kwangsi", "units": "8 infantry, 8 artillery", "to": "kwangtung"}
    closed = await play.order("move", **attack)
    read = await cleo.press(closed.shown, "Declare war on the United Kingdom or ANZAC")
    assert read.content.startswith("**Japan would declare war on the United Kingdom, ANZAC and the Dutch.**")
    assert "• The United States may then declare war on Germany, Japan or Italy in its turn." in read.content
    await cleo.press(read.shown, "Declare war on the United Kingdom or ANZAC")
    await play.order("move", **attack)
    await play.end_phase()
    await play.order("battle", space="kwangtung")
    await play.fight_on()
    await play.pass_turn()


async def _america_enters(play: Round, dan: Player, cleo: Player) -> None:
    await play.correct(AMERICAN_TURN)
    await play.go_to("combat_move")
    wars = await play.press_panel("united_states.combat_move:declare")
    assert set(wars.shown.labels) == {"On Germany", "On Japan", "On Italy"}, wars.shown.labels
    read = await dan.press(wars.shown, "On Japan")
    assert "become major industrial complexes (POL-29)" in read.content
    await dan.press(read.shown, "Declare war on Japan")
    assert "major_industrial_complex" in (await play.state()).facilities["central_united_states"]
    await play.order("move", **{"from": "sz7", "units": "2 destroyer", "to": "sz6"})
    await play.end_phase()
    await cleo.command(CHANNEL, "decide", choice="1 at destroyer 1")
    await play.order("battle", space="sz6")
    await play.fight_on()
    await play.pass_turn()


async def _london_falls(play: Round, ben: Player, fay: Player) -> None:
    """A landing against which fighters scramble; it plunders the treasury that has its capital there."""
    await play.correct(LANDING)
    await play.go_to("combat_move")
    landing: dict[str, Any] = {"from": "western_germany", "units": "6 infantry, 6 tank", "to": "united_kingdom"}
    await play.order("ship", **landing)
    moved = await play.order("move", **{"from": "sz112", "units": "8 battleship", "to": "sz110"})
    assert "Enemy aircraft may scramble into sea zone 110: 2 from the United Kingdom." in moved.content
    await play.end_phase()
    await fay.command(CHANNEL, "decide", choice="scramble 2 fighters from united kingdom into sz110")
    for space in ("sz110", "united_kingdom"):
        await play.order("battle", space=space)
        await play.fight_on()
    assert (await play.state()).owners["united_kingdom"] == "germany"
    wars = await ben.command(CHANNEL, "politics", of="soviet union")
    assert "war on Germany at the start of its combat move in its next turn (POL-31): provoked; " in wars.content
    await play.pass_turn()


async def _the_soviets_answer(play: Round, anna: Player) -> None:
    await play.go_to("combat_move")
    asked = await anna.command(CHANNEL, "declare", on="germany")
    await anna.press(asked.shown, "Declare war on Germany")
    await play.pass_turn()


async def _paris_is_freed(play: Round, dan: Player, ivy: Player) -> None:
    """Its player chooses what is placed there, once and for nothing."""
    await play.correct(LIBERATION)
    await play.go_to("combat_move")
    asked = await dan.command(CHANNEL, "declare", on="germany")
    await dan.press(asked.shown, "Declare war on Germany")
    await play.order("move", **{"from": "normandy_bordeaux", "units": "12 tank", "to": "france"})
    await play.end_phase()
    await play.order("battle", space="france")
    too_much = await ivy.command(CHANNEL, "decide", choice="5 infantry")
    assert "5 infantry cost 15 IPCs; you may place units for at most 12. (POL-43)" in too_much.content
    await ivy.command(CHANNEL, "decide", choice="2 infantry, 1 tank")
    assert sum(piece.power == "france" for piece in (await play.state()).at("france")) == 3
    await play.pass_turn()


async def _the_pacific_goes_on(play: Round) -> None:
    """Of the two British treasuries only that of London has lost its capital."""
    await play.go_to("purchase")
    closed = await play.order("buy", units="europe: 1 infantry; pacific: 1 infantry")
    assert (
        "UK Europe cannot pay for anything while the United Kingdom is in enemy hands; UK Pacific can. (PUR-08)"
        in closed.content
    )
    bought = await play.order("buy", units="3 infantry")
    assert "Room to place: UK Pacific: India 10." in bought.content
    await play.go_to("mobilize")
    await play.order("place", units="3 infantry", space="india")
    await play.pass_turn()
