# Nothing else runs on the event loop here, so files may block it.
# ruff: noqa: ASYNC240
"""`python -m store check` and `restore`: what does not fit is found, and a copy put back does not mix two lines."""

import asyncio
import json
import os
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from gamemaster.master import GameMaster
from store import Store
from store.__main__ import main
from store.database.alone import alone_with
from store.errors import DatabaseInUse, NotInOrder, RestoreRefused
from store.maintenance.administration import checked, opened
from store.maintenance.backup import backup
from store.maintenance.restoring import restored
from store.place import OTHER_SETTINGS
from tests.gamemaster.desk import ANNA, Desk, desk
from tests.store.examples import claim, play, post, running_game, sent, tell
from tests.tables import with_tables

ORDER = {"type": "purchase", "units": {"infantry": 1}}
END = {"type": "end_phase"}


async def played(folder: Path) -> tuple[Path, int]:
    """A database with a game of two phases, one of which has a position of its own; and its number."""
    async with desk(folder) as table:
        await table.act(ANNA, ORDER)
        await table.act(ANNA, END)
        await table.act(ANNA, END)
        return folder / "games.db", table.game_id


async def found_in(file: Path) -> str:
    """What the host is told."""
    store = await opened(f"sqlite:///{file}")
    try:
        return await checked(store)
    except NotInOrder as error:
        return str(error)
    finally:
        await store.close()


def change(file: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute(statement, values)
        database.commit()


async def test_a_sound_database_is_said_to_be_so(tmp_path: Path) -> None:
    file, _ = await played(tmp_path)
    assert (await found_in(file)).startswith("All is well: 1 game, ")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM log WHERE seq = 2", "Game 1: its log should have the entries 1 to "),
        ("UPDATE games SET next_roll = 9", "Game 1: 8 rolls were made, but 0 are on record."),
        ("UPDATE games SET commitment = 'ab'", "Game 1: The seed does not fit the commitment."),
        ("UPDATE outbox SET payload = '{'", "Game 1: its stored data cannot be read"),
        ("DELETE FROM states WHERE seq = 0", "Game 1: the position at its start is missing or damaged."),
        ("UPDATE seats SET game_id = 99", "of seats belongs to no row of games."),
        ("UPDATE seats SET user_id = 0 WHERE power = 'japan'", "Game 1: the seat of japan belongs to nobody."),
        (
            "UPDATE seats SET power = 'narnia' WHERE power = 'japan'",
            "belongs to narnia, which its edition does not have.",
        ),
        ("UPDATE games SET setup = 'nonsense'", "Game 1: its setup nonsense is missing, or one of its files is wrong."),
        ("UPDATE games SET status = 'odd'", "Game 1: its status is odd, which no game has."),
        ("UPDATE games SET started_at = NULL", "Game 1: it is under way but never began."),
        ("UPDATE games SET open_roll = '{\"x\":1}'", "Game 1: its stored data cannot be read (TypeError)."),
        (
            "UPDATE outbox SET state = 'odd'",
            "Game 1: some of its posts are odd, which no post can be, so they are never sent.",
        ),
        ("DROP TABLE drafts", "The table drafts is missing."),
    ],
)
async def test_what_does_not_fit_is_named(tmp_path: Path, statement: str, said: str) -> None:
    file, _ = await played(tmp_path)
    change(file, statement)
    assert said in await found_in(file)


async def test_a_position_that_the_log_does_not_lead_to_is_named(tmp_path: Path) -> None:
    file, _ = await played(tmp_path)
    with closing(sqlite3.connect(file)) as database:
        (body,) = database.execute("SELECT body FROM states ORDER BY seq DESC LIMIT 1").fetchone()
    state = json.loads(zlib.decompress(body))
    state["round"] = 7
    change(
        file,
        "UPDATE states SET body = ? WHERE seq = (SELECT max(seq) FROM states)",
        zlib.compress(json.dumps(state).encode()),
    )
    assert "does not match the log." in await found_in(file)


async def test_a_damaged_position_is_worked_out_from_the_log_and_the_game_goes_on(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, ORDER)
        await table.act(ANNA, END)
        before = await table.state()
        change(tmp_path / "games.db", "UPDATE states SET body = x'00ff00' WHERE seq > 0")
        later = GameMaster(table.master.store, table.mailbox, table.master.clock)  # which has nothing in memory
        again = Desk(later, table.mailbox, table.game_id)
        assert await again.state() == before
        assert "is damaged; the bot works it out from the log" in await found_in(tmp_path / "games.db")
        await again.act(ANNA, END)
        assert (await found_in(tmp_path / "games.db")).count("is damaged") == 2


