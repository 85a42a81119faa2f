"""The course of a game as its log tells it."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from engine import load_setup
from gamemaster.errors import NotBegun
from gamemaster.narration import SUBJECTS, GameCourse, course_chart, course_table, course_text
from gamemaster.orders.loading import ENTRIES_AT_ONCE
from gamemaster.views.charts import Statistics
from gamemaster.workers import Asker, WorkFailed
from tests.gamemaster.desk import ANNA, BEN, Desk, desk

END = {"type": "end_phase"}
TANK = {"type": "purchase", "units": {"tank": 1}}
MOVE: dict[str, Any] = {"type": "move", "units": {"infantry": 6, "tank": 1}, "path": ["russia", "west_russia"]}
BATTLE = {"type": "battle", "space": "west_russia"}


async def course(table: Desk) -> GameCourse:
    return await table.master.statistics.course(Asker(ANNA.user_id, table.game_id))


async def test_a_game_in_its_lobby_has_no_course(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(NotBegun):
            await course(table)


async def test_a_game_that_just_began_has_its_start_alone(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        found = await course(table)
        incomes = load_setup("aa1941").start.income
        assert [moment.time for moment in found.moments] == [0]
        assert {power: each.earnings[power].income for power, each in found.moments[0].standings.items()} == incomes
        for subject in SUBJECTS:
            assert len(course_chart(found, subject).times) == 1


async def test_dice_count_once_they_are_rolled_and_not_after_a_rollback(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE)
        there = (await table.loaded()).game.seq
        acted = await table.act(ANNA, END, BATTLE)
        fired = [event for event in acted.events if event.kind == "fired"]
        soviet = (await course(table)).moments[-1].hits["soviet_union"]
        shots = [shots for event in fired for shots in event.shots if shots.power == "soviet_union"]
        assert soviet.dice == sum(len(each.dice) for each in shots) > 0
        assert soviet.scored == sum(each.hits for each in shots)
        await table.roll_back(there)
        assert (await course(table)).moments[-1].hits == {}


async def test_orders_of_the_open_phase_are_in_no_figure(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, TANK, END, END)
        await table.act(ANNA, END)
        before = await course(table)
        await table.act(ANNA, {"type": "mobilize", "units": {"tank": 1}, "space": "russia"})
        assert len((await table.state()).pieces) == len(before.present.pieces) + 1
        assert (await course(table)).moments == before.moments
        await table.act(ANNA, END)
        after = (await course(table)).moments[-1]
        assert after.power == "soviet_union"
        worth = [each.standings["soviet_union"].unit_value for each in (before.moments[0], after)]
        assert worth[1] - worth[0] == (load_setup("aa1941").unit["tank"].cost or 0)


async def test_a_log_that_is_read_in_parts_is_read_whole(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        back_and_forth = [MOVE, {"type": "undo"}] * (ENTRIES_AT_ONCE // 2)
        await table.act(ANNA, *back_and_forth)
        await table.act(ANNA, MOVE, END, BATTLE)
        assert (await table.loaded()).game.seq > ENTRIES_AT_ONCE
        assert (await course(table)).moments[-1].hits["soviet_union"].dice


async def test_the_luck_of_the_chart_is_that_of_the_dice_by_power_and_side(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE)
        await table.act(ANNA, END, BATTLE)
        found = await course(table)
        hits = found.moments[-1].hits
        luck = {line.power: line for line in course_chart(found, "dice_luck").lines}
        assert set(luck) == {*found.present.edition.turn_order, "axis", "allies"}
        assert luck["soviet_union"].values[-1] == hits["soviet_union"].luck
        assert luck["allies"].values[-1] == pytest.approx(hits["soviet_union"].luck)
        assert luck["axis"].values[-1] == pytest.approx(hits["germany"].luck)
        rarities = ("usual", "a little unusual", "rare", "very rare")
        assert luck["germany"].note == rarities[min(int(abs(hits["germany"].sigmas)), 3)]
        assert luck["japan"].values == (0, 0)


async def test_luck_in_ipcs_is_that_of_own_turns_by_power_and_of_all_turns_by_side(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE)
        await table.act(ANNA, END, BATTLE)
        found = await course(table)
        swing = found.moments[-1].swings["soviet_union"]
        lines = {line.power: line for line in course_chart(found, "swings").lines}
        assert lines["soviet_union"].values[-1] == lines["allies"].values[-1] == swing
        assert lines["axis"].values[-1] == -swing
        assert lines["japan"].values == (0, 0)
        assert lines["japan"].note == ""
        luck = {side: found.luck[side] for side in ("allies", "axis")}
        assert (luck["allies"].less, luck["allies"].more) == (luck["axis"].more, luck["axis"].less)
        assert lines["allies"].note.startswith("luckier than ")
        told = course_text(found).split("\n")[-1]
        luckier = "allies" if luck["allies"].swing > luck["axis"].swing else "axis"
        assert told.startswith(f"Luck of the war: the {luckier.capitalize()} ")
        rows = list(csv.DictReader(io.StringIO(course_table(found))))
        assert float(rows[-5]["luck in IPCs"]) == pytest.approx(swing, abs=0.01)


async def test_the_text_tells_of_each_power_and_the_luck_of_both_sides(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        text = course_text(await course(table))
        assert text.splitlines() == [
            "**The war so far** · Soviet Union, round 1, purchase",
            "Soviet Union: income 7, units worth 82 IPCs, 1 city, no dice yet.",
            "Germany: income 12, units worth 184 IPCs, 1 city, no dice yet.",
            "United Kingdom: income 12, units worth 152 IPCs, 1 city, no dice yet.",
            "Japan: income 9, units worth 164 IPCs, 1 city, no dice yet.",
            "United States: income 17, units worth 137 IPCs, 1 city, no dice yet.",
            "The Allies: no dice yet.",
            "The Axis: no dice yet.",
        ]


ANNIVERSARY = {
    ANNA: ("soviet_union", "united_kingdom", "china", "united_states"),
    BEN: ("germany", "japan", "italy"),
}


async def test_income_includes_what_objectives_pay_and_leaves_out_who_has_no_treasury(tmp_path: Path) -> None:
    async with desk(tmp_path, ANNIVERSARY, setup="anniversary_1941") as table:
        found = await course(table)
        chart = course_chart(found, "income")
        assert chart.subtitle == "IPCs that territories yield and objectives pay each power, by round"
        assert {line.power: line.values for line in chart.lines} == {
            "germany": (36,),
            "soviet_union": (35,),
            "japan": (22,),
            "united_kingdom": (48,),
            "italy": (15,),
            "united_states": (55,),
        }
        text = course_text(found)
        assert "Italy: income 15, 5 of it from objectives, units worth" in text
        assert "China: units worth 22 IPCs, 0 cities, no dice yet." in text
        rows = {row["power"]: row for row in csv.DictReader(io.StringIO(course_table(found)))}
        assert (rows["United States"]["income"], rows["United States"]["objectives"]) == ("55", "15")


async def test_raids_are_told_as_the_damage_they_did(tmp_path: Path) -> None:
    async with desk(tmp_path, ANNIVERSARY, setup="anniversary_1941") as table:
        await table.place("united_kingdom", "combat_move", {"united_kingdom": {"united_kingdom": {"bomber": 1}}})
        raid = {"units": {"bomber": 1}, "path": ["united_kingdom", "germany"], "raid": "industrial_complex"}
        await table.act(ANNA, {"type": "move", **raid}, END)
        await table.act(ANNA, {"type": "battle", "space": "germany"})
        found = await course(table)
        score = found.moments[-1].raids["united_kingdom"].scored
        assert f"Bombing raids and rockets: United Kingdom {score} damage (expected 3.5)." in course_text(found)


async def test_the_table_has_a_row_for_each_power_at_each_moment(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END, END, END)
        found = await course(table)
        rows = list(csv.DictReader(io.StringIO(course_table(found))))
        powers = len(found.present.edition.powers)
        assert len(rows) == 2 * powers
        assert {key: rows[0][key] for key in ("round", "turn of", "power", "income")} == {
            "round": "0",
            "turn of": "start",
            "power": "Soviet Union",
            "income": "7",
        }
        assert (rows[powers]["round"], rows[powers]["turn of"]) == ("1", "Soviet Union")


async def test_five_charts_are_drawn_of_a_game(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        found = await course(table)
        pictures = [
            await table.master.statistics.picture(found, subject, Asker(ANNA.user_id, table.game_id))
            for subject in SUBJECTS
        ]
        assert [picture.filename for picture in pictures] == [f"{subject}.webp" for subject in SUBJECTS]
        assert "Germany: 12" in pictures[0].alt_text


async def test_the_end_of_a_war_tells_its_luck(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE, END, BATTLE)
        await table.send()
        concede = [{"type": "concede", "power": power} for power in ("germany", "japan")]
        await table.act(BEN, *concede)
        (luck,) = [sent.content for sent in await table.send() if "Luck of the war" in sent.content]
        assert luck.startswith(course_text(await course(table)).split("\n")[-1])
        assert "`/charts` draws it." in luck


async def test_a_war_without_dice_ends_without_luck_and_a_fault_in_it_keeps_nobody_from_winning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    concede = [{"type": "concede", "power": power} for power in ("germany", "japan")]
    (second := tmp_path / "second").mkdir()
    async with desk(tmp_path) as table:
        await table.act(BEN, *concede)
        assert not [sent for sent in await table.send() if "Luck of the war" in sent.content]

    async def fails(*_: Any) -> str:
        raise WorkFailed

    async with desk(second) as table:
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE, END, BATTLE)
        monkeypatch.setattr(Statistics, "luck_at_the_end", fails)
        await table.act(BEN, *concede)
        assert (await table.loaded()).game.status == "finished"
