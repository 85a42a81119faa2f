"""What holds for all tests through Discord."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands
from discord.ext import commands

from cogs.service import registering
from cogs.service.client import EXTENSIONS
from cogs.service.registering import fingerprint as described
from gamemaster import budgets
from gamemaster.workers import pool
from store.games import fair_dice
from tests.sketching import pictures_are_sketched

__all__ = ["pictures_are_sketched"]

PATIENCE_SECONDS = 50.0
FINGERPRINTS: dict[frozenset[Any], str] = {}


@pytest.fixture(autouse=True)
def _patience_of_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord waits 3 seconds for an answer; where many tests share few processors, the table waits longer."""
    monkeypatch.setattr("local.interactions.asking.ANSWER_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr("local.interactions.answering.ANSWER_SECONDS", PATIENCE_SECONDS)


@pytest.fixture(autouse=True)
def _cogs_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py runs the module of each cog anew for each bot, and as it closes looks for each through all modules."""

    async def load(bot: commands.Bot, _spec: ModuleSpec, name: str) -> None:
        await importlib.import_module(name).setup(bot)

    monkeypatch.setattr(commands.Bot, "_load_from_module_spec", load)


@pytest.fixture(autouse=True)
def _commands_are_described_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bot after bot has the same commands, made of the same functions, and asks at its start whether Discord does."""

    def fingerprint(tree: app_commands.CommandTree[Any]) -> str:
        commands = (each for each in tree.walk_commands() if isinstance(each, app_commands.Command))
        made_of = frozenset((each.qualified_name, each.callback) for each in commands)
        if made_of not in FINGERPRINTS:
            FINGERPRINTS[made_of] = described(tree)
        return FINGERPRINTS[made_of]

    monkeypatch.setattr(registering, "fingerprint", fingerprint)


@pytest.fixture
def cogs_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests with setups of their own, of which the commands read the options as their modules are run."""
    for name in EXTENSIONS:
        monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.fixture(autouse=True)
def _work_costs_nobody_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets of core time are made for play: on a slow machine, tests would use them up."""
    monkeypatch.setattr(budgets, "time", SimpleNamespace(thread_time=lambda: 0.0))


@pytest.fixture(autouse=True)
def _dice_of_no_interaction(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of interactions are made of the time, and dice of them: here they are not, so games do not differ."""
    if request.node.get_closest_marker("true_dice"):
        return
    stream = fair_dice._stream

    def same_stream(seed: bytes, roll: str) -> Iterator[int]:
        game, number, _, *bound = roll.split("\n")
        return stream(seed, "\n".join((game, number, *bound)))

    monkeypatch.setattr(fair_dice, "_stream", same_stream)


@pytest.fixture(autouse=True)
def _no_places_told(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may have much ahead of a picture; a test that looks for the picture is not told that first."""
    if not request.node.get_closest_marker("tells_places"):
        monkeypatch.setattr(pool, "WORTH_TELLING", sys.maxsize)
