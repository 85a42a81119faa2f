"""`python -m engine.odds BATTLE.json`: the chances of a battle, as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pydantic import ValidationError

from engine.errors import IllegalAction
from engine.odds.form import BattleForm
from engine.odds.odds import Odds, odds_of
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
    sys.stdout.write(json.dumps(_printed(odds)) + "\n")
    return 0


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
