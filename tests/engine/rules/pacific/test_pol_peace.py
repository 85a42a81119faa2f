"""What powers may not do before they are at war, and whose territory is taken over in peace (chapter POL)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import load_setup
from engine.politics.standing import at_war
from tests.engine.table import Table, position, this_setup

AT_WAR = [["japan", "united_kingdom", "war"], ["japan", "united_states", "war"]]
UK_AT_WAR = AT_WAR[:1]


def aboard(zone: str, power: str, units: dict[str, int], owner: str | None = None) -> dict[str, Any]:
    """Land units aboard a transport, of another power if need be."""
    return {zone: [{"transport": power, "units": {owner or power: units}}]}


class TestShips:
    @pytest.mark.rule("POL-08", "CMV-36", "BRD-20", "BRD-22", setups="1940")
    def test_ships_of_powers_at_peace_neither_block_nor_fight(self) -> None:
        spaces = {
            "sz20": "japan: 1 cruiser",
            "sz36": "united_kingdom: 1 destroyer",
            "sz37": "united_kingdom: 1 battleship",
        }
        table = position("japan", "noncombat_move", spaces).move("1 cruiser: sz20 > sz36 > sz37")
        assert set(table.at("sz37")) == {"japan", "united_kingdom"}
        in_war = position("japan", "noncombat_move", spaces, relations=UK_AT_WAR)
        in_war.refuses_move("1 cruiser: sz20 > sz36", "NCM-23")

    @pytest.mark.rule("CMV-74", "POL-09", setups="1940")
    def test_ships_of_a_power_at_peace_are_not_attacked(self) -> None:
        spaces = {"sz20": "japan: 1 cruiser", "sz36": "united_kingdom: 1 destroyer", "hainan": "japan: 1 fighter"}
        table = position("japan", "combat_move", spaces)
        assert "may declare war" in table.refuses_move("1 cruiser: sz20 > sz36", "CMV-74")
        table.refuses_move("1 fighter: hainan > sz36", "CMV-74")

    @pytest.mark.rule("POL-14", "CMB-27", "CMB-22", setups="1940")
    def test_a_third_power_takes_no_part_in_a_battle_in_its_zone(self) -> None:
        spaces = {
            "sz20": "japan: 1 cruiser",
            "sz36": "united_kingdom: 1 destroyer; united_states: 1 destroyer, 1 transport",
        }
        table = position("japan", "combat_move", spaces, relations=UK_AT_WAR)
        table.move("1 cruiser: sz20 > sz36").end_phase().battle("sz36", "1 6")
        assert table.at("sz36") == {"japan": {"cruiser": 1}, "united_states": {"destroyer": 1, "transport": 1}}
        assert not at_war(table.state, "japan", "united_states")

    @pytest.mark.rule("POL-21", setups="1940")
    def test_japanese_ships_keep_two_zones_from_america(self) -> None:
        (limit,) = (each for each in load_setup(this_setup()).parameters.politics.limits if each.ships_not_in)
        board = load_setup(this_setup()).board
        coast = {zone for home in ("western_united_states", "alaska") for zone in board.zones_of(home)}
        beside = {there for zone in coast for there in board.neighbours[zone] if board.is_sea(there)}
        assert set(limit.ships_not_in) == coast | beside
        spaces = {"sz7": "japan: 1 submarine", "sz13": "japan: 1 submarine"}
        table = position("japan", "noncombat_move", spaces)
        sentence = table.refuses_move("1 submarine: sz7 > sz8", "POL-21")
        assert sentence == (
            "Japanese ships cannot end a move in sea zone 8 before Japan is at war with the United States: it is too "
            "near the coast."
        )
        position("japan", "noncombat_move", spaces, relations=AT_WAR).move("1 submarine: sz7 > sz8")

    @pytest.mark.rule("POL-26", setups="1940")
    def test_american_ships_end_no_move_beside_japan(self) -> None:
        spaces = {"sz16": "united_states: 1 destroyer", "sz26": "united_states: 1 destroyer"}
        table = position("united_states", "noncombat_move", spaces)
        assert "next to Japanese territory" in table.refuses_move("1 destroyer: sz16 > sz17", "POL-26")
        table.move("1 destroyer: sz16 > sz15")
        held = position("united_states", "noncombat_move", {"sz16": "united_states: 1 destroyer"}, relations=AT_WAR)
        held.move("1 destroyer: sz16 > sz17")

    @pytest.mark.rule("POL-26", setups="1940")
    def test_what_japan_takes_shuts_more_zones(self) -> None:
        spaces = {"sz35": "united_states: 1 destroyer"}
        position("united_states", "noncombat_move", spaces).move("1 destroyer: sz35 > sz21")
        shut = position("united_states", "noncombat_move", spaces, owners={"guam": "japan"})
        shut.refuses_move("1 destroyer: sz35 > sz21", "POL-26")


class TestBorders:
    @pytest.mark.rule("POL-27", "POL-36", setups="1940")
    @pytest.mark.parametrize(
        ("power", "start", "rule"),
        [("united_kingdom", "burma", "POL-36"), ("anzac", "burma", "POL-36"), ("united_states", "hunan", "POL-27")],
    )
    def test_no_unit_of_another_ally_comes_to_china_or_crosses_it_in_peace(
        self, power: str, start: str, rule: str
    ) -> None:
        spaces = {start: f"{power}: 1 infantry, 1 fighter"}
        table = position(power, "noncombat_move", spaces)
        table.refuses_move(f"1 infantry: {start} > yunnan", rule)
        table.refuses_move(f"1 fighter: {start} > yunnan > szechwan", rule)
        allies = position(power, "noncombat_move", spaces, relations=AT_WAR)
        allies.move(f"1 infantry: {start} > yunnan").move(f"1 fighter: {start} > yunnan > szechwan")

    @pytest.mark.rule("POL-10", "POL-12", setups="1940")
    def test_a_neutral_america_keeps_out_of_the_land_of_others_and_they_out_of_its(self) -> None:
        spaces = {"alaska": "united_states: 1 infantry, 1 fighter", "british_columbia": "united_kingdom: 1 infantry"}
        american = position("united_states", "noncombat_move", spaces)
        american.refuses_move("1 infantry: alaska > british_columbia", "POL-10")
        american.refuses_move("1 fighter: alaska > british_columbia", "NCM-13")
        british = position("united_kingdom", "noncombat_move", spaces, relations=UK_AT_WAR)
        british.refuses_move("1 infantry: british_columbia > alaska", "POL-10")
        position("united_states", "noncombat_move", spaces, relations=AT_WAR).move(
            "1 infantry: alaska > british_columbia"
        )

    @pytest.mark.rule("POL-12", "UNI-63", "CMV-67", setups="1940")
    def test_nobody_uses_the_ships_of_a_neutral_america(self) -> None:
        ships = "united_states: 1 transport, 1 aircraft_carrier"
        spaces = {"british_columbia": "united_kingdom: 1 infantry, 1 fighter", "sz1": ships}
        table = position("united_kingdom", "noncombat_move", spaces, relations=UK_AT_WAR)
        table.refuses_move("1 infantry: british_columbia > sz1", "units")
        table.refuses_move("1 fighter: british_columbia > sz1", "NCM-16", transport_owner="united_states")
        both = position("united_kingdom", "noncombat_move", spaces, relations=AT_WAR)
        both.move("1 infantry: british_columbia > sz1").move(
            "1 fighter: british_columbia > sz1", transport_owner="united_states"
        )

    @pytest.mark.rule("POL-77", "BRD-10", setups="1940")
    def test_nobody_enters_the_land_of_a_stranger(self) -> None:
        spaces = {"kwangsi": "japan: 1 infantry, 1 fighter", "siam": "japan: 1 infantry"}
        table = position("japan", "noncombat_move", spaces)
        table.refuses_move("1 infantry: kwangsi > kwangtung", "POL-77")
        table.refuses_move("1 fighter: kwangsi > kwangtung", "NCM-13")
        table.refuses_move("1 infantry: siam > french_indo_china", "POL-77")

    @pytest.mark.rule("POL-09", "CMV-75", setups="1940")
    def test_where_units_of_a_power_at_peace_stand_nobody_attacks(self) -> None:
        spaces = {"kwangsi": "japan: 1 infantry", "yunnan": "china: 1 infantry; united_kingdom: 1 infantry"}
        table = position("japan", "combat_move", spaces)
        assert "may declare war" in table.refuses_move("1 infantry: kwangsi > yunnan", "POL-09")

    @pytest.mark.rule("POL-42", "CMB-53", setup="pacific_1940")
    def test_who_frees_french_territory_keeps_it(self) -> None:
        spaces = {"shan_state": "united_kingdom: 1 infantry"}
        wars = [*UK_AT_WAR, ["japan", "france", "war"]]
        table = position("united_kingdom", "combat_move", spaces, owners={"french_indo_china": "japan"}, relations=wars)
        table.move("1 infantry: shan_state > french_indo_china").end_phase()
        assert table.owner("french_indo_china") == "united_kingdom"

    @pytest.mark.rule("POL-42", setup="pacific_1940")
    def test_allies_at_war_enter_french_territory_without_taking_it(self) -> None:
        spaces = {"shan_state": "united_kingdom: 1 infantry"}
        position("united_kingdom", "noncombat_move", spaces).refuses_move(
            "1 infantry: shan_state > french_indo_china", "POL-10"
        )
        table = position("united_kingdom", "noncombat_move", spaces, relations=UK_AT_WAR)
        assert table.move("1 infantry: shan_state > french_indo_china").owner("french_indo_china") == "france"


class TestDutchTerritory:
    @pytest.mark.rule("POL-38", setups="1940")
    @pytest.mark.parametrize("power", ["united_kingdom", "anzac"])
    def test_its_guardians_take_it_over_in_peace(self, power: str) -> None:
        spaces = {"sz42": f"{power}: 1 transport"}
        table = position(power, "noncombat_move", spaces, cargo=aboard("sz42", power, {"infantry": 1}))
        table.move("1 infantry: sz42 > java")
        (event,) = table.happened("territory_taken_over")
        assert (event.former, table.owner("java")) == ("dutch", power)
        assert table.do({"type": "undo"}).owner("java") == "dutch"

    @pytest.mark.rule("POL-38", "NCM-11", setups="1940")
    def test_guns_and_aircraft_come_without_taking_it(self) -> None:
        spaces = {"new_guinea": "anzac: 1 aaa, 1 fighter, 1 infantry"}
        table = position("anzac", "noncombat_move", spaces)
        table.move("1 fighter: new_guinea > dutch_new_guinea").move("1 aaa: new_guinea > dutch_new_guinea")
        assert table.owner("dutch_new_guinea") == "dutch"
        assert table.move("1 infantry: new_guinea > dutch_new_guinea").owner("dutch_new_guinea") == "anzac"

    @pytest.mark.rule("POL-38", setups="1940")
    def test_others_do_not_take_it_over(self) -> None:
        cargo = aboard("sz42", "united_states", {"infantry": 1})
        spaces = {"sz42": "united_states: 1 transport"}
        position("united_states", "noncombat_move", spaces, cargo=cargo).refuses_move(
            "1 infantry: sz42 > java", "POL-10"
        )
        at_war = position("united_states", "noncombat_move", spaces, cargo=cargo, relations=AT_WAR)
        assert at_war.move("1 infantry: sz42 > java").owner("java") == "dutch"

    @pytest.mark.rule("POL-39", setups="1940")
    def test_what_an_axis_power_has_captured_belongs_to_whoever_takes_it(self) -> None:
        cargo = aboard("sz42", "united_states", {"infantry": 1})
        spaces = {"sz42": "united_states: 1 transport"}
        owners = {"java": "japan"}
        table = position("united_states", "combat_move", spaces, cargo=cargo, owners=owners, relations=AT_WAR)
        assert table.move("1 infantry: sz42 > java").end_phase().owner("java") == "united_states"

    @pytest.mark.rule("POL-41", "MOB-18", setups="1940")
    def test_no_facility_in_the_turn_in_which_it_is_taken_over(self) -> None:
        cargo = aboard("sz42", "anzac", {"infantry": 1})
        bought = {"anzac": {"air_base": 1}}
        table = position("anzac", "noncombat_move", {"sz42": "anzac: 1 transport"}, cargo=cargo, purchased=bought)
        table.move("1 infantry: sz42 > java").end_phase()
        table.refuses({"type": "mobilize", "units": {"air_base": 1}, "space": "java"}, "MOB-18")

    @pytest.mark.rule("POL-38", "INC-01", setups="1940")
    def test_its_income_goes_to_whoever_took_it_over(self) -> None:
        cargo = aboard("sz42", "anzac", {"infantry": 1})
        table = position("anzac", "noncombat_move", {"sz42": "anzac: 1 transport"}, cargo=cargo, ipcs={"anzac": 0})
        table.move("1 infantry: sz42 > java").end_phase()
        assert table.ipcs("anzac") == 14


class TestMongolia:
    @pytest.mark.rule("POL-45", "POL-47", "POL-48", "POL-51", "POL-54", "POL-63", setups="1940")
    def test_japan_attacks_a_neutral_and_turns_all_others_to_the_allies(self) -> None:
        table = position("japan", "combat_move", {"manchuria": "japan: 3 infantry, 2 tank"})
        table.move("3 infantry, 2 tank: manchuria > buyant_uhaa").end_phase()
        (roused,) = table.happened("neutral_roused")
        assert (roused.side, len(roused.army)) == ("allies", 2)
        assert at_war(table.state, "japan", "china")
        assert not at_war(table.state, "japan", "united_states")
        table.battle("buyant_uhaa", "1 1 6 6 6 6 6")
        assert table.owner("buyant_uhaa") == "japan"

    @pytest.mark.rule("POL-49", "POL-11", "POL-50", setups="1940")
    def test_only_a_power_at_war_enters_a_neutral_and_no_way_leads_over_it(self) -> None:
        spaces = {"manchuria": "united_states: 1 fighter; japan: 1 fighter"}
        american = position("united_states", "combat_move", spaces)
        american.refuses_move("1 fighter: manchuria > buyant_uhaa", "POL-49")
        table = position("japan", "combat_move", {"manchuria": "japan: 1 fighter"})
        table.refuses_move("1 fighter: manchuria > buyant_uhaa > chahar", "POL-50")

    @pytest.mark.rule("POL-53", "POL-78", setups="1940")
    def test_a_neutral_that_held_out_is_attacked_again_without_another_army(self) -> None:
        table = position("japan", "combat_move", {"manchuria": "japan: 1 infantry, 2 tank"})
        table.move("1 infantry: manchuria > buyant_uhaa").end_phase().battle("buyant_uhaa", "6 1 6")
        assert table.owner("buyant_uhaa") is None
        held = Table(table.state).do({"type": "edit", "turn": {"power": "japan", "phase": "combat_move", "round": 2}})
        held.move("2 tank: manchuria > buyant_uhaa").end_phase()
        assert held.happened("neutral_roused") == []


class TestChina:
    @pytest.mark.rule("POL-64", "POL-66", "POL-71", setups="1940")
    def test_chinese_units_stay_in_china_kwangtung_and_burma(self) -> None:
        spaces = {"yunnan": "china: 2 infantry, 1 fighter", "kwangsi": "china: 1 infantry"}
        table = position("china", "noncombat_move", spaces, relations=UK_AT_WAR)
        table.move("1 infantry: yunnan > burma")
        table.refuses_move("1 infantry: yunnan > french_indo_china", "POL-64")
        table.refuses_move("1 fighter: yunnan > burma > india", "POL-81")
        attack = position("china", "combat_move", {**spaces, "sz36": "japan: 1 transport"}, relations=UK_AT_WAR)
        attack.refuses_move("1 fighter: yunnan > kwangsi > sz36", "POL-81")

    @pytest.mark.rule("POL-66", setups="1940")
    @pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
    def test_they_board_no_transport(self, phase: str) -> None:
        spaces = {"kiangsu": "china: 1 infantry", "sz19": "united_states: 1 transport"}
        table = position("china", phase, spaces, owners={"kiangsu": "china"}, relations=AT_WAR)
        table.refuses_move("1 infantry: kiangsu > sz19", "POL-66")

    @pytest.mark.rule("POL-10", "POL-64", setup="pacific_1940")
    def test_they_come_to_british_territory_once_both_are_at_war(self) -> None:
        table = position("china", "noncombat_move", {"yunnan": "china: 1 infantry"})
        table.refuses_move("1 infantry: yunnan > burma", "POL-10")

    @pytest.mark.rule("POL-65", setups="1940")
    @pytest.mark.parametrize(("india", "holder"), [("united_kingdom", "united_kingdom"), ("japan", "china")])
    def test_kwangtung_is_british_again_unless_india_has_fallen(self, india: str, holder: str) -> None:
        spaces = {"kiangsi": "china: 2 infantry"}
        owners = {"kwangtung": "japan", "kiangsi": "china", "india": india}
        table = position("china", "combat_move", spaces, owners=owners, relations=UK_AT_WAR)
        table.move("1 infantry: kiangsi > kwangtung").end_phase()
        assert table.owner("kwangtung") == holder

    @pytest.mark.rule("POL-75", setups="1940")
    def test_what_allies_free_in_china_is_chinese(self) -> None:
        spaces = {"burma": "united_kingdom: 1 infantry"}
        owners = {"yunnan": "japan"}
        table = position("united_kingdom", "combat_move", spaces, owners=owners, relations=UK_AT_WAR)
        assert table.move("1 infantry: burma > yunnan").end_phase().owner("yunnan") == "china"

    @pytest.mark.rule("POL-67", "CMB-59", setups="1940")
    def test_china_has_no_capital_to_lose(self) -> None:
        assert load_setup(this_setup()).power["china"].capitals == ()
        spaces = {"kwangsi": "japan: 1 infantry"}
        table = position("japan", "combat_move", spaces, owners={"hunan": "china"})
        table.move("1 infantry: kwangsi > hunan").end_phase()
        assert table.ipcs("china") == 12

    @pytest.mark.rule("POL-73", setups="1940")
    def test_american_and_chinese_units_attack_in_their_own_turns(self) -> None:
        spaces = {"yunnan": "china: 1 infantry; united_states: 1 infantry"}
        table = position("china", "combat_move", spaces, relations=AT_WAR)
        table.refuses_move("1 infantry: yunnan > kwangsi", "power", owner="united_states")


class TestFlights:
    @pytest.mark.rule("BRD-13", "POL-77", setups="1940")
    def test_nobody_flies_over_a_neutral_united_states(self) -> None:
        spaces = {"british_columbia": "united_kingdom: 1 fighter"}
        table = position("united_kingdom", "noncombat_move", spaces)
        path = "british_columbia > alaska > yukon_territory"
        told = table.refuses_move(f"1 fighter: {path}", "POL-77")
        assert "Alaska belongs to the United States, which is neutral" in told
        at_war = position("united_kingdom", "noncombat_move", spaces, relations=AT_WAR)
        assert at_war.move(f"1 fighter: {path}").at("yukon_territory") == {"united_kingdom": {"fighter": 1}}

    @pytest.mark.rule("BRD-13", "POL-77", setups="1940")
    def test_the_territory_of_other_powers_at_peace_is_flown_over(self) -> None:
        spaces = {"kwangsi": "japan: 1 fighter"}
        table = position("japan", "noncombat_move", spaces)
        assert table.move("1 fighter: kwangsi > kwangtung > kiangsi").at("kiangsi") == {"japan": {"fighter": 1}}
