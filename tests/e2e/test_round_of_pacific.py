"""Five people play a round of Pacific 1940 through Discord: wars, a scramble, an interception, kamikazes, convoys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine import GameState
from engine.replay import read_record, replay
from gamemaster.records.exchange import record_of
from local import Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, found, game, settled, untold
from tests.e2e.test_round_of_revised import Round

SEATS = {"japan": "Ben", "united_states": "Anna", "china": "Cleo", "united_kingdom": "Dan", "anzac": "Eve"}
JAPANESE_TURN: dict[str, Any] = {
    "spaces": {
        "solomon_islands": {"owner": "japan", "units": {"japan": {"strategic_bomber": 1}}},
        "sz46": {"units": {"japan": {"cruiser": 1, "battleship": 1}}},
        "sz54": {"units": {"anzac": {"transport": 1}}},
        "queensland": {"units": {"anzac": {"infantry": 2, "fighter": 2}}},
        "sz39": {"units": {"japan": {"submarine": 2}}},
    },
}
"""A bomber and a fleet in reach of Queensland and its bases, and submarines off India."""

AMERICAN_TURN: dict[str, Any] = {
    "spaces": {
        "sz6": {"units": {"japan": {"transport": 1}}},
        "sz7": {"units": {"united_states": {"destroyer": 2}}},
        "japan": {"units": {"japan": {"infantry": 6}}},
        "korea": {"units": {"japan": {"infantry": 4}}},
    },
}
"""Destroyers beside a lone transport in a zone where kamikazes strike."""

ANZAC_TURN: dict[str, Any] = {
    "spaces": {
        "sz56": {"units": {"anzac": {"transport": 1}}},
        "sz42": {"units": {}},
        "western_australia": {"units": {"anzac": {"infantry": 1}}},
    },
}


async def test_five_people_play_a_round_of_pacific(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        players = {power: table.user(name) for power, name in SEATS.items()}
        anna = players["united_states"]
        await anna.command(CHANNEL, "game create", edition="pacific_1940", name="First")
        for power, player in players.items():
            await player.command(CHANNEL, "game join", powers=power)
        assert (await anna.command(CHANNEL, "game start")).content == "The game begins."
        play = Round(bot, {**players, "soviet_union": anna}, table.world.channel_named(CHANNEL)["id"])
        await _japan_goes_to_war(play, players["japan"], players["anzac"])
        await play.pass_turn()
        await _america_meets_kamikazes(play, anna, players["japan"])
        await play.pass_turn()
        await _china_places(play, players["china"])
        await play.pass_turn()
        await play.pass_turn()
        await _anzac_takes_java_over(play, players["anzac"])
        await play.pass_turn()
        await settled(bot)
        assert (await play.state()).round == 2
        assert (
            await untold(
                anna,
                "**Japan declares war on the United Kingdom, ANZAC and the Dutch**, unprovoked.",
                "**The United States declares war on Japan**",
                "ANZAC scrambles 1 fighter from Queensland into sea zone 54",
                "ANZAC intercepts over Queensland with 1 fighter",
                "Kamikazes strike in sea zone 6 and hit on 1 or 2",
                "Convoys of the United Kingdom disrupted: ",
                "3 infantry in Szechwan",
                "Java",
            )
            == []
        )
        played = await check_the_record_replays(play)
        assert [each.by for each in played.declarations] == ["japan", "united_states"]
        await _back_before_the_kamikazes(play, anna, players["japan"])
        assert table.refusals == []


async def _japan_goes_to_war(play: Round, ben: Player, eve: Player) -> None:
    """By the panel's button, once what it brings was read; a raid on a naval base, and a battle off the air base."""
    await play.correct(JAPANESE_TURN)
    await play.go_to("combat_move")
    closed = await play.order("move", **{"from": "sz46", "units": "1 cruiser, 1 battleship", "to": "sz54"})
    assert "You may declare war on the United Kingdom or ANZAC now" in closed.content
    offer = await play.press_panel(":declare")
    asked = await ben.press(offer.shown, "On the United Kingdom or ANZAC")
    assert "The United States may then declare war on Japan in its turn" in asked.content
    await ben.press(asked.shown, "Declare war on the United Kingdom or ANZAC")
    form = (await ben.command(CHANNEL, "orders")).opened
    lines = "1 strategic bomber solomon islands > queensland raid naval base\n1 cruiser 1 battleship sz46 > sz54"
    ordered = await ben.submit(form, {"text": lines})
    assert "(raid on the naval base)" in ordered.content
    assert "Enemy aircraft may scramble into sea zone 54: 2 from Queensland." in ordered.content
    await play.end_phase()
    card = await eve.command(CHANNEL, "decide")
    assert "Nobody sees your answer until all are in." in card.content
    four = await eve.command(CHANNEL, "decide", choice="scramble 4 fighters from queensland into sz54")
    assert "4 fighters" in four.content or "2 fighters" in four.content
    rising = "scramble 1 fighter from queensland into sz54; intercept 1 fighter in queensland"
    assert "Done" in (await eve.command(CHANNEL, "decide", choice=rising)).content
    await play.press_panel("fight.queensland.raid")
    await play.fight_on()
    await play.press_panel("fight.sz54")
    await play.fight_on()


