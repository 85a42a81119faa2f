"""`python -m engine.odds BATTLE.json`: the chances of a battle, as JSON."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from pydantic import ValidationError

from engine.errors import IllegalAction
from engine.odds.form import BattleForm
from engine.odds.odds import odds_of
from engine.reading import problem_in


def main(arguments: list[str]) -> int:
    """The command line; gives the exit code."""
    if len(arguments) != 1:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    try:
        form = BattleForm.model_validate_json(Path(arguments[0]).read_text(encoding="utf-8"))
        odds = odds_of(form)
    except (IllegalAction, OSError, UnicodeDecodeError) as error:
        sys.stderr.write(f"{getattr(error, 'message', error)}\n")
        return 1
    except ValidationError as error:
        sys.stderr.write(f"{problem_in(error, 'the battle')}\n")
        return 1
    sys.stdout.write(json.dumps({**asdict(odds), "exact": True, "stderr": 0.0}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
