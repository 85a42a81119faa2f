"""SQLAlchemy compiles a statement once, whichever connection of whichever store is asked first."""

import pytest
from sqlalchemy import JSON, column, literal, make_url, select

from store import Store
from store.database import prepared
from store.database.prepared import COMPILED, CompiledStatements

SQLITE, POSTGRESQL = (make_url(f"{kind}://").get_dialect()() for kind in ("sqlite", "postgresql"))


async def test_what_one_connection_compiled_serves_all_others(store: Store, database_url: str) -> None:
    asked = select(literal("First").label("name"), literal({"dice": "fair"}, JSON).label("options"))
    other = await Store.open(database_url)
    COMPILED.clear()  # it is emptied by itself where other tests have filled it
    async with store.write() as write, store.read() as read, other.read_at_length() as at_length:
        found = [(await each.connection.execute(asked)).one() for each in (write, read, at_length)]
    await other.close()
    assert found == [("First", {"dice": "fair"})] * 3
    assert len(COMPILED) == 1


def test_each_kind_of_database_has_its_own() -> None:
    found = CompiledStatements()
    written = select(column("name")).compile()
    found[SQLITE, "names"] = written
    assert found.get((SQLITE, "names")) is written
    assert found.get((POSTGRESQL, "names")) is None


def test_no_more_are_kept_than_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "MOST", 3)
    found, written = CompiledStatements(), select(column("name")).compile()
    for number in range(10):
        found[SQLITE, number] = written
        assert found.get((SQLITE, number)) is written
        assert len(found) <= 3
