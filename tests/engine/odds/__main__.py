"""`python -m tests.engine.odds`: small battles by every face, and larger ones fought; exit 1 where chances differ."""

from __future__ import annotations

import argparse
import sys

from engine.odds.odds import odds_of
from tests.engine.odds.enumerated import shares_of
from tests.engine.odds.fights import distance, fought
from tests.engine.odds.small_battles import small_battle
from tests.engine.odds.test_odds import AT_SEA, FIGHT, LANDING, battle

AGREES, ERRORS = 1e-9, 4.0


def main() -> int:
    """Gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.odds", description=__doc__)
    parser.add_argument("--battles", type=int, default=60)
    parser.add_argument("--fights", type=int, default=2_000)
    chosen = parser.parse_args()
    wrong = 0
    for seed in range(chosen.battles):
        form = small_battle(seed)
        odds, shares = odds_of(form), shares_of(form)
        told = {"attacker": odds.attacker_win, "defender": odds.defender_win, "draw": odds.draw}
        apart = max(abs(told[name] - share) for name, share in shares.items())
        wrong += apart > AGREES
        sys.stdout.write(f"{seed} {form.setup} {form.kind}: {apart:.1e} apart\n")
        sys.stdout.flush()
    for base in (FIGHT, LANDING, AT_SEA):
        form = battle(base)
        away = max(distance(odds_of(form), fought(form, chosen.fights, seed=1)).values())
        wrong += away > ERRORS
        sys.stdout.write(f"{form.setup} {form.kind}, {chosen.fights} fights: {away:.1f} standard errors apart\n")
        sys.stdout.flush()
    sys.stdout.write(f"{wrong} wrong\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
