"""What bombs come to: the same as every face of every die through the strike of the rules."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from engine import new_game
from engine.combat.air.raids import strike
from engine.events.combat.raids import ProductionStruck
from engine.facilities.targets import raidable
from engine.odds.raids.strikes import strike_odds
from engine.play import Play
from engine.state.pieces import Piece
from tests.engine.odds.enumerated import KnownDice

RAIDING = ("revised", "anniversary_1941", "anniversary_1942", "pacific_1940", "global_1940")


@pytest.mark.rule("SPC-34", "SPC-38", setup=("revised", "global_1940"))
@pytest.mark.parametrize("setup", RAIDING)
def test_two_bombers_destroy_what_every_face_comes_to(setup: str) -> None:
    state = new_game(setup)
    kinds = set(raidable(state))
    territory, facility = next((t, u) for t, there in state.facilities.items() for u in there if u in kinds)
    power = "japan" if setup.startswith("pacific") else "germany"
    units = (state.unit_of(power, unit.id) for unit in state.edition.units if unit.domain == "air")
    bomber = next(unit.id for unit in units if unit.can("strategic_bombing"))
    bombers = [Piece(f"{territory}.{bomber}.{n}", power, bomber, territory) for n in (1, 2)]
    odds = strike_odds(state, territory, facility, bombers)
    dice = 2 * state.type_of(bombers[0]).attack_dice
    seen: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        play = Play(state, KnownDice(faces, 1))
        strike(play, territory, facility, bombers, "raid")
        event = play.events[-1]
        assert isinstance(event, ProductionStruck)
        seen[event.damage or event.ipcs] += 1
    assert odds.shares == pytest.approx({amount: count / 6**dice for amount, count in seen.items()})
    assert odds.mean > 0
