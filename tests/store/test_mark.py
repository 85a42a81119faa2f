# Nothing else runs on the event loop here, so files may block it.
# ruff: noqa: ASYNC240
"""The mark beside a file says which one it is and how far its games have come; what a file lacks of that is named."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from store import DatabaseNotAsLeft, Store, StoreError
from store.__main__ import main
from store.games.deleting import delete_games
from store.maintenance.administration import accepted, game_deleted, opened
from store.maintenance.backup import backup
from store.maintenance.restoring import restored
from store.maintenance.starting import check_not_lost, take_charge
from store.sqlite.losses import in_words, losses
from store.sqlite.mark import Mark, Noted, Notes, mark_of, read_mark, write_mark
from tests.store.examples import new_game, play, running_game
from tests.tables import with_tables


async def bot_opens(file: Path) -> Store:
    """As the bot does it at its start."""
    check_not_lost(f"sqlite:///{file}")
    store = await Store.open(f"sqlite:///{file}")
    try:
        await take_charge(store)
    except StoreError:
        await store.close()
        raise
    return store


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """A database that a bot had: a game of three steps, one in its lobby."""
    file = with_tables(tmp_path / "games.db")
    store = await bot_opens(file)
    game = await running_game(store)
    for _ in range(3):
        await play(store, game.id, "purchase")
    async with store.write() as write:
        await write.create_game(new_game(channel_id=5, name="Spring"))
    await store.close()
    return file


def test_a_mark_is_read_as_it_was_written_and_what_is_cut_off_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    write_mark(file, Mark(7, (1, 2), {1: Noted(3, 2, "Winter – «Ærø»"), 2: Noted(1, 0, "Spring")}))
    notes = Notes(file)
    notes.note({1: Noted(4, 3, "Winter\nagain"), 3: Noted(0, 0, "New"), 2: None})
    notes.happening("gone", tmp_path / "copy.db")
    notes.close()
    with mark_of(file).open("a") as opened_mark:
        opened_mark.write('[3, 9, 9, "N')
    mark = read_mark(file)
    assert mark == Mark(
        7, (1, 2), {1: Noted(4, 3, "Winter again"), 3: Noted(0, 0, "New")}, "gone", str(tmp_path / "copy.db")
    )
    assert list(mark.games) == [1, 3], "the last that changed is the last"
    assert mark_of(file).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", ["", "no mark", "[]", "{}", json.dumps({"id": "x", "device": 1, "inode": 2})])
def test_a_mark_that_is_none_is_made_anew(tmp_path: Path, content: str) -> None:
    mark_of(tmp_path / "games.db").write_text(content)
    assert read_mark(tmp_path / "games.db") is None


def test_losses_are_named_by_game_and_step() -> None:
    saved = {1: Noted(9, 8, "Winter"), 2: Noted(5, 4, "Spring"), 3: Noted(5, 4, "Summer"), 4: Noted(2, 1, "Autumn")}
    kept = {1: Noted(4, 3, "Winter"), 2: Noted(4, 3, "Spring"), 3: Noted(4, 4, "Summer"), 5: Noted(1, 1, "Other")}
    assert in_words(losses(saved, kept)) == (
        "game 1 (Winter), steps 4 to 8; game 2 (Spring), step 4; game 3 (Summer), changes other than its steps; all of "
        "game 4 (Autumn)"
    )
    many = {number: Noted(1, 1, "War") for number in range(1, 13)}
    assert in_words(losses(many, {})).endswith("all of game 10 (War); and parts of 2 more games")
    assert losses(kept, kept) == []


async def test_a_file_that_is_what_the_mark_says_is_taken(file: Path) -> None:
    mark = read_mark(file)
    assert mark is not None
    assert [(game, noted.seq) for game, noted in mark.games.items()] == [(1, 3), (2, 0)]
    for _ in range(2):
        await (await bot_opens(file)).close()
    again = read_mark(file)
    assert again == mark


async def test_a_database_from_before_gets_its_mark(file: Path) -> None:
    mark_of(file).unlink()
    await (await bot_opens(file)).close()
    mark = read_mark(file)
    assert mark is not None
    assert mark.games[1].seq == 3


@pytest.mark.parametrize("is_there", [True, False])
async def test_a_file_that_was_emptied_is_not_begun_anew_though_there_is_no_copy(file: Path, is_there: bool) -> None:
    file.unlink()
    if is_there:
        file.touch()
    with pytest.raises(DatabaseNotAsLeft, match=r"is gone or empty, though 2 games were kept there\. There is no copy"):
        await bot_opens(file)
    mark_of(file).unlink()
    store = await bot_opens(file)
    assert store.is_new
    await store.close()


async def test_another_file_is_not_taken(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    store = await bot_opens(other)
    await running_game(store)
    await store.close()
    shutil.copy(other, file)
    with pytest.raises(DatabaseNotAsLeft, match="is not the file that was kept there"):
        await bot_opens(file)


async def test_an_older_copy_is_not_taken_and_what_it_lacks_is_named(file: Path, tmp_path: Path) -> None:
    backup(f"sqlite:///{file}", tmp_path / "copy.db")
    store = await bot_opens(file)
    await play(store, 1, "purchase")
    await play(store, 1, "purchase")
    await store.close()
    shutil.copy(tmp_path / "copy.db", file)
    with pytest.raises(DatabaseNotAsLeft, match=r"lacks what was saved: game 1 \(.*\), steps 4 to 5\.") as refusal:
        await bot_opens(file)
    assert "accept --yes" in str(refusal.value)
    said = await accepted(f"sqlite:///{file}", sure=False)
    assert "it lacks game 1" in said
    with pytest.raises(DatabaseNotAsLeft):
        await bot_opens(file)
    assert "it lacks game 1" in await accepted(f"sqlite:///{file}", sure=True)
    await (await bot_opens(file)).close()


async def test_a_backup_that_is_put_back_is_taken_without_a_word(file: Path, tmp_path: Path) -> None:
    backup(f"sqlite:///{file}", tmp_path / "copy.db")
    store = await bot_opens(file)
    await play(store, 1, "purchase")
    await store.close()
    assert "Lost: game 1" in await restored(f"sqlite:///{file}", tmp_path / "copy.db")
    store = await bot_opens(file)
    await play(store, 1, "purchase")
    await store.close()
    assert sorted(each.name for each in tmp_path.glob("*.mark*")) == ["games.db.mark"]


async def test_tools_keep_the_mark(file: Path) -> None:
    store = await opened(f"sqlite:///{file}")
    await game_deleted(store, 2, sure=True)
    await store.close()
    assert await asyncio.to_thread(main, ["move", "1", "77", "--database", f"sqlite:///{file}"]) == 0
    mark = read_mark(file)
    assert mark is not None
    assert list(mark.games) == [1]
    assert "Spring" not in mark_of(file).read_text()
    store = await bot_opens(file)
    async with store.write() as write:
        await delete_games(write, [1])
    await store.close()
    await (await bot_opens(file)).close()


async def changed_in_vain(store: Store) -> None:
    async with store.write() as write:
        await write.commit_turn(1, (await write.game(1)).version)
        raise ZeroDivisionError


async def test_what_is_undone_is_not_noted(file: Path) -> None:
    store = await bot_opens(file)
    with pytest.raises(ZeroDivisionError):
        await changed_in_vain(store)
    await store.close()
    await (await bot_opens(file)).close()
