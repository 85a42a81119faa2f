"""The worked examples of docs/dice-order.md."""

import pytest

from tests.engine.rules.common.test_cmb_dice_order import rolled
from tests.engine.table import position


@pytest.mark.rule("CMB-06", "CMB-07", "CMB-09")
def test_a_land_round_as_in_the_document() -> None:
    table = position(
        "soviet_union",
        "combat_move",
        {
            "caucasus": "soviet_union: 2 infantry, 1 tank, 1 fighter, 1 bomber",
            "ukraine": "germany: 1 infantry, 1 tank, 1 bomber",
        },
    )
    table.move("2 infantry, 1 tank, 1 fighter, 1 bomber: caucasus > ukraine").end_phase()
    table.battle("ukraine", dice="1 6 3 4 4 1 3 3")
    assert rolled(table) == [
        ("soviet_union", "infantry", 1, (1, 6)),
        ("soviet_union", "tank", 3, (3,)),
        ("soviet_union", "fighter", 3, (4,)),
        ("soviet_union", "bomber", 4, (4,)),
        ("germany", "bomber", 1, (1,)),
        ("germany", "infantry", 2, (3,)),
        ("germany", "tank", 3, (3,)),
    ]
    assert table.state.requests[0].options["assign"] == 2
    assert table.questions == [("casualties", ("soviet_union",))]


@pytest.mark.rule("CMB-22", "CMB-07")
def test_the_dice_of_several_defenders_as_in_the_document() -> None:
    table = position(
        "soviet_union",
        "combat_move",
        {
            "caucasus": "soviet_union: 1 tank",
            "ukraine": "japan: 1 tank, 1 infantry; germany: 1 bomber, 1 tank, 2 infantry",
        },
    )
    table.move("1 tank: caucasus > ukraine").end_phase().battle("ukraine", dice="6 1 2 2 2 3 3")
    assert rolled(table)[1:] == [
        ("germany", "bomber", 1, (1,)),
        ("germany", "infantry", 2, (2, 2)),
        ("japan", "infantry", 2, (2,)),
        ("germany", "tank", 3, (3,)),
        ("japan", "tank", 3, (3,)),
    ]
    infantry = [piece for piece in table.happened("fired")[1].pieces if piece.startswith("germany.infantry")]
    assert infantry == sorted(infantry, key=lambda piece: int(piece.rpartition(".")[2]))


@pytest.mark.rule("CMB-04", "SPC-08", "CMB-07")
def test_an_assault_with_a_sea_part_as_in_the_document() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "united_kingdom": "united_kingdom: 1 infantry, 1 tank, 1 fighter",
            "sz8": "united_kingdom: 1 transport, 1 destroyer",
            "sz7": "germany: 1 destroyer",
            "western_europe": "germany: 1 infantry",
        },
    )
    table.move("1 infantry, 1 tank: united_kingdom > sz8").move("1 transport, 1 destroyer: sz8 > sz7")
    table.move("1 infantry, 1 tank: sz7 > western_europe").move(
        "1 fighter: united_kingdom > western_europe"
    ).end_phase()
    table.battle("western_europe", dice="2 6")
    assert rolled(table) == [("united_kingdom", "destroyer", 2, (2,)), ("germany", "destroyer", 2, (6,))]
    table.battle("western_europe", dice="6 3 6 6")
    assert rolled(table) == [
        ("united_kingdom", "infantry", 1, (6,)),
        ("united_kingdom", "tank", 3, (3,)),
        ("united_kingdom", "fighter", 3, (6,)),
        ("germany", "infantry", 2, (6,)),
    ]


@pytest.mark.rule("CMB-06")
@pytest.mark.parametrize("dice", ["", "1"])
def test_too_few_dice_are_refused_and_nothing_has_happened(dice: str) -> None:
    spaces = {"caucasus": "soviet_union: 1 tank", "ukraine": "germany: 1 infantry"}
    table = position("soviet_union", "combat_move", spaces).move("1 tank: caucasus > ukraine").end_phase()
    before = table.state
    table.refuses({"type": "battle", "space": "ukraine"}, "dice", dice=dice)
    assert table.state == before
