"""`python -m engine.odds BATTLE.json`: the chances of a battle, as JSON. Exit 1 with a sentence where it is none."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pydantic import ValidationError

from engine.errors import IllegalAction
from engine.odds.form import BattleForm
from engine.odds.odds import Odds, odds_of
from engine.reading import UnreadableJson, problem_in, read_json

MOST_BYTES = 1_000_000
"""Far more than any battle takes."""


class NoBattle(Exception):
    """What was given is no battle, or none that could be fought; the text says why."""


def main(arguments: list[str]) -> int:
    """The command line; gives the exit code."""
    if len(arguments) != 1:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    try:
        printed = odds_printed(_read(Path(arguments[0])))
    except NoBattle as no:
        sys.stderr.write(f"{no}\n")
        return 1
    sys.stdout.write(json.dumps(printed) + "\n")
    return 0


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise NoBattle(f"The battle may have at most {MOST_BYTES:,} bytes.")
        return content.decode()
    except (OSError, ValueError) as error:
        raise NoBattle(str(error)) from None


def odds_printed(text: str) -> dict[str, object]:
    """What is printed of a battle that is written as JSON; raises NoBattle."""
    try:
        return _printed(odds_of(BattleForm.model_validate_json(json.dumps(read_json(text)))))
    except UnreadableJson as error:
        raise NoBattle(f"The battle isn't valid JSON: {error}.") from None
    except ValidationError as error:
        raise NoBattle(problem_in(error, "the battle")) from None
    except IllegalAction as error:
        raise NoBattle(error.message) from None


def _printed(odds: Odds) -> dict[str, object]:
    return {
        "attacker_win": odds.attacker_win,
        "defender_win": odds.defender_win,
        "draw": odds.draw,
        "rounds": odds.rounds,
        "attacker_left": odds.attacker.left,
        "defender_left": odds.defender.left,
        "attacker_loss_ipcs": odds.attacker.loss_ipcs,
        "defender_loss_ipcs": odds.defender.loss_ipcs,
        "exact": odds.is_exact,
        "stderr": odds.stderr,
        "dropped": odds.dropped,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
