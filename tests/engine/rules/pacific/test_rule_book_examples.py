"""Examples that the rule document gives of Pacific 1940, played die by die.

Those of scrambles (Japan and Korea, Alaska) stand in test_spc_scramble.py, that of a neutral in test_pol_neutrals.py.
"""

from __future__ import annotations

import pytest

from engine.facilities.production import income
from tests.engine.rules.pacific.playing import japanese_attack, volleys
from tests.engine.rules.pacific.test_uni_bases import table
from tests.engine.table import Table

US, UK = "united_states", "united_kingdom"


class TestEnemiesBuiltBesideOnesOwnShips:
    """A British transport and a cruiser lie where Japan has placed a destroyer since."""

    def surprised(self) -> Table:
        spaces = {"sz37": f"{UK}: 1 transport, 1 cruiser; japan: 1 destroyer", "burma": f"{UK}: 1 infantry"}
        spaces["malaya"] = "japan: 1 infantry"
        return table(UK, "combat_move", spaces, owners=dict.fromkeys(("malaya", "sumatra"), "japan"))

    @pytest.mark.rule("CMV-16", setups="1940")
    def test_they_stay_and_fight(self) -> None:
        board = self.surprised().end_phase()
        assert board.pending == [("sz37", "sea")]
        assert board.battle("sz37", "3 6").at("sz37") == {UK: {"transport": 1, "cruiser": 1}}

    @pytest.mark.rule("CMV-16", "CMV-19", setups="1940")
    def test_they_leave_load_and_fight_elsewhere(self) -> None:
        board = self.surprised()
        board.move("1 transport, 1 cruiser: sz37 > sz38").move("1 infantry: burma > sz38")
        board.move("1 transport, 1 cruiser: sz38 > sz41").move("1 infantry: sz41 > sumatra").end_phase()
        assert (board.pending, board.owner("sumatra")) == ([], UK)

    @pytest.mark.rule("CMV-16", "CMV-19", setups="1940")
    def test_they_leave_load_and_come_back_to_fight(self) -> None:
        board = self.surprised().move("1 transport: sz37 > sz38").move("1 infantry: burma > sz38")
        board.move("1 transport: sz38 > sz37").move("1 infantry: sz37 > malaya").end_phase()
        assert board.pending == [("sz37", "sea"), ("malaya", "land")]
        board.battle("sz37", "3 6").battle("malaya", "1 6")
        assert board.owner("malaya") == UK

    @pytest.mark.rule("CMV-16", "CMV-10", "CMV-15", setups="1940")
    def test_they_leave_and_fight_nowhere_and_move_no_more(self) -> None:
        board = self.surprised().move("1 transport, 1 cruiser: sz37 > sz38").end_phase()
        assert (board.pending, board.phase) == ([], "noncombat_move")
        board.refuses_move("1 cruiser: sz38 > sz39", "CMV-15")

    @pytest.mark.rule("CMV-19", setups="1940")
    def test_nobody_loads_among_the_enemies(self) -> None:
        shore = {"spaces": {"malaya": {"owner": UK, "units": {UK: {"infantry": 1}, "japan": {}}}}}
        self.surprised().do({"type": "edit", **shore}).refuses_move("1 infantry: malaya > sz37", "CMV-19")


@pytest.mark.rule("CMV-39", setups="1940")
def test_a_strategic_bomber_keeps_back_what_it_needs_to_come_home() -> None:
    """It moves 6 spaces and stands on the Aleutian Islands, with no friendly territory nearer to Japan."""
    spaces = {"aleutian_islands": f"{US}: 1 strategic_bomber", "sz6": "japan: 1 destroyer"}
    spaces |= dict.fromkeys(("japan", "okinawa", "formosa"), "japan: 1 infantry")
    board = table(US, "combat_move", spaces)
    for target, way in {"japan": "", "okinawa": " > sz19", "formosa": " > sz19 > sz20"}.items():
        board.refuses_move(f"1 strategic_bomber: aleutian_islands > sz8 > sz7 > sz6{way} > {target}", "CMV-39")
    board.move("1 strategic_bomber: aleutian_islands > sz8 > sz7 > sz6").end_phase()
    board.battle("sz6", "6 6").retreat(None).move("1 strategic_bomber: sz6 > sz7 > sz8 > aleutian_islands")


