"""The landing proof, held to the best of all landings in thousands of positions.

`python -m tests.engine.test_landings_by_trying 100000` tries as many.
"""

from __future__ import annotations

import sys

import pytest

from engine.landing.proof import landing_plan, strands_more
from tests.engine.landings_by_trying import can_land_so, fewest_stranded
from tests.engine.random_landings import after_a_move, landing_position
from tests.samples import every

POSITIONS, AT_ONCE = 2_000, 125


def wrong(seed: int) -> str | None:
    """What is wrong with the proof in a position, if anything."""
    state = landing_position(seed)
    plan, best = landing_plan(state), fewest_stranded(state)
    if len(plan.stranded) != best:
        return f"{len(plan.stranded)} aircraft are stranded, and {best} in the best of all landings"
    if not can_land_so(state, dict(plan.zones)):
        return "the plan cannot be carried out"
    after = after_a_move(state, seed)
    if strands_more(state, after) != ((then := fewest_stranded(after)) > best):
        return f"a move is taken for {'good' if then > best else 'bad'} that strands {then} instead of {best}"
    return None


@pytest.mark.rule("CMV-39", "CMV-41", "CMV-42", "NCM-16", "NCM-17", setups=("pacific_1940", "global_1940"))
@pytest.mark.parametrize("first", every(4, range(0, POSITIONS, AT_ONCE)))
def test_no_more_aircraft_are_stranded_than_in_the_best_of_all_landings(first: int) -> None:
    found = {seed: said for seed in range(first, first + AT_ONCE) if (said := wrong(seed))}
    assert not found


def main(positions: int) -> int:
    """Try so many; gives the exit code."""
    count = 0
    for seed in range(positions):
        if said := wrong(seed):
            count += 1
            sys.stdout.write(f"seed {seed}: {said}\n")
    sys.stdout.write(f"{positions} positions, {count} of them wrong\n")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS))
