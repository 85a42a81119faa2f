"""Seats that change hands in the middle of a war: given up, called for, taken, handed over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import setup_names
from gamemaster.consent import Asked
from gamemaster.errors import NotAllowed, NotBegun, TableRefusal
from gamemaster.outbox.sender import Outgoing
from gamemaster.roles import Actor
from store import utc_seconds
from tests.gamemaster.asked import side_by_side
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, EVE, FAY, Desk, desk
from tests.gamemaster.test_consent import labels, named
from tests.gamemaster.test_pace import DAILY, end_for, later

FOUR = {CLEO: ("soviet_union",), DAN: ("united_kingdom", "united_states"), BEN: ("germany", "japan")}
"""Anna organises, and doesn't play."""


async def seats(table: Desk) -> dict[str, int]:
    return dict((await table.loaded()).seats)


async def hand_over(table: Desk, actor: Actor, to: Actor, *powers: str, keep: bool = True) -> Asked:
    return await table.wish(actor, "handover", powers=list(powers), user_id=to.user_id, keep_orders=keep)


async def left_an_order(table: Desk, actor: Actor, power: str) -> None:
    loaded = await table.loaded()
    await table.master.standing_orders.leave(loaded, actor.user_id, power, "land", ["tank", "infantry"])


async def orders_of(table: Desk, actor: Actor) -> dict[str, Any]:
    return await table.master.standing_orders.of(await table.loaded(), actor.user_id)


def call_in(posts: list[Outgoing]) -> Outgoing:
    return named(posts, "Wanted: a new player.")


async def test_a_seat_given_up_is_called_for_and_taken_with_consent_of_its_side(tmp_path: Path) -> None:
    async with desk(tmp_path, FOUR) as table:
        await table.send()
        assert await table.wish(BEN, "resign", powers=["germany", "japan"]) == Asked()
        posts = await table.send()
        assert posts[0].content.startswith("Ben gave up Germany and Japan.")
        assert "Free: **Germany and Japan**." in call_in(posts).content
        assert labels(call_in(posts)) == ["Take Germany and Japan"]
        assert "germany" not in await seats(table)
        with pytest.raises(NotAllowed, match="You have no seat"):
            await table.wish(BEN, "resign", powers=["germany"])
        for opponent, why in ((CLEO, "same side"), (DAN, "same side")):
            with pytest.raises(NotAllowed, match=why):
                await table.wish(opponent, "take", side="axis")
        assert (await table.wish(EVE, "take", side="axis")).users == (ANNA.user_id,)  # no ally is left
        card = named(await table.send(), "Eve asks to play Germany and Japan, which nobody plays now.")
        assert list(card.ping) == [ANNA.user_id]
        await table.say(ANNA, "agree")
        posts = await table.send()
        note = named(posts, "Germany and Japan are now played by <@5> (decided by Eve; Anna agreed).")
        assert labels(note) == ["Dossier"]
        assert (await seats(table))["japan"] == EVE.user_id
        assert any("All seats have a player again." in message.content for _, message in table.mailbox.edits)
        with pytest.raises(TableRefusal, match="has a player already"):
            await table.wish(BEN, "take", side="axis")


@pytest.mark.parametrize("setup", setup_names())
async def test_in_every_setup_a_whole_side_can_be_given_up_and_taken(tmp_path: Path, setup: str) -> None:
    sides = side_by_side(setup)
    async with desk(tmp_path, sides, setup=setup) as table:
        await table.wish(ANNA, "resign", powers=list((await table.view(ANNA)).powers))
        [label] = labels(call_in(await table.send()))
        assert label.startswith("Take ")
        assert len(label) <= 80
        assert await table.wish(FAY, "take", side="allies") == Asked()
        powers = [power for power, user in (await seats(table)).items() if user == FAY.user_id]
        assert set(powers) >= set(sides[ANNA])


