"""Joint Strike (OPT-28, OPT-29, OPT-47, ASY-38): British units attack on the American turn, led by the Americans."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.ask import destinations, expected_battles, movable
from tests.engine.rules.revised.joint_strikes import (
    ASHORE,
    DECLARED,
    british_turn,
    in_western_europe,
    strike,
)
from tests.engine.table import position


class TestDeclaring:
    @pytest.mark.rule("OPT-28", setup="revised")
    @pytest.mark.parametrize("phase", ["purchase", "combat_move"])
    def test_whoever_declares_it_passes_over_combat_move_and_combat(self, phase: str) -> None:
        table = british_turn(phase, {"germany": "germany: 1 infantry", "united_kingdom": "united_kingdom: 1 infantry"})
        table.do(DECLARED).end_phase()
        assert table.phase == "noncombat_move"
        assert ("conduct_combat", "OPT-28") in [(e.phase, e.reason) for e in table.happened("phase_skipped")]

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_no_combat_move_is_made_once_it_is_declared(self) -> None:
        table = british_turn("combat_move", {"karelia_ssr": "united_kingdom: 1 tank", "norway": "germany: 1 infantry"})
        table.do(DECLARED).refuses_move("1 tank: karelia_ssr > norway", "OPT-28")
        assert movable(table.state) == ()

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_it_cannot_be_declared_after_a_combat_move_but_after_that_is_undone(self) -> None:
        table = british_turn("combat_move", {"karelia_ssr": "united_kingdom: 1 tank", "norway": "germany: 1 infantry"})
        table.move("1 tank: karelia_ssr > norway").refuses(DECLARED, "OPT-28")
        table.do({"type": "undo"}).do(DECLARED)
        assert table.state.advantages_in_force == ("joint_strike",)

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_the_declaration_can_be_undone_in_its_phase(self) -> None:
        table = british_turn("purchase", {"karelia_ssr": "united_kingdom: 1 tank"})
        table.do(DECLARED).do({"type": "undo"}).end_phase()
        assert table.phase == "combat_move"

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_it_is_declared_once_a_game_and_not_after_combat(self) -> None:
        table = british_turn("noncombat_move", {"united_kingdom": "united_kingdom: 1 infantry"})
        table.refuses(DECLARED, "phase")
        table = british_turn("purchase", {"united_kingdom": "united_kingdom: 1 infantry"}).do(DECLARED)
        table.refuses(DECLARED, "OPT-28")

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_ships_beside_enemies_need_not_fight_or_leave_when_it_is_declared(self) -> None:
        table = british_turn(
            "combat_move", {"sz7": "united_kingdom: 1 transport, 1 destroyer; germany: 1 destroyer"}
        ).do(DECLARED)
        assert expected_battles(table.state) == ()
        assert table.end_phase().phase == "noncombat_move"

    @pytest.mark.rule("OPT-28", "UNI-22", setup="revised")
    def test_infantry_of_one_power_is_matched_with_artillery_of_the_other(self) -> None:
        spaces = {"germany": "united_kingdom: 1 artillery; united_states: 2 infantry"}
        table = strike(spaces | {"western_europe": "germany: 1 tank"}, owners={"germany": "united_states"})
        table.move("1 artillery: germany > western_europe", owner="united_kingdom")
        table.move("2 infantry: germany > western_europe").end_phase().battle("western_europe", dice="6 6 6 6")
        shots = [(shot.power, shot.unit, shot.value) for shot in table.happened("fired")[0].shots]
        assert {("united_states", "infantry", 2), ("united_states", "infantry", 1)} <= set(shots)

    @pytest.mark.rule("OPT-28", "OPT-47", setup="revised")
    def test_british_units_move_on_their_own_turn_and_attack_on_the_american_turn(self) -> None:
        table = british_turn(
            "purchase",
            {"archangel": "united_kingdom: 1 tank", "norway": "germany: 1 infantry", "japan": "japan: 1 infantry"},
        )
        table.do(DECLARED).end_phase().move("1 tank: archangel > karelia_ssr").end_phase()
        while table.state.power != "united_states" or table.phase != "combat_move":
            table.end_phase()
        table.move("1 tank: karelia_ssr > norway", owner="united_kingdom").end_phase().battle("norway", "1 6")
        assert table.owner("norway") == "united_kingdom"

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_it_ends_with_the_american_turn(self) -> None:
        table = strike({"karelia_ssr": "united_kingdom: 1 tank", "norway": "germany: 1 infantry"})
        table.do({"type": "edit", "turn": {"phase": "collect_income"}}).end_phase()
        assert [event.advantage for event in table.happened("advantage_lapsed")] == ["joint_strike"]
        table.do({"type": "edit", "turn": {"power": "united_kingdom", "phase": "combat_move"}})
        table.move("1 tank: karelia_ssr > norway").refuses(DECLARED, "OPT-28")
        table.do({"type": "edit", "turn": {"power": "united_states", "phase": "combat_move"}})
        table.refuses_move("1 tank: karelia_ssr > norway", "power", owner="united_kingdom")


class TestLeading:
    @pytest.mark.rule("OPT-28", setup="revised")
    def test_counts_are_american_unless_the_order_names_the_british_as_owner(self) -> None:
        table = strike(
            {"karelia_ssr": "united_kingdom: 2 infantry; united_states: 1 infantry", "norway": "germany: 1 infantry"}
        )
        table.refuses_move("2 infantry: karelia_ssr > norway", "units")
        table.move("1 infantry: karelia_ssr > norway").move("1 infantry: karelia_ssr > norway", owner="united_kingdom")
        second = next(p.id for p in table.state.at("karelia_ssr") if p.power == "united_kingdom")
        table.do({"type": "move", "pick": [second], "path": ["karelia_ssr", "norway"]})
        assert table.at("norway")["united_kingdom"] == {"infantry": 2}
        table.refuses_move("1 infantry: karelia_ssr > norway", "power", owner="soviet_union")

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_menus_offer_british_units_with_their_owner(self) -> None:
        table = strike(
            {"karelia_ssr": "united_kingdom: 2 infantry; united_states: 1 infantry", "norway": "germany: 1 infantry"}
        )
        assert [(entry.owner, entry.count) for entry in movable(table.state)] == [
            ("united_kingdom", 2),
            ("united_states", 1),
        ]
        reach = destinations(table.state, "karelia_ssr", "infantry", "united_kingdom")
        assert "norway" in [entry.space for entry in reach]

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_without_the_strike_british_units_stay_where_they_are(self) -> None:
        table = position(
            "united_states",
            "combat_move",
            {"karelia_ssr": "united_kingdom: 1 tank", "norway": "germany: 1 infantry"},
            setup="revised",
            advantages={"united_kingdom": "joint_strike"},
        )
        table.refuses_move("1 tank: karelia_ssr > norway", "power", owner="united_kingdom")
        tank = table.state.at("karelia_ssr")[0].id
        table.refuses({"type": "move", "pick": [tank], "path": ["karelia_ssr", "norway"]}, "units")

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_the_americans_lead_british_units_though_they_have_none_and_no_capital(self) -> None:
        table = strike(
            {"karelia_ssr": "united_kingdom: 1 tank", "norway": "germany: 1 infantry"},
            owners={"eastern_united_states": "germany"},
        )
        table.do({"type": "edit", "turn": {"phase": "research"}}).end_phase()
        assert (table.state.power, table.phase) == ("united_states", "combat_move")
        table.move("1 tank: karelia_ssr > norway", owner="united_kingdom")

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_one_powers_tank_blitzes_for_its_own_power(self) -> None:
        table = strike({"karelia_ssr": "united_kingdom: 1 tank", "west_russia": "", "ukraine_ssr": "germany: 1 tank"})
        table.move("1 tank: karelia_ssr > west_russia > ukraine_ssr", owner="united_kingdom")
        taken = next(event for event in table.events if event.kind == "territory_taken")
        assert (taken.power, taken.owner) == ("united_kingdom", "united_kingdom")

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_british_and_american_transports_carry_each_others_units_into_one_assault(self) -> None:
        table = strike(ASHORE)
        table.move("1 tank: united_kingdom > sz7", transport_owner="united_kingdom")
        table.move("1 infantry: united_kingdom > sz7", owner="united_kingdom", transport_owner="united_states")
        table.move("1 tank: sz7 > western_europe")
        table.move("1 infantry: sz7 > western_europe", owner="united_kingdom").end_phase()
        # The British battleship bombards: 1 of 2 German infantry falls without firing.
        table.battle("western_europe", "1 6 1 6")
        assert table.state.battle is None
        assert table.at("western_europe") == {"united_kingdom": {"infantry": 1}, "united_states": {"tank": 1}}

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_american_cargo_may_not_board_a_british_transport_for_an_assault_without_the_strike(self) -> None:
        table = position("united_states", "combat_move", ASHORE, setup="revised")
        table.refuses_move("1 tank: united_kingdom > sz7", "CMV-67", transport_owner="united_kingdom")

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_british_warships_in_the_zone_fight_beside_american_ones(self) -> None:
        table = strike(
            {"sz8": "united_kingdom: 1 destroyer; united_states: 1 battleship", "sz7": "germany: 1 battleship"}
        )
        table.move("1 battleship: sz8 > sz7").move("1 destroyer: sz8 > sz7", owner="united_kingdom").end_phase()
        table.battle("sz7", "1 1 6")
        assert table.at("sz7") == {"united_kingdom": {"destroyer": 1}, "united_states": {"battleship": 1}}


class TestBattle:
    @pytest.mark.rule("OPT-28", setup="revised")
    def test_artillery_supports_infantry_of_its_own_power_alone(self) -> None:
        # At 1: 1 British and 2 American infantry; at 2: 1 British infantry and the artillery; at 3: the tank.
        table = in_western_europe().battle("western_europe", "2 2 2 2 3 3 6 6")
        shots = table.happened("fired")[0].shots
        assert [(s.power, s.unit, s.value, s.hits) for s in shots] == [
            ("united_kingdom", "infantry", 1, 0),
            ("united_states", "infantry", 1, 0),
            ("united_kingdom", "infantry", 2, 1),
            ("united_kingdom", "artillery", 2, 0),
            ("united_states", "tank", 3, 1),
        ]

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_technologies_stay_their_owners(self) -> None:
        table = strike(
            {"united_kingdom": "united_kingdom: 1 bomber; united_states: 1 bomber", "germany": "germany: 1 infantry"}
        )
        table.state = replace(table.state, technologies={"united_kingdom": ("heavy_bombers",)})
        table.move("1 bomber: united_kingdom > germany").move(
            "1 bomber: united_kingdom > germany", owner="united_kingdom"
        )
        table.end_phase().battle("germany", "6 6 1 6")
        volleys = {s.power: len(s.dice) for event in table.happened("fired") for s in event.shots if s.unit == "bomber"}
        assert volleys == {"united_kingdom": 2, "united_states": 1}

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_british_and_american_bombers_raid_together(self) -> None:
        table = strike({"united_kingdom": "united_kingdom: 1 bomber; united_states: 1 bomber"}, ipcs={"germany": 20})
        table.move("1 bomber: united_kingdom > germany", raid="industrial_complex")
        table.move("1 bomber: united_kingdom > germany", raid="industrial_complex", owner="united_kingdom")
        table.end_phase().battle("germany", "3 4")
        assert table.ipcs("germany") == 13

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_a_british_carrier_that_attacks_takes_its_fighters_back(self) -> None:
        table = strike(
            {"sz11": "united_kingdom: 1 aircraft_carrier, 1 destroyer, 1 fighter", "sz12": "germany: 1 transport"}
        )
        table.move("1 fighter: sz11 > sz12", owner="united_kingdom")
        table.move("1 aircraft_carrier, 1 destroyer: sz11 > sz12", owner="united_kingdom").end_phase()
        table.battle("sz12", "6 1 6 6")
        assert table.phase == "noncombat_move"
        table.end_phase()
        fighter = next(piece for piece in table.state.at("sz12") if piece.unit == "fighter")
        assert fighter.aboard is not None

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_only_the_american_player_is_asked_about_a_retreat(self) -> None:
        table = in_western_europe().battle("western_europe", "6 6 6 6 6 6 6 6")
        assert table.questions == [("retreat", ("united_states",))]
        table.retreat("germany")
        assert table.at("germany")["united_kingdom"] == {"artillery": 1, "infantry": 2}
        assert table.at("germany")["united_states"] == {"infantry": 2, "tank": 1}


class TestCasualties:
    @pytest.mark.rule("OPT-29", "ASY-38", setup="revised")
    def test_both_powers_must_agree_on_casualties(self) -> None:
        table = in_western_europe().battle("western_europe", "6 6 6 6 6 6 1 6")
        assert table.questions == [("casualties", ("united_states", "united_kingdom"))]
        table.lose("united_kingdom: 1 infantry", power="united_states")
        assert table.questions == [("casualties", ("united_states", "united_kingdom"))]
        table.decide("casualties", "agree", power="united_kingdom")
        assert table.at("western_europe")["united_kingdom"] == {"artillery": 1, "infantry": 1}

    @pytest.mark.rule("OPT-29", setup="revised")
    def test_where_they_disagree_the_defender_chooses(self) -> None:
        table = in_western_europe().battle("western_europe", "6 6 6 6 6 6 1 6")
        table.lose("united_kingdom: 1 infantry", power="united_states")
        table.lose("united_states: 1 infantry", power="united_kingdom")
        assert table.questions == [("casualties", ("germany",))]
        table.lose("united_states: 1 tank", power="germany")
        assert table.at("western_europe")["united_states"] == {"infantry": 2}

    @pytest.mark.rule("ASY-38", setup="revised")
    def test_who_does_not_answer_lets_the_cheapest_be_lost(self) -> None:
        table = in_western_europe().battle("western_europe", "6 6 6 6 6 6 1 6")
        table.lose("united_states: 1 tank", power="united_states")
        table.decide("casualties", "default", power="united_kingdom")
        lost = [piece.unit for event in table.happened("units_lost") for piece in event.pieces]
        assert lost == ["infantry"]

    @pytest.mark.rule("OPT-29", setup="revised")
    def test_both_are_asked_for_a_british_attack_and_the_americans_alone_for_their_own(self) -> None:
        spaces = {
            "karelia_ssr": "united_kingdom: 1 infantry, 1 tank; united_states: 1 infantry, 1 tank",
            "norway": "germany: 2 infantry",
            "belorussia": "germany: 2 infantry",
        }
        table = strike(spaces)
        table.move("1 infantry, 1 tank: karelia_ssr > norway", owner="united_kingdom")
        table.move("1 infantry, 1 tank: karelia_ssr > belorussia").end_phase()
        table.battle("norway", "6 6 1 6")
        assert table.questions == [("casualties", ("united_states", "united_kingdom"))]
        table.lose("1 infantry", power="united_states").lose("1 infantry", power="united_kingdom")
        table.retreat("karelia_ssr").battle("belorussia", "6 6 1 6")
        assert table.questions == [("casualties", ("united_states",))]
