"""What happens by default when somebody is away (ASY): legal, dull and written down."""

from __future__ import annotations

from typing import Any

import pytest

from engine.state.questions import Request
from tests.engine.table import Table, position


def asked(table: Table, kind: str) -> Request:
    return next(request for request in table.state.requests if request.kind == kind)


def land_battle(attackers: str, defenders: str, dice: str) -> Table:
    """Soviet units from Russia against West Russia; the attackers' first dice are given."""
    table = position(
        "soviet_union", "combat_move", {"russia": f"soviet_union: {attackers}", "west_russia": f"germany: {defenders}"}
    )
    return table.move(f"{attackers}: russia > west_russia").end_phase().battle("west_russia", dice=dice)


def sea_battle(attackers: str, defenders: str, dice: str = "") -> Table:
    """British ships from sea zone 8 against sea zone 9."""
    table = position("united_kingdom", "combat_move", {"sz8": f"united_kingdom: {attackers}", "sz9": defenders})
    return table.move(f"{attackers}: sz8 > sz9").end_phase().battle("sz9", dice=dice)


@pytest.mark.rule("ASY-07", "ASY-08")
@pytest.mark.parametrize(
    ("defenders", "hits", "lost"),
    [
        ("2 infantry, 2 tank, 1 bomber, 1 fighter", 1, {"infantry": 1}),
        ("2 infantry, 2 tank, 1 bomber, 1 fighter", 3, {"infantry": 2, "tank": 1}),
        ("2 infantry, 2 tank, 1 bomber, 1 fighter", 5, {"infantry": 2, "tank": 2, "bomber": 1}),
    ],
)
def test_the_defender_on_land_loses_in_the_printed_order(defenders: str, hits: int, lost: dict[str, int]) -> None:
    table = land_battle("6 tank", defenders, " ".join(["1"] * hits + ["6"] * (6 - hits)))
    request = asked(table, "casualties")
    assert request.power == "germany"
    assert request.default == {"units": lost}


@pytest.mark.rule("ASY-09")
@pytest.mark.parametrize(
    ("hits", "lost"),
    [
        (1, {"destroyer": 1}),
        (2, {"destroyer": 1, "fighter": 1}),
        (3, {"destroyer": 1, "fighter": 1, "aircraft_carrier": 1}),
    ],
)
def test_the_defender_at_sea_loses_in_the_printed_order_after_first_hits(hits: int, lost: dict[str, int]) -> None:
    dice = " ".join(["1"] * (hits + 1) + ["6"] * (5 - hits))
    defenders = "germany: 1 destroyer, 1 aircraft_carrier, 1 fighter, 1 battleship, 1 transport"
    default = asked(sea_battle("6 destroyer", defenders, dice), "casualties").default
    assert default["damaged"] == {"battleship": 1}, "the first hit only damages the battleship"
    assert default["units"] == lost


