"""Low luck, an option of every setup: sure hits for the strength of all that fire together, one die for the rest.

The worked examples of docs/dice-order.md.
"""

from __future__ import annotations

import copy
from itertools import product
from typing import Any

import pytest

from engine import new_game
from engine.dice import FACES, counted_on
from engine.events.combat.battle import LowLuck
from engine.replay import Record, replay
from tests.engine.random_games import play_random_game
from tests.engine.table import Table, position
from tests.published import SETUPS
from tests.samples import every

ATTACK = {"russia": "soviet_union: 7 infantry, 1 tank, 1 fighter", "west_russia": "germany: 3 infantry, 1 tank"}


def luck(setup: str, how: str = "battles") -> dict[str, Any]:
    """The settings of a table that plays with low luck."""
    return {"setup": setup, "options": {"low_luck": how}}


def fired(table: Table) -> list[tuple[LowLuck, ...]]:
    """Those that fired together, for each fire."""
    return [event.low_luck for event in table.happened("fired")]


def hits(table: Table) -> list[int]:
    """The hits of each fire."""
    return [event.hits.total for event in table.happened("fired")]


@pytest.mark.parametrize("setup", SETUPS)
def test_every_setup_can_be_played_with_low_luck(setup: str) -> None:
    assert new_game(setup).edition.parameters.combat.low_luck == "off"
    for how in ("battles", "all"):
        assert new_game(setup, {"low_luck": how}).edition.parameters.combat.low_luck == how


def attacked(setup: str = "aa1941") -> Table:
    """7 infantry (1), a tank (3) and a fighter (3) before their battle: a strength of 13."""
    table = position("soviet_union", "combat_move", ATTACK, **luck(setup))
    return table.move("7 infantry, 1 tank, 1 fighter: russia > west_russia").end_phase()


def test_each_6_of_strength_is_a_sure_hit_and_one_die_decides_about_the_rest() -> None:
    table = attacked().battle("west_russia", dice="1")
    assert (fired(table), hits(table)) == ([(LowLuck(13, (1,)),)], [3])


def test_the_die_of_the_rest_misses_above_it() -> None:
    table = attacked().battle("west_russia", dice="2")
    assert (fired(table), hits(table)) == ([(LowLuck(13, (2,)),)], [2])
    table.lose("2 infantry", dice="4")
    assert (fired(table), hits(table)) == ([(LowLuck(3 * 2 + 3, (4,)),)], [1])


def test_at_sea_those_fire_together_who_can_hit_the_same_enemies() -> None:
    """Without a destroyer an aircraft hits no submarine, and a submarine no aircraft."""
    board = {
        "sz8": "united_kingdom: 1 battleship, 1 submarine",
        "sz9": "germany: 1 submarine, 1 aircraft_carrier, 1 fighter",
    }
    table = position(
        "united_kingdom", "combat_move", {**board, "united_kingdom": "united_kingdom: 1 fighter"}, **luck("aa1941")
    )
    table.move("1 battleship, 1 submarine: sz8 > sz9").move("1 fighter: united_kingdom > sz8 > sz9").end_phase()
    table.battle("sz9").decide("submerge", {}).decide("submerge", {}, dice="6 6 6 6 6 6")
    assert [(event.step, event.low_luck) for event in table.happened("fired")] == [
        ("attackers_strike", (LowLuck(2, (6,)),)),
        ("defenders_strike", (LowLuck(1, (6,)),)),
        ("attackers_fire", (LowLuck(3, (6,)), LowLuck(4, (6,)))),
        ("defenders_fire", (LowLuck(4, (6,)), LowLuck(2, (6,)))),
    ]


def test_no_die_is_rolled_where_nothing_is_left_of_the_strength() -> None:
    board = {"russia": "soviet_union: 4 tank", "west_russia": "germany: 3 infantry"}
    table = position("soviet_union", "combat_move", board, **luck("aa1941")).move("4 tank: russia > west_russia")
    table.end_phase().battle("west_russia")
    assert fired(table) == [(LowLuck(12, ()),), (LowLuck(6, ()),)]
    assert hits(table) == [2, 1]


def test_units_tell_how_many_dice_they_would_have_rolled_and_what_was_to_be_expected() -> None:
    table = attacked().battle("west_russia", dice="5")
    (event,) = table.happened("fired")
    assert [(shot.unit, shot.dice, shot.unrolled) for shot in event.shots] == [
        ("infantry", (), 7),
        ("tank", (), 1),
        ("fighter", (), 1),
    ]
    assert float(sum(shot.expected for shot in event.shots)) == pytest.approx(13 / 6)
    assert sum(shot.hits for shot in event.shots) == event.hits.total


def test_antiaircraft_guns_roll_for_each_aircraft_unless_all_fire_is_of_low_luck() -> None:
    board = {
        "russia": "soviet_union: 2 fighter, 1 infantry",
        "west_russia": "germany: 1 anti_aircraft_gun, 1 infantry",
    }
    for how, rolled, dice in (("battles", "2 6 6 6", (2, 6)), ("all", "2 6 6", (2, 1))):
        table = position("soviet_union", "combat_move", board, **luck("revised", how))
        table.move("2 fighter, 1 infantry: russia > west_russia").end_phase()
        table.battle("west_russia", dice=rolled)
        (fire,) = table.happened("anti_aircraft_fired")
        assert tuple(shot.die for shot in fire.shots) == dice
        assert [shot.hit for shot in fire.shots] == [False, how == "all"]
        assert fire.low_luck is (how == "all")


def test_a_die_that_is_counted_on_hits_once_for_each_6_and_each_as_often_as_it_would_alone() -> None:
    needed = (1, 1, 3, 4, 2, 2)
    found = [counted_on(needed, face) for face in range(1, FACES + 1)]
    totals = [sum(die <= need for die, need in zip(dice, needed, strict=True)) for dice in found]
    assert totals == [3, 2, 2, 2, 2, 2]
    for place, need in enumerate(needed):
        assert sum(dice[place] <= need for dice in found) == need


def test_the_hits_of_all_together_are_those_of_their_strength() -> None:
    for strength, face in product(range(1, 40), range(1, FACES + 1)):
        dice = counted_on([1] * strength, face)
        together = LowLuck(strength, (face,) if strength % FACES else ())
        if together.dice or face == 1:
            assert sum(die == 1 for die in dice) == together.hits


@pytest.mark.long
@pytest.mark.parametrize("setup", every(2, SETUPS))
def test_a_record_of_low_luck_is_accepted_as_it_is_and_refused_with_other_dice(setup: str) -> None:
    record = play_random_game(1, 60, setup, every=1_000, low_luck="all").record
    with_dice = [number for number, step in enumerate(record["steps"]) if step.get("dice")]
    assert with_dice
    assert replay(Record.model_validate(record)).error is None
    for change in (lambda dice: [*dice, 1], lambda dice: dice[1:], lambda dice: [7, *dice[1:]]):
        changed = copy.deepcopy(record)
        step = changed["steps"][with_dice[0]]
        step["dice"] = change(step["dice"])
        assert replay(Record.model_validate(changed)).error is not None
