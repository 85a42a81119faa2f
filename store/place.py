"""Where the files of this program lie: in its own folder, wherever it was started from."""

import errno
import os
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
DEFAULT_FOLDER = REPOSITORY / "var"
OTHER_SETTINGS = "COMMUNIQUE_ENV"


def from_repository(path: str | Path) -> Path:
    """A path as settings give it: a relative one is meant from the folder of the program."""
    return REPOSITORY / path


def make_folder(folder: Path) -> None:
    """Makes the folder of the data where it is the default one, only for its owner; any other has to exist. One that
    does not may be mistyped, or its disk not mounted: then the data is elsewhere. Raises OSError.
    """
    if folder == DEFAULT_FOLDER:
        folder.mkdir(mode=0o700, exist_ok=True)
    elif not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))


def settings_file() -> Path:
    """The file of settings: `.env` beside the program, or the one that COMMUNIQUE_ENV names."""
    return from_repository(os.environ.get(OTHER_SETTINGS) or ".env")
