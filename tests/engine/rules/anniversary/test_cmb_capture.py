"""Taking, freeing and plundering territory in Anniversary (chapter CMB)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facilities.production import income
from tests.engine.rules.anniversary.playing import Play, sea_attack
from tests.engine.rules.playing import check_complex_serves_from_the_next_turn, to_phase
from tests.engine.table import Table


def in_india(play: Play, owners: dict[str, str], **more: Any) -> Table:
    """American tanks in Persia before India, which has a complex and is in enemy hands."""
    spaces = {"persia": "united_states: 2 tank", "united_kingdom": "united_kingdom: 1 infantry"}
    spaces |= {"eastern_united_states": "united_states: 1 infantry"}
    facilities = {"india": {"facilities": ["industrial_complex"]}}
    return play("united_states", "combat_move", spaces, owners=owners, more_spaces=facilities, **more)


def moscow_falls(play: Play, **more: Any) -> Table:
    """Germany takes Moscow from Archangel; the Soviet Union holds 6 IPCs, Germany 10."""
    spaces = {"archangel": "germany: 2 tank", "russia": "soviet_union: 1 infantry", "urals": "soviet_union: 3 infantry"}
    table = play("germany", "combat_move", spaces, ipcs={"soviet_union": 6, "germany": 10}, **more)
    return table.move("2 tank: archangel > russia").end_phase().battle("russia", dice="1 6 6")


def soviet_exile(play: Play, phase: str, **more: Any) -> Table:
    """The Soviet Union on turn with Moscow in German hands."""
    spaces = {"caucasus": "soviet_union: 2 infantry", "russia": "germany: 1 infantry"}
    more.setdefault("ipcs", {"soviet_union": 0})
    return play("soviet_union", phase, spaces, owners={"russia": "germany"}, **more)


@pytest.mark.rule("CMB-47", "BRD-06", setups=("anniversary_1941", "anniversary_1942"))
def test_the_value_of_a_territory_changes_sides_with_it_at_once(play: Play) -> None:
    table = play("soviet_union", "combat_move", {"karelia_ssr": "soviet_union: 1 tank"})
    before = {power: income(table.state, power) for power in ("germany", "soviet_union")}
    table.move("1 tank: karelia_ssr > finland").end_phase()
    assert income(table.state, "soviet_union") == before["soviet_union"] + 2
    assert income(table.state, "germany") == before["germany"] - 2


@pytest.mark.rule("CMB-52", "CMB-54", setups=("anniversary_1941", "anniversary_1942"))
def test_the_territory_of_an_ally_goes_back_to_him_with_its_complex(play: Play) -> None:
    table = in_india(play, {"india": "japan"})
    table.move("2 tank: persia > india").end_phase()
    assert table.owner("india") == "united_kingdom"
    assert table.board["facilities"]["india"] == ["industrial_complex"]
    assert table.at("india") == {"united_states": {"tank": 2}}


@pytest.mark.rule("CMB-55", "MOB-02", setups=("anniversary_1941", "anniversary_1942"))
def test_a_freed_complex_works_for_its_owner_from_his_next_turn_and_never_for_the_liberator(play: Play) -> None:
    table = in_india(play, {"india": "japan"}, purchased={"united_states": {"infantry": 1}})
    table.move("2 tank: persia > india").end_phase().end_phase()
    order = {"type": "mobilize", "units": {"infantry": 1}, "space": "india"}
    table.refuses(order, "MOB-02")
    table.do({**order, "space": "eastern_united_states"}).end_phase()
    to_phase(table, "united_kingdom", "purchase")
    table.do({"type": "purchase", "units": {"infantry": 1}}).end_phase().end_phase().end_phase().do(order)
    assert table.at("india")["united_kingdom"] == {"infantry": 1}


@pytest.mark.rule("CMB-53", "CMB-56", "MOB-01", setups=("anniversary_1941", "anniversary_1942"))
def test_the_liberator_keeps_what_belongs_to_an_ally_without_a_capital_and_uses_it_from_his_next_turn(
    play: Play,
) -> None:
    owners = {"india": "japan", "united_kingdom": "germany"}
    table = in_india(play, owners, purchased={"united_states": {"tank": 1}})
    table.do({"type": "edit", "spaces": {"united_kingdom": {"units": {"germany": {"infantry": 1}}}}})
    table.move("2 tank: persia > india").end_phase().end_phase()
    assert table.owner("india") == "united_states"
    check_complex_serves_from_the_next_turn(table, "india", elsewhere="eastern_united_states")
    assert table.at("india") == {"united_states": {"tank": 3}}


@pytest.mark.rule("CMB-59", "CMB-63", setups=("anniversary_1941", "anniversary_1942"))
def test_the_captor_of_moscow_takes_its_treasury_and_nothing_else(play: Play) -> None:
    table = moscow_falls(play)
    assert (table.owner("russia"), table.ipcs("soviet_union"), table.ipcs("germany")) == ("germany", 0, 16)
    assert table.at("urals") == {"soviet_union": {"infantry": 3}}
    assert {table.owner(territory) for territory in ("urals", "caucasus", "karelia_ssr")} == {"soviet_union"}


@pytest.mark.rule("CMB-59", setups=("anniversary_1941", "anniversary_1942"))
def test_a_territory_that_is_no_capital_brings_nothing_from_the_treasury(play: Play) -> None:
    spaces = {"finland": "germany: 1 tank", "russia": "soviet_union: 1 infantry"}
    table = play("germany", "combat_move", spaces, ipcs={"soviet_union": 6, "germany": 10})
    table.move("1 tank: finland > karelia_ssr").end_phase()
    assert (table.ipcs("soviet_union"), table.ipcs("germany")) == (6, 10)


@pytest.mark.rule("CMB-60", setups=("anniversary_1941", "anniversary_1942"))
def test_a_power_plunders_even_while_its_own_capital_is_lost(play: Play) -> None:
    table = moscow_falls(play, owners={"germany": "united_kingdom"})
    assert (table.ipcs("soviet_union"), table.ipcs("germany")) == (0, 16)


@pytest.mark.rule("CMB-62", "PUR-08", setups=("anniversary_1941", "anniversary_1942"))
def test_a_power_without_its_capital_only_moves_and_fights(play: Play) -> None:
    table = soviet_exile(play, "combat_move", ipcs={"soviet_union": 20})
    table.do({"type": "edit", "turn": {"power": "united_states", "phase": "noncombat_move"}})
    while table.state.power != "soviet_union":
        table.end_phase()
    skipped = [event.phase for event in table.happened("phase_skipped") if event.power == "soviet_union"]
    assert {"research", "purchase"} <= set(skipped)
    assert table.phase == "combat_move"
    table.move("2 infantry: caucasus > russia").end_phase().battle("russia", dice="6 6 6").retreat("caucasus")
    table.end_phase()
    assert table.state.power != "soviet_union"
    assert table.ipcs("soviet_union") == 20, "nothing was collected"


@pytest.mark.rule("CMB-64", setups=("anniversary_1941", "anniversary_1942"))
def test_a_power_that_frees_its_capital_collects_in_the_same_turn(play: Play) -> None:
    table = soviet_exile(play, "combat_move").move("2 infantry: caucasus > russia").end_phase()
    table.battle("russia", dice="1 6 6")
    assert table.owner("russia") == "soviet_union"
    expected = income(table.state, "soviet_union")
    table.end_phase()
    assert table.ipcs("soviet_union") >= expected


@pytest.mark.rule("CMB-65", "CMB-66", "CMB-54", setups=("anniversary_1941", "anniversary_1942"))
def test_with_its_capital_free_a_power_regains_at_once_what_its_allies_hold_of_it(play: Play) -> None:
    held = {
        "russia": "germany",
        "caucasus": "united_states",
        "karelia_ssr": "united_kingdom",
        "urals": "japan",
        "finland": "united_kingdom",
    }
    spaces = {"archangel": "united_kingdom: 2 tank", "russia": "germany: 1 infantry"}
    ipcs = {"germany": 11, "united_kingdom": 5, "soviet_union": 0}
    table = play("united_kingdom", "combat_move", spaces, owners=held, ipcs=ipcs)
    table.move("2 tank: archangel > russia").end_phase().battle("russia", dice="1 6 6")
    assert {territory: table.owner(territory) for territory in held} == {
        "russia": "soviet_union",
        "caucasus": "soviet_union",
        "karelia_ssr": "soviet_union",
        "urals": "japan",
        "finland": "united_kingdom",
    }
    assert [table.ipcs(power) for power in ipcs] == [11, 5, 0]
    assert table.board["facilities"]["caucasus"] == ["industrial_complex"]


@pytest.mark.rule("UNI-31", "CMV-26", setups=("anniversary_1941", "anniversary_1942"))
def test_a_captured_gun_fires_for_its_captor_in_later_battles(play: Play) -> None:
    spaces = {"finland": "germany: 1 tank", "karelia_ssr": "soviet_union: 1 anti_aircraft_gun"}
    spaces |= {"archangel": "soviet_union: 1 fighter"}
    table = play("germany", "combat_move", spaces).move("1 tank: finland > karelia_ssr").end_phase()
    assert table.at("karelia_ssr") == {"germany": {"tank": 1, "anti_aircraft_gun": 1}}, "taken without a battle"
    table.do({"type": "edit", "turn": {"power": "soviet_union", "phase": "combat_move"}})
    table.move("1 fighter: archangel > karelia_ssr").end_phase().battle("karelia_ssr", dice="1")
    assert table.at("archangel") == {}
    assert table.at("karelia_ssr") == {"germany": {"tank": 1, "anti_aircraft_gun": 1}}


@pytest.mark.rule("UNI-33", "UNI-64", setups=("anniversary_1941", "anniversary_1942"))
def test_a_gun_is_lost_only_with_the_transport_that_carries_it(play: Play) -> None:
    cargo = {"sz9": [{"transport": "germany", "units": {"germany": {"anti_aircraft_gun": 1}}}]}
    table = sea_attack(play, "1 destroyer", "germany: 1 transport", cargo=cargo).battle("sz9")
    assert [piece.unit for piece in table.happened("units_lost")[0].cargo] == ["anti_aircraft_gun"]
    spaces = {"germany": "germany: 2 tank", "france": "united_kingdom: 1 infantry, 1 anti_aircraft_gun"}
    table = play("germany", "combat_move", spaces, owners={"france": "united_kingdom"})
    table.move("2 tank: germany > france").end_phase().battle("france", dice="1 1 6")
    assert table.at("france") == {"germany": {"tank": 2, "anti_aircraft_gun": 1}}, "the second hit found nobody"


@pytest.mark.rule("UNI-66", "BRD-17", setups=("anniversary_1941", "anniversary_1942"))
def test_a_gun_in_an_allys_territory_stays_its_owners_and_guests_take_no_control(play: Play) -> None:
    spaces = {"persia": "united_kingdom: 1 anti_aircraft_gun, 1 infantry"}
    table = play("united_kingdom", "noncombat_move", spaces)
    table.move("1 anti_aircraft_gun, 1 infantry: persia > caucasus").end_phase()
    assert table.at("caucasus") == {"united_kingdom": {"anti_aircraft_gun": 1, "infantry": 1}}
    assert table.owner("caucasus") == "soviet_union"


@pytest.mark.parametrize("attackers", ["2 infantry", "1 bomber"])
@pytest.mark.rule("UNI-35", "UNI-38", setups=("anniversary_1941", "anniversary_1942"))
def test_a_complex_survives_every_battle(play: Play, attackers: str) -> None:
    spaces = {"germany": f"germany: {attackers}", "france": "united_kingdom: 1 infantry"}
    facilities = {"france": {"facilities": ["industrial_complex"]}}
    table = play("germany", "combat_move", spaces, owners={"france": "united_kingdom"}, more_spaces=facilities)
    table.move(f"{attackers}: germany > france").end_phase()
    table.battle("france", dice="1 6 6" if "infantry" in attackers else "1 6")
    assert table.board["facilities"]["france"] == ["industrial_complex"]
