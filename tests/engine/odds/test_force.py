"""One side of a battle: how its units fire, power by power."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from engine.combat.values import values_in_battle
from engine.odds.force import Force
from engine.odds.form import BattleForm, check_form
from engine.odds.named_units import setting_of


@pytest.mark.parametrize("advanced", ["germany", "italy"])
def test_bombers_of_two_powers_fire_with_the_dice_of_their_own_technologies(advanced: str) -> None:
    """Heavy bombers roll two dice; those of the other power beside them roll one (RES-23)."""
    form = BattleForm.model_validate(
        {
            "setup": "global_1940",
            "kind": "land",
            "attacker": {"power": "germany", "units": {"strategic_bomber": 2}},
            "defender": {"power": "united_kingdom", "units": {"infantry": 1}},
        }
    )
    setting = setting_of(form, check_form(form))
    _, second = setting.battle.attackers
    pieces = {**setting.state.pieces, second: replace(setting.state.pieces[second], power="italy")}
    state = replace(setting.state, pieces=pieces, technologies={advanced: ("heavy_bombers",)})
    force = Force(replace(setting, state=state), "attacker", (), keep_land_unit=False)
    assert sorted(fire.dice for fire in force.fires(force.full)) == [1, 2]


@pytest.mark.rule("UNI-19", "UNI-22", "UNI-23", setups=("global_1940",))
def test_who_fires_beside_partners_needs_what_the_rules_say_of_all_together() -> None:
    """However many partners are lost; units without one are counted apart from them."""
    units = {"infantry": 3, "artillery": 2, "mechanized_infantry": 1, "tank": 2, "tactical_bomber": 2, "fighter": 2}
    form = BattleForm.model_validate(
        {
            "setup": "global_1940",
            "kind": "land",
            "attacker": {"power": "germany", "units": units},
            "defender": {"power": "united_kingdom", "units": {"infantry": 1}},
        }
    )
    setting = setting_of(form, check_form(form))
    force = Force(setting, "attacker", (), keep_land_unit=False)
    for left in product(*(range(count + 1) for count in force.full)):
        needed = values_in_battle(setting.state, force.pieces(left), "attacker").values()
        fired = Counter[int]()
        for fire in force.fires(left):
            fired[fire.value] += fire.units
        assert fired == Counter(needed)
