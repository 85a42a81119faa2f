"""What a worker does in tests: alone in its module, so that the process has nothing else to load."""

from __future__ import annotations

import os
from pathlib import Path


def note(place: Path, what: str) -> None:
    """A line of the process that gets ready."""
    with place.open("a") as file:
        file.write(f"{os.getpid()} {what}\n")
