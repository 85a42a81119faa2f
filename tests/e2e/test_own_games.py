"""/game list: those that wait for me first, within Discord's limit, however many games there are."""

from __future__ import annotations

from pathlib import Path

from local import File, LocalTable
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, settled
from tests.store.examples import new_game, state

MID_BATTLE = Path(__file__).parents[1] / "records" / "aa1941_mid_battle.json"
LONG_NAME = "*The_very_long_war*" * 4


async def test_forty_games_are_listed_page_by_page_with_those_that_wait_for_me_first(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        anna_id = int(table.world.user_named("Anna")["id"])
        async with bot.master.store.write() as write:
            for number in range(40):
                game = await write.create_game(new_game(channel_id=number + 1, name=LONG_NAME, organiser_id=anna_id))
                start = state("start.1.germany.purchase")
                await write.commit_turn(game.id, 0, state=start, status="running")
        await begin(table.user("Ben"), anna)
        channel = table.world.channel_named(CHANNEL)["id"]

        first = await anna.command(CHANNEL, "game list")
        lines = first.content.split("\n")
        assert lines[0] == f"• **First** in <#{channel}>: waiting for you (Soviet Union)"
        assert "41 games, 1 of which is waiting for you. Next: /game list page:2" in lines[-1]
        seen = 0
        for page in range(1, 10):
            reply = await anna.command(CHANNEL, "game list", page=page)
            assert len(reply.content) <= 2000
            seen += reply.content.count("• **")
            if "Next: " not in reply.content:
                break
        assert seen == 41
        beyond = await anna.command(CHANNEL, "game list", page=99)
        assert beyond.content == f"Your games fill {page} pages. See an earlier one with /game list."
        await settled(bot)
        assert table.refusals == []


async def waiting_for(table: LocalTable, name: str) -> str:
    return (await table.user(name).command(CHANNEL, "game list")).content.partition(": ")[2]


async def test_a_game_waits_for_whoever_is_asked_not_for_whoever_is_on_turn(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await anna.command(CHANNEL, "game create", edition="aa1941", name="First")
        assert await waiting_for(table, "Anna") == "not begun"
        await anna.command(CHANNEL, "game join", powers="allies")
        await ben.command(CHANNEL, "game join", powers="axis")
        await anna.command(CHANNEL, "game import", record=File("record.json", MID_BATTLE.read_bytes()))
        assert await waiting_for(table, "Anna") == "under way"
        assert await waiting_for(table, "Ben") == "waiting for you (Germany)"
        # A state of a former version says no more than whose turn it is.
        async with bot.master.store.write() as write:
            await write.connection.exec_driver_sql("UPDATE states SET acting = NULL")
        assert await waiting_for(table, "Anna") == "waiting for you (United Kingdom)"
        assert await waiting_for(table, "Ben") == "under way"
