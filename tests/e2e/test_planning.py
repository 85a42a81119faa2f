"""/plan: a coming turn drafted in private, tried again as others play, and given when it comes."""

from __future__ import annotations

from asyncio import gather
from pathlib import Path

from local import Player, Reply
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, settled
from tests.e2e.test_secrets_and_records import end_phase

TAKEN = {"spaces": {"ukraine": {"units": {"germany": {"infantry": 1}}}}}


async def written(player: Player, plan: Reply, button: str, text: str) -> Reply:
    """The plan once a phase of it is written in its form."""
    form = (await player.press(plan.shown, button)).opened
    return await player.submit(form, {"text": text})


async def test_a_plan_is_tried_again_and_what_works_is_given_in_one_go(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, cleo = (table.user(name) for name in ("Anna", "Ben", "Cleo"))
        await begin(ben, anna)
        refused = await cleo.command(CHANNEL, "plan")
        assert refused.content == "You have no seat in this game. Nothing changed."
        empty = await ben.command(CHANNEL, "plan")
        assert empty.content.startswith("**Your plan for Germany's turn** · nobody else can see it\nIt's empty.")
        bought = await written(ben, empty, "Write the purchase", "2 infantry, 1 tank")
        assert "__Purchase__\n• 2 infantry, 1 tank" in bought.content
        moves = "1 tank: ukraine > caucasus\n2 tank: eastern europe > karelia\n99 infantry: germany > poland"
        drafted = await written(ben, bought, "Write the combat move", moves)
        assert "• 1 tank: ukraine > caucasus\n• 2 tank: eastern europe > karelia\n• ~~99 infantry" in drafted.content
        assert "Give" not in "".join(drafted.shown.labels), "it isn't Germany's turn"

        await correct(table, TAKEN)
        again = await ben.command(CHANNEL, "plan")
        assert (
            "• ~~1 tank: ukraine \\> caucasus~~" in again.content or "• ~~1 tank: ukraine > caucasus~~" in again.content
        )
        caught = await ben.command(CHANNEL, "catch-up")
        assert caught.content.endswith("Your plan for Germany's turn: 2 of 4 lines don't work now. See it with /plan.")
        assert "plan" not in (await anna.command(CHANNEL, "catch-up")).content

        for _ in range(4):
            if (await bot.master.loader.by_id(1)).running.power == "soviet_union":
                await end_phase(anna)
        plan = await ben.command(CHANNEL, "plan")
        await ben.press(plan.shown, "Give the purchase")
        assert (await bot.master.loader.by_id(1)).running.purchased["germany"] == {"infantry": 2, "tank": 1}
        gone = await ben.press(plan.shown, "Give the purchase")
        assert gone.content == "Your plan has nothing for this phase. Write it with /plan."
        await end_phase(ben)
        plan = await ben.command(CHANNEL, "plan")
        pressed = await gather(*(ben.press(plan.shown, "Give the combat move") for _ in range(3)))
        assert sum("2 tanks: Eastern Europe to Karelia" in reply.content for reply in pressed) == 1, "it is given once"
        assert len((await bot.master.loader.by_id(1)).running.undo) == 1
        left = await ben.command(CHANNEL, "plan")
        assert "99 infantry" in left.content
        await ben.press(left.shown, "Forget it")
        assert "It's empty." in (await ben.command(CHANNEL, "plan")).content
        await settled(bot)
        assert table.refusals == []


async def test_a_plan_is_for_ones_own_powers_and_can_be_of_any_length(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        assert "no game" in (await ben.command(CHANNEL, "plan")).content
        await begin(ben, anna)
        other = await ben.command(CHANNEL, "plan", power="soviet union")
        assert other.content == "You can plan only for your own powers."
        plan = await ben.command(CHANNEL, "plan", power="japan")
        full = await written(ben, plan, "Write the combat move", "1 tank: tokyo > mars\n" * 180)
        assert len(full.content) <= 2000
        assert "more lines" in full.content


async def test_a_plan_goes_on_to_noncombat_moves_and_places_what_it_means_to_buy(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        plan = await written(ben, await ben.command(CHANNEL, "plan"), "Write the purchase", "2 infantry")
        plan = await written(ben, plan, "Write the noncombat move", "1 infantry: germany > eastern europe")
        plan = await written(ben, plan, "Write the placement", "2 infantry: germany\n1 tank: germany")
        assert "• 1 infantry: germany > eastern europe\n" in plan.content
        assert "• 2 infantry: germany\n• ~~1 tank: germany~~" in plan.content


async def test_a_plan_of_another_game_is_told_line_by_line_and_changes_nothing_there(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        first = await ben.command(CHANNEL, "plan")
        pasted = "2 infantry: volhynia > atlantis\n1 mechanized infantry: germany > poland\n1 tank: ukraine > caucasus"
        drafted = await written(ben, first, "Write the combat move", pasted)
        told = drafted.content.split("\n")
        assert [line.startswith("• ~~") for line in told if line.startswith("• ")] == [True, True, False]
        assert "There is no space “volhynia”" in drafted.content
        await anna.command(CHANNEL, "concede", confirm=True)
        await settled(bot)
        late = await ben.press(drafted.shown, "Write the purchase")
        assert late.content == "This game is over. Start a new one with /game create."
        await begin(anna, ben)
        assert "You can plan only for your own powers" in (await ben.command(CHANNEL, "plan", power="germany")).content
        assert "It's empty." in (await ben.command(CHANNEL, "plan")).content
        assert table.refusals == []


async def test_allies_see_a_plan_only_while_its_player_shares_it(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben, cleo = (table.user(name) for name in ("Anna", "Ben", "Cleo"))
        await anna.command(CHANNEL, "game create", edition="aa1941")
        for player, powers in ((anna, "allies"), (ben, "germany"), (cleo, "japan")):
            await player.command(CHANNEL, "game join", powers=powers)
        await anna.command(CHANNEL, "game start")
        mine = await written(ben, await ben.command(CHANNEL, "plan", power="germany"), "Write the purchase", "2 tank")
        hidden = await cleo.command(CHANNEL, "plan", power="germany")
        assert hidden.content == "Nobody has shared a plan for Germany with you."
        shared = await ben.press(mine.shown, "Show it to my side")
        assert "your side can see it" in shared.content
        assert "• 2 tank" in (seen := await cleo.command(CHANNEL, "plan", power="germany")).content
        assert not seen.shown.labels
        assert (
            await anna.command(CHANNEL, "plan", power="germany")
        ).content == "You can plan only for your own powers."
        await ben.press(shared.shown, "Forget it")
        mine = await written(ben, await ben.command(CHANNEL, "plan", power="germany"), "Write the purchase", "2 tank")
        assert "nobody else can see it" in mine.content
        assert (await cleo.command(CHANNEL, "plan", power="germany")).content == hidden.content
