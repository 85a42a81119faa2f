"""The guide to a setup of one's own is followed to the letter, and what comes of it is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import new_game
from tests.engine.random_games import play_random_game
from tests.engine.table import position
from tests.guide import BOARD, FILES, GUIDE, ROOT, write_files


@pytest.fixture
def raiders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The setup of the guide, made of its files."""
    write_files(tmp_path, monkeypatch)
    return "raiders"


def test_its_files_make_a_setup_with_a_unit_an_option_and_a_victory(raiders: str) -> None:
    assert [path.parent.name for path in FILES if path.stem == raiders] == ["units", "openings", "setups"]
    edition, bold = (new_game(raiders, {"transports": choice}).edition for choice in ("escorted", "bold"))
    assert edition.unit["cavalry"].can("blitz")
    assert (edition.parameters.sea.transports_may_attack_alone, bold.parameters.sea.transports_may_attack_alone) == (
        False,
        True,
    )
    assert {condition.need for condition in edition.victory["raid"]} == {10}


def test_its_unit_blitzes_two_spaces(raiders: str) -> None:
    spaces = {"russia": "soviet_union: 2 cavalry, 1 infantry", "baltic_states": "germany: 5 infantry"}
    owners = {"belorussia": "germany", "baltic_states": "germany"}
    table = position("soviet_union", "combat_move", spaces, setup=raiders, owners=owners)
    table.move("2 cavalry: russia > belorussia > baltic_states").end_phase()
    assert table.pending == [("baltic_states", "land")]


@pytest.mark.parametrize("setup", ["raiders", BOARD])
def test_random_games_of_it_keep_every_promise_of_the_engine(raiders: str, setup: str) -> None:
    assert play_random_game(2, 60, setup, every=5).counts["order_taken"]


def test_every_module_that_it_names_is_there() -> None:
    named = re.findall(r"`((?:engine|gamemaster|maps|tests|docs)/[\w./]+)`", GUIDE)
    assert named
    assert [name for name in named if not (ROOT / name).exists() and Path(name).stem != BOARD] == []
