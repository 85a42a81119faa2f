"""Land units, ships and transports in the noncombat move (chapter NCM)."""

from __future__ import annotations

import pytest

from tests.engine.table import Table, position


def transport_at_sea(phase: str = "noncombat_move", **spaces: str) -> Table:
    """A German transport in sea zone 5 with a tank and an infantry aboard since the turn before."""
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 1, "tank": 1}}}]}
    return position("germany", phase, {"sz5": "germany: 1 transport", **spaces}, cargo=cargo)


@pytest.mark.rule("NCM-01", setups="every + 1940")
def test_land_units_and_ships_that_fought_stay() -> None:
    table = position("germany", "combat_move", {"sz5": "germany: 1 destroyer; united_kingdom: 1 destroyer"})
    table.end_phase().battle("sz5", dice="1 6")
    table.refuses_move("1 destroyer: sz5 > sz6", "CMV-15")


@pytest.mark.rule("NCM-06", setups="every + 1940")
def test_land_units_may_enter_the_territory_of_an_ally() -> None:
    table = position("united_states", "noncombat_move", {"eastern_united_states": "united_states: 1 infantry"})
    table.move("1 infantry: eastern_united_states > eastern_canada")
    assert table.owner("eastern_canada") == "united_kingdom"


@pytest.mark.rule("NCM-09", setups="but anniversary")
def test_nobody_enters_or_crosses_neutral_territory() -> None:
    table = position("germany", "noncombat_move", {"germany": "germany: 1 tank, 1 fighter"})
    table.refuses_move("1 tank: germany > switzerland", "BRD-12")
    table.refuses_move("1 tank: germany > switzerland > southern_europe", "BRD-12")
    table.refuses_move("1 fighter: germany > switzerland > southern_europe", "BRD-12")


@pytest.mark.rule("NCM-26", setups="but revised + 1940")
@pytest.mark.parametrize("enemy", ["submarine", "transport"])
def test_ships_may_end_where_only_enemy_submarines_or_transports_are(enemy: str) -> None:
    table = position("germany", "noncombat_move", {"sz5": "germany: 1 destroyer", "sz6": f"united_kingdom: 2 {enemy}"})
    table.move("1 destroyer: sz5 > sz6").end_phase()
    assert table.at("sz6") == {"germany": {"destroyer": 1}, "united_kingdom": {enemy: 2}}


@pytest.mark.rule("NCM-27", setups="but anniversary + 1940")
@pytest.mark.theatre("australia")
def test_a_transport_picks_up_on_its_way() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"sz5": "germany: 1 transport", "germany": "germany: 1 infantry", "western_europe": "germany: 1 tank"},
    )
    table.move("1 infantry: germany > sz5").move("1 transport: sz5 > sz6").move("1 tank: western_europe > sz6")
    table.move("1 transport: sz6 > sz3")
    assert table.board["cargo"][0]["units"] == {"germany": {"infantry": 1, "tank": 1}}


@pytest.mark.rule("NCM-27", setups="but anniversary + 1940")
@pytest.mark.theatre("australia")
def test_a_transport_that_was_used_in_the_combat_move_does_nothing_more() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 transport; united_kingdom: 1 destroyer", "western_europe": "germany: 1 infantry"},
    )
    table.move("1 transport: sz5 > sz6").end_phase()
    table.refuses_move("1 transport: sz6 > sz9", "NCM-27")
    table.refuses_move("1 infantry: western_europe > sz6", "NCM-27")


@pytest.mark.rule("NCM-28", setups="but revised + 1940")
def test_a_transport_that_fought_does_nothing_more() -> None:
    spaces = {"sz5": "germany: 1 destroyer, 1 transport; united_kingdom: 1 destroyer", "germany": "germany: 1 infantry"}
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"tank": 1}}}]}
    table = position("germany", "combat_move", spaces, cargo=cargo)
    table.end_phase().battle("sz5", dice="1 6")
    table.refuses_move("1 transport: sz5 > sz6", "NCM-28")
    table.refuses_move("1 infantry: germany > sz5", "NCM-28")
    table.refuses_move("1 tank: sz5 > germany", "NCM-28")


@pytest.mark.rule("NCM-29", setups="but anniversary + 1940")
def test_guests_aboard_go_ashore_only_in_their_own_turn() -> None:
    spaces = {"sz6": "united_kingdom: 1 transport", "western_europe": "united_states: 1 infantry"}
    cargo = {"sz6": [{"transport": "united_kingdom", "units": {"united_states": {"infantry": 1}}}]}
    table = position("united_kingdom", "noncombat_move", spaces, cargo=cargo)
    table.refuses_move("1 infantry: sz6 > united_kingdom", "units")
    table.refuses_move("1 infantry: sz6 > united_kingdom", "power", owner="united_states")
    table = position("united_states", "noncombat_move", spaces, cargo=cargo)
    table.move("1 infantry: sz6 > united_kingdom")
    assert table.at("united_kingdom") == {"united_states": {"infantry": 1}}


@pytest.mark.rule("NCM-29", setups="every + 1940")
def test_nothing_boards_or_lands_in_a_hostile_zone() -> None:
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"tank": 1}}}]}
    spaces = {"sz5": "germany: 1 transport; united_kingdom: 1 destroyer", "germany": "germany: 1 infantry"}
    table = position("germany", "noncombat_move", spaces, cargo=cargo)
    table.refuses_move("1 tank: sz5 > germany", "CMV-19")
    table.refuses_move("1 infantry: germany > sz5", "CMV-19")


@pytest.mark.rule("NCM-32", setups="but anniversary + 1940")
def test_a_transport_may_end_the_turn_with_cargo_that_was_aboard_before() -> None:
    table = transport_at_sea(germany="germany: 1 infantry").end_phase()
    assert table.power == "united_kingdom"
    assert table.board["cargo"][0]["units"] == {"germany": {"infantry": 1, "tank": 1}}


@pytest.mark.rule("NCM-32", setups="every + 1940")
def test_a_transport_may_end_the_turn_with_cargo_loaded_in_this_phase() -> None:
    table = position("germany", "noncombat_move", {"sz5": "germany: 1 transport", "germany": "germany: 2 infantry"})
    table.move("2 infantry: germany > sz5").end_phase()
    assert table.board["cargo"][0]["units"] == {"germany": {"infantry": 2}}


@pytest.mark.rule("NCM-32", setups="but revised + 1940")
def test_cargo_loaded_in_the_combat_move_must_assault() -> None:
    table = position("germany", "combat_move", {"sz5": "germany: 1 transport", "germany": "germany: 1 infantry"})
    table.move("1 infantry: germany > sz5").refuses({"type": "end_phase"}, "CMV-58")


@pytest.mark.rule("NCM-32", setups="every + 1940")
def test_a_transport_that_retreated_from_an_assault_keeps_its_cargo() -> None:
    spaces = {
        "sz5": "germany: 1 transport, 1 destroyer",
        "germany": "germany: 1 infantry",
        "sz6": "united_kingdom: 1 destroyer",
    }
    table = position("germany", "combat_move", spaces)
    table.move("1 infantry: germany > sz5").move("1 transport, 1 destroyer: sz5 > sz6")
    table.move("1 infantry: sz6 > united_kingdom").end_phase().battle("sz6", dice="6 6").retreat("sz5")
    assert table.phase == "noncombat_move"
    table.refuses_move("1 infantry: sz5 > germany", "CMB-44")
    table.end_phase()
    assert table.board["cargo"] == [
        {"space": "sz5", "transport_owner": "germany", "units": {"germany": {"infantry": 1}}}
    ]
