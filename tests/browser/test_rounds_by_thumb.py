"""Whole rounds and large first turns on phones by taps alone, and what they leave in the channel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from cogs.service.client import TableBot
from engine import GameState
from gamemaster.keys import phase_key, turn_of
from gamemaster.views.panel_buttons import deeds_now
from local import LocalTable
from tests.browser.conftest import House
from tests.browser.thumb import Thumb, phone
from tests.browser.window import PHONE
from tests.e2e.playing import CHANNEL, begin, correct, game, settled
from tests.e2e.test_noise import pings_of
from tests.patience import PATIENCE_SECONDS

pytestmark = [pytest.mark.asyncio(loop_scope="package"), pytest.mark.whole]

MOST_SCREENS, MOST_POSTS = 8, 14
MOST_PRIVATE = 3
"""Messages that a turn leaves behind for its player."""
MOST_TAPS = 90
ABOVE = 2
"""Posts above the first turn: the seats, and the first picture of the game."""
MOST_STEPS, MOST_ATTACKS = 60, 2
PAUSE_MS = 50
HEIGHTS = "posts => posts.map((each) => each.getBoundingClientRect().height)"
PROPOSED = (
    "End anyway",
    "Go on",
    "Fight all",
    "Fight",
    "Land as proposed",
    "Land aircraft",
    "Land ",
    "Place as proposed",
)
ORDERED = re.compile("Battles ahead|Taken without")
WEIGHED = re.compile("Your chance to win|Nobody defends|can't come|None of")


@dataclass
class Sofa:
    """Two players on their phones."""

    table: LocalTable
    bot: TableBot
    phones: Mapping[str, Thumb]
    """By side."""

    async def state(self) -> GameState:
        """The game as it stands."""
        return (await game(self.bot, self.table.world.channel_named(CHANNEL)["id"])).running

    def phone_of(self, state: GameState, power: str) -> Thumb:
        """The phone of a power's player."""
        return self.phones[state.edition.power[power].side]

    async def play_turn(self) -> None:
        """The turn of the power that is on turn, by what the sheets propose."""
        first = await self.state()
        thumb = self.phone_of(first, first.power)
        before, taps = await thumb.private(), thumb.taps
        await expect(thumb.panel).to_contain_text(f"{first.edition.power[first.power].name} · round {first.round}")
        await thumb.open(deeds_now(first)[0][1])
        own = 0
        for _ in range(MOST_STEPS):
            state = await self.state()
            if turn_of(phase_key(state)) != turn_of(phase_key(first)) or state.winner:
                break
            if state.requests:
                own += await self._answer(state, thumb)
            else:
                await self._step(state, thumb)
        else:
            raise AssertionError("a turn without end")
        left = await thumb.private() - before
        told = f"{first.power}: {thumb.taps - taps} taps, {left} private messages, {own} questions to the player"
        print(told)  # noqa: T201  # `pytest -s` shows what a turn takes
        assert left <= MOST_PRIVATE, told

    async def _answer(self, state: GameState, on_turn: Thumb) -> int:
        """Have who is asked choose the first that is offered; gives how many are on turn, on whose sheet it stands."""
        asked = state.requests[0]
        thumb = self.phone_of(state, next(power for power in asked.powers if power not in asked.answers))
        choice = thumb.sheet.locator(f'button[data-part*=":{asked.id}:choice"]').first
        if thumb is not on_turn:
            public = thumb.window.page.locator("#messages li:not(.ephemeral)")
            await thumb.tap(public.locator(f'button[data-part*=":{asked.id}:answer"]').last)
        elif not await choice.count():
            await thumb.press("Go on")
        await expect(choice).to_be_visible()
        await thumb.picture(f"asked_{asked.kind}")
        await thumb.tap(choice)
        await self._goes_on(state)
        return int(thumb is on_turn)

    async def _step(self, state: GameState, thumb: Thumb) -> None:
        """The next of what the sheet proposes, or the end of the phase."""
        if state.phase == "combat_move" and not state.undo and await thumb.offers("Attack"):
            await self._attacks(thumb)
        preset = await thumb.sheet.locator('button[data-part*=":preset."]').first.all_inner_texts()
        end = next((label for deed, label, _ in deeds_now(state) if deed == "end"), "")
        for label in (*PROPOSED, *([] if state.undo else preset), end):
            if label and await thumb.offers(label):
                told = await thumb.text()
                await thumb.picture(f"{state.phase}_{label.split()[0]}".lower())
                await thumb.press(label)
                await expect(thumb.sheet).not_to_have_text(told, use_inner_text=True)
                return
        await thumb.open(deeds_now(state)[0][1])

    async def _attacks(self, thumb: Thumb) -> None:
        """The first places that can be attacked, where that is as good as won."""
        for number in range(MOST_ATTACKS):
            await thumb.press("Attack", "Attack where?")
            menu = thumb.sheet.locator("select.select").first
            lines = await menu.locator("option:not([disabled])").all_inner_texts()
            if number >= len(lines):
                return
            await thumb.choose(lines[number].split(":")[0], "Choose who attacks")
            await thumb.press("Enough for 80%" if await thumb.offers("Enough") else "Everything")
            await expect(thumb.sheet).to_contain_text(WEIGHED)
            if not await thumb.offers("Attack with"):
                await thumb.press("Back")
                continue
            await thumb.press("Attack with")
            await expect(thumb.sheet).to_contain_text(ORDERED)

    async def _goes_on(self, before: GameState) -> None:
        """Wait until the game isn't as it was."""
        page = next(iter(self.phones.values())).window.page
        for _ in range(int(PATIENCE_SECONDS * 1000 / PAUSE_MS)):
            if await self.state() != before:
                return
            await page.wait_for_timeout(PAUSE_MS)
        raise AssertionError("nothing came of a tap")


