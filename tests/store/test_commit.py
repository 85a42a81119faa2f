"""Committing a turn: all of it, once, by one of those who try."""

import asyncio
import json

import pytest
from sqlalchemy.exc import IntegrityError

from store import AlreadyDone, Entry, LoggedRoll, Roll, StaleVersion, StateNotKept, Store, StoredState, UnknownGame
from tests.store.conftest import HandSetClock
from tests.store.examples import entry, new_game, play, post, running_game, state


async def test_entries_state_rolls_and_messages_come_back_as_committed(store: Store, clock: HandSetClock) -> None:
    game = await running_game(store)
    rolls = (Roll(1, "press", "2 infantry attack", (1, 6)), Roll(2, "press", "1 infantry defends", (3,)))
    body = json.dumps({"round": 1, "pieces": ["germany.infantry.1"] * 500})
    async with store.write() as w:
        committed = await w.commit_turn(
            game.id,
            game.version,
            [
                entry("press", rolls=rolls),
                entry("press", cause_index=1, by="japan", auto="order", events=(), action={"type": "decide"}),
            ],
            state("1.germany.combat", body),
            [post("Two infantry attack.")],
        )
    async with store.read() as r:
        after = await r.game(game.id)
        log = await r.entries_since(game.id, 0)
        assert await r.latest_state(game.id) == StoredState(body=body, phase_key="1.germany.combat", format=1, seq=2)
        assert await r.rolls(game.id) == (
            LoggedRoll(1, "press", "2 infantry attack", (1, 6), 1),
            LoggedRoll(2, "press", "1 infantry defends", (3,), 1),
        )
        assert [message.id for message in await r.unsent_messages(game.id)] == list(committed.message_ids)
    assert (committed.version, committed.seq) == (after.version, after.seq) == (game.version + 1, 2)
    assert after.next_roll == 3
    assert log[0] == Entry(
        game_id=game.id,
        seq=1,
        by="germany",
        action={"type": "move", "units": {"infantry": 2}, "path": ["germany", "eastern_europe"]},
        cause="press",
        cause_index=0,
        dice=(1, 6, 3),
        events=({"kind": "moved", "to": "eastern_europe"},),
        auto=None,
        engine_version="0.1.0",
        event_format=1,
        written_at=clock.now,
        rolled_back_by=None,
    )
    assert (log[1].seq, log[1].by, log[1].auto, log[1].dice, log[1].events) == (2, "japan", "order", (), ())


async def test_of_two_submissions_at_once_one_wins_and_the_other_is_told(store: Store) -> None:
    game = await running_game(store)

    async def submit(cause: str) -> str:
        async with store.write() as w:
            await w.commit_turn(game.id, game.version, [entry(cause)], state("p", f'"{cause}"'), [post(cause)])
        return cause

    results = await asyncio.gather(submit("Anna"), submit("Ben"), return_exceptions=True)
    winners = [result for result in results if isinstance(result, str)]
    losers = [result for result in results if not isinstance(result, str)]
    assert len(winners) == 1
    assert [type(loser) for loser in losers] == [StaleVersion]
    async with store.read() as r:
        assert [each.cause for each in await r.entries_since(game.id, 0)] == winners
        assert (await r.latest_state(game.id)).body == f'"{winners[0]}"'
        assert [message.payload["content"] for message in await r.unsent_messages(game.id)] == winners


async def test_of_two_stores_on_one_database_one_wins_too(store: Store, database_url: str) -> None:
    game = await running_game(store)
    other = await Store.open(database_url)

    async def submit(through: Store, cause: str) -> None:
        async with through.write() as w:
            await w.commit_turn(game.id, game.version, [entry(cause)], state("p"))

    results = await asyncio.gather(submit(store, "Anna"), submit(other, "Ben"), return_exceptions=True)
    await other.close()
    assert sorted(type(result).__name__ for result in results) == ["NoneType", "StaleVersion"]


async def test_games_do_not_stand_in_each_others_way(store: Store) -> None:
    games = [await running_game(store, channel_id=channel) for channel in range(1, 21)]
    await asyncio.gather(*(play(store, game.id, "p") for game in games))
    async with store.read() as r:
        assert {game.seq for game in await r.all_games()} == {1}


async def test_who_holds_a_game_reads_what_whoever_held_it_before_has_written(store: Store) -> None:
    game = await running_game(store)
    former: list[int | None] = []

    async def replace_post(message_id: int) -> None:
        async with store.write() as w:
            await w.hold(game.id)
            there = await w.post(game.id, "invitation")
            former.append(there.message_id if there else None)
            await asyncio.sleep(0)
            await w.remember_post(game.id, "invitation", 5, message_id)

    await asyncio.gather(*(replace_post(number) for number in (1, 2, 3, 4)))
    async with store.read() as r:
        last = await r.post(game.id, "invitation")
    assert last is not None
    assert sorted(each or 0 for each in [*former, last.message_id]) == [0, 1, 2, 3, 4]


async def test_a_second_delivery_is_answered_with_what_was_done(store: Store) -> None:
    game = await running_game(store)
    pair = [entry("press"), entry("press", cause_index=1, by="japan")]
    async with store.write() as w:
        await w.commit_turn(game.id, game.version, pair, state("p"))
    for version in (game.version, game.version + 1):
        with pytest.raises(AlreadyDone) as caught:
            async with store.write() as w:
                await w.commit_turn(game.id, version, [entry("press")], state("p"))
        assert [(each.seq, each.by) for each in caught.value.entries] == [(1, "germany"), (2, "japan")]
    async with store.read() as r:
        assert (await r.game(game.id)).version == game.version + 1
        assert [each.seq for each in await r.entries_of_cause(game.id, "press")] == [1, 2]
        assert await r.entries_of_cause(game.id, "another press") == ()