@pytest.mark.rule("ASY-10")
def test_of_equal_units_the_one_with_least_cargo_is_lost() -> None:
    spaces = {"sz8": "united_kingdom: 2 destroyer", "sz9": "germany: 2 aircraft_carrier, 1 fighter, 1 destroyer"}
    table = position("united_kingdom", "combat_move", spaces).move("2 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice="1 1")
    loaded = next(piece.aboard for piece in table.state.pieces.values() if piece.aboard)
    choice: Any = {"units": {"aircraft_carrier": 1, "destroyer": 1}}
    table.decide("casualties", choice, dice="6 6 6 6")
    left = [piece.id for piece in table.state.at("sz9") if piece.unit == "aircraft_carrier"]
    assert left == [loaded]


@pytest.mark.rule("ASY-13")
def test_the_attacker_away_keeps_his_last_unit_that_can_take_the_territory() -> None:
    table = land_battle("1 infantry, 1 tank, 1 fighter", "4 infantry", "6 6 6 1 1 6 6")
    request = asked(table, "casualties")
    assert request.power == "soviet_union"
    assert request.default == {"units": {"infantry": 1, "tank": 1}}, "a fighter costs more than tank and territory"


@pytest.mark.rule("ASY-13")
def test_the_attacker_away_pays_with_an_aircraft_for_a_capital() -> None:
    spaces = {"eastern_europe": "soviet_union: 1 infantry, 1 tank, 1 fighter", "germany": "germany: 4 infantry"}
    table = position("soviet_union", "combat_move", spaces, owners={"eastern_europe": "soviet_union"})
    table.move("1 infantry, 1 tank, 1 fighter: eastern_europe > germany").end_phase()
    table.battle("germany", dice="6 6 6 1 1 6 6")
    assert asked(table, "casualties").default == {"units": {"infantry": 1, "fighter": 1}}


@pytest.mark.rule("ASY-06", "ASY-17")
def test_the_attacking_submarine_decides_openly_before_the_defending_one_is_asked() -> None:
    table = sea_battle("1 submarine, 1 aircraft_carrier", "germany: 1 submarine, 1 aircraft_carrier")
    assert table.questions == [("submerge", ("united_kingdom",))]
    table.decide("submerge", {"submarine": 1})
    assert table.questions == [("submerge", ("germany",))]
    assert table.board["submerged"] == {"sz9": {"united_kingdom": {"submarine": 1}}}


@pytest.mark.rule("ASY-17")
@pytest.mark.parametrize(("beside", "default"), [("", {"submarine": 1}), (", 1 battleship", {})])
def test_a_defending_submarine_fights_beside_warships_and_submerges_alone(beside: str, default: dict[str, int]) -> None:
    table = sea_battle("1 aircraft_carrier, 1 battleship", f"germany: 1 submarine{beside}")
    assert asked(table, "submerge").default == default


@pytest.mark.rule("ASY-19")
def test_an_enemy_destroyer_leaves_a_submarine_no_decision() -> None:
    table = sea_battle("1 destroyer", "germany: 1 submarine", "6 6")
    assert "submerge" not in [kind for kind, _ in table.questions]


@pytest.mark.rule("ASY-28")
def test_leave_to_use_a_carrier_is_granted_until_its_owner_refuses() -> None:
    spaces = {"sz9": "united_states: 1 aircraft_carrier", "united_kingdom": "united_kingdom: 1 fighter"}
    fly = "1 fighter: united_kingdom > sz9"
    granted = position("united_kingdom", "noncombat_move", spaces).move(fly).end_phase()
    assert granted.at("sz9")["united_kingdom"] == {"fighter": 1}
    table = position("united_kingdom", "noncombat_move", spaces).move(fly)
    table.do({"type": "leave", "power": "united_states", "to": "united_kingdom", "what": "carriers", "granted": False})
    table.refuses({"type": "end_phase"}, "NCM-20")


@pytest.mark.rule("ASY-40")
@pytest.mark.parametrize(
    ("attackers", "defenders", "dice", "default"),
    [
        ("6 infantry", "2 infantry", "6 6 6 6 6 6 6 6", {"press": True}),
        ("2 infantry", "6 infantry", "6 6 6 6 6 6 6 6", {"retreat": "russia"}),
    ],
)
def test_an_attacker_who_is_away_presses_on_when_ahead_and_retreats_otherwise(
    attackers: str, defenders: str, dice: str, default: dict[str, Any]
) -> None:
    table = land_battle(attackers, defenders, dice)
    assert asked(table, "retreat").default == default


@pytest.mark.rule("ASY-25")
def test_fighters_whose_carrier_sank_land_with_most_friendly_units_by_default() -> None:
    spaces = {
        "sz8": "united_kingdom: 3 battleship",
        "sz5": "germany: 1 aircraft_carrier, 1 fighter",
        "norway_finland": "germany: 1 infantry",
        "germany": "germany: 3 infantry",
    }
    table = position("united_kingdom", "combat_move", spaces).move("3 battleship: sz8 > sz5").end_phase()
    table.battle("sz5", dice="1 6 6")
    table.decide("casualties", {"units": {"aircraft_carrier": 1}}, dice="6 6")
    table.decide("retreat", {"retreat": "sz6"})
    assert asked(table, "stranded_landing").default == {"germany": {"fighter": 1}}
