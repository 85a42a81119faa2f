"""Submarines that submerge as soon as there is no enemy destroyer, on either side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import IllegalAction
from engine.odds.content import bare, key_of
from engine.odds.form import BattleForm, check_form
from engine.odds.named_units import setting_of
from engine.odds.odds import STAY, odds_in, odds_of
from tests.engine.odds.enumerated import shares_of
from tests.engine.odds.fights import distance, fought
from tests.engine.odds.leaving import LeavingByFaces
from tests.engine.odds.test_retreats import form
from tests.engine.odds.test_sampling import agree, sampled

BOTH: Any = {"submerge": ("attacker", "defender")}
DEFENDER: Any = {"submerge": ("defender",)}
ATTACKER: Any = {"submerge": ("attacker",)}
SUB_AND_FIGHTER = {"submarine": 1, "fighter": 1}
BY_FACES = (
    form("aa1941", "sea", {"destroyer": 1, "fighter": 1}, {"submarine": 1}, **DEFENDER),
    form("aa1941", "sea", SUB_AND_FIGHTER, {"battleship": 1}, **ATTACKER),
    form("anniversary_1941", "sea", {"submarine": 2}, {"submarine": 1, "cruiser": 1}, **DEFENDER),
    form("pacific_1940", "sea", {"submarine": 1, "destroyer": 1}, {"submarine": 1, "transport": 1}, **BOTH),
    form("revised", "sea", {"submarine": 1, "bomber": 1}, {"fighter": 1}, **ATTACKER),
    form("revised", "sea", {"submarine": 1}, {"submarine": 1, "transport": 1}, **BOTH),
    form("revised", "sea", {"destroyer": 1, "fighter": 1}, {"submarine": 1}, **DEFENDER, retreat_after=2),
)
LEAVING = (
    form("revised", "sea", SUB_AND_FIGHTER, {"submarine": 1}, **BOTH, retreat_with_aircraft=True),
    form("revised", "sea", {"destroyer": 1, "fighter": 1}, {"submarine": 1}, **DEFENDER, retreat_below=0.9),
    form("aa1941", "sea", SUB_AND_FIGHTER, {"battleship": 1}, **ATTACKER, retreat_below=0.5),
)


def named(battle: BattleForm) -> str:
    return f"{battle.setup}: {', '.join(battle.submerge)}"


@pytest.mark.rule("SPC-73", "SPC-74", "SPC-75", "SPC-76", "SPC-100", "CMB-35")
@pytest.mark.parametrize("battle", BY_FACES, ids=named)
def test_chances_of_who_submerges_are_those_of_every_face(battle: BattleForm) -> None:
    odds, shares = odds_of(battle), shares_of(battle)
    assert odds.attacker_win == pytest.approx(shares["attacker"], abs=1e-9)
    assert odds.defender_win == pytest.approx(shares["defender"], abs=1e-9)
    assert odds.draw == pytest.approx(shares["draw"], abs=1e-9)


@pytest.mark.rule("CMB-37", "CMB-69", "SPC-73")
@pytest.mark.parametrize("battle", LEAVING, ids=named)
def test_attackers_leave_before_the_defenders_submarines_submerge(battle: BattleForm) -> None:
    """Where submarines submerge after the fire; the attackers' own submerge with the same answer."""
    odds, shares = odds_of(battle), LeavingByFaces(battle).shares()
    assert odds.attacker_win == pytest.approx(shares["attacker"], abs=1e-9)
    assert odds.defender_win == pytest.approx(shares["defender"], abs=1e-9)
    assert odds.draw == pytest.approx(shares["draw"], abs=1e-9)


@pytest.mark.rule("SPC-73", "SPC-76")
def test_who_submerges_at_once_is_left_and_does_not_win() -> None:
    """Instead of striking, before any die; in Revised only after the fire of a round."""
    fleets: Any = ("sea", {"submarine": 3}, {"battleship": 1})
    odds = odds_of(form("aa1941", *fleets, **ATTACKER))
    assert (odds.defender_win, odds.rounds, odds.attacker.left["submarine"]) == (1, 1, 3)
    assert odds.outcomes[0].attacker == 3
    revised = odds_of(form("revised", *fleets, **ATTACKER))
    assert revised.rounds == 1
    assert revised.attacker.left["submarine"] < 3
    both = odds_of(form("aa1941", "sea", {"submarine": 1}, {"submarine": 1}, **DEFENDER))
    assert (both.attacker_win, both.defender.left["submarine"], both.attacker.loss_ipcs) == (1, 1, 0)


@pytest.mark.rule("SPC-74")
def test_a_destroyer_keeps_submarines_in_the_battle() -> None:
    kept: Any = ("aa1941", "sea", {"destroyer": 2}, {"submarine": 2})
    assert odds_of(form(*kept, **DEFENDER)) == odds_of(form(*kept))
    freed: Any = ("aa1941", "sea", {"destroyer": 1, "battleship": 1}, {"submarine": 2})
    stays, submerges = odds_of(form(*freed)), odds_of(form(*freed, **DEFENDER))
    assert submerges.defender.left["submarine"] > stays.defender.left["submarine"]


def test_the_next_round_of_a_battle_under_way_begins_with_who_submerges() -> None:
    """In Revised the submarines submerge before it, so it isn't fought at all."""
    battle = form("revised", "sea", {"fighter": 1}, {"submarine": 1}, **DEFENDER)
    setting = setting_of(battle, check_form(battle))
    later = replace(setting.battle, round=1)
    under_way = replace(setting, battle=later, state=replace(setting.state, battle=later))
    assert odds_in(setting, battle.intents).rounds == 1
    found = odds_in(under_way, battle.intents)
    assert (found.rounds, found.attacker_win, found.defender.left["submarine"]) == (0, 1, 1)
    assert key_of(bare(setting), battle.intents) != key_of(bare(setting), STAY)


FLEET = {"submarine": 2, "destroyer": 1, "fighter": 2, "battleship": 1}
LARGE = {
    "aa1941": form("aa1941", "sea", FLEET, FLEET, **BOTH),
    "revised": form("revised", "sea", FLEET, FLEET, **BOTH),
    "revised, two rounds": form(
        "revised", "sea", {"submarine": 2, "destroyer": 1}, {"submarine": 3}, **BOTH, retreat_after=2
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_sampled_fights_come_to_the_chances(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    battle = LARGE[name]
    setting = setting_of(battle, check_form(battle))
    exact = odds_in(setting, battle.intents)
    assert exact.is_exact
    agree(exact, sampled(monkeypatch, setting, battle.intents))


@pytest.mark.long
@pytest.mark.parametrize("setup", ["aa1941", "revised"])
def test_fights_come_to_the_chances(setup: str) -> None:
    battle = LARGE[setup]
    away = distance(odds_of(battle), fought(battle, 75, seed=7))
    assert max(away.values()) < 4, away


def test_only_who_has_submarines_can_mean_to_submerge() -> None:
    for intent, verb in ((ATTACKER, "attack"), (DEFENDER, "defend")):
        with pytest.raises(IllegalAction, match=f"No submarines {verb}, so none can submerge."):
            odds_of(form("aa1941", "sea", {"destroyer": 1}, {"destroyer": 1}, **intent))
