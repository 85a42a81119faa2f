"""Raids on complexes and bases: who bombs what, the guns of each facility, and what bombs do."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facilities.capacity import capacity
from tests.engine.rules.pacific.test_uni_bases import table
from tests.engine.table import Table

UK = "united_kingdom"
MINOR, MAJOR, AIR_BASE, NAVAL_BASE = "minor_industrial_complex", "major_industrial_complex", "air_base", "naval_base"


def over(facilities: list[str], bombers: str, **change: Any) -> Table:
    """British bombers in Hong Kong, and these facilities in Formosa."""
    target = {"formosa": {"facilities": facilities, **change}}
    return table(UK, "combat_move", {"kwangtung": f"{UK}: {bombers}"}, more_spaces=target)


def raid(board: Table, units: str, target: str) -> Table:
    """An order to raid."""
    return board.move(f"{units}: kwangtung > formosa", raid=target)


def damage(board: Table) -> dict[str, int]:
    """The damage in Formosa."""
    found: dict[str, int] = board.board["damage"].get("formosa", {})
    return found


@pytest.mark.rule("SPC-27", setups="1940")
def test_strategic_bombers_raid_all_and_tactical_ones_bases_alone() -> None:
    board = over([MINOR, AIR_BASE, NAVAL_BASE], "3 strategic_bomber, 2 tactical_bomber")
    for target in (MINOR, AIR_BASE, NAVAL_BASE):
        raid(board, "1 strategic_bomber", target)
    raid(board, "1 tactical_bomber", AIR_BASE)
    no = board.refuses_move("1 tactical_bomber: kwangtung > formosa", "SPC-27", raid=MINOR)
    assert no == "Tactical bombers cannot raid a minor industrial complex; strategic bombers can."


@pytest.mark.rule("SPC-26", "SPC-30", "SPC-31", "SPC-34", "SPC-39", setups="1940")
def test_bombers_split_over_facilities_meet_the_guns_of_each_and_bomb_it() -> None:
    board = over([MINOR, AIR_BASE], "2 strategic_bomber, 1 tactical_bomber")
    raid(board, "1 strategic_bomber", MINOR)
    raid(raid(board, "1 strategic_bomber", AIR_BASE), "1 tactical_bomber", AIR_BASE)
    board.end_phase().battle("formosa", "2 3 4 1 1 3")
    assert [event.facility for event in board.happened("anti_aircraft_fired")] == [MINOR, AIR_BASE]
    assert damage(board) == {MINOR: 3, AIR_BASE: 6}
    assert capacity(board.state, "formosa") == 0
    assert capacity(over([MINOR], "1 fighter", damage={MINOR: 2}).state, "formosa") == 1


@pytest.mark.rule("SPC-35", "SPC-38", "UNI-40", setups="1940")
@pytest.mark.parametrize(("facility", "most"), [(MAJOR, 20), (MINOR, 6), (AIR_BASE, 6), (NAVAL_BASE, 6)])
def test_no_facility_takes_more_than_its_limit(facility: str, most: int) -> None:
    board = raid(over([facility], "3 strategic_bomber"), "3 strategic_bomber", facility)
    board.end_phase().battle("formosa", "6 6 6 6 6 6")
    assert damage(board) == {facility: most}
    full = over([facility], "1 strategic_bomber", damage={facility: most})
    raid(full, "1 strategic_bomber", facility).end_phase().battle("formosa", "6 6")
    assert damage(full) == {facility: most}


@pytest.mark.rule("SPC-32", setups="1940")
def test_antiaircraft_guns_of_the_territory_do_not_fire_at_raiders() -> None:
    board = table(
        UK,
        "combat_move",
        {"kwangtung": f"{UK}: 1 strategic_bomber", "formosa": "japan: 2 aaa"},
        more_spaces={"formosa": {"facilities": [AIR_BASE], "units": {"japan": {"aaa": 2}}}},
    )
    raid(board, "1 strategic_bomber", AIR_BASE).end_phase().battle("formosa", "6 2")
    assert damage(board) == {AIR_BASE: 4}


@pytest.mark.rule("SPC-29", "SPC-28", "SPC-36", setups="1940")
def test_others_may_attack_where_a_raid_is_made_which_costs_no_ipcs() -> None:
    board = table(
        UK,
        "combat_move",
        {"kwangtung": f"{UK}: 1 strategic_bomber, 1 fighter", "formosa": "japan: 1 infantry"},
        more_spaces={"formosa": {"facilities": [NAVAL_BASE], "units": {"japan": {"infantry": 1}}}},
    )
    before = board.ipcs("japan")
    raid(board, "1 strategic_bomber", NAVAL_BASE).move("1 fighter: kwangtung > formosa").end_phase()
    assert board.pending == [("formosa", "land"), ("formosa", "land")]
    board.battle("formosa", "6 2").battle("formosa", "1 6")
    assert (damage(board), board.ipcs("japan")) == ({NAVAL_BASE: 4}, before)


class TestFlak:
    @pytest.mark.rule("SPC-33", setups="1940")
    def test_the_attacker_says_whom_he_loses(self) -> None:
        board = raid(over([AIR_BASE], "1 strategic_bomber, 1 tactical_bomber"), "1 strategic_bomber", AIR_BASE)
        raid(board, "1 tactical_bomber", AIR_BASE).end_phase().battle("formosa", "1 6")
        assert board.questions == [("flak", (UK,))]
        board.refuses({"type": "decide", "choice": {"units": {"tactical_bomber": 2}}}, "units")
        board.refuses({"type": "decide", "choice": {"units": {}}}, "SPC-33")
        board.decide("flak", {"units": {"tactical_bomber": 1}}, "4")
        assert board.at("formosa")[UK] == {"strategic_bomber": 1}
        assert damage(board) == {AIR_BASE: 6}

    @pytest.mark.rule("SPC-33", setups="1940")
    def test_he_is_not_asked_where_all_are_alike_or_all_are_hit(self) -> None:
        alike = raid(over([AIR_BASE], "2 strategic_bomber"), "2 strategic_bomber", AIR_BASE)
        alike.end_phase().battle("formosa", "6 1 1")
        assert (alike.at("formosa")[UK], damage(alike)) == ({"strategic_bomber": 1}, {AIR_BASE: 3})
        board = raid(over([AIR_BASE], "1 strategic_bomber, 1 tactical_bomber"), "1 strategic_bomber", AIR_BASE)
        raid(board, "1 tactical_bomber", AIR_BASE).end_phase().battle("formosa", "1 1")
        assert board.at("formosa") == {}
        assert board.pending == []

    @pytest.mark.rule("SPC-30", "SPC-33", setups="1940")
    def test_the_next_facility_fires_when_he_has_choiceed(self) -> None:
        board = over([AIR_BASE, NAVAL_BASE], "2 strategic_bomber, 2 tactical_bomber")
        for base in (AIR_BASE, NAVAL_BASE):
            raid(raid(board, "1 strategic_bomber", base), "1 tactical_bomber", base)
        board.end_phase().battle("formosa", "1 6")
        board.decide("flak", "default", "6 1").decide("flak", {"units": {"tactical_bomber": 1}}, "3 2")
        assert damage(board) == {AIR_BASE: 3, NAVAL_BASE: 4}


class TestEscorts:
    @pytest.mark.rule(
        "SPC-40", "SPC-41", "SPC-42", "SPC-43", "SPC-44", "SPC-46", "SPC-47", "SPC-48", "SPC-49", setups="1940"
    )
    def test_fighters_escort_and_intercept_and_all_need_a_one(self) -> None:
        board = table(
            UK,
            "combat_move",
            {"kwangtung": f"{UK}: 1 strategic_bomber, 1 tactical_bomber, 1 fighter", "formosa": "japan: 1 fighter"},
            more_spaces={"formosa": {"facilities": [NAVAL_BASE], "units": {"japan": {"fighter": 1}}}},
        )
        raid(board, "1 strategic_bomber", NAVAL_BASE)
        board.refuses_move("1 tactical_bomber: kwangtung > formosa", "SPC-40", escort=True)
        board.move("1 fighter: kwangtung > formosa", escort=True).end_phase()
        board.decide("reaction", {"intercept": {"formosa": {"fighter": 1}}}).battle("formosa", "2 1 2 6 3")
        assert board.at("formosa") == {UK: {"strategic_bomber": 1, "fighter": 1}}
        assert damage(board) == {NAVAL_BASE: 5}

    @pytest.mark.rule("SPC-42", "SPC-103", setups="1940")
    def test_escorts_come_from_anywhere_in_range_and_fight_in_no_battle_there(self) -> None:
        spaces = {"kiangsi": f"{UK}: 1 strategic_bomber, 1 infantry", "sz37": f"{UK}: 1 aircraft_carrier, 1 fighter"}
        spaces["kwangtung"] = "japan: 1 infantry, 1 fighter"
        board = table(UK, "combat_move", spaces, owners={"kwangtung": "japan", "kiangsi": "china"})
        board.move("1 strategic_bomber: kiangsi > kwangtung", raid=NAVAL_BASE)
        board.move("1 fighter: sz37 > sz36 > sz20 > kwangtung", escort=True).move("1 infantry: kiangsi > kwangtung")
        board.end_phase().decide("reaction", {}).battle("kwangtung", "6 2").battle("kwangtung", "6 6 6")
        assert [shots.unit for event in board.happened("fired") for shots in event.shots] == [
            "infantry", "infantry", "fighter",
        ]  # fmt: skip

    @pytest.mark.rule("SPC-46", setups="1940")
    def test_one_air_battle_of_one_round_is_fought_however_many_facilities_are_raided(self) -> None:
        bases = {"kwangtung": {"owner": "japan", "facilities": [AIR_BASE, NAVAL_BASE]}}
        spaces = {"kiangsi": f"{UK}: 2 strategic_bomber", "kwangtung": "japan: 2 fighter"}
        board = table(UK, "combat_move", spaces, more_spaces=bases, owners={"kiangsi": "china"})
        for base in (AIR_BASE, NAVAL_BASE):
            board.move("1 strategic_bomber: kiangsi > kwangtung", raid=base)
        board.end_phase().decide("reaction", {"intercept": {"kwangtung": {"fighter": 2}}})
        board.battle("kwangtung", "6 6 6 6 6 6 1 2")
        assert len(board.happened("battle_began")) == len(board.happened("round_began")) == 1
        assert board.board["damage"] == {"kwangtung": {AIR_BASE: 3, NAVAL_BASE: 4}}

    @pytest.mark.rule("SPC-103", "SPC-28", "NCM-12", setups="1940")
    def test_raiders_and_escorts_wait_over_the_territory_and_fly_home_in_the_noncombat_move(self) -> None:
        board = raid(over([NAVAL_BASE], "1 tactical_bomber, 1 fighter"), "1 tactical_bomber", NAVAL_BASE)
        board.move("1 fighter: kwangtung > formosa", escort=True).end_phase().battle("formosa", "6 3")
        assert board.at("formosa")[UK] == {"tactical_bomber": 1, "fighter": 1}
        board.move("1 tactical_bomber, 1 fighter: formosa > kwangtung")

    @pytest.mark.rule("SPC-45", "SPC-50", setups="1940")
    @pytest.mark.parametrize("is_taken", [False, True])
    def test_interceptors_fight_nothing_else_and_stay_or_land_within_one_space(self, is_taken: bool) -> None:
        troops = "1 infantry, " if is_taken else ""
        board = table(
            UK,
            "combat_move",
            {"kiangsi": f"{UK}: {troops}1 strategic_bomber", "kwangtung": "japan: 1 fighter"},
            owners={"kwangtung": "japan", "kiangsi": UK, "kwangsi": "japan"},
        )
        board.move("1 strategic_bomber: kiangsi > kwangtung", raid=NAVAL_BASE)
        if is_taken:
            board.move("1 infantry: kiangsi > kwangtung")
        board.end_phase().decide("reaction", {"intercept": {"kwangtung": {"fighter": 1}}})
        board.battle("kwangtung", "6 6 6 1")
        assert board.phase == "noncombat_move"
        assert board.at("kwangsi" if is_taken else "kwangtung")["japan"] == {"fighter": 1}
