"""China in Anniversary: its range, its new infantry, its fighter, its part of the turn (chapter POL)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import load_setup
from engine.facilities.production import income
from tests.engine.rules.anniversary.playing import Play
from tests.engine.table import Table

SETUP = "anniversary_1941"


def china(play: Play, phase: str, spaces: dict[str, str], **more: Any) -> Table:
    """The Chinese part of the turn."""
    return play("china", phase, spaces, **more)


def placing(play: Play, spaces: dict[str, str], infantry: int, **more: Any) -> Table:
    """China about to place so many infantry."""
    return china(play, "mobilize", spaces, purchased={"china": {"infantry": infantry}}, **more)


def place(infantry: int, space: str) -> dict[str, Any]:
    """The order to place infantry."""
    return {"type": "mobilize", "units": {"infantry": infantry}, "space": space}


def to_china(table: Table) -> Table:
    """Play on until China's part of the turn begins."""
    while table.state.power != "china":
        table.end_phase()
    return table


@pytest.mark.rule("POL-64", "POL-66", setups=("anniversary_1941", "anniversary_1942"))
def test_chinese_units_stay_in_their_range(play: Play) -> None:
    table = china(play, "noncombat_move", {"yunnan": "china: 2 infantry", "kiangsu": "", "fukien": "china: 1 infantry"})
    table.refuses_move("1 infantry: yunnan > burma", "POL-64")
    table.move("1 infantry: yunnan > hupeh")
    ferry = {"sz61": "united_states: 1 transport", "fukien": "china: 1 infantry"}
    china(play, "noncombat_move", ferry).refuses_move("1 infantry: fukien > sz61", "POL-66")


