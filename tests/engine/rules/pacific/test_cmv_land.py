"""What land units pass and take in the combat move of Pacific 1940 (chapters BRD, CMV and UNI)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.engine.rules.pacific.playing import at_war
from tests.engine.table import Table, position


def column(force: str, **defended: str) -> Table:
    """Japanese units in Kiangsi before an empty Hunan."""
    return at_war("japan", "combat_move", {"kiangsi": f"japan: {force}", **defended})


@pytest.mark.rule("CMV-23", "CMV-09", setups="1940")
@pytest.mark.parametrize("second", ["kweichow", "kwangsi", "kiangsi"])
def test_a_tank_takes_empty_ground_and_goes_on_to_enemies_to_friends_or_back(second: str) -> None:
    table = column("1 tank").move(f"1 tank: kiangsi > hunan > {second}").end_phase()
    assert table.at(second)["japan"] == {"tank": 1}
    assert (table.owner("hunan"), table.owner(second)) == ("japan", "japan")


@pytest.mark.rule("CMV-09", setups="1940")
def test_only_who_has_blitzed_ends_the_combat_move_among_friends() -> None:
    table = column("2 tank, 1 mechanized_infantry, 1 infantry")
    for unit in ("tank", "mechanized_infantry", "infantry"):
        table.refuses_move(f"1 {unit}: kiangsi > kwangsi", "CMV-01")
    table.move("1 tank, 1 mechanized_infantry: kiangsi > hunan > kwangsi").end_phase()
    assert table.phase == "noncombat_move"
    assert table.at("kwangsi") == {"japan": {"tank": 1, "mechanized_infantry": 1}}


@pytest.mark.rule("CMV-23", setups="1940")
@pytest.mark.parametrize("unit", ["infantry", "artillery", "aaa", "fighter"])
def test_whoever_stands_there_stops_a_blitz(unit: str) -> None:
    table = column("1 tank", hunan=f"china: 1 {unit}")
    table.refuses_move("1 tank: kiangsi > hunan > kweichow", "CMV-25")
    table.move("1 tank: kiangsi > hunan")
    table.refuses_move("1 tank: hunan > kweichow", "CMV-25")


@pytest.mark.rule("UNI-25", "CMV-28", setups="1940")
def test_one_mechanized_infantry_blitzes_beside_each_tank() -> None:
    table = column("2 tank, 3 mechanized_infantry")
    no = table.refuses_move("2 tank, 3 mechanized_infantry: kiangsi > hunan > kweichow", "UNI-25")
    assert no == (
        "Mechanized infantry can blitz only beside a tank, one beside each; you named 3 mechanized infantry and 2 "
        "tanks to go together."
    )
    table.refuses_move("1 mechanized_infantry: kiangsi > hunan > kweichow", "CMV-06")
    table.move("2 tank, 2 mechanized_infantry: kiangsi > hunan > kweichow").end_phase()
    assert (table.owner("hunan"), table.owner("kweichow")) == ("japan", "japan")
    assert table.at("kweichow") == {"japan": {"tank": 2, "mechanized_infantry": 2}}


@pytest.mark.rule("UNI-25", setups="1940")
@pytest.mark.parametrize("unit", ["infantry", "artillery"])
def test_nobody_else_keeps_up_with_a_tank(unit: str) -> None:
    column(f"1 tank, 1 {unit}").refuses_move(f"1 tank, 1 {unit}: kiangsi > hunan > kweichow", "CMV-03")


@pytest.mark.rule("CMV-28", setups="1940")
def test_tank_and_mechanized_infantry_start_together_and_go_the_same_way() -> None:
    """Each from its own territory into Hunan, and on from there: the infantry has no tank that came with it."""
    table = column("1 tank", kwangsi="japan: 1 mechanized_infantry")
    table.refuses_move("1 mechanized_infantry: kwangsi > hunan > kweichow", "CMV-06")
    table.move("1 tank: kiangsi > hunan").move("1 mechanized_infantry: kwangsi > hunan")
    no = table.refuses_move("1 tank, 1 mechanized_infantry: hunan > kweichow", "CMV-28")
    assert no == "Mechanized infantry blitzes only beside a tank that has come all its way with it."
    table = column("1 tank, 1 mechanized_infantry")
    table.move("1 tank, 1 mechanized_infantry: kiangsi > hunan")
    table.refuses_move("1 mechanized_infantry: hunan > anhwe", "CMV-06")
    table.move("1 tank, 1 mechanized_infantry: hunan > kweichow")


@pytest.mark.rule("BRD-23", setups="1940")
def test_ground_that_a_blitz_took_is_ones_own_at_once() -> None:
    table = column("1 tank, 1 mechanized_infantry", kweichow="china: 1 infantry")
    table.move("1 tank: kiangsi > hunan > kwangsi")
    no = table.refuses_move("1 mechanized_infantry: kiangsi > hunan", "CMV-01")
    assert no == "Hunan is friendly: move there in the noncombat move."
    table.end_phase().move("1 mechanized_infantry: kiangsi > hunan > kwangsi")


@pytest.mark.rule("BRD-23", setups="1940")
def test_what_a_zone_is_changes_in_the_moment_of_a_declaration() -> None:
    spaces = {"sz20": "japan: 2 destroyer", "sz21": "united_states: 1 destroyer", "sz22": "united_states: 1 transport"}
    table = position("japan", "noncombat_move", spaces)
    table.move("1 destroyer: sz20 > sz21 > sz22")
    table = position("japan", "combat_move", spaces)
    table.do({"type": "declare_war", "on": ["united_states"]})
    table.refuses_move("1 destroyer: sz20 > sz21 > sz22", "CMV-29")


@pytest.mark.rule("CMV-05", setups="1940")
def test_the_way_to_the_enemy_leads_through_the_land_and_sea_of_friends() -> None:
    spaces = {
        "burma": "united_kingdom: 1 tank, 1 mechanized_infantry",
        "yunnan": "china: 1 infantry",
        "sz54": "united_kingdom: 1 cruiser; anzac: 1 destroyer",
        "sz33": "japan: 1 destroyer",
    }
    table = at_war("united_kingdom", "combat_move", spaces)
    table.move("1 tank, 1 mechanized_infantry: burma > yunnan > kwangsi")
    table.move("1 cruiser: sz54 > sz46 > sz33").end_phase()
    assert table.owner("yunnan") == "china"
    assert table.owner("kwangsi") == "china"
    assert table.pending == [("sz33", "sea")]


@pytest.mark.rule("CMV-05", setups="1940")
def test_but_not_through_a_neutral_that_leans_to_ones_side() -> None:
    spaces = {"suiyuyan": "united_kingdom: 1 tank, 1 fighter"}
    table = at_war("united_kingdom", "combat_move", spaces, owners={"chahar": "japan"})
    table.state = replace(table.state, roused_neutrals={"buyant_uhaa": "allies"})
    no = table.refuses_move("1 tank: suiyuyan > central_mongolia > chahar", "POL-50")
    assert no == "Central Mongolia is neutral; you cannot go through it or fly over it."
    table.refuses_move("1 fighter: suiyuyan > central_mongolia > chahar", "POL-50")
    table.move("1 tank, 1 fighter: suiyuyan > chahar")


@pytest.mark.rule("CMV-27", setups="1940")
@pytest.mark.parametrize("leaning", ["strict", "unfriendly"])
def test_no_tank_blitzes_through_a_neutral_even_one_without_an_army(leaning: str) -> None:
    spaces = {"chahar": "japan: 1 tank", "jehol": "japan: 1 tank, 1 mechanized_infantry"}
    table = at_war("japan", "combat_move", spaces, owners={"chahar": "japan"})
    if leaning == "unfriendly":
        table.state = replace(table.state, roused_neutrals={"ulaanbaatar": "allies"})
    no = table.refuses_move("1 tank: chahar > central_mongolia > suiyuyan", "POL-50")
    assert no == "Central Mongolia is neutral; you cannot go through it or fly over it."
    table.refuses_move("1 tank, 1 mechanized_infantry: jehol > buyant_uhaa > manchuria", "POL-50")
    table.move("1 tank: chahar > central_mongolia")
    table.refuses_move("1 tank: central_mongolia > suiyuyan", "POL-50")


@pytest.mark.rule("BRD-11", setups="1940")
def test_a_neutral_that_is_attacked_becomes_the_attackers() -> None:
    table = at_war("japan", "combat_move", {"jehol": "japan: 3 tank"})
    table.move("3 tank: jehol > buyant_uhaa").end_phase()
    assert table.owner("buyant_uhaa") is None
    table.battle("buyant_uhaa", dice="3 3 6 6 6")
    assert table.owner("buyant_uhaa") == "japan"
    assert table.at("buyant_uhaa") == {"japan": {"tank": 3}}


@pytest.mark.rule("BRD-13", setups="1940")
def test_aircraft_fly_over_no_neutral_and_into_one_only_to_attack_it() -> None:
    spaces = {"manchuria": "japan: 2 fighter", "chahar": "japan: 1 infantry"}
    owners = {"chahar": "japan"}
    for phase in ("combat_move", "noncombat_move"):
        table = at_war("japan", phase, spaces, owners=owners)
        for over in ("chahar", "ulaanbaatar", "central_mongolia > suiyuyan"):
            table.refuses_move(f"1 fighter: manchuria > buyant_uhaa > {over}", "POL-50")
    table.refuses_move("1 fighter: manchuria > buyant_uhaa", "NCM-13")
    table = at_war("japan", "combat_move", spaces, owners=owners)
    table.move("2 fighter: manchuria > buyant_uhaa").end_phase().battle("buyant_uhaa", dice="3 3 6 6")
    table.move("2 fighter: buyant_uhaa > manchuria")


@pytest.mark.rule("BRD-05", setups="1940")
def test_landings_are_made_where_a_territory_borders_on_the_zone() -> None:
    cargo = {"sz36": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 2}}}]}
    table = at_war("united_kingdom", "combat_move", {"sz36": "united_kingdom: 1 transport"}, cargo=cargo)
    table.refuses_move("1 infantry: sz36 > hunan", "CMV-56")
    table.refuses_move("1 infantry: sz36 > kiangsi", "CMV-56")
    table.move("1 infantry: sz36 > kwangsi").end_phase()
    assert table.owner("kwangsi") == "china"


@pytest.mark.rule("UNI-18", setups="1940")
@pytest.mark.parametrize("unit", ["infantry", "artillery", "mechanized_infantry", "tank"])
def test_these_take_the_territory_that_they_have_won(unit: str) -> None:
    table = column(f"1 {unit}", hunan="china: 1 infantry").move(f"1 {unit}: kiangsi > hunan").end_phase()
    table.battle("hunan", dice="1 6")
    assert table.owner("hunan") == "japan"


@pytest.mark.rule("UNI-48", setups="1940")
@pytest.mark.parametrize("unit", ["fighter", "tactical_bomber", "strategic_bomber"])
@pytest.mark.parametrize("defended", [True, False])
def test_aircraft_alone_take_nothing(unit: str, defended: bool) -> None:
    table = column(f"1 {unit}", **({"hunan": "china: 1 infantry"} if defended else {}))
    table.move(f"1 {unit}: kiangsi > hunan").end_phase()
    if defended:
        table.battle("hunan", dice="1 6")
    assert table.owner("hunan") == "china"
    assert table.at("hunan") == {"japan": {unit: 1}}


@pytest.mark.rule("UNI-48", "UNI-18", setups="1940")
@pytest.mark.parametrize("unit", ["battleship", "submarine", "transport"])
def test_ships_do_not_go_ashore(unit: str) -> None:
    table = at_war("japan", "combat_move", {"sz26": f"japan: 1 {unit}"})
    table.refuses_move(f"1 {unit}: sz26 > hawaiian_islands", "units")
    table.end_phase()
    assert table.owner("hawaiian_islands") == "united_states"


@pytest.mark.rule("UNI-18", setups="1940")
def test_antiaircraft_guns_take_no_territory() -> None:
    spaces = {"kiangsi": "japan: 1 aaa"}
    at_war("japan", "combat_move", spaces).refuses_move("1 aaa: kiangsi > hunan", "UNI-27")
    at_war("japan", "noncombat_move", spaces).refuses_move("1 aaa: kiangsi > hunan", "NCM-07")
