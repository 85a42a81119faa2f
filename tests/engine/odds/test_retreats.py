"""When attackers leave a battle before it is decided."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from engine.errors import IllegalAction
from engine.odds.content import bare, key_of
from engine.odds.form import BattleForm, check_form
from engine.odds.named_units import setting_of
from engine.odds.odds import Odds, odds_in, odds_of
from engine.odds.outcomes import chain
from engine.odds.setting import Intents
from engine.reading import problem_in
from tests.engine.odds.leaving import LeavingByFaces
from tests.engine.odds.small_battles import FOES


def chances(attackers: dict[str, int], *, retreats: bool) -> Odds:
    """Of an attack on one infantry."""
    form = BattleForm.model_validate(
        {
            "setup": "aa1941",
            "kind": "land",
            "attacker": {"power": "germany", "units": attackers},
            "defender": {"power": "soviet_union", "units": {"infantry": 1}},
        }
    )
    return odds_in(setting_of(form, check_form(form)), replace(form.intents, retreat_with_aircraft=retreats))


def test_a_fighter_alone_leaves_after_one_round() -> None:
    """Infantry and fighter hit with 1 and 3. Both miss 5/6 × 3/6, the defender hits 2/6: then the fighter is alone."""
    leaves = chances({"infantry": 1, "fighter": 1}, retreats=True)
    goes_on, alone = 15 / 36 * 4 / 6, 15 / 36 * 2 / 6
    assert leaves.draw == pytest.approx(alone / (1 - goes_on))
    assert leaves.attacker.left["fighter"] == pytest.approx(1)
    assert chances({"infantry": 1, "fighter": 1}, retreats=False).attacker.left["fighter"] < 1


def test_who_has_land_units_left_presses_on() -> None:
    leaves, stays = (chances({"infantry": 2}, retreats=retreats) for retreats in (True, False))
    assert leaves.attacker_win == pytest.approx(stays.attacker_win)
    assert leaves.rounds == pytest.approx(stays.rounds)


def form(setup: str, kind: str, attacker: dict[str, int], defender: dict[str, int], **plans: Any) -> BattleForm:
    """An attack of Germany on the Soviet Union, or of Japan on China."""
    first, second = FOES.get(setup, ("germany", "soviet_union"))
    sides = {"attacker": {"power": first, "units": attacker}, "defender": {"power": second, "units": defender}}
    return BattleForm.model_validate({"setup": setup, "kind": kind, **sides, **plans})


BELOW: Any = {"retreat_below": 0.35}
SPARED: Any = {"retreat_with_aircraft": True}
LEFT = (
    form("aa1941", "land", {"infantry": 1, "tank": 1}, {"infantry": 1}, **BELOW),
    form("aa1941", "land", {"fighter": 2}, {"infantry": 1}, **SPARED),
    form("anniversary_1941", "land", {"infantry": 1, "fighter": 1}, {"tank": 1}, **BELOW, **SPARED),
    form("revised", "sea", {"submarine": 1, "destroyer": 1}, {"destroyer": 1}, **BELOW),
    form("revised", "amphibious", {"infantry": 1, "fighter": 1}, {"infantry": 1}, retreat_below=0.95),
    form("pacific_1940", "sea", {"destroyer": 1, "fighter": 1}, {"submarine": 1}, retreat_below=0.8),
    form("pacific_1940", "land", {"infantry": 1, "artillery": 1}, {"infantry": 1}, retreat_below=0.2),
    form("aa1941", "sea", {"submarine": 1, "fighter": 1}, {"destroyer": 1}, retreat_below=0.6),
)


@pytest.mark.rule("CMB-36", "CMB-37", "CMB-42", "SPC-12")
@pytest.mark.parametrize("battle", LEFT, ids=lambda battle: f"{battle.setup} {battle.kind}")
def test_chances_of_who_leaves_are_those_of_every_face(battle: BattleForm) -> None:
    odds, shares = odds_of(battle), LeavingByFaces(battle).shares()
    assert odds.attacker_win == pytest.approx(shares["attacker"], abs=1e-9)
    assert odds.defender_win == pytest.approx(shares["defender"], abs=1e-9)
    assert odds.draw == pytest.approx(shares["draw"], abs=1e-9)


def test_who_would_win_too_seldom_leaves_after_any_round() -> None:
    """One infantry against one: 1 in 4 wins. Where both miss in the first round, it leaves below 30% and not below 20.

    Both miss 5/6 × 4/6 = 20 of 36; the attacker alone hits 4 of 36, the defender alone 10, both 2.
    """
    one = {"infantry": 1}
    leaves = odds_of(form("aa1941", "land", one, one, retreat_below=0.3))
    assert leaves.rounds == 1
    assert leaves.attacker_win == pytest.approx(4 / 36)
    assert leaves.draw == pytest.approx(22 / 36)
    stays = odds_of(form("aa1941", "land", one, one, retreat_below=0.2))
    assert stays.attacker_win == pytest.approx(odds_of(form("aa1941", "land", one, one)).attacker_win)


def test_a_grid_and_single_positions_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = form("aa1941", "land", {"infantry": 6, "tank": 4}, {"infantry": 7, "fighter": 2}, **BELOW, **SPARED)
    odds = odds_of(battle)
    monkeypatch.setattr(chain, "FEW", 100)
    by_position = odds_of(battle)
    assert odds.attacker_win == pytest.approx(by_position.attacker_win, abs=1e-9)
    assert odds.rounds == pytest.approx(by_position.rounds, abs=1e-9)
    assert odds.attacker.left == pytest.approx(by_position.attacker.left, abs=1e-9)


def test_guns_and_bombardments_come_before_a_grid() -> None:
    """Losses to guns fall out of order, so each leads to a line of its own."""
    units = {"infantry": 6, "tank": 3, "fighter": 2}, {"infantry": 8, "anti_aircraft_gun": 1}
    leaves = odds_of(form("anniversary_1941", "land", *units, **BELOW))
    stays = odds_of(form("anniversary_1941", "land", *units))
    assert leaves.is_exact
    assert leaves.attacker_win < stays.attacker_win
    assert leaves.attacker.loss_ipcs < stays.attacker.loss_ipcs


def test_ships_without_a_way_out_fight_on() -> None:
    battle = form("aa1941", "sea", {"submarine": 1}, {"destroyer": 1}, retreat_below=0.9)
    setting = setting_of(battle, check_form(battle))
    held = replace(setting, has_way_out=False)
    assert odds_in(held, battle.intents).rounds == pytest.approx(odds_in(setting).rounds)
    assert odds_in(setting, battle.intents).rounds == 1
    assert key_of(bare(held), battle.intents) != key_of(bare(setting), battle.intents)
    assert key_of(bare(held), Intents()) == key_of(bare(setting), Intents())


def test_who_lands_without_aircraft_cannot_mean_to_leave() -> None:
    for plan in (BELOW, SPARED, {"retreat_after": 1}):
        with pytest.raises(IllegalAction, match="Units that land from the sea cannot retreat"):
            odds_of(form("revised", "amphibious", {"infantry": 2}, {"infantry": 1}, **plan))


@pytest.mark.parametrize("sampled", [False, True])
def test_who_lands_from_the_sea_fights_on_after_the_round_until_only_aircraft_are_left(
    sampled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Infantry goes first, and the fighter leaves at once where it is the last after the round (SPC-12)."""
    battle = form("revised", "amphibious", {"infantry": 2, "fighter": 1}, {"infantry": 2}, retreat_after=1)
    if sampled:
        monkeypatch.setattr("engine.odds.rounds.MOST_POSITIONS", 0)
    leaves = odds_of(battle)
    assert leaves.is_exact != sampled
    spared = odds_of(battle.model_copy(update={"retreat_after": None, "retreat_with_aircraft": True}))
    near = 4 * leaves.stderr + 1e-9
    assert leaves.attacker_win == pytest.approx(spared.attacker_win, abs=near)
    assert leaves.attacker.left == pytest.approx(spared.attacker.left, abs=3 * near)
    assert leaves.rounds > 1.2


