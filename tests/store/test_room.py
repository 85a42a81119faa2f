"""What is old gives its room back: states that can be folded, posts that were sent."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from store import StateNotKept, Store
from store.maintenance.backup import backup
from tests.store.conftest import HandSetClock
from tests.store.examples import claim, entry, play, post, running_game, sent, state, tell


async def played_game(store: Store) -> int:
    """A phase for each entry; the states after 2 and 3 are thinned out."""
    game = await running_game(store)
    for phase in "abcd":
        await play(store, game.id, phase)
    async with store.write() as w:
        await w.thin_states(game.id, [2, 3])
    return game.id


async def test_a_state_that_is_thinned_out_stays_on_record_and_is_folded_from_the_one_before(store: Store) -> None:
    game_id = await played_game(store)
    async with store.read() as r:
        assert await r.kept_states(game_id) == ((0, "start"), (1, "a"), (2, "b"), (3, "c"), (4, "d"))
        assert await r.whole_states(game_id) == ((0, "start"), (1, "a"), (4, "d"))
        nearest = await r.state_at_or_before(game_id, 3)
        assert (nearest.seq, nearest.body) == (1, '{"at":1}')
        assert (await r.latest_state(game_id)).body == '{"at":4}'
        with pytest.raises(StateNotKept):
            await r.state_at(game_id, 3)


async def test_a_game_goes_back_to_a_state_that_was_thinned_out(store: Store) -> None:
    game_id = await played_game(store)
    by_gm = entry("rollback", by="gm", action={"type": "rollback", "to": 3}, events=())
    async with store.read() as r:
        version = (await r.game(game_id)).version
    with pytest.raises(StateNotKept):
        async with store.write() as w:
            await w.rollback(game_id, version, 3, by_gm)
    async with store.write() as w:
        await w.rollback(game_id, version, 3, by_gm, state("c", '{"folded":3}'))
    async with store.read() as r:
        assert await r.kept_states(game_id) == ((0, "start"), (1, "a"), (2, "b"), (5, "c"))
        assert (await r.latest_state(game_id)).body == '{"folded":3}'


async def test_the_turn_before_is_found_by_its_phase_key_read_letter_by_letter(store: Store) -> None:
    game = await running_game(store)
    for phase in ("1.red_army.a", "2.redXarmy.a", "2.red_army.a", "2.red_army.b"):
        await play(store, game.id, phase)
    async with store.write() as w:
        await w.thin_states(game.id, [2])
    async with store.read() as r:
        assert await r.last_of_turn_before(game.id, "2.red_army.") == 2
        assert await r.last_of_turn_before(game.id, "2.") == 1
        assert await r.last_of_turn_before(game.id, "") == 0


async def test_only_the_states_of_that_game_are_thinned_out(store: Store) -> None:
    other = await running_game(store, channel_id=5)
    await play(store, other.id, "a")
    await play(store, other.id, "b")
    await played_game(store)
    async with store.read() as r:
        assert await r.whole_states(other.id) == await r.kept_states(other.id)


async def test_a_file_no_longer_grows_where_as_much_is_forgotten_as_is_sent(tmp_path: Path) -> None:
    clock = HandSetClock()
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}", clock=clock)
    game = await running_game(store)
    pages = []
    for day in range(6):
        for number in range(10):
            await tell(store, game.id, post("", picture={"position": "x" * 20_000}))
            await sent(store, (await claim(store))[0], 100 * day + number + 1)
        clock.now += 24 * 3600
        async with store.write() as w:
            await w.outbox.forget_sent(clock.now, at_most=20)
            pages.append((await w.connection.execute(text("PRAGMA page_count"))).scalar_one())
    await store.close()
    assert pages[0] > 40
    assert pages[1:] == [pages[1]] * 5


async def test_a_backup_is_without_the_room_that_was_freed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store = await Store.open(url)
    game_id = await played_game(store)
    await tell(store, game_id, post("x" * 400_000))
    await sent(store, (await claim(store))[0], 901)
    async with store.write() as w:
        await w.outbox.forget_sent(2_000_000_000_000, at_most=20)
    backup(url, tmp_path / "copy.db")
    await store.close()
    sizes = [(tmp_path / name).stat().st_size for name in ("games.db", "copy.db")]
    assert sizes[0] > 600_000 > 400_000 > sizes[1]
    copy = await Store.open(f"sqlite:///{tmp_path / 'copy.db'}")
    async with copy.read() as r:
        assert (await r.latest_state(game_id)).body == '{"at":4}'
    assert (await tell(copy, game_id, post("new"))) == (2,), "the tag of the forgotten post does not come back"
    await copy.close()


async def test_a_journal_that_was_emptied_has_nothing_that_the_file_has_not(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
    game_id = await played_game(store)
    found = []
    for _ in range(2):
        shutil.copy(tmp_path / "games.db", tmp_path / "alone.db")
        with closing(sqlite3.connect(tmp_path / "alone.db")) as alone:
            tables = alone.execute("SELECT count(*) FROM sqlite_master WHERE name = 'log'").fetchone()[0]
            found.append(alone.execute("SELECT max(seq), game_id FROM log").fetchone() if tables else None)
        await store.empty_journal()
    await store.close()
    assert found[0] != found[1] == (4, game_id)


async def test_a_full_disk_does_not_keep_old_rows_from_going(tmp_path: Path) -> None:
    clock = HandSetClock()
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}", clock=clock)
    game_id = await played_game(store)
    await tell(store, game_id, post("x" * 50_000))
    await sent(store, (await claim(store))[0], 901)
    async with store.write() as w:
        pages = (await w.connection.execute(text("PRAGMA page_count"))).scalar_one()
        await w.connection.execute(text(f"PRAGMA max_page_count = {pages}"))
        assert await w.outbox.forget_sent(clock.now + 1, at_most=20) == 1
        await w.thin_states(game_id, [1])
    await tell(store, game_id, post("y" * 40_000))
    await store.close()
