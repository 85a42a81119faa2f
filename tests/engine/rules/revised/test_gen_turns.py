"""Powers, turn order, phases and the start of a game of Revised (chapter GEN; victory has its own file)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import load_setup, new_game
from engine.facilities.production import income
from tests.engine.rules.aa1941.test_gen_turns import end_turn
from tests.engine.table import Table, position, units

EDITION = load_setup("revised")
BOTH = ("aa1941", "revised")
TURN_ORDER = ("soviet_union", "germany", "united_kingdom", "japan", "united_states")
PHASES = ("research", "purchase", "combat_move", "conduct_combat", "noncombat_move", "mobilize", "collect_income")
TREASURIES = {"soviet_union": 24, "germany": 40, "united_kingdom": 30, "japan": 30, "united_states": 42}

SETUP_CHARTS = {
    "soviet_union": """
        archangel: 3 infantry, 1 tank
        buryatia_ssr: 2 infantry
        caucasus: 3 infantry, 1 artillery, 1 tank, 1 anti_aircraft_gun
        evenki_national_okrug: 2 infantry
        karelia_ssr: 3 infantry, 1 fighter
        kazakh_ssr: 2 infantry
        novosibirsk: 2 infantry
        russia: 3 infantry, 1 artillery, 2 tank, 1 anti_aircraft_gun, 1 fighter
        soviet_far_east: 2 infantry
        yakut_ssr: 2 infantry
        sz4: 1 submarine
    """,
    "germany": """
        algeria: 1 infantry, 1 artillery
        balkans: 2 infantry, 1 tank, 1 fighter
        belorussia: 3 infantry
        eastern_europe: 2 infantry, 1 tank, 1 fighter
        germany: 3 infantry, 2 tank, 1 anti_aircraft_gun, 1 fighter, 1 bomber
        libya: 1 infantry, 1 tank
        norway: 3 infantry, 1 fighter
        southern_europe: 2 infantry, 1 artillery, 1 tank, 1 anti_aircraft_gun
        ukraine_ssr: 3 infantry, 1 artillery, 1 tank, 1 fighter
        west_russia: 3 infantry, 1 artillery, 1 tank
        western_europe: 2 infantry, 2 tank, 1 anti_aircraft_gun, 1 fighter
        sz5: 2 submarine, 1 transport, 1 destroyer
        sz8: 1 submarine
        sz14: 1 transport, 1 battleship
    """,
    "united_kingdom": """
        anglo_egypt: 1 infantry, 1 tank, 1 fighter
        australia: 3 infantry
        eastern_canada: 1 tank
        india: 3 infantry, 1 anti_aircraft_gun
        new_zealand: 1 infantry
        persia: 1 infantry
        trans_jordan: 1 infantry
        union_of_south_africa: 1 infantry
        united_kingdom: 2 infantry, 1 artillery, 1 tank, 1 anti_aircraft_gun, 2 fighter, 1 bomber
        western_canada: 1 infantry
        sz1: 1 transport
        sz2: 1 transport, 1 battleship
        sz13: 1 battleship
        sz15: 1 destroyer
        sz35: 1 fighter, 1 transport, 1 destroyer, 1 aircraft_carrier
        sz40: 1 submarine, 1 transport
    """,
    "japan": """
        borneo: 1 infantry
        caroline_islands: 1 infantry
        east_indies: 2 infantry
        french_indochina: 2 infantry, 1 fighter
        japan: 4 infantry, 1 artillery, 1 tank, 1 anti_aircraft_gun, 1 fighter, 1 bomber
        kwangtung: 3 infantry
        manchuria: 2 infantry, 1 fighter
        new_guinea: 1 infantry
        okinawa: 1 infantry
        philippine_islands: 2 infantry
        solomon_islands: 1 infantry
        wake_island: 1 infantry
        sz37: 2 fighter, 1 aircraft_carrier, 1 battleship
        sz45: 1 submarine
        sz50: 1 fighter, 1 destroyer, 1 aircraft_carrier
        sz59: 1 transport
        sz60: 1 transport, 1 battleship
    """,
    "united_states": """
        alaska: 1 infantry
        central_united_states: 2 infantry
        china: 2 infantry, 1 fighter
        eastern_united_states: 2 infantry, 1 artillery, 1 tank, 1 anti_aircraft_gun, 1 fighter, 1 bomber
        hawaiian_islands: 2 infantry, 1 fighter
        midway: 1 infantry
        sinkiang: 2 infantry
        western_united_states: 2 infantry, 1 anti_aircraft_gun, 1 fighter
        sz10: 2 transport, 1 destroyer
        sz20: 1 destroyer
        sz52: 1 fighter, 1 submarine, 1 aircraft_carrier
        sz55: 1 transport, 1 battleship
    """,
}


def start() -> Table:
    """The first turn of a game."""
    return Table(new_game("revised"))


@pytest.mark.rule("GEN-02", "GEN-03", setup="revised")
def test_germany_and_japan_fight_the_soviet_union_the_united_kingdom_and_the_united_states() -> None:
    sides = {power.id: power.side for power in EDITION.powers}
    assert sides == {power: "axis" if power in ("germany", "japan") else "allies" for power in TURN_ORDER}


@pytest.mark.rule("GEN-04", setup="revised")
def test_the_units_in_china_belong_to_the_united_states_and_move_in_its_turn() -> None:
    assert start().at("china") == {"united_states": {"infantry": 2, "fighter": 1}}
    table = position("united_states", "combat_move", {"china": "united_states: 2 infantry"}, setup="revised")
    table.move("2 infantry: china > kwangtung").end_phase()
    assert "china" not in EDITION.power
    assert table.owner("kwangtung") == "united_states"


@pytest.mark.rule("GEN-10", setup="revised")
def test_each_power_spends_its_own_ipcs_even_when_one_player_leads_several() -> None:
    table = position("germany", "purchase", {}, setup="revised", ipcs={"germany": 4, "japan": 40})
    table.refuses({"type": "purchase", "units": {"tank": 1}}, "PUR-02")
    table.do({"type": "purchase", "units": {"infantry": 1}})
    assert (table.ipcs("germany"), table.ipcs("japan")) == (1, 40)


@pytest.mark.rule("GEN-10", "GEN-37", setup="revised")
def test_only_the_power_on_turn_gives_orders_and_only_to_its_own_units() -> None:
    table = position(
        "germany", "noncombat_move", {"germany": "germany: 1 infantry; japan: 1 infantry"}, setup="revised"
    )
    table.refuses_move("2 infantry: germany > eastern_europe", "units")
    table.refuses_move("1 infantry: germany > eastern_europe", "power", owner="japan")
    table.refuses({"type": "end_phase", "power": "japan"}, "power")


@pytest.mark.rule("GEN-11", setups=("aa1941", "revised"))
@pytest.mark.parametrize("setup", BOTH)
def test_powers_of_one_side_never_attack_each_other(setup: str) -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"eastern_canada": "united_kingdom: 1 tank", "eastern_united_states": "united_states: 1 infantry"},
        setup=setup,
    )
    table.refuses_move("1 tank: eastern_canada > eastern_united_states", "CMV-01")


@pytest.mark.rule("GEN-13", "GEN-18", setup="revised")
def test_powers_take_their_turns_in_order_and_the_round_ends_after_the_united_states() -> None:
    table = start()
    seen = []
    for _ in range(6):
        seen.append((table.state.round, table.state.power))
        end_turn(table)
    assert seen == [(1, power) for power in TURN_ORDER] + [(2, "soviet_union")]


@pytest.mark.rule("GEN-14", "GEN-15", setup="revised")
def test_a_turn_has_seven_phases_in_fixed_order_and_research_is_the_first() -> None:
    table = start()
    seen = [table.phase]
    while table.state.power == "soviet_union":
        if table.phase == "purchase":
            table.do({"type": "purchase", "units": {"infantry": 1}})
        if table.phase == "mobilize":
            table.do({"type": "mobilize", "units": {"infantry": 1}, "space": "russia"})
        table.end_phase()
        seen += [event.phase for event in table.happened("phase_began") if event.power == "soviet_union"]
    assert tuple(seen) == PHASES == EDITION.parameters.turn.phases


@pytest.mark.rule("GEN-14", setup="revised")
@pytest.mark.parametrize("phase", PHASES[:6])
def test_an_order_belongs_to_its_phase(phase: str) -> None:
    bought = {"germany": {"infantry": 1}}
    spaces = {"germany": "germany: 1 infantry"}
    table = position("germany", phase, spaces, setup="revised", purchased=bought, ipcs={"germany": 9})
    orders: dict[str, dict[str, Any]] = {
        "research": {"type": "research", "dice": 1, "technology": "rockets"},
        "purchase": {"type": "purchase", "units": {"infantry": 1}},
        "conduct_combat": {"type": "battle", "space": "karelia_ssr"},
        "mobilize": {"type": "mobilize", "units": {"infantry": 1}, "space": "germany"},
    }
    for belongs_to, order in orders.items():
        if belongs_to != phase:
            table.refuses(order, "phase")
    if phase not in ("combat_move", "noncombat_move", "mobilize"):
        table.refuses_move("1 infantry: germany > eastern_europe", "phase")


@pytest.mark.rule("GEN-16", setup="revised")
def test_every_phase_but_collect_income_may_be_passed() -> None:
    table = start()
    before = table.at("russia")
    end_turn(table)
    assert table.state.power == "germany"
    assert table.at("russia") == before
    assert table.ipcs("soviet_union") == 24 + 24


@pytest.mark.rule("GEN-19", setup="revised")
def test_each_power_begins_with_the_ipcs_of_its_chart() -> None:
    assert dict(start().state.treasuries) == TREASURIES


@pytest.mark.rule("GEN-20", setup="revised")
@pytest.mark.parametrize("power", TURN_ORDER)
def test_the_production_level_at_the_start_equals_the_treasury(power: str) -> None:
    assert income(start().state, power) == TREASURIES[power]


@pytest.mark.rule("GEN-21", setup="revised")
@pytest.mark.parametrize("power", TURN_ORDER)
def test_starting_units_are_those_of_the_setup_chart(power: str) -> None:
    board = start().board["units"]
    found = {space: owners[power] for space, owners in board.items() if power in owners}
    lines = (line.partition(": ") for line in SETUP_CHARTS[power].strip().splitlines())
    assert found == {space.strip(): units(f"x: {row}")["x"] for space, _, row in lines}


@pytest.mark.rule("GEN-35", setup="revised")
@pytest.mark.parametrize(("face", "taken"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_unit_hits_with_a_die_equal_to_or_below_its_value(face: int, taken: bool) -> None:
    spaces = {"eastern_europe": "germany: 1 tank", "karelia_ssr": "soviet_union: 1 infantry"}
    table = position("germany", "combat_move", spaces, setup="revised")
    table.move("1 tank: eastern_europe > karelia_ssr").end_phase().battle("karelia_ssr", dice=f"{face} 6")
    if not taken:
        table.retreat("eastern_europe")
    assert table.owner("karelia_ssr") == ("germany" if taken else "soviet_union")


@pytest.mark.rule("GEN-36", setup="revised")
def test_the_attacker_rolls_first_but_casualties_of_the_defender_still_fire() -> None:
    spaces = {"eastern_europe": "germany: 1 tank", "karelia_ssr": "soviet_union: 1 infantry"}
    table = position("germany", "combat_move", spaces, setup="revised")
    table.move("1 tank: eastern_europe > karelia_ssr").end_phase().battle("karelia_ssr", dice="1 2")
    assert [shots.side for shots in table.happened("fired")] == ["attacker", "defender"]
    assert table.at("karelia_ssr") == {}
    assert table.owner("karelia_ssr") == "soviet_union"
