"""Battles of a middle size, twelve in each setup: too many dice for every face, few enough units to fight often."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from engine import load_setup
from engine.facts.edition import Edition
from engine.odds.form import BattleForm
from tests.engine.odds.small_battles import FOES
from tests.published import SETUPS

LEAST, MOST = 4, 10
"""Units of a side."""
Ranges = Mapping[str, tuple[int, int]]
BOMBERS = {"bomber": (0, 1), "strategic_bomber": (0, 1)}
GUN = {"anti_aircraft_gun": (1, 1), "aaa": (1, 1)}


@dataclass(frozen=True)
class Kind:
    """What a battle is about: how many of each unit fight; those that an edition does not have are left out."""

    kind: str
    attacker: Ranges
    defender: Ranges
    bombarding: Ranges = field(default_factory=dict)
    leaves: bool = False


KINDS: Mapping[str, Kind] = {
    "more aircraft than guns fire at": Kind(
        "land",
        {
            "infantry": (2, 3),
            "fighter": (2, 3),
            "tactical_bomber": (1, 2),
            "bomber": (1, 2),
            "strategic_bomber": (1, 2),
        },
        {"infantry": (3, 5), "tank": (0, 1), "fighter": (0, 1), **GUN},
    ),
    "partners left over": Kind(
        "land",
        {
            "infantry": (3, 4),
            "mechanized_infantry": (0, 1),
            "artillery": (1, 1),
            "tactical_bomber": (1, 1),
            "tank": (2, 3),
        },
        {"infantry": (3, 5), "artillery": (0, 2), "tank": (0, 1)},
    ),
    "too few partners": Kind(
        "land",
        {"infantry": (1, 1), "artillery": (2, 3), "tactical_bomber": (2, 3), "tank": (1, 1), "fighter": (0, 2)},
        {"infantry": (2, 4), "fighter": (1, 2), "tank": (0, 1)},
    ),
    "attackers who leave": Kind(
        "land",
        {"infantry": (2, 4), "artillery": (0, 2), "tank": (1, 2), "fighter": (0, 2), **BOMBERS},
        {"infantry": (3, 5), "artillery": (0, 1), "tank": (0, 2), "fighter": (0, 1), **GUN},
        leaves=True,
    ),
    "submarines against destroyers": Kind(
        "sea",
        {"submarine": (2, 3), "destroyer": (1, 1), "fighter": (1, 2), "cruiser": (0, 1)},
        {"submarine": (1, 2), "destroyer": (1, 2), "aircraft_carrier": (1, 1), "fighter": (1, 2)},
    ),
    "submarines and no destroyer": Kind(
        "sea",
        {"submarine": (1, 2), "fighter": (1, 2), "battleship": (0, 1), "cruiser": (0, 1), **BOMBERS},
        {"submarine": (2, 3), "aircraft_carrier": (1, 1), "fighter": (1, 2), "transport": (0, 1)},
    ),
    "silent ships": Kind(
        "sea",
        {"submarine": (1, 2), "destroyer": (1, 2), "fighter": (0, 1), "transport": (1, 2)},
        {"transport": (1, 3), "submarine": (1, 1), "destroyer": (1, 1), "cruiser": (0, 1)},
    ),
    "ships that take two hits": Kind(
        "sea",
        {"battleship": (1, 2), "aircraft_carrier": (1, 1), "fighter": (1, 2), "destroyer": (1, 1), "submarine": (0, 1)},
        {"battleship": (1, 2), "aircraft_carrier": (1, 2), "fighter": (1, 2), "submarine": (1, 1)},
    ),
    "more ships than land units": Kind(
        "amphibious",
        {"infantry": (1, 1), "artillery": (0, 1), "tank": (0, 1), "fighter": (3, 4)},
        {"infantry": (3, 4), "tank": (0, 2), "fighter": (0, 1)},
        {"battleship": (2, 2), "cruiser": (1, 2)},
    ),
    "a landing under guns": Kind(
        "amphibious",
        {"infantry": (2, 3), "tank": (1, 1), "fighter": (1, 2), "tactical_bomber": (0, 1), **BOMBERS},
        {"infantry": (2, 4), "artillery": (0, 1), "fighter": (1, 2), **GUN},
        {"battleship": (1, 1), "cruiser": (0, 1)},
    ),
    "a landing with partners": Kind(
        "amphibious",
        {"infantry": (2, 3), "artillery": (1, 2), "tank": (1, 2), "tactical_bomber": (0, 1)},
        {"infantry": (2, 4), "artillery": (0, 1), "tank": (1, 2)},
        {"battleship": (0, 1), "cruiser": (1, 2)},
    ),
    "a landing against aircraft": Kind(
        "amphibious",
        {"infantry": (2, 3), "artillery": (0, 1), "tank": (1, 2), "fighter": (1, 2)},
        {"infantry": (1, 2), "fighter": (2, 3), "bomber": (0, 1), "tactical_bomber": (0, 1)},
        {"battleship": (1, 1)},
    ),
}


def middle_battles() -> list[tuple[str, str]]:
    """All of them: the setup, and what the battle is about."""
    return [(setup, about) for setup in SETUPS for about in KINDS]


def middle_battle(setup: str, about: str) -> BattleForm:
    """One of them; the same whenever it is asked for."""
    rng, kind, edition = Random(f"{setup}: {about}"), KINDS[about], load_setup(setup)
    first, second = FOES.get(setup, ("germany", "united_kingdom"))
    return BattleForm.model_validate(
        {
            "setup": setup,
            "kind": kind.kind,
            "attacker": {"power": first, "units": _side(rng, edition, kind.attacker)},
            "defender": {"power": second, "units": _side(rng, edition, kind.defender)},
            "bombarding": _bombarding(rng, edition, kind),
            "retreat_after": rng.randint(1, 3) if kind.leaves else None,
        }
    )


def _side(rng: Random, edition: Edition, ranges: Ranges) -> dict[str, int]:
    """Drawn until there are enough, and not too many."""
    while True:
        units = _drawn(rng, edition, ranges)
        if LEAST <= sum(units.values()) <= MOST:
            return units


def _bombarding(rng: Random, edition: Edition, kind: Kind) -> dict[str, int]:
    ships = _drawn(rng, edition, kind.bombarding)
    return {ship: count for ship, count in ships.items() if edition.unit[ship].can("bombards")}


def _drawn(rng: Random, edition: Edition, ranges: Ranges) -> dict[str, int]:
    drawn = {unit: rng.randint(*most) for unit, most in ranges.items() if unit in edition.unit}
    return {unit: count for unit, count in drawn.items() if count}
