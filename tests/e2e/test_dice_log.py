"""/dice for everybody, through Discord."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import text

from local import LocalTable, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL
from tests.e2e.test_secrets_and_records import TO_WEST_RUSSIA, end_phase, started

ROLL = re.compile(r"^`(\d+)`", re.MULTILINE)


async def in_battle(table: LocalTable) -> tuple[Player, Player]:
    """Anna (Allies) and Ben (Axis), after the first battle."""
    anna, ben = await started(table)
    await end_phase(anna)
    await anna.command(CHANNEL, "move", **TO_WEST_RUSSIA)
    await end_phase(anna)
    await anna.command(CHANNEL, "battle", space="West Russia", to_the_end=True)
    return anna, ben


async def test_an_onlooker_learns_of_all_dice_and_turns_the_pages(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _ = await in_battle(table)
        cleo = table.user("Cleo")
        told = await cleo.command(CHANNEL, "dice status")
        assert told.ephemeral
        assert told.content.startswith("**The dice of First**\nSHA-256 of the seed, posted at the start: `")
        assert re.search(r"So far: \d+ rolls? of \d+ dice\.", told.content)
        async with bot.master.store.write() as write:
            more = "SELECT game_id, number + :more, cause, why, faces, seq FROM rolls WHERE number = 1"
            values = [{"more": number} for number in range(100, 130)]
            await write.connection.execute(
                text(f"INSERT INTO rolls (game_id, number, cause, why, faces, seq) {more}"), values
            )
        reply = await cleo.command(CHANNEL, "dice log")
        assert reply.ephemeral
        last = ROLL.findall(reply.content)
        assert reply.shown.labels == ["Earlier"]
        await cleo.press(reply.shown, "Earlier")
        before = await cleo.wait_until(reply.shown, lambda message: ROLL.findall(message.content) != last)
        assert before.labels == ["Earlier", "Later"]
        assert max(map(int, ROLL.findall(before.content))) + 1 == min(map(int, last))
        await cleo.press(before, "Later")
        again = await cleo.wait_until(before, lambda message: ROLL.findall(message.content) == last)
        assert again.labels == ["Earlier"]
        assert anna is not None
        assert table.refusals == []


async def test_rolls_are_searched_by_names_that_are_offered(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = await in_battle(table)
        offered = await ben.autocomplete(CHANNEL, "dice log", focused="turn", turn="sov")
        assert [(choice.name, choice.value) for choice in offered] == [("Soviet Union 1", "soviet_union 1")]
        spaces = await ben.autocomplete(CHANNEL, "dice log", focused="space", space="west r")
        assert "west_russia" in [choice.value for choice in spaces]
        first = (await ben.autocomplete(CHANNEL, "dice log", focused="space", space=""))[0]
        assert (first.name, first.value) == ("West Russia", "west_russia")
        reply = await ben.command(CHANNEL, "dice log", space="west_russia", turn="soviet_union 1", roll=1)
        assert reply.content.startswith("**Rolls of First** · West Russia · Soviet Union, round 1\n")
        assert ROLL.findall(reply.content)[0] == "1"
        assert (
            "No dice have been rolled there yet." in (await ben.command(CHANNEL, "dice log", space="germany")).content
        )
        assert "Give a round" in (await ben.command(CHANNEL, "dice log", turn="germany")).content
        assert "Did you mean" in (await anna.command(CHANNEL, "dice log", space="wst rusia x")).content
        assert table.refusals == []


async def test_without_a_game_or_before_it_begins_there_is_nothing_to_log(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna = table.user("Anna")
        assert "There's no game" in (await anna.command(CHANNEL, "dice log")).content
        await anna.command(CHANNEL, "game create", edition="aa1941")
        assert "hasn't begun yet" in (await anna.command(CHANNEL, "dice log")).content
        assert "No dice have been rolled here yet." in (await anna.command(CHANNEL, "dice status")).content
        assert await anna.autocomplete(CHANNEL, "dice log", focused="turn", turn="") == []
