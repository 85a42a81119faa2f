"""Raids with escorts and interceptors, as the table is told of them (SPC-40..50)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.ask import requests_of
from gamemaster.narration import read_choice, request_card
from gamemaster.roles import Actor
from tests.gamemaster.desk import ANNA, BEN, CLEO, Desk, desk

ALLIES = ("soviet_union", "united_kingdom", "china", "united_states")
SEATS: dict[Actor, tuple[str, ...]] = {ANNA: ALLIES, BEN: ("germany", "japan"), CLEO: ("italy",)}
RISE: dict[str, Any] = {"intercept": {"germany": {"fighter": 1}}}


@asynccontextmanager
async def raid(tmp_path: Path) -> AsyncIterator[Desk]:
    """British bombers and an escort over Germany, where German and Italian fighters are based."""
    options = {"air_battles": "on"}
    async with desk(tmp_path, SEATS, setup="anniversary_1941", options=options) as table:
        based = {"germany": {"fighter": 2}, "italy": {"fighter": 1}}
        carrier = {"united_kingdom": {"aircraft_carrier": 1, "fighter": 1}}
        spaces = {"united_kingdom": {"united_kingdom": {"bomber": 2}}, "germany": based, "sz6": carrier}
        await table.place("united_kingdom", "combat_move", spaces)
        there = {"type": "move", "path": ["united_kingdom", "germany"]}
        bombers = {**there, "units": {"bomber": 2}, "raid": "industrial_complex"}
        fighter = {"type": "move", "units": {"fighter": 1}, "path": ["sz6", "germany"], "escort": True}
        await table.act(ANNA, bombers, fighter, {"type": "end_phase"})
        yield table


async def answer(table: Desk, actor: Actor, power: str, choice: Any) -> None:
    (request,) = [r for r in (await table.state()).requests if power in r.powers]
    await table.act(actor, {"type": "decide", "request": request.id, "power": power, "choice": choice})


async def test_both_owners_are_asked_at_once_and_the_report_names_the_escort(tmp_path: Path) -> None:
    async with raid(tmp_path) as table:
        posts = [post.content for post in await table.send()]
        assert any("1 fighter: sea zone 6 to Northwestern Europe to Germany (escort)" in text for text in posts)
        assert any("Germany: raid by 2 bombers with 1 fighter" in text for text in posts)
        first, *questions = posts[-1].split("\n")
        assert "waiting for Germany (<@2>) and Italy (<@3>)" in first
        assert sum("whether fighters intercept" in line for line in questions) == 2
        assert "2 fighters in Germany against 2 bombers, 1 fighter" in questions[0]


async def test_an_answer_stays_secret_until_the_other_is_in(tmp_path: Path) -> None:
    async with raid(tmp_path) as table:
        await table.send()
        before = await table.record()
        await answer(table, BEN, "germany", RISE)
        seen = {actor: (await table.view(actor)).board.requests[0] for actor in (ANNA, BEN, CLEO)}
        assert seen[BEN].answers == {"germany": RISE}
        assert seen[ANNA].answers == seen[CLEO].answers == {}
        assert (await table.record())["steps"] == before["steps"]
        assert not any("intercepts" in post.content for post in await table.send())
        await answer(table, CLEO, "italy", {})
        posts = [post.content for post in await table.send()]
        assert any("Germany intercepts over Germany with 1 fighter" in text for text in posts)
        assert len((await table.record())["steps"]) == len(before["steps"]) + 2


async def test_the_air_battle_is_told_as_a_battle_and_the_bombs_after_it(tmp_path: Path) -> None:
    async with raid(tmp_path) as table:
        await answer(table, BEN, "germany", RISE)
        await answer(table, CLEO, "italy", {})
        await table.send()
        order = {"type": "battle", "space": "germany", "kind": "raid"}
        await table.master.acting.fight_to_the_end(table.game_id, ANNA, [order], "the raid")
        posts = [post.content for post in await table.send()]
        told = next(text for text in posts if "conduct combat**\n" in text)
        assert "Germany intercepts over Germany with 1 fighter" in told
        assert "\nAir battle over Germany: " in told
        assert "bomber at 1:" in told


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("none", {}),
        ("all", {"intercept": {"germany": {"fighter": 2}}}),
        ("1 fighter", RISE),
        ("germany: 1 fighter", RISE),
        ("1 fighter in germany", RISE),
        ("default", "default"),
    ],
)
async def test_interceptors_are_named_in_words(tmp_path: Path, text: str, choice: Any) -> None:
    async with raid(tmp_path) as table:
        state = await table.state()
        (request,) = requests_of(state, "germany")
        assert read_choice(state, request, text) == choice
        card, offers = request_card(state, request, "germany")
        assert (
            "interceptors cannot fight in any other battle this turn. Nobody sees your answer until all are in." in card
        )
        assert offers[0].choice == "default"
        assert "2 fighters in Germany" in offers[0].label
