"""Convoy disruption: what enemy ships beside its coasts cost a power (chapter INC)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.economy.convoys import convoys_in_danger, largest_losses, most_at_stake
from tests.engine.table import Table, position

SETUP = "pacific_1940"
WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]
JAPANESE_INCOME = 26


def at_war(power: str, spaces: dict[str, str], **more: Any) -> Table:
    """The end of a power's turn in a war of all, with no units but these."""
    return position(power, "mobilize", spaces, relations=WAR, **more)


def lost(table: Table) -> int:
    """IPCs that disrupted convoys took from the income just collected."""
    return sum(int(event.convoys) for event in table.happened("income_collected"))


@pytest.mark.rule("INC-12", "INC-13", "INC-16", "INC-22", setups="1940")
def test_enemies_in_a_convoy_zone_roll_when_the_income_is_collected() -> None:
    table = at_war("japan", {"sz19": "united_states: 1 submarine, 1 destroyer"}).end_phase("2 5 3")
    (disrupted,) = table.happened("convoys_disrupted")
    assert [(each.zone, each.dice, each.lost) for each in disrupted.attacks] == [("sz19", (2, 5, 3), 5)]
    (income,) = table.happened("income_collected")
    assert (income.amount, income.convoys) == (JAPANESE_INCOME - 5, 5)
    assert table.ipcs("japan") == 26 + JAPANESE_INCOME - 5


@pytest.mark.parametrize(
    ("unit", "dice"),
    [("battleship", 1), ("cruiser", 1), ("destroyer", 1), ("submarine", 2), ("aircraft_carrier", 0), ("transport", 0)],
)
@pytest.mark.rule("INC-15", setups="1940")
def test_each_ship_brings_its_dice(unit: str, dice: int) -> None:
    table = at_war("japan", {"sz19": f"anzac: 1 {unit}"})
    assert sum(convoy.dice for convoy in convoys_in_danger(table.state, "japan")) == dice
    table.end_phase(" ".join(["1"] * dice))
    assert lost(table) == dice


@pytest.mark.rule("INC-15", setups="1940")
def test_aircraft_roll_two_dice_each_from_a_carrier_there() -> None:
    fleet = {"sz19": "united_states: 1 aircraft_carrier, 1 fighter, 1 tactical_bomber"}
    table = at_war("japan", fleet).end_phase("1 2 4 6")
    assert lost(table) == 3


@pytest.mark.rule("INC-16", setups="1940")
def test_four_to_six_cost_nothing() -> None:
    assert lost(at_war("japan", {"sz19": "united_states: 2 submarine"}).end_phase("4 5 6 6")) == 0


@pytest.mark.rule("INC-13", setups="1940")
def test_a_zone_without_convoy_or_territory_or_war_costs_nothing() -> None:
    ships = {"sz18": "united_states: 1 submarine", "sz41": "united_states: 1 submarine"}
    assert lost(at_war("japan", ships).end_phase()) == 0
    in_peace = position("japan", "mobilize", {"sz19": "united_states: 1 submarine"})
    assert lost(in_peace.end_phase()) == 0
    assert lost(at_war("japan", {"sz19": "united_states: 2 transport"}).end_phase()) == 0


@pytest.mark.rule("INC-13", setups="1940")
def test_what_was_taken_beside_the_zone_counts_and_what_was_lost_does_not() -> None:
    fleet = {"sz36": "united_states: 1 submarine"}
    assert most_at_stake(at_war("japan", fleet).state, "japan") == {"sz36": {"kwangsi": 1}}
    taken = at_war("japan", fleet, owners={"french_indo_china": "japan", "kwangsi": "china"})
    assert most_at_stake(taken.state, "japan") == {"sz36": {"french_indo_china": 2}}


@pytest.mark.rule("INC-14", setups="1940")
def test_own_and_friendly_ships_protect_nothing() -> None:
    table = at_war("united_kingdom", {"sz37": "japan: 1 cruiser; united_kingdom: 1 battleship; anzac: 1 cruiser"})
    assert lost(table.end_phase("3")) == 3