async def test_a_copy_is_put_back_and_numbers_go_on_from_what_discord_has_seen(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    store = await Store.open(f"sqlite:///{file}")
    game = await running_game(store)
    backup(f"sqlite:///{file}", copy)
    await play(store, game.id, "later")
    await tell(store, game.id, post("one"), post("panel", role="panel"))
    for number in (71, 72):
        (message,) = await claim(store)
        await sent(store, message, number)
    await store.close()
    said = await restored(f"sqlite:///{file}", copy)
    assert said.startswith(f"Put {copy} in place of {file}: 1 game.")
    assert f"kept as {file}.replaced-1" in said
    store = await Store.open(f"sqlite:///{file}")
    async with store.read() as read:
        assert (await read.game(game.id)).seq == 0
        panel = await read.post(game.id, "panel")
        (note,) = await read.unsent_messages(game.id)
    assert panel is not None
    assert panel.message_id == 72  # the panel of the line that is gone goes when the next one is posted
    assert note.id == 3
    assert "restored a copy" in note.payload["content"]
    await store.close()
    assert copy.is_file()


async def test_nothing_is_restored_below_a_bot_that_runs_or_from_what_is_no_backup(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    store = await Store.open(f"sqlite:///{file}")
    await running_game(store)
    backup(f"sqlite:///{file}", copy)
    with pytest.raises(RestoreRefused, match=r"is in use\. Stop the bot"):
        await restored(f"sqlite:///{file}", copy)
    await store.close()
    with pytest.raises(RestoreRefused, match="There is no backup"):
        await restored(f"sqlite:///{file}", tmp_path / "none.db")
    empty = await Store.open(f"sqlite:///{tmp_path / 'empty.db'}")
    await empty.close()
    with pytest.raises(RestoreRefused, match="holds no games"):
        await restored(f"sqlite:///{file}", tmp_path / "empty.db")
    assert sorted(each.name for each in tmp_path.glob("*.db") if "empty" not in each.name) == ["copy.db", "games.db"]
    assert list(tmp_path.glob("*.re*")) == []  # neither .restoring nor .replaced-1


async def test_a_file_that_is_damaged_beyond_reading_is_replaced(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    store = await Store.open(f"sqlite:///{file}")
    await running_game(store)
    await store.close()
    backup(f"sqlite:///{file}", copy)
    file.write_bytes(b"no database at all, but long enough to be taken for one" * 100)
    await restored(f"sqlite:///{file}", copy)
    store = await Store.open(f"sqlite:///{file}")
    assert (await tell(store, 1, post("on")))[0] > 1_000_000
    await store.close()


async def test_what_is_no_backup_leaves_everything_as_it_is(tmp_path: Path) -> None:
    file, _ = await played(tmp_path)
    backup(f"sqlite:///{file}", tmp_path / "whole.db")
    whole = (tmp_path / "whole.db").read_bytes()
    (tmp_path / "cut.db").write_bytes(whole[:20_000])
    (tmp_path / "text.db").write_bytes(b"no database at all" * 1000)
    change(tmp_path / "others.db", "CREATE TABLE photos (id)")
    (tmp_path / "newer.db").write_bytes(whole)
    change(tmp_path / "newer.db", "UPDATE alembic_version SET version_num = '0999'")
    before = sorted(tmp_path.glob("*.db"))
    for copy, words in (
        ("cut", r"cut\.db is damaged or is not a database\. Choose another one"),
        ("text", r"text\.db is damaged or is not a database\. Choose another one"),
        ("others", r"others\.db cannot be used\. .* holds another program's tables"),
        ("newer", r"newer\.db cannot be used\. .* belongs to a newer version"),
    ):
        with pytest.raises(RestoreRefused, match=words):
            await restored(f"sqlite:///{file}", tmp_path / f"{copy}.db")
    assert sorted(tmp_path.glob("*.db")) == before
    assert list(tmp_path.glob("*.re*")) == []  # neither .restoring nor .replaced-1
    assert (await found_in(file)).startswith("All is well: 1 game, ")


async def test_nothing_is_restored_below_a_bot_that_is_about_to_start(tmp_path: Path) -> None:
    file, _ = await played(tmp_path)
    backup(f"sqlite:///{file}", tmp_path / "copy.db")
    async with alone_with(f"sqlite:///{file}"):
        with pytest.raises(DatabaseInUse, match="Stop it first"):
            await restored(f"sqlite:///{file}", tmp_path / "copy.db")
    await restored(f"sqlite:///{file}", tmp_path / "copy.db")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
async def test_what_root_restores_belongs_to_the_user_of_the_bot(tmp_path: Path) -> None:
    file, _ = await played(tmp_path)
    backup(f"sqlite:///{file}", tmp_path / "copy.db")
    os.chown(file, 4321, 4321)
    restoring = ["restore", str(tmp_path / "copy.db"), "--database", f"sqlite:///{file}"]
    assert await asyncio.to_thread(main, restoring) == 0
    for each in (file, tmp_path / "games.db.lock"):
        assert (each.stat().st_uid, each.stat().st_gid, each.stat().st_mode & 0o777) == (4321, 4321, 0o600)


def test_the_exit_code_says_whether_all_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--database", f"sqlite:///{tmp_path / 'none.db'}"]) == 1
    assert "There is no database" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["export", str(2**63), "record.json"], 2, "is neither the number of a game nor an id"),
        (["move", "1", "-4"], 2, "is neither the number of a game nor an id"),
        (["delete", "person", "9" * 5000], 2, "is neither the number of a game nor an id"),
        (["games", "--server", "anna"], 2, "'anna' is neither"),
        (["check", "--database", f"sqlite:////{'x' * 300}.db"], 1, "cannot be read or written: File name too long."),
        (["backup", "/dev/null/copy.db"], 1, "cannot be read or written: Not a directory."),
    ],
)
def test_what_cannot_be_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, words: str
) -> None:
    with_tables(tmp_path / "games.db")
    first = arguments if "--database" in arguments else [*arguments, "--database", f"sqlite:///{tmp_path / 'games.db'}"]
    try:
        ended = main(first)
    except SystemExit as wrong:
        ended = int(str(wrong.code))
    assert ended == code
    assert words in capsys.readouterr().err


def test_settings_that_cannot_be_read_are_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".env").write_bytes("DATABASE_URL=x\n".encode("utf-16"))
    monkeypatch.setenv(OTHER_SETTINGS, str(tmp_path / ".env"))
    assert main(["check"]) == 1
    assert "is not UTF-8 text. Correct it, or use --database." in capsys.readouterr().err
