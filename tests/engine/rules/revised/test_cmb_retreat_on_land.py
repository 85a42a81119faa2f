"""Pressing on and retreating in land battles of Revised (CMB-36..39)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.table import Table, position


def attack_on_china(manchuria: str = "", indochina: str = "", **more: Any) -> Table:
    """Japanese units attack China from two directions."""
    moves = {"manchuria": manchuria, "french_indochina": indochina}
    spaces = {space: f"japan: {force}" for space, force in moves.items() if force}
    table = position("japan", "combat_move", {"china": "united_states: 2 infantry", **spaces}, setup="revised", **more)
    for space, force in moves.items():
        if force:
            table.move(f"{force}: {space} > china")
    return table.end_phase()


def retreating(to: str | None, **more: object) -> dict[str, object]:
    return {"type": "decide", "kind": "retreat", "choice": {"retreat": to, **more}}


@pytest.mark.rule("CMB-36", "CMB-37", "CMB-38", setup="revised")
@pytest.mark.parametrize("to", ["manchuria", "french_indochina"])
def test_the_rule_books_example_of_land_retreats_all_go_to_one_side_of_china(to: str) -> None:
    table = attack_on_china("2 infantry", "1 infantry, 1 artillery")
    table.refuses(retreating(to), "request")
    table.battle("china", dice="6 6 6 6 6 6")
    assert table.state.requests[0].options["retreat"] == ["french_indochina", "manchuria"]
    table.retreat(to)
    assert table.at(to) == {"japan": {"infantry": 3, "artillery": 1}}
    assert table.at("china") == {"united_states": {"infantry": 2}}


@pytest.mark.rule("CMB-36", setup="revised")
def test_the_defender_never_retreats() -> None:
    table = attack_on_china("1 tank").battle("china", dice="6 6 6")
    table.refuses({**retreating("sinkiang"), "power": "united_states"}, "request")


@pytest.mark.rule("CMB-37", "CMB-43", setup="revised")
def test_no_part_of_the_attackers_stays_behind_but_aircraft_stay_over_the_battle() -> None:
    table = attack_on_china("1 infantry, 1 fighter").battle("china", dice="6 6 6 6")
    table.refuses(retreating("manchuria", who=["land"]), "CMB-43")
    table.refuses(retreating(None), "CMB-37")
    table.retreat("manchuria")
    assert table.at("manchuria") == {"japan": {"infantry": 1}}
    assert table.at("china")["japan"] == {"fighter": 1}


@pytest.mark.rule("CMB-38", setup="revised")
def test_nobody_retreats_to_where_no_attacker_came_from() -> None:
    table = attack_on_china("1 tank").battle("china", dice="6 6 6")
    for space in ("kwangtung", "french_indochina", "sinkiang"):
        table.refuses(retreating(space), "CMB-38")


@pytest.mark.rule("CMB-38", setup="revised")
def test_a_tank_that_moved_two_spaces_retreats_only_to_the_space_that_it_entered_from() -> None:
    table = position(
        "germany",
        "combat_move",
        {"eastern_europe": "germany: 1 tank", "caucasus": "soviet_union: 1 infantry"},
        setup="revised",
    )
    table.move("1 tank: eastern_europe > ukraine_ssr > caucasus").end_phase().battle("caucasus", dice="6 6")
    table.refuses(retreating("eastern_europe"), "CMB-38")
    table.retreat("ukraine_ssr")
    assert table.at("ukraine_ssr") == {"germany": {"tank": 1}}


@pytest.mark.rule("CMB-38", "CMB-41", setup="revised")
def test_the_way_of_units_that_were_lost_stays_open() -> None:
    table = attack_on_china("1 infantry", "1 tank").battle("china", dice="6 6 1 6").lose("1 infantry")
    table.retreat("manchuria")
    assert table.at("manchuria") == {"japan": {"tank": 1}}


@pytest.mark.rule("CMB-39", setup="revised")
def test_land_units_retreat_to_territory_that_is_friendly_now_if_only_by_their_own_blitz() -> None:
    table = position(
        "germany",
        "combat_move",
        {"libya": "germany: 1 tank", "trans_jordan": "united_kingdom: 2 infantry"},
        setup="revised",
    )
    table.move("1 tank: libya > anglo_egypt > trans_jordan").end_phase().battle("trans_jordan", dice="6 6 6")
    table.refuses(retreating("libya"), "CMB-38")
    table.retreat("anglo_egypt")
    assert table.at("anglo_egypt") == {"germany": {"tank": 1}}
