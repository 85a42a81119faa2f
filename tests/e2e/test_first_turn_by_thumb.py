"""The first turn of a war by taps alone, from the purchase to the last placement, on one sheet."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, found, has_button
from tests.e2e.thumb import Thumb

MOST_BATTLES = 6
"""Presses by which three battles are fought to their end, with time for the enemy's answers."""


async def test_the_first_turn_of_germany_takes_forty_five_taps(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        for player in (anna, ben):
            await player.command(CHANNEL, "standing-order preset", which="sensible")
        await correct(table, {"turn": {"round": 1, "power": "germany", "phase": "purchase"}})
        panel = await found(ben, lambda message: has_button(message, "germany.purchase:buy"))
        thumb = Thumb(ben, (await ben.press(panel, "Buy units")).shown)
        await thumb.press("4 infantry (12)", "Ordered: 4 infantry")
        await thumb.end("End purchases", "combat move")
        for target, who in (
            ("karelia", "Everything"),
            ("sz14", "Enough for 80%"),
            ("anglo_egypt_sudan~~sz17", "Everything"),
        ):
            await attack(thumb, target, who)
        await thumb.end("End moves", "conduct combat")
        for _ in range(MOST_BATTLES):
            if "noncombat move" in thumb.sheet.text:
                break
            before = thumb.sheet.text
            await thumb.press(
                next(label for label in thumb.sheet.labels if label.startswith(("Fight all", "Fight in")))
            )
            await thumb.leaves(before)
        await thumb.press("Land aircraft", "Proposed:")
        await thumb.press("Land as proposed", "1. ")
        for start, end in (("western_europe", "germany"), ("germany", "eastern_europe")):
            await thumb.choose(start, sees="**From")
            await thumb.choose(end, sees="")
            await thumb.leaves("**From")
        await thumb.end("End moves", "Choose what to place where")
        await thumb.press("Place as proposed", "All units are placed")
        await thumb.end("End turn", "Now:")
        assert thumb.taps <= 45
        private = [each for each in await ben.messages(CHANNEL) if each.ephemeral and "Germany" in each.text]
        assert len(private) <= 3, "what the turn leaves behind"
        assert table.refusals == []


async def attack(thumb: Thumb, target: str, who: str) -> None:
    """An attack that is weighed before it is ordered."""
    before = thumb.taps
    await thumb.press("Attack", "Attack where?")
    await thumb.choose(target, sees="Choose who attacks")
    await thumb.press(who, "Your chance to win")
    await thumb.press("Attack with", "Battles ahead")
    assert thumb.taps - before <= 6
