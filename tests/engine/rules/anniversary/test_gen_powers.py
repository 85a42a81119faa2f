"""Powers apart from each other, their units at the start, and dice in Anniversary (chapter GEN)."""

from __future__ import annotations

import pytest

from engine import new_game
from tests.engine.rules.anniversary.playing import Play, land_attack
from tests.engine.table import units

STARTING_UNITS = {
    "anniversary_1941": """
        germany: 19 infantry, 4 artillery, 8 tank, 1 anti_aircraft_gun, 4 fighter, 1 bomber
        germany: 3 submarine, 2 transport, 1 cruiser
        soviet_union: 37 infantry, 2 artillery, 1 tank, 3 anti_aircraft_gun
        soviet_union: 1 submarine
        japan: 21 infantry, 2 artillery, 1 tank, 1 anti_aircraft_gun, 9 fighter
        japan: 5 transport, 1 destroyer, 1 cruiser, 3 aircraft_carrier, 1 battleship
        united_kingdom: 17 infantry, 4 artillery, 3 tank, 3 anti_aircraft_gun, 3 fighter, 1 bomber
        united_kingdom: 4 transport, 5 destroyer, 1 cruiser, 1 battleship
        italy: 5 infantry, 1 artillery, 2 tank, 1 anti_aircraft_gun, 1 fighter
        italy: 1 transport, 2 cruiser, 1 battleship
        china: 4 infantry, 1 fighter
        united_states: 9 infantry, 1 artillery, 2 anti_aircraft_gun, 4 fighter, 2 bomber
        united_states: 3 transport, 4 destroyer, 1 aircraft_carrier, 1 battleship
        """,
    "anniversary_1942": """
        japan: 23 infantry, 1 artillery, 1 tank, 1 anti_aircraft_gun, 7 fighter, 1 bomber
        japan: 1 submarine, 1 transport, 1 destroyer, 1 cruiser, 2 aircraft_carrier, 2 battleship
        soviet_union: 26 infantry, 2 artillery, 4 tank, 3 anti_aircraft_gun, 1 fighter, 1 bomber
        soviet_union: 1 submarine
        germany: 31 infantry, 3 artillery, 10 tank, 2 anti_aircraft_gun, 5 fighter, 1 bomber
        germany: 3 submarine, 2 transport, 2 destroyer, 1 cruiser
        united_kingdom: 18 infantry, 3 artillery, 3 tank, 3 anti_aircraft_gun, 5 fighter, 1 bomber
        united_kingdom: 4 transport, 4 destroyer, 2 cruiser, 1 aircraft_carrier, 1 battleship
        italy: 6 infantry, 1 artillery, 3 tank, 1 anti_aircraft_gun, 1 fighter
        italy: 1 transport, 2 cruiser, 1 battleship
        china: 9 infantry, 1 fighter
        united_states: 10 infantry, 1 artillery, 1 tank, 2 anti_aircraft_gun, 4 fighter, 3 bomber
        united_states: 1 submarine, 3 transport, 3 destroyer, 1 cruiser, 1 aircraft_carrier, 1 battleship
        """,
}


@pytest.mark.rule("GEN-10", setups=("anniversary_1941", "anniversary_1942"))
def test_each_power_spends_its_own_ipcs_even_when_one_player_leads_several(play: Play) -> None:
    table = play("italy", "purchase", {}, ipcs={"germany": 40, "italy": 4})
    table.refuses({"type": "purchase", "units": {"tank": 1}}, "PUR-02")
    table.do({"type": "purchase", "units": {"infantry": 1}})
    assert (table.ipcs("italy"), table.ipcs("germany")) == (1, 40)


@pytest.mark.rule("GEN-10", "GEN-37", setups=("anniversary_1941", "anniversary_1942"))
def test_only_the_power_on_turn_gives_orders_and_only_to_its_own_units(play: Play) -> None:
    table = play("germany", "noncombat_move", {"germany": "germany: 1 infantry; italy: 1 infantry"})
    table.refuses_move("2 infantry: germany > poland", "units")
    table.refuses_move("1 infantry: germany > poland", "power", owner="italy")
    table.refuses({"type": "end_phase", "power": "italy"}, "power")


@pytest.mark.rule("GEN-37", setups=("anniversary_1941", "anniversary_1942"))
def test_the_united_states_leads_china_in_its_part_of_the_turn_alone(play: Play) -> None:
    both = {"yunnan": "china: 1 infantry", "eastern_united_states": "united_states: 1 infantry"}
    table = play("china", "combat_move", both)
    table.refuses_move("1 infantry: eastern_united_states > central_united_states", "power", owner="united_states")
    table = play("united_states", "combat_move", both)
    table.refuses_move("1 infantry: yunnan > hupeh", "power", owner="china")


@pytest.mark.rule("GEN-21", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("setup", STARTING_UNITS)
def test_every_power_starts_with_the_units_of_its_chart(setup: str) -> None:
    charts = units(STARTING_UNITS[setup].strip().replace("\n", ";"))
    found: dict[str, dict[str, int]] = {}
    for piece in new_game(setup).pieces.values():
        row = found.setdefault(piece.power, {})
        row[piece.unit] = row.get(piece.unit, 0) + 1
    assert found == charts


@pytest.mark.rule("GEN-21", setup="anniversary_1941")
def test_two_japanese_transports_of_the_early_scenario_start_laden() -> None:
    state = new_game("anniversary_1941")
    loads = sorted([piece.unit for piece in cargo] for ship, cargo in state.cargo_of.items() if "transport" in ship)
    assert loads == [["infantry", "artillery"], ["infantry", "infantry"]]


@pytest.mark.rule("GEN-21", setups=("anniversary_1941", "anniversary_1942"))
def test_a_space_holds_any_number_of_units(play: Play) -> None:
    table = play("germany", "noncombat_move", {"germany": "germany: 60 infantry", "poland": "germany: 40 infantry"})
    assert table.move("60 infantry: germany > poland").at("poland") == {"germany": {"infantry": 100}}


@pytest.mark.rule("GEN-35", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("face", "taken"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_unit_hits_with_a_die_equal_to_or_below_its_value(play: Play, face: int, taken: bool) -> None:
    table = land_attack(play, "germany: 1 infantry", eastern_ukraine="1 tank").battle("ukraine", dice=f"{face} 6")
    if not taken:
        table.retreat("eastern_ukraine")
    assert table.owner("ukraine") == ("soviet_union" if taken else "germany")


@pytest.mark.rule("GEN-36", setups=("anniversary_1941", "anniversary_1942"))
def test_the_attacker_rolls_first_but_casualties_of_the_defender_still_fire(play: Play) -> None:
    table = land_attack(play, "germany: 1 infantry", eastern_ukraine="1 tank").battle("ukraine", dice="1 2")
    assert [shots.side for shots in table.happened("fired")] == ["attacker", "defender"]
    assert table.at("ukraine") == {}
    assert table.owner("ukraine") == "germany"
