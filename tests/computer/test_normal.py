"""What the level `normal` weighs and plans: its attacks together, its purchase by need, its armies over the sea."""

from __future__ import annotations

from collections import Counter

import pytest

from computer.levels import seat_at
from computer.normal.attacking import attack_all
from computer.normal.course import Fighter, course_of, fighters_of, force_of
from computer.normal.plans import Muster
from computer.normal.prizes import nearer_to_victory
from computer.normal.replies import Enemies, Held
from computer.normal.searching import Search
from computer.normal.spending.buying import buy_all
from computer.normal.weighing import Scale
from computer.playing import Budget, Hand, Table
from computer.seeding import SeededDice, Story
from engine import GameState, new_game
from engine.ask import capacity, usable_complexes
from engine.state.words import place
from tests.computer.test_positions import count, on_board, played
from tests.engine.table import Table as Written
from tests.engine.table import position

INFANTRY = Fighter(3, 1, 2, 0, 2, 1, captures=True)
TANK = Fighter(5, 3, 3, 0, 3, 1, captures=True)
FRONT = {
    "eastern_europe": "germany: 6 infantry, 3 tank",
    "belorussia": "soviet_union: 1 infantry",
    "ukraine_ssr": "soviet_union: 1 infantry",
    "karelia_ssr": "soviet_union: 5 infantry",
    "russia": "soviet_union: 4 infantry, 2 tank",
    "germany": "germany: 6 infantry",
}
TO_RUSSIA = {"belorussia": "soviet_union", "ukraine_ssr": "soviet_union"}


def hand_of(state: GameState, weighings: int = 240) -> Hand:
    """Of the power on turn."""
    table = Table(state, Story(state.setup, {}), SeededDice(1))
    return Hand(table, seat_at("normal", 1), Budget(weighings))


def search(written: Written, weighings: int = 240) -> Search:
    """A search that has been run."""
    hand = hand_of(written.state, weighings)
    found = Search(Scale(Muster(hand), Enemies(hand.state, hand.power)))
    found.run()
    return found


def test_the_stronger_force_wins_more_often_and_loses_less() -> None:
    many, few = force_of([INFANTRY] * 6 + [TANK] * 2), force_of([INFANTRY] * 3)
    assert course_of(many, few).win > 0.9 > course_of(few, few).win
    assert course_of(many, few).attack_loss < course_of(few, few).attack_loss
    assert course_of(few, ()).win == 1


def test_a_plan_gains_more_than_what_it_began_with_and_uses_nobody_twice() -> None:
    found = search(on_board("germany", "combat_move", FRONT, owners=TO_RUSSIA))
    assert found.worth.rank > found.scale.worth(()).rank
    names = [name for attack in found.scale.muster.sent_by(found.best) for name in attack.force.pieces]
    assert len(names) == len(set(names)) > 0


@pytest.mark.parametrize("weighings", [1, 4, 240])
def test_no_more_plans_are_weighed_than_a_third_of_the_budget(weighings: int) -> None:
    for_all = {**FRONT, "balkans": "germany: 6 infantry, 3 tank", "russia": "soviet_union: 1 infantry"}
    found = search(on_board("germany", "combat_move", for_all, owners=TO_RUSSIA), weighings)
    assert found.hand.budget.made <= (weighings + 2) // 3


def test_more_plans_weighed_are_never_worse() -> None:
    ranks = [search(on_board("germany", "combat_move", FRONT, owners=TO_RUSSIA), n).worth.rank for n in (1, 20, 240)]
    assert ranks == sorted(ranks)


def test_what_the_enemy_can_strike_back_is_counted_once_for_each_of_his_units() -> None:
    spaces = {
        "karelia_ssr": "germany: 1 infantry",
        "belorussia": "germany: 1 infantry",
        "west_russia": "soviet_union: 2 tank",
    }
    owners = {"karelia_ssr": "germany", "belorussia": "germany", "west_russia": "soviet_union"}
    state = on_board(
        "germany", "noncombat_move", {**spaces, "west_russia": "soviet_union: 2 tank"}, owners=owners
    ).state
    enemies = Enemies(state, "germany")
    one, other = (Held(space, force_of([INFANTRY]), 8.0) for space in ("karelia_ssr", "belorussia"))
    both = enemies.take([one, other])
    assert max(enemies.take([one]), enemies.take([other])) < both < enemies.take([one]) + enemies.take([other])
    assert enemies.take([one, other], {"west_russia"}) == 0


def test_the_last_city_is_worth_more_than_one_of_many_that_lack() -> None:
    state = new_game("revised")
    near = on_board("germany", "combat_move", {}, owners={"karelia_ssr": "germany"}).state
    assert nearer_to_victory(near)["russia"] > nearer_to_victory(state)["russia"] > 0


def test_a_transport_with_a_gun_aboard_lands_nobody_in_an_attack() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 3 infantry, 1 tank",
        "norway": "germany: 1 infantry",
        "sz3": "united_kingdom: 1 transport",
    }
    gun = [{"transport": "united_kingdom", "units": {"united_kingdom": {"anti_aircraft_gun": 1}}}]
    table = played(on_board("united_kingdom", "combat_move", spaces, cargo={"sz3": gun}), "combat_move", "normal")
    assert table.state.owners["norway"] == "germany"
    assert table.refused == 0