@pytest.mark.rule("INC-17", setups="1940")
def test_a_zone_loses_no_more_than_the_own_territories_beside_it_are_worth() -> None:
    table = at_war("united_kingdom", {"sz37": "japan: 3 submarine"}).end_phase("3 3 3 3 3 3")
    assert lost(table) == 4


@pytest.mark.rule("INC-18", setups="1940")
def test_losses_are_divided_so_that_most_count_and_no_territory_loses_more_than_its_value() -> None:
    beside = {"west": ("isle", "coast"), "east": ("isle",)}
    room = {"isle": 3, "coast": 2}
    divided = largest_losses({"west": 3, "east": 2}, beside, room)
    assert divided == {"west": {"isle": 1, "coast": 2}, "east": {"isle": 2}}
    divided = largest_losses({"west": 9, "east": 9}, beside, room)
    assert sum(sum(row.values()) for row in divided.values()) == 5
    chain = {"a": ("p", "q"), "b": ("p", "r"), "c": ("p",)}
    divided = largest_losses({"a": 1, "b": 1, "c": 1}, chain, {"p": 1, "q": 1, "r": 1})
    assert [sum(row.values()) for row in divided.values()] == [1, 1, 1]


@pytest.mark.rule("INC-19", setups="1940")
def test_ships_of_all_enemies_count_together() -> None:
    fleet = {"sz6": "united_states: 1 submarine; anzac: 1 cruiser; united_kingdom: 1 destroyer"}
    table = at_war("japan", fleet).end_phase("3 3 2 1")
    (attack,) = table.happened("convoys_disrupted")[0].attacks
    assert (attack.dice, attack.lost) == ((3, 3, 2, 1), 9)
    half = position("japan", "mobilize", fleet, relations=WAR[1:]).end_phase("3 2")
    assert lost(half) == 5


@pytest.mark.rule("INC-20", setups="1940")
def test_china_loses_nothing() -> None:
    table = at_war("china", {"sz19": "japan: 3 submarine"}, owners={"kiangsu": "china"}).end_phase()
    assert lost(table) == 0
    assert table.happened("convoys_disrupted") == []


@pytest.mark.rule("INC-21", setups="1940")
def test_a_power_without_its_capital_loses_nothing() -> None:
    table = at_war("united_kingdom", {"sz43": "japan: 2 submarine"}, owners={"india": "japan"})
    assert convoys_in_danger(table.state, "united_kingdom") == ()
    assert table.end_phase().happened("convoys_disrupted") == []


@pytest.mark.rule("INC-06", setup="pacific_1940")
def test_convoys_are_taken_off_income_and_objectives_together() -> None:
    table = at_war("united_kingdom", {"sz37": "japan: 1 submarine"}).end_phase("3 1")
    (income,) = table.happened("income_collected")
    assert income.amount == 16 + sum(income.objectives.values()) - 4
    assert income.from_territories == 16


@pytest.mark.rule("INC-06", "INC-17", setups="1940")
def test_an_income_never_falls_below_nothing() -> None:
    owners = dict.fromkeys(("western_australia", "northern_territory", "queensland", "south_australia"), "japan")
    owners |= {"victoria": "japan", "new_zealand": "japan"}
    table = at_war("anzac", {"sz62": "japan: 4 submarine"}, owners=owners)
    before = table.ipcs("anzac")
    table.end_phase("3 3 3 3 3 3 3 3")
    assert lost(table) == 2
    assert table.ipcs("anzac") == before


@pytest.mark.rule("INC-22", setups="1940")
def test_zones_roll_in_the_order_of_the_board() -> None:
    """The example of docs/dice-order.md."""
    fleets = {"sz19": "anzac: 1 cruiser; united_states: 1 submarine", "sz6": "united_states: 1 submarine"}
    table = at_war("japan", fleets).end_phase("3 5 2 1 6")
    attacks = table.happened("convoys_disrupted")[0].attacks
    assert [(each.zone, each.dice) for each in attacks] == [("sz6", (3, 5)), ("sz19", (2, 1, 6))]
