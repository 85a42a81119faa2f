"""How powers look is data: a file of looks is enough, and one that is wrong harms nobody else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from maps.board.powers import PLAIN, in_order, style_of
from maps.looks import reading
from maps.looks.reading import LOOKS, is_known_power, looks

NEWCOMER = '{"powers": {"atlantis": {"land": "#010203", "plate": "#405060", "ink": "#fffefd", "emblem": "plus"}}}'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the looks, read anew by each test."""
    shutil.copytree(LOOKS, tmp_path / "looks")
    monkeypatch.setattr(reading, "LOOKS", tmp_path / "looks")
    looks.cache_clear()
    yield tmp_path / "looks"
    looks.cache_clear()


def test_a_power_of_a_file_more_has_its_look_and_comes_after_the_others(folder: Path) -> None:
    (folder / "tales.json").write_text(NEWCOMER)
    assert style_of("atlantis").land == (1, 2, 3)
    assert style_of("germany") != PLAIN
    assert is_known_power("atlantis")
    assert in_order(["atlantis", "dutch", "soviet_union"]) == ["soviet_union", "dutch", "atlantis"]


def test_a_treasury_without_a_look_has_that_of_its_power() -> None:
    assert style_of("united_kingdom/europe") == style_of("united_kingdom") != style_of("united_kingdom/pacific")


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        (NEWCOMER.replace('"plus"', '"lion"'), "powers.atlantis.emblem: there is no emblem lion; choose from bars, "),
        (NEWCOMER.replace("#010203", "red"), "powers.atlantis.land"),
        (NEWCOMER[:-1], "line 1"),
    ],
)
def test_a_wrong_file_is_named_in_the_log_and_its_powers_are_drawn_plainly(
    folder: Path, caplog: pytest.LogCaptureFixture, slip: str, told: str
) -> None:
    (folder / "atlantis.json").write_text(slip)
    assert style_of("atlantis") == PLAIN
    assert style_of("germany") != PLAIN
    assert str(folder / "atlantis.json") in caplog.text
    assert told in caplog.text
