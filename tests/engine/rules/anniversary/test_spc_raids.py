"""Bombing raids of Anniversary: guns, damage on complexes, its limit, and what it does to production (chapter SPC)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facilities.capacity import capacity
from tests.engine.rules.anniversary.playing import Play
from tests.engine.table import Table

RAID = {"raid": "industrial_complex"}


def raid(play: Play, bombers: int, defenders: str = "", **more: Any) -> Table:
    """British bombers over Germany, whose complex can take 20 damage, before conduct combat begins."""
    spaces = {"united_kingdom": f"united_kingdom: {bombers} bomber", "germany": defenders}
    table = play("united_kingdom", "combat_move", spaces, **more)
    return table.move(f"{bombers} bomber: united_kingdom > germany", **RAID).end_phase()


@pytest.mark.rule(
    "SPC-26", "SPC-27", "SPC-34", "SPC-36", "SPC-39", "MOB-12", "CMV-71",
    setups=("anniversary_1941", "anniversary_1942"),
)  # fmt: skip
def test_a_raid_damages_the_complex_and_takes_no_ipcs(play: Play) -> None:
    table = raid(play, 2, ipcs={"germany": 31}).battle("germany", "4 3")
    assert table.board["damage"] == {"germany": {"industrial_complex": 7}}
    assert table.ipcs("germany") == 31
    assert capacity(table.state, "germany") == 3
    (struck,) = table.happened("production_struck")
    assert (struck.damage, struck.ipcs, [strike.loss for strike in struck.strikes]) == (7, 0, [4, 3])


@pytest.mark.rule("SPC-35", "SPC-38", "MOB-14", setups=("anniversary_1941", "anniversary_1942"))
def test_a_complex_takes_no_more_damage_than_twice_the_value_of_its_territory(play: Play) -> None:
    damaged = {"germany": {"damage": {"industrial_complex": 15}}}
    table = raid(play, 2, more_spaces=damaged).battle("germany", "4 6")
    assert table.board["damage"] == {"germany": {"industrial_complex": 20}}
    assert capacity(table.state, "germany") == 0
    (struck,) = table.happened("production_struck")
    assert (struck.limit, [strike.loss for strike in struck.strikes]) == (5, [4, 1])


@pytest.mark.rule("SPC-31", "SPC-33", "SPC-60", setups=("anniversary_1941", "anniversary_1942"))
def test_one_gun_fires_at_every_raider_and_who_is_hit_drops_nothing(play: Play) -> None:
    table = raid(play, 2, "germany: 2 anti_aircraft_gun").battle("germany", "1 5 6")
    assert table.board["damage"] == {"germany": {"industrial_complex": 6}}
    assert table.at("germany")["united_kingdom"] == {"bomber": 1}


@pytest.mark.rule("SPC-28", "SPC-29", "CMB-01", setups=("anniversary_1941", "anniversary_1942"))
def test_raids_come_before_other_battles_and_raiders_fight_in_no_other(play: Play) -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 2 bomber",
        "germany": "germany: 1 infantry",
        "northwestern_europe": "germany: 1 infantry",
        "france": "united_kingdom: 2 infantry",
    }
    owners = {"france": "united_kingdom"}
    table = play("united_kingdom", "combat_move", spaces, owners=owners)
    table.move("1 bomber: united_kingdom > germany", **RAID).move("1 bomber: united_kingdom > germany")
    table.move("2 infantry: france > northwestern_europe").end_phase()
    table.refuses({"type": "battle", "space": "northwestern_europe"}, "CMB-01")
    table.battle("germany", "2")
    assert table.board["damage"] == {"germany": {"industrial_complex": 2}}
    table.battle("germany", "5 6")
    (began,) = table.happened("battle_began")
    assert len(began.battle.attackers) == 1


@pytest.mark.rule("PUR-22", "CMB-48", setups=("anniversary_1941", "anniversary_1942"))
def test_damage_stays_when_the_territory_is_taken(play: Play) -> None:
    spaces = {"bulgaria_romania": "germany: 2 tank", "ukraine": "", "caucasus": ""}
    damaged = {"caucasus": {"damage": {"industrial_complex": 3}}}
    table = play(
        "germany", "combat_move", {**spaces, "eastern_ukraine": "germany: 1 infantry"},
        owners={"eastern_ukraine": "germany"}, more_spaces=damaged,
    )  # fmt: skip
    table.move("1 infantry: eastern_ukraine > caucasus").end_phase()
    assert table.owner("caucasus") == "germany"
    assert table.board["damage"] == {"caucasus": {"industrial_complex": 3}}


def test_the_game_master_can_set_damage_within_its_limit_only(play: Play) -> None:
    table = play("germany", "purchase", {})
    too_much = {"type": "edit", "spaces": {"russia": {"damage": {"industrial_complex": 13}}}}
    table.refuses(too_much, "SPC-35")
    table.refuses({"type": "edit", "spaces": {"poland": {"damage": {"industrial_complex": 1}}}}, "units")
    table.do({"type": "edit", "spaces": {"russia": {"damage": {"industrial_complex": 12}}}})
    assert table.board["damage"] == {"russia": {"industrial_complex": 12}}
    table.do({"type": "edit", "spaces": {"russia": {"facilities": []}}})
    assert table.board["damage"] == {}
