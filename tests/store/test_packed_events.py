"""Events are stored packed; a log from before is read as it is, and goes on."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, insert

from store import JsonText, Store
from store.database import tables
from store.games.orders import packed, unpacked
from tests.store.examples import entry, play, running_game, state

MIGRATIONS = Path(__file__).parents[2] / "store" / "migrations"
STORED = "78bb5b25c5ae8b26e86668c2d18399a067a814ab03f709225915e4e724020d8aad8d0500d91f1d04"
OLD = [{"kind": "moved", "to": "«Ærø»"}]


def filled_before(file: Path) -> str:
    """A database of the version before, with a game of three entries."""
    url = f"sqlite:///{file}"
    engine = create_engine(url)
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(MIGRATIONS))
        command.upgrade(config, "0006")
        game = {"guild_id": 7, "channel_id": 8, "name": "Old", "setup": "aa1941", "options": {}, "status": "running"}
        game |= {"organiser_id": 5, "version": 4, "seq": 3, "seed": b"", "commitment": "ab", "next_roll": 1}
        game |= {"engine_version": "0.1.0", "event_format": 1, "imported": False, "created_at": 1, "started_at": 1}
        connection.execute(insert(tables.games).values(game))
        row = {"game_id": 1, "by": "germany", "action": {}, "cause_index": 0, "dice": [], "events": OLD}
        row |= {"engine_version": "0.1.0", "event_format": 1, "written_at": 1}
        connection.execute(insert(tables.log), [{**row, "seq": n, "cause": f"before {n}"} for n in (1, 2, 3)])
    engine.dispose()
    return url


async def test_a_log_from_before_is_read_and_goes_on(tmp_path: Path) -> None:
    store = await Store.open(filled_before(tmp_path / "games.db"))
    assert await play(store, 1, "p") == 4
    async with store.read() as read:
        events = [entry.events for entry in await read.entries_since(1, 0)]
        texts = await read.events_as_text(1, 2, until=4)
    assert events == [tuple(OLD)] * 3 + [({"kind": "moved", "to": "eastern_europe"},)]
    assert [text.replace(" ", "") for text in texts] == [
        '[{"kind":"moved","to":"\\u00ab\\u00c6r\\u00f8\\u00bb"}]',
        '[{"kind":"moved","to":"eastern_europe"}]',
    ]
    await store.close()


async def test_long_events_take_a_fraction_of_their_room(store: Store) -> None:
    game = await running_game(store)
    events = tuple({"kind": "units_moved", "pieces": ["germany.infantry.1"], "path": [str(n)]} for n in range(200))
    async with store.write() as write:
        await write.commit_turn(game.id, game.version, [entry("long", events=events)], state("p"))
    async with store.read() as read:
        (stored,) = await read.entries_since(game.id, 0)
    assert stored.events == events
    assert len(packed(events)) * 5 < len(unpacked(packed(events)))


def test_what_is_text_already_is_packed_as_it_is() -> None:
    assert unpacked(packed(JsonText('[ {"kind": "x"} ]'))) == '[ {"kind": "x"} ]'


def test_what_was_packed_once_can_be_read_for_ever() -> None:
    stored = bytes.fromhex(STORED)
    assert unpacked(stored) == '[{"kind":"units_moved","pieces":["germany.infantry.1"],"path":["germany","poland"]}]'


async def test_a_file_gives_room_back_that_is_free_in_it(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    store = await Store.open(f"sqlite:///{file}")
    game = await running_game(store)
    async with store.write() as write:
        await write.keep_draft(game.id, 1, "much", "x" * 4_000_000)
    await store.empty_journal()
    large = file.stat().st_size
    async with store.write() as write:
        await write.drop_draft(game.id, 1, "much")
    for _ in range(4):
        await store.give_room_back()
    await store.empty_journal()
    assert file.stat().st_size < large - 2_500_000
    await store.close()
