"""How far units reach from the opening position, each space with its cost, worked out by hand on the map."""

import pytest

from engine import ScriptedDice, apply, new_game
from engine.ask import destinations


def reach(power: str, phase: str, space: str, unit: str) -> dict[int, str]:
    """Where a unit of the opening position can go, other spaces by cost, were it its power's phase now."""
    turn = {"type": "edit", "turn": {"power": power, "phase": phase}}
    state = apply(new_game("aa1941"), turn, ScriptedDice(())).state
    found: dict[int, list[str]] = {}
    for end in destinations(state, space, unit):
        if end.space != space:
            found.setdefault(end.cost, []).append(end.space)
    return {cost: " ".join(sorted(spaces)) for cost, spaces in found.items()}


@pytest.mark.rule("CMV-01", "CMV-03", "CMV-06", "CMV-25")
@pytest.mark.parametrize(
    ("power", "space", "unit", "expected"),
    [
        ("soviet_union", "russia", "tank", {1: "west_russia", 2: "ukraine"}),
        ("soviet_union", "siberia", "infantry", {1: "manchuria"}),
        ("germany", "ukraine", "tank", {1: "caucasus", 2: "archangel karelia russia"}),
        ("germany", "north_africa", "tank", {1: "anglo_egypt_sudan sz16"}),
        ("united_kingdom", "anglo_egypt_sudan", "tank", {1: "north_africa"}),
        ("japan", "manchuria", "infantry", {1: "northwestern_china siberia sz45"}),
    ],
)
def test_land_units_in_the_combat_move(power: str, space: str, unit: str, expected: dict[int, str]) -> None:
    assert reach(power, "combat_move", space, unit) == expected


@pytest.mark.rule("CMV-01", "CMV-11", "CMV-12", "CMV-29", "CMV-30", "BRD-31", "BRD-34")
@pytest.mark.parametrize(
    ("power", "space", "unit", "expected"),
    [
        ("soviet_union", "sz4", "submarine", {}),
        ("germany", "sz5", "battleship", {2: "sz8"}),
        ("germany", "sz5", "submarine", {2: "sz8"}),
        ("germany", "sz16", "destroyer", {1: "sz15 sz17", 2: "sz14"}),
        ("germany", "sz16", "transport", {1: "sz15 sz17", 2: "sz14"}),
        ("united_kingdom", "sz8", "battleship", {1: "sz14 sz6 sz9", 2: "sz3 sz5"}),
        ("united_kingdom", "sz14", "aircraft_carrier", {1: "sz8 sz9", 2: "sz16 sz6"}),
        ("united_kingdom", "sz29", "destroyer", {1: "sz31", 2: "sz17"}),
        ("japan", "sz31", "submarine", {1: "sz29 sz30 sz32 sz38 sz46", 2: "sz33 sz37 sz39 sz45"}),
        ("japan", "sz46", "destroyer", {1: "sz38 sz45", 2: "sz29 sz30 sz32 sz37 sz39 sz47"}),
        ("united_states", "sz40", "battleship", {2: "sz45"}),
    ],
)
def test_ships_in_the_combat_move(power: str, space: str, unit: str, expected: dict[int, str]) -> None:
    """To enemies, and to zones from which an own transport could still land somebody on a hostile coast."""
    assert reach(power, "combat_move", space, unit) == expected