def test_ships_without_a_way_out_fight_on_after_the_round() -> None:
    battle = form("aa1941", "sea", {"submarine": 1}, {"destroyer": 1}, retreat_after=1)
    setting = setting_of(battle, check_form(battle))
    held = replace(setting, has_way_out=False)
    assert odds_in(held, battle.intents).rounds == pytest.approx(odds_in(setting).rounds)
    assert odds_in(setting, battle.intents).rounds == 1
    assert key_of(bare(held), battle.intents) != key_of(bare(setting), battle.intents)


def test_a_round_that_never_comes_is_no_work() -> None:
    units = {"infantry": 3}, {"infantry": 3}
    never = odds_of(form("revised", "land", *units, retreat_after=10**9))
    assert never.attacker_win == pytest.approx(odds_of(form("revised", "land", *units)).attacker_win, abs=1e-9)


@pytest.mark.parametrize("setup", ["aa1941", "revised", "pacific_1940"])
def test_nor_is_it_at_sea_where_submarines_fire_first(setup: str) -> None:
    units = {"submarine": 1}, {"submarine": 1, "transport": 1}
    never = odds_of(form(setup, "sea", *units, retreat_after=10**9))
    assert never.attacker_win == pytest.approx(odds_of(form(setup, "sea", *units)).attacker_win, abs=1e-9)
    assert never.dropped < 1e-9


