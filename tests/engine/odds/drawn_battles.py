"""Battles of middling size drawn by a seed, of all setups and kinds: neither side is sure to win."""

from __future__ import annotations

from functools import cache
from random import Random

from engine import load_setup
from engine.odds.estimates.estimate import Kind
from engine.odds.form import BattleForm
from tests.published import SETUPS

POWERS = {"pacific_1940": ("japan", "united_states")}
KINDS: tuple[Kind, ...] = ("land", "sea", "amphibious")
BUDGETS = {"land": (12, 70), "sea": (24, 90), "amphibious": (12, 60)}
"""IPCs of the defender. Fleets are kept small enough for their exact chances to be worked out within a second or so."""


def drawn_battle(kind: Kind, seed: int) -> BattleForm:
    """A battle of that kind, in one setup after the other."""
    rng = Random(f"{kind} {seed}")
    setup = SETUPS[seed % len(SETUPS)]
    least, most = BUDGETS[kind]
    defended = rng.uniform(least, most)
    ships = _ships_that_bombard(setup)
    attacker = _drawn(rng, setup, kind, defended * rng.uniform(0.7, 1.9), is_attack=True)
    first, second = POWERS.get(setup, ("germany", "united_kingdom"))
    bombarding = {ship: rng.randint(1, 2) for ship in ships if rng.random() < 0.5} if kind == "amphibious" else {}
    return BattleForm.model_validate(
        {
            "setup": setup,
            "kind": kind,
            "attacker": {"power": first, "units": attacker},
            "defender": {"power": second, "units": _drawn(rng, setup, kind, defended, is_attack=False)},
            "bombarding": bombarding,
        }
    )


@cache
def _ships_that_bombard(setup: str) -> tuple[str, ...]:
    return tuple(unit.id for unit in load_setup(setup).units if unit.can("bombards"))


def _drawn(rng: Random, setup: str, kind: Kind, ipcs: float, *, is_attack: bool) -> dict[str, int]:
    """Units of two to four kinds for that many IPCs, infantry or a warship first; of three to five in fleets."""
    table = load_setup(setup).unit
    own = "sea" if kind == "sea" else "land"
    able = [u.id for u in table.values() if u.domain in (own, "air") and not (is_attack and u.can("anti_aircraft"))]
    plain = [unit for unit in able if table[unit].domain == own and not table[unit].can("defenseless")]
    first = "infantry" if own == "land" and rng.random() < 0.8 else rng.choice(plain)
    kinds = [first, *rng.sample(able, rng.randint(1, 3) + (own == "sea"))]
    units = {first: 1}
    left = ipcs - (table[first].cost or 0)
    while (unit := rng.choice([*kinds, first])) and left >= (table[unit].cost or 0):
        units[unit] = units.get(unit, 0) + 1
        left -= table[unit].cost or 0
    return units
