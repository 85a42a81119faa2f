"""Air bases and naval bases: whether they work, and moves that are one space longer."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import destinations
from engine.facilities.service import is_operative
from tests.engine.table import Table, position

WARS = [["japan", "united_states", "war"], ["japan", "united_kingdom", "war"], ["japan", "anzac", "war"]]


def table(power: str, phase: str, spaces: dict[str, str], **more: Any) -> Table:
    """A position in which Japan is at war with all others."""
    return position(power, phase, spaces, **{"relations": WARS, **more})


def hurt(space: str, **damage: int) -> dict[str, Any]:
    """Damage to facilities of a territory."""
    return {"more_spaces": {space: {"damage": damage}}}


@pytest.mark.rule("UNI-39", setups="1940")
@pytest.mark.parametrize("base", ["air_base", "naval_base"])
def test_a_base_works_with_two_points_of_damage_and_not_with_three(base: str) -> None:
    two, three = (table("japan", "combat_move", {}, **hurt("japan", **{base: points})).state for points in (2, 3))
    assert is_operative(two, "japan", base)
    assert not is_operative(three, "japan", base)


class TestAirBases:
    @pytest.mark.rule("UNI-41", "CMV-49", setups="1940")
    def test_aircraft_that_take_off_from_it_fly_one_space_farther(self) -> None:
        board = table("united_states", "noncombat_move", {"hawaiian_islands": "united_states: 1 strategic_bomber"})
        board.move("1 strategic_bomber: hawaiian_islands > queensland")
        far = table("japan", "noncombat_move", {"japan": "japan: 1 fighter", "formosa": "japan: 1 fighter"})
        assert max(reach.cost for reach in destinations(far.state, "japan", "fighter")) == 5
        assert max(reach.cost for reach in destinations(far.state, "formosa", "fighter")) <= 4

    @pytest.mark.rule("UNI-41", "UNI-39", setups="1940")
    def test_a_damaged_one_adds_nothing(self) -> None:
        spaces = {"japan": "japan: 1 fighter"}
        board = table("japan", "noncombat_move", spaces, **hurt("japan", air_base=3))
        no = board.refuses_move("1 fighter: japan > caroline_islands", "NCM-15")
        assert no == "The fighter has 4 of 4 spaces left this turn; the Caroline Islands are 5 away."
        table("japan", "noncombat_move", spaces).move("1 fighter: japan > caroline_islands")

    @pytest.mark.rule("CMV-49", setups="1940")
    def test_bases_on_the_way_and_at_the_end_add_nothing(self) -> None:
        board = table("japan", "noncombat_move", {"okinawa": "japan: 1 fighter"})
        board.move("1 fighter: okinawa > japan")
        no = board.refuses_move("1 fighter: japan > sz6 > sz16", "NCM-15")
        assert "has 1 of 4 spaces left" in no

    @pytest.mark.rule("NCM-31", "NCM-15", "CMV-39", setups="1940")
    def test_the_space_is_there_for_the_way_home_too_and_once_a_turn(self) -> None:
        spaces = {"japan": "japan: 1 fighter", "sz31": "united_states: 1 transport"}
        board = table("japan", "combat_move", {**spaces, "sz24": "japan: 1 aircraft_carrier"})
        board.move("1 fighter: japan > sz31").end_phase().battle("sz31")
        no = board.refuses_move("1 fighter: sz31 > sz24 > sz23", "NCM-15")
        assert no == "The fighter has 1 of 5 spaces left this turn; sea zone 23 is 2 away."
        board.move("1 fighter: sz31 > sz24")

    @pytest.mark.rule("UNI-44", "ASY-28", setups="1940")
    def test_an_allys_serves_who_may_use_it(self) -> None:
        spaces = {"queensland": "united_states: 1 fighter"}
        home = "1 fighter: queensland > hawaiian_islands"
        board = table("united_states", "noncombat_move", spaces)
        assert max(reach.cost for reach in destinations(board.state, "queensland", "fighter")) == 5
        board.do({"type": "leave", "power": "anzac", "to": "united_states", "what": "bases", "granted": False})
        assert "4 of 4 spaces" in board.refuses_move(home, "NCM-15")

    @pytest.mark.rule("ASY-28", setups="1940")
    def test_an_ally_cannot_call_back_what_has_taken_off_from_its_base(self) -> None:
        board = table("united_states", "noncombat_move", {"queensland": "united_states: 1 fighter"})
        board.move("1 fighter: queensland > sz54")
        board.do({"type": "leave", "power": "anzac", "to": "united_states", "what": "bases", "granted": False})
        assert max(reach.cost for reach in destinations(board.state, "sz54", "fighter")) == 4


class TestNavalBases:
    @pytest.mark.rule("UNI-42", "UNI-43", "NCM-31", setups="1940")
    def test_ships_that_set_out_beside_it_sail_three_spaces(self) -> None:
        board = table("united_states", "noncombat_move", {"sz26": "united_states: 1 destroyer, 1 transport"})
        board.move("1 destroyer, 1 transport: sz26 > sz25 > sz24 > sz23")
        no = board.refuses_move("1 destroyer: sz23 > sz22", "CMV-03")
        assert no == "The destroyer has 0 of 3 spaces left this turn; sea zone 22 is 1 away."

    @pytest.mark.rule("UNI-42", setups="1940")
    def test_one_on_the_way_adds_nothing(self) -> None:
        board = table("united_states", "noncombat_move", {"sz25": "united_states: 1 destroyer"})
        board.move("1 destroyer: sz25 > sz26")
        no = board.refuses_move("1 destroyer: sz26 > sz12 > sz11", "CMV-03")
        assert no == "The destroyer has 1 of 2 spaces left this turn; sea zone 11 is 2 away."

    @pytest.mark.rule("UNI-42", "CMV-41", setups="1940")
    def test_a_carrier_comes_three_spaces_to_meet_its_aircraft(self) -> None:
        spaces = {"sz26": "united_states: 1 aircraft_carrier, 1 fighter", "sz22": "japan: 1 transport"}
        board = table("united_states", "combat_move", spaces)
        board.move("1 fighter: sz26 > sz25 > sz24 > sz23 > sz22").end_phase().battle("sz22")
        board.move("1 aircraft_carrier: sz26 > sz22").end_phase()
        assert board.at("sz22")["united_states"] == {"aircraft_carrier": 1, "fighter": 1}

    @pytest.mark.rule("UNI-44", "POL-10", setups="1940")
    def test_only_those_at_war_beside_its_owner_share_it(self) -> None:
        spaces = {"sz54": "united_states: 1 destroyer"}
        three = "1 destroyer: sz54 > sz46 > sz33 > sz32"
        apart = table("united_states", "noncombat_move", spaces, relations=WARS[1:])
        assert "2 of 2" in apart.refuses_move(three, "CMV-03")
        table("united_states", "noncombat_move", spaces).move(three)

    @pytest.mark.rule("CMB-51", setups="1940")
    def test_what_was_captured_in_this_turn_serves_from_the_next_on(self) -> None:
        spaces = {"sz25": "japan: 1 transport, 1 destroyer"}
        cargo = {"sz25": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
        board = table("japan", "combat_move", spaces, cargo=cargo)
        board.move("1 transport: sz25 > sz26").move("1 infantry: sz26 > hawaiian_islands")
        board.end_phase()
        assert board.board["owners"]["hawaiian_islands"] == "japan"
        board.move("1 destroyer: sz25 > sz26")
        assert "of 2 spaces" in board.refuses_move("1 destroyer: sz26 > sz12 > sz11", "CMV-03")
        own = table("japan", "noncombat_move", {"sz26": "japan: 1 destroyer"}, owners={"hawaiian_islands": "japan"})
        own.move("1 destroyer: sz26 > sz12 > sz11 > sz10")