@pytest.mark.rule("CMV-37", "CMV-38", "CMV-39", "CMV-41", "CMV-45", "BRD-12", "BRD-28")
@pytest.mark.parametrize(
    ("power", "space", "unit", "expected"),
    [
        (
            "soviet_union",
            "russia",
            "fighter",
            {
                1: "west_russia",
                2: "eastern_europe ukraine",
                3: "coastal_china manchuria norway_finland southeast_asia sz45 sz46 sz5",
            },
        ),
        (
            "germany",
            "germany",
            "fighter",
            {2: "karelia sz8", 3: "anglo_egypt_sudan archangel caucasus russia sz14"},
        ),
        (
            "germany",
            "germany",
            "bomber",
            {
                2: "karelia sz8",
                3: "anglo_egypt_sudan archangel caucasus gibraltar middle_east russia sz14 sz4 united_kingdom",
                4: "belgian_congo_kenya french_equatorial_africa iceland india italian_east_africa northwestern_china "
                "sz29 szechwan urals",
                5: "siberia",
            },
        ),
        (
            "united_kingdom",
            "united_kingdom",
            "bomber",
            {
                2: "norway_finland sz5 sz9 western_europe",
                3: "eastern_europe germany north_africa southern_europe",
                4: "sz16 ukraine west_russia",
            },
        ),
        (
            "united_kingdom",
            "sz14",
            "fighter",
            {1: "north_africa sz9", 2: "sz16 western_europe", 3: "norway_finland sz5"},
        ),
        (
            "japan",
            "sz45",
            "fighter",
            {
                1: "siberia",
                2: "northwestern_china philippine_islands soviet_far_east sz40 szechwan urals wake_island",
                3: "alaska archangel borneo caucasus midway new_guinea russia solomon_islands sz29 sz33 sz42",
            },
        ),
        (
            "japan",
            "japan",
            "bomber",
            {
                2: "siberia",
                3: "northwestern_china philippine_islands soviet_far_east sz40 szechwan urals wake_island",
                4: "archangel caucasus russia sz29",
                5: "india karelia",
            },
        ),
        ("united_states", "sz42", "fighter", {3: "sz45"}),
        (
            "united_states",
            "eastern_united_states",
            "bomber",
            {3: "sz9", 4: "north_africa", 5: "norway_finland sz45 sz5"},
        ),
    ],
)
def test_aircraft_in_the_combat_move(power: str, space: str, unit: str, expected: dict[int, str]) -> None:
    """No further than they can still come home from, carriers included where these can meet them."""
    assert reach(power, "combat_move", space, unit) == expected


@pytest.mark.rule("CMV-03", "BRD-03", "BRD-04", "BRD-20", "BRD-34", "BRD-35")
@pytest.mark.parametrize(
    ("power", "space", "unit", "expected"),
    [
        (
            "soviet_union",
            "russia",
            "tank",
            {1: "archangel caucasus urals", 2: "karelia middle_east northwestern_china siberia szechwan"},
        ),
        ("germany", "western_europe", "tank", {1: "germany southern_europe", 2: "eastern_europe"}),
        ("germany", "norway_finland", "infantry", {}),
        ("germany", "sz16", "submarine", {1: "sz15 sz17", 2: "sz14"}),
        ("germany", "sz16", "destroyer", {1: "sz15 sz17"}),
        (
            "united_kingdom",
            "anglo_egypt_sudan",
            "tank",
            {
                1: "belgian_congo_kenya french_equatorial_africa italian_east_africa middle_east",
                2: "caucasus french_west_africa india union_of_south_africa",
            },
        ),
        ("united_kingdom", "sz29", "destroyer", {1: "sz28 sz30", 2: "sz17 sz27 sz32 sz33"}),
        (
            "united_states",
            "western_united_states",
            "tank",
            {1: "eastern_united_states mexico sz42 western_canada", 2: "alaska east_mexico eastern_canada"},
        ),
        ("united_states", "sz11", "destroyer", {1: "sz10 sz12 sz13", 2: "sz1 sz14 sz19 sz2 sz22 sz23 sz9"}),
        ("united_states", "sz42", "aircraft_carrier", {1: "sz40 sz41 sz43 sz49", 2: "sz19 sz36 sz37 sz39 sz44 sz48"}),
    ],
)
def test_land_and_sea_units_in_the_noncombat_move(power: str, space: str, unit: str, expected: dict[int, str]) -> None:
    assert reach(power, "noncombat_move", space, unit) == expected
