"""Pressing on and retreating (CMB-36..44, CMB-68, CMB-69)."""

import pytest

from engine.ask import RetreatOptions
from tests.engine.table import Table, position


def retreat_options(table: Table) -> tuple[list[str | None], list[str]]:
    offered = RetreatOptions.of(table.requests[0])
    return list(offered.retreat), list(offered.who)


def retreating(to: str | None, **more: object) -> dict[str, object]:
    return {"type": "decide", "kind": "retreat", "choice": {"retreat": to, **more}}


@pytest.mark.rule("CMB-38", setups="every + 1940")
def test_the_way_of_an_aircraft_opens_no_retreat_at_sea() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz8": "united_kingdom: 1 destroyer",
            "sz14": "united_kingdom: 1 aircraft_carrier, 1 fighter",
            "sz9": "germany: 1 battleship",
        },
    )
    table.move("1 destroyer: sz8 > sz9").move("1 fighter: sz14 > sz9").end_phase().battle("sz9", dice="6 6 6")
    assert retreat_options(table) == (["sz8"], ["sea", "air"])
    table.refuses(retreating("sz14"), "CMB-38")


@pytest.mark.rule("CMB-40", "CMB-68", setups="every + 1940")
def test_ships_do_not_retreat_to_a_zone_that_was_hostile_when_the_turn_began() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz8": "united_kingdom: 1 destroyer; germany: 1 destroyer",
            "sz10": "united_kingdom: 1 destroyer",
            "sz9": "germany: 2 destroyer",
        },
    )
    table.move("1 destroyer: sz8 > sz9").move("1 destroyer: sz10 > sz9").end_phase()
    table.battle("sz9", dice="6 6 6 6")
    assert retreat_options(table)[0] == ["sz10"]
    table.refuses(retreating("sz8"), "CMB-38")
    table.retreat("sz10")
    assert table.at("sz10") == {"united_kingdom": {"destroyer": 2}}


@pytest.mark.rule("CMB-40", setups="but revised + 1940")
def test_a_zone_with_only_submarines_and_transports_at_turn_start_was_friendly() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz8": "united_kingdom: 1 destroyer; germany: 1 submarine, 1 transport", "sz9": "germany: 1 destroyer"},
    )
    table.move("1 destroyer: sz8 > sz9").end_phase().battle("sz9", dice="6 6").retreat("sz8")
    assert table.at("sz8")["united_kingdom"] == {"destroyer": 1}


@pytest.mark.rule("CMB-42", "CMB-37", setups="every")
def test_aircraft_retreat_with_the_ships_but_stay_over_the_battle_until_they_land() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "united_kingdom": "united_kingdom: 1 fighter",
            "sz8": "united_kingdom: 1 aircraft_carrier",
            "sz9": "germany: 1 battleship",
        },
    )
    table.move("1 aircraft_carrier: sz8 > sz9").move("1 fighter: united_kingdom > sz9").end_phase()
    table.battle("sz9", dice="6 6 6").retreat("sz8")
    assert table.at("sz8") == {"united_kingdom": {"aircraft_carrier": 1}}
    assert table.at("sz9")["united_kingdom"] == {"fighter": 1}
    table.move("1 fighter: sz9 > sz8").end_phase()
    assert table.at("sz8") == {"united_kingdom": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("CMB-42", "CMB-44", setups="every")
def test_own_fighters_that_launched_in_the_battle_do_not_leave_with_their_retreating_carrier() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz9": "united_kingdom: 1 aircraft_carrier, 1 fighter; germany: 2 destroyer",
            "sz8": "united_kingdom: 1 destroyer",
        },
    )
    table.move("1 destroyer: sz8 > sz9").end_phase().battle("sz9", dice="6 6 6 6 6").retreat("sz8")
    assert table.at("sz8")["united_kingdom"] == {"aircraft_carrier": 1, "destroyer": 1}
    assert table.at("sz9")["united_kingdom"] == {"fighter": 1}


