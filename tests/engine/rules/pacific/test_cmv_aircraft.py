"""Aircraft in the combat move of Pacific 1940: how far they fly, and that all can land again (CMV-37..52, CMV-71)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rules.pacific.playing import at_war
from tests.engine.table import Table

US, UK = "united_states", "united_kingdom"
TO_SZ28 = "marshall_islands > sz32 > sz30 > sz27 > sz28"
"""Four spaces from the Marshall Islands into the open sea, where nothing that Japan holds is near."""
HAWAII = {"sz16": "japan: 1 aircraft_carrier, 1 fighter", "hawaiian_islands": f"{US}: 1 infantry"}
TO_HAWAII = "1 fighter: sz16 > sz25 > sz26 > hawaiian_islands"
"""Three spaces: the fighter comes home only to a carrier in sea zone 26."""
OFF_LUZON = {
    "sz36": "japan: 1 aircraft_carrier, 1 fighter, 1 tactical_bomber, 1 destroyer",
    "sz35": f"{US}: 1 destroyer",
}
SORTIE = "1 aircraft_carrier, 1 destroyer: sz36 > sz35"


def open_sea(unit: str = "fighter", **spaces: str) -> Table:
    """A Japanese aircraft in the Marshall Islands and an American transport in sea zone 28."""
    around = {"marshall_islands": f"japan: 1 {unit}", "sz28": f"{US}: 1 transport", **spaces}
    return at_war("japan", "combat_move", around)


def from_alaska(**more: Any) -> Table:
    """An American fighter whose attack in sea zone 11 leaves it one space, which leads to no land."""
    return at_war(US, "combat_move", {"alaska": f"{US}: 1 fighter", "sz11": "japan: 1 transport"}, **more)


class TestRange:
    @pytest.mark.rule("CMV-37", "CMV-48", setups="1940")
    def test_aircraft_fly_over_enemies_and_their_guns_unharmed(self) -> None:
        spaces = {
            "kiangsi": "japan: 1 fighter, 1 strategic_bomber",
            "hunan": "china: 2 aaa, 2 infantry, 1 fighter",
            "kweichow": "china: 1 infantry",
            "sz20": f"{US}: 1 battleship",
            "sz35": f"{US}: 1 transport",
        }
        table = at_war("japan", "combat_move", spaces)
        table.move("1 fighter: kiangsi > hunan > kweichow").move(
            "1 strategic_bomber: kiangsi > sz20 > sz35"
        ).end_phase()
        table.battle("kweichow", dice="3 6").battle("sz35")
        table.move("1 fighter: kweichow > hunan > kwangsi").move("1 strategic_bomber: sz35 > sz20 > kiangsi")
        assert table.at("kwangsi") == {"japan": {"fighter": 1}}

    @pytest.mark.rule("CMV-38", setups="1940")
    @pytest.mark.parametrize("unit", ["fighter", "tactical_bomber"])
    def test_the_way_there_and_the_way_home_are_one_move(self, unit: str) -> None:
        spaces = {"korea": f"japan: 1 {unit}", "chahar": "china: 1 infantry"}
        table = at_war("japan", "combat_move", spaces)
        table.move(f"1 {unit}: korea > manchuria > jehol > chahar").end_phase().battle("chahar", dice="3 6")
        no = table.refuses_move(f"1 {unit}: chahar > jehol > manchuria", "NCM-15")
        assert no.endswith("has 1 of 4 spaces left this turn; Manchuria is 2 away.")
        table.move(f"1 {unit}: chahar > jehol").end_phase()

    @pytest.mark.rule("CMV-38", setups="1940")
    def test_nothing_flies_farther_than_its_move(self) -> None:
        table = at_war("japan", "combat_move", {"korea": "japan: 1 fighter, 1 strategic_bomber"})
        far = "korea > manchuria > jehol > chahar > hopei > shensi"
        no = table.refuses_move(f"1 fighter: {far}", "CMV-38")
        assert no == "The fighter has 4 of 4 spaces left this turn; Shensi is 5 away."
        table.refuses_move(f"1 strategic_bomber: {far} > kansu > tsinghai", "CMV-38")


class TestLandingProof:
    @pytest.mark.rule("CMV-40", "CMV-44", setups="1940")
    def test_it_takes_own_attacks_to_succeed_that_clear_the_zone_of_the_landing(self) -> None:
        """One submarine against two battleships is enough."""
        table = at_war("japan", "combat_move", {**HAWAII, "sz25": "japan: 1 submarine", "sz26": f"{US}: 2 battleship"})
        table.refuses_move(TO_HAWAII, "CMV-39")
        table.move("1 submarine: sz25 > sz26").move(TO_HAWAII)

    @pytest.mark.rule("CMV-40", "CMV-44", setups="1940")
    def test_or_a_zone_on_the_way_of_the_carrier(self) -> None:
        ways = {"sz24": "japan: 1 destroyer", "sz25": f"{US}: 1 battleship"}
        table = at_war("japan", "combat_move", {**HAWAII, **ways})
        table.refuses_move(TO_HAWAII, "CMV-39")
        table.move("1 destroyer: sz24 > sz25").move(TO_HAWAII)
        no = table.refuses({"type": "undo", "order": 0}, "phase")
        assert "A later order depends on that one" in no

    @pytest.mark.rule("CMV-42", setups="1940")
    def test_it_counts_on_a_carrier_bought_this_turn_beside_an_own_complex(self) -> None:
        attack = "1 fighter: alaska > sz1 > sz10 > sz11"
        from_alaska().refuses_move(attack, "CMV-39")
        from_alaska(purchased={US: {"destroyer": 1}}).refuses_move(attack, "CMV-39")
        bought = {"purchased": {US: {"aircraft_carrier": 1}}}
        table = from_alaska(**bought).move(attack).end_phase().battle("sz11")
        table.move("1 fighter: sz11 > sz10").end_phase()
        table.do({"type": "mobilize", "units": {"aircraft_carrier": 1}, "space": "sz10"}).end_phase()
        assert table.at("sz10") == {US: {"aircraft_carrier": 1, "fighter": 1}}

    @pytest.mark.rule("CMV-42", setup="pacific_1940")
    def test_but_not_where_the_complex_can_build_nothing(self) -> None:
        bombed = {"western_united_states": {"damage": {"major_industrial_complex": 10}}}
        table = from_alaska(purchased={US: {"aircraft_carrier": 1}}, more_spaces=bombed)
        table.refuses_move("1 fighter: alaska > sz1 > sz10 > sz11", "CMV-39")

    @pytest.mark.rule("CMV-43", setups="1940")
    def test_it_does_not_count_on_a_carrier_that_might_retreat(self) -> None:
        """From sea zone 27 the fighter gets to sea zone 26, to which the carrier could retreat, not to sea zone 13."""
        spaces = {
            "marshall_islands": "japan: 1 fighter",
            "sz27": f"{US}: 1 transport",
            "sz26": "japan: 1 aircraft_carrier, 1 destroyer",
            "sz13": f"{US}: 1 destroyer",
        }
        sortie, attack = (
            "1 aircraft_carrier, 1 destroyer: sz26 > sz13",
            "1 fighter: marshall_islands > sz32 > sz30 > sz27",
        )
        at_war("japan", "combat_move", spaces).move(attack).refuses_move(sortie, "CMV-39")
        at_war("japan", "combat_move", spaces).move(sortie).refuses_move(attack, "CMV-39")

    @pytest.mark.rule("CMV-45", setups="1940")
    @pytest.mark.parametrize("unit", ["fighter", "tactical_bomber"])
    def test_the_full_move_is_for_attacks_at_sea_where_a_carrier_could_come(self, unit: str) -> None:
        attack = f"1 {unit}: {TO_SZ28}"
        open_sea(unit).refuses_move(attack, "CMV-45")
        open_sea(unit, sz31="japan: 1 aircraft_carrier").refuses_move(attack, "CMV-45")
        open_sea(unit, sz30="japan: 1 aircraft_carrier").move(attack)

    @pytest.mark.rule("CMV-45", setups="1940")
    def test_a_strategic_bomber_counts_on_no_carrier(self) -> None:
        table = open_sea("strategic_bomber", sz30="japan: 1 aircraft_carrier")
        table.refuses_move(f"1 strategic_bomber: {TO_SZ28}", "CMV-39")


class TestCarriersThatAreAwaited:
    @pytest.mark.rule("CMV-46", setups="1940")
    def test_one_that_was_named_for_a_landing_comes(self) -> None:
        table = open_sea(sz30="japan: 1 aircraft_carrier").move(f"1 fighter: {TO_SZ28}")
        carrier = next(piece.id for piece in table.pieces if piece.unit == "aircraft_carrier")
        table.do({"type": "promise", "carrier": carrier, "space": "sz28"}).end_phase().battle("sz28")
        table.refuses_move("1 aircraft_carrier: sz30 > sz31", "NCM-19")
        no = table.refuses({"type": "end_phase"}, "NCM-19")
        assert no == "The carrier in sea zone 30 can still come to sea zone 28 for the fighter, so move it there."
        table.move("1 aircraft_carrier: sz30 > sz29 > sz28").end_phase()
        assert table.at("sz28") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}

    @pytest.mark.rule("CMV-46", setups="1940")
    def test_unless_the_aircraft_died(self) -> None:
        table = open_sea(sz30="japan: 1 aircraft_carrier", sz28=f"{US}: 1 destroyer").move(f"1 fighter: {TO_SZ28}")
        table.end_phase().battle("sz28", dice="6 1")
        table.move("1 aircraft_carrier: sz30 > sz31").end_phase()
        assert table.at("sz31") == {"japan": {"aircraft_carrier": 1}}

    @pytest.mark.rule("CMV-46", setups="1940")
    def test_or_landed_elsewhere(self) -> None:
        """The fighter could land in the Marshall Islands, and does so."""
        spaces = {"sz33": "japan: 1 aircraft_carrier, 1 fighter", "sz31": f"{US}: 1 transport"}
        table = at_war("japan", "combat_move", spaces).move("1 fighter: sz33 > sz23 > sz31")
        carrier = next(piece.id for piece in table.pieces if piece.unit == "aircraft_carrier")
        table.do({"type": "promise", "carrier": carrier, "space": "sz32"}).end_phase().battle("sz31")
        table.move("1 fighter: sz31 > sz32 > marshall_islands").move("1 aircraft_carrier: sz33 > sz34").end_phase()
        assert table.at("sz34") == {"japan": {"aircraft_carrier": 1}}

    @pytest.mark.rule("CMV-46", setups="1940")
    def test_or_a_zone_on_the_way_was_not_cleared(self) -> None:
        ways = {"sz24": "japan: 1 destroyer", "sz25": f"{US}: 1 battleship"}
        table = at_war("japan", "combat_move", {**HAWAII, **ways})
        table.move("1 destroyer: sz24 > sz25").move(TO_HAWAII).end_phase()
        table.battle("sz25", dice="6 4").battle("hawaiian_islands", dice="3 6")
        table.move("1 aircraft_carrier: sz16 > sz6").end_phase()
        assert table.at("hawaiian_islands") == {}
        assert table.at("sz6") == {"japan": {"aircraft_carrier": 1}}

    @pytest.mark.rule("CMV-47", setups="1940")
    @pytest.mark.parametrize("fate", ["sunk", "retreats"])
    def test_once_battles_begin_one_that_is_needed_may_be_lost_or_retreat(self, fate: str) -> None:
        """The fighter over sea zone 27 gets to sea zone 30, where the carrier fights, and not to sea zone 31."""
        fleet, enemies = "1 aircraft_carrier, 1 destroyer", f"{US}: 3 destroyer"
        spaces = {"sz31": f"japan: {fleet}", "sz30": enemies, "sz27": f"{US}: 1 transport"}
        table = at_war("japan", "combat_move", {"marshall_islands": "japan: 1 fighter", **spaces})
        table.move(f"{fleet}: sz31 > sz30").move("1 fighter: marshall_islands > sz32 > sz30 > sz27").end_phase()
        table.battle("sz27").battle("sz30", dice="6 1 1 1" if fate == "sunk" else "6 6 6 6")
        if fate == "retreats":
            table.retreat("sz31")
        table.end_phase()
        assert table.at("sz27") == {}
        assert table.at("sz31") == ({} if fate == "sunk" else {"japan": {"aircraft_carrier": 1, "destroyer": 1}})


class TestCarriersInBattle:
    @pytest.mark.rule("CMV-50", "CMV-51", setups="1940")
    def test_own_aircraft_take_off_before_it_sails_and_fight_from_where_it_started(self) -> None:
        table = at_war("japan", "combat_move", {**OFF_LUZON, "philippines": f"{US}: 1 infantry"})
        table.move("1 fighter: sz36 > sz35 > philippines").move(SORTIE)
        table.refuses_move("1 tactical_bomber: sz35 > philippines", "units")
        table.move("1 tactical_bomber: sz36 > sz35").end_phase()
        assert sorted(table.pending) == [("philippines", "land"), ("sz35", "sea")]

    @pytest.mark.rule("CMV-51", setups="1940")
    def test_those_that_do_not_fight_stay_over_the_zone_and_land_later(self) -> None:
        table = at_war("japan", "combat_move", OFF_LUZON).move(SORTIE)
        assert table.at("sz36") == {"japan": {"fighter": 1, "tactical_bomber": 1}}
        assert table.at("sz35")["japan"] == {"aircraft_carrier": 1, "destroyer": 1}
        table.end_phase().battle("sz35", dice="1 6")
        table.refuses({"type": "end_phase"}, "NCM-20")
        table.move("1 fighter: sz36 > sz35").move("1 tactical_bomber: sz36 > kwangsi").end_phase()
        assert table.at("sz35") == {"japan": {"aircraft_carrier": 1, "destroyer": 1, "fighter": 1}}

    @pytest.mark.rule("CMV-52", setups="1940")
    def test_guests_stay_aboard_do_not_fight_and_sink_with_it(self) -> None:
        spaces = {"sz43": f"{UK}: 1 aircraft_carrier, 1 destroyer; {US}: 2 fighter", "sz35": "japan: 3 destroyer"}
        table = at_war(UK, "combat_move", spaces, kamikaze_tokens={"japan": 0})
        table.move("1 aircraft_carrier, 1 destroyer: sz43 > sz35")
        assert table.at("sz35")[US] == {"fighter": 2}
        table.refuses_move("1 fighter: sz35 > philippines", "power", owner=US)
        table.end_phase().battle("sz35", dice="6 1 1 1")
        assert table.at("sz35") == {"japan": {"destroyer": 3}}

    @pytest.mark.rule("CMV-52", setups="1940")
    def test_in_its_own_turn_a_guest_takes_off_from_an_allys_carrier_which_stays(self) -> None:
        spaces = {"sz43": f"{UK}: 1 aircraft_carrier; {US}: 1 fighter", "sz35": "japan: 1 transport"}
        table = at_war(US, "combat_move", spaces, kamikaze_tokens={"japan": 0})
        table.refuses_move("1 aircraft_carrier: sz43 > sz35", "units")
        table.move("1 fighter: sz43 > sz35").end_phase().battle("sz35").move("1 fighter: sz35 > sz43").end_phase()
        assert table.at("sz43") == {UK: {"aircraft_carrier": 1}, US: {"fighter": 1}}


@pytest.mark.rule("CMV-71", setups="1940")
def test_raids_their_targets_and_their_escorts_are_declared_in_the_combat_move() -> None:
    spaces = {"kwangtung": f"{UK}: 1 strategic_bomber, 1 fighter", "formosa": "japan: 1 infantry"}
    airfield = {"formosa": {"facilities": ["air_base"], "units": {"japan": {"infantry": 1}}}}
    table = at_war(UK, "combat_move", spaces, more_spaces=airfield)
    table.refuses_move("1 fighter: kwangtung > formosa", "SPC-42", escort=True)
    table.move("1 strategic_bomber: kwangtung > formosa", raid="air_base")
    table.move("1 fighter: kwangtung > formosa", escort=True).end_phase()
    table.battle("formosa", dice="6 2")
    assert table.phase == "noncombat_move"
    assert table.board["damage"] == {"formosa": {"air_base": 4}}
    assert table.at("formosa")["japan"] == {"infantry": 1}
    table = at_war(UK, "noncombat_move", spaces, more_spaces=airfield)
    table.refuses_move("1 strategic_bomber: kwangtung > formosa", "CMV-71", raid="air_base")
