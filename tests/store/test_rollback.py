"""Going back: nothing is deleted, nothing is rolled twice."""

import pytest

from store import AlreadyDone, GameOver, GameStatus, NoSuchEntry, Roll, StaleVersion, StateNotKept, Store
from tests.store.examples import entry, play, post, running_game, state


async def played_game(store: Store) -> int:
    """Six entries: phase a to 2, phase b to 5, phase c; each rolled one die."""
    game = await running_game(store)
    for number, phase in enumerate("aabbbc", start=1):
        cause = f"press {number}"
        await play(store, game.id, phase, rolls=(Roll(number, cause, "attack", (number,)),))
    return game.id


async def test_a_rollback_restores_the_stored_state_and_keeps_the_log(store: Store) -> None:
    game_id = await played_game(store)
    async with store.write() as w:
        version = (await w.game(game_id)).version
        by_gm = entry("rollback", by="gm", action={"type": "rollback", "to": 2}, events=())
        committed = await w.rollback(game_id, version, 2, by_gm, outbox=[post("Back to the purchase.")])
    async with store.read() as r:
        latest = await r.latest_state(game_id)
        assert (latest.seq, latest.phase_key, latest.body) == (7, "a", '{"at":2}')
        assert [each.seq for each in await r.entries_since(game_id, 0)] == [1, 2, 7]
        whole = await r.entries_since(game_id, 0, rolled_back=True)
        assert [each.rolled_back_by for each in whole] == [None, None, 7, 7, 7, 7, None]
        assert await r.kept_states(game_id) == ((0, "start"), (7, "a"))
        assert len(await r.unsent_messages(game_id)) == 1
    assert (committed.seq, committed.version) == (7, version + 1)


async def test_rolls_and_their_numbers_outlive_a_rollback(store: Store) -> None:
    game_id = await played_game(store)
    async with store.write() as w:
        game = await w.game(game_id)
        await w.rollback(game_id, game.version, 2, entry("rollback", events=()))
    await play(store, game_id, "a", rolls=(Roll(7, "press 8", "attack", (5,)),))
    async with store.read() as r:
        assert [(roll.number, roll.seq) for roll in await r.rolls(game_id)] == [
            *((n, n) for n in range(1, 7)),
            (7, 8),
        ]
        assert (await r.game(game_id)).next_roll == 8


async def test_a_rollback_to_an_entry_without_a_state_is_given_the_folded_one(store: Store) -> None:
    game_id = await played_game(store)
    by_gm = entry("rollback", events=())
    async with store.read() as r:
        version = (await r.game(game_id)).version
    with pytest.raises(StateNotKept):
        async with store.write() as w:
            await w.rollback(game_id, version, 4, by_gm)
    async with store.read() as r:
        nearest = await r.state_at_or_before(game_id, 4)
        assert [each.seq for each in await r.entries_since(game_id, nearest.seq, until=4)] == [3, 4]
    async with store.write() as w:
        await w.rollback(game_id, version, 4, by_gm, state("b", '{"folded":4}'))
        assert (await w.latest_state(game_id)).body == '{"folded":4}'
        assert [each.seq for each in await w.entries_since(game_id, 0)] == [1, 2, 3, 4, 7]
        assert await w.kept_states(game_id) == ((0, "start"), (2, "a"), (7, "b"))


async def test_a_rollback_can_go_behind_an_earlier_one(store: Store) -> None:
    game_id = await played_game(store)
    for to_seq in (2, 0):
        async with store.write() as w:
            version = (await w.game(game_id)).version
            await w.rollback(game_id, version, to_seq, entry(f"rollback to {to_seq}", events=()))
    async with store.read() as r:
        assert (await r.latest_state(game_id)).body == '{"at":0}'
        whole = await r.entries_since(game_id, 0, rolled_back=True)
        assert [each.rolled_back_by for each in whole] == [8, 8, 7, 7, 7, 7, 8, None]


async def test_no_rollback_leads_to_what_was_rolled_back_or_never_was(store: Store) -> None:
    game_id = await played_game(store)
    async with store.write() as w:
        version = (await w.game(game_id)).version
        await w.rollback(game_id, version, 2, entry("rollback", events=()))
    for to_seq in (5, 8, -1):
        with pytest.raises(NoSuchEntry, match=f"no entry {to_seq}"):
            async with store.write() as w:
                await w.rollback(game_id, version + 1, to_seq, entry("again", events=()))


async def test_a_second_press_of_rollback_changes_nothing(store: Store) -> None:
    game_id = await played_game(store)
    async with store.write() as w:
        version = (await w.game(game_id)).version
        await w.rollback(game_id, version, 2, entry("rollback", events=()))
    for again in (version, version + 1):
        with pytest.raises(AlreadyDone):
            async with store.write() as w:
                await w.rollback(game_id, again, 2, entry("rollback", events=()))


async def test_a_rollback_of_a_game_that_has_moved_on_is_refused_whole(store: Store) -> None:
    game_id = await played_game(store)
    with pytest.raises(StaleVersion):
        async with store.write() as w:
            await w.rollback(game_id, 1, 2, entry("rollback", events=()))
    async with store.read() as r:
        assert [each.seq for each in await r.entries_since(game_id, 0)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("over", ["finished", "abandoned"])
async def test_a_game_that_is_over_never_goes_on(store: Store, over: GameStatus) -> None:
    """Its seed is public, so every roll to come would be known."""
    game_id = await played_game(store)
    async with store.write() as w:
        version = (await w.game(game_id)).version
        await w.commit_turn(game_id, version, status=over)
    with pytest.raises(GameOver):
        async with store.write() as w:
            await w.rollback(game_id, version + 1, 2, entry("rollback", events=()))
    with pytest.raises(GameOver):
        async with store.write() as w:
            await w.commit_turn(game_id, version + 1, status="running")
    async with store.read() as r:
        assert (await r.game(game_id)).status == over
