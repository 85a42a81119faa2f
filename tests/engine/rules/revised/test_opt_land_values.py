"""National advantages that raise what units need to hit on land (OPT-13..15, 22, 26, 38, 39, 42)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.table import Table, position


def needed(table: Table, side: str) -> list[tuple[str, int, int]]:
    """(unit, what it needs, dice) for the main fire of a side in the last action."""
    volleys = [event for event in table.happened("fired") if event.step == f"{side}s_fire"]
    return [(shot.unit, shot.value, len(shot.dice)) for event in volleys for shot in event.shots]


def land_attack(power: str, force: str, path: str, defenders: str, **more: Any) -> Table:
    """A force crosses a border; the battle is still to begin."""
    start, end = path.split(" > ")
    table = position(power, "combat_move", {start: f"{power}: {force}", end: defenders}, setup="revised", **more)
    return table.move(f"{force}: {path}").end_phase()


def landing(power: str, force: str, path: str, defenders: str, *, air: str = "", **more: Any) -> Table:
    """A force lands from a zone where it lies aboard transports, aircraft join from `air` ("1 fighter: germany")."""
    zone, coast = path.split(" > ")
    loads = [(unit, int(count)) for count, unit in (part.split() for part in force.split(", "))]
    cargo = [{"transport": power, "units": {power: {unit: 1}}} for unit, count in loads for _ in range(count)]
    spaces = {zone: f"{power}: {len(cargo)} transport", coast: defenders}
    flyers, _, base = air.partition(": ")
    if air:
        spaces[base] = f"{power}: {flyers}"
    table = position(power, "combat_move", spaces, setup="revised", cargo={zone: cargo}, **more)
    table.move(f"{force}: {path}")
    if air:
        table.move(f"{flyers}: {base} > {coast}")
    return table.end_phase()


def after_soviet_income(**more: Any) -> Table:
    """The Soviet Union in its collect income phase, German tanks before West Russia."""
    return position(
        "soviet_union",
        "collect_income",
        {
            "belorussia": "germany: 2 tank",
            "west_russia": "soviet_union: 2 infantry, 1 artillery",
            "libya": "germany: 1 tank",
            "anglo_egypt": "united_kingdom: 1 infantry",
        },
        setup="revised",
        owners={"west_russia": "soviet_union"},
        **more,
    )


def to_combat_move(table: Table) -> Table:
    while table.phase != "combat_move":
        table.end_phase()
    return table


@pytest.mark.rule("OPT-15", setup="revised")
def test_a_declared_winter_lets_soviet_infantry_defend_at_three_and_nobody_else() -> None:
    table = after_soviet_income(advantages={"soviet_union": "russian_winter"})
    to_combat_move(table.do({"type": "advantage", "name": "russian_winter"}).end_phase())
    table.move("2 tank: belorussia > west_russia").move("1 tank: libya > anglo_egypt").end_phase()
    table.battle("west_russia", dice="6 6 6 3 6")
    assert needed(table, "defender") == [("artillery", 2, 1), ("infantry", 3, 2)]
    assert table.at("west_russia")["germany"] == {"tank": 1}
    table.retreat("belorussia").battle("anglo_egypt", dice="6 6")
    assert needed(table, "defender") == [("infantry", 2, 1)]


@pytest.mark.rule("OPT-15", setup="revised")
def test_without_the_declaration_it_is_no_winter() -> None:
    table = after_soviet_income(advantages={"soviet_union": "russian_winter"})
    to_combat_move(table.end_phase()).move("2 tank: belorussia > west_russia").end_phase()
    table.battle("west_russia", dice="6 6 6 6 6")
    assert needed(table, "defender") == [("infantry", 2, 2), ("artillery", 2, 1)]


@pytest.mark.rule("OPT-15", setup="revised")
def test_the_winter_ends_with_the_next_soviet_turn_and_comes_once_a_game() -> None:
    table = after_soviet_income(advantages={"soviet_union": "russian_winter"})
    table.do({"type": "advantage", "name": "russian_winter"}).end_phase()
    assert list(table.state.advantages_in_force) == ["russian_winter"]
    while table.state.power != "soviet_union":
        table.end_phase()
    assert list(table.state.advantages_in_force) == []
    table.do({"type": "edit", "turn": {"power": "soviet_union", "phase": "collect_income"}})
    table.refuses({"type": "advantage", "name": "russian_winter"}, "OPT-15")


@pytest.mark.rule("OPT-15", "OPT-13", setup="revised")
def test_the_winter_is_declared_by_the_soviet_union_in_its_own_collect_income_phase() -> None:
    order = {"type": "advantage", "name": "russian_winter"}
    table = position("soviet_union", "purchase", {}, setup="revised", advantages={"soviet_union": "russian_winter"})
    table.refuses(order, "phase")
    table = position("germany", "collect_income", {}, setup="revised", advantages={"soviet_union": "russian_winter"})
    table.refuses(order, "OPT-13")
    table = position("soviet_union", "collect_income", {"russia": "soviet_union: 1 infantry"}, setup="revised")
    table.refuses(order, "OPT-13")


@pytest.mark.rule("OPT-15", "CMB-62", "INC-03", setup="revised")
@pytest.mark.parametrize(("moscow", "phase"), [("germany", "research"), ("soviet_union", "collect_income")])
def test_no_winter_is_declared_while_moscow_is_in_enemy_hands(moscow: str, phase: str) -> None:
    table = position(
        "soviet_union",
        "noncombat_move",
        {"caucasus": "soviet_union: 1 infantry"},
        setup="revised",
        owners={"russia": moscow},
        advantages={"soviet_union": "russian_winter"},
    ).end_phase()
    while table.phase == "mobilize":
        table.end_phase()
    assert table.phase == phase


@pytest.mark.rule("OPT-22", setup="revised")
def test_the_atlantic_wall_lets_german_infantry_defend_at_three_in_the_first_round_of_an_assault() -> None:
    wall = {"germany": "atlantic_wall"}
    defenders = "germany: 2 infantry, 1 artillery; japan: 1 infantry"
    table = landing("united_kingdom", "2 infantry", "sz7 > western_europe", defenders, advantages=wall)
    table.battle("western_europe", dice="6 1").lose("germany: 1 artillery", power="germany")
    table.lose("germany: 1 artillery", power="japan", dice="6 6 6 6 6 6 2 2 2")
    assert needed(table, "defender") == [
        ("infantry", 2, 1),
        ("artillery", 2, 1),
        ("infantry", 3, 2),
        ("infantry", 2, 2),
        ("infantry", 2, 1),
    ], "German infantry needs 3 once, Japanese never"


@pytest.mark.rule("OPT-22", "SPC-07", setup="revised")
def test_the_atlantic_wall_does_not_help_where_nothing_lands() -> None:
    table = land_attack(
        "united_kingdom",
        "1 tank",
        "southern_europe > western_europe",
        "germany: 2 infantry",
        owners={"southern_europe": "united_kingdom"},
        advantages={"germany": "atlantic_wall"},
    )
    table.battle("western_europe", dice="6 6 6")
    assert needed(table, "defender") == [("infantry", 2, 2)]


@pytest.mark.rule("OPT-22", "OPT-14", setup="revised")
@pytest.mark.parametrize(("coast", "zone", "value"), [("norway", "sz6", 3), ("united_kingdom", "sz6", 2)])
def test_grey_territory_is_what_bears_the_german_emblem_and_is_still_german(coast: str, zone: str, value: int) -> None:
    table = landing(
        "united_states",
        "1 tank",
        f"{zone} > {coast}",
        "germany: 1 infantry",
        owners={coast: "germany"},
        advantages={"germany": "atlantic_wall"},
    )
    table.battle(coast, dice="3 6")
    assert needed(table, "defender") == [("infantry", value, 1)]


@pytest.mark.rule("OPT-14", "OPT-26", setup="revised")
@pytest.mark.parametrize(("holder", "value"), [("germany", 3), ("japan", 2)])
def test_fortress_europe_lets_artillery_defend_at_three_where_germany_still_holds_the_land(
    holder: str, value: int
) -> None:
    table = land_attack(
        "soviet_union",
        "1 tank",
        "caucasus > ukraine_ssr",
        "germany: 1 infantry, 2 artillery",
        owners={"ukraine_ssr": holder},
        advantages={"germany": "fortress_europe"},
    )
    table.battle("ukraine_ssr", dice="6 6 6 6")
    infantry, artillery = ("infantry", 2, 1), ("artillery", value, 2)
    assert needed(table, "defender") == [infantry, artillery]


@pytest.mark.rule("OPT-26", setup="revised")
def test_fortress_europe_does_not_help_artillery_that_attacks_or_stands_abroad() -> None:
    fortress = {"germany": "fortress_europe"}
    table = land_attack("germany", "1 artillery", "ukraine_ssr > caucasus", "soviet_union: 1 tank", advantages=fortress)
    assert needed(table.battle("caucasus", dice="6 6"), "attacker") == [("artillery", 2, 1)]
    table = land_attack(
        "united_kingdom",
        "1 tank",
        "trans_jordan > anglo_egypt",
        "germany: 1 artillery",
        owners={"anglo_egypt": "germany"},
        advantages=fortress,
    )
    assert needed(table.battle("anglo_egypt", dice="6 6"), "defender") == [("artillery", 2, 1)]


@pytest.mark.rule("OPT-38", setup="revised")
@pytest.mark.parametrize(("coast", "value"), [("philippine_islands", 3), ("midway", 3), ("manchuria", 2)])
def test_dug_in_defenders_are_infantry_on_islands(coast: str, value: int) -> None:
    """On any island, also one that was taken; not on the mainland."""
    zone = {"philippine_islands": "sz49", "midway": "sz56", "manchuria": "sz61"}[coast]
    table = landing(
        "united_states",
        "1 tank",
        f"{zone} > {coast}",
        "japan: 1 infantry, 1 artillery",
        owners={coast: "japan"},
        advantages={"japan": "dug_in_defenders"},
    )
    table.battle(coast, dice="3").lose("1 artillery", dice="6 6 3 6")
    assert sorted(needed(table, "defender")) == [("artillery", 2, 1), ("infantry", value, 1), ("infantry", value, 1)]


BANZAI = {"japan": "banzai_attacks"}


@pytest.mark.rule("OPT-39", setup="revised")
def test_infantry_that_attacks_alone_attacks_at_two() -> None:
    table = land_attack("japan", "2 infantry", "manchuria > china", "united_states: 1 tank", advantages=BANZAI)
    table.battle("china", dice="6 6 3")
    assert needed(table, "attacker") == [("infantry", 2, 2)]
    table.press(dice="2 6")
    assert needed(table, "attacker") == [("infantry", 2, 1)], "all through the battle"


@pytest.mark.rule("OPT-39", setup="revised")
@pytest.mark.parametrize("other", ["tank", "fighter"])
def test_any_other_unit_in_an_attack_over_land_makes_it_no_banzai_even_after_it_is_lost(other: str) -> None:
    force = f"1 infantry, 1 {other}"
    table = land_attack("japan", force, "manchuria > china", "united_states: 3 infantry", advantages=BANZAI)
    table.battle("china", dice="2 6 1 6 6").lose(f"1 {other}")
    table.press(dice="2 6 6 6")
    assert needed(table, "attacker") == [("infantry", 1, 1)]


@pytest.mark.rule("OPT-39", setup="revised")
def test_in_an_assault_only_the_land_units_must_be_infantry() -> None:
    table = landing(
        "japan",
        "2 infantry",
        "sz59 > kwangtung",
        "united_states: 2 infantry",
        air="1 fighter: japan",
        owners={"kwangtung": "united_states"},
        advantages=BANZAI,
    )
    table.battle("kwangtung", dice="2 2 6 6 6")
    assert needed(table, "attacker") == [("infantry", 2, 2), ("fighter", 3, 1)]
    table = landing("japan", "1 infantry, 1 tank", "sz60 > buryatia_ssr", "soviet_union: 1 tank", advantages=BANZAI)
    table.battle("buryatia_ssr", dice="2 3 6")
    assert needed(table, "attacker") == [("infantry", 1, 1), ("tank", 3, 1)]


@pytest.mark.rule("OPT-42", setup="revised")
def test_marines_attack_at_two_in_the_first_round_of_a_landing() -> None:
    marines = {"united_states": "marines"}
    table = landing("united_states", "2 infantry", "sz49 > philippine_islands", "japan: 1 tank", advantages=marines)
    table.battle("philippine_islands", dice="6 6 6 1 6 6")
    assert needed(table, "attacker") == [("infantry", 2, 2), ("infantry", 1, 2)]


@pytest.mark.rule("OPT-42", setup="revised")
def test_whoever_comes_overland_to_a_landing_fights_as_marines_do() -> None:
    spaces = {"china": "united_states: 1 infantry", "kwangtung": "japan: 1 tank", "sz59": "united_states: 1 transport"}
    cargo = {"sz59": [{"transport": "united_states", "units": {"united_states": {"infantry": 1}}}]}
    marines = {"united_states": "marines"}
    table = position("united_states", "combat_move", spaces, setup="revised", cargo=cargo, advantages=marines)
    table.move("1 infantry: sz59 > kwangtung").move("1 infantry: china > kwangtung").end_phase()
    assert needed(table.battle("kwangtung", dice="1 6 6"), "attacker") == [("infantry", 2, 2)]


@pytest.mark.rule("OPT-42", setup="revised")
def test_marines_are_no_better_over_land_and_artillery_makes_them_no_better_than_two() -> None:
    marines = {"united_states": "marines"}
    table = land_attack("united_states", "2 infantry", "china > manchuria", "japan: 1 tank", advantages=marines)
    assert needed(table.battle("manchuria", dice="6 6 6"), "attacker") == [("infantry", 1, 2)]
    table = landing(
        "united_states", "1 infantry, 1 artillery", "sz49 > philippine_islands", "japan: 1 infantry", advantages=marines
    )
    table.battle("philippine_islands", dice="6 2 6")
    assert needed(table, "attacker") == [("infantry", 2, 1), ("artillery", 2, 1)]


@pytest.mark.rule("OPT-42", "ASY-40", setup="revised")
def test_whether_the_attacker_is_ahead_is_reckoned_by_what_his_units_need_in_the_next_round() -> None:
    """Two infantry and a bomber have 2 + 2 + 4 in the first round, then 1 + 1 + 4, against 3 + 2 + 2 in defence."""
    table = landing(
        "united_states",
        "2 infantry",
        "sz49 > philippine_islands",
        "japan: 1 tank, 2 infantry",
        air="1 bomber: okinawa",
        owners={"okinawa": "united_states"},
        advantages={"united_states": "marines"},
    )
    table.battle("philippine_islands", dice="6 6 6 6 6 6")
    assert table.questions == [("retreat", ("united_states",))]
    assert table.state.requests[0].default == {"retreat": None}


@pytest.mark.rule("OPT-13", setup="revised")
def test_an_advantage_is_its_powers_alone() -> None:
    table = landing(
        "united_kingdom",
        "2 infantry",
        "sz49 > philippine_islands",
        "japan: 1 tank",
        advantages={"united_states": "marines"},
    )
    table.battle("philippine_islands", dice="2 6 6 1 6 6")
    assert needed(table, "attacker") == [("infantry", 1, 2), ("infantry", 1, 2)]
