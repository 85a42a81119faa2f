"""Lightning Assaults: Japanese transports that make two assaults in a turn (OPT-37)."""

from functools import partial

import pytest

from engine import state_to_json
from tests.engine.table import Table, position

revised = partial(position, setup="revised")


def transport_at_sea(advantage: bool = True, **more: str) -> Table:
    """A transport off the Carolines with two infantry, and American garrisons on two islands."""
    spaces = {
        "sz50": "japan: 1 transport",
        "caroline_islands": "japan: 3 infantry",
        "solomon_islands": "united_states: 1 infantry",
        "new_guinea": "united_states: 1 infantry",
        **more,
    }
    owners = {"solomon_islands": "united_states", "new_guinea": "united_states"}
    advantages = {"japan": "lightning_assaults"} if advantage else {}
    table = revised("japan", "combat_move", spaces, owners=owners, advantages=advantages)
    table.move("2 infantry: caroline_islands > sz50").move("1 transport: sz50 > sz45")
    return table.move("1 infantry: sz45 > solomon_islands")


@pytest.mark.rule("OPT-37", "CMV-60", setup="revised")
def test_after_its_first_assault_a_transport_moves_on_to_a_second_one() -> None:
    table = transport_at_sea().move("1 transport: sz45 > sz47").move("1 infantry: sz47 > new_guinea").end_phase()
    assert table.pending == [("new_guinea", "land"), ("solomon_islands", "land")]
    table.battle("solomon_islands", dice="1 6").battle("new_guinea", dice="1 6")
    assert table.at("solomon_islands") == table.at("new_guinea") == {"japan": {"infantry": 1}}


@pytest.mark.rule("OPT-37", "CMV-60", setup="revised")
def test_without_the_advantage_it_stays_where_it_offloads() -> None:
    transport_at_sea(advantage=False).refuses_move("1 transport: sz45 > sz47", "CMV-60")


@pytest.mark.rule("OPT-37", "SPC-12", setup="revised")
def test_the_cargo_waits_in_the_first_zone_until_it_lands_and_cannot_retreat() -> None:
    table = transport_at_sea().move("1 transport: sz45 > sz47")
    assert table.at("sz45") == {"japan": {"infantry": 1}}
    table.refuses_move("1 infantry: sz45 > solomon_islands", "units")
    table.move("1 infantry: sz47 > new_guinea").end_phase()
    table.battle("solomon_islands", dice="6 6 6 1")
    assert table.at("solomon_islands") == {"united_states": {"infantry": 1}}


@pytest.mark.rule("OPT-37", "UNI-61", setup="revised")
def test_it_takes_no_more_than_one_load_in_the_turn() -> None:
    table = revised(
        "japan",
        "combat_move",
        {"sz45": "japan: 1 transport", "solomon_islands": "", "caroline_islands": "japan: 1 infantry"},
        owners={"solomon_islands": "united_states"},
        cargo={"sz45": [{"transport": "japan", "units": {"japan": {"infantry": 1, "tank": 1}}}]},
        advantages={"japan": "lightning_assaults"},
    )
    table.move("1 tank: sz45 > solomon_islands").move("1 transport: sz45 > sz50")
    table.refuses_move("1 infantry: caroline_islands > sz50", "UNI-61")


@pytest.mark.rule("OPT-37", "UNI-61", setup="revised")
def test_it_may_take_the_rest_of_its_load_aboard_after_the_first_assault() -> None:
    spaces = {
        "sz45": "japan: 1 transport",
        "solomon_islands": "united_states: 1 infantry",
        "caroline_islands": "japan: 1 infantry",
        "wake_island": "united_states: 1 infantry",
    }
    table = revised(
        "japan",
        "combat_move",
        spaces,
        owners={"solomon_islands": "united_states", "wake_island": "united_states"},
        cargo={"sz45": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]},
        advantages={"japan": "lightning_assaults"},
    )
    table.move("1 infantry: sz45 > solomon_islands").move("1 transport: sz45 > sz50")
    table.move("1 infantry: caroline_islands > sz50").move("1 transport: sz50 > sz51")
    table.move("1 infantry: sz51 > wake_island").end_phase()
    assert table.pending == [("solomon_islands", "land"), ("wake_island", "land")]


