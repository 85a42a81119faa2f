"""Battles too large to be worked out exactly: many fights come to nearly the exact chances, always the same ones."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.combat.hits import Profile, Source
from engine.odds.__main__ import main
from engine.odds.force import Force
from engine.odds.form import BattleForm, check_form
from engine.odds.named_units import setting_of
from engine.odds.odds import Odds, odds_in, odds_of
from engine.odds.outcomes.arrays import after_losses, draw
from engine.odds.outcomes.sampling import PARTS
from engine.odds.setting import Intents, Setting
from engine.state.battles import Hits
from engine.state.successors import with_values
from tests.engine.odds.test_odds import AT_SEA, FIGHT, LANDING, battle, side

SELDOM = 1e-4
"""What happens less often may not happen in any of the fights."""
FLEET = {"submarine": 2, "destroyer": 1, "fighter": 2, "battleship": 1}
BATTLES: dict[str, dict[str, Any]] = {
    "revised": AT_SEA,
    "submarines without a destroyer": {
        **AT_SEA,
        "setup": "aa1941",
        "attacker": side("germany", submarine=3, fighter=1),
        "defender": side("united_kingdom", submarine=1, battleship=1, transport=2, fighter=1),
    },
    "fleets": {
        **AT_SEA,
        "setup": "global_1940",
        "attacker": side("germany", **FLEET, tactical_bomber=1),
        "defender": side("united_kingdom", **FLEET, transport=1),
    },
    "revised fleets": {
        **AT_SEA,
        "attacker": side("united_kingdom", **FLEET),
        "defender": side("germany", **FLEET, transport=1),
    },
    "two rounds": {
        **AT_SEA,
        "setup": "aa1941",
        "attacker": side("germany", **FLEET),
        "defender": side("united_kingdom", **FLEET),
        "retreat_after": 2,
    },
    "landing": LANDING,
    "guns": {
        **LANDING,
        "setup": "revised",
        "defender": side("united_kingdom", infantry=3, anti_aircraft_gun=1),
        "bombarding": {"battleship": 1},
    },
    "on land": FIGHT,
}


def sampled(monkeypatch: pytest.MonkeyPatch, setting: Setting, intents: Intents) -> Odds:
    """What many fights come to, however small the battle is."""
    with monkeypatch.context() as all_are_large:
        all_are_large.setattr("engine.odds.rounds.MOST_OUT_OF_LINE", 0)
        all_are_large.setattr("engine.odds.rounds.MOST_POSITIONS", 0)
        return odds_in(setting, intents)


def setting_for(form: BattleForm) -> Setting:
    """The position of a battle."""
    return setting_of(form, check_form(form))


def agree(exact: Odds, found: Odds) -> None:
    """Within four standard errors."""
    assert exact.is_exact
    assert not found.is_exact
    for name in ("attacker_win", "defender_win", "draw"):
        assert abs(getattr(exact, name) - getattr(found, name)) <= 4 * found.stderr + SELDOM, name
    assert found.rounds == pytest.approx(exact.rounds, abs=0.03)
    for mine, theirs in ((found.attacker, exact.attacker), (found.defender, exact.defender)):
        error = theirs.loss_spread / found.fights**0.5
        assert abs(mine.loss_ipcs - theirs.loss_ipcs) <= 4 * error + 1e-9
        assert mine.loss_spread == pytest.approx(theirs.loss_spread, rel=0.05, abs=0.01)
        for unit, row in theirs.at_least.items():
            assert mine.at_least[unit] == pytest.approx(row, abs=4 * 0.5 / found.fights**0.5)


@pytest.mark.parametrize("name", BATTLES)
def test_fights_come_to_nearly_the_exact_chances(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    form = battle(BATTLES[name])
    agree(odds_of(form), sampled(monkeypatch, setting_for(form), form.intents))


@pytest.mark.parametrize("name", ["revised", "fleets", "guns"])
def test_so_they_do_by_low_luck(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    form = battle(BATTLES[name])
    setting = setting_for(form)
    setting = replace(setting, state=with_values(setting.state, options={"low_luck": "all"}))
    assert setting.state.edition.parameters.combat.low_luck == "all"
    agree(odds_in(setting), sampled(monkeypatch, setting, Intents()))


def test_aircraft_left_alone_are_spared(monkeypatch: pytest.MonkeyPatch) -> None:
    form, intents = battle(BATTLES["fleets"]), Intents(retreat_with_aircraft=True)
    agree(odds_in(setting_for(form), intents), sampled(monkeypatch, setting_for(form), intents))


def large(**change: int) -> BattleForm:
    """Twenty against twenty at sea."""
    fleet = {"submarine": 6, "destroyer": 4, "fighter": 6, "aircraft_carrier": 2, "battleship": 2, **change}
    return battle(AT_SEA, setup="aa1941", attacker=side("germany", **fleet), defender=side("united_kingdom", **fleet))


def test_a_large_battle_is_told_as_an_estimate() -> None:
    odds = odds_of(large())
    assert not odds.is_exact
    assert 0 < odds.stderr <= 0.0015
    assert odds.attacker_win + odds.defender_win + odds.draw == pytest.approx(1)


def test_an_estimate_is_one_even_where_all_fights_end_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    form = battle(AT_SEA, attacker=side("united_kingdom", battleship=8), defender=side("germany", destroyer=1))
    odds = sampled(monkeypatch, setting_for(form), form.intents)
    assert (odds.attacker_win, odds.is_exact) == (1.0, False)
    assert 0 < odds.stderr < 0.0001


@pytest.mark.parametrize("name", BATTLES)
def test_what_is_soon_known_well_enough_is_fought_less_often(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    form = battle(BATTLES[name])
    odds = sampled(monkeypatch, setting_for(form), form.intents)
    first = PARTS[0]
    is_known = max(share * (1 - share) for share in (odds.attacker_win, odds.defender_win, odds.draw)) < 0.062
    assert odds.fights == (first if is_known else sum(PARTS))
    assert odds.stderr <= 0.0015


def test_many_small_shares_never_come_to_more_than_all_fights() -> None:
    fleet = side("germany", submarine=8, destroyer=6, fighter=8, aircraft_carrier=3, battleship=3)
    foes = side("united_kingdom", submarine=4, destroyer=4, cruiser=4, battleship=1, fighter=2, aircraft_carrier=1)
    odds = odds_of(battle(AT_SEA, setup="global_1940", attacker=fleet, defender=foes))
    assert (odds.attacker_win, odds.defender_win, odds.draw) == (1.0, 0.0, 0.0)


def test_what_is_too_much_work_only_on_the_way_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    form = battle(AT_SEA, attacker=side("united_kingdom", submarine=4, fighter=4, battleship=2))
    exact = odds_of(form)
    monkeypatch.setattr("engine.odds.volleys.MOST_WORK", 1_000)
    found = odds_of(form)
    assert (exact.is_exact, found.is_exact) == (True, False)
    agree(exact, found)


def test_the_same_battle_has_the_same_estimate_in_every_process(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "battle.json"
    path.write_text(large().model_dump_json(), encoding="utf-8")
    command = [sys.executable, "-m", "engine.odds", str(path)]
    environment = {**os.environ, "PYTHONHASHSEED": "1"}  # which is another one here, if any
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)  # noqa: S603
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == done.stdout
    assert '"exact": false' in done.stdout
    assert odds_of(large()) == odds_of(large())


def test_hits_fall_on_many_fights_as_on_one() -> None:
    """The order of loss with what can hit whom, for any hits, is that of a single battle."""
    rng = Random(5)
    force = Force(setting_for(battle(BATTLES["fleets"])), "defender", (), keep_land_unit=False)
    sources: tuple[Source, ...] = ("air", "submarine", "other")
    for destroyer in (False, True):
        profiles: tuple[Profile, ...] = force.profiles(enemy_destroyer=destroyer)
        left = [tuple(rng.randint(0, most) for most in force.full) for _ in range(300)]
        scored = {source: np.array([rng.randint(0, 3) for _ in left]) for source in sources}
        after = after_losses(np.array(left).T, scored, profiles)
        for at, position in enumerate(left):
            hits = Hits(**{source: int(scored[source][at]) for source in sources})
            assert tuple(after[:, at]) == force.lose(position, hits, enemy_destroyer=destroyer)


def test_a_number_below_one_gives_the_hits_whose_share_it_falls_into() -> None:
    shares = [(0.25, 0.5, 0.25), (0.0, 1.0)]
    which = np.array([0, 0, 0, 0, 1, 1])
    at = np.array([0.0, 0.25, 0.74, 0.999, 0.0, 0.9999999999999999])
    assert draw(shares, which, at).tolist() == [0, 1, 1, 2, 1, 1]
