"""One person and the house play 1941 through Discord (ASY-65)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cogs.service.client import TableBot
from computer.levels import AT_TABLES
from gamemaster.house.playing import whose_move
from gamemaster.orders.loading import LoadedGame
from local import LocalTable, Message, Player
from store import Entry
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, SIDES, begin, found, settled
from tests.e2e.test_secrets_and_records import end_phase
from tests.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.rule("ASY-65")


async def lobby_of(anna: Player) -> None:
    """Anna's game, in which she plays the Allies."""
    await anna.command(CHANNEL, "game create", edition="aa1941", name="First")
    await anna.command(CHANNEL, "game join", powers="allies")


async def shown(bot: TableBot, player: Player, part: str) -> Message:
    """The invitation with these words."""
    await settled(bot)
    return await found(player, lambda message: part in message.content)


async def waits_for_a_person(bot: TableBot) -> LoadedGame:
    """The game once the house has nothing to do any more."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            loaded = await bot.master.loader.by_id(1)
            if whose_move(loaded) is None:
                return loaded
            await asyncio.sleep(0.02)


async def test_a_menu_that_cannot_hold_all_levels_of_all_powers_leaves_out_no_power(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        await anna.command(CHANNEL, "game create", edition="global_1940", name="Largest")
        lobby = await shown(bot, anna, "Germany (Axis): free")
        menu = next(each for each in lobby.selects if each.placeholder == "Add the house, a computer player")
        powers = [option.value.split(".") for option in menu.options]
        assert len({power for power, _ in powers}) == 9
        assert [level for _, level in powers] == [*AT_TABLES[:2]] * 9, "the highest level is left out"


async def test_the_lobby_says_who_the_house_plays_and_only_hosts_decide(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, cleo = table.user("Anna"), table.user("Cleo")
        await lobby_of(anna)
        lobby = await shown(bot, anna, "United States (Allies): <@")
        menu = next(each for each in lobby.selects if each.placeholder == "Add the house, a computer player")
        levels = [f"{power}: the house ({level})" for power in ("Germany", "Japan") for level in AT_TABLES]
        assert [option.label for option in menu.options] == levels
        refused = await cleo.choose(lobby, "germany.easy", custom_id=menu.custom_id)
        assert refused.content == (
            "Only the organiser or a server manager can let the house play a power, or take one back from it."
        )
        await anna.choose(lobby, "germany.easy", custom_id=menu.custom_id)
        lobby = await shown(bot, anna, "Germany (Axis): the house (easy)")
        assert "Join as Germany" in lobby.labels
        for level, power, why in (
            ("easy", "germany", "Germany is played by the house (easy) already."),
            ("nobody", "japan", "Japan is played by nobody already."),
            ("easy", "atlantis", "There is no power “atlantis”"),
            ("easy", "soviet union", "plays the Soviet Union. The house takes only free seats."),
        ):
            assert why in (await anna.command(CHANNEL, "game house", power=power, level=level)).content
        await anna.command(CHANNEL, "game house", power="japan")
        lobby = await shown(bot, anna, "Japan (Axis): the house (easy)")
        assert "All seats are taken." in lobby.content
        await cleo.command(CHANNEL, "game join", powers="germany")
        lobby = await shown(bot, anna, "Germany (Axis): <@")
        await cleo.command(CHANNEL, "game leave")
        lobby = await shown(bot, anna, "Germany (Axis): free")
        await anna.command(CHANNEL, "game leave")
        for power in ("germany", "soviet union", "united kingdom", "united states"):
            await anna.command(CHANNEL, "game house", power=power)
        lobby = await shown(bot, anna, "The house plays every power. <@")
        told = await anna.command(CHANNEL, "game start")
        assert told.content.startswith("**Let the house play by itself?** Nobody else would play here (ASY-67).")
        assert (await bot.master.loader.by_id(1)).game.status == "lobby"
        assert table.refusals == []


async def orders_so_far(bot: TableBot) -> tuple[Entry, ...]:
    async with bot.master.store.read() as read:
        return await read.entries_since(1, 0)


def of_the_house(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.auto == "computer"]


async def first_orders(bot: TableBot) -> list[Entry]:
    """What the house has ordered as soon as it has ordered anything."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            if given := of_the_house(await orders_so_far(bot)):
                return given
            await asyncio.sleep(0.005)


