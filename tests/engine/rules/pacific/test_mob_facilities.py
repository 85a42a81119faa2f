"""Minor and major complexes and bases: what they make, where new ones stand, upgrades, and captures."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import affordable, capacity, usable_complexes
from tests.engine.rules.pacific.test_uni_bases import table
from tests.engine.table import Table

UK = "united_kingdom"
MINOR, MAJOR, AIR_BASE, NAVAL_BASE = "minor_industrial_complex", "major_industrial_complex", "air_base", "naval_base"
UPGRADE = "industrial_complex_upgrade"


def place(what: str, space: str) -> dict[str, Any]:
    """A placement of one unit."""
    return {"type": "mobilize", "units": {what: 1}, "space": space}


def standing(space: str, *facilities: str, **change: Any) -> dict[str, Any]:
    """These facilities in a territory."""
    return {"more_spaces": {space: {"facilities": list(facilities), **change}}}


def facilities(board: Table, space: str) -> tuple[str, ...]:
    """What stands in a territory."""
    return board.state.facilities.get(space, ())


@pytest.mark.rule("MOB-12", "UNI-15", "MOB-13", "MOB-14", setups="1940")
def test_a_minor_complex_makes_three_and_a_major_ten_less_their_damage() -> None:
    state = table(UK, "mobilize", {}).state
    assert [capacity(state, space) for space in ("new_south_wales", "india", "japan")] == [3, 10, 10]
    hurt = table(UK, "mobilize", {}, more_spaces={"india": {"damage": {MAJOR: 12}}, "japan": {"damage": {MAJOR: 4}}})
    assert [capacity(hurt.state, space) for space in ("india", "japan")] == [0, 6]


@pytest.mark.rule("MOB-17", setup="pacific_1940")
def test_a_zone_beside_two_complexes_is_fed_by_each() -> None:
    spots = {"malaya": {"facilities": [MINOR]}, "shan_state": {"facilities": [MINOR]}}
    board = table(UK, "mobilize", {}, purchased={UK: {"destroyer": 4}}, more_spaces=spots)
    board.refuses({"type": "mobilize", "units": {"destroyer": 4}, "space": "sz37"}, "MOB-12")
    for yard in spots:
        board.do({"type": "mobilize", "units": {"destroyer": 2}, "space": "sz37", "complex": yard})
    assert [capacity(board.state, yard) for yard in spots] == [1, 1]


@pytest.mark.rule("UNI-34", "UNI-36", "UNI-38", setups="1940")
def test_facilities_neither_move_nor_fight_and_a_territory_has_one_complex() -> None:
    board = table("japan", "mobilize", {}, purchased={"japan": {MINOR: 1}}, **standing("korea", MINOR))
    board.refuses(place(MINOR, "korea"), "UNI-36")
    attacked = table("japan", "combat_move", {"kiangsi": "japan: 1 infantry"})
    attacked.refuses({"type": "move", "units": {NAVAL_BASE: 1}, "path": ["kwangtung", "kiangsi"]}, "units")
    attacked.move("1 infantry: kiangsi > kwangtung").end_phase()
    assert attacked.owner("kwangtung") == "japan"


@pytest.mark.rule("PUR-19", setups="1940")
def test_only_who_holds_a_facility_repairs_it() -> None:
    board = table("japan", "purchase", {}, more_spaces={"india": {"damage": {MAJOR: 2}}})
    board.refuses({"type": "purchase", "units": {}, "repairs": {"india": {MAJOR: 1}}}, "PUR-19")


class TestSites:
    @pytest.mark.rule("MOB-19", "MOB-20", setup="pacific_1940")
    def test_a_minor_complex_needs_two_ipcs_and_no_island(self) -> None:
        board = table(UK, "mobilize", {}, purchased={UK: {MINOR: 1}})
        board.refuses(place(MINOR, "burma"), "MOB-19")
        board.refuses(place(MINOR, "borneo"), "MOB-20")
        board.do(place(MINOR, "malaya"))
        assert facilities(board, "malaya") == (NAVAL_BASE, MINOR)

    @pytest.mark.rule("MOB-21", setups="1940")
    def test_a_major_one_needs_three_and_a_territory_of_ones_own_from_the_start(self) -> None:
        board = table("japan", "mobilize", {}, purchased={"japan": {MAJOR: 1}})
        board.refuses(place(MAJOR, "manchuria"), "MOB-21")
        board.refuses(place(MAJOR, "siam"), "MOB-19")
        board.do(place(MAJOR, "korea"))
        assert capacity(board.state, "korea") == 10
        assert "korea" in board.state.turn.idle_complexes

    @pytest.mark.rule("MOB-18", "MOB-22", "MOB-23", "MOB-16", "UNI-37", "UNI-16", setups="1940")
    def test_a_base_stands_anywhere_once(self) -> None:
        board = table("japan", "mobilize", {}, purchased={"japan": {AIR_BASE: 2, NAVAL_BASE: 1}})
        board.refuses(place(AIR_BASE, "japan"), "UNI-37")
        board.refuses(place(AIR_BASE, "anhwe"), "MOB-18")
        for base in (AIR_BASE, NAVAL_BASE):
            board.do(place(base, "iwo_jima"))
        assert facilities(board, "iwo_jima") == (AIR_BASE, NAVAL_BASE)


class TestUpgrades:
    @pytest.mark.rule("PUR-10", "PUR-09", setups="1940")
    def test_what_facilities_cost(self) -> None:
        board = table("japan", "purchase", {}, ipcs={"japan": 107}, **standing("korea", MINOR))
        board.do(
            {
                "type": "purchase",
                "units": {MINOR: 1, MAJOR: 1, UPGRADE: 1, AIR_BASE: 1, NAVAL_BASE: 2},
            }
        )
        assert board.ipcs("japan") == 0

    @pytest.mark.rule("PUR-11", "MOB-15", "MOB-21", setups="1940")
    def test_an_upgraded_complex_still_makes_three_in_this_turn_and_keeps_its_damage(self) -> None:
        board = table(
            "japan",
            "mobilize",
            {},
            purchased={"japan": {UPGRADE: 1, "infantry": 2}},
            **standing("korea", MINOR, damage={MINOR: 1}),
        )
        board.do(place(UPGRADE, "korea"))
        assert facilities(board, "korea") == (MAJOR,)
        assert board.board["damage"] == {"korea": {MAJOR: 1}}
        assert capacity(board.state, "korea") == 2
        board.do({"type": "mobilize", "units": {"infantry": 2}, "space": "korea"})
        assert capacity(board.state, "korea") == 0
        board.end_phase()
        assert capacity(board.state, "korea") == 9

    @pytest.mark.rule("PUR-11", setups="1940")
    def test_it_is_not_ordered_where_nothing_can_be_upgraded(self) -> None:
        board = table("japan", "purchase", {}, ipcs={"japan": 90}, **standing("manchuria", MINOR))
        assert UPGRADE not in affordable(board.state)
        no = board.refuses({"type": "purchase", "units": {UPGRADE: 1}}, "PUR-11")
        assert no == (
            "You ordered 1 upgrade to a major industrial complex, but you hold no minor industrial complex in a "
            "territory of your own from the start that is worth 3."
        )
        own = table("japan", "purchase", {}, ipcs={"japan": 90}, **standing("korea", MINOR))
        assert affordable(own.state)[UPGRADE] == 1
        no = own.refuses({"type": "purchase", "units": {UPGRADE: 2}}, "PUR-11")
        assert no.endswith("you can upgrade only in Korea.")

    @pytest.mark.rule("PUR-11", "MOB-21", setups="1940")
    def test_it_is_placed_where_a_minor_complex_of_ones_own_stands(self) -> None:
        spots = {"korea": {"facilities": [MINOR]}, "manchuria": {"facilities": [MINOR]}}
        board = table("japan", "mobilize", {}, purchased={"japan": {UPGRADE: 1}}, more_spaces=spots)
        assert "no minor industrial complex" in board.refuses(place(UPGRADE, "japan"), "PUR-11")
        board.refuses(place(UPGRADE, "manchuria"), "MOB-21")
        board.refuses({"type": "end_phase"}, "MOB-25")
        board.do(place(UPGRADE, "korea")).do({"type": "undo", "order": 0})
        assert facilities(board, "korea") == (MINOR,)


class TestCapture:
    @pytest.mark.rule("CMB-49", "CMB-50", "CMB-48", "PUR-22", setups="1940")
    def test_a_captured_major_complex_becomes_minor_with_six_damage_at_most_and_bases_keep_theirs(self) -> None:
        board = table(
            "japan",
            "combat_move",
            {"burma": "japan: 1 tank"},
            owners={"burma": "japan"},
            more_spaces={"india": {"damage": {MAJOR: 15, AIR_BASE: 4}}},
        )
        board.move("1 tank: burma > india").end_phase()
        assert facilities(board, "india") == (MINOR, AIR_BASE, NAVAL_BASE)
        assert board.board["damage"] == {"india": {MINOR: 6, AIR_BASE: 4}}

    @pytest.mark.rule("CMB-57", "CMB-54", setups="1940")
    def test_it_stays_minor_when_it_is_freed(self) -> None:
        board = table(
            "anzac",
            "combat_move",
            {"burma": "anzac: 1 tank"},
            owners={"india": "japan"},
            **standing("india", MINOR, AIR_BASE, NAVAL_BASE, owner="japan"),
        )
        board.move("1 tank: burma > india").end_phase()
        assert board.owner("india") == UK
        assert facilities(board, "india") == (MINOR, AIR_BASE, NAVAL_BASE)

    @pytest.mark.rule("CMB-55", "CMB-56", setups="1940")
    def test_a_freed_complex_serves_its_owner_from_his_next_turn_or_who_holds_it_for_him(self) -> None:
        ground = {"malaya": {"owner": "japan", "facilities": [MINOR, NAVAL_BASE]}}
        board = table("anzac", "combat_move", {"shan_state": "anzac: 1 tank"}, more_spaces=ground)
        board.move("1 tank: shan_state > malaya").end_phase()
        assert board.owner("malaya") == UK
        assert "malaya" not in usable_complexes(board.state, "anzac")
        kept = table("anzac", "mobilize", {}, more_spaces={"malaya": {"owner": "anzac", "facilities": [MINOR]}})
        assert "malaya" in usable_complexes(kept.state, "anzac")

    @pytest.mark.rule("POL-68", "UNI-35", setups="1940")
    @pytest.mark.parametrize("power", ["china", UK])
    def test_a_complex_on_chinese_ground_is_destroyed_when_that_is_freed(self, power: str) -> None:
        spots = standing("kiangsu", MINOR, AIR_BASE)
        board = table(power, "combat_move", {"anhwe": f"{power}: 1 infantry"}, **spots)
        board.move("1 infantry: anhwe > kiangsu").end_phase()
        assert board.owner("kiangsu") == "china"
        assert facilities(board, "kiangsu") == (AIR_BASE,)
