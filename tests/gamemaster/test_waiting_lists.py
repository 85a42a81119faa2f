"""Who waits for a seat: offered one in the lobby, asked first in a game under way, each with one ping."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.gathering.guests import gathering_of
from gamemaster.lobby.gathering.waiters import place_in_words
from gamemaster.roles import Actor, SeatedGame
from store.games.deleting import delete_person
from store.late_pings import lobbies_with_lapsed_seats
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, EVE, FAY, Desk, desk
from tests.gamemaster.test_drafts import DRAFTED
from tests.gamemaster.test_invitations import BY_INVITATION, invite

NOON, DAY = 1_800_000_000, 24 * 3600


async def wait(table: Desk, *people: Actor) -> SeatedGame:
    """These wait for a seat, one after the other."""
    for person in people:
        waiting = await table.master.waiters.wait(await table.loaded(), person.user_id)
    return waiting


async def stop(table: Desk, person: Actor) -> SeatedGame:
    return await table.master.waiters.stop(await table.loaded(), person.user_id)


async def leave(table: Desk, person: Actor) -> SeatedGame:
    return await table.master.lobby.leave(await table.loaded(), person.user_id)


async def join(table: Desk, person: Actor, *powers: str) -> SeatedGame:
    return await table.master.lobby.join(await table.loaded(), person.user_id, powers)


def waiting_in(loaded: SeatedGame) -> tuple[int, ...]:
    return gathering_of(loaded.game).waiting


async def test_a_free_seat_is_kept_for_the_first_who_waits(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False, clock=lambda: NOON) as table:
        waiting = await wait(table, CLEO, DAN)
        assert "as number 2." in place_in_words(waiting, DAN.user_id)
        await leave(table, BEN)
        (offer,) = await table.send()
        assert offer.content.startswith(
            "<@3>, seats are free: Germany and Japan. You've been waiting for one, so you can take it until "
            f"<t:{NOON + DAY}:f>; then the next who waits can."
        )
        assert offer.ping == [CLEO.user_id]
        with pytest.raises(NotAllowed, match="<@3> waited for a seat and can take it until"):
            await join(table, DAN, "germany")
        await join(table, CLEO, "germany")
        (offer,) = await table.send()
        assert (offer.ping, "a seat is free: Japan." in offer.content) == ([DAN.user_id], True)
        after = await join(table, DAN, "japan")
        assert waiting_in(after) == ()
        assert await table.send() == []


async def test_who_stops_waiting_passes_the_seat_on_and_after_a_day_it_is_everybodys(tmp_path: Path) -> None:
    now = [NOON]
    async with desk(tmp_path, started=False, clock=lambda: now[0]) as table:
        await wait(table, CLEO, DAN)
        await leave(table, BEN)
        await table.send()
        await stop(table, CLEO)
        (offer,) = await table.send()
        assert offer.ping == [DAN.user_id]
        now[0] += 24 * 3600
        after = await join(table, EVE, "germany", "japan")
        assert waiting_in(after) == (DAN.user_id,), "who was late waits on"
        assert await table.send() == []
        await wait(table, CLEO)
        await leave(table, EVE)
        assert [each.ping for each in await table.send()] == [[DAN.user_id]]
        now[0] += 24 * 3600
        after = await join(table, EVE, "germany")
        assert waiting_in(after) == (CLEO.user_id, DAN.user_id), "who lets a seat pass goes to the end"
        assert [each.ping for each in await table.send()] == [[CLEO.user_id]]


async def test_a_seat_for_which_nobody_came_passes_on_by_itself_with_one_ping(tmp_path: Path) -> None:
    now = [NOON]
    async with desk(tmp_path, started=False, clock=lambda: now[0]) as table:
        sweep = table.master.kept_seats.sweep
        await wait(table, CLEO, DAN)
        await leave(table, BEN)
        await table.send()
        now[0] += DAY - 1
        assert (await sweep(), await table.send()) == (0, [])
        now[0] += 1
        assert await sweep() == 1
        (offer,) = await table.send()
        assert offer.ping == [DAN.user_id]
        assert f"until <t:{NOON + 2 * DAY}:f>" in offer.content
        assert waiting_in(await table.loaded()) == (DAN.user_id, CLEO.user_id), "who lets a seat pass goes to the end"
        assert (await sweep(), await table.send()) == (0, [])
        with pytest.raises(NotAllowed, match="<@4> waited for a seat"):
            await join(table, EVE, "germany")
        await wait(table, EVE)
        await join(table, DAN, "germany", "japan")
        now[0] += DAY
        assert (await sweep(), await table.send()) == (0, []), "no seat is free any more"


async def test_a_seat_that_all_have_let_pass_is_everybodys_until_seats_change(tmp_path: Path) -> None:
    now = [NOON]
    async with desk(tmp_path, started=False, clock=lambda: now[0]) as table:
        await wait(table, CLEO, DAN)
        await leave(table, BEN)
        pinged = [each.ping for each in await table.send()]
        for _ in range(5):
            now[0] += DAY
            await table.master.kept_seats.sweep()
            pinged += [each.ping for each in await table.send()]
        assert pinged == [[CLEO.user_id], [DAN.user_id]]
        await join(table, EVE, "germany")
        assert [each.ping for each in await table.send()] == [[CLEO.user_id]], "another seat is another offer"


async def test_a_seat_passes_on_no_further_than_to_the_last_who_waits(tmp_path: Path) -> None:
    now = [NOON]
    async with desk(tmp_path, started=False, clock=lambda: now[0]) as table:
        await wait(table, CLEO)
        await leave(table, BEN)
        await table.send()
        now[0] += DAY
        assert (await table.master.kept_seats.sweep(), await table.send()) == (0, [])
        async with table.master.store.read() as read:
            assert await lobbies_with_lapsed_seats(read, now[0], 5) == (), "nobody looks again"
        with pytest.raises(TableRefusal, match="There is a free seat, so you needn't wait: Germany and Japan"):
            await wait(table, DAN)
        after = await join(table, DAN, "germany", "japan")
        await table.master.lobby.start(after, ANNA, "the start")
        assert waiting_in(after) == (CLEO.user_id,)


async def test_whoever_waited_and_sleeps_is_pinged_once_they_wake(tmp_path: Path) -> None:
    now = [NOON - NOON % DAY + 23 * 3600]
    async with desk(tmp_path, started=False, clock=lambda: now[0]) as table:
        await table.master.choosing_reminders.choose(CLEO.user_id, "", "22-7", "UTC")
        await wait(table, CLEO)
        await leave(table, BEN)
        assert [list(each.ping) for each in await table.send()] == [[]]
        now[0] += 8 * 3600
        await table.master.late_pings.sweep()
        (late,) = await table.send()
        assert late.ping == [CLEO.user_id]
        assert late.content.startswith("<@3>: during your quiet hours you were called to the table of **Test**.")
        await table.master.late_pings.sweep()
        assert await table.send() == []


@pytest.mark.parametrize(
    ("person", "why"), [(ANNA, "You have a seat in this game"), (CLEO, "You're waiting already, as number 1 of 1")]
)
async def test_who_need_not_wait_is_told_so(person: Actor, why: str, tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        await wait(table, CLEO)
        with pytest.raises(TableRefusal, match=why):
            await wait(table, person)


async def test_while_seats_are_given_out_nobody_is_sent_to_a_seat_that_they_cannot_take(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False, customs=DRAFTED) as table:
        with pytest.raises(TableRefusal, match="Join the game in the lobby; or, once the order is drawn, wait until"):
            await wait(table, CLEO)


async def test_a_list_has_an_end_and_a_free_seat_needs_none(tmp_path: Path) -> None:
    async with desk(tmp_path, {ANNA: ("germany",)}, started=False) as table:
        with pytest.raises(TableRefusal, match="There is a free seat, so you needn't wait: the Soviet Union"):
            await wait(table, CLEO)
    (full := tmp_path / "full").mkdir()
    async with desk(full, started=False) as table:
        await wait(table, *(Actor(number, "Guest") for number in range(50, 75)))
        with pytest.raises(TableRefusal, match="25 people are waiting for a seat already"):
            await wait(table, CLEO)
        with pytest.raises(TableRefusal, match="You aren't waiting for a seat here"):
            await stop(table, CLEO)
        async with table.master.store.write() as write:
            await delete_person(write, 50)
        assert waiting_in(await table.loaded()) == tuple(range(51, 75))


async def test_at_a_table_by_invitation_only_the_invited_wait(tmp_path: Path) -> None:
    async with desk(tmp_path, {ANNA: ("germany", "japan")}, started=False, customs=BY_INVITATION) as table:
        with pytest.raises(NotAllowed, match="by invitation"):
            await wait(table, CLEO)
        await invite(table, BEN)
        with pytest.raises(TableRefusal, match="There is a free seat"):
            await wait(table, BEN)


async def test_in_a_game_under_way_the_first_who_waits_is_asked_first(tmp_path: Path) -> None:
    async with desk(tmp_path, clock=lambda: NOON) as table:
        await wait(table, CLEO, DAN)
        await table.send()
        await table.wish(BEN, "resign", powers=["germany", "japan"])
        *_, call = [each for each in await table.send() if "Wanted: a new player" in each.content]
        assert call.content.startswith(
            "<@3>, you've been waiting for a seat, so you're asked first. Wanted: a new player."
        )
        assert call.ping == [CLEO.user_id]
        assert waiting_in(await table.loaded()) == (DAN.user_id,)
        await table.wish(ANNA, "call", left=[])
        *_, call = await table.send()
        assert call.ping == [DAN.user_id], "who calls again asks the next"
        assert (await table.wish(DAN, "take", side="axis")).users == (ANNA.user_id,)
        await table.wish(FAY, "end")
        with pytest.raises(TableRefusal, match="This game is over"):
            await wait(table, EVE)


async def test_nobody_who_has_played_the_other_side_is_asked(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.replace(FAY, "germany", CLEO)
        await table.replace(FAY, "japan", CLEO)
        await wait(table, BEN)
        await table.wish(ANNA, "resign", powers=["united_states"])
        posts = [each for each in await table.send() if "Wanted" in each.content]
        assert [each.ping for each in posts] == [[]]
        assert waiting_in(await table.loaded()) == (BEN.user_id,)


async def test_nothing_is_lost_when_two_press_at_once(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        before = await table.loaded()
        await wait(table, CLEO)
        after = await table.master.waiters.wait(before, DAN.user_id)
        assert waiting_in(after) == (CLEO.user_id, DAN.user_id)
