"""Why the house ordered and answered as it did: for everybody, and not before all of that is open (ASY-65)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamemaster.errors import TableRefusal
from gamemaster.house.telling import reason_lines
from tests.gamemaster.desk import ANNA, CLEO, Desk
from tests.gamemaster.house_desk import against_the_house, attack_ahead, germany_is_asked, play

pytestmark = pytest.mark.rule("ASY-65")
DEFAULT = {"type": "decide", "choice": "default"}
END = {"type": "end_phase"}
NOTHING = "The house hasn't ended a phase here in which it ordered or answered anything"
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
                "**Germany, asked in the Soviet Union's turn of round 1**: why the house (easy) answered so.\n"
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
        assert own.startswith("**Germany, round 1**: why the house (easy) did what it did.\n__Combat move__")
        assert "• **Lose " in since


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"shields": 165.0}, "brings 12.0 IPCs on average, keeps 165.0 IPCs of yours out of reach"),
        ({"shields": 180.5}, "brings −3.5 IPCs on average, keeps 180.5 IPCs of yours out of reach"),
        ({"shields": -5.0}, "brings 182.0 IPCs on average, lays 5.0 IPCs of yours open"),
        ({"shields": 0.02}, "worth 177.0 IPCs on average"),
        ({}, "worth 177.0 IPCs on average"),
        ({"gain": -0.01}, "worth 0.0 IPCs on average"),
    ],
)
def test_what_an_attack_brings_is_told_apart_from_what_it_keeps_out_of_reach(more: dict[str, Any], words: str) -> None:
    assert reason_lines([{**WORN, **more}]) == [
        f"• **Take it** (75% to succeed, {words}, 2.0 IPCs lost on average): 3 tanks"
    ]


def test_an_answer_is_told_with_what_was_rejected() -> None:
    leave = {"aim": "leave Ukraine", "odds": None, "gain": 0.0, "risk": None, "falls": None}
    answer = {**WORN, "line": "", "answers": True, "aim": "press on in Ukraine", "instead": leave}
    (line,) = reason_lines([answer, {**WORN, "line": "", "answers": False}])
    told, instead = line.split(", rather than ")
    assert told == "• **Press on in Ukraine** (75% to succeed, worth 177.0 IPCs on average, 2.0 IPCs lost on average)"
    assert instead == "leave Ukraine (worth 0.0 IPCs on average)"
