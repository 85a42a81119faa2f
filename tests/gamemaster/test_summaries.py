"""A war so far as text to be pasted elsewhere: told to everybody alike, harmless wherever it is pasted, bounded."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from engine import GameState
from engine.events import Event
from engine.replay import outcomes, read_record, start_of
from gamemaster.errors import NotBegun
from gamemaster.narration.history.summary import ROOM, Subject, for_pasting, summary
from gamemaster.roles import Actor
from gamemaster.views.visible import at_phase_start
from tests.bench.war import fight
from tests.gamemaster.desk import ANNA, BEN, CLEO, FAY, Desk, desk
from tests.gamemaster.test_catching_up import END, idle_turn, soviet_turn
from tests.gamemaster.test_notes import note
from tests.published import SETUPS

NAMES = {ANNA.user_id: "Anna", BEN.user_id: "Ben"}
FEW = ("revised", "pacific_1940")
ABOUT = Subject("A war", ["Germany: Anna"], "Dice.", {})


async def told(table: Desk, who: Actor = BEN) -> str:
    return await table.master.summaries.summary(await table.view(who), NAMES)


def test_each_kind_of_text_a_user_types_means_nothing_where_it_is_pasted() -> None:
    for hostile, harmless in {
        "@everyone <@123> <:x:1>": "@\u200beveryone \u2039@\u200b123\u203a \u2039:x:1\u203a",
        "[url=http://x]**B**[/url]": "(url=http\\://x)\\*\\*B\\*\\*(/url)",
        "snake_case _it_ __u__": "snake_case \\_it\\_ \\_\\_u\\_\\_",
        "```\nx\r\n# y": "\\`\\`\\` x # y",
        "\\*x\\* ~~s~~ ||s||": "\\\\\\*x\\\\\\* \\~\\~s\\~\\~ \\|\\|s\\|\\|",
        "\u202eabc": "abc",
        "x" * 200: "x" * 79 + "…",
    }.items():
        assert for_pasting(hostile) == harmless


async def test_each_turn_is_told_with_what_was_bought_fought_and_earned(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await soviet_turn(table)
        await idle_turn(table, BEN)
        text = await told(table)
    lines = text.split("\n")
    assert lines[:2] == ["Axis & Allies: 1941, Test", "=" * len(lines[0])]
    assert "- All options as usual." in lines
    assert "- Soviet Union, United Kingdom and United States: Anna" in lines
    assert "- Germany and Japan: Ben" in lines
    assert "- Now: United Kingdom, round 1, purchase." in lines
    assert any(line.startswith("- Income: Allies ") for line in lines)
    assert any(line.startswith("- The Axis: ") and "needed for victory" in line for line in lines)
    assert any(line.startswith("- Luck of the war: ") for line in lines)
    assert any(
        re.match(r"- SHA-256 of the seed, posted at the start: [0-9a-f]{64}\. The seed ", line) for line in lines
    )
    turn = text.split("Round 1\n-------\n\n")[1].split("\n\n")[0].split("\n")
    assert turn[:3] == ["Soviet Union", "- Took West Russia (+1 income).", "- Bought nothing; 7 IPCs kept."]
    assert any(each.startswith("- West Russia, ") and ": taken; " in each for each in turn)
    assert turn[-1].startswith("- The Soviet Union collects ")
    assert any(re.match(r"- (Lost|Destroyed) .*Luck: ", each) for each in turn)
    assert "**" not in text
    assert "<" not in text


async def test_everybody_reads_the_same_and_nothing_that_is_secret(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        with_nothing = await told(table)
        assert "No phase has ended yet." in with_nothing
        await table.act(ANNA, END)
        await note(table, ANNA, "Hold *Torzhok* [b]now[/b]")
        before = await told(table)
        await table.act(ANNA, {"type": "move", "units": {"infantry": 3}, "path": ["russia", "west_russia"]})
        assert [await told(table, who) for who in (ANNA, BEN, CLEO)] == [before] * 3
        assert "Torzhok" not in before
        await table.act(ANNA, {"type": "undo"})
        while (await table.state()).power == "soviet_union":
            await table.act(ANNA, END)
        assert "- Note: Hold \\*Torzhok\\* (b)now(/b)" in await told(table)


async def test_a_game_that_was_brought_in_is_told_with_what_was_played_before(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(NotBegun):
            await told(table)
        await table.bring(fight(rounds=2).record)
        text = await told(table)
        assert text.startswith("Axis & Allies: 1941, Test (imported)\n====")
        assert "Round 1\n-------" in text
        assert "Round 2\n-------" in text


async def test_what_was_put_back_is_not_told_and_an_end_without_a_winner_is(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await idle_turn(table, ANNA)
        before = await told(table)
        kept = (await table.loaded()).game.seq
        await idle_turn(table, BEN)
        assert "\nGermany\n" in await told(table)
        await table.roll_back(kept)
        assert await told(table) == before
        assert "\nGermany\n" not in before
        await table.wish(FAY, "end")
        ended = await told(table)
        assert "- Ended without a winner: Germany, round 1, purchase." in ended
        assert "Its seed is public" in ended


async def test_who_won_stands_at_the_top(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(BEN, {"type": "concede", "power": "germany"}, {"type": "concede", "power": "japan"})
        assert "- The game is over: the Allies won in round 1." in await told(table)


@cache
def _played(setup: str, rounds: int) -> tuple[GameState, list[Event], GameState]:
    """A war until so many rounds are over."""
    record = read_record(json.dumps(fight(setup, rounds).record))
    start = start_of(record)
    events, state = list[Event](), start
    for outcome in outcomes(record, start):
        events += outcome.events
        state = outcome.state
    return start, events, at_phase_start(state)


@pytest.mark.parametrize("room", [ROOM, 9_000, 5_000, 1_400])
def test_a_long_war_keeps_to_its_room_and_tells_the_last_rounds_most_fully(room: int) -> None:
    text = summary(ABOUT, *_played("aa1941", 6), room)
    assert len(text.encode()) <= room + 1
    rounds = re.findall(r"^Round (\d+)$", text, re.MULTILINE)
    assert rounds == [str(number) for number in range(7 - len(rounds), 7)]
    if room == ROOM:
        assert len(rounds) == 6
        assert "to save room" not in text
    elif room > 1_400:
        assert re.search(r"Rounds 1 to \d+ are told in short, to save room\.", text)
        assert len(rounds) == 6
    else:
        assert re.search(r"^\d+ earlier rounds$", text, re.MULTILINE)


@pytest.mark.parametrize(
    "setup", [*FEW, *(pytest.param(each, marks=pytest.mark.whole) for each in SETUPS if each not in FEW)]
)
def test_every_setup_is_told_in_plain_lines(setup: str) -> None:
    for room in (ROOM, 5_000):
        text = summary(ABOUT, *_played(setup, 1), room)
        assert "Round 1\n-------" in text
        assert not re.search(r"\*\*|__|^-# |^> |<[@:#t]", text, re.MULTILINE)
        assert all(line == line.rstrip() for line in text.split("\n"))