async def _america_meets_kamikazes(play: Round, anna: Player, ben: Player) -> None:
    await play.go_to("purchase")
    await play.correct(AMERICAN_TURN)
    await play.go_to("combat_move")
    asked = await play.press_panel(":declare")
    await anna.press(asked.shown, "Declare war on Japan")
    await play.order("move", **{"from": "sz7", "units": "2 destroyer", "to": "sz6"})
    await play.end_phase()
    card = await ben.command(CHANNEL, "decide")
    assert "with 6 tokens left" in card.content
    too_many = await ben.command(CHANNEL, "decide", choice="7 at destroyer 1")
    assert "You have 6 kamikaze tokens left, but you named 7" in too_many.content
    await ben.command(CHANNEL, "decide", choice="2 at destroyer 1")
    assert (await play.state()).kamikaze_tokens["japan"] == 4
    told = await found(anna, lambda m: m.content.startswith("Kamikazes strike in sea zone 6"))
    assert [file.filename for file in told.attachments] == ["battle.jpg"]
    await play.press_panel("fight.sz6")
    await play.fight_on()


async def _china_places(play: Round, cleo: Player) -> None:
    await play.go_to("purchase")
    assert "China buys infantry" in (await cleo.command(CHANNEL, "help")).shown.text
    await play.order("buy", units="3 infantry")
    await play.go_to("mobilize")
    placed = await play.order("place", units="3 infantry", space="szechwan")
    assert "3 infantry in Szechwan" in placed.content


async def _anzac_takes_java_over(play: Round, eve: Player) -> None:
    await play.go_to("noncombat_move")
    await play.correct(ANZAC_TURN)
    assert "Move land units into Dutch territory to take it over" in (await eve.command(CHANNEL, "help")).shown.text
    await play.order("ship", **{"from": "western_australia", "units": "1 infantry", "to": "java"})
    assert (await play.state()).owners["java"] == "anzac"


async def check_the_record_replays(play: Round) -> GameState:
    """With wars, tokens and what was taken over, by the rules alone; gives the state that it leads to."""
    loaded = await game(play.bot, play.channel_id)
    async with play.bot.master.store.read() as read:
        entries = await read.entries_since(loaded.game.id, 0)
    played = replay(read_record(json.dumps(record_of(loaded, entries))))
    assert played.error is None
    assert played.state == loaded.running
    return played.state


async def _back_before_the_kamikazes(play: Round, anna: Player, ben: Player) -> None:
    """A rollback gives tokens back, keeps the wars declared before, and asks again."""
    choices = await anna.autocomplete(CHANNEL, "game rollback", focused="to")
    moment = next(each for each in choices if each.name == "United States, round 1, end of combat move")
    await anna.command(CHANNEL, "game rollback", to=moment.value)
    await ben.press(await found(ben, lambda post: "asks to put the game back" in post.content), "Agree")
    await settled(play.bot)
    state = await play.state()
    assert (state.phase, state.kamikaze_tokens, len(state.declarations)) == ("combat_move", {"japan": 6}, 2)
    assert state.owners["java"] == "dutch"
    await play.end_phase()
    assert "with 6 tokens left" in (await ben.command(CHANNEL, "decide")).content