@pytest.mark.rule("POL-64", "POL-65", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("london", ["united_kingdom", "germany"])
def test_kwangtung_taken_by_chinese_units_belongs_to_the_united_kingdom(play: Play, london: str) -> None:
    spaces = {"fukien": "china: 2 infantry", "kwangtung": ""}
    table = china(play, "combat_move", spaces, owners={"kwangtung": "japan", "united_kingdom": london})
    table.move("2 infantry: fukien > kwangtung").end_phase()
    assert table.owner("kwangtung") == "united_kingdom"
    assert table.at("kwangtung") == {"china": {"infantry": 2}}


@pytest.mark.rule("POL-64", "POL-75", setups=("anniversary_1941", "anniversary_1942"))
def test_manchuria_and_kiangsu_are_chinese_when_freed_by_whomever(play: Play) -> None:
    spaces = {"suiyuan": "china: 1 infantry; united_states: 1 infantry", "manchuria": "", "kiangsu": ""}
    table = china(play, "combat_move", {**spaces, "hupeh": ""})
    table.move("1 infantry: suiyuan > manchuria").end_phase()
    assert table.owner("manchuria") == "china"
    table = play("united_states", "combat_move", spaces)
    table.move("1 infantry: suiyuan > manchuria").end_phase()
    assert table.owner("manchuria") == "china"


@pytest.mark.rule("POL-69", "POL-72", setups=("anniversary_1941", "anniversary_1942"))
def test_china_gets_1_infantry_for_2_territories_rounded_down_as_its_part_begins(play: Play) -> None:
    italy = {"italy": "italy: 1 infantry", "yunnan": "china: 1 infantry"}
    table = to_china(play("italy", "noncombat_move", italy))
    (granted,) = table.happened("units_granted")
    assert (granted.units, granted.territories) == ({"infantry": 3}, 7)
    assert table.state.purchased["china"] == {"infantry": 3}
    lost = {"fukien": "japan", "hupeh": "japan"}
    table = to_china(play("italy", "noncombat_move", italy, owners=lost))
    assert table.state.purchased["china"] == {"infantry": 2}


@pytest.mark.rule("POL-69", setups=("anniversary_1941", "anniversary_1942"))
def test_kiangsu_and_manchuria_count_once_they_are_chinese_and_kwangtung_never_does(play: Play) -> None:
    italy = {"italy": "italy: 1 infantry", "yunnan": "china: 1 infantry", "kwangtung": "china: 1 infantry"}
    owners = {"kiangsu": "china"}
    table = to_china(play("italy", "noncombat_move", italy, owners=owners))
    assert table.state.purchased["china"] == {"infantry": 4}


@pytest.mark.rule("POL-70", "MOB-27", "MOB-25", setups=("anniversary_1941", "anniversary_1942"))
def test_new_infantry_is_placed_in_chinese_territory_with_3_units_there_at_most(play: Play) -> None:
    table = placing(
        play, {"yunnan": "china: 2 infantry", "kwangtung": "china: 1 infantry"}, 4, owners={"fukien": "japan"}
    )
    table.refuses(place(2, "yunnan"), "POL-70")
    table.refuses(place(1, "kwangtung"), "MOB-27")
    table.refuses(place(1, "fukien"), "MOB-27")
    table.refuses(place(1, "burma"), "MOB-27")
    table.refuses({"type": "end_phase"}, "MOB-25")
    table.do(place(1, "yunnan")).do(place(3, "sikang")).end_phase()
    assert table.at("sikang") == {"china": {"infantry": 3}}
    assert table.state.power == "united_states"


@pytest.mark.rule("POL-70", setups=("anniversary_1941", "anniversary_1942"))
def test_new_infantry_may_be_placed_in_a_territory_taken_this_turn(play: Play) -> None:
    taken = {"kiangsu": {"captured_this_turn": True, "owner": "china"}}
    table = placing(play, {}, 2, more_spaces=taken)
    table.do(place(2, "kiangsu"))
    assert table.at("kiangsu") == {"china": {"infantry": 2}}


@pytest.mark.rule("POL-80", setups=("anniversary_1941", "anniversary_1942"))
def test_infantry_that_finds_no_room_waits_for_the_next_turn(play: Play) -> None:
    chinese = [t.id for t in load_setup(SETUP).board.territories if t.emblem == "china"]
    owners = dict.fromkeys((t for t in chinese if t != "yunnan"), "japan")
    table = placing(play, {"yunnan": "china: 2 infantry"}, 4, owners=owners)
    table.do(place(1, "yunnan")).end_phase()
    assert table.state.purchased["china"] == {"infantry": 3}
    assert table.happened("units_returned") == []


@pytest.mark.rule("POL-71", "POL-81", setups=("anniversary_1941", "anniversary_1942"))
def test_the_flying_tigers_never_leave_the_range_and_count_for_the_limit(play: Play) -> None:
    spaces = {"yunnan": "china: 1 fighter, 2 infantry", "sz61": "japan: 1 transport", "burma": "japan: 1 infantry"}
    table = china(play, "combat_move", spaces, owners={"burma": "japan"})
    table.refuses_move("1 fighter: yunnan > burma", "POL-81")
    table.refuses_move("1 fighter: yunnan > hupeh > fukien > sz61", "POL-81")
    table.refuses_move("1 fighter: yunnan > french_indo_china_thailand > kwangtung", "POL-81")
    table = placing(play, {"yunnan": "china: 1 fighter, 2 infantry"}, 1)
    table.refuses(place(1, "yunnan"), "POL-70")


@pytest.mark.rule("POL-64", "POL-81", setups=("anniversary_1941", "anniversary_1942"))
def test_the_flying_tigers_take_the_way_that_is_open_to_them(play: Play) -> None:
    spaces = {"kwangtung": "china: 1 fighter", "yunnan": "china: 1 infantry"}
    table = china(play, "noncombat_move", spaces, owners={"kwangtung": "china"})
    table.move("1 fighter: kwangtung > yunnan")
    assert [event.path for event in table.happened("units_moved")] == [("kwangtung", "fukien", "yunnan")]


@pytest.mark.rule("NCM-13", "NCM-14", "GEN-04", setups=("anniversary_1941", "anniversary_1942"))
def test_american_aircraft_do_not_land_where_china_has_come_in_the_same_turn(play: Play) -> None:
    spaces = {"hupeh": "china: 2 infantry; united_states: 1 fighter", "kiangsu": "", "sz61": "japan: 1 transport"}
    table = china(play, "combat_move", spaces, owners={"kiangsu": "japan"}).move("1 infantry: hupeh > kiangsu")
    table.end_phase()
    assert table.owner("kiangsu") == "china"
    while table.state.power != "united_states" or table.phase != "noncombat_move":
        table.end_phase()
    table.refuses_move("1 fighter: hupeh > kiangsu", "NCM-14")
    while table.state.power != "germany" or table.phase != "purchase":
        table.end_phase()
    assert table.state.turn.owners_before == {}


@pytest.mark.rule("POL-71", setups=("anniversary_1941", "anniversary_1942"))
def test_the_flying_tigers_attack_within_the_range_and_land_there(play: Play) -> None:
    spaces = {"yunnan": "china: 1 fighter, 2 infantry", "kiangsu": "japan: 1 infantry", "hupeh": "china: 1 infantry"}
    table = china(play, "combat_move", spaces)
    table.move("1 infantry: hupeh > kiangsu").move("1 fighter: yunnan > hupeh > kiangsu")
    table.end_phase().battle("kiangsu", "6 3 6")
    assert table.owner("kiangsu") == "china"
    table.move("1 fighter: kiangsu > hupeh").end_phase()
    assert table.at("hupeh") == {"china": {"fighter": 1}}


@pytest.mark.rule("POL-73", setups=("anniversary_1941", "anniversary_1942"))
def test_chinese_and_american_units_move_and_attack_apart(play: Play) -> None:
    spaces = {"hupeh": "china: 1 infantry; united_states: 1 infantry", "kiangsu": "japan: 1 infantry"}
    table = china(play, "combat_move", spaces)
    table.refuses_move("1 infantry: hupeh > kiangsu", "power", owner="united_states")
    table.move("1 infantry: hupeh > kiangsu").end_phase().battle("kiangsu", "1 6")
    assert table.at("hupeh") == {"united_states": {"infantry": 1}}


@pytest.mark.rule("POL-68", setups=("anniversary_1941", "anniversary_1942"))
def test_a_complex_on_chinese_ground_stays_and_china_does_not_use_it(play: Play) -> None:
    built = {"kiangsu": {"facilities": ["industrial_complex"]}}
    table = china(play, "combat_move", {"hupeh": "china: 1 infantry", "kiangsu": ""}, more_spaces=built)
    table.move("1 infantry: hupeh > kiangsu").end_phase()
    assert table.owner("kiangsu") == "china"
    assert table.board["facilities"]["kiangsu"] == ["industrial_complex"]


@pytest.mark.rule("GEN-05", setups=("anniversary_1941", "anniversary_1942"))
def test_china_is_played_by_the_player_of_the_united_states(play: Play) -> None:
    edition = load_setup(SETUP)
    assert (
        edition.played_together(["united_states"]) == edition.played_together(["china"]) == ("china", "united_states")
    )
    assert edition.played_together(["germany", "italy"]) == ("germany", "italy")
    assert load_setup("revised").played_together(["united_states"]) == ("united_states",)


@pytest.mark.rule("INC-07", "POL-67", setups=("anniversary_1941", "anniversary_1942"))
def test_chinese_territory_gives_china_no_income(play: Play) -> None:
    table = china(play, "combat_move", {"yunnan": "china: 1 infantry"})
    assert income(table.state, "china") == 0
    assert income(table.state, "united_states") == table.state.edition.start.income["united_states"]


@pytest.mark.rule("GEN-34", "GEN-05", setups=("anniversary_1941", "anniversary_1942"))
def test_china_need_not_concede_apart_from_the_united_states(play: Play) -> None:
    table = china(play, "combat_move", {"yunnan": "china: 1 infantry"})
    for power in ("soviet_union", "united_kingdom", "united_states"):
        assert table.state.winner is None
        table.do({"type": "concede", "power": power})
    assert table.state.winner == "axis"
