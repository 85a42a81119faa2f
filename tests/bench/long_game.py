"""Makes the record of a long game of Global 1940 anew, as the rules are now: `python -m tests.bench.long_game`.

It is made anew after each change of the rules that the kept one does not get past.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from tests.bench.kept import keep_record
from tests.bench.war import ROUNDS, SEED, fight

SETUP = "global_1940"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; exit 1 where the game is won before its rounds are over, so that another seed is wanted."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.long_game", description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = parser.parse_args(arguments)
    war = fight(SETUP, chosen.rounds, chosen.seed)
    played = f"{war.state.round - 1} rounds, {len(war.record['steps'])} actions, {len(war.state.pieces)} units"
    if war.state.winner:
        sys.stderr.write(f"won by the {war.state.winner} after {played}: try another --seed\n")
        return 1
    path = keep_record(SETUP, json.dumps(war.record, separators=(",", ":")))
    sys.stdout.write(f"{path}: {played}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
