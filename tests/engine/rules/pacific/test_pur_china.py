"""China as a power of its own: what it buys, where it places, and what becomes of its ground (PUR, MOB, POL)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import affordable, placements
from engine.economy.purchase import all_repairable, price_list
from tests.engine.table import Table, position

SETUP = "pacific_1940"
WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]
ROAD = ("india", "burma", "yunnan", "szechwan")


def china(phase: str, spaces: dict[str, str] | None = None, **more: Any) -> Table:
    """A turn of China in a war of all, with no units but these."""
    return position("china", phase, spaces or {}, relations=WAR, **more)


def buy(**units: int) -> dict[str, Any]:
    """An order of units."""
    return {"type": "purchase", "units": units}


@pytest.mark.rule("GEN-04", "INC-07", setups="1940")
def test_china_has_a_turn_a_treasury_and_an_income() -> None:
    table = china("purchase").do(buy(infantry=2))
    assert table.ipcs("china") == 12 - 6
    table = china("mobilize").end_phase()
    assert table.happened("income_collected")[0].amount == 12 + 6


@pytest.mark.rule("PUR-12", "POL-69", "POL-74", setups="1940")
def test_china_buys_infantry_and_artillery_while_the_burma_road_is_open() -> None:
    table = china("purchase")
    assert price_list(table.state) == {"infantry": 3, "artillery": 4}
    assert affordable(table.state) == {"infantry": 4, "artillery": 3}
    table.do(buy(infantry=1, artillery=2))
    sentence = table.refuses(buy(tank=1), "PUR-12")
    assert sentence == "China buys only infantry, and artillery only while the Burma Road (INC-65) is met."


@pytest.mark.parametrize("cut", ROAD)
@pytest.mark.rule("PUR-12", "POL-74", setups="1940")
def test_a_closed_road_brings_no_artillery(cut: str) -> None:
    table = china("purchase", owners={cut: "japan"})
    assert price_list(table.state) == {"infantry": 3}
    table.refuses(buy(infantry=1, artillery=1), "PUR-12")
    table.do(buy(infantry=4))


@pytest.mark.rule("POL-71", setups="1940")
def test_the_flying_tigers_are_not_bought_again() -> None:
    china("purchase", ipcs={"china": 30}).refuses(buy(fighter=1), "PUR-12")


@pytest.mark.parametrize("facility", ["minor_industrial_complex", "major_industrial_complex", "air_base", "naval_base"])
@pytest.mark.rule("PUR-23", setups="1940")
def test_china_buys_no_facility(facility: str) -> None:
    china("purchase", ipcs={"china": 60}).refuses({"type": "purchase", "units": {facility: 1}}, "PUR-23")


@pytest.mark.rule("PUR-23", setups="1940")
def test_china_repairs_nothing() -> None:
    base = {"yunnan": {"facilities": ["air_base"], "damage": {"air_base": 2}}}
    table = china("purchase", more_spaces=base)
    assert all_repairable(table.state) == {}
    order = {"type": "purchase", "units": {}, "repairs": {"yunnan": {"air_base": 1}}}
    assert table.refuses(order, "PUR-23").startswith("China cannot repair anything")


@pytest.mark.rule("MOB-25", "MOB-27", "POL-70", setups="1940")
def test_china_places_in_any_territory_of_its_own_without_a_complex_and_without_limit() -> None:
    purchased = {"china": {"infantry": 6, "artillery": 1}}
    table = china("mobilize", owners={"kiangsu": "china"}, purchased=purchased)
    places = {space for space, _ in placements(table.state, "infantry")}
    assert {"kiangsu", "yunnan", "szechwan"} <= places
    table.do({"type": "mobilize", "units": {"infantry": 5, "artillery": 1}, "space": "kiangsu"})
    table.refuses({"type": "end_phase"}, "MOB-25")
    table.do({"type": "mobilize", "units": {"infantry": 1}, "space": "yunnan"})
    assert table.at("kiangsu") == {"china": {"infantry": 5, "artillery": 1}}


@pytest.mark.rule("MOB-27", "POL-70", setups="1940")
def test_a_territory_taken_this_turn_takes_new_units() -> None:
    table = china("combat_move", {"anhwe": "china: 1 infantry"}, purchased={"china": {"infantry": 1}})
    table.move("1 infantry: anhwe > kiangsu").end_phase().end_phase()
    table.do({"type": "mobilize", "units": {"infantry": 1}, "space": "kiangsu"})
    assert table.at("kiangsu") == {"china": {"infantry": 2}}


@pytest.mark.rule("MOB-27", setups="1940")
def test_no_unit_is_placed_in_kwangtung_burma_or_foreign_hands() -> None:
    owners = {"kwangtung": "china", "burma": "china", "india": "japan"}
    table = china("mobilize", owners=owners, purchased={"china": {"infantry": 1}})
    for space in ("kwangtung", "burma", "manchuria", "malaya"):
        table.refuses({"type": "mobilize", "units": {"infantry": 1}, "space": space}, "MOB-27")


@pytest.mark.rule("MOB-24", setups="1940")
def test_without_any_territory_what_was_bought_is_repaid() -> None:
    start = china("mobilize").state
    lost = {t.id: "japan" for t in start.edition.board.territories if t.emblem == "china"}
    table = china("mobilize", {"burma": "china: 1 infantry"}, owners=lost, purchased={"china": {"artillery": 2}})
    table.end_phase()
    assert table.happened("units_returned")[0].ipcs == 12 + 8


@pytest.mark.rule("POL-67", "CMB-59", setups="1940")
def test_china_loses_no_ipcs_with_its_last_territory() -> None:
    start = china("mobilize").state
    lost = {t.id: "japan" for t in start.edition.board.territories if t.emblem == "china" and t.id != "yunnan"}
    table = position("japan", "combat_move", {"kweichow": "japan: 1 infantry"}, owners=lost, relations=WAR)
    table.move("1 infantry: kweichow > yunnan").end_phase()
    assert table.owner("yunnan") == "japan"
    assert table.happened("treasury_plundered") == []
    assert table.ipcs("china") == 12


def freed(by: str, spaces: dict[str, str], move: str, **more: Any) -> Table:
    """A power marches into an empty territory."""
    table = position(by, "combat_move", spaces, relations=WAR, **more)
    return table.move(move).end_phase()


@pytest.mark.parametrize("by", ["china", "united_kingdom"])
@pytest.mark.rule("POL-68", "POL-75", "CMB-54", setups="1940")
def test_a_complex_on_chinese_ground_is_removed_and_bases_stay(by: str) -> None:
    built = {"kwangsi": {"facilities": ["minor_industrial_complex", "air_base"], "damage": {"air_base": 1}}}
    spaces = {"yunnan": f"{by}: 1 infantry"}
    table = freed(by, spaces, "1 infantry: yunnan > kwangsi", more_spaces=built)
    assert table.owner("kwangsi") == "china"
    (fell,) = table.happened("facility_fell")
    assert (fell.facility, fell.becomes) == ("minor_industrial_complex", "")
    assert table.state.facilities["kwangsi"] == ("air_base",)
    assert table.state.damage["kwangsi"] == {"air_base": 1}


@pytest.mark.parametrize("territory", ["kwangtung", "burma"])
@pytest.mark.rule("POL-65", setups="1940")
def test_kwangtung_and_burma_are_chinese_only_while_india_is_lost(territory: str) -> None:
    start, path = ("kwangsi", "kwangsi > kwangtung") if territory == "kwangtung" else ("yunnan", "yunnan > burma")
    spaces, move = {start: "china: 1 infantry"}, f"1 infantry: {path}"
    lost = {territory: "japan", start: "china"}
    assert freed("china", spaces, move, owners=lost).owner(territory) == "united_kingdom"
    assert freed("china", spaces, move, owners=lost | {"india": "japan"}).owner(territory) == "china"


@pytest.mark.rule("POL-65", "CMB-65", setups="1940")
def test_with_india_free_again_they_are_british() -> None:
    owners = {"kwangtung": "china", "burma": "china", "india": "japan"}
    table = freed("united_kingdom", {"shan_state": "united_kingdom: 1 infantry", "burma": "united_kingdom: 1 infantry"},
                  "1 infantry: burma > india", owners=owners)  # fmt: skip
    assert {table.owner(t) for t in ("india", "kwangtung", "burma")} == {"united_kingdom"}
