"""Small battles drawn by a seed, in all setups: few enough dice to look at every face that they may show."""

from __future__ import annotations

from random import Random

from engine import load_setup, setup_names
from engine.odds.form import BattleForm

LAND, AIR = ("infantry", "artillery", "tank", "mechanized_infantry"), ("fighter", "tactical_bomber", "bomber")
SEA = ("submarine", "destroyer", "cruiser", "battleship", "transport")
FOES = {"pacific_1940": ("japan", "china")}
GUNS = ("anti_aircraft_gun", "aaa")


def small_battle(seed: int) -> BattleForm:
    """One or two units of a side, guns and ships that bombard apart."""
    rng = Random(seed)
    setup = setup_names()[seed % len(setup_names())]
    table = load_setup(setup).unit
    kind = rng.choice(
        ("land", "sea", "amphibious") if any(table[u].can("bombards") for u in table) else ("land", "sea")
    )
    own = [unit for unit in (SEA if kind == "sea" else LAND) if unit in table]
    air = [unit for unit in AIR if unit in table]
    attacker, defender = _drawn(rng, own, air), _drawn(rng, own, air)
    if kind == "amphibious":
        attacker = {rng.choice(own): 1}
    ships = [unit for unit in table if table[unit].can("bombards")]
    guns = [unit for unit in GUNS if unit in table]
    if kind != "sea" and guns and rng.random() < 0.3:
        defender[guns[0]] = 1
    first, second = FOES.get(setup, ("germany", "soviet_union"))
    return BattleForm.model_validate(
        {
            "setup": setup,
            "kind": kind,
            "attacker": {"power": first, "units": attacker},
            "defender": {"power": second, "units": defender},
            "bombarding": {rng.choice(ships): 1} if kind == "amphibious" else {},
        }
    )


def _drawn(rng: Random, own: list[str], air: list[str]) -> dict[str, int]:
    units = {rng.choice(own): 1}
    other = rng.choice([*own, *air, ""])
    if other:
        units[other] = units.get(other, 0) + 1
    return units
