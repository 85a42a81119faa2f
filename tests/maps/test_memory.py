"""How much memory drawing takes, in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

STATUS = Path("/proc/self/status")
MOST = 200 * 1024  # kilobytes

DRAW_ALL = """
from pathlib import Path
from PIL import JpegImagePlugin
from maps import draw_board
from tests.published import BOARDS
from tests.maps.positions import late_war, opening

def kilobytes(name):
    return next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if name in line)

positions = [(board, position) for board in BOARDS for position in (opening(board), late_war(board))]
before = kilobytes("VmRSS")
for board, position in positions * 2:
    draw_board(board, position)
print(kilobytes("VmHWM") - before)
"""


@pytest.mark.whole
@pytest.mark.skipif(not STATUS.exists(), reason="reads the resident memory from Linux")
def test_drawing_every_board_in_turn_takes_at_most_200_megabytes() -> None:
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", DRAW_ALL], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
    )
    assert int(done.stdout) <= MOST
