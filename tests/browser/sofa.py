"""Two players on their phones, who play whole turns by what their sheets propose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from playwright.async_api import expect

from cogs.service.client import TableBot
from engine import GameState, event_from_json, new_game
from engine.events import fold
from engine.position.relations import acting_powers
from gamemaster.keys import phase_key, turn_of
from gamemaster.views.panel_buttons import deeds_now
from local import LocalTable
from tests.browser.thumb import Thumb
from tests.browser.window import PHONE
from tests.e2e.playing import CHANNEL, game, settled
from tests.patience import PATIENCE_SECONDS

MOST_PRIVATE = 3
"""Messages that a turn leaves behind for its player."""
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


@dataclass(frozen=True)
class Usual:
    """What a power usually does in its first turn: the places that it attacks, and how many moves it makes then."""

    attacks: Sequence[str] = ()
    moves: int = 0


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

    def phone_of(self, state: GameState) -> Thumb:
        """The phone of the player on turn."""
        return self.phones[state.edition.power[state.power].side]

    async def duties(self) -> list[str]:
        """The sides that newly had to act or choose, one after the other: a turn that comes to somebody, a question."""
        loaded = await game(self.bot, self.table.world.channel_named(CHANNEL)["id"])
        async with self.bot.master.store.read() as read:
            entries = await read.entries_since(loaded.game.id, 0)
        state = new_game(loaded.running.setup)
        before = self._acting(state)
        found = sorted(before)
        for _, together in groupby(entries, lambda entry: entry.cause):
            state = fold(state, (event_from_json(event) for entry in together for event in entry.events))
            found += sorted(self._acting(state) - before)
            before = self._acting(state)
        return found

    @staticmethod
    def _acting(state: GameState) -> set[str]:
        return {state.edition.power[power].side for power in acting_powers(state)}

    async def left_behind(self, what: str, pings: Sequence[Sequence[int]]) -> tuple[int, float]:
        """How many posts the channel has by now, and how many screens they fill; each duty brought one ping."""
        await settled(self.bot)
        thumb = next(iter(self.phones.values()))
        public = thumb.window.page.locator("#messages li.message:not(.ephemeral)")
        heights = (await public.evaluate_all(HEIGHTS))[ABOVE:]
        screens = sum(heights) / PHONE["height"]
        taps = sum(each.taps for each in self.phones.values())
        told = f"{what}: {len(heights)} posts, {screens:.1f} screens, {len(pings)} pings, {taps} taps"
        print(told)  # noqa: T201  # `pytest -s` shows what a round leaves
        users = {s: int(self.table.world.user_named(each.window.person)["id"]) for s, each in self.phones.items()}
        assert [[users[side]] for side in await self.duties()] == pings, "one ping for each duty, and no other"
        return len(heights), screens

    async def play_turn(self, usual: Usual | None = None) -> None:
        """The turn of the power that is on turn, by what the sheets propose and what is usual."""
        first = await self.state()
        thumb = self.phone_of(first)
        before, taps = await thumb.private(), thumb.taps
        await expect(thumb.panel).to_contain_text(f"{first.edition.power[first.power].name} · round {first.round}")
        await thumb.open(deeds_now(first)[0][1])
        own, done = 0, set[str]()
        for _ in range(MOST_STEPS):
            state = await self.state()
            if turn_of(phase_key(state)) != turn_of(phase_key(first)) or state.winner:
                break
            if state.requests:
                own += await self._answer(state, thumb)
            else:
                await self._step(state, thumb, usual, done)
        else:
            raise AssertionError("a turn without end")
        left = await thumb.private() - before
        told = f"{first.power}: {thumb.taps - taps} taps, {left} private messages, {own} questions to the player"
        print(told)  # noqa: T201  # `pytest -s` shows what a turn takes
        assert left <= MOST_PRIVATE, told

    async def _answer(self, state: GameState, on_turn: Thumb) -> int:
        """Have who is asked choose the first that is offered; gives how many are on turn, on whose sheet it stands."""
        owed = ((each, power) for each in state.requests for power in each.powers if power not in each.answers)
        asked, power = next(owed)
        thumb = self.phones[state.edition.power[power].side]
        choice = thumb.sheet.locator(f'button[data-part*=":{asked.id}:choice"]').first
        if thumb is not on_turn:
            public = thumb.window.page.locator("#messages li:not(.ephemeral)")
            await thumb.tap(public.locator(f'button[data-part*=":{asked.id}:answer"]').last)
        else:
            go_on = thumb.sheet.locator("button").filter(has_text="Go on")
            await expect(choice.or_(go_on).first).to_be_visible()
            if not await choice.count():
                await thumb.press("Go on")
        await expect(choice).to_be_visible()
        await thumb.picture(f"asked_{asked.kind}")
        await thumb.tap(choice)
        await self._goes_on(state)
        return int(thumb is on_turn)

    async def _step(self, state: GameState, thumb: Thumb, usual: Usual | None, done: set[str]) -> None:
        """The next of what the sheet proposes or is usual, or the end of the phase."""
        if state.phase not in done:
            done.add(state.phase)
            if state.phase == "combat_move" and await thumb.offers("Attack"):
                await (self._attack_usual(thumb, usual.attacks) if usual else self._attack_first(thumb))
            if state.phase == "noncombat_move" and usual:
                if await thumb.offers("Go on"):
                    await thumb.press("Go on", "noncombat move")
                await self._land_all(thumb)
                await self._move_up(thumb, usual.moves)
                state = await self.state()
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

    async def _attack_first(self, thumb: Thumb) -> None:
        """The first places that can be attacked, where that is as good as won."""
        for number in range(MOST_ATTACKS):
            await thumb.press("Attack", "Attack where?")
            menu = thumb.sheet.locator("select.select").first
            lines = await menu.locator("option:not([disabled])").all_inner_texts()
            if number >= len(lines):
                return
            await self._attack(thumb, lines[number].split(":")[0])

    async def _attack_usual(self, thumb: Thumb, places: Sequence[str]) -> None:
        for place in places:
            await thumb.press("Attack", "Attack where?")
            await self._attack(thumb, place)

    async def _attack(self, thumb: Thumb, place: str) -> None:
        await thumb.choose(place, "Choose who attacks")
        await thumb.press("Enough for 80%" if await thumb.offers("Enough") else "Everything")
        await expect(thumb.sheet).to_contain_text(WEIGHED)
        if await thumb.offers("Attack with"):
            await thumb.press("Attack with")
            await expect(thumb.sheet).to_contain_text(ORDERED)
        else:
            await thumb.press("Back")

    async def _land_all(self, thumb: Thumb) -> None:
        """Whatever is in the air lands as is proposed."""
        if await thumb.offers("Land aircraft"):
            await thumb.press("Land aircraft", "Proposed:")
            await thumb.press("Land as proposed")
            await thumb.sees("Move from where?")

    async def _move_up(self, thumb: Thumb, moves: int) -> None:
        """Everything of the first place to the first that it can go to, so often."""
        for _ in range(moves):
            before = await self.state()
            await thumb.choose_first("guide", "Where to?")
            await thumb.choose_first("moveto")
            await self._goes_on(before)
            await thumb.sees("Move from where?")

    async def _goes_on(self, before: GameState) -> None:
        """Wait until the game isn't as it was."""
        page = next(iter(self.phones.values())).window.page
        for _ in range(int(PATIENCE_SECONDS * 1000 / PAUSE_MS)):
            if await self.state() != before:
                return
            await page.wait_for_timeout(PAUSE_MS)
        raise AssertionError("nothing came of a tap")