class TestCombinedArms:
    @pytest.mark.rule("UNI-21", "UNI-23", "CMV-24", setups="1940")
    def test_mechanized_infantry_blitzes_beside_a_tank_and_attacks_beside_artillery_in_one_turn(self) -> None:
        spaces = {"kiangsi": "japan: 1 tank, 1 mechanized_infantry", "kwangsi": "japan: 1 artillery"}
        board = table("japan", "combat_move", {**spaces, "yunnan": "china: 4 infantry"})
        board.move("1 tank, 1 mechanized_infantry: kiangsi > hunan > yunnan").move("1 artillery: kwangsi > yunnan")
        board.end_phase().battle("yunnan", "2 2 3 6 6 6 6")
        assert volleys(board, "attackers_fire") == [
            ("artillery", 2, (2,)),
            ("mechanized_infantry", 2, (2,)),
            ("tank", 3, (3,)),
        ]
        assert board.at("yunnan")["china"] == {"infantry": 1}

    @pytest.mark.rule("UNI-21", "UNI-23", setups="1940")
    def test_one_artillery_supports_infantry_or_mechanized_infantry_and_not_both(self) -> None:
        board = japanese_attack("1 infantry, 1 mechanized_infantry, 1 artillery", "china: 4 infantry")
        board.battle("hunan", "2 2 2 6 6 6 6")
        fired = volleys(board, "attackers_fire")
        assert sorted((value, unit) for unit, value, _ in fired if unit != "artillery") == [
            (1, "mechanized_infantry"),
            (2, "infantry"),
        ]
        assert board.at("hunan")["china"] == {"infantry": 2}


class TestAsManyHitsAsPossible:
    @pytest.mark.rule("CMB-14", "CMB-16", setups="1940")
    def test_a_cruiser_and_two_submarines_hit_a_carrier_with_a_fighter_three_times(self) -> None:
        spaces = {"sz31": "japan: 1 cruiser, 2 submarine", "sz30": f"{US}: 1 aircraft_carrier, 1 fighter"}
        board = table("japan", "combat_move", spaces).move("1 cruiser, 2 submarine: sz31 > sz30").end_phase()
        board.battle("sz30").decide("submerge", {}, "1 2 3 6")
        assert (board.questions, board.at("sz30")) == ([], {"japan": {"cruiser": 1, "submarine": 2}})

    @pytest.mark.rule("CMB-14", "CMB-16", setups="1940")
    def test_a_defending_cruiser_and_submarine_hit_a_destroyer_and_a_fighter(self) -> None:
        spaces = {"sz31": "japan: 1 destroyer", "sz32": "japan: 1 aircraft_carrier, 1 fighter"}
        spaces["sz30"] = f"{US}: 1 cruiser, 1 submarine"
        board = table("japan", "combat_move", spaces).move("1 destroyer: sz31 > sz30").move("1 fighter: sz32 > sz30")
        board.end_phase().battle("sz30", "6 6 1 3")
        assert (board.questions, board.at("sz30")) == ([], {US: {"cruiser": 1, "submarine": 1}})


class TestCapitals:
    @pytest.mark.rule("CMB-59", setup="pacific_1940")
    def test_with_india_japan_takes_what_the_united_kingdom_has_not_spent(self) -> None:
        owners, ipcs = {"burma": "japan"}, {UK: 7, "japan": 5}
        board = table(
            "japan", "combat_move", {"burma": "japan: 1 tank", "india": f"{UK}: 1 infantry"}, owners=owners, ipcs=ipcs
        )
        before = income(board.state, "japan")
        board.move("1 tank: burma > india").end_phase().battle("india", "3 6")
        assert (board.ipcs(UK), board.ipcs("japan")) == (0, 12)
        assert income(board.state, "japan") == before + 3

    @pytest.mark.rule("CMB-64", "CMB-66", setups="1940")
    def test_with_sydney_freed_by_america_japan_surrenders_nothing(self) -> None:
        owners, ipcs = {"new_south_wales": "japan"}, {"japan": 20, US: 3, "anzac": 0}
        board = table(US, "combat_move", {"queensland": f"{US}: 1 tank"}, owners=owners, ipcs=ipcs)
        board.move("1 tank: queensland > new_south_wales").end_phase()
        assert board.owner("new_south_wales") == "anzac"
        assert [board.ipcs(power) for power in ("japan", US, "anzac")] == [20, 3, 0]


@pytest.mark.rule("INC-17", "INC-18", setups="1940")
def test_no_more_is_lost_in_the_zone_around_japan_than_japan_and_korea_are_worth() -> None:
    board = table("japan", "mobilize", {"sz6": f"{US}: 3 submarine"}).end_phase("3 3 3 3 3 3")
    worth = board.state.edition.board.territory
    assert board.happened("convoys_disrupted")[0].attacks[0].lost == worth["japan"].ipc + worth["korea"].ipc == 11
