"""Small battles drawn by a seed, in all setups: few enough dice to look at every face that they may show."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import load_setup
from engine.odds.form import BattleForm
from tests.published import SETUPS

LAND, AIR = ("infantry", "artillery", "tank", "mechanized_infantry"), ("fighter", "tactical_bomber", "bomber")
SEA = ("submarine", "destroyer", "cruiser", "battleship", "transport")
FOES = {"pacific_1940": ("japan", "united_states")}
GUNS = ("anti_aircraft_gun", "aaa")


DRAWN = 36
"""The seeds below are drawn from all units; each one after them is about one thing, in one setup after the other."""
ABOUT: tuple[dict[str, Any], ...] = (
    {"kind": "sea", "attacker": {"destroyer": 1}, "defender": {"battleship": 1}, "damaged": {"battleship": 1}},
    {"kind": "land", "attacker": {"fighter": 2}, "defender": {"infantry": 1, "GUN": 1}},
    {"kind": "sea", "attacker": {"fighter": 1, "destroyer": 1}, "defender": {"submarine": 1}},
    {"kind": "sea", "attacker": {"submarine": 1, "fighter": 1}, "defender": {"submarine": 1}},
    {"kind": "sea", "attacker": {"destroyer": 1}, "defender": {"transport": 1, "submarine": 1}},
    {"kind": "land", "attacker": {"infantry": 1, "artillery": 2}, "defender": {"infantry": 1}},
    {"kind": "land", "attacker": {"infantry": 1, "tank": 1}, "defender": {"tank": 1}, "retreat_after": 2},
)


def small_battle(seed: int) -> BattleForm:
    """One or two units of a side, guns and ships that bombard apart."""
    return _drawn_battle(seed) if seed < DRAWN else _battle_about(seed - DRAWN)


def _battle_about(number: int) -> BattleForm:
    setup = SETUPS[number % len(SETUPS)]
    about, table = ABOUT[number % len(ABOUT)], load_setup(setup).unit
    guns = next((unit for unit in GUNS if unit in table), "")
    attacker, defender = (
        {unit.replace("GUN", guns): count for unit, count in about[side].items() if unit.replace("GUN", guns) in table}
        for side in ("attacker", "defender")
    )
    first, second = FOES.get(setup, ("germany", "soviet_union"))
    return BattleForm.model_validate(
        {
            "setup": setup,
            "kind": about["kind"],
            "attacker": {"power": first, "units": attacker},
            "defender": {"power": second, "units": defender, "damaged": about.get("damaged", {})},
            "retreat_after": about.get("retreat_after"),
        }
    )


def _drawn_battle(seed: int) -> BattleForm:
    rng = Random(seed)
    setup = SETUPS[seed % len(SETUPS)]
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
