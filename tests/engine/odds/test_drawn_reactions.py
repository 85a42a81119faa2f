"""Odd battles before which the enemy reacts, and odd raids: the chances are those of fights through the rules."""

from __future__ import annotations

import pytest

from engine.odds.raids.air_battles import met_raid_odds
from engine.odds.reactions import kamikazes
from engine.odds.rolls import Shares, of_alike
from engine.odds.setting import Setting
from tests.engine.odds import drawn_reactions
from tests.engine.odds.drawn_reactions import drawn_defence, drawn_raid, errors_of_defence, errors_of_raid

FIGHTS, RAIDS = 60, 120
ERRORS = 4.0
DEFENCES, DRAWN_RAIDS = (0, 1, 7), (0, 2, 4, 8)


@pytest.mark.rule("SPC-81", "SPC-90", "SPC-96", "SPC-98", setup="pacific_1940")
@pytest.mark.parametrize("seed", DEFENCES)
def test_a_battle_into_which_some_rise_and_dive_is_what_fights_through_the_rules_are(seed: int) -> None:
    away = errors_of_defence(seed, FIGHTS)
    assert max(away.values()) < ERRORS, away


@pytest.mark.rule("SPC-31", "SPC-34", "SPC-43", "SPC-47", "SPC-48", setup="global_1940")
@pytest.mark.parametrize("seed", DRAWN_RAIDS)
def test_a_raid_comes_to_what_raids_through_the_rules_come_to(seed: int) -> None:
    away = errors_of_raid(seed, RAIDS)
    assert max(away.values()) < ERRORS, away


def test_the_drawn_ones_have_all_that_they_are_about() -> None:
    defences, raids = [drawn_defence(seed) for seed in DEFENCES], [drawn_raid(seed) for seed in DRAWN_RAIDS]
    assert {about.moved.setup for about in defences} == {"pacific_1940", "global_1940"}
    assert any(about.rising > 1 for about in defences)
    assert any(about.strikes > 1 for about in defences)
    assert any(raid.rising for raid in raids)
    assert any(not raid.rising for raid in raids)


def test_strikes_that_hit_too_seldom_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def seldom(count: int, needed: int) -> Shares:
        return of_alike(count, max(needed - 2, 0))

    monkeypatch.setattr(kamikazes, "of_alike", seldom)
    assert max(errors_of_defence(DEFENCES[0], FIGHTS).values()) > ERRORS


def test_aircraft_that_are_left_out_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(setting: Setting, _count: int) -> Setting:
        return setting

    monkeypatch.setattr(drawn_reactions, "with_scrambled", none)
    assert max(errors_of_defence(DEFENCES[2], FIGHTS).values()) > ERRORS


def test_interceptors_who_are_left_out_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_reactions, "met_raid_odds", lambda state, raid, _: met_raid_odds(state, raid, ()))
    with pytest.raises(AssertionError, match="of whom nothing is told"):
        errors_of_raid(DRAWN_RAIDS[0], RAIDS)
