"""All advantages: a new one has a module of its own, and is entered here."""

from __future__ import annotations

from collections.abc import Mapping

from engine.advantages import (
    better_numbers,
    chinese_divisions,
    enigma,
    garrison,
    industry,
    interdiction,
    island_bases,
    joint_strike,
    kaiten,
    kamikaze,
    lend_lease,
    lightning,
    mideast_oil,
    panzerblitz,
    railway,
    resistance,
    salvage,
    treaty,
    winter,
    wolf_packs,
)
from engine.advantages.rule import AdvantageRule

RULES: Mapping[str, AdvantageRule] = {
    rule.id: rule
    for rule in (
        *better_numbers.RULES,
        chinese_divisions.RULE,
        enigma.RULE,
        garrison.RULE,
        industry.RULE,
        interdiction.RULE,
        island_bases.RULE,
        joint_strike.RULE,
        kaiten.RULE,
        kamikaze.RULE,
        lend_lease.RULE,
        lightning.RULE,
        mideast_oil.RULE,
        panzerblitz.RULE,
        railway.RULE,
        resistance.RULE,
        salvage.RULE,
        treaty.RULE,
        winter.RULE,
        wolf_packs.RULE,
    )
}

for _rule in RULES.values():
    for _attach in _rule.effects:
        _attach(_rule.id)
