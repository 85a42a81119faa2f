"""The worked examples of docs/dice-order.md."""

import pytest

from tests.engine.table import Table, position


def rolled(table: Table) -> list[tuple[str, str, int, tuple[int, ...]]]:
    """(power, unit, number needed, dice) in the order in which the dice were taken."""
    return [(shot.power, shot.unit, shot.value, shot.dice) for e in table.happened("fired") for shot in e.shots]


@pytest.mark.rule("CMB-06", "SPC-66", "SPC-69", setups="but revised")
def test_a_sea_round_with_surprise_strikes_as_in_the_document() -> None:
    fleet = "1 submarine, 1 aircraft_carrier, 1 battleship"
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz8": f"united_kingdom: {fleet}", "sz9": "germany: 1 submarine, 1 aircraft_carrier, 1 fighter"},
    )
    table.move(f"{fleet}: sz8 > sz9").end_phase().battle("sz9").decide("submerge", {})
    table.decide("submerge", {}, dice="6 6 6 6 6 6")
    assert [(event.step, [shot.unit for shot in event.shots]) for event in table.happened("fired")] == [
        ("attackers_strike", ["submarine"]),
        ("defenders_strike", ["submarine"]),
        ("attackers_fire", ["aircraft_carrier", "battleship"]),
        ("defenders_fire", ["aircraft_carrier", "fighter"]),
    ]


@pytest.mark.rule("SPC-71", "CMB-06", setups="but revised + 1940")
def test_a_sea_round_between_destroyers_as_in_the_document() -> None:
    spaces = {"sz8": "united_kingdom: 1 submarine, 1 destroyer", "sz9": "germany: 1 submarine, 1 destroyer"}
    table = position("united_kingdom", "combat_move", spaces).move("1 submarine, 1 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice="2 3")
    assert rolled(table) == [("united_kingdom", "submarine", 2, (2,)), ("united_kingdom", "destroyer", 2, (3,))]
    table.lose("1 submarine", dice="1 3")
    assert rolled(table) == [("germany", "submarine", 1, (1,)), ("germany", "destroyer", 2, (3,))]
