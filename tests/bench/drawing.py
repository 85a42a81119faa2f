"""Pictures: every board whole and in crops, at its start and crowded, and the board of a large battle.

`python -m tests.bench.drawing` measures them as a worker draws them, whose memory is managed in another way.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import astuple
from itertools import count
from pathlib import Path
from typing import Any

from PIL import Image

from gamemaster.workers.worker import environment
from maps import WHOLE_BOARD, Overlay, View, draw_board
from maps.battles.board import draw_battle
from maps.board.assets import load_board
from maps.board.encoding import QUALITY, webp
from tests.bench.measured import Measured, core_milliseconds, middle
from tests.gallery.overlaid import clashes, each_overlay, late
from tests.maps.battle_samples import huge_battle
from tests.maps.positions import HOT, opening
from tests.published import BOARDS

ROOT = Path(__file__).parents[2]
CROP = (1200, 900)
TIMES = 3
FIRST = """
import sys, time
from maps import draw_board
from tests.maps.positions import opening

position = opening(sys.argv[1])
began = time.process_time()
draw_board(sys.argv[1], position)
print((time.process_time() - began) * 1000)
"""
QUICK = 0  # the least that WebP takes
WIDE = 4000  # pixels; so wide a board may take twice the time


def measure() -> list[Measured]:
    """The budgets of drawing, in time of one core, from a process that has its memory as a worker has."""
    command = [sys.executable, "-m", "tests.bench.drawing"]
    told = subprocess.run(  # noqa: S603  # our own program
        command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT, env=os.environ | environment()
    )
    return [Measured(*line) for line in json.loads(told.stdout)]


def _all() -> list[Measured]:
    found = [measured for board in BOARDS for measured in _board(board)]
    battle = huge_battle()
    fought = middle([core_milliseconds(lambda: draw_battle(battle)) for _ in range(TIMES)])
    return [*found, Measured("battle of forty units a side, drawn and encoded", fought, 60, "ms")]


def _board(board: str) -> list[Measured]:
    width = load_board(board).size[0]
    most = 500 if width >= WIDE else 250
    crop = View(_crop(board))
    start, crowded = _drawing(board, opening(board)), _drawing(board, late(board), [clashes(board)])
    overlaid = _drawing(board, late(board), each_overlay(board)["everything"])
    whole, full, all_over, part = start(WHOLE_BOARD), crowded(WHOLE_BOARD), overlaid(WHOLE_BOARD), crowded(crop)
    image = Image.open(io.BytesIO(whole)).convert("RGB")
    bare = _middle(lambda: webp(image, QUALITY, QUICK))
    drawn = _middle(lambda: start(WHOLE_BOARD))
    first = middle([_first(board) for _ in range(TIMES)])
    largest = max(len(whole), len(full), len(all_over))
    return [
        Measured(f"{board}, {image.width} x {image.height}, at its start, drawn and encoded", drawn, most, "ms"),
        Measured(f"{board}: the same against a bare encode as WebP", drawn / bare, 2, "x"),
        Measured(f"{board}: the same as the first picture of a process", first, most, "ms"),
        Measured(f"{board}: the same from a queue, so that four are drawn in a second", drawn, 250, "ms"),
        Measured(f"{board}: whole late in the war", _middle(lambda: crowded(WHOLE_BOARD)), most, "ms"),
        Measured(f"{board}: the same under all overlays", _middle(lambda: overlaid(WHOLE_BOARD)), 500, "ms"),
        Measured(f"{board}: crop {CROP[0]} x {CROP[1]} late in the war", _middle(lambda: crowded(crop)), 100, "ms"),
        Measured(f"{board}: the same under all overlays", _middle(lambda: overlaid(crop)), 200, "ms"),
        Measured(f"{board}: largest file, all overlays together", largest / 1000, 1000, "kB"),
        Measured(f"{board}: file of the crop", len(part) / 1000, 200, "kB"),
    ]


def _first(board: str) -> float:
    """Core time in milliseconds of the first picture of a new process, with the board loaded for it."""
    command = [sys.executable, "-c", FIRST, board]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout)  # noqa: S603


def _middle(work: Callable[[], Any]) -> float:
    return middle([core_milliseconds(work) for _ in range(TIMES)])


def _drawing(board: str, position: dict[str, Any], overlays: Sequence[Overlay] = ()) -> Callable[[View], bytes]:
    """Draws a position that is a little different each time, as after every move."""
    numbers = count(1)
    space = next(iter(position["units"]))
    owner, stack = next(iter(position["units"][space].items()))

    def draw(view: View) -> bytes:
        units = {space: position["units"][space] | {owner: stack | {"infantry": next(numbers)}}}
        moved = position | {"units": position["units"] | units}
        return draw_board(board, moved, view, overlays=overlays).data

    return draw


def _crop(board: str) -> tuple[int, int, int, int]:
    """The crop around the first of the crowded capitals."""
    shown = load_board(board)
    x, y = shown.space(HOT.get(board, ("germany",))[0]).label_at
    left = min(max(0, x - CROP[0] // 2), shown.size[0] - CROP[0])
    top = min(max(0, y - CROP[1] // 2), shown.size[1] - CROP[1])
    return left, top, left + CROP[0], top + CROP[1]


if __name__ == "__main__":
    sys.stdout.write(json.dumps([astuple(measured) for measured in _all()]))
