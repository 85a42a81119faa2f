"""Powers, turn order, phases and the start of the game (chapter GEN; victory has its own file)."""

from __future__ import annotations

import pytest

from engine import load_setup, new_game
from engine.facilities.production import income
from tests.engine.rules.common.test_gen_turns import PHASES
from tests.engine.table import Table, position

EDITION = load_setup("aa1941")
TURN_ORDER = ("soviet_union", "germany", "united_kingdom", "japan", "united_states")
TREASURIES = {"soviet_union": 7, "germany": 12, "united_kingdom": 12, "japan": 9, "united_states": 17}

SETUP_CHARTS = {
    "soviet_union": {
        "russia": {"infantry": 6, "tank": 1, "fighter": 1},
        "archangel": {"infantry": 3},
        "karelia": {"infantry": 3},
        "caucasus": {"infantry": 3, "tank": 1},
        "siberia": {"infantry": 3},
        "sz4": {"submarine": 1},
    },
    "germany": {
        "germany": {"infantry": 3, "fighter": 1, "bomber": 1},
        "western_europe": {"infantry": 2, "tank": 1, "fighter": 1},
        "southern_europe": {"infantry": 2, "fighter": 1},
        "eastern_europe": {"infantry": 4, "tank": 2},
        "norway_finland": {"infantry": 2},
        "ukraine": {"infantry": 3, "tank": 2},
        "west_russia": {"infantry": 3},
        "north_africa": {"tank": 1},
        "sz5": {"battleship": 1, "submarine": 1},
        "sz9": {"submarine": 1},
        "sz16": {"destroyer": 1, "submarine": 1, "transport": 1},
    },
    "united_kingdom": {
        "united_kingdom": {"infantry": 1, "fighter": 1, "bomber": 1},
        "anglo_egypt_sudan": {"infantry": 2, "tank": 1},
        "india": {"infantry": 2, "fighter": 1},
        "australia": {"infantry": 1},
        "eastern_canada": {"tank": 1},
        "union_of_south_africa": {"infantry": 1},
        "sz8": {"battleship": 1, "submarine": 1},
        "sz10": {"destroyer": 1, "transport": 1},
        "sz14": {"fighter": 1, "aircraft_carrier": 1},
        "sz29": {"destroyer": 1, "transport": 1},
        "sz33": {"submarine": 1, "transport": 1},
    },
    "japan": {
        "japan": {"infantry": 4, "tank": 1, "fighter": 1, "bomber": 1},
        "manchuria": {"infantry": 2},
        "coastal_china": {"infantry": 2},
        "southeast_asia": {"infantry": 2},
        "sz31": {"destroyer": 1, "submarine": 1},
        "sz45": {"fighter": 2, "battleship": 1, "aircraft_carrier": 1, "transport": 1},
        "sz46": {"fighter": 1, "aircraft_carrier": 1, "destroyer": 1, "transport": 1},
    },
    "united_states": {
        "eastern_united_states": {"infantry": 2, "tank": 1, "fighter": 1, "bomber": 1},
        "western_united_states": {"infantry": 2, "tank": 1},
        "hawaiian_islands": {"infantry": 1},
        "philippine_islands": {"infantry": 1},
        "northwestern_china": {"infantry": 1},
        "szechwan": {"infantry": 2},
        "sz11": {"destroyer": 1, "transport": 1},
        "sz40": {"battleship": 1},
        "sz42": {"aircraft_carrier": 1, "fighter": 2, "submarine": 1, "transport": 1},
    },
}


def start() -> Table:
    """The first turn of a game."""
    return Table(new_game("aa1941", {}))


def end_turn(table: Table) -> Table:
    """Let the power on turn pass everything that it may pass."""
    power, game_round = table.state.power, table.state.round
    while table.state.winner is None and (table.state.power, table.state.round) == (power, game_round):
        table.end_phase()
    return table


@pytest.mark.rule("GEN-02", "GEN-03")
def test_germany_and_japan_fight_the_soviet_union_the_united_kingdom_and_the_united_states() -> None:
    sides = {power.id: power.side for power in EDITION.powers}
    assert sides == {power: "axis" if power in ("germany", "japan") else "allies" for power in TURN_ORDER}


@pytest.mark.rule("GEN-04")
def test_the_units_in_china_belong_to_the_united_states_and_move_in_its_turn() -> None:
    table = position(
        "united_states", "combat_move", {"szechwan": "united_states: 2 infantry", "coastal_china": "japan: 1 infantry"}
    )
    table.move("2 infantry: szechwan > coastal_china").end_phase().battle("coastal_china", dice="1 6 6")
    assert "china" not in EDITION.power
    assert table.owner("coastal_china") == "united_states"


