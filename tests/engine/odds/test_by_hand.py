"""Odd but legal battles, against what the rules come to by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.odds.form import BattleForm
from engine.odds.odds import Odds, odds_of
from tests.engine.odds.enumerated import shares_of
from tests.engine.odds.small_battles import FOES, GUNS
from tests.published import SETUPS

Units = dict[str, int]


def form(
    setup: str, kind: str, attacker: Units, defender: Units, damaged: Units | None = None, **more: Any
) -> BattleForm:
    first, second = FOES.get(setup, ("germany", "united_kingdom"))
    return BattleForm.model_validate(
        {
            "setup": setup,
            "kind": kind,
            "attacker": {"power": first, "units": attacker},
            "defender": {"power": second, "units": defender, "damaged": damaged or {}},
            **more,
        }
    )


def duel(hits: float, is_hit: float) -> tuple[float, float, float]:
    """Of one unit against one: who wins, who loses, and how often both are lost."""
    ends = 1 - (1 - hits) * (1 - is_hit)
    return hits * (1 - is_hit) / ends, is_hit * (1 - hits) / ends, hits * is_hit / ends


def check(odds: Odds, attacker: float, defender: float, draw: float) -> None:
    told = odds.attacker_win, odds.defender_win, odds.draw
    assert told == pytest.approx((attacker, defender, draw), abs=1e-9)


@pytest.mark.rule("CMB-07", "CMB-30")
@pytest.mark.parametrize("setup", SETUPS)
def test_infantry_against_infantry_is_the_same_in_all_setups(setup: str) -> None:
    check(odds_of(form(setup, "land", {"infantry": 1}, {"infantry": 1})), *duel(1 / 6, 2 / 6))


@pytest.mark.rule("CMB-31")
@pytest.mark.parametrize("setup", ["aa1941", "anniversary_1941", "global_1940"])
def test_transports_alone_are_sunk_without_dice(setup: str) -> None:
    odds = odds_of(form(setup, "sea", {"submarine": 1}, {"transport": 2}))
    check(odds, 1, 0, 0)
    assert (odds.rounds, odds.defender.left["transport"]) == (0, 0)


@pytest.mark.rule("CMB-33")
def test_transports_that_attack_alone_are_sunk() -> None:
    check(odds_of(form("aa1941", "sea", {"transport": 2}, {"submarine": 1})), 0, 1, 0)


@pytest.mark.rule("CMB-31")
def test_transports_of_revised_fire_unless_the_submarine_hits_before() -> None:
    """The submarine hits on 2 before the transport fires at 1."""
    wins, loses = 2 / 6, 4 / 6 * 1 / 6
    odds = odds_of(form("revised", "sea", {"submarine": 1}, {"transport": 1}))
    check(odds, wins / (wins + loses), loses / (wins + loses), 0)


@pytest.mark.rule("CMB-34")
def test_transports_on_both_sides_sink_nobody() -> None:
    odds = odds_of(form("aa1941", "sea", {"transport": 1}, {"transport": 1}))
    check(odds, 0, 0, 1)
    assert odds.attacker.left["transport"] == odds.defender.left["transport"] == 1


@pytest.mark.rule("SPC-65", setups=("global_1940",))
def test_guns_alone_hold_nothing_against_land_units() -> None:
    odds = odds_of(form("global_1940", "land", {"infantry": 1}, {"aaa": 1}))
    check(odds, 1, 0, 0)
    assert odds.defender.left["aaa"] == 0


@pytest.mark.rule("SPC-60", setups=("revised", "anniversary_1941", "global_1940", "pacific_1940"))
@pytest.mark.parametrize("setup", ["revised", "anniversary_1941", "global_1940", "pacific_1940"])
def test_guns_alone_fire_once_at_aircraft(setup: str) -> None:
    """A fighter falls to them once in six times; who is left then wins nothing, as guns can't fight on."""
    gun = "aaa" if setup.endswith("1940") else GUNS[0]
    battle = form(setup, "land", {"fighter": 1, "infantry": 1}, {gun: 1})
    odds = odds_of(battle)
    assert odds.attacker.left["fighter"] == pytest.approx(5 / 6)
    check(odds, 1, 0, 0)
    alone = odds_of(form(setup, "land", {"fighter": 1}, {gun: 1}))
    check(alone, 5 / 6, 0, 1 / 6)


@pytest.mark.parametrize("setup", ["revised", "anniversary_1941"])
def test_a_bomber_alone_against_infantry(setup: str) -> None:
    check(odds_of(form(setup, "land", {"bomber": 1}, {"infantry": 1})), *duel(4 / 6, 2 / 6))


