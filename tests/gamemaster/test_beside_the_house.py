"""What players can and can't do about the powers that the house plays (ASY-65)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gamemaster.errors import TableRefusal
from gamemaster.jobs.house import Position, Thought
from gamemaster.records.diaries import _players
from gamemaster.table_settings import USUAL
from tests.gamemaster.desk import ANNA, BEN, FAY, TWO
from tests.gamemaster.house_desk import against_the_house, attack_ahead, germany_is_asked, give, log_of, play, work_here
from tests.gamemaster.rolling import another_process
from tests.gamemaster.test_consent import named
from tests.gamemaster.test_dice_stay import fails_after

pytestmark = pytest.mark.rule("ASY-65")


async def test_nobody_answers_for_the_house_before_it_has_thought(tmp_path: Path) -> None:
    async with against_the_house(tmp_path, customs=replace(USUAL, grace_hours=0)) as (table, _):
        asked = await germany_is_asked(table)
        assert "waiting for Germany (the house, easy) ·" in named(await table.send(), "waiting for").content
        for actor in (ANNA, FAY):
            with pytest.raises(TableRefusal, match=r"The house answers for Germany by itself \(ASY-65\)"):
                await table.wish(actor, "answer", request=asked)
        assert (await table.state()).request(asked)


@pytest.mark.rule("GEN-34")
async def test_the_house_concedes_once_all_players_of_its_side_do(tmp_path: Path) -> None:
    async with against_the_house(tmp_path, "japan", seats={ANNA: TWO[ANNA], BEN: ("germany",)}) as (table, _):
        await table.act(ANNA, {"type": "concede", "power": "soviet_union"})
        assert (await table.state()).conceded == ("soviet_union",)
        await table.act(BEN, {"type": "concede", "power": "germany"})
        assert (await table.state()).winner == "allies"
        conceded = [(entry.by, entry.auto) for entry in await log_of(table) if entry.action["type"] == "concede"]
        assert conceded[1:] == [("germany", None), ("japan", "computer")]


async def test_no_time_runs_for_the_house(tmp_path: Path) -> None:
    customs = replace(USUAL, bank_minutes=5, answer_minutes=1)
    async with against_the_house(tmp_path, customs=customs) as (table, _):
        await germany_is_asked(table)
        times = await table.master.games.times(await table.view(ANNA))
        assert (times.answer_by, times.turn_until) == (None, None)
        await table.correct({"turn": {"round": 1, "power": "germany", "phase": "noncombat_move"}})
        times = await table.master.games.times(await table.view(ANNA))
        assert (times.turn_until, times.end_from, times.left_at(2**40)) == (None, None, 5 * 60)
        with pytest.raises(TableRefusal):
            await table.master.acting.end_for_absent(table.game_id, ANNA, "1.germany.noncombat_move", "end it")


async def test_a_diary_names_the_house_among_those_who_play(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        assert _players(await table.view(ANNA), {ANNA.user_id: "Anna"})[1:] == [
            "Anna: Soviet Union, United Kingdom and United States",
            "The house (easy): Germany and Japan",
        ]


async def test_it_does_not_play_on_and_on_where_the_powers_of_all_players_are_conquered(tmp_path: Path) -> None:
    players = {ANNA: ("soviet_union",)}
    async with against_the_house(tmp_path, *TWO[ANNA][1:], "germany", "japan", seats=players) as (table, _):
        await attack_ahead(table)
        table.master.house.most_alone = 2
        given = await play(table.master)
        assert 0 < given < 10
        assert (await table.state()).power != "soviet_union"
        await table.correct({"turn": {"round": 2, "power": "germany", "phase": "mobilize"}})
        assert await play(table.master) > 0


async def test_after_a_fault_it_rolls_no_more_dice_in_vain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        await table.master.house.sweep()
        with monkeypatch.context() as broken:
            fails_after(broken, 0, KeyError("piece"), rolled=True)
            await play(table.master, most=5)
        assert [entry.action["type"] for entry in await log_of(table)].count("void") == 1
        async with another_process(tmp_path) as other:
            work_here(other)
            assert await play(other) == 0, "it rests until somebody changes the game"
        await table.correct({"spaces": {"japan": {"units": {"japan": {"infantry": 4}}}}})
        assert await play(table.master) > 0


@pytest.mark.parametrize(("deed", "body"), [("pause", {}), ("resign", {"powers": list(TWO[ANNA])})])
async def test_it_orders_nothing_where_it_has_to_rest_since_it_began_to_think(
    tmp_path: Path, deed: str, body: dict[str, Any]
) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        think = here.think

        async def meanwhile(work: Callable[[Position], Thought], position: Position, **more: object) -> Thought:
            await table.wish(ANNA, deed, **body)
            return await think(work, position, **more)

        here.think = meanwhile  # type: ignore[method-assign]
        await play(table.master)
        assert (await table.state()).phase == "combat_move"
        assert len(here.asked) == 1


@pytest.mark.parametrize("level", ["easy", "nobody"])
async def test_what_a_level_thought_out_before_it_lost_the_seat_is_not_ordered(tmp_path: Path, level: str) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await give(table, ANNA, "germany", "normal")
        await attack_ahead(table)
        think = here.think

        async def meanwhile(work: Callable[[Position], Thought], position: Position, **more: object) -> Thought:
            thought = await think(work, position, **more)
            await give(table, ANNA, "germany", level)
            return thought

        here.think = meanwhile  # type: ignore[method-assign]
        await table.master.house.sweep()
        assert not [entry for entry in await log_of(table) if entry.by == "germany"]
