"""`python -m tests.engine.odds.fitting`: fit the weights of the estimate to exact chances, and tell how far it is off.

With --check the weights stay as they are.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from math import pi, sqrt

import numpy as np
from numpy.typing import NDArray

from engine.errors import IllegalAction
from engine.facts.data_files import DATA
from engine.facts.estimates import load_weights
from engine.odds.estimates.estimate import Kind, Strength, features, settled, share_of, strengths_of, win_share
from engine.odds.force import Force
from engine.odds.form import check_form
from engine.odds.named_units import setting_of
from engine.odds.odds import odds_in
from tests.engine.odds.drawn_battles import KINDS, drawn_battle

FIT = {"land": range(1_000), "sea": range(4_500), "amphibious": range(1_000)}
"""The seeds of the battles to fit to: fleets differ in more."""
CHECK = range(1_000_000, 1_000_500)
"""Those of others to check by."""
RIDGE = 1e-4
ROUNDS = 200

Row = tuple[Strength, Strength, float]
Numbers = NDArray[np.float64]


def exact(kind: Kind, seeds: Iterable[int]) -> list[Row]:
    """Both forces of drawn battles, and how likely the attacker wins; without those too large to work out."""
    rows = []
    for seed in seeds:
        form = drawn_battle(kind, seed)
        setting = setting_of(form, check_form(form))
        attack = Force(setting, "attacker", (), keep_land_unit=False)
        defend = Force(setting, "defender", (), keep_land_unit=False)
        try:
            rows.append((*strengths_of(setting, attack, defend), odds_in(setting).attacker_win))
        except IllegalAction:
            continue
    return rows


def errors(kind: Kind, rows: Iterable[Row]) -> list[float]:
    """How far the estimate is off, battle by battle."""
    return [abs(win_share(kind, attack, defend) - share) for attack, defend, share in rows]


def fitted(rows: Iterable[Row]) -> list[float]:
    """The weights with the least squares of errors of the win share (Levenberg and Marquardt)."""
    able = [row for row in rows if settled(row[0], row[1]) is None]
    given = np.array([features(attack, defend) for attack, defend, _ in able])
    wanted = np.array([share for *_, share in able])
    weights = np.zeros(given.shape[1])
    damping, error = 1e-3, _error(given @ weights, wanted, weights)
    for _ in range(ROUNDS):
        slopes = given * (np.exp(-((given @ weights) ** 2) / 2) / sqrt(2 * pi))[:, None]
        bend = slopes.T @ slopes + RIDGE * np.eye(len(weights))
        down = slopes.T @ (_shares(given @ weights) - wanted) + RIDGE * weights
        tried = weights - np.linalg.solve(bend + damping * np.diag(np.diag(bend)), down)
        after = _error(given @ tried, wanted, tried)
        if after < error:
            weights, error, damping = tried, after, damping / 3
        else:
            damping *= 4
    return [round(float(weight), 4) for weight in weights]


def _error(odds: Numbers, wanted: Numbers, weights: Numbers) -> float:
    return float(((_shares(odds) - wanted) ** 2).sum() + RIDGE * (weights @ weights))


def _shares(odds: Numbers) -> Numbers:
    return np.array([share_of(each) for each in odds])


def main() -> None:
    """Fit, write, and tell the errors of battles that were not used."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.odds.fitting", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only tell the errors")
    if not parser.parse_args().check:
        found = {kind: fitted(exact(kind, FIT[kind])) for kind in KINDS}
        (DATA / "odds" / "estimate.json").write_text(f"{json.dumps(found, indent=2)}\n", encoding="utf-8")
        load_weights.cache_clear()
    for kind in KINDS:
        rows = exact(kind, CHECK)
        off = np.array(errors(kind, rows))
        open_ = off[[0.05 < share < 0.95 for *_, share in rows]]
        sys.stdout.write(
            f"{kind}: {len(off)} battles, {100 * off.mean():.2f} points off on average,"
            f" {100 * (off <= 0.06).mean():.1f} of 100 within 6,"
            f" 95 of 100 within {100 * np.quantile(off, 0.95):.2f}, at most {100 * off.max():.1f};"
            f" {len(open_)} of them open, {100 * open_.mean():.2f} on average\n"
        )


if __name__ == "__main__":
    main()
