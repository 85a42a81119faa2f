"""Ships on the move: what stops them, and what submarines may pass."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("CMV-29", "CMV-30")
def test_the_destroyer_must_stop_where_the_submarine_passes() -> None:
    """The caption of the rule document: an enemy warship that is no destroyer stands in sea zone 39."""
    table = position(
        "united_states",
        "combat_move",
        {
            "sz40": "united_states: 1 destroyer, 1 submarine",
            "sz39": "japan: 1 aircraft_carrier",
            "sz45": "japan: 1 transport",
        },
    )
    sentence = table.refuses_move("1 destroyer: sz40 > sz39 > sz45", "CMV-29")
    assert sentence == "The destroyer cannot go on from sea zone 39: enemy surface warships stop it there."
    table.move("1 submarine: sz40 > sz39 > sz45").move("1 destroyer: sz40 > sz39").end_phase()
    assert sorted(table.pending) == [("sz39", "sea"), ("sz45", "sea")]


@pytest.mark.rule("CMV-29")
@pytest.mark.parametrize("ship", ["battleship", "aircraft_carrier", "destroyer"])
@pytest.mark.parametrize("blocker", ["battleship", "aircraft_carrier", "destroyer"])
def test_every_surface_warship_stops_every_other(ship: str, blocker: str) -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": f"germany: 1 {ship}", "sz6": f"united_kingdom: 1 {blocker}", "sz8": "united_kingdom: 1 battleship"},
    )
    table.refuses_move(f"1 {ship}: sz5 > sz6 > sz8", "CMV-29")
    table.move(f"1 {ship}: sz5 > sz6")
    table.refuses_move(f"1 {ship}: sz6 > sz8", "CMV-29")


@pytest.mark.rule("CMV-30")
@pytest.mark.parametrize("blocker", ["battleship", "aircraft_carrier", "submarine", "transport"])
def test_submarines_pass_all_but_destroyers(blocker: str) -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 submarine", "sz6": f"united_kingdom: 1 {blocker}", "sz8": "united_kingdom: 1 transport"},
    )
    table.move("1 submarine: sz5 > sz6").move("1 submarine: sz6 > sz8").end_phase()
    assert table.pending == [("sz8", "sea")]


@pytest.mark.rule("CMV-31", "CMV-32")
def test_a_destroyer_stops_a_submarine_at_once_and_must_be_fought() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 submarine", "sz6": "united_kingdom: 1 destroyer", "sz8": "united_kingdom: 1 transport"},
    )
    sentence = table.refuses_move("1 submarine: sz5 > sz6 > sz8", "CMV-31")
    assert sentence == "The submarine cannot go on from sea zone 6: an enemy destroyer stops it there."
    table.move("1 submarine: sz5 > sz6")
    table.refuses_move("1 submarine: sz6 > sz8", "CMV-31")
    table.end_phase()
    assert table.pending == [("sz6", "sea")]


@pytest.mark.rule("CMV-31")
def test_a_submarine_leaves_a_zone_that_it_shares_with_a_destroyer_since_its_turn_began() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 submarine; united_kingdom: 1 destroyer", "sz8": "united_kingdom: 1 transport"},
    )
    table.move("1 submarine: sz5 > sz6 > sz8").end_phase()
    assert table.pending == [("sz8", "sea")]


@pytest.mark.rule("CMV-33", "CMV-34")
@pytest.mark.parametrize("ships", ["1 submarine", "1 transport", "3 submarine, 2 transport"])
def test_enemy_submarines_and_transports_stop_nobody(ships: str) -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "sz5": "germany: 1 battleship, 1 transport",
            "sz6": f"united_kingdom: {ships}",
            "sz8": "united_kingdom: 1 destroyer",
        },
    )
    table.move("1 battleship, 1 transport: sz5 > sz6 > sz8").end_phase()
    assert table.pending == [("sz8", "sea")]


@pytest.mark.rule("CMV-33", "CMV-34")
def test_loading_goes_on_beside_enemy_submarines_and_transports() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "sz5": "germany: 1 transport, 1 destroyer; united_kingdom: 1 submarine, 1 transport",
            "germany": "germany: 1 tank",
        },
    )
    table.move("1 tank: germany > sz5").move("1 tank: sz5 > karelia").end_phase()
    assert table.owner("karelia") == "germany"
    assert table.at("sz5")["united_kingdom"] == {"submarine": 1, "transport": 1}


@pytest.mark.rule("CMV-37")
def test_aircraft_pass_hostile_land_and_sea_freely() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "eastern_europe": "germany: 1 fighter, 1 bomber",
            "karelia": "soviet_union: 2 fighter",
            "archangel": "soviet_union: 1 infantry",
            "sz5": "united_kingdom: 2 battleship",
            "sz6": "united_kingdom: 1 destroyer",
        },
    )
    table.move("1 fighter: eastern_europe > karelia > archangel")
    table.move("1 bomber: eastern_europe > sz5 > sz6")
    assert table.at("archangel")["germany"] == {"fighter": 1}
    assert table.at("sz6")["germany"] == {"bomber": 1}