async def test_the_same_cause_counts_for_another_game(store: Store) -> None:
    for channel in (1, 2):
        game = await running_game(store, channel_id=channel)
        async with store.write() as w:
            await w.commit_turn(game.id, game.version, [entry("press")], state("p"))
            assert len(await w.entries_of_cause(game.id, "press")) == 1


async def test_two_entries_with_one_place_in_their_cause_save_nothing(store: Store) -> None:
    game = await running_game(store)
    with pytest.raises(IntegrityError):
        async with store.write() as w:
            await w.commit_turn(game.id, game.version, [entry("press"), entry("press")], state("p"), [post("No.")])
    async with store.read() as r:
        assert await r.game(game.id) == game
        assert await r.entries_since(game.id, 0) == ()
        assert await r.unsent_messages(game.id) == ()


async def test_a_transaction_that_raises_leaves_nothing_behind(store: Store) -> None:
    game = await running_game(store)

    class PlayerChangedTheirMindError(Exception):
        pass

    async def change_everything_then_fail() -> None:
        async with store.write() as w:
            await w.commit_turn(game.id, game.version, [entry("press")], state("p"), [post("No.")])
            await w.set_seat(game.id, "germany", 5)
            raise PlayerChangedTheirMindError

    with pytest.raises(PlayerChangedTheirMindError):
        await change_everything_then_fail()
    async with store.read() as r:
        assert await r.game(game.id) == game
        assert await r.seats(game.id) == ()
        assert await r.unsent_messages(game.id) == ()
        assert (await r.latest_state(game.id)).phase_key == "start"


async def test_a_commit_without_entries_still_needs_the_right_version(store: Store) -> None:
    game = await running_game(store)
    async with store.write() as w:
        committed = await w.commit_turn(game.id, game.version)
    assert (committed.version, committed.seq, committed.message_ids) == (game.version + 1, 0, ())
    with pytest.raises(StaleVersion, match="has changed since it was read"):
        async with store.write() as w:
            await w.commit_turn(game.id, game.version)
    with pytest.raises(UnknownGame):
        async with store.write() as w:
            await w.commit_turn(game.id + 1, 0)


async def test_entries_without_a_state_are_a_bug(store: Store) -> None:
    game = await running_game(store)
    with pytest.raises(ValueError, match="the state after them"):
        async with store.write() as w:
            await w.commit_turn(game.id, game.version, [entry("press")])


@pytest.mark.parametrize("number", [0, 2])
async def test_roll_numbers_neither_repeat_nor_leave_gaps(store: Store, number: int) -> None:
    game = await running_game(store)
    with pytest.raises(ValueError, match="out of order"):
        async with store.write() as w:
            await w.commit_turn(game.id, game.version, [entry("p", rolls=(Roll(number, "p", "", (1,)),))], state("p"))


async def test_dice_that_differ_from_the_rolls_are_a_bug(store: Store) -> None:
    game = await running_game(store)
    altered = entry("p", rolls=(Roll(1, "p", "", (1,)),), dice=(6,))
    with pytest.raises(ValueError, match="faces of its rolls"):
        async with store.write() as w:
            await w.commit_turn(game.id, game.version, [altered], state("p"))


async def test_an_imported_game_may_have_dice_without_rolls(store: Store) -> None:
    game = await running_game(store, imported=True)
    async with store.write() as w:
        await w.commit_turn(game.id, game.version, [entry("import", dice=(5, 5))], state("p"))
        assert (await w.entries_since(game.id, 0))[0].dice == (5, 5)
        assert await w.rolls(game.id) == ()
    assert game.imported


async def test_the_last_state_and_the_last_of_each_phase_are_kept(store: Store) -> None:
    game = await running_game(store)
    for phase in ("1.germany.purchase", "1.germany.combat_move", "1.germany.combat_move", "1.germany.combat_move"):
        await play(store, game.id, phase)
    await play(store, game.id, "1.japan.purchase")
    await play(store, game.id, "1.japan.purchase")
    async with store.read() as r:
        assert await r.kept_states(game.id) == (
            (0, "start"),
            (1, "1.germany.purchase"),
            (4, "1.germany.combat_move"),
            (6, "1.japan.purchase"),
        )
        assert (await r.state_at(game.id, 4)).body == '{"at":4}'
        assert (await r.state_at_or_before(game.id, 3)).seq == 1
        with pytest.raises(StateNotKept):
            await r.state_at(game.id, 3)


async def test_a_lobby_has_no_state(store: Store) -> None:
    async with store.write() as w:
        game = await w.create_game(new_game())
        with pytest.raises(StateNotKept, match="no stored state"):
            await w.latest_state(game.id)


async def test_a_reader_sees_one_moment(store: Store) -> None:
    game = await running_game(store)
    async with store.read() as r:
        before = await r.game(game.id)
        await play(store, game.id, "p")
        assert await r.game(game.id) == before
        assert await r.entries_since(game.id, 0) == ()
    async with store.read() as r:
        assert (await r.game(game.id)).seq == 1


async def test_part_of_the_log_can_be_read(store: Store) -> None:
    game = await running_game(store)
    for _ in range(5):
        await play(store, game.id, "p")
    async with store.read() as r:
        assert [each.seq for each in await r.entries_since(game.id, 1, until=3)] == [2, 3]
        assert [each.seq for each in await r.entries_since(game.id, 3)] == [4, 5]
