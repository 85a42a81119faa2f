"""Setups that nobody sells, in `tests/data`: with them the tests try what no present edition has.

`narrow_sea`: Norland fights Suland, which has two economies, and Isles, which have no turn. Westmark, on Suland's side,
is at war with nobody. Between them lie strict neutrals and two that lean to a side; harbours make no units; after the
combat moves interceptors are asked first, and then who may call up border guards.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine import setup_faults, setup_names
from engine.facts.data_files import DATA
from engine.state.names import edition_names

INVENTED = Path(__file__).parent / "data"
NARROW_SEA = "narrow_sea"
READERS = ("engine.facts.edition", "engine.facts.openings")


def add_invented(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine read a copy of the game data with the invented setups besides the others."""
    copy_data(folder)
    for reader in READERS:
        monkeypatch.setattr(f"{reader}.DATA", folder)


@contextmanager
def invented() -> Iterator[None]:
    """The invented setups besides the others, for scripts: processes begun meanwhile know them, too."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        add_invented(Path(folder), patch)
        yield


@contextmanager
def among_the_setups(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The invented setups stand in the list of setups meanwhile."""
    with monkeypatch.context() as patch:
        add_invented(folder, patch)
        _read_anew()
        yield
    _read_anew()


def _read_anew() -> None:
    for list_of_setups in (setup_names, setup_faults, edition_names):
        list_of_setups.cache_clear()


def invented_names() -> tuple[str, ...]:
    """The ids of the invented setups."""
    return tuple(sorted(path.stem for path in (INVENTED / "setups").glob("*.json")))


def copy_data(folder: Path) -> None:
    """Put the game data and the invented setups together in a folder."""
    for kind in ("boards", "units", "openings", "setups"):
        for source in (DATA, INVENTED):
            shutil.copytree(source / kind, folder / kind, dirs_exist_ok=True)
