"""All advantages: a new one has a module of its own, and is entered here."""

from __future__ import annotations

from collections.abc import Mapping

from engine.advantages import better_numbers
from engine.advantages.germany import interdiction, panzerblitz, wolf_packs
from engine.advantages.japan import kaiten, kamikaze, lightning
from engine.advantages.rule import AdvantageRule
from engine.advantages.soviet_union import industry, lend_lease, railway, salvage, treaty, winter
from engine.advantages.united_kingdom import enigma, garrison, joint_strike, mideast_oil, resistance
from engine.advantages.united_states import chinese_divisions, island_bases

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
