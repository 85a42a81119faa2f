"""What the level `hard` weighs beyond `normal`: what is struck back, and whom the next enemy meets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from computer.hard.replies import WaryEnemies
from computer.levels import seat_at
from computer.normal.course import Fighter, force_of
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


FEW, IN_THOUGHT = 120, 1200
"""So many weighings suffice for plans of every temper; with so many the war is played on in thought on small boards."""
PLAYED_ON = ("aa1941", "revised")


FIRST_TURNS = {
    "aa1941": "31b740ef3f84",
    "revised": "0fefa6e15811",
    "anniversary_1941": "34faf7555a56",
    "anniversary_1942": "465671c41478",
    "pacific_1940": "65abb9d9f375",
    "global_1940": "d167386b379d",
}
"""How the fingerprint of every order and every die begins; where it changes, count `computer.VERSION` up."""


@pytest.mark.parametrize("setup", SETUPS)
def test_its_first_turn_is_always_the_same_and_nothing_is_refused(setup: str) -> None:
    state = new_game(setup)
    table = Table(state, Story(setup, {}), SeededDice(setup))
    weighings = IN_THOUGHT if setup in PLAYED_ON else FEW
    play_turn(table, {power.id: seat_at("hard", 1, weighings) for power in state.edition.powers})
    assert table.refused == 0
    assert table.state.power != state.power
    assert table.story.fingerprint.startswith(FIRST_TURNS[setup])