def test_a_battle_too_large_to_look_ahead_is_refused_with_a_sentence() -> None:
    fleet = {"submarine": 20, "destroyer": 20, "fighter": 20}
    with pytest.raises(IllegalAction, match="too large to look ahead"):
        odds_of(form("revised", "sea", fleet, fleet, **BELOW))


@pytest.mark.parametrize("below", [0, 30, -0.5, "half"])
def test_a_chance_that_is_none_is_refused(below: object) -> None:
    with pytest.raises(ValidationError) as refused:
        form("aa1941", "land", {"infantry": 1}, {"infantry": 1}, retreat_below=below)
    assert problem_in(refused.value, "the battle").startswith("retreat_below: ")


def test_aircraft_that_attack_alone_leave_after_their_only_round() -> None:
    """A fighter hits with 3, infantry with 2, both at once."""
    leaves = chances({"fighter": 1}, retreats=True)
    assert leaves.rounds == 1
    assert leaves.attacker.left["fighter"] == pytest.approx(4 / 6)
    assert leaves.attacker_win == pytest.approx(3 / 6 * 4 / 6)
    assert sum(outcome.share for outcome in leaves.outcomes) == pytest.approx(1)


ESCORTED = {"destroyer": 1, "transport": 2}, {"destroyer": 1}


@pytest.mark.rule("CMB-33", "CMB-36")
@pytest.mark.parametrize("sampled", [False, True])
def test_transports_left_alone_leave_with_the_others_plan(sampled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is lost is a destroyer, as transports fall last, and the round is over before they leave."""
    if sampled:
        monkeypatch.setattr("engine.odds.rounds.MOST_OUT_OF_LINE", 0)
        monkeypatch.setattr("engine.odds.rounds.MOST_POSITIONS", 0)
    leaves = odds_of(form("aa1941", "sea", *ESCORTED, retreat_after=1))
    assert leaves.is_exact != sampled
    assert leaves.attacker.left["transport"] == pytest.approx(2)
    assert leaves.attacker.left["destroyer"] == pytest.approx(4 / 6, abs=4 * leaves.stderr + 1e-9)
    assert leaves.rounds == 1


@pytest.mark.rule("CMB-33")
def test_transports_left_alone_leave_where_they_would_win_too_seldom() -> None:
    leaves, stays = odds_of(form("aa1941", "sea", *ESCORTED, **BELOW)), odds_of(form("aa1941", "sea", *ESCORTED))
    assert leaves.attacker.left["transport"] == pytest.approx(2)
    assert leaves.attacker_win == pytest.approx(stays.attacker_win, abs=1e-9)
    assert stays.attacker.left["transport"] < 2


@pytest.mark.rule("CMB-33")
def test_transports_left_alone_that_press_on_are_fired_at_and_with_no_way_out_lost_at_once() -> None:
    """A destroyer hits on 2, so a transport takes three rounds of its fire on average."""
    battle = form("aa1941", "sea", {"transport": 2}, {"destroyer": 1})
    setting = setting_of(battle, check_form(battle))
    stays, held = odds_in(setting), odds_in(replace(setting, has_way_out=False))
    assert (stays.attacker.left["transport"], held.attacker.left["transport"]) == (0, 0)
    assert stays.rounds == pytest.approx(6)
    assert held.rounds == 0
    assert key_of(bare(setting), Intents()) != key_of(bare(replace(setting, has_way_out=False)), Intents())
