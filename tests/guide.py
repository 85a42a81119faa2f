"""The files of `docs/adding-a-setup.md`, taken out of the page, so that tests play what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from engine import setup_faults, setup_names
from engine.facts import openings
from engine.facts.data_files import DATA
from engine.state.names import edition_names
from maps.board import names
from maps.board.powers import emblem_disc
from maps.looks import reading
from tests.invented import INVENTED, add_invented

ROOT = DATA.parent
GUIDE = (ROOT / "docs" / "adding-a-setup.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^`((?:data|maps)/[\w/]+\.json)`:\n\n```json\n(.*?)```$", re.MULTILINE | re.DOTALL)
FILES = {Path(name): content for name, content in _BLOCK.findall(GUIDE)}
"""What the page has written, by the path from the root of the repository."""
BOARD = "baltic"
ASSETS = INVENTED / "assets"
"""What `make boards BOARD=baltic` made of the page's files."""

_REMEMBERED = (setup_names, setup_faults, edition_names, reading.looks, names._names, names._called, emblem_disc)


def write_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine read a copy of the game data with the files of the page in it."""
    add_invented(folder, monkeypatch)
    for path, content in FILES.items():
        if path.parts[0] == "data":
            target = folder.joinpath(*path.parts[1:])
            target.parent.mkdir(exist_ok=True)
            target.write_text(content, encoding="utf-8")


@contextmanager
def followed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The setups of the page beside the others, to be played and drawn in this process."""
    with monkeypatch.context() as patch:
        write_files(folder, patch)
        patch.setattr("maps.board.assets.FACTS", folder / "boards")
        patch.setattr("maps.board.assets.ASSETS", ASSETS)
        patch.setattr("maps.looks.reading.LOOKS", folder / "looks")
        patch.setattr("maps.board.names.all_powers", partial(openings.all_powers, folder))
        _forget()
        yield
    _forget()


def _forget() -> None:
    for remembered in _REMEMBERED:
        remembered.cache_clear()
