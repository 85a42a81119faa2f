"""What the level `hard` weighs beyond `normal`: what is struck back, whom the next enemy meets, when victory counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from computer.hard.deciding import AT_MOST, Deciding, at_least
from computer.hard.replies import WaryEnemies
from computer.levels import seat_at
from computer.normal.course import NOBODY, Fighter, force_of
from computer.normal.prizes import VICTORY
from computer.normal.replies import Enemies, Held
from computer.playing import Table, play_turn
from computer.seeding import SeededDice, Story
from engine import GameState, new_game
from tests.computer.test_positions import on_board, played
from tests.published import SETUPS

INFANTRY = Fighter(3, 1, 2, 0, 2, 1, captures=True)
FOUR = force_of([INFANTRY] * 4)
OUTPOST = Held("belorussia", force_of([INFANTRY]), 8.0)


def outpost(behind: str) -> GameState:
    """One German in Belorussia, an enemy before it, and somebody behind it or not."""
    spaces = {"belorussia": "germany: 1 infantry", "west_russia": "soviet_union: 4 infantry"}
    spaces |= {"eastern_europe": f"germany: {behind}"} if behind else {}
    return on_board("germany", "noncombat_move", spaces, owners={"belorussia": "germany"}).state


def gain(enemies: type[Enemies], state: GameState, held: Held = OUTPOST) -> float:
    """What four infantry gain where they strike."""
    return enemies(state, "germany").gain_of(held, FOUR)[0]


@pytest.mark.parametrize("behind", ["6 infantry, 2 tank", "8 infantry"])
def test_a_place_that_can_be_retaken_tempts_less(behind: str) -> None:
    assert gain(WaryEnemies, outpost(behind)) < gain(WaryEnemies, outpost("")) == gain(Enemies, outpost(""))
    assert gain(Enemies, outpost(behind)) == gain(Enemies, outpost(""))


def test_aircraft_help_to_retake_and_take_nothing_alone() -> None:
    assert gain(WaryEnemies, outpost("8 infantry, 2 fighter")) < gain(WaryEnemies, outpost("8 infantry"))
    assert gain(WaryEnemies, outpost("3 fighter")) == gain(Enemies, outpost(""))


def test_what_is_sunk_or_may_decide_the_war_is_lost_for_good() -> None:
    state = outpost("8 infantry")
    for held in (Held("sz5", force_of([INFANTRY]), 0.0, is_land=False), replace(OUTPOST, prize=150.0)):
        assert gain(WaryEnemies, state, held) == gain(Enemies, state, held)


def test_the_next_enemy_meets_fewer_where_the_first_was_beaten_off() -> None:
    enemies = WaryEnemies(outpost(""), "germany")
    held = Held("belorussia", force_of([INFANTRY] * 5), 8.0)
    assert len(enemies.left_of(held, FOUR).garrison) < 5
    assert Enemies(outpost(""), "germany").left_of(held, FOUR) == held


FRONT = {
    "germany": "germany: 8 infantry",
    "caucasus": "soviet_union: 6 infantry, 2 tank",
    "russia": "soviet_union: 8 infantry",
    "karelia_ssr": "soviet_union: 9 infantry",
}


def sent(level: str, attackers: str, defenders: str) -> list[tuple[int, float]]:
    """How many go against Ukraine, and how surely they win."""
    spaces = FRONT | {"balkans": f"germany: {attackers}", "ukraine_ssr": f"soviet_union: {defenders}"}
    table = played(
        on_board("germany", "combat_move", spaces, owners={"ukraine_ssr": "soviet_union"}), "combat_move", level
    )
    moves = [given for given in table.given if given.action["type"] == "move"]
    return [(len(given.action["pick"]), given.why.odds or 0) for given in moves if given.why]  # type: ignore[arg-type]


def test_it_takes_what_it_can_hold_by_striking_back_where_normal_dares_nothing() -> None:
    assert sent("normal", "6 infantry, 2 artillery", "2 infantry") == []
    [(count, surely)] = sent("hard", "6 infantry, 2 artillery", "2 infantry")
    assert count == 7
    assert surely > 0.95


EIGHT = {"karelia_ssr": "germany", "india": "japan"}
"""With these the Axis holds the eight cities that it needs when the United States has moved."""
TO_KWANGTUNG = {"kwangtung": "japan: 1 infantry", "french_indochina": "japan: 6 infantry"}


def fears(power: str, spaces: dict[str, str], owners: dict[str, str], *held: Held, **wins: float) -> float:
    """What the war is worth less to a power with these garrisons and battles."""
    state = on_board(power, "combat_move", spaces, owners=owners).state
    return Deciding(state, power, Enemies(state, power)).fears(held, (), wins)


def test_who_moves_last_before_victory_counts_decides_the_war() -> None:
    last = {"china": "united_states: 3 infantry"} | TO_KWANGTUNG
    assert fears("united_states", last, EIGHT, kwangtung=1.0) == -VICTORY
    assert fears("united_states", last, EIGHT, kwangtung=0.5) == -VICTORY / 2
    assert fears("united_states", last, {}, kwangtung=1.0) == 0


def test_a_city_that_is_retaken_before_victory_counts_is_worth_little() -> None:
    before = {"china": "united_kingdom: 3 infantry"} | TO_KWANGTUNG
    taken = Held("kwangtung", force_of([INFANTRY]), 20.0)
    gained = -fears("united_kingdom", before, EIGHT, taken, kwangtung=1.0)
    assert gained == pytest.approx((1 - AT_MOST) * VICTORY, abs=1)
    alone = {name: units for name, units in before.items() if name != "french_indochina"}
    assert -fears("united_kingdom", alone, EIGHT, taken, kwangtung=1.0) == VICTORY


def test_what_friends_can_retake_is_not_decided_yet() -> None:
    alone = {"china": "united_kingdom: 3 infantry", "kwangtung": "japan: 1 infantry"}
    after_it = {"manchuria": "united_states: 6 infantry"} | alone
    owners = EIGHT | {"manchuria": "united_states"}
    taken = Held("kwangtung", force_of([INFANTRY]), 20.0)
    assert 0 < -fears("united_kingdom", after_it, owners, taken, kwangtung=1.0) < VICTORY / 4


def test_the_last_city_that_the_enemies_need_is_not_left() -> None:
    spaces = {"india": "united_kingdom: 6 infantry", "french_indochina": "japan: 6 infantry"}
    left = fears("united_kingdom", spaces, {"karelia_ssr": "germany"}, Held("india", NOBODY, 20.0))
    assert left > AT_MOST * VICTORY / 2
    assert fears("united_kingdom", spaces, {}, Held("india", NOBODY, 20.0)) == 0


def test_its_attack_that_decides_the_war_is_worth_more_to_it_than_one_that_may_be_undone() -> None:
    gains = {}
    for level in ("normal", "hard"):
        for power in ("united_kingdom", "united_states"):
            spaces = {"china": f"{power}: 3 infantry"} | TO_KWANGTUNG
            table = played(on_board(power, "combat_move", spaces, owners=EIGHT), "combat_move", level)
            [why] = [given.why for given in table.given if given.why and given.why.odds]
            gains[level, power] = why.gain or 0.0
    assert gains["normal", "united_kingdom"] == gains["normal", "united_states"]
    assert gains["hard", "united_states"] > gains["hard", "united_kingdom"] + VICTORY / 2


def test_chances_of_so_many_are_added_up() -> None:
    assert at_least(2, [0.5, 0.5, 0.5]) == 0.5
    assert at_least(0, []) == 1
    assert at_least(1, []) == 0


@pytest.mark.parametrize("setup", SETUPS)
def test_its_first_turn_is_played_in_every_setup_and_nothing_is_refused(setup: str) -> None:
    state = new_game(setup)
    table = Table(state, Story(setup, {}), SeededDice(setup))
    play_turn(table, {power.id: seat_at("hard", 1) for power in state.edition.powers})
    assert table.refused == 0
    assert table.state.power != state.power