@pytest.mark.rule("OPT-37", "CMV-57", setup="revised")
def test_it_still_stops_in_the_first_hostile_zone() -> None:
    table = transport_at_sea(sz45="united_states: 1 transport")
    table.refuses_move("1 transport: sz45 > sz47", "CMV-57")
    begun_there = revised(
        "japan",
        "combat_move",
        {"sz45": "japan: 1 transport; united_states: 1 transport", "solomon_islands": "united_states: 1 infantry"},
        owners={"solomon_islands": "united_states"},
        cargo={"sz45": [{"transport": "japan", "units": {"japan": {"infantry": 2}}}]},
        advantages={"japan": "lightning_assaults"},
    )
    begun_there.move("1 infantry: sz45 > solomon_islands")
    begun_there.refuses_move("1 transport: sz45 > sz47", "CMV-57")


@pytest.mark.rule("OPT-37", "CMB-04", setup="revised")
def test_the_second_assault_may_need_a_sea_battle_first() -> None:
    table = transport_at_sea(sz47="united_states: 1 transport", sz48="japan: 1 battleship")
    table.move("1 battleship: sz48 > sz47").move("1 transport: sz45 > sz47").move("1 infantry: sz47 > new_guinea")
    table.end_phase().battle("sz47", dice="1 6").battle("new_guinea", dice="1 6").battle("solomon_islands", dice="1 6")
    assert table.owner("new_guinea") == table.owner("solomon_islands") == "japan"


@pytest.mark.rule("OPT-37", "SPC-06", setup="revised")
def test_cargo_that_has_set_out_cannot_be_called_back() -> None:
    table = transport_at_sea().move("1 transport: sz45 > sz47").move("1 infantry: sz47 > new_guinea").end_phase()
    table.refuses({"type": "battle", "space": "solomon_islands", "land": "none"}, "SPC-06")


@pytest.mark.rule("OPT-37", "CMV-60", setup="revised")
@pytest.mark.parametrize("zone", ["sz47", "sz50"])
def test_a_transport_moves_on_to_a_second_assault_and_for_nothing_else(zone: str) -> None:
    table = transport_at_sea().move(f"1 transport: sz45 > {zone}")
    assert table.refuses({"type": "end_phase"}, "OPT-37") == (
        f"The transport in sea zone {zone[2:]} moved on after its landing, so it must make another one. Declare "
        "that, or undo the move."
    )
    table.do({"type": "undo"}).end_phase()


@pytest.mark.rule("OPT-37", "OPT-34", "CMV-60", setup="revised")
def test_a_ship_that_can_land_no_more_ends_no_turn_elsewhere() -> None:
    table = revised(
        "japan",
        "combat_move",
        {"sz45": "japan: 1 destroyer", "solomon_islands": "", "sz47": "united_states: 1 transport"},
        owners={"solomon_islands": "united_states"},
        cargo={"sz45": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]},
        advantages={"japan": "lightning_assaults, tokyo_express"},
    )
    table.move("1 infantry: sz45 > solomon_islands").move("1 destroyer: sz45 > sz47")
    table.refuses({"type": "end_phase"}, "OPT-37")
    table.do({"type": "undo"}).end_phase()


@pytest.mark.rule("OPT-37", setup="revised")
def test_moving_on_can_be_undone() -> None:
    table = transport_at_sea()
    before = state_to_json(table.state)
    table.move("1 transport: sz45 > sz47").move("1 infantry: sz47 > new_guinea")
    table.do({"type": "undo"}).do({"type": "undo"})
    assert state_to_json(table.state) == before
