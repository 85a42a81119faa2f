"""Where aircraft land in the noncombat move of Pacific 1940 (NCM-13..22)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.engine.rules.pacific.playing import at_war
from tests.engine.table import Table

US, UK = "united_states", "united_kingdom"
TO_NEW_ZEALAND = "1 fighter: johnston_island > sz30 > sz49 > sz53 > sz63"


def far_out(**spaces: str) -> Table:
    """Japan's noncombat move: a fighter flew four spaces to sink a transport in sea zone 28, far from all land."""
    around = {"marshall_islands": "japan: 1 fighter", "sz28": f"{US}: 1 transport", **spaces}
    table = at_war("japan", "combat_move", around)
    table.move("1 fighter: marshall_islands > sz32 > sz30 > sz27 > sz28").end_phase().battle("sz28")
    assert table.phase == "noncombat_move"
    return table


def before_western_america(fighters: int, bought: dict[str, int], **spaces: str) -> Table:
    """America's noncombat move: fighters in Alaska, and what was bought for San Francisco."""
    around = {"alaska": f"{US}: {fighters} fighter", **spaces}
    return at_war(US, "noncombat_move", around, purchased={US: bought})


class TestTerritories:
    @pytest.mark.rule("NCM-13", setups="1940")
    def test_aircraft_land_among_friends_and_not_among_enemies(self) -> None:
        spaces = {"malaya": "anzac: 1 fighter, 1 strategic_bomber"}
        table = at_war("anzac", "noncombat_move", spaces)
        table.refuses_move("1 fighter: malaya > shan_state > siam", "NCM-13")
        table.move("1 fighter: malaya > shan_state > siam > shan_state").move(
            "1 strategic_bomber: malaya > shan_state > yunnan"
        )
        table.end_phase()
        assert (table.at("shan_state"), table.at("yunnan")) == (
            {"anzac": {"fighter": 1}},
            {"anzac": {"strategic_bomber": 1}},
        )

    @pytest.mark.rule("NCM-13", setups="1940")
    def test_a_neutral_that_leans_to_ones_side_is_no_landing_place(self) -> None:
        table = at_war(UK, "noncombat_move", {"kansu": f"{UK}: 1 fighter"})
        table.state = replace(table.state, roused_neutrals={"buyant_uhaa": "allies"})
        table.refuses_move("1 fighter: kansu > olgiy", "NCM-13")

    @pytest.mark.rule("NCM-14", "NCM-13", setups="1940")
    def test_nor_is_what_was_taken_this_turn_whoever_flies(self) -> None:
        spaces = {
            "kiangsi": "japan: 2 tank, 1 fighter",
            "kwangsi": "japan: 1 strategic_bomber",
            "hunan": "china: 1 infantry",
        }
        table = at_war("japan", "combat_move", spaces).move("2 tank, 1 fighter: kiangsi > hunan").end_phase()
        table.battle("hunan", dice="1 6 6 6")
        assert table.owner("hunan") == "japan"
        no = table.refuses_move("1 strategic_bomber: kwangsi > hunan", "NCM-14")
        assert no == "Hunan was taken this turn: the strategic bomber cannot land there yet."
        table.refuses({"type": "end_phase"}, "NCM-20")
        table.move("1 fighter: hunan > kwangsi").end_phase()
        assert table.at("hunan") == {"japan": {"tank": 2}}

    @pytest.mark.rule("NCM-14", setups="1940")
    def test_nor_what_was_freed_for_an_ally(self) -> None:
        spaces = {"shan_state": "anzac: 1 infantry", "burma": "anzac: 1 fighter"}
        table = at_war("anzac", "combat_move", spaces, owners={"malaya": "japan"})
        table.move("1 infantry: shan_state > malaya").end_phase()
        assert table.owner("malaya") == UK
        table.refuses_move("1 fighter: burma > shan_state > malaya", "NCM-14")

    @pytest.mark.rule("NCM-14", setups="1940")
    def test_nor_a_neutral_that_was_attacked_or_won_over(self) -> None:
        table = at_war("japan", "combat_move", {"jehol": "japan: 3 tank, 1 fighter"})
        table.move("3 tank: jehol > buyant_uhaa").end_phase().battle("buyant_uhaa", dice="3 3 6 6 6")
        table.refuses_move("1 fighter: jehol > buyant_uhaa", "NCM-14")
        table = at_war(UK, "noncombat_move", {"kansu": f"{UK}: 1 tank, 1 fighter"})
        table.state = replace(table.state, roused_neutrals={"buyant_uhaa": "allies"})
        table.move("1 tank: kansu > olgiy").refuses_move("1 fighter: kansu > olgiy", "NCM-14")