@pytest.mark.rule("UNI-58")
def test_battleships_that_part_after_a_round_or_two() -> None:
    """Each hits with 4 of 6, and is lost with the second hit."""
    once, twice = (
        odds_of(form("aa1941", "sea", {"battleship": 1}, {"battleship": 1}, retreat_after=rounds)) for rounds in (1, 2)
    )
    check(once, 0, 0, 1)
    assert once.attacker.left["battleship"] == once.defender.left["battleship"] == 1
    lost = (4 / 6) ** 2
    check(twice, lost * (1 - lost), lost * (1 - lost), lost**2 + (1 - lost) ** 2)


@pytest.mark.rule("UNI-59", "CMB-29")
@pytest.mark.parametrize("setup", ["aa1941", "anniversary_1942", "pacific_1940"])
def test_fighters_and_submarines_cannot_hit_each_other_without_a_destroyer(setup: str) -> None:
    odds = odds_of(form(setup, "sea", {"fighter": 2}, {"submarine": 1}))
    check(odds, 0, 0, 1)
    assert (odds.attacker.left["fighter"], odds.defender.left["submarine"]) == (2, 1)


@pytest.mark.rule("UNI-58")
def test_a_damaged_battleship_takes_one_hit_more() -> None:
    battle = form("aa1941", "sea", {"destroyer": 1}, {"battleship": 1}, damaged={"battleship": 1})
    check(odds_of(battle), *duel(2 / 6, 4 / 6))


def lost_in_a_round(setup: str, attacker: Units) -> float:
    """How often one infantry is lost in the first round."""
    odds = odds_of(form(setup, "land", attacker, {"infantry": 1}, retreat_after=1))
    return 1 - odds.defender.left["infantry"]


def test_artillery_supports_infantry_one_for_one() -> None:
    """Without infantry it hits with 2 itself; of two infantry one is supported."""
    check(odds_of(form("revised", "land", {"artillery": 1}, {"infantry": 1})), *duel(2 / 6, 2 / 6))
    assert lost_in_a_round("revised", {"infantry": 2, "artillery": 1}) == pytest.approx(1 - 4 / 6 * 5 / 6 * 4 / 6)
    assert lost_in_a_round("revised", {"infantry": 1, "artillery": 2}) == pytest.approx(1 - (4 / 6) ** 3)


@pytest.mark.parametrize(
    ("attacker", "missed"),
    [
        ({"tactical_bomber": 1}, 3 / 6),
        ({"tactical_bomber": 1, "tank": 1}, 2 / 6 * 3 / 6),
        ({"tactical_bomber": 1, "fighter": 1}, 2 / 6 * 3 / 6),
        ({"tactical_bomber": 2, "fighter": 1}, 2 / 6 * 3 / 6 * 3 / 6),
        ({"tactical_bomber": 2, "fighter": 1, "tank": 1}, 2 / 6 * 2 / 6 * 3 / 6 * 3 / 6),
    ],
)
@pytest.mark.parametrize("setup", ["global_1940", "pacific_1940"])
def test_tactical_bombers_hit_better_beside_tanks_and_fighters(setup: str, attacker: Units, missed: float) -> None:
    assert lost_in_a_round(setup, attacker) == pytest.approx(1 - missed)


def test_guns_have_fewer_shots_than_there_are_aircraft() -> None:
    """Three shots of one gun at five fighters cost half a fighter on average; in Revised each is shot at."""
    for setup, gun, shots in (("global_1940", "aaa", 3), ("revised", "anti_aircraft_gun", 5)):
        odds = odds_of(form(setup, "land", {"fighter": 5, "infantry": 1}, {gun: 1}))
        assert odds.attacker.left["fighter"] == pytest.approx(5 - shots / 6)


@pytest.mark.rule("SPC-20", setups=("global_1940",))
def test_no_more_ships_bombard_than_units_land_where_the_edition_says_so() -> None:
    landed = {
        setup: odds_of(
            form(setup, "amphibious", {"infantry": 1}, {"infantry": 3}, bombarding={"battleship": 3})
        ).defender.left["infantry"]
        for setup in ("revised", "global_1940")
    }
    assert landed["revised"] < 2 < landed["global_1940"]


def test_guns_alone_are_as_in_the_battle() -> None:
    for attacker in ({"fighter": 1}, {"fighter": 1, "infantry": 1}):
        battle = form("global_1940", "land", attacker, {"aaa": 1})
        odds, shares = odds_of(battle), shares_of(battle)
        check(odds, shares["attacker"], shares["defender"], shares["draw"])
