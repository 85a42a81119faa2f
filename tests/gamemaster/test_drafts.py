"""Seats that are given out: an order drawn by the dice, picks in turn and back, and what nobody may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine import load_setup
from gamemaster.dice.rolls import roll_faces
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.gathering import Gathering
from gamemaster.lobby.gathering.draft_order import DICE, drawn_order, on_turn, open_to, picks_of, settled
from gamemaster.lobby.gathering.guests import gathering_of
from gamemaster.lobby.rematch import as_last_time, rematch
from gamemaster.roles import Actor, SeatedGame
from gamemaster.table_settings import USUAL, TableSettings
from tests.gamemaster.desk import ANNA, BEN, CHANNEL, CLEO, DAN, EVE, FAY, GUILD, Desk, desk
from tests.published import SETUPS

DRAFTED = replace(USUAL, gathering=Gathering(seating="drafted"))
RANDOM = replace(USUAL, gathering=Gathering(seating="random"))
NOON = 1_800_000_000
PEOPLE = {actor.user_id: actor for actor in (ANNA, BEN, CLEO, DAN, EVE)}


async def join(table: Desk, *people: Actor) -> SeatedGame:
    for person in people:
        loaded = await table.master.drafts.join(await table.loaded(), person.user_id)
    return loaded


async def begin(table: Desk, actor: Actor = ANNA) -> SeatedGame:
    return await table.master.drafts.begin(await table.loaded(), actor)


async def pick(table: Desk, user: int, *powers: str) -> SeatedGame:
    return await table.master.drafts.pick(await table.loaded(), user, powers)


def next_in(loaded: SeatedGame) -> int:
    user = on_turn(load_setup(loaded.game.setup), gathering_of(loaded.game).order, loaded.seats)
    assert user is not None
    return user


@pytest.mark.rule("GEN-01", "GEN-09")
@pytest.mark.parametrize("setup", SETUPS)
def test_however_they_pick_every_power_has_a_player_and_each_player_one_side(setup: str) -> None:
    edition, rng = load_setup(setup), Random(setup)
    for players in range(2, len(picks_of(edition)) + 1):
        for _ in range(5):
            order = rng.sample(range(1, 100), players)
            seats = settled(edition, order, {})
            while (user := on_turn(edition, order, seats)) is not None:
                power = rng.choice(open_to(edition, order, seats, user))
                seats = settled(edition, order, {**seats, **dict.fromkeys(edition.played_together([power]), user)})
            assert seats.keys() == set(edition.turn_order)
            assert set(seats.values()) == set(order)
            for each in order:
                assert len({edition.power[power].side for power, user in seats.items() if user == each}) == 1


def test_the_order_turns_back_after_each_round() -> None:
    edition, order = load_setup("global_1940"), (1, 2, 3)
    seats: dict[str, int] = {}
    took = []
    for power in ("germany", "soviet_union", "united_states", "china", "united_kingdom", "france"):
        took.append(on_turn(edition, order, seats))
        seats = settled(edition, order, {**seats, power: took[-1] or 0})
    assert took == [1, 2, 3, 3, 2, 2], "the first has the Axis alone, all of it, and is passed over"


async def test_players_pick_in_turn_with_one_ping_each(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False, customs=DRAFTED) as table:
        await join(table, ANNA, BEN, CLEO)
        loaded = await begin(table)
        first, second, third = gathering_of(loaded.game).order
        (told,) = await table.send()
        assert told.content.startswith(f"The dice draw the order: <@{first}> (")
        assert f"<@{first}>, pick a power: the Soviet Union, Germany" in told.content
        assert told.ping == [first]
        with pytest.raises(NotAllowed, match=f"It's <@{first}>'s turn to pick"):
            await pick(table, second, "japan")
        await pick(table, first, "germany")
        (told,) = await table.send()
        assert (told.ping, f"<@{first}> picks Germany." in told.content) == ([second], True)
        with pytest.raises(NotAllowed, match=f"It's <@{second}>'s turn"):
            await pick(table, first, "germany")
        with pytest.raises(TableRefusal, match=f"<@{first}> has Germany. Pick the Soviet Union"):
            await pick(table, second, "germany")
        with pytest.raises(TableRefusal, match="Pick one power: "):
            await pick(table, second, "japan", "soviet_union")
        with pytest.raises(TableRefusal, match="Pick one power: "):
            await pick(table, second, "atlantis")
        await pick(table, second, "united_kingdom")
        await pick(table, third, "united_states")
        *_, told = await table.send()
        assert told.ping == []
        assert "The seats are given out." in told.content
        after = await table.loaded()
        assert [after.powers_of(user) for user in (first, second, third)] == [
            ("germany", "japan"),
            ("soviet_union", "united_kingdom"),
            ("united_states",),
        ] or after.seats["soviet_union"] in (second, third)
        assert after.seats["japan"] == first
        await table.master.lobby.start(after, ANNA, "the start")


async def test_with_two_players_the_first_pick_settles_all(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False, customs=DRAFTED) as table:
        await join(table, ANNA, BEN)
        first, second = gathering_of((await begin(table)).game).order
        after = await pick(table, first, "japan")
        assert set(after.powers_of(first)) == {"germany", "japan"}
        assert set(after.powers_of(second)) == {"soviet_union", "united_kingdom", "united_states"}


@pytest.mark.rule("GEN-01")
async def test_the_last_without_a_side_takes_the_one_that_nobody_has(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False, setup="pacific_1940", customs=DRAFTED) as table:
        await join(table, ANNA, BEN)
        first, second = gathering_of((await begin(table)).game).order
        after = await pick(table, first, "china")
        assert after.powers_of(second) == ("japan",)


async def test_the_last_who_joins_has_the_order_drawn(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False, customs=DRAFTED) as table:
        loaded = await join(table, *PEOPLE.values())
        assert sorted(gathering_of(loaded.game).order) == sorted(PEOPLE)
        with pytest.raises(TableRefusal, match="The order is drawn already"):
            await join(table, FAY)
        with pytest.raises(TableRefusal, match="The order is drawn already"):
            await begin(table)


async def test_the_dice_give_out_random_seats_at_once_and_always_the_same(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False, customs=RANDOM) as table:
        await join(table, ANNA, BEN, CLEO)
        after = await begin(table)
        assert len(after.seats) == 5
        (told,) = await table.send()
        assert told.content.count("<@") == 6
        assert (await table.master.lobby.leave(after, BEN.user_id)).seats != after.seats
        async with table.master.store.read() as read:
            seed = await read.seed(table.game_id)
    order = drawn_order(seed, 1, [1, 2, 3])
    assert order == drawn_order(seed, 1, [3, 1, 2])
    assert order[2] == roll_faces(seed, "1", 0, "seats 2", DICE)
    assert list(order.values()) == sorted(order.values(), reverse=True)


async def test_the_organiser_has_the_dice_pick_for_who_is_away_for_a_day(tmp_path: Path) -> None:
    now = [NOON]
    async with desk(tmp_path, {}, started=False, customs=DRAFTED, clock=lambda: now[0]) as table:
        await join(table, ANNA, BEN, CLEO)
        first = next_in(await begin(table))
        drafts = table.master.drafts
        with pytest.raises(TableRefusal, match=f"<@{first}> has a day to pick"):
            await drafts.draw_for(await table.loaded(), ANNA)
        now[0] += 86_400
        with pytest.raises(NotAllowed, match="Only the organiser or a server manager"):
            await drafts.draw_for(await table.loaded(), BEN)
        after = await drafts.draw_for(await table.loaded(), ANNA)
        assert len(after.powers_of(first)) == 1
        with pytest.raises(TableRefusal, match="has a day to pick"):
            await drafts.draw_for(after, FAY)


async def test_who_leaves_ends_the_draft_and_a_new_one_has_the_same_order(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False, customs=DRAFTED) as table:
        await join(table, ANNA, BEN, CLEO)
        loaded = await begin(table)
        order = gathering_of(loaded.game).order
        await pick(table, order[0], "germany")
        await table.send()
        left = await table.master.drafts.leave(await table.loaded(), order[0])
        assert (left.seats, gathering_of(left.game).order) == ({}, ())
        [told] = await table.send()
        assert told.content.startswith(
            f"<@{order[0]}> left, so the draft is off and all seats are free. Once 5 players have joined, or <@1> "
            "says so, the order is drawn anew."
        )
        assert [each for each in table.mailbox.posts.values() if each.rows] == []
        with pytest.raises(TableRefusal, match="You haven't joined"):
            await table.master.drafts.leave(left, order[0])
        with pytest.raises(TableRefusal, match="the order isn't drawn yet"):
            await pick(table, order[1], "germany")
        await join(table, PEOPLE[order[0]])
        assert gathering_of((await begin(table)).game).order == order, "leaving draws no better place"


@pytest.mark.parametrize("customs", [DRAFTED, RANDOM])
async def test_a_rematch_gives_out_its_seats_anew_and_has_joined_who_asked_for_it(
    customs: TableSettings, tmp_path: Path
) -> None:
    async with desk(tmp_path, {}, started=False, customs=customs) as table:
        await join(table, ANNA, BEN)
        loaded = await begin(table)
        if gathering_of(loaded.game).gives_out_seats:
            await pick(table, next_in(loaded), "germany")
        await table.master.lobby.start(await table.loaded(), ANNA, "the start")
        await table.wish(FAY, "end")
        again = await rematch(table.master.lobby, await table.loaded(), BEN, GUILD, CHANNEL + 1)
        assert (again.seats, gathering_of(again.game).joined) == ({}, (BEN.user_id,))


async def test_nobody_takes_a_seat_at_will_before_they_are_given_out(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False, customs=DRAFTED) as table:
        with pytest.raises(TableRefusal, match="Seats are given out here"):
            await table.master.lobby.join(await table.loaded(), BEN.user_id, ["germany"])
        with pytest.raises(TableRefusal, match="Seats are given out here"):
            await table.wish(ANNA, "house", power="japan", level="easy")
        with pytest.raises(TableRefusal, match="Seats are given out here"):
            await table.replace(ANNA, "germany", CLEO)
        with pytest.raises(TableRefusal, match="At least 2 players"):
            await begin(table)
        await join(table, BEN)
        with pytest.raises(TableRefusal, match="You have joined already; 1 player so far"):
            await join(table, BEN)
        with pytest.raises(NotAllowed, match="Only the organiser or a server manager can start"):
            await begin(table, BEN)
        again = await as_last_time(table.master.lobby, (await table.loaded()).game, ANNA, GUILD, CHANNEL + 1)
        assert gathering_of(again.game) == Gathering(seating="drafted")


@pytest.mark.parametrize("people", [(BEN,), ()])
async def test_at_another_table_there_is_no_draft(people: Sequence[Actor], tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(TableRefusal, match="Seats are taken at will here"):
            await (join(table, *people) if people else begin(table))
