"""Joint Strike (OPT-28, OPT-29, OPT-47, ASY-38): what it takes, and where its units land."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import movable
from tests.engine.rules.revised.joint_strikes import (
    in_western_europe,
    strike,
)


class TestCapture:
    @pytest.mark.rule("OPT-28", setup="revised")
    def test_territory_goes_to_the_power_whose_land_units_are_left(self) -> None:
        table = strike(
            {
                "karelia_ssr": "united_kingdom: 1 infantry",
                "archangel": "united_states: 1 bomber",
                "norway": "germany: 1 infantry",
            }
        )
        table.move("1 bomber: archangel > norway").move("1 infantry: karelia_ssr > norway", owner="united_kingdom")
        table.end_phase().battle("norway", "6 1 6")
        assert table.owner("norway") == "united_kingdom"

    @pytest.mark.rule("OPT-28", setup="revised")
    @pytest.mark.parametrize(
        ("choice", "owner"), [({"power": "united_kingdom"}, "united_kingdom"), ("default", "united_states")]
    )
    def test_where_units_of_both_are_left_the_americans_pick_the_owner(self, choice: Any, owner: str) -> None:
        table = in_western_europe().battle("western_europe", "1 1 6 6 6 6 6 6")
        assert table.questions == [("joint_capture", ("united_states",))]
        assert table.owner("western_europe") == "germany"
        table.decide("joint_capture", choice)
        assert table.owner("western_europe") == owner
        assert table.phase == "noncombat_move"

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_nobody_is_asked_where_the_territory_returns_to_an_ally(self) -> None:
        table = strike(
            {"karelia_ssr": "united_kingdom: 1 infantry; united_states: 1 infantry", "archangel": ""},
            owners={"archangel": "germany"},
        )
        table.move("1 infantry: karelia_ssr > archangel")
        table.move("1 infantry: karelia_ssr > archangel", owner="united_kingdom").end_phase()
        assert (table.questions, table.owner("archangel")) == ([], "soviet_union")

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_an_undefended_territory_entered_by_both_is_the_pick_of_the_americans(self) -> None:
        table = strike({"karelia_ssr": "united_kingdom: 1 infantry; united_states: 1 infantry", "norway": ""})
        table.move("1 infantry: karelia_ssr > norway")
        table.move("1 infantry: karelia_ssr > norway", owner="united_kingdom").end_phase()
        assert table.questions == [("joint_capture", ("united_states",))]
        table.refuses({"type": "decide", "kind": "joint_capture", "choice": {"power": "germany"}}, "form")
        table.decide("joint_capture", {"power": "united_kingdom"})
        assert table.owner("norway") == "united_kingdom"


class TestLanding:
    @pytest.mark.rule("OPT-28", setup="revised")
    def test_british_aircraft_that_attacked_land_in_the_american_noncombat_move_and_others_stay(self) -> None:
        table = strike({"united_kingdom": "united_kingdom: 2 fighter, 1 infantry", "norway": "germany: 1 infantry"})
        table.move("1 fighter: united_kingdom > sz6 > norway", owner="united_kingdom").end_phase()
        table.battle("norway", "1 6")
        assert table.phase == "noncombat_move"
        table.refuses({"type": "end_phase"}, "NCM-20")
        table.refuses_move("1 fighter: united_kingdom > eastern_canada", "units", owner="united_kingdom")
        table.move("1 fighter: norway > united_kingdom", owner="united_kingdom").end_phase()
        assert table.at("united_kingdom")["united_kingdom"] == {"fighter": 2, "infantry": 1}

    @pytest.mark.rule("OPT-28", "OPT-47", setup="revised")
    def test_british_units_that_did_not_attack_do_not_move_with_the_americans(self) -> None:
        table = strike({"united_kingdom": "united_kingdom: 1 fighter", "karelia_ssr": "united_kingdom: 1 infantry"})
        table.end_phase()
        assert table.phase == "noncombat_move"
        assert movable(table.state) == ()
        table.refuses_move("1 infantry: karelia_ssr > archangel", "units", owner="united_kingdom")

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_british_and_american_aircraft_share_one_proof_of_landing_places(self) -> None:
        table = strike(
            {
                "eastern_united_states": "united_states: 2 fighter; united_kingdom: 1 fighter",
                "sz10": "united_states: 1 aircraft_carrier",
                "sz12": "germany: 1 transport",
            }
        )
        table.move("1 fighter: eastern_united_states > sz12").move(
            "1 fighter: eastern_united_states > sz12", owner="united_kingdom"
        )
        table.refuses_move("1 fighter: eastern_united_states > sz12", "CMV-39")
        table.end_phase().battle("sz12", "1 6 6").move("1 aircraft_carrier: sz10 > sz11")
        table.move("1 fighter: sz12 > sz11").refuses({"type": "end_phase"}, "NCM-19")
        table.move("1 fighter: sz12 > sz11", owner="united_kingdom").end_phase()
        assert [p.aboard and p.aboard.split(".")[0] for p in table.state.at("sz11") if p.unit == "fighter"] == [
            "united_states",
            "united_states",
        ]

    @pytest.mark.rule("OPT-28", setup="revised")
    @pytest.mark.parametrize("owner", ["united_kingdom", "united_states"])
    def test_only_an_american_carrier_can_sail_to_meet_aircraft_in_the_noncombat_move(self, owner: str) -> None:
        table = strike(
            {
                "eastern_united_states": "united_kingdom: 1 fighter",
                "sz10": f"{owner}: 1 aircraft_carrier",
                "sz12": "germany: 1 transport",
            }
        )
        if owner == "united_states":
            table.move("1 fighter: eastern_united_states > sz12", owner="united_kingdom")
        else:
            table.refuses_move("1 fighter: eastern_united_states > sz12", "CMV-39", owner="united_kingdom")

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_british_aircraft_that_stay_on_their_carrier_keep_their_places(self) -> None:
        table = strike(
            {
                "eastern_united_states": "united_states: 1 fighter",
                "sz11": "united_kingdom: 1 aircraft_carrier, 2 fighter",
                "sz12": "germany: 1 transport",
            }
        )
        table.refuses_move("1 fighter: eastern_united_states > sz12", "CMV-39")

    @pytest.mark.rule("OPT-28", setup="revised")
    def test_a_british_fighter_that_attacks_makes_room_and_needs_room(self) -> None:
        table = strike(
            {
                "sz11": "united_kingdom: 1 aircraft_carrier, 2 fighter",
                "sz12": "germany: 1 transport",
            }
        )
        table.move("2 fighter: sz11 > sz12", owner="united_kingdom").end_phase().battle("sz12", "1 6 6")
        table.move("2 fighter: sz12 > sz11", owner="united_kingdom").end_phase()
        assert [bool(p.aboard) for p in table.state.at("sz11") if p.unit == "fighter"] == [True, True]
