"""The setups of the rule book, and their boards: tests may expect of them what no file of data must have.

Whatever holds for anything that can be played, a house setup too, is tested with `setup_names()` and `board_names()`.
"""

import tomllib

from engine import load_setup
from engine.facts.data_files import DATA

_CONTENTS = tomllib.loads((DATA / "rulebook" / "contents.toml").read_text())

SETUPS = tuple(sorted(_CONTENTS["setups"]))
BOARDS = sorted({load_setup(setup).board.board for setup in SETUPS})
