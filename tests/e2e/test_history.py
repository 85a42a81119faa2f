"""/history by menus, the way back from there, and all orders of a phase taken back at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, settled
from tests.e2e.test_secrets_and_records import end_phase

MENU = "v1:1::history.{}"


def moved(units: str) -> Any:
    """The options of an order."""
    return {"from": "russia", "units": units, "to": "west russia"}


async def test_the_past_by_menus_and_back_to_it(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        assert "No phase of this game has ended yet" in (await ben.command(CHANNEL, "history")).content
        await anna.command(CHANNEL, "buy", units="2 infantry")
        await end_phase(anna)
        await anna.command(CHANNEL, "move", **moved("6 infantry, 1 tank"))
        await end_phase(anna)
        await anna.command(CHANNEL, "battle", space="West Russia", to_the_end=True)
        await end_phase(anna)

        shown = await ben.command(CHANNEL, "history")
        assert shown.ephemeral
        assert shown.content.startswith("**Soviet Union, round 1**\n")
        assert shown.shown.labels == ["Dice"], "who doesn't host the game can't go back"
        await ben.choose(shown.shown, "Purchase", custom_id=MENU.format("phase"))
        bought = await ben.wait_until(shown.shown, lambda now: "round 1, purchase**" in now.content)
        assert "Bought 2 infantry" in bought.content
        await ben.choose(bought, "West Russia", custom_id=MENU.format("battle"))
        battle = await ben.wait_until(shown.shown, lambda now: now.content.startswith("**West Russia"))
        assert (await ben.press(battle, "Dice")).content.count("West Russia")
        await ben.press(battle, "The whole turn")
        await ben.wait_until(shown.shown, lambda now: now.content.startswith("**Soviet Union, round 1**\n"))
        await ben.choose(shown.shown, "Round 1", custom_id=MENU.format("round"))
        await ben.wait_until(shown.shown, lambda now: now.content.startswith("**Round 1**\n"))

        mine = await anna.command(CHANNEL, "history")
        await anna.choose(mine.shown, "Purchase", custom_id=MENU.format("phase"))
        mine_then = await anna.wait_until(mine.shown, lambda now: "round 1, purchase**" in now.content)
        asked = await anna.press(mine_then, "Go back to the end of this phase")
        assert "**Soviet Union, round 1, end of purchase**?" in asked.content
        done = await anna.press(asked.shown, "Go back")
        assert "Nothing has changed yet" in done.content
        await settled(bot)
        assert table.refusals == []


async def test_all_orders_of_a_phase_are_taken_back_at_once(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        await begin(table.user("Ben"), anna)
        await end_phase(anna)
        for units in ("2 infantry", "1 infantry", "1 tank"):
            await anna.command(CHANNEL, "move", **moved(units))
        orders = await anna.command(CHANNEL, "my-orders")
        await anna.press(orders.shown, "Undo all")
        assert (await bot.master.loader.by_id(1)).running.undo == ()
        stale = await anna.press(orders.shown, "Undo all")
        assert "Your orders have changed since" in stale.content