async def test_a_round_of_1941_leaves_few_posts_screens_and_pings(opened: House, browser: Browser) -> None:
    table, bot = opened
    anna, ben = table.user("Anna"), table.user("Ben")
    pings = pings_of(bot)
    await begin(ben, anna)
    async with phone(browser, table, "Anna") as allies, phone(browser, table, "Ben") as axis:
        sofa = Sofa(table, bot, {"allies": allies, "axis": axis})
        public = allies.window.page.locator("#messages li.message:not(.ephemeral)")
        while (await sofa.state()).round == 1:
            await sofa.play_turn()
        await settled(bot)
        heights = (await public.evaluate_all(HEIGHTS))[ABOVE:]
        screens = sum(heights) / PHONE["height"]
        taps = allies.taps + axis.taps
        told = f"{len(heights)} posts, {screens:.1f} screens, {len(pings)} pings, {taps} taps"
        print(f"A round of 1941: {told}")  # noqa: T201  # `pytest -s` shows what a round leaves
        assert (len(heights) <= MOST_POSTS, screens <= MOST_SCREENS) == (True, True), told
        assert all(len(each) == 1 for each in pings)
    assert table.refusals == []


@pytest.mark.parametrize("edition", ["anniversary_1941", "global_1940"])
async def test_germany_and_japan_play_their_first_turns_with_ninety_taps(
    opened: House, browser: Browser, edition: str
) -> None:
    table, bot = opened
    await begin(table.user("Ben"), table.user("Anna"), edition=edition)
    async with phone(browser, table, "Anna") as allies, phone(browser, table, "Ben") as axis:
        sofa = Sofa(table, bot, {"allies": allies, "axis": axis})
        for power in ("germany", "japan"):
            state = await sofa.state()
            if state.power != power:
                phase = state.edition.parameters.turn.phases_of(power)[0]
                await correct(table, {"turn": {"round": 1, "power": power, "phase": phase}})
            with axis.counting(MOST_TAPS, f"the first turn of {power} in {edition}"):
                await sofa.play_turn()
        await settled(bot)
    assert table.refusals == []


BOMBARDED = {
    "united_kingdom": {"units": {"united_kingdom": {"infantry": 1, "tank": 1}}},
    "sz6": {"units": {"united_kingdom": {"transport": 1, "battleship": 1}}},
    "norway": {"units": {"germany": {"infantry": 1}}},
}
RAIDED = {
    "united_kingdom": {"units": {"united_kingdom": {"strategic_bomber": 2, "fighter": 2}}},
    "western_germany": {"units": {"germany": {"fighter": 1, "infantry": 1}}},
}


async def at_sea_and_in_the_air(table: LocalTable, thumb: Thumb, edition: str, spaces: dict[str, Any]) -> None:
    """A British combat move with exactly these units, with all places to attack on the sheet."""
    await begin(table.user("Ben"), table.user("Anna"), edition=edition)
    turn = {"round": 1, "power": "united_kingdom", "phase": "combat_move"}
    await correct(table, {"clear_units": True, "spaces": spaces, "turn": turn})
    await expect(thumb.panel).to_contain_text("United Kingdom · round 1 · combat move")


async def test_a_landing_with_bombardment_takes_nine_taps(opened: House, browser: Browser) -> None:
    table, _ = opened
    async with phone(browser, table, "Anna") as anna:
        await at_sea_and_in_the_air(table, anna, "anniversary_1942", BOMBARDED)
        with anna.counting(9, "a landing with bombardment"):
            await anna.open("Attack", "Attack where?")
            await anna.choose("Norway (3 IPCs)", "Landing from sea zone 6.")
            await anna.mark("1 tank", "1 infantry")
            await anna.sees("1 battleship will bombard", "Your chance to win")
            await anna.press("Attack with 2 units", "1 infantry, 1 tank: sea zone 6 to Norway")
    assert table.refusals == []


async def test_a_raid_with_escort_takes_five_taps(opened: House, browser: Browser) -> None:
    table, _ = opened
    async with phone(browser, table, "Anna") as anna:
        await at_sea_and_in_the_air(table, anna, "global_1940", RAIDED)
        with anna.counting(5, "a raid with escort"):
            await anna.open("Attack", "Attack where?")
            await anna.choose("Western Germany: raid the", "Choose who")
            await anna.picture("raid")
            await anna.press("Everything", "2 fighters")
            await anna.press("Raid with", "2 strategic bombers: United Kingdom to")
        await anna.picture("raid_ordered")
    assert table.refusals == []