@pytest.mark.rule("GEN-10")
def test_each_power_spends_its_own_ipcs_even_when_one_player_leads_several() -> None:
    table = position("germany", "purchase", {}, ipcs={"germany": 5, "japan": 40})
    table.refuses({"type": "purchase", "units": {"tank": 1}}, "PUR-02")
    table.do({"type": "purchase", "units": {"infantry": 1}})
    assert (table.ipcs("germany"), table.ipcs("japan")) == (2, 40)


@pytest.mark.rule("GEN-11")
def test_powers_of_one_side_never_attack_each_other() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"india": "united_kingdom: 2 infantry", "szechwan": "united_states: 1 infantry"}
        | {"sz10": "united_kingdom: 1 destroyer", "sz11": "united_states: 1 destroyer"},
    )
    table.refuses_move("1 destroyer: sz10 > sz11", "CMV-01")
    table = position("united_kingdom", "combat_move", {"eastern_canada": "united_kingdom: 1 tank"})
    table.refuses_move("1 tank: eastern_canada > eastern_united_states", "CMV-01")


@pytest.mark.rule("GEN-13", "GEN-18")
def test_powers_take_their_turns_in_order_and_the_round_ends_after_the_united_states() -> None:
    table = start()
    seen = []
    for _ in range(6):
        seen.append((table.state.round, table.state.power))
        end_turn(table)
    assert seen == [(1, power) for power in TURN_ORDER] + [(2, "soviet_union")]


@pytest.mark.rule("GEN-13")
def test_only_the_power_on_turn_gives_orders() -> None:
    table = start()
    sentence = table.refuses({"type": "end_phase", "power": "germany"}, "power")
    assert sentence == "It is the Soviet Union's turn."
    table.refuses({"type": "purchase", "power": "germany", "units": {"infantry": 1}}, "power")
    table.refuses({"type": "end_phase", "power": "italy"}, "power")


@pytest.mark.rule("GEN-14", "GEN-15")
def test_a_turn_has_six_phases_in_fixed_order_and_no_research() -> None:
    table = start()
    table.do({"type": "purchase", "units": {"infantry": 1}})
    seen = [table.phase]
    events: list[str] = []
    while table.state.power == "soviet_union":
        if table.phase == "mobilize":
            table.do({"type": "mobilize", "units": {"infantry": 1}, "space": "russia"})
        table.end_phase()
        seen += [e.phase for e in table.happened("phase_began") if e.power == "soviet_union"]
        events += [e.kind for e in table.events]
    assert tuple(seen) == PHASES
    assert "income_collected" in events
    assert EDITION.parameters.turn.phases == PHASES


@pytest.mark.rule("GEN-14")
def test_the_end_of_a_phase_that_is_over_already_is_stale() -> None:
    table = start()
    table.do({"type": "end_phase", "phase": "purchase"})
    table.refuses({"type": "end_phase", "phase": "purchase"}, "request")
    assert table.phase == "combat_move"


@pytest.mark.rule("GEN-16")
def test_every_phase_but_collect_income_may_be_passed() -> None:
    table = start()
    before = table.at("russia")
    end_turn(table)
    assert table.state.power == "germany"
    assert table.at("russia") == before
    assert table.ipcs("soviet_union") == 14


@pytest.mark.rule("GEN-19")
def test_each_power_begins_with_the_ipcs_of_its_chart() -> None:
    assert dict(start().state.treasuries) == TREASURIES


@pytest.mark.rule("GEN-20")
@pytest.mark.parametrize("power", TURN_ORDER)
def test_the_production_level_at_the_start_equals_the_treasury(power: str) -> None:
    assert income(start().state, power) == TREASURIES[power]


@pytest.mark.rule("GEN-21")
@pytest.mark.parametrize("power", TURN_ORDER)
def test_starting_units_are_those_of_the_setup_chart(power: str) -> None:
    board = start().board["units"]
    found = {space: owners[power] for space, owners in board.items() if power in owners}
    assert found == SETUP_CHARTS[power]


@pytest.mark.rule("GEN-35")
@pytest.mark.parametrize(("face", "taken"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_unit_hits_with_a_die_equal_to_or_below_its_value(face: int, taken: bool) -> None:
    table = position(
        "germany", "combat_move", {"eastern_europe": "germany: 1 tank", "karelia": "soviet_union: 1 infantry"}
    )
    table.move("1 tank: eastern_europe > karelia").end_phase().battle("karelia", dice=f"{face} 6")
    if not taken:
        table.retreat("eastern_europe")
    assert table.owner("karelia") == ("germany" if taken else "soviet_union")


@pytest.mark.rule("GEN-36")
def test_the_attacker_rolls_first_but_casualties_of_the_defender_still_fire() -> None:
    table = position(
        "germany", "combat_move", {"eastern_europe": "germany: 1 tank", "karelia": "soviet_union: 1 infantry"}
    )
    table.move("1 tank: eastern_europe > karelia").end_phase().battle("karelia", dice="1 2")
    assert [shots.side for shots in table.happened("fired")] == ["attacker", "defender"]
    assert table.at("karelia") == {}
    assert table.owner("karelia") == "soviet_union"
