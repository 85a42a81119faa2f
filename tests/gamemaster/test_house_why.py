"""Why the house ordered and answered as it did: for everybody, and not before all of that is open (ASY-65)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gamemaster.errors import TableRefusal
from gamemaster.house.telling import reason_lines
from gamemaster.jobs.house import Position, Thought, thought_out
from tests.engine.table import position
from tests.gamemaster.desk import ANNA, CLEO, TWO, Desk
from tests.gamemaster.house_desk import STRONG_JAPAN, against_the_house, attack_ahead, germany_is_asked, give, play
from tests.gamemaster.test_consent import named

pytestmark = pytest.mark.rule("ASY-65")
DEFAULT = {"type": "decide", "choice": "default"}
END = {"type": "end_phase"}
NOTHING = "There is nothing to explain yet"
WORN = {"line": "3 tanks", "aim": "take it", "odds": 0.75, "gain": 177.0, "risk": 2.04, "falls": None}


async def fought_out(table: Desk) -> None:
    """Anna answers as printed, and the house by itself, until the combat is over."""
    while (await table.state()).phase == "conduct_combat":
        await play(table.master)
        state = await table.state()
        if state.requests:
            await table.act(ANNA, DEFAULT)
        elif state.phase == "conduct_combat":
            await table.act(ANNA, END)


async def told(table: Desk, power: str = "") -> str:
    return await table.master.whys.told(await table.view(CLEO), power)


async def test_answers_in_the_turn_of_another_are_told_once_that_phase_is_over(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await germany_is_asked(table)
        await play(table.master)
        for power in ("", "germany"):
            with pytest.raises(TableRefusal, match=NOTHING):
                await told(table, power)
        await fought_out(table)
        for power in ("", "germany"):
            text = await told(table, power)
            assert text.startswith(
                "**Germany, asked in the Soviet Union's turn of round 1**: why the house (easy) answered as it did. "
                "IPCs are averages.\n"
                "__Conduct combat__\n• **Lose "
            )
            assert "to succeed, worth " in text
        with pytest.raises(TableRefusal, match=NOTHING):
            await told(table, "japan")


async def test_what_a_correction_takes_back_to_be_done_again_is_not_told(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await germany_is_asked(table)
        await play(table.master)
        await table.correct({"turn": {"round": 1, "power": "soviet_union", "phase": "combat_move"}})
        with pytest.raises(TableRefusal, match=NOTHING):
            await told(table, "germany")


async def test_after_a_victory_the_phase_in_which_it_was_won_is_told_too(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        move = {"type": "move", "units": {"tank": 3}, "path": ["eastern_europe", "west_russia"]}
        here.answer = lambda _: Thought((move,), (WORN,))
        await table.master.house.sweep()
        with pytest.raises(TableRefusal, match=NOTHING):
            await told(table)
        await table.act(ANNA, *({"type": "concede", "power": power} for power in TWO[ANNA]))
        assert (await table.loaded()).game.status == "finished"
        assert (await table.state()).phase == "combat_move"
        assert "__Combat move__\n• **Take it** (75% to succeed" in await told(table)


async def test_the_last_turn_of_a_power_is_told_with_its_answers_since_then(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        await play(table.master)
        while (await table.state()).power == "germany":
            await table.act(ANNA, DEFAULT)
            await play(table.master)
        spaces = {
            "united_kingdom": {"units": {"united_kingdom": {"infantry": 4, "tank": 8}}},
            "western_europe": {"owner": "united_kingdom", "units": {"united_kingdom": {"infantry": 4, "tank": 8}}},
            "germany": {"units": {"germany": {"infantry": 4, "tank": 6}}},
        }
        await table.correct({"spaces": spaces, "turn": {"round": 1, "power": "united_kingdom", "phase": "combat_move"}})
        await table.act(
            ANNA, {"type": "move", "units": {"infantry": 4, "tank": 8}, "path": ["western_europe", "germany"]}, END
        )
        await table.act(ANNA, {"type": "battle", "space": "germany"})
        await fought_out(table)
        text = await told(table, "germany")
        own, since = text.split("**Germany, asked in the United Kingdom's turn of round 1**")
        assert own.startswith(
            "**Germany, round 1**: why the house (easy) did what it did. IPCs are averages.\n__Combat move__"
        )
        assert "• **Lose " in since


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"shields": 165.0}, "brings 12.0 IPCs, keeps 165.0 IPCs out of reach"),
        ({"shields": 180.5}, "brings −3.5 IPCs, keeps 180.5 IPCs out of reach"),
        ({"shields": -5.0}, "brings 182.0 IPCs, exposes 5.0 IPCs"),
        ({"shields": 0.02}, "worth 177.0 IPCs"),
        ({}, "worth 177.0 IPCs"),
        ({"gain": -0.01}, "worth 0.0 IPCs"),
    ],
)
def test_what_an_attack_brings_is_told_apart_from_what_it_keeps_out_of_reach(more: dict[str, Any], words: str) -> None:
    assert reason_lines([{**WORN, **more}]) == [f"• **Take it** (75% to succeed, {words}, losses 2.0 IPCs): 3 tanks"]


def test_what_moves_to_one_place_bring_adds_up_and_what_is_one_reason_counts_once() -> None:
    on = {**WORN, "aim": "on to France", "odds": None, "risk": None}
    moves = [
        {**on, "gain": 7.0, "falls": 0.8, "reason": 0, "line": "1", "told": ""},
        {**on, "gain": 7.0, "falls": 0.5, "reason": 1, "line": "2", "told": "2 infantry: Germany to France"},
        {**on, "gain": 4.0, "falls": 0.2, "reason": 2, "line": "3", "told": "1 tank: Poland to France"},
        {**on, "gain": 4.0, "falls": 0.2, "reason": 2, "line": "4", "told": ""},
    ]
    told = "• **On to France** (worth 18.0 IPCs, 20% to fall): 2 infantry: Germany to France; 1 tank: Poland to France"
    assert reason_lines(moves) == [told]
    without = [{key: value for key, value in each.items() if key != "reason"} for each in moves]
    assert "worth 11.0 IPCs" in reason_lines(without)[0], "kept before reasons were numbered"


def test_an_answer_is_told_with_what_was_rejected() -> None:
    leave = {"aim": "leave Ukraine", "odds": None, "gain": 0.0, "risk": None, "falls": None}
    answer = {**WORN, "line": "", "answers": True, "aim": "press on in Ukraine", "instead": leave}
    (line,) = reason_lines([answer, {**WORN, "line": "", "answers": False}])
    told, instead = line.split(", rather than ")
    assert told == "• **Press on in Ukraine** (75% to succeed, worth 177.0 IPCs, losses 2.0 IPCs)"
    assert instead == "leave Ukraine (worth 0.0 IPCs)"


def test_the_place_of_an_answer_is_not_said_twice() -> None:
    other = {"aim": "lose 1 tank in Ukraine", "odds": 0.5, "gain": -2.0, "risk": 5.0, "falls": None}
    answer = {**WORN, "line": "", "answers": True, "aim": "lose 2 infantry in Ukraine", "risk": 0.04, "instead": other}
    (line,) = reason_lines([answer])
    assert line == (
        "• **Lose 2 infantry in Ukraine** (75% to succeed, worth 177.0 IPCs), "
        "rather than lose 1 tank (50% to succeed, worth −2.0 IPCs, losses 5.0 IPCs)"
    )


async def test_a_plan_that_was_cut_off_is_told_so_though_it_ordered_nothing(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        here.answer = lambda _: Thought((END,), ({"line": "", "aim": "all is done"},), is_cut_off=True)
        await table.master.house.sweep()
        named(
            await table.send(), "The house ran out of time in Germany's combat move, so it plays the best that it had"
        )
        here.answer = lambda position: replace(thought_out(position), is_cut_off=True)
        await table.master.house.sweep()
        assert "out of time" not in " ".join(post.content for post in await table.send()), "the table knows it"
        assert (await told(table)).startswith(
            "**Germany, round 1**: why the house (easy) did what it did.\n__Combat move__\n"
            "-# It ran out of time here, so this is the best that it had found by then."
        )


def told_of(thought: Thought) -> list[str]:
    return [str(why["told"]) for why in thought.why if why["told"]]


def test_units_that_go_the_same_way_are_told_together_and_fliers_without_their_way() -> None:
    spaces = {
        "germany": "germany: 6 infantry, 1 artillery, 1 fighter",
        "eastern_europe": "germany: 6 infantry, 3 tank, 1 fighter",
        "belorussia": "soviet_union: 1 infantry",
    }
    board = position("germany", "combat_move", spaces, setup="revised").state
    thought = thought_out(Position(board, "germany", "easy", 1))
    told = told_of(thought)
    assert len(told) == len(set(told)) > 0
    assert all(line.count(" to ") == 1 for line in told if "fighter" in line)
    assert all("(German)" not in line for line in told)
    ordered = [why for why in thought.why if why["line"]]
    assert len(ordered) >= len(told)
    assert units_in(told) == units_in(str(why["line"]) for why in ordered)


def units_in(lines: Iterable[str]) -> int:
    """How many units are named before the colons."""
    return sum(int(number) for line in lines for number in re.findall(r"\b\d+\b", line.partition(":")[0]))


def test_what_is_bought_and_placed_is_told_in_short() -> None:
    spaces = {"germany": "germany: 3 infantry", "russia": "soviet_union: 3 infantry"}
    board = position("germany", "purchase", spaces, setup="revised", ipcs={"germany": 9}).state
    (told,) = told_of(thought_out(Position(board, "germany", "easy", 1)))
    assert re.fullmatch(r"\d [a-z]+(, \d [a-z]+)*", told)


def test_a_war_that_it_declares_is_told_with_its_reason() -> None:
    board = position("japan", "combat_move", STRONG_JAPAN, setup="pacific_1940", game_round=2).state
    thought = thought_out(Position(board, "japan", "easy", 1))
    war = next(why for why in thought.why if str(why["line"]).startswith("declare war on "))
    assert re.search(r"\d IPCs more are within reach", str(war["aim"]))
    (line,) = reason_lines([dict(war)])
    assert line.endswith(f": {war['line']}")


ON = {"aim": "on to West Russia", "odds": None, "risk": None, "falls": None, "reason": 0}
"""Why somebody marches, as a thought tells it: reasons are numbered from 0 in each."""
TANK = {"type": "move", "units": {"tank": 1}, "path": ["eastern_europe", "west_russia"]}


def marching(*why: dict[str, Any], ends: bool = True) -> Thought:
    """A tank for each reason, and the end of the phase."""
    end = ((END,), ({"line": "", "aim": "all is done"},)) if ends else ((), ())
    return Thought(((TANK,) * len(why)) + end[0], (*why, *end[1]))


async def test_what_two_thoughts_of_one_phase_bring_adds_up(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        for gain, ends in ((7.0, False), (4.0, True)):
            why = {**ON, "gain": gain, "line": f"{gain:.0f} tanks", "told": f"{gain:.0f} tanks"}
            here.answer = lambda _, why=why, ends=ends: marching(why, ends=ends)
            await table.master.house.sweep()
        assert "• **On to West Russia** (worth 11.0 IPCs): 7 tanks; 4 tanks" in await told(table)


async def test_moves_of_which_the_last_was_refused_are_told(tmp_path: Path) -> None:
    """All three would have been told with it."""
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        why = {**ON, "gain": 7.0, "line": "1 tank", "told": ""}
        plan = marching(why, why, {**why, "told": "3 tanks"}, ends=False)
        fourth = {**TANK, "path": ["germany", "west_russia"]}
        here.answer = lambda _: replace(plan, actions=(TANK, TANK, fourth))
        await table.master.house.sweep()
        here.answer = lambda _: marching()
        await table.master.house.sweep()
        assert "• **On to West Russia** (worth 7.0 IPCs): 1 tank; 1 tank" in await told(table)


async def test_a_turn_of_two_levels_says_which_did_what(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        why = {**ON, "gain": 7.0, "line": "1 tank", "told": "1 tank"}
        here.answer = lambda _: marching(why, ends=False)
        await table.master.house.sweep()
        await give(table, ANNA, "germany", "hard")
        here.answer = lambda _: marching({**why, "aim": "on to Moscow"})
        await table.master.house.sweep()
        easy, hard = (await told(table)).split("\n**Germany, round 1**: why the house (hard) did what it did.")
        assert easy.startswith("**Germany, round 1**: why the house (easy) did what it did.")
        assert "West Russia" in easy
        assert "On to Moscow" in hard
