"""Everybody presses everything at all moments: `python -m tests.soak_rights`; exit 1 where it did what it must not."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from cogs.interactions.presses import deeds
from tests.e2e.secret_cases import Case
from tests.e2e.sitting import sitting
from tests.e2e.test_rights import ASKED, EVERYBODY, PHASES, check_rights, everybody_presses


async def fault_at(case: Case) -> str:
    """What somebody did in a case that they may not, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        async with sitting(Path(folder)) as at:
            try:
                check_rights(await everybody_presses(at, case, dict.fromkeys(EVERYBODY, tuple(deeds()))))
            except AssertionError as fault:
                return str(fault)
    return ""


def main() -> int:
    """The command line; gives the exit code."""
    failed = 0
    for moment, case in (ASKED | PHASES).items():
        fault = asyncio.run(fault_at(case))
        failed += bool(fault)
        sys.stdout.write(f"{moment}: {fault or 'nobody did what they may not'}\n")
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
