"""What players are told who come back: the turns of others, what those cost them, what threatens, what they owe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import event_from_json
from gamemaster.errors import NotBegun
from gamemaster.narration.history.catching_up import turns_within
from gamemaster.narration.history.recap import by_turns, closed_passages
from gamemaster.roles import Actor
from gamemaster.views.catching_up import LONGEST, CaughtUp
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, EVE, Desk, desk

END = {"type": "end_phase"}
MOVE: dict[str, Any] = {"type": "move", "units": {"infantry": 6, "tank": 1}, "path": ["russia", "west_russia"]}
BATTLE: dict[str, Any] = {"type": "battle", "space": "west_russia"}
FIVE = {
    ANNA: ("soviet_union",),
    BEN: ("germany",),
    CLEO: ("united_kingdom",),
    DAN: ("japan",),
    EVE: ("united_states",),
}


async def missed(table: Desk, who: Actor, *, whole: bool = False) -> CaughtUp:
    return await table.master.catch_ups.of(await table.view(who), whole=whole)


async def soviet_turn(table: Desk) -> None:
    """Six infantry and a tank attack West Russia; the turn ends."""
    if (await table.state()).phase == "purchase":
        await table.act(ANNA, END)
    await table.act(ANNA, MOVE, END)
    while (state := await table.state()).power == "soviet_union":
        if state.requests:
            (request, *_), power = state.requests, state.requests[0].powers[0]
            who = ANNA if power == "soviet_union" else BEN
            await table.act(who, {"type": "decide", "request": request.id, "power": power, "choice": "default"})
        elif state.pending and not state.battle:
            await table.act(ANNA, BATTLE)
        else:
            await table.act(ANNA, END)


async def idle_turn(table: Desk, who: Actor) -> None:
    power = (await table.state()).power
    while (await table.state()).power == power:
        await table.act(who, END)


async def test_a_game_in_its_lobby_has_nothing_to_tell(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(NotBegun):
            await missed(table, BEN)


async def test_the_turn_of_the_enemy_its_cost_and_what_is_owed_are_told_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        before = await missed(table, BEN)
        assert before.text.startswith("**Test**: nobody else has ended a phase since the game began.")
        assert before.picture is None
        await soviet_turn(table)
        found = await missed(table, BEN)
        head, turn, *rest = found.text.split("\n")
        assert head == "**Test**, since the game began:"
        assert turn.startswith("**Soviet Union, round 1**: ")
        assert "Battles: West Russia." in turn
        assert any(line.startswith("You lost ") and "infantry" in line for line in rest)
        assert rest[-2] == "**Your move:**"
        assert rest[-1].startswith("• **Test**: Germany, purchase · <t:")
        assert found.picture is not None
        again = await missed(table, BEN)
        assert again.text.startswith("**Test**: nobody else has ended a phase since you looked <t:")
        assert again.by_look
        assert again.picture is None
        whole = await missed(table, BEN, whole=True)
        assert (whole.text, whole.by_look) == (found.text, False)


async def test_ones_own_turns_are_not_told_and_what_was_seen_is_told_no_more(tmp_path: Path) -> None:
    async with desk(tmp_path, FIVE) as table:
        for who in (ANNA, BEN, CLEO):
            await idle_turn(table, who)
        text = (await missed(table, BEN)).text
        assert "since your last turn:" in text
        assert "United Kingdom" in text
        assert "**Germany" not in text
        assert "**Soviet Union" not in text
        await idle_turn(table, DAN)
        later = (await missed(table, BEN)).text
        assert "since you looked <t:" in later
        assert "**Japan, round 1**" in later
        assert "United Kingdom" not in later
        assert "Nothing for you to do now:\n• **Test** is waiting for <@5>" in later


async def test_orders_of_an_open_phase_show_in_nothing(tmp_path: Path) -> None:
    told = []
    for number, secret in enumerate(([], [{"type": "purchase", "units": {"infantry": 2}}])):
        (place := tmp_path / str(number)).mkdir()
        async with desk(place, clock=lambda: 1_800_000_000) as table:
            found = [await missed(table, BEN)]
            if secret:
                await table.act(ANNA, *secret)
            found += [await missed(table, BEN), await missed(table, BEN, whole=True)]
            await table.act(ANNA, END)
            found.append(await missed(table, BEN, whole=True))
            if secret:
                await table.act(ANNA, MOVE)
            found += [await missed(table, BEN), await missed(table, BEN, whole=True)]
            told.append([(each.text, each.picture and each.picture.alt_text) for each in found])
    assert told[0][:3] == told[1][:3]
    assert told[1][3][0].replace("since the game began", "") == told[1][5][0].replace("since the game began", "")


async def test_a_rollback_behind_the_last_look_is_told_from_the_turn_that_is_played_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        there = (await table.loaded()).game.seq
        await soviet_turn(table)
        await missed(table, BEN)
        await table.roll_back(there)
        text = (await missed(table, BEN)).text
        assert text.startswith("**Test**: nobody else has ended a phase since you looked")
        await soviet_turn(table)
        assert "**Soviet Union, round 1**" in (await missed(table, BEN)).text


async def test_where_there_is_little_room_the_latest_turns_are_told(tmp_path: Path) -> None:
    async with desk(tmp_path, FIVE) as table:
        start = await table.state()
        for who in FIVE:
            await idle_turn(table, who)
        text = (await missed(table, ANNA)).text
        assert [f"**{name}, round 1**" in text for name in ("Germany", "United Kingdom", "Japan")] == [True] * 3
        assert len(text) <= LONGEST
        async with table.master.store.read() as read:
            logged = await read.entries_since(table.game_id, 0)
        events = [event_from_json(event) for entry in logged for event in entry.events]
        turns = by_turns(closed_passages(start, events))
        first, *told = turns_within(turns, 200)
        assert first == "2 earlier turns"
        assert told[-1].startswith("**United States, round 1**: ")
