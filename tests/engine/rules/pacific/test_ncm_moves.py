"""Land units and ships in the noncombat move of Pacific 1940 (chapter NCM)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.facts.openings import Side
from tests.engine.rules.pacific.playing import at_war
from tests.engine.table import Table, position

US, UK = "united_states", "united_kingdom"
BESIDE_WAR = [["japan", UK, "war"], ["japan", "anzac", "war"]]
"""Everybody is at war with Japan but the United States."""


def beside_mongolia(power: str, leans_to: Side, force: str = "1 tank", **more: Any) -> Table:
    """Land units in Kansu, and a Mongolia that leans to a side because the other has attacked it."""
    table = at_war(power, "noncombat_move", {"kansu": f"{power}: {force}"}, **more)
    table.state = replace(table.state, roused_neutrals={"buyant_uhaa": leans_to})
    return table


class TestNoCombat:
    @pytest.mark.rule("NCM-02", "NCM-07", setups="1940")
    @pytest.mark.parametrize("defenders", ["", "china: 1 infantry"])
    def test_land_units_enter_no_hostile_territory_defended_or_not(self, defenders: str) -> None:
        table = at_war("japan", "noncombat_move", {"kiangsi": "japan: 1 tank", "hunan": defenders})
        no = table.refuses_move("1 tank: kiangsi > hunan", "NCM-07")
        assert no == "Hunan is hostile: land units enter it only in the combat move."
        table.refuses_move("1 tank: kiangsi > hunan > kwangsi", "NCM-07")

    @pytest.mark.rule("NCM-02", "NCM-23", setups="1940")
    @pytest.mark.parametrize("ship", ["destroyer", "battleship", "aircraft_carrier", "transport"])
    def test_ships_enter_no_hostile_zone_and_nobody_orders_a_battle(self, ship: str) -> None:
        spaces = {"sz25": f"{US}: 1 {ship}", "sz24": "japan: 1 cruiser"}
        table = at_war(US, "noncombat_move", spaces)
        no = table.refuses_move(f"1 {ship}: sz25 > sz24", "NCM-23")
        assert no.startswith("Sea zone 24 is hostile")
        table.refuses_move(f"1 {ship}: sz25 > sz24 > sz17", "NCM-23")
        table.refuses({"type": "battle", "space": "sz24"}, "phase")
        table.move(f"1 {ship}: sz25 > sz16 > sz17")

    @pytest.mark.rule("NCM-02", setups="1940")
    def test_who_shares_a_zone_with_submarines_does_not_attack_them_now(self) -> None:
        table = at_war(US, "noncombat_move", {"sz25": f"{US}: 1 destroyer; japan: 1 submarine"})
        table.refuses({"type": "engage", "space": "sz25", "attack": True}, "phase")

    @pytest.mark.rule("NCM-03", setups="1940")
    def test_aircraft_cross_hostile_land_and_sea(self) -> None:
        spaces = {"kiangsi": "japan: 1 fighter", "hunan": "china: 2 infantry, 1 aaa", "sz19": f"{US}: 1 battleship"}
        table = at_war("japan", "noncombat_move", spaces)
        table.move("1 fighter: kiangsi > hunan > kwangsi > kiangsi")
        table = at_war("japan", "noncombat_move", {"kiangsu": "japan: 1 fighter", **spaces})
        table.move("1 fighter: kiangsu > sz19 > sz6 > japan")

    @pytest.mark.rule("NCM-02", "NCM-03", "NCM-24", setups="1940")
    @pytest.mark.parametrize("enemy", ["cruiser", "battleship", "aircraft_carrier"])
    def test_a_submarine_passes_hostile_zones_and_may_end_in_one_without_a_fight(self, enemy: str) -> None:
        spaces = {"sz25": f"{US}: 1 submarine", "sz24": "japan: 1 battleship", "sz17": f"japan: 1 {enemy}"}
        table = at_war(US, "noncombat_move", spaces).move("1 submarine: sz25 > sz24 > sz17").end_phase()
        assert table.at("sz17") == {US: {"submarine": 1}, "japan": {enemy: 1}}
        assert table.happened("battle_began") == []

    @pytest.mark.rule("NCM-25", setups="1940")
    def test_it_stops_where_it_meets_a_destroyer(self) -> None:
        spaces = {"sz25": f"{US}: 1 submarine", "sz24": "japan: 1 destroyer"}
        table = at_war(US, "noncombat_move", spaces)
        table.refuses_move("1 submarine: sz25 > sz24 > sz17", "NCM-25")
        table.move("1 submarine: sz25 > sz24").refuses_move("1 submarine: sz24 > sz17", "NCM-25")
        assert table.at("sz24") == {US: {"submarine": 1}, "japan": {"destroyer": 1}}

    @pytest.mark.rule("NCM-10", setups="1940")
    def test_antiaircraft_guns_move_one_space_and_in_this_phase_alone(self) -> None:
        spaces = {"kiangsi": "japan: 1 aaa"}
        at_war("japan", "combat_move", spaces).refuses_move("1 aaa: kiangsi > hunan", "UNI-27")
        table = at_war("japan", "noncombat_move", spaces)
        table.refuses_move("1 aaa: kiangsi > kwangsi > french_indo_china", "CMV-03")
        table.move("1 aaa: kiangsi > kwangsi").refuses_move("1 aaa: kwangsi > kiangsi", "CMV-03")


class TestPowersAtPeace:
    @pytest.mark.rule("NCM-05", setups="1940")
    def test_they_move_now_and_pass_each_others_ships(self) -> None:
        spaces = {"sz25": f"{US}: 1 destroyer, 1 transport", "sz24": "japan: 1 battleship, 1 submarine"}
        table = position(US, "noncombat_move", spaces).move("1 destroyer: sz25 > sz24 > sz23")
        table.move("1 transport: sz25 > sz24").end_phase()
        assert table.at("sz24") == {US: {"transport": 1}, "japan": {"battleship": 1, "submarine": 1}}

    @pytest.mark.rule("NCM-05", setups="1940")
    def test_but_not_into_each_others_land(self) -> None:
        cargo = {"sz20": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
        table = position("japan", "noncombat_move", {"sz20": "japan: 1 transport"}, cargo=cargo)
        no = table.refuses_move("1 infantry: sz20 > kwangtung", "POL-77")
        assert no.startswith("Kwangtung belongs to the United Kingdom, with which you are not at war.")

    @pytest.mark.rule("NCM-05", setups="1940")
    def test_a_power_at_peace_does_nothing_in_the_combat_move(self) -> None:
        spaces = {"sz25": f"{US}: 1 destroyer", "sz24": "japan: 1 battleship", "alaska": f"{US}: 1 infantry"}
        position(US, "noncombat_move", spaces).move("1 destroyer: sz25 > sz24")
        table = position(US, "combat_move", spaces)
        table.refuses_move("1 destroyer: sz25 > sz24", "CMV-74")
        table.refuses_move("1 infantry: alaska > british_columbia", "POL-10")


class TestNeutrals:
    @pytest.mark.rule("NCM-08", setups="1940")
    def test_a_land_unit_that_comes_wins_a_friendly_neutral_with_its_army(self) -> None:
        table = beside_mongolia(UK, "allies").move("1 tank: kansu > olgiy")
        assert table.owner("olgiy") == UK
        assert table.at("olgiy") == {UK: {"tank": 1, "infantry": 2}}

    @pytest.mark.rule("NCM-08", setups="1940")
    def test_it_goes_no_farther_than_that(self) -> None:
        table = beside_mongolia(UK, "allies")
        table.refuses_move("1 tank: kansu > olgiy > tsagaan_olom", "POL-50")
        table.move("1 tank: kansu > tsagaan_olom").refuses_move("1 tank: tsagaan_olom > suiyuyan", "POL-57")

    @pytest.mark.rule("NCM-08", setups="1940")
    def test_a_power_at_peace_wins_nobody_over(self) -> None:
        table = beside_mongolia(US, "allies", relations=BESIDE_WAR)
        no = table.refuses_move("1 tank: kansu > olgiy", "POL-49")
        assert no == "Olgiy is neutral: only a power that is at war may enter it."

    @pytest.mark.rule("NCM-09", setups="1940")
    @pytest.mark.parametrize("leaning", ["strict", "unfriendly"])
    @pytest.mark.parametrize("neutral", ["buyant_uhaa", "central_mongolia"])
    def test_nobody_enters_another_neutral_in_this_phase(self, leaning: str, neutral: str) -> None:
        table = at_war("japan", "noncombat_move", {"chahar": "japan: 1 tank"}, owners={"chahar": "japan"})
        if leaning == "unfriendly":
            table.state = replace(table.state, roused_neutrals={"olgiy": "allies"})
        table.refuses_move(f"1 tank: chahar > {neutral}", "NCM-09")
