"""Tables by invitation: who may sit down, who invites, one ping for each, and what survives."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gamemaster.chosen_settings import read_table_settings
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.gathering import Gathering
from gamemaster.lobby.gathering.guests import gathering_of
from gamemaster.lobby.rematch import as_last_time
from gamemaster.roles import Actor
from gamemaster.table_settings import USUAL, stored_settings, table_settings_of
from store.games.deleting import delete_person
from tests.gamemaster.desk import ANNA, BEN, CHANNEL, CLEO, DAN, FAY, GUILD, TWO, Desk, desk

BY_INVITATION = replace(USUAL, gathering=Gathering("invited"))
NOT_INVITED = "This table is by invitation: <@1> says who plays, with `/game invite`. Nothing changed."


@asynccontextmanager
async def by_invitation(tmp_path: Path) -> AsyncIterator[Desk]:
    """A lobby to which Anna invites."""
    async with desk(tmp_path, {ANNA: TWO[ANNA]}, started=False, customs=BY_INVITATION) as table:
        yield table


async def invite(table: Desk, player: Actor, by: Actor = ANNA) -> str:
    return await table.master.invitations.invite(await table.loaded(), by, player.user_id)


async def withdraw(table: Desk, player: Actor) -> str:
    return await table.master.invitations.withdraw(await table.loaded(), ANNA, player.user_id)


async def join(table: Desk, player: Actor, *powers: str) -> None:
    await table.master.lobby.join(await table.loaded(), player.user_id, powers or TWO[BEN])


async def test_only_who_is_invited_sits_down_and_each_is_pinged_once(tmp_path: Path) -> None:
    async with by_invitation(tmp_path) as table:
        with pytest.raises(NotAllowed) as refused:
            await join(table, BEN)
        assert str(refused.value) == NOT_INVITED
        assert "<@2> is invited" in await invite(table, BEN)
        (told,) = await table.send()
        assert told.content.startswith("<@2>, Anna invites you to **Test** (Axis & Allies: 1941). Take a seat in the")
        assert told.ping == [BEN.user_id]
        assert "aren't told" in await withdraw(table, BEN)
        with pytest.raises(NotAllowed, match="by invitation"):
            await join(table, BEN)
        await invite(table, BEN)
        assert await table.send() == [], "invited again, but not pinged again"
        await join(table, BEN)
        with pytest.raises(TableRefusal, match="<@2> has a seat already"):
            await withdraw(table, BEN)
        assert table.master.invitations.told(await table.loaded(), ANNA).startswith("Invited: <@2>. ")


async def test_the_hosts_alone_invite_and_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    async with by_invitation(tmp_path) as table:
        with pytest.raises(NotAllowed, match="Only the organiser or a server manager can invite somebody"):
            await invite(table, CLEO, by=BEN)
        await invite(table, CLEO, by=FAY)
        for player, why in ((CLEO, "can take a seat already"), (ANNA, "plays the Soviet Union")):
            with pytest.raises(TableRefusal, match=why):
                await invite(table, player)
        with pytest.raises(TableRefusal, match="<@4> isn't invited"):
            await withdraw(table, DAN)
        for number in range(50, 54):
            await invite(table, Actor(number, "Guest"))
        with pytest.raises(TableRefusal, match="5 people are invited and have no seat yet"):
            await invite(table, DAN)
        for number in range(100, 120):
            await withdraw(table, Actor(50, "Guest") if number == 100 else Actor(number - 1, "Guest"))
            await invite(table, Actor(number, "Guest"))
        await withdraw(table, Actor(119, "Guest"))
        with pytest.raises(TableRefusal, match="25 people were invited to this table already"):
            await invite(table, DAN)
        assert sum(len(each.ping) for each in await table.send()) == 25


async def test_where_everybody_may_join_nobody_needs_an_invitation(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(TableRefusal, match="Everybody who sees this channel can take a seat"):
            await invite(table, CLEO)


async def test_a_seat_that_is_free_later_is_for_the_invited_too(tmp_path: Path) -> None:
    async with by_invitation(tmp_path) as table:
        await invite(table, BEN)
        await join(table, BEN)
        await table.master.lobby.start(await table.loaded(), ANNA, "the start")
        await table.wish(BEN, "resign", powers=["germany", "japan"])
        with pytest.raises(NotAllowed, match="by invitation"):
            await table.wish(CLEO, "take", side="axis")
        await table.send()
        await invite(table, CLEO)
        (told,) = await table.send()
        assert "Once a seat is free, you can ask for it below my call for players." in told.content
        assert (await table.wish(CLEO, "take", side="axis")).users == (ANNA.user_id,)
        assert not (await table.replace(FAY, "germany", DAN)).users, "hosts seat whom they like"
        assert "customs" not in await table.record()


async def test_whose_invitation_is_taken_back_waits_no_longer_and_the_next_is_offered_the_seat(tmp_path: Path) -> None:
    async with by_invitation(tmp_path) as table:
        for player in (BEN, CLEO, DAN):
            await invite(table, player)
        await join(table, BEN)
        for player in (CLEO, DAN):
            await table.master.waiters.wait(await table.loaded(), player.user_id)
        await table.master.lobby.leave(await table.loaded(), BEN.user_id)
        await table.send()
        await withdraw(table, CLEO)
        gathering = gathering_of((await table.loaded()).game)
        assert (gathering.waiting, gathering.kept_for) == ((DAN.user_id,), DAN.user_id)
        assert [each.ping for each in await table.send()] == [[DAN.user_id]]
        await join(table, DAN)


async def test_whose_invitation_is_taken_back_is_in_no_draft(tmp_path: Path) -> None:
    drafted = replace(USUAL, gathering=Gathering("invited", seating="drafted"))
    async with desk(tmp_path, {}, started=False, customs=drafted) as table:
        drafts = table.master.drafts
        for player in (BEN, CLEO):
            await invite(table, player)
            await drafts.join(await table.loaded(), player.user_id)
        await withdraw(table, BEN)
        assert gathering_of((await table.loaded()).game).joined == (CLEO.user_id,)
        await drafts.join(await table.loaded(), ANNA.user_id)
        await drafts.begin(await table.loaded(), ANNA)
        with pytest.raises(TableRefusal, match="<@3> is in the draft already"):
            await withdraw(table, CLEO)


async def test_the_next_game_keeps_the_rule_and_nobody_of_the_guests(tmp_path: Path) -> None:
    async with by_invitation(tmp_path) as table:
        await invite(table, BEN)
        await withdraw(table, BEN)
        await invite(table, CLEO)
        loaded = await table.loaded()
        again = await as_last_time(table.master.lobby, loaded.game, ANNA, GUILD, CHANNEL + 1)
        assert gathering_of(again.game) == Gathering("invited")
        assert gathering_of(loaded.game) == Gathering("invited", (CLEO.user_id,), (BEN.user_id,))
        async with table.master.store.write() as write:
            await delete_person(write, CLEO.user_id)
            await delete_person(write, BEN.user_id)
        assert gathering_of((await table.loaded()).game) == Gathering("invited")


def test_who_may_join_is_read_stored_and_told() -> None:
    chosen = read_table_settings(joining="Invited")
    assert stored_settings(chosen.stored) == chosen
    assert chosen.stored["gathering"] == {"joining": "invited"}
    assert "By invitation: only whom the organiser invites (`/game invite`) can take a seat" in list(chosen.in_words)
    assert "gathering" not in read_table_settings().stored
    with pytest.raises(TableRefusal, match="`joining` can be everybody or invited, not “friends”"):
        read_table_settings(joining="friends")


async def test_settings_of_games_before_have_no_guests(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        assert table_settings_of((await table.loaded()).game).gathering == Gathering()
