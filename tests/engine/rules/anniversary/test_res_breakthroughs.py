"""What the breakthroughs of Anniversary change (chapter RES)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import new_game
from engine.economy.purchase import price_list
from engine.facilities.capacity import capacity
from tests.engine.rules.anniversary.playing import SOVIET_FRONT, Play
from tests.engine.table import Table

SETUP = "anniversary_1941"


def germany(play: Play, phase: str, spaces: dict[str, str], *known: str, **more: Any) -> Table:
    """Germany in a phase of its turn, with 31 IPCs and these technologies, before it went east."""
    known_to = {"germany": list(known)}
    return play("germany", phase, spaces, owners=SOVIET_FRONT, ipcs={"germany": 31}, technologies=known_to, **more)


def needed(table: Table, side: str) -> dict[str, list[int]]:
    """What each unit of a side needed in the last action, by unit."""
    found: dict[str, list[int]] = {}
    for event in table.happened("fired"):
        if event.side == side:
            for shots in event.shots:
                found.setdefault(shots.unit, []).extend([shots.value] * len(shots.dice))
    return found


@pytest.mark.rule("RES-26", "UNI-19", "UNI-22", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("known", "values"), [((), [1, 1, 2]), (("advanced_artillery",), [1, 2, 2])])
def test_advanced_artillery_supports_two_infantry(play: Play, known: tuple[str, ...], values: list[int]) -> None:
    spaces = {"poland": "germany: 3 infantry, 1 artillery", "east_poland": "soviet_union: 1 infantry"}
    table = (
        germany(play, "combat_move", spaces, *known).move("3 infantry, 1 artillery: poland > east_poland").end_phase()
    )
    table.battle("east_poland", "6 6 1 6 6")
    assert sorted(needed(table, "attacker")["infantry"]) == values


@pytest.mark.rule("RES-40", "RES-43", "OPT-46", setups=("anniversary_1941", "anniversary_1942"))
def test_increased_production_lets_every_complex_place_two_more_units(play: Play) -> None:
    built = {"finland": {"facilities": ["industrial_complex"], "damage": {"industrial_complex": 4}}}
    table = germany(play, "mobilize", {}, "increased_factory_production", more_spaces=built)
    assert [capacity(table.state, place) for place in ("germany", "finland", "italy")] == [12, 0, 6]
    table = germany(
        play, "mobilize", {}, "increased_factory_production", more_spaces=built, options={"as_published": "on"}
    )
    assert capacity(table.state, "germany") == 12
    table.refuses({"type": "edit", "spaces": {"germany": {"damage": {"industrial_complex": 21}}}}, "SPC-35")
    built["finland"]["damage"] = {"industrial_complex": 0}
    for published, units in (("off", 4), ("on", 2)):
        table = germany(
            play, "mobilize", {}, "increased_factory_production", more_spaces=built, options={"as_published": published}
        )
        assert capacity(table.state, "finland") == units, "Finland is worth 2"


@pytest.mark.rule("RES-41", "RES-42", "PUR-16", setups=("anniversary_1941", "anniversary_1942"))
def test_increased_production_halves_the_price_of_repairs(play: Play) -> None:
    damaged = {"germany": {"damage": {"industrial_complex": 5}}}
    repairs = {"germany": {"industrial_complex": 5}}
    table = germany(play, "purchase", {}, "increased_factory_production", more_spaces=damaged)
    table.do({"type": "purchase", "units": {"infantry": 1}, "repairs": repairs})
    assert table.ipcs("germany") == 31 - 3 - 3
    table.do({"type": "purchase", "units": {}})
    assert (table.ipcs("germany"), table.board["damage"]) == (31, {"germany": {"industrial_complex": 5}})


@pytest.mark.rule("RES-44", setups=("anniversary_1941", "anniversary_1942"))
def test_war_bonds_add_a_die_to_every_income(play: Play) -> None:
    table = germany(play, "mobilize", {"germany": "germany: 1 infantry"}, "war_bonds", options={"objectives": "off"})
    table.end_phase("4")
    (collected,) = table.happened("income_collected")
    assert (collected.bonds, collected.amount) == ((4,), collected.from_territories + 4)
    assert table.ipcs("germany") == 31 + collected.amount


@pytest.mark.rule("RES-19", "RES-20", "SPC-68", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("known", "attack"), [((), 2), (("super_submarines",), 3)])
def test_super_submarines_attack_at_3_and_defend_at_1(play: Play, known: tuple[str, ...], attack: int) -> None:
    line = germany(play, "combat_move", {}, *known).state.unit_of("germany", "submarine")
    assert (line.attack, line.defense) == (attack, 1)
    spaces = {"sz5": "germany: 1 submarine", "sz6": "united_kingdom: 1 cruiser"}
    table = germany(play, "combat_move", spaces, *known).move("1 submarine: sz5 > sz6").end_phase()
    table.battle("sz6").decide("submerge", {}, str(attack))
    assert needed(table, "attacker") == {"submarine": [attack]}


@pytest.mark.rule("RES-50", "RES-17", setups=("anniversary_1941", "anniversary_1942"))
def test_jet_fighters_attack_at_4_and_defend_as_before(play: Play) -> None:
    line = germany(play, "combat_move", {}, "jet_fighters").state.unit_of("germany", "fighter")
    assert (line.attack, line.defense) == (4, 4)


@pytest.mark.rule("RES-52", "PUR-02", setups=("anniversary_1941", "anniversary_1942"))
def test_improved_shipyards_make_ships_cheaper_for_their_power_alone(play: Play) -> None:
    table = germany(play, "purchase", {}, "improved_shipyards")
    ships = ("battleship", "aircraft_carrier", "cruiser", "destroyer", "transport", "submarine")
    assert [price_list(table.state)[ship] for ship in ships] == [17, 11, 10, 7, 6, 5]
    table.do({"type": "purchase", "units": {"submarine": 3}})
    assert table.ipcs("germany") == 31 - 15
    assert [price_list(new_game(SETUP))[ship] for ship in ships] == [20, 14, 12, 8, 7, 6]


@pytest.mark.rule("RES-53", "SPC-61", "SPC-31", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("known", "left"), [([], 1), (["radar"], 0)])
def test_radar_lets_guns_hit_with_1_or_2(play: Play, known: list[str], left: int) -> None:
    spaces = {"united_kingdom": "united_kingdom: 1 bomber", "germany": "germany: 1 anti_aircraft_gun"}
    table = play("united_kingdom", "combat_move", spaces, technologies={"germany": known})
    table.move("1 bomber: united_kingdom > germany", raid="industrial_complex").end_phase()
    table.battle("germany", "2 3" if left else "2")
    assert sum(1 for piece in table.state.pieces.values() if piece.unit == "bomber") == left


@pytest.mark.rule("RES-21", setups=("anniversary_1941", "anniversary_1942"))
def test_long_range_aircraft_fly_farther(play: Play) -> None:
    state = germany(play, "combat_move", {}, "long_range_aircraft").state
    assert [state.unit_of("germany", unit).move for unit in ("fighter", "bomber")] == [6, 8]
    assert [state.unit_of("japan", unit).move for unit in ("fighter", "bomber")] == [4, 6]


@pytest.mark.rule("RES-23", "RES-24", "RES-25", "CMB-07", setups=("anniversary_1941", "anniversary_1942"))
def test_heavy_bombers_roll_two_dice_in_attack_and_on_a_raid_and_one_in_defence(play: Play) -> None:
    spaces = {"germany": "germany: 1 bomber", "russia": ""}
    table = germany(play, "combat_move", {"poland": "germany: 1 bomber", **spaces}, "heavy_bombers")
    table.move("1 bomber: poland > russia", raid="industrial_complex").end_phase().battle("russia", "5 6")
    assert table.board["damage"] == {"russia": {"industrial_complex": 11}}
    spaces = {"poland": "germany: 1 bomber", "east_poland": "soviet_union: 2 infantry"}
    table = germany(play, "combat_move", spaces, "heavy_bombers").move("1 bomber: poland > east_poland").end_phase()
    table.battle("east_poland", "4 4 6 6")
    assert needed(table, "attacker") == {"bomber": [4, 4]}
    spaces = {"poland": "germany: 1 bomber", "east_poland": "soviet_union: 1 infantry"}
    known = {"germany": ["heavy_bombers"]}
    table = play("soviet_union", "combat_move", spaces, technologies=known, owners=SOVIET_FRONT)
    table.move("1 infantry: east_poland > poland").end_phase().battle("poland", "6 1")
    assert needed(table, "defender") == {"bomber": [1]}
