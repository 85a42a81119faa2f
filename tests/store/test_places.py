"""Where the data lies: in its default folder, which is made, or in one that is there already."""

from pathlib import Path

import pytest

from store import DatabaseNotSetUp, Store
from store.database.alone import alone_with
from store.maintenance.backup import backup
from store.maintenance.restoring import restored
from store.outbox.unanswered import UnansweredFile


async def test_no_folder_is_made_but_the_default_one(default_file: Path, tmp_path: Path) -> None:
    """Another one may be mistyped, or its disk not mounted: then the games are elsewhere."""
    mistyped = tmp_path / "vra" / "communique.db"
    with pytest.raises(DatabaseNotSetUp, match=f"There is no folder {mistyped.parent} for"):
        await Store.open(f"sqlite:///{mistyped}")
    async with alone_with(f"sqlite:///{mistyped}"):
        pass
    await (await Store.open(f"sqlite:///{default_file}")).close()
    copy = tmp_path / "copy.db"
    backup(f"sqlite:///{default_file}", copy)
    with pytest.raises(DatabaseNotSetUp, match="make the folder"):
        await restored(f"sqlite:///{mistyped}", copy)
    left = UnansweredFile(mistyped.with_suffix(".under-way"))
    assert left.open() == ()
    assert not mistyped.parent.exists()


async def test_a_database_that_is_begun_says_so(default_file: Path) -> None:
    store = await Store.open(f"sqlite:///{default_file}")
    assert store.is_new
    await store.close()
    store = await Store.open(f"sqlite:///{default_file}")
    assert not store.is_new
    await store.close()