class TestCarriers:
    @pytest.mark.rule("NCM-16", setups="1940")
    @pytest.mark.parametrize("unit", ["fighter", "tactical_bomber"])
    def test_at_sea_aircraft_land_on_a_carrier_with_room_alone(self, unit: str) -> None:
        fleet = {"sz36": "japan: 1 destroyer", "sz20": "japan: 1 aircraft_carrier, 1 fighter, 1 tactical_bomber"}
        spaces = {"kwangsi": f"japan: 1 {unit}", **fleet}
        table = at_war("japan", "noncombat_move", spaces)
        table.move(f"1 {unit}: kwangsi > sz36").refuses({"type": "end_phase"}, "NCM-20")
        table = at_war("japan", "noncombat_move", spaces)
        table.move(f"1 {unit}: kwangsi > sz36 > sz20").refuses({"type": "end_phase"}, "NCM-20")
        table.do({"type": "undo"}).move("1 fighter: sz20 > formosa").move(
            f"1 {unit}: kwangsi > sz36 > sz20"
        ).end_phase()
        aboard = sorted(piece.unit for piece in table.pieces if piece.aboard)
        assert aboard == sorted([unit, "tactical_bomber"])

    @pytest.mark.rule("NCM-16", setups="1940")
    def test_strategic_bombers_do_not(self) -> None:
        spaces = {"kwangsi": "japan: 1 strategic_bomber", "sz36": "japan: 1 aircraft_carrier"}
        table = at_war("japan", "noncombat_move", spaces)
        table.refuses_move("1 strategic_bomber: kwangsi > sz36", "UNI-47")

    @pytest.mark.rule("NCM-16", "NCM-17", setups="1940")
    def test_carrier_and_aircraft_both_end_their_moves_there(self) -> None:
        table = far_out(sz30="japan: 1 aircraft_carrier").move("1 aircraft_carrier: sz30 > sz27")
        table.refuses({"type": "end_phase"}, "NCM-19")
        table.move("1 aircraft_carrier: sz27 > sz28").end_phase()
        (landed,) = [piece for piece in table.pieces if piece.unit == "fighter"]
        assert landed.space == "sz28"
        assert landed.aboard

    @pytest.mark.rule("NCM-17", setups="1940")
    def test_nobody_rides_on_a_carrier_on_which_it_lands(self) -> None:
        """The fighter reaches sea zone 36, and stays there when the carrier sails on."""
        spaces = {"hunan": "japan: 1 fighter", "sz36": "japan: 1 aircraft_carrier"}
        table = at_war("japan", "noncombat_move", spaces, owners={"hunan": "japan"})
        table.move("1 fighter: hunan > kwangsi > sz36").move("1 aircraft_carrier: sz36 > sz37")
        assert table.at("sz36") == {"japan": {"fighter": 1}}
        table.refuses({"type": "end_phase"}, "NCM-20")

    @pytest.mark.rule("NCM-19", setups="1940")
    def test_a_carrier_that_alone_can_save_an_aircraft_comes(self) -> None:
        table = far_out(sz30="japan: 1 aircraft_carrier")
        no = table.refuses({"type": "end_phase"}, "NCM-19")
        assert no == "The carrier in sea zone 30 can still come to sea zone 28 for the fighter, so move it there."
        table.refuses_move("1 aircraft_carrier: sz30 > sz31", "NCM-19")

    @pytest.mark.rule("NCM-19", setups="1940")
    def test_or_stays_where_it_is(self) -> None:
        table = far_out(sz28=f"{US}: 1 transport; japan: 1 aircraft_carrier")
        table.refuses_move("1 aircraft_carrier: sz28 > sz29 > sz30", "NCM-19")
        table.end_phase()
        assert table.at("sz28") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}

    @pytest.mark.rule("NCM-18", "NCM-21", setups="1940")
    @pytest.mark.parametrize("enemies", ["", "japan: 1 battleship"])
    def test_beside_an_own_complex_a_bought_carrier_serves_even_in_a_hostile_zone(self, enemies: str) -> None:
        table = before_western_america(1, {"aircraft_carrier": 1}, sz10=enemies)
        table.move("1 fighter: alaska > sz1 > sz10").end_phase()
        assert table.at("sz10")[US] == {"fighter": 1}
        table.do({"type": "mobilize", "units": {"aircraft_carrier": 1}, "space": "sz10"})
        table.end_phase(dice="6" if enemies else "")
        assert table.at("sz10")[US] == {"fighter": 1, "aircraft_carrier": 1}

    @pytest.mark.rule("NCM-18", setups="1940")
    @pytest.mark.parametrize(("zone", "bought"), [("sz1", {"aircraft_carrier": 1}), ("sz10", {"destroyer": 1})])
    def test_without_the_complex_or_the_carrier_it_does_not(self, zone: str, bought: dict[str, int]) -> None:
        table = before_western_america(1, bought)
        way = "alaska > sz1" if zone == "sz1" else "alaska > sz1 > sz10"
        table.move(f"1 fighter: {way}").refuses({"type": "end_phase"}, "NCM-20")

    @pytest.mark.rule("NCM-18", setups="1940")
    def test_one_bought_carrier_takes_two_and_no_third(self) -> None:
        table = before_western_america(3, {"aircraft_carrier": 1}).move("3 fighter: alaska > sz1 > sz10")
        table.refuses({"type": "end_phase"}, "NCM-20")
        table.move("1 fighter: sz10 > western_united_states").end_phase()
        table.do({"type": "mobilize", "units": {"aircraft_carrier": 1}, "space": "sz10"}).end_phase()
        assert table.at("sz10") == {US: {"fighter": 2, "aircraft_carrier": 1}}


