"""What enemies could strike in their next turn."""

from __future__ import annotations

from random import Random

import pytest

from engine import GameState, apply, new_game
from engine.ask import Movable, destinations, movable
from engine.politics.standing import is_hostile_territory
from engine.position.relations import defenders_at
from engine.queries.striking.strikes import WAYS, Way, strikes
from tests.engine.random_games import RolledDice
from tests.engine.random_positions import scattered
from tests.engine.table import position

SETUPS = ("aa1941", "revised", "anniversary_1941", "anniversary_1942")


def struck(power: str, way: Way, spaces: dict[str, str], **more: object) -> set[str]:
    """Spaces that enemies of a power can strike by one way, with only these units on the board."""
    table = position(power, "noncombat_move", spaces, **more)  # type: ignore[arg-type]
    return {space for space, ways in strikes(table.state, power).items() if way in ways}


def test_infantry_strikes_its_hostile_neighbours() -> None:
    assert struck("soviet_union", "land", {"eastern_europe": "germany: 1 infantry"}) == {"karelia"}


def test_a_tank_strikes_through_an_empty_territory_and_not_through_a_held_one() -> None:
    tank = {"ukraine": "germany: 1 tank"}
    free = struck("soviet_union", "land", tank, owners={"west_russia": "soviet_union"})
    assert free == {"west_russia", "caucasus", "archangel", "karelia", "russia"}
    held = tank | {"west_russia": "soviet_union: 1 infantry"}
    assert struck("soviet_union", "land", held, owners={"west_russia": "soviet_union"}) == {
        "west_russia",
        "caucasus",
        "karelia",
    }, "Karelia by way of Eastern Europe"


def test_an_industrial_complex_holds_up_a_blitz() -> None:
    reached = struck("soviet_union", "land", {"west_russia": "germany: 1 tank"})
    assert {"russia", "archangel", "karelia"} <= reached
    assert "middle_east" not in reached, "behind Caucasus"


def test_a_tank_goes_through_the_territory_of_an_ally() -> None:
    assert "karelia" in struck("soviet_union", "land", {"germany": "japan: 1 tank"})


def test_antiaircraft_guns_strike_nothing() -> None:
    assert struck("soviet_union", "land", {"ukraine_ssr": "germany: 1 anti_aircraft_gun"}, setup="revised") == set()


def test_a_ship_strikes_zones_within_its_movement_and_stops_where_it_must_fight() -> None:
    destroyer = {"sz5": "germany: 1 destroyer"}
    assert {"sz5", "sz6", "sz7", "sz3"} <= struck("united_kingdom", "sea", destroyer)
    blocked = destroyer | {"sz6": "united_kingdom: 1 destroyer"}
    assert struck("united_kingdom", "sea", blocked) == {"sz5", "sz6"}


def test_a_submarine_goes_on_where_no_destroyer_stops_it() -> None:
    submarine = {"sz5": "germany: 1 submarine"}
    battleship = submarine | {"sz6": "united_kingdom: 1 battleship"}
    assert "sz7" in struck("united_kingdom", "sea", battleship)
    destroyer = submarine | {"sz6": "united_kingdom: 1 destroyer"}
    assert "sz7" not in struck("united_kingdom", "sea", destroyer)


def test_a_canal_that_enemies_do_not_hold_is_closed_to_their_ships() -> None:
    ship = {"sz17": "germany: 1 destroyer"}
    assert "sz28" not in struck("united_kingdom", "sea", ship)
    held = {"anglo_egypt_sudan": "germany", "middle_east": "germany"}
    assert "sz28" in struck("united_kingdom", "sea", ship, owners=held)


def test_transports_alone_strike_no_zone_and_empty_ones_no_coast() -> None:
    assert struck("united_kingdom", "sea", {"sz5": "germany: 1 transport"}) == set()


def test_a_transport_lands_what_it_takes_aboard_on_its_way() -> None:
    units = {"sz5": "germany: 1 transport", "germany": "germany: 1 infantry"}
    assert "united_kingdom" in struck("united_kingdom", "sea", units)
    on_the_way = {"sz7": "germany: 1 transport", "western_europe": "germany: 1 infantry"}
    assert {"united_kingdom", "iceland"} & struck("united_kingdom", "sea", on_the_way)


def test_a_transport_lands_what_it_has_aboard() -> None:
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]}
    reached = struck("united_kingdom", "sea", {"sz5": "germany: 1 transport"}, cargo=cargo)
    assert {"united_kingdom", "karelia"} <= reached


def test_nobody_boards_in_a_hostile_zone() -> None:
    units = {
        "sz5": "germany: 1 transport; united_kingdom: 1 destroyer",
        "eastern_europe": "germany: 1 infantry",
    }
    assert "karelia" not in struck("united_kingdom", "sea", units)


def test_a_landing_out_of_a_hostile_zone_needs_somebody_to_fight_for_it() -> None:
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]}
    units = {"sz5": "germany: 1 transport", "sz6": "united_kingdom: 1 destroyer"}
    assert "united_kingdom" not in struck("united_kingdom", "sea", units, cargo=cargo)
    escorted = units | {"sz5": "germany: 1 transport, 1 destroyer"}
    assert "united_kingdom" in struck("united_kingdom", "sea", escorted, cargo=cargo)
    covered = units | {"germany": "germany: 1 bomber"}
    assert "united_kingdom" in struck("united_kingdom", "sea", covered, cargo=cargo)


