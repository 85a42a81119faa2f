"""Records of long games that are kept, so that everybody measures the same war."""

from __future__ import annotations

import gzip
from pathlib import Path

FOLDER = Path(__file__).parent / "records"


def kept_record(setup: str) -> str:
    """The text of the record of a setup."""
    return gzip.decompress(_path(setup).read_bytes()).decode()


def keep_record(setup: str, text: str) -> Path:
    """Put a record in the place of the one that is kept; the same text always gives the same file."""
    FOLDER.mkdir(exist_ok=True)
    _path(setup).write_bytes(gzip.compress(text.encode(), mtime=0))
    return _path(setup)


def _path(setup: str) -> Path:
    return FOLDER / f"{setup}.json.gz"