def test_far_from_its_front_over_the_sea_a_power_buys_ships_and_a_land_power_none() -> None:
    spaces = {"eastern_united_states": "united_states: 8 infantry, 2 tank", "germany": "germany: 6 infantry"}
    for power, buys in (("united_states", True), ("germany", False)):
        hand = hand_of(on_board(power, "purchase", spaces, ipcs={power: 40}).state)
        buy_all(hand, Enemies(hand.state, power))
        bought = Counter(hand.state.purchased[power])
        assert bool(bought["transport"]) == buys
        assert hand.state.treasuries[power] < 3


def test_troops_across_the_sea_from_the_war_are_brought_nearer_at_once() -> None:
    spaces = {
        "eastern_united_states": "united_states: 2 infantry, 2 tank",
        "sz10": "united_states: 2 transport, 2 battleship",
        "united_kingdom": "united_kingdom: 8 infantry",
        "germany": "germany: 9 infantry, 2 tank",
    }
    state = played(on_board("united_states", "noncombat_move", spaces), "noncombat_move", "normal").state
    assert count(state, "eastern_united_states", "united_states") == 0
    assert count(state, "united_kingdom", "united_states") == 4


def test_troops_stay_aboard_with_their_escort_where_the_voyage_takes_longer_than_a_turn() -> None:
    spaces = {
        "western_united_states": "united_states: 2 infantry, 2 tank",
        "sz55": "united_states: 2 transport, 2 battleship",
        "japan": "japan: 4 infantry",
        "sz60": "japan: 1 destroyer",
    }
    owners = dict.fromkeys(("hawaiian_islands", "midway", "alaska"), "japan")
    written = on_board("united_states", "noncombat_move", spaces, owners=owners)
    state = played(written, "noncombat_move", "normal").state
    ships = [piece for piece in state.pieces.values() if piece.unit == "transport"]
    assert all(len(state.cargo(ship.id)) == 2 and ship.space != "sz55" for ship in ships)
    assert Enemies(state, "united_states").falls(ships[0].space, fighters_of(state, state.at(ships[0].space))) < 0.5


SHIELDED = {
    "united_kingdom": "united_kingdom: 4 infantry, 4 tank",
    "sz6": "united_kingdom: 4 transport, 1 battleship, 1 destroyer",
    "sz5": "germany: 1 transport",
    "germany": "germany: 2 infantry",
}


def test_a_lone_ship_before_a_capital_is_sunk_and_all_land_behind_it() -> None:
    table = played(on_board("united_kingdom", "combat_move", SHIELDED), "conduct_combat", "normal")
    assert table.state.owners["germany"] == "united_kingdom"
    assert count(table.state, "sz5", "germany") == 0


def test_who_lands_is_lost_as_often_as_the_zone_is_not_cleared() -> None:
    found = search(on_board("united_kingdom", "combat_move", SHIELDED | {"sz5": "germany: 2 battleship"}), 900)
    assert not any("sz5" in attack.zones for attack in found.scale.muster.sent_by(found.best))


def test_warships_are_bought_where_the_fleet_of_an_enemy_is_stronger() -> None:
    home = {"western_united_states": "united_states: 4 infantry", "sz56": "united_states: 1 transport"}
    near = position(
        "united_states",
        "purchase",
        {**home, "sz60": "japan: 2 battleship, 2 destroyer"},
        setup="revised",
        ipcs={"united_states": 48},
    )
    hand = hand_of(near.state)
    buy_all(hand, Enemies(hand.state, hand.power))
    ships = [unit for unit in hand.state.purchased["united_states"] if unit in {"battleship", "destroyer"}]
    assert ships


def test_why_tells_what_an_attack_brings_apart_from_what_it_keeps_out_of_reach() -> None:
    written = on_board("germany", "combat_move", FRONT, owners=TO_RUSSIA)
    found = search(written)
    sent = found.scale.muster.sent_by(found.best)
    whole = found.scale.worth_of(sent)
    hand = hand_of(written.state)
    attack_all(hand, Enemies(hand.state, hand.power))
    told = {each.why.aim: each.why for each in hand._table.given if each.why and each.why.odds is not None}
    for at, attack in enumerate(sent):
        without = found.scale.worth_of([*sent[:at], *sent[at + 1 :]])
        why = told[f"take {place(written.state, attack.target.space)}"]
        assert why.gain == round(whole.net - without.net, 2)
        assert why.shields == round(without.lost - whole.lost, 2)
    assert any(why.shields for why in told.values())


def bought_with_damage(ipcs: int, damage: int) -> tuple[GameState, int]:
    """What Germany buys with as much damage to each of its complexes, and how many places it has then."""
    kind = "major_industrial_complex"
    spaces = {space: {"damage": {kind: damage}} for space in ("germany", "western_germany")}
    table = position("germany", "purchase", {}, setup="global_1940", ipcs={"germany": ipcs}, more_spaces=spaces)
    hand = hand_of(table.state)
    buy_all(hand, Enemies(hand.state, hand.power))
    assert sum(len(row) for row in hand.state.turn.repaired.values()) <= len(spaces)
    return hand.state, sum(capacity(hand.state, space) for space in usable_complexes(hand.state, "germany"))


@pytest.mark.parametrize("damage", [10, 14])
def test_complexes_are_repaired_as_far_as_their_places_are_used(damage: int) -> None:
    state, room = bought_with_damage(70, damage)
    repaired = sum(sum(row.values()) for row in state.turn.repaired.values())
    bought = sum(state.purchased["germany"].values())
    assert repaired > 0
    assert bought == room, "no place is left empty, and none is paid for in vain"
    assert state.treasuries["germany"] < 3


def test_complexes_that_have_places_enough_are_not_repaired() -> None:
    state, room = bought_with_damage(9, 6)
    assert state.turn.repaired == {}
    assert sum(state.purchased["germany"].values()) == 3 <= room
