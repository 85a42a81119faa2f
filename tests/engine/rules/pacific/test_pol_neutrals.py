"""Mongolia, the neutral of Pacific 1940: how it is captured, won over, and held (POL-47..58, POL-78)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facilities.production import income
from engine.queries.reach import movable_from
from tests.engine.rules.pacific.test_uni_bases import table
from tests.engine.table import Table

US, UK = "united_states", "united_kingdom"


def roused(power: str, phase: str, spaces: dict[str, str], **more: Any) -> Table:
    """A turn of another power after Japan has taken Buyant-Uhaa, and so turned the rest of Mongolia to the Allies."""
    board = table("japan", "combat_move", {"manchuria": "japan: 3 tank", **spaces}, **more)
    board.move("3 tank: manchuria > buyant_uhaa").end_phase().battle("buyant_uhaa", "1 1 6 6 6")
    return board.do({"type": "edit", "turn": {"power": power, "phase": phase}})


@pytest.mark.rule("POL-52", "POL-51", setups="1940")
def test_a_neutral_falls_with_the_last_of_its_army_and_brings_its_value_but_no_units() -> None:
    board = table("japan", "combat_move", {"manchuria": "japan: 3 tank"})
    before = income(board.state, "japan")
    board.move("3 tank: manchuria > buyant_uhaa").end_phase().battle("buyant_uhaa", "1 6 6 6 6")
    assert (board.owner("buyant_uhaa"), board.at("buyant_uhaa")[US]) == (None, {"infantry": 1})
    board.press("1 6 6 6")
    assert (board.owner("buyant_uhaa"), board.at("buyant_uhaa")) == ("japan", {"japan": {"tank": 3}})
    assert income(board.state, "japan") == before + board.state.edition.board.territory["buyant_uhaa"].ipc


@pytest.mark.rule("POL-52", "CMB-45", setups="1940")
def test_aircraft_that_destroy_its_army_take_no_neutral() -> None:
    board = table("japan", "combat_move", {"manchuria": "japan: 3 fighter"})
    board.move("3 fighter: manchuria > buyant_uhaa").end_phase().battle("buyant_uhaa", "1 1 6 6 6")
    assert (board.owner("buyant_uhaa"), set(board.at("buyant_uhaa"))) == (None, {"japan"})


@pytest.mark.rule("POL-56", "POL-54", "POL-63", setups="1940")
@pytest.mark.parametrize(("neutral", "army"), [("olgiy", 2), ("tsagaan_olom", 0)])
def test_who_enters_a_friendly_neutral_takes_it_with_its_army_which_moves_from_its_next_turn(
    neutral: str, army: int
) -> None:
    board = roused(UK, "noncombat_move", {"kansu": f"{UK}: 2 infantry"})
    board.move(f"1 infantry: kansu > {neutral}")
    assert (board.owner(neutral), board.at(neutral)) == (UK, {UK: {"infantry": 1 + army}})
    board.refuses_move(f"1 infantry: {neutral} > kansu", "POL-57")
    board.do({"type": "edit", "turn": {"power": UK, "phase": "noncombat_move", "round": 2}})
    assert board.move(f"{1 + army} infantry: {neutral} > kansu").at("kansu")[UK] == {"infantry": 2 + army}


@pytest.mark.rule("POL-56", setups="1940")
def test_who_comes_second_is_a_guest() -> None:
    board = roused(UK, "noncombat_move", {"kansu": f"{UK}: 1 infantry; anzac: 1 infantry"})
    board.move("1 infantry: kansu > olgiy").do({"type": "edit", "turn": {"power": "anzac", "phase": "noncombat_move"}})
    board.move("1 infantry: kansu > olgiy")
    assert (board.owner("olgiy"), board.at("olgiy")) == (UK, {UK: {"infantry": 3}, "anzac": {"infantry": 1}})


@pytest.mark.rule("POL-56", "POL-53", "POL-78", setups="1940")
def test_what_an_attack_has_left_of_an_army_goes_to_the_ally_that_enters() -> None:
    spaces = {"manchuria": "japan: 1 infantry", "chahar": f"{UK}: 1 infantry"}
    board = table("japan", "combat_move", spaces).move("1 infantry: manchuria > buyant_uhaa").end_phase()
    board.battle("buyant_uhaa", "1 6 2")
    board.do({"type": "edit", "turn": {"power": UK, "phase": "noncombat_move"}})
    board.move("1 infantry: chahar > buyant_uhaa")
    assert (board.owner("buyant_uhaa"), board.at("buyant_uhaa")) == (UK, {UK: {"infantry": 2}})


@pytest.mark.rule("POL-53", setups="1940")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
@pytest.mark.parametrize("path", ["buyant_uhaa > chahar", "buyant_uhaa > manchuria", "buyant_uhaa > central_mongolia"])
def test_what_an_attack_has_left_of_an_army_does_not_move(phase: str, path: str) -> None:
    left = {"buyant_uhaa": f"{UK}: 1 infantry", "manchuria": "japan: 1 infantry"}
    board = table(UK, phase, left, roused_neutrals={"buyant_uhaa": "allies"})
    told = board.refuses_move(f"1 infantry: {path}", "POL-53")
    assert told == "The infantry belongs to the army of Buyant-Uhaa, which nobody holds, so it stays."
    assert movable_from(board.state, "buyant_uhaa") == ()


@pytest.mark.rule("POL-56", "POL-49", "POL-57", setup="pacific_1940")
def test_powers_of_the_other_side_and_those_at_peace_win_no_neutral_over() -> None:
    spaces = {"kansu": f"{UK}: 1 infantry", "buyant_uhaa": ""}
    board = roused("japan", "noncombat_move", spaces)
    board.do({"type": "edit", "spaces": {"suiyuyan": {"owner": "japan", "units": {"japan": {"infantry": 1}}}}})
    board.refuses_move("1 infantry: suiyuyan > tsagaan_olom", "NCM-09")
    peaceful = roused(UK, "noncombat_move", spaces, relations=[])
    peaceful.refuses_move("1 infantry: kansu > olgiy", "POL-49")


class TestFriendlyNeutral:
    FORCE = f"{UK}: 1 infantry, 1 mechanized_infantry, 1 fighter"

    @pytest.mark.rule("POL-57", setups="1940")
    def test_nobody_attacks_it_or_flies_over_it(self) -> None:
        board = roused(UK, "combat_move", {"kansu": self.FORCE, "suiyuyan": f"{UK}: 1 fighter"})
        for unit in ("infantry", "fighter"):
            board.refuses_move(f"1 {unit}: kansu > olgiy", "POL-57")
        board.refuses_move("1 fighter: suiyuyan > central_mongolia > buyant_uhaa", "POL-50")
        board.move("1 fighter: suiyuyan > chahar > buyant_uhaa")

    @pytest.mark.rule("POL-57", "CMV-10", setups="1940")
    def test_aircraft_that_leave_a_hostile_zone_do_not_wait_in_it(self) -> None:
        board = roused(US, "combat_move", {"sz19": f"{US}: 1 aircraft_carrier, 1 fighter; japan: 1 cruiser"})
        board.refuses_move("1 fighter: sz19 > manchuria > buyant_uhaa > central_mongolia", "POL-57")
        board.move("1 fighter: sz19 > shantung > anhwe")

    @pytest.mark.rule("POL-57", setups="1940")
    def test_nobody_moves_through_it_or_lands_in_it_on_the_turn_in_which_it_is_won_over(self) -> None:
        board = roused(UK, "noncombat_move", {"kansu": self.FORCE})
        board.refuses_move("1 mechanized_infantry: kansu > olgiy > tsagaan_olom", "POL-50")
        board.move("1 infantry: kansu > olgiy")
        board.refuses_move("1 mechanized_infantry: kansu > olgiy > tsagaan_olom", "POL-50")
        board.refuses_move("1 fighter: kansu > olgiy", "NCM-14")
        board.do({"type": "edit", "turn": {"power": UK, "phase": "noncombat_move", "round": 2}})
        board.move("1 fighter: kansu > olgiy").move("1 mechanized_infantry: kansu > olgiy > tsagaan_olom")


@pytest.mark.rule("POL-58", setups="1940")
class TestOnceControlled:
    def test_it_is_attacked_like_any_territory_and_raises_no_army(self) -> None:
        board = roused(UK, "combat_move", {"suiyuyan": f"{UK}: 2 infantry"}, owners={"central_mongolia": "japan"})
        board.move("2 infantry: suiyuyan > central_mongolia").end_phase()
        assert board.happened("neutral_roused") == []
        assert (board.owner("central_mongolia"), board.at("central_mongolia")) == (UK, {UK: {"infantry": 2}})

    def test_units_pass_it_aircraft_land_there_and_a_base_can_be_built(self) -> None:
        spaces = {"chahar": "japan: 1 mechanized_infantry, 1 fighter"}
        owners = {"buyant_uhaa": "japan", "chahar": "japan", "manchuria": "japan"}
        board = table("japan", "noncombat_move", spaces, owners=owners, purchased={"japan": {"air_base": 1}})
        board.move("1 mechanized_infantry: chahar > buyant_uhaa > manchuria").move("1 fighter: chahar > buyant_uhaa")
        board.end_phase().do({"type": "mobilize", "units": {"air_base": 1}, "space": "buyant_uhaa"})
        assert board.board["facilities"]["buyant_uhaa"] == ["air_base"]

    def test_a_tank_blitzes_through_it(self) -> None:
        owners = {"central_mongolia": "japan", "chahar": "japan"}
        board = table(UK, "combat_move", {"suiyuyan": f"{UK}: 1 tank"}, owners=owners)
        board.move("1 tank: suiyuyan > central_mongolia > chahar").end_phase()
        assert (board.owner("central_mongolia"), board.owner("chahar")) == (UK, "china")