async def play_on(bot: TableBot, anna: Player, until: Callable[[LoadedGame], bool]) -> None:
    """Anna attacks nowhere and takes the printed losses."""
    while not until(loaded := await waits_for_a_person(bot)):
        if loaded.running.requests:
            await anna.command(CHANNEL, "decide", choice="default")
        else:
            await end_phase(anna)


async def test_one_person_and_the_house_play_a_round_through_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    async with LocalTable(new_messages=1000) as table:
        anna = table.user("Anna")
        async with bot_at_work(table, database) as bot:
            await lobby_of(anna)
            for power in ("germany", "japan"):
                await anna.command(CHANNEL, "game house", power=power)
            await anna.command(CHANNEL, "game start")
            while (await bot.master.loader.by_id(1)).running.power == "soviet_union":
                await end_phase(anna)
            before = await first_orders(bot)
        async with bot_at_work(table, database) as bot:
            await play_on(bot, anna, lambda loaded: loaded.running.round == 2)
            await settled(bot)
            entries = await orders_so_far(bot)
            why = (await table.user("Cleo").command(CHANNEL, "why", power="germany")).content
        by_house = of_the_house(entries)
        assert by_house[: len(before)] == before
        assert {entry.by for entry in by_house} == {"germany", "japan"}
        assert {entry.by for entry in entries if entry.auto is None} == {*SIDES["allies"]}
        assert all(entry.cause == f"computer.{entry.seq - entry.cause_index - 1}" for entry in by_house)
        ended = [(entry.by, entry.action["phase"]) for entry in by_house if entry.action["type"] == "end_phase"]
        assert len(set(ended)) == len(ended) >= 2 * len(("purchase", "combat_move", "noncombat_move"))
        posts = "\n".join(message.content for message in await anna.messages(CHANNEL))
        assert "found nothing of its own" not in posts
        assert why.startswith("**Germany, round 1**: why the house (easy) did what it did.")
        assert "% to succeed" in why
        assert table.refusals == []


async def test_a_newcomer_asks_what_to_do_and_has_it_done_once(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        assert (await ben.command(CHANNEL, "suggest")).content.startswith("It is the Soviet Union's turn")
        told = await anna.command(CHANNEL, "suggest")
        assert told.ephemeral
        assert told.content.startswith("**What the house (easy) would order now** · purchase\n• **")
        done = await anna.press(told.shown, "Do it")
        assert "infantry" in done.content
        assert (await anna.press(told.shown, "Do it")).content.startswith("That suggestion was given already")
        assert (await bot.master.loader.by_id(1)).running.purchased
        assert table.refusals == []


@pytest.mark.rule("ASY-66")
async def test_the_house_plays_for_somebody_until_they_press_again(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, cleo = (table.user(name) for name in ("Anna", "Ben", "Cleo"))
        await begin(ben, anna)
        assert (await cleo.command(CHANNEL, "deputy house", until="back")).content.startswith("You have no seat")
        told = await ben.command(CHANNEL, "deputy house", until="back")
        assert told.content == "Done. The house plays Germany and Japan until you are back."
        post = await shown(bot, ben, "The house (normal) plays Germany and Japan for Ben until they are back.")
        assert (await ben.press(post, "I'm back")).content == "Welcome back: Germany and Japan are yours to play."
        assert (await cleo.press(post, "I'm back")).content.startswith("You have no seat")
        await ben.command(CHANNEL, "deputy house", until="turn", power="Germany")
        ended = await ben.command(CHANNEL, "deputy end")
        assert ended.content == "Welcome back: Germany is yours to play."
        await ben.command(CHANNEL, "deputy house", until="turn", power="Germany")
        while (await bot.master.loader.by_id(1)).running.power == "soviet_union":
            await end_phase(anna)
        await play_on(bot, anna, lambda loaded: loaded.running.power == "united_kingdom")
        assert {entry.by for entry in of_the_house(await orders_so_far(bot))} == {"germany"}
        assert table.refusals == []