async def test_two_may_ask_for_a_seat_and_an_ally_decides(tmp_path: Path) -> None:
    async with desk(tmp_path, FOUR) as table:
        await table.wish(CLEO, "resign", powers=["soviet_union"])
        for guest in (EVE, Actor(6, "Gus")):
            assert (await table.wish(guest, "take", side="allies")).users == (ANNA.user_id, DAN.user_id)
        await table.wish(BEN, "resign", powers=["germany", "japan"])
        with pytest.raises(NotAllowed, match="has played the other side"):
            await table.wish(BEN, "take", side="allies")
        await table.say(DAN, "agree", 2)
        assert (await seats(table))["soviet_union"] == 6
        assert "game has gone on" in await table.say(DAN, "agree", 1)
        assert (await seats(table))["soviet_union"] == 6


async def test_who_is_asked_and_presses_take_wants_the_seat_for_themselves(tmp_path: Path) -> None:
    async with desk(tmp_path, FOUR) as table:
        await table.wish(CLEO, "resign", powers=["soviet_union"])
        assert (await table.wish(EVE, "take", side="allies")).users == (ANNA.user_id, DAN.user_id)
        assert (await table.wish(DAN, "take", side="allies")).users == (ANNA.user_id,)
        assert "soviet_union" not in await seats(table)
        await table.say(ANNA, "agree", proposal=2)
        assert (await seats(table))["soviet_union"] == DAN.user_id


async def test_nobody_asks_for_a_seat_again_and_again(tmp_path: Path) -> None:
    async with desk(tmp_path, FOUR) as table:
        await table.wish(CLEO, "resign", powers=["soviet_union"])
        await table.wish(EVE, "take", side="allies")
        assert (await table.wish(EVE, "take", side="allies")).since is not None
        await table.say(EVE, "withdraw")
        with pytest.raises(TableRefusal, match="You withdrew that"):
            await table.wish(EVE, "take", side="allies")


async def test_an_organiser_gives_a_free_seat_and_takes_one_without_consent(tmp_path: Path) -> None:
    async with desk(tmp_path, FOUR) as table:
        await table.wish(BEN, "resign", powers=["germany", "japan"])
        await table.send()
        assert await table.replace(ANNA, "germany", EVE) == Asked()
        await table.send()
        assert "Free: **Japan**." in table.mailbox.edits[-1][1].content
        assert await table.wish(ANNA, "take", side="axis") == Asked()
        assert (await seats(table))["japan"] == ANNA.user_id


async def test_the_seat_of_who_left_the_server_is_called_for(tmp_path: Path) -> None:
    async with desk(tmp_path, FOUR) as table:
        with pytest.raises(TableRefusal, match="No seat is free here, and all players are on this server"):
            await table.wish(DAN, "call", left=[])
        with pytest.raises(NotAllowed, match="Only a player, the organiser or a server manager"):
            await table.wish(EVE, "call", left=[])
        await table.wish(DAN, "call", left=[BEN.user_id])
        posts = await table.send()
        assert named(posts, "Germany and Japan: <@2> left the server (reported by Dan).")
        assert call_in(posts)
        await table.wish(DAN, "call", left=[])
        assert call_in(await table.send())
        assert len([post for post in table.mailbox.posts.values() if "Wanted:" in post.content]) == 1


@pytest.mark.parametrize("keep", [True, False])
async def test_a_seat_is_handed_over_with_or_without_standing_orders(tmp_path: Path, keep: bool) -> None:
    async with desk(tmp_path, FOUR) as table:
        await left_an_order(table, BEN, "germany")
        await left_an_order(table, BEN, "japan")
        assert (await hand_over(table, BEN, EVE, "germany", keep=keep)).users == (EVE.user_id,)
        card = named(await table.send(), "Ben asks to hand Germany over to <@5>.")
        assert "order" not in card.content.replace("gives the orders, sees those of the open phase", "")
        for other in (FAY, ANNA, CLEO):
            with pytest.raises(NotAllowed, match="Only <@5> can answer that"):
                await table.say(other, "agree")
        await table.say(EVE, "agree")
        posts = await table.send()
        assert named(posts, "Germany is now played by <@5> (handed over by Ben; Eve agreed).")
        assert not any("standing" in post.content.lower() for post in posts)
        assert ("germany" in await orders_of(table, EVE)) is keep
        assert list(await orders_of(table, BEN)) == ["japan"]
        assert await table.say(EVE, "agree") == "<@5> has already agreed to that. Nothing else changed."


