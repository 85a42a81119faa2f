"""The guide to a setup of one's own is followed to the letter, and what comes of it is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import new_game
from engine.facts.data_files import DATA
from tests.engine.random_games import play_random_game
from tests.engine.table import position
from tests.invented import add_invented

ROOT = DATA.parent
GUIDE = (ROOT / "docs" / "adding-a-setup.md").read_text(encoding="utf-8")
FILES = re.findall(r"^`(data/[\w/]+\.json)`:\n\n```json\n(.*?)```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def raiders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The setup of the guide, made of its files."""
    add_invented(tmp_path, monkeypatch)
    for name, content in FILES:
        (tmp_path / name.removeprefix("data/")).write_text(content, encoding="utf-8")
    return "raiders"


def test_its_files_make_a_setup_with_a_unit_an_option_and_a_victory(raiders: str) -> None:
    assert len(FILES) == 3
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


@pytest.mark.parametrize("seed", [2, 5])
def test_random_games_of_it_keep_every_promise_of_the_engine(raiders: str, seed: int) -> None:
    assert play_random_game(seed, 60, raiders).counts["order_taken"]


def test_every_module_that_it_names_is_there() -> None:
    named = re.findall(r"`((?:engine|gamemaster|maps|tests|docs)/[\w./]+)`", GUIDE)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
