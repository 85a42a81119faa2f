"""What holds for all tests."""

from __future__ import annotations

import gc
import hashlib
import itertools
from types import SimpleNamespace

import pytest

from gamemaster.dice import rolls


def pytest_configure() -> None:
    """Until all tests are found nothing becomes garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What is loaded stays: searching it again and again for garbage takes more time than many a test."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long is begun first."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(autouse=True)
def _same_dice_in_every_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of a test roll the same dice whenever it is run, and no two of its games the same."""
    numbers = itertools.count()

    def token_bytes(count: int) -> bytes:
        return hashlib.sha256(f"{request.node.nodeid} {next(numbers)}".encode()).digest()[:count]

    monkeypatch.setattr(rolls, "secrets", SimpleNamespace(token_bytes=token_bytes))
