"""New industrial complexes of Revised (MOB-16, MOB-18..25), and what complexes are (UNI-34..38)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.state.game_state import state_to_json
from tests.engine.rules.common.test_mob_places import place
from tests.engine.rules.revised.test_mob_places import mobilizing
from tests.engine.table import Table, position

COMPLEX = {"industrial_complex": 1}


def building(power: str = "united_kingdom", spaces: dict[str, str] | None = None, **more: Any) -> Table:
    """The mobilize phase of a power that bought a complex."""
    bought = more.pop("bought", COMPLEX)
    return mobilizing(power, bought, spaces, **more)


def stands(table: Table, space: str) -> bool:
    """Whether a complex stands in a territory."""
    return "industrial_complex" in table.board["facilities"].get(space, [])


@pytest.mark.rule("MOB-18", "MOB-23", "UNI-15", setup="revised")
def test_a_complex_is_placed_in_an_own_territory_without_one_and_needs_none_beside_it() -> None:
    table = building().do(place("india", **COMPLEX))
    assert stands(table, "india")
    assert table.board["purchased"] == {}
    (built,) = table.happened("facility_built")
    assert (built.power, built.space, built.free) == ("united_kingdom", "india", False)


@pytest.mark.rule("MOB-18", setup="revised")
def test_the_territory_must_have_been_held_since_the_turn_began() -> None:
    table = building()
    table.refuses(place("persia", industrial_complex=2), "units")
    table.refuses(place("manchuria", **COMPLEX), "MOB-18")
    table.refuses(place("caucasus", **COMPLEX), "MOB-18")
    table.refuses(place("sz6", **COMPLEX), "MOB-18")
    table.refuses(place("spain", **COMPLEX), "BRD-12")
    captured = {"manchuria": {"owner": "united_kingdom", "captured_this_turn": True}}
    table = building(more_spaces=captured)
    assert "next turn" in table.refuses(place("manchuria", **COMPLEX), "MOB-18")


@pytest.mark.rule("MOB-18", "UNI-36", setup="revised")
def test_a_territory_holds_one_complex_at_most() -> None:
    table = building(bought={"industrial_complex": 2})
    table.refuses(place("united_kingdom", **COMPLEX), "UNI-36")
    table.refuses(place("india", industrial_complex=2), "UNI-36")
    table.do(place("india", **COMPLEX)).refuses(place("india", **COMPLEX), "UNI-36")
    two = {"india": {"facilities": ["industrial_complex", "industrial_complex"]}}
    table.refuses({"type": "edit", "spaces": two}, "UNI-36")


@pytest.mark.rule("MOB-19", setup="revised")
def test_the_territory_must_be_worth_at_least_1() -> None:
    table = building()
    assert table.refuses(place("gibraltar", **COMPLEX), "MOB-19").startswith("Gibraltar is worth 0 IPCs")
    table.do(place("trans_jordan", **COMPLEX))
    assert stands(table, "trans_jordan")


@pytest.mark.rule("MOB-20", setup="revised")
def test_a_complex_may_stand_on_an_island() -> None:
    assert stands(building("japan").do(place("borneo", **COMPLEX)), "borneo")


@pytest.mark.rule("MOB-16", setup="revised")
def test_a_complex_uses_up_no_capacity() -> None:
    table = building("soviet_union", bought={"infantry": 4, "industrial_complex": 1})
    table.do(place("caucasus", infantry=4)).do(place("karelia_ssr", **COMPLEX)).end_phase()
    assert stands(table, "karelia_ssr")


@pytest.mark.rule("MOB-01", "MOB-18", setup="revised")
def test_a_new_complex_gives_nothing_this_turn_and_works_in_the_next() -> None:
    table = building(bought={"infantry": 3, "industrial_complex": 1, "destroyer": 1})
    table.refuses(place("india", infantry=1, industrial_complex=1), "MOB-03")
    table.do(place("india", **COMPLEX))
    sentence = table.refuses(place("india", infantry=1), "MOB-01")
    assert sentence == "The complex in India is new; it works next turn."
    table.refuses(place("sz35", destroyer=1), "MOB-01")
    again = {"united_kingdom": {"infantry": 3}}
    table.do({"type": "edit", "purchased": again, "turn": {"power": "united_kingdom", "phase": "mobilize"}})
    table.do(place("india", infantry=3))
    assert table.at("india") == {"united_kingdom": {"infantry": 3}}


@pytest.mark.rule("MOB-25", setup="revised")
def test_a_bought_complex_must_be_placed_while_there_is_a_place() -> None:
    table = building()
    assert "You can still place 1 industrial complex in" in table.refuses({"type": "end_phase"}, "MOB-25")
    table.do(place("australia", **COMPLEX)).end_phase()


@pytest.mark.rule("MOB-24", setup="revised")
def test_a_complex_without_a_place_is_repaid() -> None:
    held = dict.fromkeys(("archangel", "buryatia_ssr", "evenki_national_okrug", "karelia_ssr"), "germany")
    held |= dict.fromkeys(("kazakh_ssr", "novosibirsk", "soviet_far_east", "yakut_ssr"), "germany")
    table = building("soviet_union", owners=held, ipcs={"soviet_union": 0}).end_phase()
    assert dict(table.happened("units_returned")[0].units) == COMPLEX
    assert table.ipcs("soviet_union") == 15 + 12


@pytest.mark.rule("MOB-18", setup="revised")
def test_the_placing_of_a_complex_can_be_undone_to_the_last_byte() -> None:
    table = building(bought={"infantry": 1, "industrial_complex": 1})
    before = state_to_json(table.state)
    table.do(place("india", **COMPLEX)).do(place("united_kingdom", infantry=1))
    table.do({"type": "undo", "order": 0}).do({"type": "undo"})
    assert state_to_json(table.state) == before


@pytest.mark.rule("UNI-34", "UNI-35", "UNI-38", setup="revised")
def test_a_complex_does_not_fight_is_no_casualty_and_falls_to_the_captor() -> None:
    spaces = {"ukraine_ssr": "germany: 2 tank", "caucasus": "soviet_union: 1 infantry"}
    table = position("germany", "combat_move", spaces, setup="revised")
    table.move("2 tank: ukraine_ssr > caucasus").end_phase().battle("caucasus", dice="1 1 6")
    assert table.happened("casualties_chosen")[0].wasted == 1
    assert (table.owner("caucasus"), stands(table, "caucasus")) == ("germany", True)
    table = position("germany", "combat_move", {"ukraine_ssr": "germany: 1 tank"}, setup="revised")
    table.move("1 tank: ukraine_ssr > caucasus").end_phase()
    assert (table.owner("caucasus"), table.pending) == ("germany", [])
