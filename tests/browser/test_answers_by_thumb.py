"""What is answered and landed on a phone, by taps alone: a scramble, a retreat, and fighters that land on carriers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from cogs.service.client import TableBot
from engine import GameState
from local import LocalTable
from tests.browser.conftest import House
from tests.browser.thumb import phone
from tests.e2e.playing import CHANNEL, begin, correct, game, settled

pytestmark = [pytest.mark.asyncio(loop_scope="package"), pytest.mark.whole]

OUTNUMBERED = {
    "russia": {"units": {"soviet_union": {"infantry": 12}}},
    "west_russia": {"units": {"germany": {"infantry": 20}}},
}
AT_SEA = {
    "sz6": {"units": {"united_kingdom": {"fighter": 2}}},
    "sz7": {"units": {"united_kingdom": {"aircraft_carrier": 1}}},
}
OVER_SCOTLAND = {
    "sz104": {"units": {"germany": {"cruiser": 3}}},
    "sz109": {"units": {"united_kingdom": {"destroyer": 1}}},
    "scotland": {"units": {"united_kingdom": {"fighter": 2}}},
}


async def position(table: LocalTable, edition: str, power: str, phase: str, spaces: dict[str, Any]) -> None:
    """Ben with the Axis and Anna with the Allies, and exactly these units."""
    await begin(table.user("Ben"), table.user("Anna"), edition=edition)
    turn = {"round": 2, "power": power, "phase": phase}
    await correct(table, {"clear_units": True, "spaces": spaces, "turn": turn})


async def state_of(table: LocalTable, bot: TableBot) -> GameState:
    """The game once all is told."""
    await settled(bot)
    return (await game(bot, table.world.channel_named(CHANNEL)["id"])).running


async def test_a_retreat_takes_two_taps(opened: House, browser: Browser) -> None:
    table, bot = opened
    await position(table, "aa1941", "soviet_union", "combat_move", OUTNUMBERED)
    async with phone(browser, table, "Anna") as anna:
        await expect(anna.panel).to_contain_text("round 2 · combat move")
        await anna.open("Attack", "Attack where?")
        await anna.choose("West Russia", "Choose who attacks")
        await anna.press("Everything", "Your chance to win")
        await anna.picture("attack_with_map")
        await anna.press("Attack with", "Battles ahead")
        await anna.end("End moves", "conduct combat")
        with anna.counting(2, "a round fought, and a retreat"):
            await anna.press("Fight in West Russia", "Retreat")
            await anna.picture("retreat")
            await anna.press("Retreat")
            await expect(anna.sheet).not_to_contain_text("Press on")
        state = await state_of(table, bot)
        assert {piece.space for piece in state.pieces.values() if piece.power == "soviet_union"} == {"russia"}
    assert table.refusals == []


async def test_fighters_land_on_a_carrier_with_three_taps(opened: House, browser: Browser) -> None:
    table, bot = opened
    await position(table, "aa1941", "united_kingdom", "noncombat_move", AT_SEA)
    async with phone(browser, table, "Anna") as anna:
        await expect(anna.panel).to_contain_text("round 2 · noncombat move")
        with anna.counting(3, "a landing on a carrier"):
            await anna.open("Move", "Land aircraft")
            await anna.press("Land aircraft", "Proposed:", "sea zone 7")
            await anna.picture("carrier")
            await anna.press("Land as proposed")
            await expect(anna.sheet).not_to_contain_text("Still to land")
        state = await state_of(table, bot)
        assert {piece.space for piece in state.pieces.values()} == {"sz7"}
    assert table.refusals == []


async def test_a_scramble_takes_two_taps(opened: House, browser: Browser) -> None:
    table, bot = opened
    await position(table, "global_1940", "germany", "combat_move", OVER_SCOTLAND)
    async with phone(browser, table, "Anna") as anna, phone(browser, table, "Ben") as ben:
        await expect(ben.panel).to_contain_text("round 2 · combat move")
        await ben.open("Attack", "Attack where?")
        await ben.choose("Sea zone 109", "Choose who attacks")
        await ben.press("Everything", "may scramble")
        await ben.press("Attack with", "Battles ahead")
        await ben.end("End moves", "must answer first")
        with anna.counting(2, "a scramble"):
            await anna.open("Answer", "Scotland")
            await anna.picture("scramble")
            await anna.press("2 fighters from Scotland")
            await expect(anna.sheet).not_to_contain_text("Nobody scrambles")
        state = await state_of(table, bot)
        assert {piece.unit for piece in state.pieces.values() if piece.space == "sz109"} >= {"fighter"}
    assert table.refusals == []
