"""The check that what touches in the picture is what is adjacent in the rules."""

import shutil
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from maps.board.assets import ASSETS, FIRST_SHADE, board_names, land_on, load_board, load_image
from maps.check import check_board, main


@pytest.mark.parametrize("board", board_names())
def test_what_touches_is_what_is_adjacent(board: str) -> None:
    report = check_board(board)
    assert report.missing == ()
    assert report.extra == ()


def test_the_report_counts_pairs_and_names_the_declared_exceptions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["aa1941"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("aa1941: 282 pairs, 0 missing, 0 extra\n")
    for exception in ("Panama Canal", "Suez Canal", "Turkish Straits"):
        assert exception in told


def recoloured(image: Image.Image, old: int, new: int) -> Image.Image:
    return image.point(lambda value: new if value == old else value)


def test_a_territory_taken_off_the_picture_is_missed() -> None:
    ukraine = load_board("aa1941").space("ukraine")
    report = check_board("aa1941", land=recoloured(land_on(load_board("aa1941").ground), ukraine.number, 0))
    assert not report.is_right
    assert any("ukraine" in pair for pair in report.missing)


def test_a_bridge_between_spaces_that_are_not_adjacent_is_found() -> None:
    board = load_board("aa1941")
    land, sea = land_on(board.ground), load_image("aa1941", "sea.png", "L")
    ends = [board.space(space).anchor for space in ("brazil", "french_west_africa")]
    ImageDraw.Draw(land).line(ends, fill=board.space("brazil").number, width=20)
    ImageDraw.Draw(sea).line(ends, fill=0, width=20)
    report = check_board("aa1941", land=land, sea=sea)
    assert ("brazil", "french_west_africa") in report.extra
    assert "extra: " in "\n".join(report.lines())


def test_a_wrong_picture_makes_the_command_fail(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ukraine = load_board("aa1941").space("ukraine").number
    shutil.copytree(ASSETS / "aa1941", tmp_path / "aa1941")
    without = recoloured(load_image("aa1941", "ground.png", "L"), ukraine, FIRST_SHADE)
    without.save(tmp_path / "aa1941" / "ground.png")
    monkeypatch.setattr("maps.board.assets.ASSETS", tmp_path)
    assert main(["aa1941"]) == 1
