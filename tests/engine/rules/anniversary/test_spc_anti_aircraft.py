"""Antiaircraft guns of Anniversary: they fire at what attacks them and are captured (chapters SPC and UNI)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rules.anniversary.playing import SOVIET_FRONT, Play
from tests.engine.rules.playing import to_phase
from tests.engine.table import Table


def flight(play: Play, path: str, **spaces: str) -> Table:
    """A British bomber flies from London along a path in the combat move."""
    board = {"united_kingdom": "united_kingdom: 1 bomber", **spaces}
    table = play("united_kingdom", "combat_move", board)
    return table.move(f"1 bomber: united_kingdom > {path}")


@pytest.mark.rule("SPC-56", "CMV-48", "SPC-58", "SPC-61", setups=("anniversary_1941", "anniversary_1942"))
def test_guns_fire_at_aircraft_that_attack_their_territory_and_not_at_those_that_pass(play: Play) -> None:
    guns = "germany: 1 anti_aircraft_gun"
    path = "sz6 > northwestern_europe > germany"
    table = flight(play, path, northwestern_europe=guns, germany="germany: 1 infantry, 1 anti_aircraft_gun").end_phase()
    assert table.happened("anti_aircraft_fired") == []
    table.battle("germany", "2 4 6")
    (fired,) = table.happened("anti_aircraft_fired")
    assert (fired.space, fired.needed, [shot.die for shot in fired.shots]) == ("germany", 1, [2])


@pytest.mark.rule("SPC-57", setups=("anniversary_1941", "anniversary_1942"))
def test_guns_do_not_fire_at_aircraft_on_the_way_home(play: Play) -> None:
    spaces = {"poland": "united_kingdom: 1 bomber", "germany": "germany: 1 anti_aircraft_gun"}
    table = play("united_kingdom", "noncombat_move", spaces)
    table.move("1 bomber: poland > germany > northwestern_europe > sz6 > united_kingdom")
    assert table.happened("anti_aircraft_fired") == []


@pytest.mark.rule("SPC-60", "SPC-62", "SPC-63", "SPC-64", "ASY-15", setups=("anniversary_1941", "anniversary_1942"))
def test_one_gun_fires_once_at_each_aircraft_whosever_the_guns_are(play: Play) -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 fighter, 2 bomber",
        "northwestern_europe": "germany: 1 infantry, 1 anti_aircraft_gun; italy: 1 anti_aircraft_gun",
    }
    table = play("united_kingdom", "combat_move", spaces)
    table.move("1 fighter, 2 bomber: united_kingdom > northwestern_europe").end_phase()
    table.battle("northwestern_europe", "4 1 5 6 1 6")
    (fired,) = table.happened("anti_aircraft_fired")
    assert [(shot.unit, shot.hit) for shot in fired.shots] == [("fighter", False), ("bomber", True), ("bomber", False)]
    assert table.at("northwestern_europe")["united_kingdom"] == {"fighter": 1, "bomber": 1}


@pytest.mark.rule("UNI-29", "UNI-30", "CMB-05", setups=("anniversary_1941", "anniversary_1942"))
def test_a_gun_is_no_casualty_and_falls_to_the_captor(play: Play) -> None:
    spaces = {"germany": "germany: 1 infantry", "poland": "soviet_union: 1 anti_aircraft_gun"}
    table = play("germany", "combat_move", spaces, owners={"poland": "soviet_union"})
    table.move("1 infantry: germany > poland").end_phase()
    assert table.at("poland") == {"germany": {"infantry": 1, "anti_aircraft_gun": 1}}


@pytest.mark.rule("UNI-32", setups=("anniversary_1941", "anniversary_1942"))
def test_a_captured_gun_goes_with_the_liberated_territory_to_whoever_controls_it_then(play: Play) -> None:
    spaces = {
        "east_poland": "germany: 1 infantry",
        "belorussia": "united_kingdom: 1 anti_aircraft_gun",
        "baltic_states": "soviet_union: 3 infantry",
    }
    table = play("germany", "combat_move", spaces, owners=SOVIET_FRONT | {"east_poland": "germany"})
    table.move("1 infantry: east_poland > belorussia").end_phase()
    assert table.at("belorussia") == {"germany": {"infantry": 1, "anti_aircraft_gun": 1}}
    to_phase(table, "soviet_union", "combat_move")
    table.move("3 infantry: baltic_states > belorussia").end_phase().battle("belorussia", "1 6 6 6")
    assert table.at("belorussia") == {"soviet_union": {"infantry": 3, "anti_aircraft_gun": 1}}


@pytest.mark.rule("UNI-27", "NCM-10", setups=("anniversary_1941", "anniversary_1942"))
def test_a_gun_moves_one_space_in_the_noncombat_move_only(play: Play) -> None:
    guns = {"germany": "germany: 1 anti_aircraft_gun"}
    table = play("germany", "combat_move", guns)
    table.refuses_move("1 anti_aircraft_gun: germany > poland", "UNI-27")
    table = play("germany", "noncombat_move", guns)
    table.move("1 anti_aircraft_gun: germany > poland")
    assert table.at("poland") == {"germany": {"anti_aircraft_gun": 1}}


@pytest.mark.rule("CMV-25", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("stop", ["gun", "complex"])
def test_a_gun_or_a_complex_alone_ends_a_blitz(play: Play, stop: str) -> None:
    spaces = {"eastern_ukraine": "germany: 1 tank", "caucasus": ""}
    spaces["caucasus"] = "soviet_union: 1 anti_aircraft_gun" if stop == "gun" else ""
    bare: dict[str, Any] = {"caucasus": {"facilities": []}} if stop == "gun" else {}
    owners = {"eastern_ukraine": "germany"}
    table = play("germany", "combat_move", spaces, owners=owners, more_spaces=bare)
    table.refuses_move("1 tank: eastern_ukraine > caucasus > kazakh_ssr", "CMV-25")