def test_aircraft_strike_as_far_as_they_can_still_land() -> None:
    reached = struck("soviet_union", "air", {"ukraine": "germany: 1 fighter"})
    assert "russia" in reached, "two spaces there, one back to West Russia"
    assert "urals" in reached, "two spaces there by Caucasus, two back"
    assert "india" in reached, "three spaces there, one on to Southeast Asia"
    assert "soviet_far_east" not in reached


def test_a_fighter_strikes_farther_where_a_carrier_can_come_after_it() -> None:
    fleet = {"sz45": "japan: 1 fighter, 1 aircraft_carrier"}
    assert {"sz40", "sz42"} & struck("united_states", "air", fleet)
    alone = {"japan": "japan: 1 fighter"}
    assert not {"sz40", "sz42"} & struck("united_states", "air", alone)


def test_bombers_do_not_land_on_carriers() -> None:
    fleet = {"sz38": "japan: 1 aircraft_carrier", "japan": "japan: 1 bomber"}
    without = struck("united_states", "air", {"japan": "japan: 1 bomber"})
    assert struck("united_states", "air", fleet) == without


def test_long_range_aircraft_reach_farther() -> None:
    fighter = {"germany": "germany: 1 fighter"}
    known = {"germany": ["long_range_aircraft"]}
    usual = struck("united_kingdom", "air", fighter, setup="revised")
    improved = struck("united_kingdom", "air", fighter, setup="revised", technologies=known)
    assert usual < improved


def test_a_power_that_is_confined_to_a_range_strikes_nothing_beyond_it() -> None:
    units = {"yunnan": "china: 1 infantry, 1 fighter", "fukien": "japan: 1 infantry", "burma": "japan: 1 infantry"}
    held = {"burma": "japan", "fukien": "japan"}
    table = position("japan", "noncombat_move", units, setup="anniversary_1941", owners=held)
    found = {space: ways for space, ways in strikes(table.state, "japan").items() if "china" in str(ways)}
    assert found["fukien"].keys() == {"land", "air"}
    assert not {"burma", "french_indo_china_thailand", "sz61"} & found.keys()


def test_what_a_unit_did_this_turn_does_not_hold_it_back_in_its_next() -> None:
    table = position("germany", "combat_move", {"ukraine": "germany: 2 infantry", "caucasus": ""})
    before = strikes(table.state, "soviet_union")
    table.move("1 infantry: ukraine > caucasus").end_phase()
    after = strikes(table.state, "soviet_union")
    assert "land" in before["caucasus"]
    assert "land" in after["russia"], "out of the Caucasus, that was taken just now"


def test_every_enemy_that_can_strike_a_space_is_named_in_turn_order() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"karelia": "soviet_union: 1 infantry", "united_kingdom": "united_kingdom: 1 fighter"},
    )
    found = strikes(table.state, "germany")
    assert found["norway_finland"]["land"] == ("soviet_union",)
    assert found["norway_finland"]["air"] == ("united_kingdom",)


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("seed", range(2))
def test_whatever_an_enemy_may_order_in_its_combat_move_is_among_its_strikes(setup: str, seed: int) -> None:
    state = _combat_move(setup, seed)
    victim = next(p for p in state.edition.turn_order if state.edition.power[p].side != _side(state))
    found = strikes(state, victim)
    for entry in movable(state):
        for reached in destinations(state, entry.space, entry.unit, entry.owner):
            way = _way_of_attack(state, entry, reached.space)
            if way is not None:
                assert state.power in found[reached.space][way], (entry, reached)


def _way_of_attack(state: GameState, entry: Movable, end: str) -> Way | None:
    """How a unit would attack a space, or None if it would not: it boards, or nobody is there to be attacked."""
    board, kind = state.edition.board, state.unit_of(entry.owner, entry.unit)
    meets = is_hostile_territory(state, end, state.power) if board.is_land(end) else _foes(state, end)
    boards = kind.domain == "land" and board.is_sea(end)
    if not meets or not kind.attack or boards or end == entry.space or kind.domain == "facility":
        return None
    return "sea" if board.is_sea(entry.space) and kind.domain == "land" else kind.domain


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("seed", range(2))
def test_whatever_land_units_and_ships_could_strike_they_may_be_ordered_to(setup: str, seed: int) -> None:
    state = _combat_move(setup, seed)
    victim = next(p for p in state.edition.turn_order if state.edition.power[p].side != _side(state))
    ordered: dict[Way, set[str]] = {way: set() for way in WAYS}
    for entry in movable(state):
        kind = state.unit_of(entry.owner, entry.unit)
        reached = {reach.space for reach in destinations(state, entry.space, entry.unit, entry.owner)}
        if kind.domain != "facility":
            ordered[kind.domain] |= reached
    for space, ways in strikes(state, victim).items():
        if state.power in ways.get("land", ()):
            assert space in ordered["land"]
        own = [p for p in state.at(space) if p.power == state.power]
        if (
            state.power in ways.get("sea", ())
            and space in state.edition.board.sea_zone
            and _foes(state, space)
            and not own
        ):
            assert space in ordered["sea"]


def _combat_move(setup: str, seed: int) -> GameState:
    rng = Random(seed)
    game = new_game(setup)
    edit = scattered(game.edition, rng)
    edit["turn"]["phase"] = "combat_move"
    return apply(game, edit, RolledDice(rng)).state


def _side(state: GameState) -> str:
    return state.edition.power[state.power].side


def _foes(state: GameState, zone: str) -> bool:
    return bool(defenders_at(state, zone, state.power))
