"""An auction in the lobby: whoever wants the fewest IPCs with a side plays it (OPT-10)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.facts.bids import bids_of, read_bid
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.auctions import auction_of, how_it_ends
from gamemaster.lobby.rematch import agreed_in
from gamemaster.roles import Actor, SeatedGame
from store import Clock, utc_seconds
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, FAY, Desk, desk

pytestmark = pytest.mark.rule("OPT-10")
ALLIES, AXIS = ("soviet_union", "united_kingdom", "united_states"), ("germany", "japan")
TWO = {ANNA: ALLIES, BEN: AXIS}
FOUR = {ANNA: ALLIES[:1], CLEO: ALLIES[1:], BEN: AXIS[:1], DAN: AXIS[1:]}


@asynccontextmanager
async def auction(
    tmp_path: Path,
    seats: dict[Actor, tuple[str, ...]] = TWO,
    bid: str = "auction allies",
    clock: Clock = utc_seconds,
) -> AsyncIterator[Desk]:
    """A lobby in which it is called with how many IPCs one would play the Allies."""
    async with desk(tmp_path, seats, started=False, options={"bid": bid}, clock=clock) as table:
        yield table


async def call(table: Desk, actor: Actor, count: int | None) -> SeatedGame:
    """Call so many IPCs, or None to let the others have it."""
    return await table.master.auctioning.call((await table.loaded()).seating, actor.user_id, count)


async def test_the_lowest_call_takes_the_side_and_places_the_bid(tmp_path: Path) -> None:
    async with auction(tmp_path) as table:
        for actor, count in ((ANNA, 12), (BEN, 11), (ANNA, 10), (BEN, 9)):
            before = await call(table, actor, count)
        with pytest.raises(
            TableRefusal, match=r"The auction isn't over yet. <@1>: call fewer than 9 IPCs, or let <@2>"
        ):
            await table.master.lobby.start(before, ANNA, "too soon")
        *_, last = await table.send()
        assert last.content.startswith(
            "<@2> would play the Allies with 9 IPCs. <@1>: call fewer than 9 IPCs, or let <@2> have the Allies."
        )
        assert last.ping == [ANNA.user_id]
        after = await call(table, ANNA, None)
        (told,) = await table.send()
        assert told.content.startswith(
            "The auction is over: <@2> plays the Allies with 9 IPCs, and all have changed places."
        )
        assert told.ping == [ANNA.user_id, BEN.user_id]
        assert {after.seats[power] for power in ALLIES} == {BEN.user_id}
        assert {after.seats[power] for power in AXIS} == {ANNA.user_id}
        await table.master.lobby.start(after, ANNA, "the start")
        (request,) = (await table.state()).requests
        assert (request.kind, request.power, request.options["ipcs"]) == ("bid", "soviet_union", 9)
        await table.act(BEN, {"type": "decide", "request": request.id, "choice": "default"})
        assert (await table.record())["options"]["bid"] == "allies 9"


async def test_who_calls_lowest_for_their_own_side_stays_there_and_zero_ends_it(tmp_path: Path) -> None:
    async with auction(tmp_path) as table:
        before = await call(table, BEN, 3)
        after = await call(table, ANNA, 0)
        assert after.seats == before.seats
        *_, told = await table.send()
        assert "<@1> plays the Allies with no IPCs, and all keep their seats." in told.content
        await table.master.lobby.start(after, ANNA, "the start")
        assert (await table.state()).requests == ()


async def test_teams_of_the_same_number_change_places_in_the_order_of_play(tmp_path: Path) -> None:
    async with auction(tmp_path, FOUR) as table:
        await call(table, DAN, 6)
        after = await call(table, CLEO, None)
        assert [after.powers_of(each.user_id) for each in (BEN, DAN)] == [FOUR[ANNA], FOUR[CLEO]]
        assert [after.powers_of(each.user_id) for each in (ANNA, CLEO)] == [FOUR[BEN], FOUR[DAN]]


@pytest.mark.parametrize(
    ("actor", "count", "told"),
    [
        (BEN, 12, "Call 0 to 11 IPCs: 12 IPCs was called last. Nothing changed."),
        (BEN, -1, "Call 0 to 11 IPCs"),
        (ANNA, 9, "Your side called last, 12 IPCs. Now the others call fewer, or let you have the Allies."),
        (ANNA, None, "Your side called last"),
        (FAY, 9, "Only players with a seat can call"),
    ],
)
async def test_what_is_no_call_is_refused_and_nothing_is_lost(
    actor: Actor, count: int | None, told: str, tmp_path: Path
) -> None:
    async with auction(tmp_path) as table:
        with pytest.raises(TableRefusal, match="Nobody has called yet"):
            await call(table, BEN, None)
        with pytest.raises(TableRefusal, match="Call 0 to 99 IPCs"):
            await call(table, ANNA, 100)
        before = await call(table, ANNA, 12)
        with pytest.raises((NotAllowed, TableRefusal)) as refused:
            await call(table, actor, count)
        assert told in str(refused.value)
        assert (await table.loaded()).game.options == before.game.options


async def test_too_early_too_late_and_without_an_auction_it_is_refused(tmp_path: Path) -> None:
    async with auction(tmp_path, {ANNA: ALLIES, BEN: AXIS[:1]}) as table:
        with pytest.raises(TableRefusal, match="Nobody plays Japan yet"):
            await call(table, ANNA, 9)
        await table.master.lobby.join((await table.loaded()).seating, CLEO.user_id, ["japan"])
        with pytest.raises(TableRefusal, match=r"same number of players.*2 play the Axis and 1 the Allies"):
            await call(table, ANNA, 9)
        await table.master.lobby.leave((await table.loaded()).seating, CLEO.user_id)
        await table.master.lobby.join((await table.loaded()).seating, BEN.user_id, ["japan"])
        await call(table, ANNA, 9)
        over = await call(table, BEN, None)
        with pytest.raises(TableRefusal, match="This game has no auction"):
            await call(table, BEN, 8)
        await table.master.lobby.start(over, ANNA, "the start")
        with pytest.raises(TableRefusal, match="already begun"):
            await call(table, BEN, 8)


async def test_calls_are_made_anew_once_somebody_leaves_and_in_the_next_game(tmp_path: Path) -> None:
    async with auction(tmp_path) as table:
        called = await call(table, ANNA, 9)
        assert called.game.options["bid"] == "auction allies: allies 9"
        options, _ = agreed_in(called.game)
        assert read_bid(options["bid"]) == "auction allies"
        left = await table.master.lobby.leave(called, BEN.user_id)
        now = auction_of(left.game)
        assert now is not None
        assert now.calls == ()


@pytest.mark.parametrize("typed", ["auction", "auction allies axis", "auction 9", "auction allies 9"])
def test_what_is_no_auction_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(Exception, match="such as “auction allies”"):
        read_bid(typed)
    assert read_bid("an auction for the Axis") == "auction axis"
    assert bids_of("auction axis: axis 4") == ()


async def end(table: Desk, actor: Actor) -> SeatedGame:
    return await table.master.auctioning.end((await table.loaded()).seating, actor)


async def test_an_auction_that_nobody_goes_on_with_is_ended_after_a_day(tmp_path: Path) -> None:
    now = [1_800_000_000]
    async with auction(tmp_path, clock=lambda: now[0]) as table:
        called = await call(table, BEN, 12)
        going_on = auction_of(called.game)
        assert going_on is not None
        assert how_it_ends(called, going_on) == (
            "If nobody calls fewer by <t:1800086400:f>, <@2> or the organiser can end it, and the last call holds."
        )
        with pytest.raises(TableRefusal, match=r"can be ended from <t:1800086400:f>. <@1>: call fewer than 12 IPCs"):
            await end(table, BEN)
        with pytest.raises(NotAllowed, match="Only players with a seat"):
            await end(table, CLEO)
        now[0] += 86_400
        over = await end(table, BEN)
        *_, told = await table.send()
        assert "The auction is over: <@2> plays the Allies with 12 IPCs" in told.content
        assert {over.seats[power] for power in ALLIES} == {BEN.user_id}
        with pytest.raises(TableRefusal, match="has no auction under way"):
            await end(table, BEN)


async def test_without_a_call_only_the_organiser_ends_it_and_nothing_is_given(tmp_path: Path) -> None:
    now = [1_800_000_000]
    async with auction(tmp_path, clock=lambda: now[0]) as table:
        with pytest.raises(NotAllowed, match="Only the side that called last, the organiser or a server manager"):
            await end(table, BEN)
        now[0] += 86_400
        over = await end(table, FAY)
        assert over.game.options["bid"] == "none"
        *_, told = await table.send()
        assert "<@1> plays the Allies with no IPCs, and all keep their seats." in told.content


async def test_who_was_called_over_cannot_end_it(tmp_path: Path) -> None:
    now = [1_800_000_000]
    async with auction(tmp_path, {CLEO: ALLIES, BEN: AXIS}, clock=lambda: now[0]) as table:
        await call(table, BEN, 12)
        now[0] += 86_400
        with pytest.raises(NotAllowed, match="Only the side that called last"):
            await end(table, CLEO)


async def seal(table: Desk, actor: Actor, count: int | None) -> SeatedGame:
    return await table.master.auctioning.call_sealed((await table.loaded()).seating, actor.user_id, count)


async def test_under_seal_both_call_once_and_the_lower_call_has_the_side(tmp_path: Path) -> None:
    async with auction(tmp_path, bid="sealed auction allies") as table:
        kept = await seal(table, ANNA, 12)
        (told,) = await table.send()
        assert told.content.startswith("<@1> made a sealed call. <@2>: make one sealed call, the IPCs with which")
        assert (told.ping, "12" in told.content) == ([BEN.user_id], False)
        assert kept.game.options["bid"] == "sealed auction allies"
        await seal(table, ANNA, 10)
        assert await table.send() == [], "a call that is changed pings nobody again"
        over = await seal(table, BEN, 9)
        (told,) = await table.send()
        assert told.content.startswith(
            "Called for the Allies: <@1> 10 IPCs, <@2> 9 IPCs. The auction is over: <@2> plays the Allies with 9 IPCs"
        )
        assert {over.seats[power] for power in ALLIES} == {BEN.user_id}
        with pytest.raises(TableRefusal, match="has no auction under way"):
            await seal(table, ANNA, 8)


async def test_nobody_else_learns_what_was_called_under_seal(tmp_path: Path) -> None:
    seen = []
    for count in (9, 12):
        (folder := tmp_path / str(count)).mkdir()
        async with auction(folder, bid="sealed auction allies", clock=lambda: 1_800_000_000) as table:
            after = await seal(table, ANNA, count)
            posts = [each.content for each in await table.send()]
            view = await table.view(BEN)
            seen.append((posts, after.game.options, after.game.customs, view.game.options, view.game.customs))
    assert seen[0] == seen[1]


async def test_a_die_decides_between_equal_calls_and_seats_that_change_undo_them(tmp_path: Path) -> None:
    async with auction(tmp_path, bid="sealed auction allies") as table:
        await seal(table, BEN, 7)
        left = await table.master.lobby.leave((await table.loaded()).seating, BEN.user_id)
        assert auction_of(left.game) is not None
        await table.master.lobby.join(left, BEN.user_id, AXIS)
        await seal(table, ANNA, 7)
        assert auction_of((await table.loaded()).game) is not None, "what Ben called before he left is void"
        await table.send()
        await seal(table, BEN, 7)
        (told,) = await table.send()
        assert "Both called the same, and a die shows" in told.content
        assert "IPCs. Both" in told.content
        assert "with 7 IPCs" in told.content


async def test_who_takes_their_own_seats_once_more_undoes_no_call_under_seal(tmp_path: Path) -> None:
    async with auction(tmp_path, bid="sealed auction allies") as table:
        await seal(table, ANNA, 7)
        await table.send()
        with pytest.raises(TableRefusal, match="You play Germany and Japan already"):
            await table.master.lobby.join((await table.loaded()).seating, BEN.user_id, AXIS)
        over = await seal(table, BEN, 9)
        assert over.game.options["bid"] == "allies 7"


@pytest.mark.parametrize(
    ("actor", "count", "why"),
    [(BEN, 100, "from 0 to 99"), (BEN, None, "from 0 to 99"), (CLEO, 9, "Only players with a seat can call")],
)
async def test_what_is_no_call_under_seal_is_refused(actor: Actor, count: int | None, why: str, tmp_path: Path) -> None:
    async with auction(tmp_path, bid="sealed auction allies") as table:
        with pytest.raises(TableRefusal, match=why):
            await seal(table, actor, count)
        with pytest.raises(TableRefusal, match="Calls are sealed here"):
            await call(table, BEN, 9)
    (other := tmp_path / "open").mkdir()
    async with auction(other) as table:
        with pytest.raises(TableRefusal, match="Calls are open here"):
            await seal(table, BEN, 9)


async def test_a_call_under_seal_without_an_answer_holds_after_a_day(tmp_path: Path) -> None:
    now = [1_800_000_000]
    async with auction(tmp_path, bid="sealed auction allies", clock=lambda: now[0]) as table:
        await seal(table, BEN, 11)
        now[0] += 86_400
        over = await end(table, BEN)
        assert over.game.options["bid"] == "allies 11"
        assert {over.seats[power] for power in ALLIES} == {BEN.user_id}