class TestWhoIsSaved:
    @pytest.mark.rule("NCM-20", setups="1940")
    def test_an_aircraft_that_reaches_a_landing_place_goes_there(self) -> None:
        table = at_war("japan", "noncombat_move", {"sz32": "japan: 1 fighter"})
        no = table.refuses({"type": "end_phase"}, "NCM-20")
        assert no == "The fighter over sea zone 32 can still reach a landing place. Land it first."
        table.move("1 fighter: sz32 > marshall_islands").end_phase()

    @pytest.mark.rule("NCM-20", setups="1940")
    def test_nobody_takes_the_last_room_from_one_that_has_no_other(self) -> None:
        """Two could come from the Marshall Islands; the carrier has room for one of them beside the one over it."""
        spaces = {"sz28": f"{US}: 1 transport; japan: 1 aircraft_carrier"}
        table = far_out(**spaces, marshall_islands="japan: 3 fighter")
        way = "marshall_islands > sz32 > sz30 > sz27 > sz28"
        table.refuses_move(f"2 fighter: {way}", "NCM-16")
        table.move(f"1 fighter: {way}").end_phase()
        assert table.at("sz28") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}

    @pytest.mark.rule("NCM-21", setups="1940")
    def test_who_has_no_landing_place_is_lost_at_the_end_of_the_phase(self) -> None:
        table = at_war("japan", "noncombat_move", {"sz10": "japan: 1 fighter, 1 destroyer"}).end_phase()
        (lost,) = table.happened("units_lost")
        assert (lost.reason, [piece.unit for piece in lost.pieces]) == ("no_landing", ["fighter"])
        assert table.at("sz10") == {"japan": {"destroyer": 1}}

    @pytest.mark.rule("NCM-21", "NCM-20", setups="1940")
    def test_where_not_all_can_land_as_many_as_possible_do(self) -> None:
        table = at_war("japan", "noncombat_move", {"sz10": "japan: 1 aircraft_carrier, 2 fighter, 2 tactical_bomber"})
        table.end_phase()
        (lost,) = table.happened("units_lost")
        assert len(lost.pieces) == 2
        assert sum(table.at("sz10")["japan"].values()) == 3


class TestGuests:
    def far_south(self) -> Table:
        """An American fighter that just reaches a British carrier."""
        spaces = {"johnston_island": f"{US}: 1 fighter", "sz63": f"{UK}: 1 aircraft_carrier"}
        return at_war(US, "noncombat_move", spaces)

    def leave(self, granted: bool, **more: Any) -> dict[str, Any]:
        """Britain's word on its carriers."""
        return {"type": "leave", "power": UK, "to": US, "what": "carriers", "granted": granted, **more}

    @pytest.mark.rule("NCM-22", setups="1940")
    def test_they_land_on_an_allys_carrier_with_its_leave(self) -> None:
        table = self.far_south().do(self.leave(False))
        table.refuses_move(TO_NEW_ZEALAND, "NCM-22")
        table.do(self.leave(True)).move(TO_NEW_ZEALAND).end_phase()
        assert table.at("sz63") == {UK: {"aircraft_carrier": 1}, US: {"fighter": 1}}

    @pytest.mark.rule("NCM-22", setups="1940")
    def test_the_leave_is_the_carriers_powers_alone_and_for_allies(self) -> None:
        table = self.far_south()
        table.refuses(self.leave(False, to="japan"), "power")
        table.refuses(self.leave(False, to=UK), "power")
        table.do(self.leave(False, power="anzac")).move(TO_NEW_ZEALAND).end_phase()


@pytest.mark.rule("NCM-20", setups="1940")
def test_nobody_flies_out_of_reach_of_his_last_landing_place() -> None:
    table = at_war("japan", "noncombat_move", {"marshall_islands": "japan: 1 fighter"})
    no = table.refuses_move("1 fighter: marshall_islands > sz32 > sz30 > sz27", "NCM-16")
    assert no == "The fighter in sea zone 27 would have no landing place left: no carrier there has room for it."
    table.move("1 fighter: marshall_islands > sz32 > sz30").move("1 fighter: sz30 > sz32 > marshall_islands")