@pytest.mark.rule("CMB-43", "CMB-68", setups="every + 1940")
def test_aircraft_do_not_leave_a_sea_battle_while_the_ships_must_stay() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"united_kingdom": "united_kingdom: 1 bomber", "sz9": "united_kingdom: 1 destroyer; germany: 1 destroyer"},
    )
    table.move("1 bomber: united_kingdom > sz9").end_phase().battle("sz9", dice="6 6 6 6 6 6 6 4 6")
    assert table.at("sz9") == {"united_kingdom": {"bomber": 1, "destroyer": 1}}


@pytest.mark.rule("CMB-44", "SPC-07", setups="but anniversary + 1940")
@pytest.mark.theatre("australia")
def test_a_retreating_transport_keeps_its_cargo_and_cannot_offload_this_turn() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "united_kingdom": "united_kingdom: 1 infantry, 1 tank",
            "sz8": "united_kingdom: 1 transport, 1 destroyer",
            "sz7": "germany: 1 destroyer",
            "western_europe": "germany: 1 infantry",
        },
    )
    table.move("1 infantry, 1 tank: united_kingdom > sz8").move("1 transport, 1 destroyer: sz8 > sz7")
    table.move("1 infantry, 1 tank: sz7 > western_europe").end_phase().battle("western_europe", dice="6 6")
    table.retreat("sz8")
    assert table.at("sz8") == {"united_kingdom": {"infantry": 1, "tank": 1, "transport": 1, "destroyer": 1}}
    assert table.board["cargo"][0]["units"] == {"united_kingdom": {"infantry": 1, "tank": 1}}
    assert (table.phase, table.owner("western_europe")) == ("noncombat_move", "germany")
    table.refuses_move("1 infantry, 1 tank: sz8 > united_kingdom", "CMB-44")


@pytest.mark.rule("CMB-68", setups="every + 1940")
def test_attackers_that_fought_where_they_began_retreat_only_with_others_that_came_in() -> None:
    spaces = {"sz9": "united_kingdom: 1 destroyer; germany: 1 battleship"}
    table = position("united_kingdom", "combat_move", spaces).end_phase().battle("sz9", dice="6 6 6 6 1 1")
    assert table.at("sz9") == {"germany": {"battleship": 1}}
    assert table.happened("request_opened") == []


@pytest.mark.rule("CMB-68", setups="but revised + 1940")
def test_another_attacker_that_entered_opens_a_way_out_for_all() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz9": "united_kingdom: 1 destroyer; germany: 2 battleship", "sz10": "united_kingdom: 1 submarine"},
    )
    table.move("1 submarine: sz10 > sz9").end_phase().battle("sz9")
    table.decide("submerge", {}, dice="6 6 6 6").retreat("sz10")
    assert table.at("sz10") == {"united_kingdom": {"submarine": 1, "destroyer": 1}}


@pytest.mark.rule("CMB-69", "CMB-37", "SPC-76", setups="but revised + 1940")
def test_a_submerged_attacking_submarine_stays_when_the_others_retreat() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz8": "united_kingdom: 2 submarine, 1 battleship", "sz9": "germany: 1 battleship"},
    )
    table.move("2 submarine, 1 battleship: sz8 > sz9").end_phase().battle("sz9")
    table.decide("submerge", {"submarine": 1}, dice="6 6 6").retreat("sz8")
    assert table.at("sz8") == {"united_kingdom": {"submarine": 1, "battleship": 1}}
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}, "germany": {"battleship": 1}}
    table.refuses_move("1 submarine: sz9 > sz8", "CMV-15")


@pytest.mark.rule("CMB-37", "CMB-25", setups="but revised + 1940")
def test_ships_that_retreat_do_not_join_another_battle_of_the_turn() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz8": "united_kingdom: 2 destroyer; germany: 1 submarine", "sz9": "germany: 1 battleship"},
    )
    table.move("1 destroyer: sz8 > sz9").do({"type": "engage", "space": "sz8", "attack": True}).end_phase()
    table.battle("sz9", dice="6 6").retreat("sz8").battle("sz8", dice="1 6")
    assert [len(event.pieces) for event in table.happened("fired")] == [1, 1]
    assert table.at("sz8") == {"united_kingdom": {"destroyer": 2}}
