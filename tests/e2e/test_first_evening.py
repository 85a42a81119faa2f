"""What a first evening at the table reads: choices that can be told apart, results at once, warnings in time."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from local import Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, SIDES, begin, found
from tests.e2e.sheets import answer_on_card
from tests.e2e.test_round_of_revised import Round

AXIS = ("germany", "japan", "italy")
ALLIES = ("soviet_union", "united_states", "china", "united_kingdom", "anzac", "france")
OFF_BRITAIN: dict[str, Any] = {
    "turn": {"round": 2, "power": "germany", "phase": "combat_move"},
    "spaces": {
        "sz112": {"units": {"germany": {"cruiser": 3}}},
        "sz110": {"units": {"united_kingdom": {"destroyer": 1}}},
        "united_kingdom": {"units": {"united_kingdom": {"fighter": 2}, "france": {"fighter": 1}}},
    },
}
BEFORE_UKRAINE: dict[str, Any] = {
    "turn": {"round": 2, "power": "germany", "phase": "combat_move"},
    "spaces": {
        "eastern_europe": {"owner": "germany", "units": {"germany": {"infantry": 2}}},
        "ukraine": {"owner": "soviet_union", "units": {"soviet_union": {"infantry": 1}}},
    },
}


@asynccontextmanager
async def evening(tmp_path: Path, edition: str) -> AsyncIterator[tuple[Round, Player, Player]]:
    """A game of Anna's Allies and Ben's Axis."""
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition=edition)
        if edition == "aa1941":
            players = {**dict.fromkeys(SIDES["allies"], anna), **dict.fromkeys(SIDES["axis"], ben)}
        else:
            players = {**dict.fromkeys(ALLIES, anna), **dict.fromkeys(AXIS, ben)}
        yield Round(bot, players, str(table.world.channel_named(CHANNEL)["id"])), anna, ben


def loaded_dice(monkeypatch: pytest.MonkeyPatch, *rolls: int) -> None:
    """One roll after the other falls with all dice alike; those after the last with ones."""
    faces: Iterator[int] = iter(rolls)
    monkeypatch.setattr("gamemaster.dice.rolls.roll_faces", lambda *about: (next(faces, 1),) * about[4])


def move(start: str, units: str, end: str) -> dict[str, Any]:
    """The options of a move."""
    return {"from": start, "units": units, "to": end}


async def test_where_two_powers_of_a_player_are_asked_each_button_names_its_power(tmp_path: Path) -> None:
    async with evening(tmp_path, "global_1940") as (play, anna, ben):
        await play.correct(OFF_BRITAIN)
        await ben.command(CHANNEL, "move", **move("sz112", "3 cruiser", "sz110"))
        await play.end_phase()
        card = await anna.command(CHANNEL, "decide")
        assert card.shown.labels[:2] == [
            "France: Nobody scrambles (default)",
            "France: 1 fighter from the United Kingdom into sea zone 110",
        ]
        assert card.shown.labels[3:5] == [
            "United Kingdom: Nobody scrambles (default)",
            "United Kingdom: 2 fighters from the United Kingdom into sea zone 110",
        ]
        alone = await answer_on_card(anna, card, "France: Nobody scrambles (default)")
        assert alone.labels[:2] == [
            "Nobody scrambles (default)",
            "2 fighters from the United Kingdom into sea zone 110",
        ]


async def test_who_is_at_peace_is_told_so_by_the_move_button(tmp_path: Path) -> None:
    async with evening(tmp_path, "global_1940") as (play, anna, _):
        await play.correct({"turn": {"round": 1, "power": "soviet_union", "phase": "combat_move"}})
        panel = await found(anna, lambda message: "Move" in message.labels and "Soviet Union" in message.content)
        told = await anna.press(panel, "Move")
        assert "You aren't at war, so there is nobody to attack. End the phase" in told.shown.text


async def test_orders_that_were_refused_are_remembered_until_the_phase_ends(tmp_path: Path) -> None:
    async with evening(tmp_path, "aa1941") as (play, _, ben):
        await play.correct(BEFORE_UKRAINE)
        await ben.submit((await ben.command(CHANNEL, "orders")).opened, {"text": "9 infantry germany > japan"})
        told = await ben.command(CHANNEL, "end-phase")
        assert "I refused the orders you typed last: you have no orders." in told.content
        await ben.press(told.shown, "End anyway")
        form = (await ben.command(CHANNEL, "orders")).opened
        assert not form.fields[0].value


async def test_orders_refused_after_others_are_remembered_too(tmp_path: Path) -> None:
    async with evening(tmp_path, "aa1941") as (play, _, ben):
        await play.correct(BEFORE_UKRAINE)
        await ben.command(CHANNEL, "move", **move("eastern europe", "1 infantry", "ukraine"))
        await ben.submit((await ben.command(CHANNEL, "orders")).opened, {"text": "9 infantry germany > japan"})
        told = await ben.command(CHANNEL, "end-phase")
        assert "I refused the orders you typed last: check that you've given them some other way." in told.content
        await ben.submit((await ben.command(CHANNEL, "orders")).opened, {"text": "1 infantry eastern europe > ukraine"})
        assert "were refused" not in (await ben.command(CHANNEL, "end-phase")).content


async def test_a_battle_that_waits_for_an_answer_offers_it(tmp_path: Path) -> None:
    async with evening(tmp_path, "aa1941") as (play, _, ben):
        await play.correct(BEFORE_UKRAINE)
        fleets = {
            "sz5": {"units": {"germany": {"submarine": 1, "destroyer": 1}}},
            "sz6": {"units": {"united_kingdom": {"submarine": 1}}},
        }
        await play.correct({"spaces": fleets})
        await ben.command(CHANNEL, "move", **move("eastern europe", "1 infantry", "ukraine"))
        await ben.command(CHANNEL, "move", **move("sz5", "1 submarine, 1 destroyer", "sz6"))
        fights = (await ben.command(CHANNEL, "end-phase")).shown
        await ben.press(fights, "Fight in sea zone 6")
        no = await ben.press(fights, "Fight in Ukraine")
        assert no.content == "Germany must answer first."
        assert no.shown.labels == ["Submerge or fight"]
        assert "can submerge now" in (await ben.press(no.shown, "Submerge or fight")).content


async def test_who_has_choiceed_for_one_of_his_powers_reads_what_he_said(tmp_path: Path) -> None:
    async with evening(tmp_path, "global_1940") as (play, anna, ben):
        await play.correct(OFF_BRITAIN)
        await ben.command(CHANNEL, "move", **move("sz112", "3 cruiser", "sz110"))
        await play.end_phase()
        card = await anna.command(CHANNEL, "decide")
        assert card.content.count("Scrambled aircraft defend their sea zone and nothing else") == 1
        said = await answer_on_card(anna, card, "France: 1 fighter from the United Kingdom into sea zone 110")
        so_far = "France: 1 fighter from the United Kingdom into sea zone 110."
        assert said.text.startswith(f"{so_far} Next: your answer for the United Kingdom.")
        assert so_far in (await anna.command(CHANNEL, "decide")).content
        panel = await found(ben, lambda message: "Answer: France" in message.labels)
        again = await anna.press(panel, "Answer: France")
        changed = "Your answer so far: 1 fighter from the United Kingdom into sea zone 110. You can still change it."
        assert changed in again.content


async def test_a_battle_that_nobody_else_is_asked_in_is_told_by_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded_dice(monkeypatch, 6, 6)
    async with evening(tmp_path, "aa1941") as (play, _, ben):
        await play.correct(BEFORE_UKRAINE)
        await ben.command(CHANNEL, "move", **move("eastern_europe", "2 infantry", "ukraine"))
        await play.end_phase()
        first = await ben.command(CHANNEL, "battle", space="ukraine")
        assert first.content.split("\n") == [
            "**Ukraine, round 1** — Germany attacks",
            "2 infantry against 1 infantry",
            "Attackers roll: infantry 6 6 — 0 hits (expected 0.3)",
            "Defenders roll: infantry 6 — 0 hits (expected 0.3)",
        ]
        card = await found(ben, lambda message: "Fight to the end" in message.labels)
        last = await answer_on_card(ben, card, "Fight to the end")
        assert last.text.split("\n")[:6] == [
            "**Ukraine, 2 rounds** — Germany attacks",
            "2 infantry against 1 infantry",
            "Attackers roll: infantry **1** **1** — 2 hits (expected 0.3)",
            "Defenders lose 1 infantry, 1 hit without a target",
            "Defenders roll: infantry **1** — 1 hit (expected 0.3)",
            "Attackers lose 1 infantry",
        ]
        assert "Germany wins in Ukraine with 1 infantry." in last.text
        assert "Took Ukraine" in last.text
        assert "Done." not in last.text


async def test_in_combat_my_orders_has_what_can_be_fought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded_dice(monkeypatch, 6, 6)
    async with evening(tmp_path, "aa1941") as (play, _, ben):
        await play.correct(BEFORE_UKRAINE)
        await ben.command(CHANNEL, "move", **move("eastern_europe", "2 infantry", "ukraine"))
        await play.end_phase()
        orders = await ben.command(CHANNEL, "my-orders")
        assert orders.shown.labels == ["Fight in Ukraine", "Map", "Odds"]
        await ben.press(orders.shown, "Fight in Ukraine")
        waiting = await ben.command(CHANNEL, "my-orders")
        assert waiting.shown.labels == ["Press on or retreat", "Go on without me", "Map", "Odds"]
        odds = await ben.press(waiting.shown, "Odds")
        await ben.wait_until(odds.shown, lambda message: message.content.startswith("**Ukraine**: Germany attacks"))
        card = await ben.press(waiting.shown, "Press on or retreat")
        weighed = re.compile(r"^• Press on: Chance to win: .*\d+%\. Fight another round\.$", re.MULTILINE)
        await ben.wait_until(card.shown, lambda sheet: bool(weighed.search(sheet.text)))
        await answer_on_card(ben, card, "Fight to the end")
        over = await ben.command(CHANNEL, "my-orders")
        assert over.shown.labels[0] == "Move"
