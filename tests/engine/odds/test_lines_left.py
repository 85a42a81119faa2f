"""Orders of loss that a power left behind count in chances just as they do in battles (ASY-41)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.ask import LOSSES, HitTaking, LossLine, line_in_force, slots_by_line, slots_in_order
from engine.events.combat.battle import AttackOrDefense
from engine.kinds import Orders
from engine.odds.force import Force
from engine.odds.form import check_form
from engine.odds.losing.lines import lines_of
from engine.odds.named_units import setting_of
from engine.odds.setting import Setting
from engine.state.battles import Hits
from tests.engine.odds.drawn_battles import KINDS, drawn_battle
from tests.published import SETUPS

SIDES: tuple[AttackOrDefense, ...] = ("attacker", "defender")


def lines(rng: Random, setting: Setting, side: AttackOrDefense) -> Orders:
    """One for all battles of that side, and often one for aircraft, none of which falls before a land unit or ship."""
    battle, state = setting.battle, setting.state
    pieces = state.select(battle.attackers if side == "attacker" else battle.defenders)
    table = {piece.unit: state.type_of(piece) for piece in pieces}
    slow = [unit for unit, line in table.items() if line.domain != "air" and line.hits]
    flying = [unit for unit, line in table.items() if line.domain == "air"]
    rng.shuffle(slow)
    found = [LossLine((*slow, *flying), side=side, keep=rng.random() < 0.3 and side == "attacker" and not flying)]
    if flying and rng.random() < 0.7:
        found.append(LossLine(tuple(reversed(flying)), side=side, part="air"))
    return {LOSSES: [str(line) for line in found if line.lose]}


def in_battle(setting: Setting, side: AttackOrDefense, hits: Hits, orders: Orders) -> Counter[str]:
    """What is lost when a battle asks."""
    taking = HitTaking(setting.state, replace(setting.battle, hits=hits), side)
    line = line_in_force(taking, orders)
    lost, _ = taking.outcome(slots_by_line(taking, line) if line else slots_in_order(taking, ()))
    return Counter(piece.unit for piece in setting.state.select(lost))


def in_chances(force: Force, hits: Hits) -> Counter[str]:
    """What is lost where chances are worked out."""
    left = force.lose(force.full, hits, enemy_destroyer=False)
    lost = Counter[str]()
    for group, before, after in zip(force.groups, force.full, left, strict=True):
        lost[group.unit] += group.is_fatal * (before - after)
    return +lost


@pytest.mark.rule("ASY-41")
@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_units_are_lost_in_chances_as_in_the_battle(setup: int) -> None:
    rng, looked_at = Random(setup), 0
    for number in range(12):
        form = drawn_battle(KINDS[number % 3], setup + number * len(SETUPS))
        setting = setting_of(form, check_form(form))
        for side in SIDES:
            orders = lines(rng, setting, side)
            found = lines_of(setting, side, orders)
            force = Force(setting, side, (), found, keep_land_unit=False)
            slow = sum(n for (_, unit), n in zip(force.rows, force.full, strict=True) if unit.domain != "air")
            # The volley that takes the last of the others is taken to fall on aircraft by their own line.
            most = sum(force.full) if found.for_all == found.for_aircraft or not slow else slow
            for count in range(1, min(most, 9) + 1):
                for hits in (Hits(other=count), Hits(anti_aircraft=count)):
                    assert in_chances(force, hits) == in_battle(setting, side, hits, orders), (form, side, orders)
                    looked_at += 1
    assert looked_at > 200


@pytest.mark.rule("ASY-41")
def test_where_too_much_is_at_stake_units_are_lost_as_printed() -> None:
    form = drawn_battle("land", 0)
    setting = setting_of(form, check_form(form))
    units = tuple(dict.fromkeys(piece.unit for piece in setting.state.select(setting.battle.defenders)))
    for above, is_asked in ((0, True), (9999, False)):
        left = {LOSSES: [str(LossLine(tuple(reversed(units)), above=above))]}
        assert (lines_of(setting, "defender", left).for_all is None) == is_asked
