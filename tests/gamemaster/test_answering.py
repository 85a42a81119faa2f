"""Answering for somebody who is away: not before the table's grace time, never by an opponent alone, and in public."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import IllegalAction
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.orders.requested import FOR_ABSENT, USES
from gamemaster.roles import Actor
from gamemaster.table_settings import TableSettings
from store import utc_seconds
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, EVE, FAY, Desk, desk

HOUR = 3600


class Watch:
    """A clock that stands until it is put forward."""

    def __init__(self) -> None:
        self.now = utc_seconds()

    def __call__(self) -> int:
        return self.now


THREE = {ANNA: ("soviet_union", "united_kingdom", "united_states"), BEN: ("germany",), CLEO: ("japan",)}


@asynccontextmanager
async def ben_is_asked(
    tmp_path: Path, grace_hours: int = 24, seats: Mapping[Actor, tuple[str, ...]] = THREE
) -> AsyncIterator[tuple[Desk, Watch, str]]:
    """Germany is asked for casualties in West Russia."""
    watch, attacker = Watch(), next(iter(seats))
    async with desk(tmp_path, seats, clock=watch, customs=TableSettings(grace_hours=grace_hours)) as table:
        forces = {"russia": {"soviet_union": {"tank": 20}}, "west_russia": {"germany": {"infantry": 24, "tank": 2}}}
        await table.place("soviet_union", "combat_move", forces)
        move = {"type": "move", "units": {"tank": 20}, "path": ["russia", "west_russia"]}
        await table.act(attacker, move, {"type": "end_phase"}, {"type": "battle", "space": "west_russia"})
        await table.send()
        (request,) = (await table.state()).requests
        yield table, watch, request.id


async def is_open(table: Desk, request: str) -> bool:
    return (await table.state()).request(request) is not None


async def test_nobody_answers_before_the_grace_time_is_over(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path, grace_hours=5) as (table, watch, request):
        watch.now += 5 * HOUR - 1
        with pytest.raises(TableRefusal, match="This table waits 5 hours, until <t:"):
            await table.wish(FAY, "answer", request=request)
        watch.now += 1
        assert (await table.wish(FAY, "answer", request=request)).users == ()
        assert not await is_open(table, request)


async def test_the_grace_time_stops_while_the_game_is_paused(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path, grace_hours=5) as (table, watch, request):
        watch.now += HOUR
        await table.wish(FAY, "pause")
        watch.now += 100 * HOUR
        await table.wish(FAY, "resume")
        watch.now += 4 * HOUR - 1
        with pytest.raises(TableRefusal, match=f"until <t:{watch.now + 1}:f>"):
            await table.wish(FAY, "answer", request=request)
        watch.now += 1
        await table.wish(FAY, "answer", request=request)
        assert not await is_open(table, request)


async def test_who_answered_for_whom_with_what_after_how_long_is_public(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path) as (table, watch, request):
        watch.now += 26 * HOUR
        await table.wish(FAY, "answer", request=request)
        told = next(post.content for post in await table.send() if "answered for" in post.content)
        start = "Fay answered for Germany (<@2>) in West Russia with the printed default, after 26 hours: "
        assert told.startswith(start)
        assert "infantry" in told.removeprefix(start)
        async with table.master.store.read() as read:
            last = (await read.entries_since(table.game_id, 0))[-1]
        assert (last.by, last.auto) == ("germany", "default")


@pytest.mark.parametrize("who", [BEN, CLEO, FAY], ids=lambda who: who.name)
async def test_an_opponent_needs_the_consent_of_the_other_side_or_of_a_server_manager(
    tmp_path: Path, who: Actor
) -> None:
    async with ben_is_asked(tmp_path) as (table, watch, request):
        watch.now += 30 * HOUR
        assert set((await table.wish(ANNA, "answer", request=request)).users) == {BEN.user_id, CLEO.user_id}
        assert await is_open(table, request)
        card = (await table.send())[-1]
        assert "Anna asks to answer for Germany in West Russia by the printed default." in card.content
        with pytest.raises(NotAllowed):
            await table.say(DAN, "agree")
        await table.say(who, "agree")
        assert not await is_open(table, request)
        told = next(post.content for post in await table.send() if "Anna answered for" in post.content)
        assert told.partition("\n-# #")[0].endswith("agreed.")


async def test_a_card_is_off_once_the_question_is_answered(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path) as (table, watch, request):
        watch.now += 30 * HOUR
        await table.wish(ANNA, "answer", request=request)
        choice = {"type": "decide", "request": request, "power": "germany", "choice": "default"}
        await table.act(BEN, choice)
        assert (await table.say(CLEO, "agree")).startswith("The game has gone on since, so this is off")
        with pytest.raises(TableRefusal, match="has been answered"):
            await table.wish(ANNA, "answer", request=request)


async def test_who_does_not_host_cannot_ask_for_it(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path) as (table, watch, request):
        watch.now += 30 * HOUR
        with pytest.raises(NotAllowed, match="Only the organiser"):
            await table.wish(CLEO, "answer", request=request)


async def test_whoever_presses_on_to_the_end_has_choiceed_for_nobody(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        forces = {"russia": {"soviet_union": {"infantry": 6, "tank": 2}}, "west_russia": {"germany": {"tank": 9}}}
        await table.place("soviet_union", "combat_move", forces)
        move = {"type": "move", "units": {"infantry": 6, "tank": 2}, "path": ["russia", "west_russia"]}
        await table.act(ANNA, move, {"type": "end_phase"}, {"type": "battle", "space": "west_russia"})
        request = next(each for each in (await table.state()).requests if each.powers == ("soviet_union",))
        await table.master.acting.fight_to_the_end(table.game_id, ANNA, (), "press on", request.id)
        assert not [post.content for post in await table.send() if "answered for" in post.content]


EVE_MANAGES = replace(EVE, manages_server=True)
MANAGED = {EVE_MANAGES: THREE[ANNA], BEN: ("germany",), CLEO: ("japan",)}


async def test_what_a_manager_who_plays_asks_for_is_done_by_the_right_of_those_who_agree(tmp_path: Path) -> None:
    async with ben_is_asked(tmp_path, seats=MANAGED) as (table, watch, request):
        watch.now += 30 * HOUR
        assert (await table.wish(EVE_MANAGES, "answer", request=request)).users
        assert await table.say(BEN, "agree") == "You agreed. I've told the table."
        assert not await is_open(table, request)
        assert any("Eve answered for Germany" in post.content for post in await table.send())


async def test_what_is_agreed_to_and_cannot_be_done_is_not_called_agreed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise IllegalAction("ASY-02", "There is no default here.")

    async with ben_is_asked(tmp_path) as (table, watch, request):
        watch.now += 30 * HOUR
        await table.wish(ANNA, "answer", request=request)
        await table.send()
        monkeypatch.setitem(USES, FOR_ABSENT, replace(USES[FOR_ABSENT], carry_out=refuse))
        told = await table.say(BEN, "agree")
        assert told == "You agreed, but it can't be done: There is no default here. Nothing changed."
        await table.send()
        (_, card) = table.mailbox.edits[-1]
        assert card.content.startswith("Anna asks to answer for Germany in West Russia")
        assert "**Ben agreed, but it can't be done: There is no default here. Nothing changed.**" in card.content
        assert not card.rows
        assert await is_open(table, request)
        assert (await table.wish(ANNA, "answer", request=request)).users
