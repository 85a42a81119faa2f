"""Where new units of Revised enter the board, and how many (chapter MOB); complexes have their own file."""

from __future__ import annotations

from typing import Any

import pytest

from engine import load_setup
from engine.ask import destinations, movable
from engine.state.game_state import state_to_json
from tests.engine.rules.common.test_mob_places import place
from tests.engine.table import Table, position

BOTH = ("aa1941", "revised")
CAPACITIES = {
    "russia": 8,
    "caucasus": 4,
    "germany": 10,
    "southern_europe": 6,
    "united_kingdom": 8,
    "japan": 8,
    "eastern_united_states": 12,
    "western_united_states": 10,
}


def mobilizing(power: str, bought: dict[str, int], spaces: dict[str, str] | None = None, **more: Any) -> Table:
    """The mobilize phase of a power that bought these units."""
    setup = more.pop("setup", "revised")
    return position(power, "mobilize", spaces or {}, setup=setup, purchased={power: bought}, **more)


def aboard(table: Table) -> dict[str, str | None]:
    """The carrier of each fighter at sea."""
    pieces = table.state.pieces.values()
    return {p.id: p.aboard for p in pieces if p.unit == "fighter" and p.space.startswith("sz")}


@pytest.mark.rule("MOB-01", setup="revised")
def test_units_come_from_a_complex_held_since_the_turn_began() -> None:
    table = mobilizing("germany", {"infantry": 1}, owners={"caucasus": "germany"}).do(place("caucasus", infantry=1))
    assert table.at("caucasus") == {"germany": {"infantry": 1}}
    captured = {"caucasus": {"owner": "germany", "captured_this_turn": True}}
    table = mobilizing("germany", {"infantry": 1}, more_spaces=captured)
    assert "works next turn" in table.refuses(place("caucasus", infantry=1), "MOB-01")


@pytest.mark.rule("MOB-02", setup="revised")
def test_the_complex_of_an_ally_cannot_be_used_unless_it_is_held_for_him() -> None:
    table = mobilizing("united_states", {"infantry": 1, "destroyer": 1})
    table.refuses(place("united_kingdom", infantry=1), "MOB-02")
    table.refuses(place("sz6", destroyer=1), "MOB-02")
    held = {"russia": "germany", "caucasus": "united_kingdom"}
    table = mobilizing("united_kingdom", {"tank": 4}, owners=held).do(place("caucasus", tank=4))
    assert table.at("caucasus") == {"united_kingdom": {"tank": 4}}


@pytest.mark.rule("MOB-03", "MOB-04", setup="revised")
def test_new_bombers_and_land_units_are_never_placed_at_sea() -> None:
    bought = {"bomber": 1, "infantry": 1, "anti_aircraft_gun": 1, "transport": 1, "aircraft_carrier": 1}
    table = mobilizing("united_kingdom", bought)
    table.refuses(place("sz6", bomber=1, aircraft_carrier=1), "MOB-03")
    table.refuses(place("sz6", infantry=1, transport=1), "MOB-04")
    table.refuses(place("sz6", anti_aircraft_gun=1, transport=1), "MOB-04")


@pytest.mark.rule("MOB-05", setup="revised")
def test_new_ships_are_placed_in_a_zone_beside_the_complex() -> None:
    table = mobilizing("germany", {"destroyer": 3, "submarine": 1})
    table.refuses(place("germany", destroyer=1), "MOB-05")
    table.refuses(place("sz6", destroyer=1), "MOB-05")
    table.do(place("sz5", destroyer=1)).do(place("sz14", submarine=1))
    assert table.at("sz14") == {"germany": {"submarine": 1}}


