"""The worked examples of docs/dice-order.md with antiaircraft fire, a bombing raid and rockets."""

from __future__ import annotations

import pytest

from tests.engine.table import Table, position


def aimed_at(table: Table) -> list[tuple[str, str, int]]:
    """(where the gun stands, aircraft, die) in the order in which the dice were taken."""
    return [(e.space, shot.piece, shot.die) for e in table.happened("anti_aircraft_fired") for shot in e.shots]


@pytest.mark.rule("SPC-56", "SPC-62", "CMB-03", setup="revised")
def test_antiaircraft_fire_on_the_way_and_at_the_goal_as_in_the_document() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 fighter, 2 bomber",
        "western_europe": "germany: 1 infantry, 1 anti_aircraft_gun",
        "germany": "germany: 1 anti_aircraft_gun",
        "balkans": "germany: 1 infantry",
    }
    table = position("united_kingdom", "combat_move", spaces, setup="revised")
    fighter, first, second = sorted(
        (p.id for p in table.state.pieces.values() if p.power == "united_kingdom"), key=lambda i: ("bomber" in i, i)
    )
    table.do(
        {"type": "move", "pick": [second], "path": ["united_kingdom", "sz6", "western_europe", "germany", "balkans"]}
    )
    table.do({"type": "move", "pick": [first, fighter], "path": ["united_kingdom", "sz6", "western_europe"]})
    table.end_phase(dice="4 5")
    assert aimed_at(table) == [("western_europe", second, 4), ("germany", second, 5)]
    table.battle("western_europe", dice="1 6 4 2")
    assert aimed_at(table) == [("western_europe", fighter, 1), ("western_europe", first, 6)]
    assert [(shot.unit, shot.dice) for e in table.happened("fired") for shot in e.shots] == [
        ("bomber", (4,)),
        ("infantry", (2,)),
    ]


@pytest.mark.rule("SPC-31", "SPC-34", "RES-24", setup="revised")
def test_a_raid_by_heavy_bombers_as_in_the_document() -> None:
    spaces = {"united_kingdom": "united_kingdom: 2 bomber", "germany": "germany: 1 anti_aircraft_gun"}
    known = {"united_kingdom": ["heavy_bombers"]}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", technologies=known, ipcs={"germany": 40})
    table.move("2 bomber: united_kingdom > germany", raid="industrial_complex").end_phase()
    first, second = sorted(piece.id for piece in table.state.pieces.values() if piece.unit == "bomber")
    table.do({"type": "battle", "space": "germany", "kind": "raid"}, "6 2 3 1 6 5")
    assert aimed_at(table) == [("germany", first, 6), ("germany", second, 2)]
    struck = table.happened("production_struck")[0]
    assert [(strike.piece, strike.dice, strike.loss) for strike in struck.strikes] == [
        (first, (3, 1), 4),
        (second, (6, 5), 10),
    ]
    assert struck.ipcs == 14


@pytest.mark.rule("SPC-52", setup="revised")
def test_rockets_as_in_the_document() -> None:
    spaces = {"caucasus": "soviet_union: 1 anti_aircraft_gun", "belorussia": "soviet_union: 1 anti_aircraft_gun"}
    known = {"soviet_union": ["rockets"]}
    table = position(
        "soviet_union",
        "combat_move",
        spaces,
        setup="revised",
        owners={"belorussia": "soviet_union"},
        technologies=known,
        ipcs={"germany": 40},
    )
    table.end_phase().do({"type": "battle", "space": "southern_europe", "kind": "rocket"}, "6 3")
    struck = table.happened("production_struck")[0]
    first, second = sorted(table.state.pieces)
    assert [(strike.piece, strike.dice) for strike in struck.strikes] == [(first, (6,)), (second, (3,))]