async def test_seats_that_cannot_be_handed_over(tmp_path: Path) -> None:
    async with desk(tmp_path, FOUR) as table:
        with pytest.raises(NotAllowed, match="only your own powers"):
            await hand_over(table, BEN, EVE, "soviet_union")
        with pytest.raises(NotAllowed, match="only your own powers"):
            await hand_over(table, BEN, EVE)
        with pytest.raises(NotAllowed, match="same side"):
            await hand_over(table, BEN, CLEO, "germany")
        with pytest.raises(TableRefusal, match="already play that yourself"):
            await hand_over(table, BEN, BEN, "germany")
        with pytest.raises(NotAllowed, match="You have no seat"):
            await hand_over(table, EVE, BEN, "germany")
        await hand_over(table, BEN, EVE, "germany")
        await table.wish(BEN, "resign", powers=["germany"])
        assert "game has gone on" in await table.say(EVE, "agree")
        assert "germany" not in await seats(table)
        await table.wish(FAY, "end")
        for deed, body in (("resign", {"powers": ["japan"]}), ("take", {"side": "axis"}), ("call", {"left": [2]})):
            with pytest.raises(TableRefusal, match="This game is over"):
                await table.wish(BEN, deed, **body)
    (tmp_path / "lobby").mkdir()
    async with desk(tmp_path / "lobby", started=False) as table:
        for deed, body in (("resign", {"powers": ["japan"]}), ("take", {"side": "axis"}), ("draw", {})):
            with pytest.raises(NotBegun):
                await table.wish(BEN, deed, **body)


async def test_no_organiser_seats_anybody_who_has_played_the_other_side(tmp_path: Path) -> None:
    async with desk(tmp_path, FOUR) as table:
        await table.wish(CLEO, "resign", powers=["soviet_union"])
        await table.wish(BEN, "resign", powers=["germany", "japan"])
        with pytest.raises(NotAllowed, match="<@2> has played the other side of this game and knows too much"):
            await table.replace(ANNA, "soviet_union", BEN)
        assert await table.replace(ANNA, "germany", BEN) == Asked()


@pytest.mark.rule("ASY-42")
async def test_a_turn_that_nobody_plays_ends_by_default(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, FOUR, clock=lambda: now[0], customs=DAILY) as table:
        await table.wish(CLEO, "resign", powers=["soviet_union"])
        assert "nobody's turn" in (await table.send())[-1].content
        [panel] = await later(table, now, 24)
        assert panel.content.startswith("The time for the Soviet Union's turn, which nobody plays, ran out on <t:")
        told, *_ = await end_for(table, BEN)
        assert told.content.startswith("Ben ended the Soviet Union's purchase as nobody plays it and its time ran out")


async def test_a_draw_is_offered_by_any_player_and_needs_the_other_side(tmp_path: Path) -> None:
    async with desk(tmp_path, FOUR) as table:
        with pytest.raises(NotAllowed, match="You have no seat"):
            await table.wish(EVE, "draw")
        assert (await table.wish(DAN, "draw")).users == (BEN.user_id,)
        assert "Dan asks to end the game as a draw." in named(await table.send(), "as a draw").content
        with pytest.raises(NotAllowed, match="Only <@2>"):
            await table.say(CLEO, "agree")
        await hand_over(table, CLEO, EVE, "soviet_union")
        await table.say(BEN, "agree")
        assert (await table.loaded()).game.status == "abandoned"
        assert await table.say(EVE, "agree", proposal=2) == "The game is over, so this is off."
