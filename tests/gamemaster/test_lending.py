"""A seat that is lent: somebody else plays whole turns until its owner takes it back (ASY-63)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.consent import Asked
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.swapping import powers_after_swap
from gamemaster.roles import Actor
from store.games.deleting import delete_person, games_with
from tests.gamemaster.asked import side_by_side
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, EVE, FAY, Desk, desk
from tests.gamemaster.test_consent import named
from tests.gamemaster.test_seats import left_an_order, orders_of, seats
from tests.published import SETUPS

END = {"type": "end_phase"}
BUY = {"type": "purchase", "units": {"infantry": 1}}


async def lend(table: Desk, actor: Actor, to: Actor, *powers: str) -> Asked:
    return await table.wish(actor, "lend", powers=list(powers), user_id=to.user_id)


async def lent(table: Desk, actor: Actor, to: Actor, *powers: str) -> None:
    assert (await lend(table, actor, to, *powers)).users == (to.user_id,)
    assert await table.say(to, "agree") == "You agreed. I've told the table."


async def taken_back(table: Desk, by: Actor) -> None:
    assert await table.wish(by, "return") == Asked()


@pytest.mark.rule("ASY-63", setups="every + 1940")
@pytest.mark.parametrize("setup", SETUPS)
async def test_a_lent_seat_is_played_by_another_until_it_is_taken_back(tmp_path: Path, setup: str) -> None:
    async with desk(tmp_path, side_by_side(setup), setup=setup) as table:
        on_turn = (await table.loaded()).seats[(await table.state()).power]
        owner, opponent = (ANNA, BEN) if on_turn == ANNA.user_id else (BEN, ANNA)
        powers = (await table.view(owner)).powers
        await lent(table, owner, EVE, *powers)
        for other in (owner, opponent):
            with pytest.raises(NotAllowed):
                await table.act(other, END)
        before = (await table.state()).phase
        await table.act(EVE, END)
        assert (await table.state()).phase != before
        await taken_back(table, owner)
        assert set((await table.view(owner)).powers) == set(powers)
        with pytest.raises(NotAllowed):
            await table.act(EVE, END)


async def test_the_table_reads_who_plays_for_whom_and_who_agreed(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        await lend(table, ANNA, EVE, "soviet_union")
        card = named(await table.send(), "Anna asks to lend the Soviet Union to <@5>.")
        assert list(card.ping) == [EVE.user_id]
        assert "Anna takes it back at any time with `/deputy end`." in card.content
        for other in (FAY, ANNA, BEN):
            with pytest.raises(NotAllowed, match="Only <@5> can answer that"):
                await table.say(other, "agree")
        await table.say(EVE, "agree")
        told = named(await table.send(), "The Soviet Union is now played by <@5> for Anna")
        assert list(told.ping) == [EVE.user_id]
        loaded = await table.loaded()
        assert loaded.players_named()["soviet_union"] == "<@5> for <@1>"
        assert loaded.players_named()["united_kingdom"] == "<@1>"
        await taken_back(table, EVE)
        back = named(await table.send(), "The Soviet Union is played by <@1> again (ended by Eve).")
        assert list(back.ping) == [ANNA.user_id]
        assert dict((await table.loaded()).lenders) == {}


async def test_the_owner_who_takes_it_back_pings_nobody(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await lent(table, ANNA, EVE, "soviet_union")
        await table.send()
        await taken_back(table, ANNA)
        assert [list(post.ping) for post in await table.send()] == [[], []]


async def test_who_borrows_sees_what_the_seat_sees_and_the_owner_what_everybody_sees(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await left_an_order(table, ANNA, "soviet_union")
        await lent(table, ANNA, EVE, *(await table.view(ANNA)).powers)
        await table.act(EVE, BUY)
        assert (await table.view(EVE)).board.purchased
        assert (await table.view(ANNA)).board.purchased == {}
        assert "soviet_union" in await orders_of(table, EVE)
        assert await orders_of(table, ANNA) == {}
        with pytest.raises(NotAllowed, match="You lent your seat to <@5>"):
            await table.wish(ANNA, "draw")
        await taken_back(table, ANNA)
        assert (await table.view(ANNA)).board.purchased
        assert (await table.view(EVE)).board.purchased == {}
        assert "soviet_union" in await orders_of(table, ANNA)
        assert await orders_of(table, EVE) == {}


async def test_who_borrows_a_seat_cannot_give_it_away(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await lent(table, BEN, EVE, "germany", "japan")
        to = {"powers": ["japan"], "user_id": DAN.user_id, "keep_orders": True}
        for deed, body in (("handover", to), ("lend", to), ("resign", {"powers": ["japan"]})):
            with pytest.raises(TableRefusal, match="You only play it for <@2>"):
                await table.wish(EVE, deed, **body)
        assert (await seats(table))["japan"] == EVE.user_id


async def test_seats_that_cannot_be_lent(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        for to, powers, why in (
            (EVE, ("soviet_union",), "only your own powers"),
            (EVE, (), "only your own powers"),
            (ANNA, ("germany",), "same side"),
            (BEN, ("germany",), "already play that yourself"),
        ):
            with pytest.raises((NotAllowed, TableRefusal), match=why):
                await lend(table, BEN, to, *powers)
        with pytest.raises(NotAllowed, match="You haven't lent a seat in this game"):
            await taken_back(table, BEN)
        await lend(table, BEN, EVE, "germany")
        await table.wish(BEN, "resign", powers=["germany"])
        assert "game has gone on" in await table.say(EVE, "agree")
        await table.wish(FAY, "end")
        with pytest.raises(TableRefusal, match="This game is over"):
            await lend(table, BEN, EVE, "japan")


async def test_who_has_played_a_lent_seat_never_plays_the_other_side(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await lent(table, ANNA, EVE, "soviet_union")
        await taken_back(table, ANNA)
        with pytest.raises(NotAllowed, match="knows too much"):
            await lend(table, BEN, EVE, "germany")


async def test_who_plays_a_lent_seat_instead_is_the_owners_affair(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await lent(table, BEN, EVE, "germany")
        asked = await table.wish(FAY, "replace", power="germany", user_id=CLEO.user_id, has_left=True)
        assert asked.users == (BEN.user_id,)
        with pytest.raises(NotAllowed):
            await table.say(EVE, "agree", 2)
        await table.say(BEN, "agree", 2)
        assert (await seats(table))["germany"] == CLEO.user_id
        assert dict((await table.loaded()).lenders) == {}


async def test_a_borrower_who_left_the_server_leaves_the_seat_to_its_owner(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await lent(table, BEN, EVE, "germany")
        with pytest.raises(TableRefusal, match="No seat is free here"):
            await table.wish(FAY, "call", left=[EVE.user_id])
        await taken_back(table, BEN)
        assert (await seats(table))["germany"] == BEN.user_id


async def test_a_rematch_is_for_the_owner(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await lent(table, BEN, EVE, "germany", "japan")
        over = (await table.loaded()).seating
        assert "soviet_union" in powers_after_swap(over, BEN.user_id)
        assert powers_after_swap(over, EVE.user_id) == ()


@pytest.mark.parametrize(("deleted", "player"), [(EVE, BEN), (BEN, EVE)])
async def test_a_person_who_is_deleted_leaves_no_loan(tmp_path: Path, deleted: Actor, player: Actor) -> None:
    async with desk(tmp_path) as table:
        await left_an_order(table, BEN, "germany")
        await lent(table, BEN, EVE, "germany")
        async with table.master.store.write() as write:
            assert table.game_id in await games_with(write, deleted.user_id)
            await delete_person(write, deleted.user_id)
            (seat,) = (seat for seat in await write.seats(table.game_id) if seat.power == "germany")
            assert (seat.user_id, seat.lender_id) == (player.user_id, None)
            assert [order.power for order in await write.standing_orders(table.game_id)] == ["germany"]
