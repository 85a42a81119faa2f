"""The printed unit table, every number of it played (chapter UNI)."""

from __future__ import annotations

import pytest

from tests.engine.table import Table, position


@pytest.mark.rule("UNI-10", "UNI-65", setups="but revised + 1940")
def test_transports_cannot_attack() -> None:
    table = position("germany", "combat_move", {"sz5": "germany: 3 transport", "sz6": "united_kingdom: 1 destroyer"})
    table.move("3 transport: sz5 > sz6").refuses({"type": "end_phase"}, "CMV-63")
    table = position("germany", "combat_move", {"sz5": "germany: 3 transport; united_kingdom: 1 transport"})
    table.refuses({"type": "engage", "space": "sz5", "attack": True}, "CMV-63")


@pytest.mark.rule("UNI-10", "UNI-65", setups="but revised + 1940")
def test_transports_do_not_defend_themselves() -> None:
    table = position("germany", "combat_move", {"sz5": "germany: 1 submarine", "sz6": "united_kingdom: 3 transport"})
    table.move("1 submarine: sz5 > sz6").end_phase().battle("sz6")
    assert table.at("sz6") == {"germany": {"submarine": 1}}
    assert table.happened("fired") == []


@pytest.mark.rule("UNI-17", setups="but revised + 1940")
def test_land_units_do_not_fight_at_sea() -> None:
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"tank": 1, "infantry": 1}}}]}
    spaces = {"sz5": "germany: 1 transport", "sz6": "united_kingdom: 1 destroyer"}
    table = position("united_kingdom", "combat_move", spaces, cargo=cargo)
    table.move("1 destroyer: sz6 > sz5").end_phase().battle("sz5")
    assert table.at("sz5") == {"united_kingdom": {"destroyer": 1}}
    table = position("germany", "combat_move", {"germany": "germany: 1 tank", "sz5": "united_kingdom: 1 transport"})
    table.refuses_move("1 tank: germany > sz5", "units")


@pytest.mark.rule("UNI-34", setups="but anniversary + 1940")
@pytest.mark.theatre("australia")
def test_a_complex_neither_moves_nor_boards_a_transport() -> None:
    for phase in ("combat_move", "noncombat_move"):
        table = position("germany", phase, {"sz5": "germany: 1 transport", "germany": "germany: 1 infantry"})
        table.refuses_move("1 industrial_complex: germany > eastern_europe", "units")
        table.refuses_move("1 industrial_complex: germany > sz5", "units")


def taking_the_caucasus(defenders: str = "", dice: str = "") -> Table:
    """German tanks take the Caucasus with its complex."""
    table = position("germany", "combat_move", {"ukraine": "germany: 2 tank", "caucasus": defenders})
    table.move("2 tank: ukraine > caucasus").end_phase()
    return table.battle("caucasus", dice=dice) if defenders else table


@pytest.mark.rule("UNI-34", "UNI-38", setups="but revised + 1940")
def test_a_complex_alone_does_not_defend_its_territory() -> None:
    table = taking_the_caucasus()
    assert table.owner("caucasus") == "germany"
    assert table.pending == []


@pytest.mark.rule("UNI-35", "UNI-38", setups="but revised + 1940")
def test_a_complex_is_no_casualty_and_falls_to_the_captor() -> None:
    table = taking_the_caucasus("soviet_union: 1 infantry", dice="1 1 6")
    assert table.happened("casualties_chosen")[0].wasted == 1
    assert table.board["facilities"]["caucasus"] == ["industrial_complex"]
    assert table.owner("caucasus") == "germany"


@pytest.mark.rule("UNI-36", setups="every + 1940")
def test_a_territory_holds_one_complex_at_most() -> None:
    table = position("germany", "mobilize", {})
    two = {"germany": {"facilities": ["industrial_complex", "industrial_complex"]}}
    table.refuses({"type": "edit", "spaces": two}, "UNI-36")
    table.refuses({"type": "edit", "spaces": {"germany": {"facilities": ["tank"]}}}, "units")
    table.refuses({"type": "edit", "spaces": {"germany": {"facilities": ["castle"]}}}, "units")
