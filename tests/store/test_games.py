"""Games, seats, standing orders and drafts."""

import pytest

from store import ChannelTaken, Game, Seat, StandingOrder, Store, UnknownGame
from tests.store.conftest import HandSetClock
from tests.store.examples import CHANNEL, ORGANISER, SEED, new_game, running_game


async def test_a_game_comes_back_as_it_was_created(store: Store, clock: HandSetClock) -> None:
    async with store.write() as w:
        created = await w.create_game(new_game())
    async with store.read() as r:
        assert await r.game(created.id) == created
    assert created == Game(
        id=created.id,
        guild_id=77,
        channel_id=CHANNEL,
        name="Winter 1941 – «Ærø»",
        setup="aa1941",
        options={"victory": "minor", "open_drafts": False},
        status="lobby",
        organiser_id=ORGANISER,
        version=0,
        seq=0,
        commitment="ab" * 32,
        next_roll=1,
        engine_version="0.1.0",
        event_format=1,
        imported=False,
        last_message_id=None,
        created_at=clock.now,
        started_at=None,
        ended_at=None,
        winner=None,
        dice_method=1,
        customs=None,
        house=None,
        roll_is_open=False,
    )


async def test_the_seed_is_given_only_when_asked_for(store: Store) -> None:
    async with store.write() as w:
        game = await w.create_game(new_game())
        assert await w.seed(game.id) == SEED
    assert not hasattr(game, "seed")
    assert str(SEED) not in repr(new_game())


async def test_an_unknown_game_is_said_to_be_unknown(store: Store) -> None:
    async with store.read() as r:
        with pytest.raises(UnknownGame, match="There is no game 5"):
            await r.game(5)
        with pytest.raises(UnknownGame):
            await r.seed(5)
        with pytest.raises(UnknownGame):
            await r.latest_state(5)


async def test_a_channel_holds_one_game_at_a_time(store: Store) -> None:
    first = await running_game(store)
    with pytest.raises(ChannelTaken):
        await running_game(store)
    async with store.write() as w:
        await w.commit_turn(first.id, first.version, status="abandoned")
    second = await running_game(store)
    async with store.read() as r:
        assert await r.game_in_channel(CHANNEL) == second
        assert await r.last_game_in_channel(CHANNEL) == second
        assert await r.game_in_channel(CHANNEL + 1) is None


async def test_a_finished_game_is_still_the_last_of_its_channel(store: Store) -> None:
    game = await running_game(store)
    async with store.write() as w:
        await w.commit_turn(game.id, game.version, status="finished", winner="axis")
    async with store.read() as r:
        assert await r.game_in_channel(CHANNEL) is None
        last = await r.last_game_in_channel(CHANNEL)
    assert last is not None
    assert (last.id, last.winner) == (game.id, "axis")


async def test_start_end_and_winner_are_recorded_with_their_times(store: Store, clock: HandSetClock) -> None:
    game = await running_game(store)
    assert (game.status, game.started_at) == ("running", clock.now)
    clock.now += 86_400
    async with store.write() as w:
        await w.commit_turn(game.id, game.version, status="finished", winner="allies")
        over = await w.game(game.id)
    assert (over.status, over.started_at) == ("finished", game.started_at)
    assert (over.ended_at, over.winner) == (clock.now, "allies")


async def test_games_are_found_by_server_and_by_user(store: Store) -> None:
    played = await running_game(store, channel_id=1, guild_id=10, organiser_id=501)
    organised = await running_game(store, channel_id=2, guild_id=10, organiser_id=500)
    elsewhere = await running_game(store, channel_id=3, guild_id=11, organiser_id=501)
    async with store.write() as w:
        lobby = await w.create_game(new_game(channel_id=4, guild_id=10, organiser_id=501))
        await w.set_seat(played.id, "germany", 500)
        await w.set_seat(played.id, "japan", 500)
    async with store.write() as w:
        await w.commit_turn(elsewhere.id, elsewhere.version, status="finished")
    async with store.read() as r:
        assert [game.id for game in await r.games_of_guild(10)] == [played.id, organised.id, lobby.id]
        own = await r.games_of_user(500)
        assert [(each.game, each.powers) for each in own] == [
            (await r.game(played.id), ("germany", "japan")),
            (await r.game(organised.id), ()),
        ]


async def test_name_options_and_organiser_can_be_changed(store: Store) -> None:
    game = await running_game(store)
    async with store.write() as w:
        await w.change_game(game.id)
        await w.change_game(game.id, name="Barbarossa")
        await w.change_game(game.id, options={"clock": 24}, organiser_id=9)
        changed = await w.game(game.id)
    assert (changed.name, changed.options, changed.organiser_id) == ("Barbarossa", {"clock": 24}, 9)


async def test_seats_are_taken_handed_over_and_left(store: Store) -> None:
    game = await running_game(store)
    async with store.write() as w:
        for power, user in [("soviet_union", 1), ("germany", 2), ("japan", 2)]:
            await w.set_seat(game.id, power, user)
        await w.set_seat(game.id, "japan", 3)
        await w.set_seat(game.id, "soviet_union", None)
    async with store.read() as r:
        assert await r.seats(game.id) == (Seat("germany", 2), Seat("japan", 3))


async def test_standing_orders_are_kept_by_power_and_domain(store: Store) -> None:
    game = await running_game(store)
    async with store.write() as w:
        await w.set_standing_order(game.id, "japan", "sea", ["transport", "destroyer"])
        await w.set_standing_order(game.id, "germany", "land", ["infantry"])
        await w.set_standing_order(game.id, "germany", "air", ["fighter"])
        await w.set_standing_order(game.id, "germany", "land", ["infantry", "artillery", "tank"])
        await w.set_standing_order(game.id, "germany", "air", None)
    async with store.read() as r:
        assert await r.standing_orders(game.id) == (
            StandingOrder("germany", "land", ("infantry", "artillery", "tank")),
            StandingOrder("japan", "sea", ("transport", "destroyer")),
        )


async def test_a_draft_is_kept_until_it_is_dropped(store: Store) -> None:
    game = await running_game(store)
    typed = "3 infantry: germany > «eastern europe»\nand a lone surrogate \ud83d"
    async with store.write() as w:
        await w.keep_draft(game.id, 2, "orders", "first try")
        await w.keep_draft(game.id, 2, "orders", {"text": typed})
        await w.keep_draft(game.id, 3, "orders", ["another user's"])
    async with store.read() as r:
        assert await r.draft(game.id, 2, "orders") == {"text": typed}
        assert await r.draft(game.id, 2, "casualties") is None
    async with store.write() as w:
        await w.drop_draft(game.id, 2, "orders")
        assert await w.draft(game.id, 2, "orders") is None
        assert await w.draft(game.id, 3, "orders") == ["another user's"]
