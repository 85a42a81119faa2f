"""`python -m tests.engine.odds`: small battles by every face, and larger ones fought; exit 1 where chances differ.

`--battles 60` small ones; `--fights 2000` of each of three large ones, and `--middle 20000` of each of a middle
size, of which each setup has twelve (by default none). With `--kept FOLDER` these are fought in blocks that are
written down there, so that a later run goes on. `--odd 60`: so many battles before which the enemy reacts, and as many
raids, fought 500 times each (by default none). `--setup revised` looks at that setup alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.odds.form import BattleForm
from engine.odds.odds import odds_of
from tests.engine.odds.drawn_reactions import drawn_defence, drawn_raid, errors_of_defence, errors_of_raid
from tests.engine.odds.enumerated import shares_of
from tests.engine.odds.fights import distance, fought
from tests.engine.odds.kept_fights import blocks, fight_block, kept
from tests.engine.odds.middle_battles import middle_battle, middle_battles
from tests.engine.odds.small_battles import small_battle
from tests.engine.odds.test_odds import AT_SEA, FIGHT, LANDING, battle

AGREES, ERRORS = 1e-9, 4.0
ODD_FIGHTS = 500


@dataclass(frozen=True)
class Held:
    """How far chances lie away, and whether that is too far."""

    line: str
    is_wrong: bool


def by_every_face(seed: int) -> Held:
    """A small battle."""
    form = small_battle(seed)
    odds, shares = odds_of(form), shares_of(form)
    told = {"attacker": odds.attacker_win, "defender": odds.defender_win, "draw": odds.draw}
    apart = max(abs(told[name] - share) for name, share in shares.items())
    return Held(f"{seed} {form.setup} {form.kind}: {apart:.1e} apart", apart > AGREES)


def by_fights(form: BattleForm, about: str, fights: int) -> Held:
    """A larger one."""
    away = distance(odds_of(form), fought(form, fights, seed=1))
    return _farthest(f"{form.setup} {form.kind}{about}", away, fights)


def by_block(folder: Path, setup: str, about: str, number: int) -> Held:
    """A block more of a battle of a middle size, with all of its blocks before it."""
    fight_block(folder, setup, about, number)
    form, found = kept(folder, setup, about)
    return _farthest(f"{setup} {form.kind}, {about}", distance(odds_of(form), found), found.fights)


def by_odd_fights(seed: int) -> Held:
    """A battle before which the enemy reacts."""
    about = drawn_defence(seed).moved.setup
    return _farthest(f"odd battle {seed}, {about}", errors_of_defence(seed, ODD_FIGHTS), ODD_FIGHTS)


def by_odd_raids(seed: int) -> Held:
    """A raid."""
    return _farthest(f"odd raid {seed}, {drawn_raid(seed).state.setup}", errors_of_raid(seed, ODD_FIGHTS), ODD_FIGHTS)


def _farthest(about: str, away: Mapping[str, float], fights: int) -> Held:
    what, most = max(away.items(), key=lambda pair: pair[1])
    return Held(f"{about}, {fights} fights: {most:.1f} standard errors apart ({what})", most > ERRORS)


def chosen_ones(chosen: argparse.Namespace) -> Iterator[Callable[[], Held]]:
    """What is looked at."""
    for seed in range(chosen.battles):
        if chosen.setup in {None, small_battle(seed).setup}:
            yield partial(by_every_face, seed)
    if chosen.fights:
        for form in (battle(base) for base in (FIGHT, LANDING, AT_SEA)):
            if chosen.setup in {None, form.setup}:
                yield partial(by_fights, form, "", chosen.fights)
    yield from middle_ones(chosen)
    for seed in range(chosen.odd):
        if chosen.setup in {None, drawn_defence(seed).moved.setup}:
            yield partial(by_odd_fights, seed)
        if chosen.setup in {None, drawn_raid(seed).state.setup}:
            yield partial(by_odd_raids, seed)


def middle_ones(chosen: argparse.Namespace) -> Iterator[Callable[[], Held]]:
    """Those of a middle size."""
    if chosen.kept:
        for setup, about, number in blocks(chosen.middle, chosen.setup):
            yield partial(by_block, chosen.kept, setup, about, number)
        return
    for setup, about in middle_battles() if chosen.middle else ():
        if chosen.setup in {None, setup}:
            yield partial(by_fights, middle_battle(setup, about), f", {about}", chosen.middle)


def call(looked_at: Callable[[], Held]) -> Held:
    """In another process."""
    return looked_at()


def main() -> int:
    """Gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.odds", description=__doc__)
    parser.add_argument("--battles", type=int, default=60)
    parser.add_argument("--fights", type=int, default=2_000)
    parser.add_argument("--middle", type=int, default=0)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--odd", type=int, default=0)
    parser.add_argument("--setup")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    wrong = 0
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for held in pool.map(call, chosen_ones(chosen)):
            wrong += held.is_wrong
            sys.stdout.write(f"{held.line}{' WRONG' if held.is_wrong else ''}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{wrong} wrong\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
