"""Battles whose sides lose along one line: a row of the grid at a time comes to what each place by itself does."""

from __future__ import annotations

import pytest

from engine.odds.form import BattleForm
from engine.odds.odds import Odds, odds_of

SIZES = ((2, 14), (9, 9), (14, 3), (24, 20))


def odds(attacking: int, defending: int) -> Odds:
    """Of infantry and tanks against infantry and fighters."""
    form = {
        "setup": "aa1941",
        "kind": "land",
        "attacker": {"power": "germany", "units": {"infantry": attacking // 2, "tank": attacking - attacking // 2}},
        "defender": {
            "power": "united_kingdom",
            "units": {"infantry": defending - defending // 3, "fighter": defending // 3},
        },
    }
    return odds_of(BattleForm.model_validate(form))


@pytest.mark.parametrize(("attacking", "defending"), SIZES)
def test_a_row_at_a_time_comes_to_what_each_place_does(
    attacking: int, defending: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.odds.outcomes.chain.FEW", 1_000)
    by_places = odds(attacking, defending)
    expected = {(o.attacker, o.defender): o.share for o in by_places.outcomes}
    monkeypatch.setattr("engine.odds.outcomes.chain.FEW", 0)
    for at_once in (0, 1_000_000):
        monkeypatch.setattr("engine.odds.outcomes.grid.AT_ONCE", at_once)
        by_rows = odds(attacking, defending)
        assert by_rows.rounds == pytest.approx(by_places.rounds, abs=1e-9)
        found = {(o.attacker, o.defender): o.share for o in by_rows.outcomes}
        for end in {**found, **expected}:
            assert found.get(end, 0.0) == pytest.approx(expected.get(end, 0.0), abs=1e-11)


@pytest.mark.parametrize("size", [40, 120])
def test_nothing_is_lost_from_a_grid_without_a_word(size: int) -> None:
    told = odds(size, size)
    assert sum(outcome.share for outcome in told.outcomes) + told.dropped == pytest.approx(1, abs=1e-12)
    assert 0 < told.dropped < 1e-9
