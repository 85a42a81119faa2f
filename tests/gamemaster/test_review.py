"""A war looked back on: while it goes on, players see their own turns alone; numbers told are those worked out."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from computer.review.attacks import Attack, Choice
from computer.review.reviewing import Review, Standing, review_of
from engine import new_game
from engine.replay import outcomes, read_record, start_of
from gamemaster.errors import NotBegun, TableRefusal
from gamemaster.house.reviewing import ShownReview
from gamemaster.jobs.past.charts import drawn
from gamemaster.jobs.past.review import ReviewOrder, ToldReview
from gamemaster.narration.history.review import review_chart, review_text
from gamemaster.roles import Actor
from gamemaster.workers import Asker
from maps import Picture
from maps.battles.chances import percent
from maps.charts.data import alt_text
from tests.gamemaster.desk import ANNA, BEN, CLEO, Desk, desk
from tests.gamemaster.test_catching_up import idle_turn, soviet_turn

RECORDS = Path(__file__).parents[1] / "records"


class Here:
    """Workers in this process: they keep what they were asked to look back on, and paint nothing."""

    def __init__(self) -> None:
        self.orders: list[ReviewOrder] = []

    async def slow(
        self, work: Callable[[ReviewOrder], ToldReview | None], order: ReviewOrder, **_: object
    ) -> ToldReview | None:
        self.orders.append(order)
        await asyncio.sleep(0)
        return work(order)

    async def quick(self, work: object, charts: list[Any], **_: object) -> tuple[Picture, ...]:
        assert work is drawn
        return tuple(Picture(b"", f"{chart.name}.webp", alt_text(chart), (1, 1)) for chart in charts)


def works_here(table: Desk) -> Here:
    here = Here()
    table.master.reviews._workers = here  # type: ignore[assignment]
    return here


async def look_back(table: Desk, actor: Actor) -> ShownReview:
    return await table.master.reviews.of(await table.view(actor), Asker(actor.user_id, table.game_id))


async def test_while_the_war_goes_on_players_see_their_own_turns_that_are_over(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        here = works_here(table)
        for actor in (ANNA, BEN):
            with pytest.raises(TableRefusal, match="None of your turns is over yet"):
                await look_back(table, actor)
        with pytest.raises(TableRefusal, match="you have no seat here"):
            await look_back(table, CLEO)
        await soviet_turn(table)
        found = await look_back(table, ANNA)
        assert found.text.startswith("**Looking back on your turns so far**\nChance of the Axis to win: 50% at the st")
        assert "Germany" not in found.text.replace("in Germany", "")
        assert "-# Looked at 1 turn, " in found.text
        with pytest.raises(TableRefusal, match="None of your turns is over yet"):
            await look_back(table, BEN)
        assert {order.powers for order in here.orders} == {
            frozenset({"soviet_union", "united_kingdom", "united_states"}),
            frozenset({"germany", "japan"}),
        }


async def test_orders_of_an_open_phase_change_nothing_of_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        works_here(table)
        await soviet_turn(table)
        before = await look_back(table, ANNA)
        await table.act(BEN, {"type": "purchase", "units": {"infantry": 1}})
        assert await look_back(table, ANNA) == before


async def test_once_the_war_is_over_everybody_sees_all_of_it_and_it_is_worked_out_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        here = works_here(table)
        await soviet_turn(table)
        await idle_turn(table, BEN)
        for power in ("germany", "japan"):
            await table.act(BEN, {"type": "concede", "power": power})
        assert (await table.loaded()).game.status == "finished"
        found, *others = await asyncio.gather(*(look_back(table, actor) for actor in (ANNA, BEN, CLEO)))
        assert found.text.startswith("**Looking back on the war**\nChance of the Axis to win: 50% at the start")
        assert all(other == found for other in others)
        assert [order.powers for order in here.orders] == [None]
        assert found.picture.alt_text.startswith("Chance to win. ")


async def test_before_a_game_begins_there_is_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(NotBegun):
            await look_back(table, ANNA)


async def test_only_some_reviews_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamemaster.house.reviewing.MOST_KEPT", 1)
    async with desk(tmp_path) as table:
        here = works_here(table)
        await soviet_turn(table)
        await look_back(table, ANNA)
        await look_back(table, ANNA)
        assert len(here.orders) == 1
        await idle_turn(table, BEN)
        await look_back(table, BEN)
        await look_back(table, ANNA)
        assert len(here.orders) == 3


def number_in(told: str) -> str:
    """ "99" of "over 99%"."""
    return re.sub(r"\D", "", told)


def test_every_number_in_words_is_one_of_the_review() -> None:
    record = read_record((RECORDS / "aa1941_finished.json").read_text())
    start = start_of(record)
    review = review_of(start, (event for each in outcomes(record, start) for event in each.events), plans=2)
    text = review_text(start, review, is_own=False)
    percents = {f"{100 * each.chance:.0f}" for each in review.standings}
    percents |= {number_in(percent(each.odds)) for each in review.swings}
    chosen = (*review.choices, *review.finds)
    attacks = [attack for each in chosen for attack in (*each.attacks, *each.better)]
    percents |= {number_in(percent(attack.odds)) for attack in attacks}
    assert set(re.findall(r"(\d+)%", text)) <= percents
    ipcs = {f"{abs(each.swing):.1f}" for each in review.swings} | {f"{abs(each.edge):.1f}" for each in chosen}
    ipcs |= {f"{abs(attack.gain):.1f}" for attack in attacks}
    assert set(re.findall(r"(\d+\.\d) IPCs", text)) <= ipcs
    assert f"-# Looked at {review.turns} turns, weighed {review.weighed} plans of attack." in text
    for each in review.swings:
        assert f"{abs(each.swing):.1f} IPCs {'better' if each.swing > 0 else 'worse'} than average" in text
    for choice in review.choices:
        who = f"Round {choice.round}, {start.edition.power[choice.power].name}"
        assert f"{who}: another choice was worth {-choice.edge:.1f} IPCs more." in text
    chart = review_chart(start, review, is_own=False)
    shown = {f"{value:.0f}%" for line in chart.lines for value in line.values}
    assert set(re.findall(r"\d+%", alt_text(chart))) == shown
    assert [mark.letter for mark in chart.marks] == list("ABCDEFGH")
    assert f"**{chart.marks[-1].letter}** Round {review.choices[-1].round}" in text


def test_where_nothing_else_was_attacked_the_missed_attack_is_told() -> None:
    board = new_game("aa1941")
    missed = Attack("west_russia", (("infantry", 2),), 0.9, 12.0)
    choice = Choice(1, "germany", 3.0, 15.0, (), (missed,), 0.0, (), 10)
    text = review_text(
        board, Review("axis", 100.0, (Standing(0.0, 0.0, 0.5),), (), (choice,), (), 1, 1, 10), is_own=True
    )
    told = "another choice was worth 12.0 IPCs more. Missed: West Russia with 2 infantry (90%, +12.0 IPCs)."
    assert f"Round 1, Germany: {told}" in text
