"""Where the files of this program lie: in its own folder, wherever it was started from."""

import os
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
OTHER_SETTINGS = "COMMUNIQUE_ENV"


def from_repository(path: str | Path) -> Path:
    """A path as settings give it: a relative one is meant from the folder of the program."""
    return REPOSITORY / path


def settings_file() -> Path:
    """The file of settings: `.env` beside the program, or the one that COMMUNIQUE_ENV names."""
    return from_repository(os.environ.get(OTHER_SETTINGS) or ".env")
