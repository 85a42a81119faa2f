"""A rush that everybody must come out of: `python -m tests.soak_rush`. Exit 1 where somebody was left waiting.

Whose order is held up longer than a second would wonder whether the bot is there; `make bench` has the budgets.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.bench.rush import MEMBERS, rush

MOST_MILLISECONDS, MOST_MEGABYTES = 1000, 600


def main() -> int:
    """Gives the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        seen = asyncio.run(rush(Path(folder)))
    longest = max(seen.acknowledged)
    sys.stdout.write(
        f"{MEMBERS} members asked for the dearest pictures: {seen.answers.count('picture')} had them, "
        f"{seen.unanswered} had no answer, in {seen.seconds:.0f} s\n"
        f"{len(seen.acknowledged)} orders meanwhile acknowledged after {longest:.0f} ms at most; "
        f"{seen.greatest:.0f} MB at most\n"
    )
    for said in seen.imports:
        sys.stdout.write(f"record: {said}\n")
    held = not seen.unanswered and longest <= MOST_MILLISECONDS and seen.greatest <= MOST_MEGABYTES
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