@pytest.mark.rule("MOB-07", setup="revised")
def test_new_fighters_are_placed_on_a_carrier_placed_this_turn() -> None:
    table = mobilizing("united_kingdom", {"fighter": 2, "aircraft_carrier": 1})
    table.do(place("sz6", fighter=2, aircraft_carrier=1))
    assert set(aboard(table).values()) == {"united_kingdom.aircraft_carrier.2"}
    table = mobilizing("united_kingdom", {"fighter": 2, "aircraft_carrier": 1})
    table.do(place("sz6", aircraft_carrier=1)).do(place("sz6", fighter=1)).do(place("united_kingdom", fighter=1))
    assert table.at("sz6") == {"united_kingdom": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("MOB-07", setup="revised")
def test_an_older_carrier_takes_no_new_fighter() -> None:
    table = mobilizing(
        "united_kingdom", {"fighter": 3, "aircraft_carrier": 1}, {"sz6": "united_kingdom: 1 aircraft_carrier"}
    )
    assert "need a new carrier of your own" in table.refuses(place("sz6", fighter=1), "MOB-07")
    table.refuses(place("sz6", fighter=3, aircraft_carrier=1), "MOB-07")
    table.do(place("sz6", fighter=2, aircraft_carrier=1))
    new = max(p.id for p in table.state.pieces.values() if p.unit == "aircraft_carrier")
    assert set(aboard(table).values()) == {new}
    table.refuses(place("sz6", fighter=1), "MOB-07")


@pytest.mark.rule("MOB-08", setup="revised")
def test_fighters_in_the_territory_of_the_complex_board_a_new_carrier() -> None:
    spaces = {"germany": "germany: 2 fighter, 1 bomber, 1 infantry"}
    table = mobilizing("germany", {"aircraft_carrier": 1}, spaces)
    table.refuses_move("1 fighter: germany > sz5", "MOB-08")
    before = state_to_json(table.do(place("sz5", aircraft_carrier=1)).state)
    table.move("2 fighter: germany > sz5")
    assert table.at("sz5") == {"germany": {"aircraft_carrier": 1, "fighter": 2}}
    assert len(set(aboard(table).values())) == 1
    table.do({"type": "undo"})
    assert state_to_json(table.state) == before
    table.move("1 fighter: germany > sz5").end_phase()
    assert table.at("sz5") == {"germany": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("MOB-08", setup="revised")
def test_fighters_that_fought_or_are_new_may_board_too() -> None:
    spaces = {"germany": "germany: 1 fighter", "sz5": "united_kingdom: 1 transport"}
    table = position(
        "germany", "combat_move", spaces, setup="revised", purchased={"germany": {"aircraft_carrier": 1, "fighter": 1}}
    )
    table.move("1 fighter: germany > sz5").end_phase().battle("sz5", dice="1 6")
    table.move("1 fighter: sz5 > germany").end_phase()
    table.do(place("sz5", aircraft_carrier=1)).do(place("germany", fighter=1)).move("2 fighter: germany > sz5")
    assert table.at("sz5") == {"germany": {"aircraft_carrier": 1, "fighter": 2}}


@pytest.mark.rule("MOB-08", setup="revised")
def test_nothing_else_moves_while_new_units_are_placed() -> None:
    spaces = {
        "germany": "germany: 3 fighter, 1 bomber, 1 infantry",
        "norway": "germany: 1 fighter",
        "sz5": "germany: 1 transport",
    }
    table = mobilizing("germany", {"aircraft_carrier": 1}, spaces).do(place("sz5", aircraft_carrier=1))
    table.refuses_move("1 bomber: germany > sz5", "MOB-08")
    table.refuses_move("1 infantry: germany > sz5", "MOB-08")
    table.refuses_move("1 fighter: germany > eastern_europe", "MOB-08")
    table.refuses_move("1 fighter: norway > sz5", "MOB-08")
    table.refuses_move("1 fighter: germany > western_europe > sz5", "MOB-08")
    table.refuses_move("3 fighter: germany > sz5", "UNI-49")
    table.refuses_move("4 fighter: germany > sz5", "units")


@pytest.mark.rule("MOB-08", setup="revised")
def test_the_carrier_must_come_from_the_complex_of_that_territory() -> None:
    two = {"western_europe": {"facilities": ["industrial_complex"]}}
    spaces = {"western_europe": "germany: 1 fighter"}
    table = mobilizing("germany", {"aircraft_carrier": 1}, spaces, more_spaces=two)
    table.do({**place("sz5", aircraft_carrier=1), "complex": "germany"})
    table.refuses_move("1 fighter: western_europe > sz5", "MOB-08")
    table.do({"type": "undo"}).do({**place("sz5", aircraft_carrier=1), "complex": "western_europe"})
    table.move("1 fighter: western_europe > sz5")


@pytest.mark.rule("MOB-09", setup="revised")
def test_fighters_do_not_wait_over_the_sea_for_a_new_carrier() -> None:
    spaces = {"united_kingdom": "united_kingdom: 1 fighter", "sz6": "germany: 1 transport"}
    bought = {"united_kingdom": {"aircraft_carrier": 1}}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", purchased=bought)
    table.move("1 fighter: united_kingdom > sz6").end_phase().battle("sz6", dice="1 6")
    table.refuses({"type": "end_phase"}, "NCM-20")


@pytest.mark.rule("MOB-12", setup="revised")
@pytest.mark.parametrize(("territory", "value"), CAPACITIES.items())
def test_a_complex_places_as_many_units_as_its_territory_is_worth(territory: str, value: int) -> None:
    owner = load_setup("revised").board.territory[territory].emblem
    assert owner is not None
    table = mobilizing(owner, {"infantry": 20})
    table.refuses(place(territory, infantry=value + 1), "MOB-12")
    table.do(place(territory, infantry=value))
    table.refuses(place(territory, infantry=1), "MOB-12")


@pytest.mark.rule("MOB-13", setup="revised")
def test_land_units_guns_aircraft_and_ships_count_together() -> None:
    bought = {"infantry": 2, "anti_aircraft_gun": 1, "fighter": 1, "submarine": 1}
    table = mobilizing("soviet_union", bought)
    table.do(place("caucasus", infantry=1, anti_aircraft_gun=1, fighter=1)).do(place("sz16", submarine=1))
    assert table.refuses(place("caucasus", infantry=1), "MOB-12").startswith(
        "The complex in the Caucasus can place no more units"
    )


@pytest.mark.rule("MOB-17", setup="revised")
def test_a_zone_between_two_complexes_is_fed_by_the_one_that_the_player_names() -> None:
    table = mobilizing("germany", {"destroyer": 17})
    table.do({**place("sz14", destroyer=5), "complex": "southern_europe"})
    table.refuses({**place("sz14", destroyer=2), "complex": "southern_europe"}, "MOB-12")
    table.refuses({**place("sz14", destroyer=1), "complex": "germany"}, "MOB-05")
    two = {"western_europe": {"facilities": ["industrial_complex"]}}
    table = mobilizing("germany", {"destroyer": 17}, more_spaces=two)
    table.do({**place("sz5", destroyer=6), "complex": "western_europe"})
    table.do({**place("sz5", destroyer=10), "complex": "germany"})
    table.refuses(place("sz5", destroyer=1), "MOB-12")


@pytest.mark.rule("MOB-24", setup="revised")
def test_what_does_not_fit_is_returned_and_repaid_and_the_player_picks_what() -> None:
    table = mobilizing("united_kingdom", {"infantry": 8, "bomber": 2}, ipcs={"united_kingdom": 0})
    table.do(place("united_kingdom", bomber=2, infantry=6)).end_phase()
    (returned,) = table.happened("units_returned")
    assert (dict(returned.units), returned.ipcs) == ({"infantry": 2}, 6)
    assert table.ipcs("united_kingdom") == 6 + 30


@pytest.mark.rule("MOB-08", setup="revised")
def test_fighters_that_may_board_a_new_carrier_are_offered_it() -> None:
    spaces = {"japan": "japan: 3 fighter, 1 bomber, 1 infantry", "manchuria": "japan: 1 fighter"}
    table = position("japan", "mobilize", spaces, setup="revised", purchased={"japan": {"aircraft_carrier": 1}})
    assert movable(table.state) == ()
    table.do({"type": "mobilize", "units": {"aircraft_carrier": 1}, "space": "sz60"})
    assert [(m.space, m.unit, m.count) for m in movable(table.state)] == [("japan", "fighter", 3)]
    assert [reach.space for reach in destinations(table.state, "japan", "fighter")] == ["sz60"]
    table.move("2 fighter: japan > sz60")
    assert movable(table.state) == ()
