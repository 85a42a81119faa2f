"""What everybody may know of the dice while a game runs: how many fell, and each of them by place, turn and number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import text

from engine import IllegalAction, load_setup
from gamemaster.dice.log import PAGE, WHEN_OVER, RollPage, Search, search_for
from gamemaster.errors import TableRefusal
from tests.gamemaster.desk import ANNA, BEN, FAY, Desk, desk
from tests.gamemaster.rolling import BATTLE, END, REVISED, before_a_battle, rolls_of
from tests.gamemaster.test_dice_stay import FORTY_BOMBERS, OVER_THE_GUN

NUMBER = re.compile(r"^`(\d+)`", re.MULTILINE)


async def page(table: Desk, search: Search | None = None) -> RollPage:
    return await table.master.dice_log.page(await table.loaded(), search or Search())


async def standing(table: Desk) -> str:
    return await table.master.dice_log.standing(await table.loaded())


async def all_of_it(table: Desk) -> list[str]:
    """What somebody may get out of it who asks in every way."""
    searches = (Search(), Search(from_roll=1), Search(before=9), Search(turn="1"), Search(space="belorussia"))
    told = [(await page(table, search)).text for search in searches]
    return [await standing(table), *told, *await table.master.dice_log.places(await table.loaded())]


def numbers(found: RollPage) -> list[int]:
    return [int(each) for each in NUMBER.findall(found.text)]


async def with_many_rolls(table: Desk, count: int) -> None:
    """More rolls on record than were made, as in a long war."""
    async with table.master.store.write() as write:
        query = text(
            "INSERT INTO rolls (game_id, number, cause, why, faces, seq) "
            "SELECT game_id, number + :more, cause, why, faces, seq FROM rolls WHERE number = 1"
        )
        await write.connection.execute(query, [{"more": more} for more in range(100, 100 + count)])


async def test_before_a_die_has_fallen_the_commitment_is_told_and_how_to_check(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        game = (await table.loaded()).game
        told = await standing(table)
        assert told.split("\n") == [
            "**The dice of Test**",
            f"SHA-256 of the seed, posted at the start: `{game.commitment}`",
            "No dice have been rolled here yet.",
            "Dice of the open phase are added when it ends.",
            WHEN_OVER,
        ]
        async with table.master.store.read() as read:
            assert (await read.seed(game.id)).hex() not in told
        assert (await page(table)).text.split("\n")[1] == "No dice have been rolled here yet."


async def test_in_the_lobby_nothing_has_fallen(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        assert "No dice have been rolled here yet." in await standing(table)
        assert numbers(await page(table)) == []


async def test_dice_of_battles_are_public_as_they_fall(tmp_path: Path) -> None:
    async with before_a_battle(tmp_path) as table:
        await table.act(ANNA, BATTLE)
        rolls = await rolls_of(table)
        assert f"So far: {len(rolls)} roll{'s' * (len(rolls) > 1)} of {sum(len(r.faces) for r in rolls)} dice." in (
            await standing(table)
        )
        found = await page(table)
        assert numbers(found) == [roll.number for roll in rolls]
        lines = found.text.split("\n")
        assert lines[:2] == ["**Rolls of Test**", "__Soviet Union, round 1__"]
        assert lines[2].startswith("`1` West Russia, round 1: the attacker's fire · ")
        assert (found.older, found.newer) == (None, None)


async def test_dice_of_the_order_that_led_to_the_open_phase_are_public(tmp_path: Path) -> None:
    """One press fights the only battle, and the phase is over."""
    async with desk(tmp_path) as table:
        force = {"tank": 40}
        spaces = {"russia": {"soviet_union": force}, "west_russia": {"germany": {"infantry": 1}}}
        await table.place("soviet_union", "combat_move", spaces)
        await table.act(ANNA, {"type": "move", "units": force, "path": ["russia", "west_russia"]})
        await table.act(ANNA, END, BATTLE)
        assert (await table.state()).phase == "noncombat_move"
        assert numbers(await page(table)) == [roll.number for roll in await rolls_of(table)] != []


async def test_dice_of_an_open_phase_of_orders_are_told_when_it_ends(tmp_path: Path) -> None:
    async with desk(tmp_path, REVISED, setup="revised") as table:
        await table.place("germany", "noncombat_move", FORTY_BOMBERS)
        before = await all_of_it(table)
        await table.act(BEN, OVER_THE_GUN)
        assert await rolls_of(table)
        assert await all_of_it(table) == before
        await table.act(BEN, END)
        assert numbers(await page(table)) == [1]
        assert "So far: 1 roll of 40 dice." in await standing(table)
        assert "antiaircraft fire" in (await page(table)).text
        assert (await table.master.dice_log.places(await table.loaded()))[0] == "belorussia"


async def test_rolls_are_found_by_place_turn_and_number(tmp_path: Path) -> None:
    async with before_a_battle(tmp_path) as table:
        await table.act(ANNA, BATTLE)
        edition = (await table.state()).edition
        everything = numbers(await page(table))
        for space, turn, expected in (
            ("west russia", "", everything),
            ("west russia", "1", everything),
            ("", "Soviet Union 1", everything),
            ("", "round 1, russia", everything),
            ("", "germany 1", []),
            ("", "2", []),
            ("germany", "", []),
        ):
            assert numbers(await page(table, search_for(edition, space, turn, None))) == expected, (space, turn)
        assert numbers(await page(table, search_for(edition, "", "", 2))) == everything[1:]
        nothing = await page(table, search_for(edition, "germany", "", None))
        assert nothing.text == "**Rolls of Test** · Germany\nNo dice have been rolled there yet."
        beyond = (await page(table, search_for(edition, "", "", 99))).text
        assert "This game has no roll with that number." in beyond
        assert "Germany, round 1" in (await page(table, search_for(edition, "", "germany 1", None))).text


async def test_each_roll_is_told_in_the_turn_in_which_it_was_ordered(tmp_path: Path) -> None:
    """Also the last of a turn, by the press that ended it, and the first of the next."""
    async with desk(tmp_path) as table:
        for actor, power, enemy, here in (
            (ANNA, "soviet_union", "germany", "russia"),
            (BEN, "germany", "soviet_union", "ukraine"),
        ):
            await table.place(
                power, "combat_move", {here: {power: {"tank": 40}}, "west_russia": {enemy: {"infantry": 1}}}
            )
            await table.act(actor, {"type": "move", "units": {"tank": 40}, "path": [here, "west_russia"]})
            await table.act(actor, END, BATTLE)
            await table.act(actor, END)
            while (await table.state()).power == power:
                await table.act(actor, END)
        lines = (await page(table)).text.split("\n")
        assert [line for line in lines if line.startswith("__")] == [
            "__Soviet Union, round 1__",
            "__Germany, round 1__",
        ]
        everything = numbers(await page(table))
        mine, yours = [numbers(await page(table, Search(turn=f"1.{power}"))) for power in ("soviet_union", "germany")]
        assert mine
        assert yours
        assert mine + yours == everything == numbers(await page(table, Search(turn="1")))
        assert lines[2].startswith(f"`{mine[0]}`")


def test_what_cannot_be_meant_is_refused_with_what_may_be() -> None:
    edition = load_setup("aa1941")
    with pytest.raises(TableRefusal, match="Give a round"):
        search_for(edition, "", "germany", None)
    with pytest.raises(TableRefusal, match="Give a round"):
        search_for(edition, "", "3 4", None)
    with pytest.raises(IllegalAction, match="power"):
        search_for(edition, "", "atlantis 3", None)
    with pytest.raises(IllegalAction, match="space"):
        search_for(edition, "atlantis", "", None)


async def test_many_rolls_are_shown_page_by_page(tmp_path: Path) -> None:
    async with before_a_battle(tmp_path) as table:
        await table.act(ANNA, BATTLE)
        await with_many_rolls(table, 3 * PAGE)
        last = await page(table)
        assert numbers(last) == list(range(101 + 2 * PAGE, 101 + 3 * PAGE))
        assert last.newer is None
        assert last.older
        assert len(last.text) < 1900
        before = await page(table, last.older)
        assert numbers(before) == list(range(101 + PAGE, 101 + 2 * PAGE))
        assert before.newer
        assert numbers(await page(table, before.newer)) == numbers(last)
        seen, here = [*numbers(last)], last
        while here.older:
            here = await page(table, here.older)
            seen = [*numbers(here), *seen]
        assert seen == [roll.number for roll in await rolls_of(table)]


async def test_rolls_that_were_rolled_back_stay_and_are_marked(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        march = {"type": "move", "units": {"infantry": 6, "tank": 1}, "path": ["russia", "west_russia"]}
        await table.act(ANNA, march)
        there = (await table.loaded()).game.seq
        await table.act(ANNA, END, BATTLE)
        made = len(await rolls_of(table))
        await table.roll_back(there)
        lines = [line for line in (await page(table)).text.split("\n") if line.startswith("`")]
        assert len(lines) == made
        assert all(line.endswith("(rolled back)") for line in lines)


async def test_void_rolls_say_nothing_of_what_they_were_for(tmp_path: Path) -> None:
    async with before_a_battle(tmp_path) as table:
        await table.act(ANNA, BATTLE)
        async with table.master.store.write() as write:
            await write.connection.execute(
                text('UPDATE log SET action = \'{"type": "void"}\' WHERE seq = (SELECT max(seq) FROM rolls)')
            )
        assert "void, counts for nothing: " in (await page(table)).text
        assert "West Russia" not in (await page(table)).text


async def test_when_the_game_is_over_the_line_that_checks_it_stands_there(tmp_path: Path) -> None:
    async with before_a_battle(tmp_path) as table:
        await table.act(ANNA, BATTLE)
        rolls = await rolls_of(table)
        await table.wish(FAY, "end")
        game = (await table.loaded()).game
        assert game.status == "abandoned"
        told = await standing(table)
        async with table.master.store.read() as read:
            seed = (await read.seed(game.id)).hex()
        assert f"The seed: `{seed}`" in told
        assert f"{len(rolls)} roll" in told
        fingerprint = re.findall(r"--fingerprint ([0-9a-f]{64}) ", told)
        assert told.endswith(
            f"`python3 docs/verify_dice.py game-1-dice.json --commitment {game.commitment} "
            f"--fingerprint {fingerprint[0]} --record game-1.json`"
        )
        verdict = await table.master.records.verify_dice(await table.loaded())
        assert f"Fingerprint of the file of dice: `{fingerprint[0]}`" in verdict
        (post,) = [sent for sent in await table.send() if "Seed of its dice" in sent.content]
        assert f"--commitment {game.commitment} --fingerprint {fingerprint[0]}" in post.content


async def test_dice_of_the_phase_in_which_a_game_was_abandoned_stay_secret(tmp_path: Path) -> None:
    async with desk(tmp_path, REVISED, setup="revised") as table:
        await table.place("germany", "noncombat_move", FORTY_BOMBERS)
        await table.act(BEN, OVER_THE_GUN)
        await table.wish(FAY, "end")
        assert numbers(await page(table)) == []
        assert "1 roll of 40 dice in all" in await standing(table)


@pytest.mark.parametrize("search", [Search("no_such_space"), Search(turn="7.nobody"), Search(before=0)])
async def test_a_forged_button_finds_what_there_is(search: Search, tmp_path: Path) -> None:
    async with before_a_battle(tmp_path) as table:
        await table.act(ANNA, BATTLE)
        assert (await page(table, search)).text
