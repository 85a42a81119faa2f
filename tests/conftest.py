"""What holds for all tests."""

from __future__ import annotations

import gc
import hashlib
import importlib
import itertools
from collections.abc import Collection, Generator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gamemaster.dice import rolls
from tests.samples import Sample

HERE = Path(__file__).parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `make soak` asks for."""
    parser.addoption("--whole", action="store_true", help="try all of what is marked `sampled` or `whole`")


def pytest_configure() -> None:
    """Until all tests are found nothing becomes garbage."""
    gc.disable()


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Each worker first imports a share of all tests, so that a new clone compiles them once, not in every worker."""
    worker = getattr(session.config, "workerinput", None)
    if worker is not None and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        files = sorted(HERE.rglob("test_*.py"))
        for file in files[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
            with suppress(Exception, pytest.skip.Exception):  # which the collection tells
                importlib.import_module(".".join(file.relative_to(HERE.parent).with_suffix("").parts))
    return (yield)


def pytest_collection_finish() -> None:
    """What is loaded stays: searching it again and again for garbage takes more time than many a test."""
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long is begun first; what is for `make soak` is left out, some of it unless its file is named."""
    if not config.getoption("--whole"):
        named = {Path(each.partition("::")[0]).resolve() for each in config.args}
        items[:] = [item for item in items if not _is_left_out(item, named)]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def _is_left_out(item: pytest.Item, named: Collection[Path]) -> bool:
    whole = item.get_closest_marker("whole")
    return whole is not None and not (whole.kwargs.get("or_named") and item.path in named)


@pytest.fixture
def sample(request: pytest.FixtureRequest) -> Sample[Any]:
    """For tests marked as `sampled`; with `--whole` it leaves nothing out."""
    assert request.node.get_closest_marker("sampled"), "make soak looks for the mark"
    is_whole = request.config.getoption("--whole")
    return lambda cases, each: itertools.islice(cases, 0, None, 1 if is_whole else each)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Games of a test roll the same dice whenever it is run, and no two of its games the same.

    It is no fixture: thousands of tests need no dice, and each would take the time of making it.
    """
    numbers = itertools.count()

    def token_bytes(count: int) -> bytes:
        return hashlib.sha256(f"{item.nodeid} {next(numbers)}".encode()).digest()[:count]

    vars(rolls)["secrets"] = SimpleNamespace(token_bytes=token_bytes)
