"""Where new units enter the board (chapter MOB)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.table import Table, position

UK_ZONES = ("sz6", "sz7", "sz8")


def mobilizing(power: str, bought: dict[str, int], spaces: dict[str, str] | None = None, **more: Any) -> Table:
    """The mobilize phase of a power that bought these units."""
    return position(power, "mobilize", spaces or {}, purchased={power: bought}, **more)


def place(space: str, **units: int) -> dict[str, Any]:
    """A placement."""
    return {"type": "mobilize", "units": units, "space": space}


@pytest.mark.rule("MOB-01", setups="every + 1940")
def test_units_come_from_a_complex_held_since_the_turn_began() -> None:
    table = mobilizing("germany", {"infantry": 1}).do(place("germany", infantry=1))
    assert table.at("germany") == {"germany": {"infantry": 1}}
    table = mobilizing("germany", {"infantry": 1}, owners={"caucasus": "germany"}).do(place("caucasus", infantry=1))
    assert table.at("caucasus") == {"germany": {"infantry": 1}}


@pytest.mark.rule("MOB-01", setups="every + 1940")
def test_it_works_in_the_next_turn_of_its_captor() -> None:
    captured = {"caucasus": {"owner": "germany", "captured_this_turn": True}}
    table = mobilizing("germany", {"infantry": 1}, more_spaces=captured)
    table.refuses(place("caucasus", infantry=1), "MOB-01")
    table.do(place("germany", infantry=1)).end_phase()
    table.do({"type": "edit", "turn": {"power": "germany", "phase": "mobilize"}, "purchased": {"germany": {"tank": 1}}})
    table.do(place("caucasus", tank=1))
    assert table.at("caucasus") == {"germany": {"tank": 1}}


@pytest.mark.rule("MOB-02", setups="every + 1940")
def test_the_complex_of_an_ally_cannot_be_used() -> None:
    table = mobilizing("united_states", {"infantry": 1, "destroyer": 1})
    table.refuses(place("united_kingdom", infantry=1), "MOB-02")
    table.refuses(place("sz8", destroyer=1), "MOB-02")


@pytest.mark.rule("MOB-02", setups="every + 1940")
def test_a_complex_held_for_an_ally_without_capital_is_ones_own() -> None:
    held = {"russia": "germany", "caucasus": "united_kingdom"}
    table = mobilizing("united_kingdom", {"tank": 2}, owners=held).do(place("caucasus", tank=2))
    assert table.at("caucasus") == {"united_kingdom": {"tank": 2}}


@pytest.mark.rule("MOB-03", setups=("revised", "anniversary_1941", "anniversary_1942", "pacific_1940"))
@pytest.mark.parametrize("unit", ["artillery", "anti_aircraft_gun"])
def test_units_that_1941_lacks_are_placed_in_the_territory_of_the_complex_too(unit: str) -> None:
    table = mobilizing("united_kingdom", {unit: 1})
    table.refuses(place("eastern_canada", **{unit: 1}), "MOB-03")
    table.do(place("united_kingdom", **{unit: 1}))
    assert table.at("united_kingdom") == {"united_kingdom": {unit: 1}}


@pytest.mark.rule("MOB-03", setups="every + 1940")
@pytest.mark.parametrize("unit", ["infantry", "tank", "bomber", "fighter"])
def test_new_land_units_and_aircraft_are_placed_in_the_territory_of_the_complex(unit: str) -> None:
    table = mobilizing("united_kingdom", {unit: 1})
    table.refuses(place("eastern_canada", **{unit: 1}), "MOB-03")
    table.do(place("united_kingdom", **{unit: 1}))
    assert table.at("united_kingdom") == {"united_kingdom": {unit: 1}}


@pytest.mark.rule("MOB-03", setups="every + 1940")
def test_a_new_bomber_is_never_placed_at_sea() -> None:
    table = mobilizing("united_kingdom", {"bomber": 1}, {"sz8": "united_kingdom: 1 aircraft_carrier"})
    table.refuses(place("sz8", bomber=1), "MOB-03")


@pytest.mark.rule("MOB-04", setups="every + 1940")
def test_new_land_units_never_arrive_aboard_transports() -> None:
    table = mobilizing("united_kingdom", {"infantry": 1, "transport": 1}, {"sz8": "united_kingdom: 1 transport"})
    table.refuses(place("sz8", infantry=1), "MOB-04")
    table.refuses(place("sz8", infantry=1, transport=1), "MOB-04")


@pytest.mark.rule("MOB-05", setups="every")
@pytest.mark.parametrize("zone", UK_ZONES)
@pytest.mark.parametrize("ship", ["submarine", "transport", "destroyer", "aircraft_carrier", "battleship"])
def test_new_ships_are_placed_in_a_zone_beside_the_complex(zone: str, ship: str) -> None:
    table = mobilizing("united_kingdom", {ship: 1}).do(place(zone, **{ship: 1}))
    assert table.at(zone) == {"united_kingdom": {ship: 1}}


@pytest.mark.rule("MOB-05", setups="but anniversary + 1940")
def test_new_ships_are_placed_neither_on_land_nor_in_a_zone_farther_away() -> None:
    table = mobilizing("united_kingdom", {"destroyer": 1})
    table.refuses(place("united_kingdom", destroyer=1), "MOB-05")
    table.refuses(place("sz9", destroyer=1), "MOB-05")
    table.refuses(place("sz5", destroyer=1), "MOB-05")


@pytest.mark.rule("MOB-05", setups="every + 1940")
def test_unknown_and_closed_spaces_are_refused() -> None:
    table = mobilizing("germany", {"infantry": 1})
    table.refuses(place("atlantis", infantry=1), "space")
    table.refuses(place("switzerland", infantry=1), "BRD-12")
    table.refuses({**place("germany", infantry=1), "complex": "atlantis"}, "space")
    table.refuses({**place("germany", infantry=1), "complex": "russia"}, "MOB-05")
    table.refuses(place("germany"), "units")
    table.refuses(place("germany", cruiser=1), "units")


@pytest.mark.rule("MOB-06", setups="every + 1940")
def test_new_ships_may_be_placed_in_a_hostile_zone_without_a_battle() -> None:
    table = mobilizing(
        "germany", {"submarine": 1, "battleship": 1}, {"sz5": "united_kingdom: 2 battleship"}, ipcs={"germany": 0}
    )
    table.do(place("sz5", submarine=1, battleship=1)).end_phase()
    assert table.at("sz5") == {"germany": {"battleship": 1, "submarine": 1}, "united_kingdom": {"battleship": 2}}
    assert table.happened("battle_began") == []
    assert table.pending == []


@pytest.mark.rule("MOB-07", setups="but revised + 1940")
def test_new_fighters_are_placed_on_an_own_carrier_beside_the_complex_new_or_existing() -> None:
    table = mobilizing("united_kingdom", {"fighter": 2}, {"sz8": "united_kingdom: 1 aircraft_carrier"})
    table.do(place("sz8", fighter=2))
    carrier = next(p.id for p in table.pieces if p.unit == "aircraft_carrier")
    assert {p.aboard for p in table.pieces if p.unit == "fighter"} == {carrier}
    table = mobilizing("united_kingdom", {"fighter": 2, "aircraft_carrier": 1})
    table.do(place("sz8", fighter=2, aircraft_carrier=1))
    assert table.at("sz8") == {"united_kingdom": {"fighter": 2, "aircraft_carrier": 1}}


@pytest.mark.rule("MOB-07", setups="but revised + 1940")
def test_new_fighters_are_placed_even_in_a_hostile_zone() -> None:
    spaces = {"sz8": "united_kingdom: 1 aircraft_carrier; germany: 1 battleship"}
    table = mobilizing("united_kingdom", {"fighter": 1}, spaces).do(place("sz8", fighter=1))
    assert table.at("sz8")["united_kingdom"] == {"fighter": 1, "aircraft_carrier": 1}


@pytest.mark.rule("MOB-07", setups="every + 1940")
@pytest.mark.parametrize(
    ("fighters", "there"),
    [
        (1, ""),
        (1, "united_kingdom: 1 battleship"),
        (3, "united_kingdom: 1 aircraft_carrier"),
        (2, "united_kingdom: 1 aircraft_carrier, 1 fighter"),
    ],
)
def test_new_fighters_need_a_carrier_with_room(fighters: int, there: str) -> None:
    table = mobilizing("united_kingdom", {"fighter": 3}, {"sz8": there})
    table.refuses(place("sz8", fighter=fighters), "MOB-07")


@pytest.mark.rule("MOB-07", setups="every + 1940")
def test_a_carrier_in_a_zone_away_from_the_complex_takes_no_new_fighter() -> None:
    table = mobilizing("united_kingdom", {"fighter": 1}, {"sz14": "united_kingdom: 1 aircraft_carrier"})
    table.refuses(place("sz14", fighter=1), "MOB-05")


@pytest.mark.rule("MOB-08", setups="but revised + 1940")
def test_fighters_in_the_territory_do_not_board_a_new_carrier() -> None:
    table = mobilizing("united_kingdom", {"aircraft_carrier": 1}, {"united_kingdom": "united_kingdom: 2 fighter"})
    table.do(place("sz8", aircraft_carrier=1))
    table.refuses_move("2 fighter: united_kingdom > sz8", "phase")
    assert table.at("united_kingdom") == {"united_kingdom": {"fighter": 2}}


@pytest.mark.rule("MOB-09", setups="but revised + 1940")
def test_fighters_that_wait_in_the_zone_land_on_the_new_carrier() -> None:
    table = position(
        "united_kingdom",
        "noncombat_move",
        {"united_kingdom": "united_kingdom: 2 fighter"},
        purchased={"united_kingdom": {"aircraft_carrier": 1}},
    )
    table.move("2 fighter: united_kingdom > sz8").end_phase().do(place("sz8", aircraft_carrier=1))
    carrier = next(p.id for p in table.pieces if p.unit == "aircraft_carrier")
    assert {p.aboard for p in table.pieces if p.unit == "fighter"} == {carrier}


@pytest.mark.rule("MOB-09", setups="but revised + 1940")
def test_the_places_of_fighters_that_wait_are_not_given_to_new_ones() -> None:
    table = position(
        "united_kingdom",
        "noncombat_move",
        {"united_kingdom": "united_kingdom: 2 fighter"},
        purchased={"united_kingdom": {"aircraft_carrier": 1, "fighter": 1}},
    )
    table.move("2 fighter: united_kingdom > sz8").end_phase()
    table.refuses(place("sz8", aircraft_carrier=1, fighter=1), "MOB-07")
    table.do(place("sz8", aircraft_carrier=1)).do(place("united_kingdom", fighter=1)).end_phase()
    assert table.at("sz8") == {"united_kingdom": {"aircraft_carrier": 1, "fighter": 2}}


@pytest.mark.rule("MOB-10", setups="every + 1940")
def test_a_new_fighter_is_never_placed_on_the_carrier_of_an_ally() -> None:
    table = mobilizing("united_kingdom", {"fighter": 1}, {"sz8": "united_states: 1 aircraft_carrier"})
    table.refuses(place("sz8", fighter=1), "MOB-10")
