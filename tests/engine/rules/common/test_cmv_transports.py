"""Transports in the combat move: loading on the way, bridging, and the landing that must follow."""

import pytest

from tests.engine.table import Table, position


def aboard(table: Table, zone: str) -> list[dict[str, dict[str, int]]]:
    """What lies aboard the transports of a zone."""
    return [row["units"] for row in table.board["cargo"] if row["space"] == zone]


@pytest.mark.rule("CMV-58", setups="every + 1940")
def test_a_transport_that_retreats_from_the_sea_battle_keeps_what_it_loaded() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "sz5": "germany: 1 transport, 1 destroyer",
            "germany": "germany: 1 infantry",
            "sz6": "united_kingdom: 1 destroyer",
        },
    )
    table.move("1 infantry: germany > sz5").move("1 transport, 1 destroyer: sz5 > sz6")
    table.move("1 infantry: sz6 > united_kingdom").end_phase()
    table.battle("sz6", dice="6 6").retreat("sz5")
    assert aboard(table, "sz5") == [{"germany": {"infantry": 1}}]
    assert table.owner("united_kingdom") == "united_kingdom"
    assert table.phase == "noncombat_move"
    table.refuses_move("1 infantry: sz5 > germany", "CMB-44")


@pytest.mark.rule("CMV-59", setups="every + 1940")
def test_cargo_aboard_since_an_earlier_turn_may_stay_aboard() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz6": "germany: 1 transport"},
        cargo={"sz6": [{"transport": "germany", "units": {"germany": {"infantry": 2}}}]},
    )
    table.move("1 infantry: sz6 > united_kingdom").end_phase()
    assert table.owner("united_kingdom") == "germany"
    assert aboard(table, "sz6") == [{"germany": {"infantry": 1}}]


@pytest.mark.rule("CMV-58", "CMV-59", setups="every + 1940")
def test_of_units_alike_those_land_that_boarded_for_it_and_those_from_an_earlier_turn_stay() -> None:
    table = position(
        "germany",
        "combat_move",
        {"germany": "germany: 1 infantry", "sz5": "germany: 1 transport"},
        cargo={"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]},
    )
    table.move("1 infantry: germany > sz5").move("1 transport: sz5 > sz6")
    table.move("1 infantry: sz6 > united_kingdom").end_phase()
    assert table.owner("united_kingdom") == "germany"
    assert aboard(table, "sz6") == [{"germany": {"infantry": 1}}]


def boarding(tanks: int) -> Table:
    """Two transports, with two infantry aboard one of them, and tanks that are to board."""
    spaces = {"germany": f"germany: 2 infantry, {tanks} tank", "sz5": "germany: 2 transport"}
    return position("germany", "combat_move", spaces).move("2 infantry: germany > sz5")


@pytest.mark.rule("UNI-61", "CMV-54", setups="every + 1940")
def test_who_boards_last_finds_the_room_that_there_is_for_all_together() -> None:
    table = boarding(2).move("2 tank: germany > sz5")
    assert aboard(table, "sz5") == [{"germany": {"infantry": 1, "tank": 1}}] * 2
    table.do({"type": "undo"})
    assert aboard(table, "sz5") == [{"germany": {"infantry": 2}}]


@pytest.mark.rule("UNI-61", setups="every + 1940")
def test_there_is_no_more_room_for_all_together_than_the_transports_have() -> None:
    table = boarding(3)
    table.refuses_move("3 tank: germany > sz5", "UNI-61")
    assert aboard(table, "sz5") == [{"germany": {"infantry": 2}}]


@pytest.mark.rule("UNI-61", setups="every + 1940")
def test_who_names_a_transport_finds_the_room_that_it_has_left() -> None:
    table = boarding(1)
    laden = next(piece.aboard for piece in table.pieces if piece.aboard)
    table.refuses_move("1 tank: germany > sz5", "UNI-61", transport=laden)


@pytest.mark.rule("CMV-61", setups="every + 1940")
def test_cargo_does_not_change_ships_at_sea() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 transport", "sz6": "germany: 1 transport"},
        cargo={"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]},
    )
    sentence = table.refuses_move("1 infantry: sz5 > sz6", "CMV-61")
    assert sentence == "The infantry stays on its transport at sea. Move the transport."
    table.refuses_move("1 infantry: sz5 > sz5", "space")


@pytest.mark.rule("CMV-61", setups="every + 1940")
def test_cargo_sails_with_its_ship() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"sz5": "germany: 2 transport"},
        cargo={"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]},
    )
    table.move("1 transport: sz5 > sz6", with_cargo={})
    assert aboard(table, "sz6") == []
    table.move("1 transport: sz5 > sz6", with_cargo={"infantry": 1})
    assert aboard(table, "sz6") == [{"germany": {"infantry": 1}}]


@pytest.mark.rule("CMV-69", setups="every + 1940")
def test_no_assault_is_added_after_the_combat_move() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz6": "germany: 1 transport"},
        cargo={"sz6": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]},
    )
    table.end_phase()
    assert table.phase == "noncombat_move"
    sentence = table.refuses_move("1 infantry: sz6 > united_kingdom", "NCM-07")
    assert sentence == "The United Kingdom is hostile: an assault must be declared in the combat move."
