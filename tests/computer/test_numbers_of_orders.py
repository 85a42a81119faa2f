"""The numbers by which the house tells why it orders are those of the chances, worked out here once more."""

from __future__ import annotations

import pytest

from computer.chances import attack_chances, price
from computer.easy.attacking import LOST_FORCE, LOST_PRIZE, sea_risk
from computer.easy.politics import needed_for_war, within_reach
from computer.greedy.ground import prize_of
from computer.normal.course import fighters_of
from computer.normal.replies import Enemies
from computer.normal.weighing import defenders
from computer.playing import Given, Table, Why
from computer.reaching import Threats, friends_at
from computer.weights import EASY_PRIZES
from engine import GameState, apply
from engine.dice import NoDice
from tests.computer.test_normal import hand_of
from tests.computer.test_positions import on_board, played
from tests.engine.table import Table as Written
from tests.gamemaster.house_desk import STRONG_JAPAN

BESIDE = {
    "eastern_europe": "germany: 4 infantry, 2 tank, 1 fighter",
    "belorussia": "soviet_union: 2 infantry",
    "russia": "soviet_union: 4 infantry, 2 tank",
    "germany": "germany: 4 infantry",
}
ALONE = {key: BESIDE[key] for key in ("eastern_europe", "belorussia", "germany")}
OWNED = {"belorussia": "soviet_union"}


def told(table: Table, aim: str) -> tuple[Why, list[Given]]:
    """The last reason of an aim, and all orders that it is given for."""
    found = [given for given in table.given if given.why and given.why.aim == aim]
    assert found, [given.why for given in table.given]
    assert found[-1].why is not None
    return found[-1].why, found


def picked(orders: list[Given]) -> list[str]:
    return [str(name) for each in orders for name in _names(each.action["pick"])]


def _names(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


def before(written: Written, table: Table, number: int) -> GameState:
    """The position before an order."""
    state = written.state
    for given in table.given[:number]:
        state = apply(state, given.action, NoDice()).state
    return state


@pytest.mark.parametrize("spaces", [ALONE, BESIDE], ids=["nobody strikes back", "struck back"])
def test_an_attack_of_easy_is_told_with_its_battle_and_what_is_struck_back(spaces: dict[str, str]) -> None:
    written = on_board("germany", "combat_move", spaces, owners=OWNED)
    why, orders = told(played(written, "combat_move"), "take Belorussia")
    state, names = written.state, picked(orders)
    chances = attack_chances(state, "belorussia", "germany", names)
    prize = prize_of(state, "belorussia", EASY_PRIZES)
    staying = sorted((state.type_of(p) for p in state.select(names)), key=lambda unit: -(unit.cost or 0))
    staying = [unit for unit in staying if unit.domain != "air"]
    share = 1 - chances.own_loss / price(state, state.select(names))
    left = staying[: max(1, round(share * len(staying)))]
    again = Threats(state, "germany").lost("belorussia", left, without=("belorussia",))
    lost = chances.win * again * (LOST_PRIZE * prize + LOST_FORCE * sum(unit.cost or 0 for unit in left))
    assert why.odds == round(chances.win, 4)
    assert why.risk == round(chances.own_loss, 2)
    assert why.gain == round(chances.win * prize + chances.enemy_loss - chances.own_loss - lost, 2)
    assert bool(again) == (spaces is BESIDE)


def test_a_column_of_easy_is_told_with_all_who_stand_there_then() -> None:
    spaces = {"belorussia": "germany: 14 infantry, 4 tank", "russia": "soviet_union: 11 infantry, 5 tank"}
    written = on_board("germany", "noncombat_move", spaces)
    table = played(written, "noncombat_move")
    why, orders = told(table, "on to West Russia, in force")
    assert len(orders) > 1
    threats = Threats(written.state, "germany")
    assert why.falls == round(threats.lost("west_russia", friends_at(table.state, "west_russia", "germany")), 4) > 0


def test_ferries_and_ships_of_easy_are_told_with_what_they_risk() -> None:
    spaces = {
        "eastern_united_states": "united_states: 2 infantry",
        "sz10": "united_states: 1 transport, 1 destroyer",
        "united_kingdom": "united_kingdom: 8 infantry",
        "germany": "germany: 9 infantry",
        "western_europe": "germany: 2 fighter",
    }
    written = on_board("united_states", "noncombat_move", spaces)
    table = played(written, "noncombat_move")
    aims = {given.why.aim: given for given in table.given if given.why and given.why.risk is not None}
    assert aims
    for aim, given in aims.items():
        (*_, ship) = [name for name in picked([given]) if name in written.state.pieces]
        at = table.given.index(given)
        if aim.startswith("sail to"):
            zone = str(_names(given.action["path"])[-1])
            hand, names = hand_of(before(written, table, at)), tuple(picked([given]))
            assert given.why is not None
            assert given.why.risk == round(sea_risk(hand, Threats(hand.state, "united_states"), zone, names), 2)
        assert ship


def test_a_war_of_easy_is_told_with_what_comes_within_reach() -> None:
    written = on_board("japan", "combat_move", STRONG_JAPAN, "pacific_1940", game_round=2)
    table = played(written, "combat_move")
    at, given = next((n, given) for n, given in enumerate(table.given) if given.action["type"] == "declare_war")
    then = within_reach(before(written, table, at + 1)) - within_reach(before(written, table, at))
    assert given.why is not None
    assert given.why.gain == round(then, 2) >= needed_for_war(written.state)
    assert given.why.aim.startswith(f"{given.why.gain:g} IPCs more are within reach, and in this round ")


def test_late_in_a_war_no_peace_is_told_to_be_worth_less_than_nothing() -> None:
    written = on_board("japan", "combat_move", STRONG_JAPAN, "pacific_1940", game_round=9)
    wars = [given for given in played(written, "combat_move").given if given.action["type"] == "declare_war"]
    assert wars
    assert all(given.why and given.why.aim.endswith(" IPCs more are within reach") for given in wars)


def test_a_march_of_normal_is_told_with_how_likely_the_place_falls_then() -> None:
    spaces = {"belorussia": "germany: 14 infantry, 4 tank", "russia": "soviet_union: 8 infantry, 4 tank"}
    written = on_board("germany", "noncombat_move", spaces)
    table = played(written, "noncombat_move", "normal")
    why, _ = told(table, "on to West Russia")
    garrison = fighters_of(table.state, defenders(table.state, "west_russia", "germany"))
    assert why.falls == round(Enemies(written.state, "germany").falls("west_russia", garrison), 4)
    assert why.gain is not None
    assert why.gain > 0


def test_ships_of_normal_are_told_with_how_likely_they_are_sunk() -> None:
    spaces = {
        "western_united_states": "united_states: 2 infantry, 2 tank",
        "sz55": "united_states: 2 transport, 2 battleship",
        "japan": "japan: 4 infantry",
        "sz60": "japan: 1 destroyer",
    }
    owners = dict.fromkeys(("hawaiian_islands", "midway", "alaska"), "japan")
    written = on_board("united_states", "noncombat_move", spaces, owners=owners)
    table = played(written, "noncombat_move", "normal")
    aim = next(given.why.aim for given in table.given if given.why and given.why.aim.endswith(", towards the war"))
    why, orders = told(table, aim)
    convoy = table.state.select(picked(orders))
    (zone,) = {piece.space for piece in convoy}
    garrison = fighters_of(table.state, convoy)
    assert {piece.unit for piece in convoy} > {"transport"}, "other warships may still leave"
    assert why.falls == round(Enemies(table.state, "united_states").falls(zone, garrison), 4)
