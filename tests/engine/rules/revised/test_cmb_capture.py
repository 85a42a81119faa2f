"""Taking and liberating territory and capitals in Revised (CMB-45..48, CMB-52..66)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facilities.production import income
from tests.engine.table import Table, position

LONDON_LOST = {"india": "japan", "united_kingdom": "germany"}


def taken(power: str, force: str, path: str, defenders: str = "", dice: str = "", **more: Any) -> Table:
    """A force takes a territory, after a battle where somebody defends it."""
    start, end = path.split(" > ")
    spaces = {start: f"{power}: {force}"} | ({end: defenders} if defenders else {})
    table = position(power, "combat_move", spaces, setup="revised", **more)
    table.move(f"{force}: {path}").end_phase()
    return table.battle(end, dice=dice) if defenders else table


def moscow_falls(**more: Any) -> Table:
    """Germany takes Moscow; the Soviet Union holds 18 IPCs, Germany 10."""
    ipcs = {"soviet_union": 18, "germany": 10}
    defenders = "soviet_union: 1 infantry"
    return taken("germany", "2 tank", "west_russia > russia", defenders, "1 6 6", ipcs=ipcs, **more)


def soviet_exile(**more: Any) -> Table:
    """The Soviet Union in its combat move, with Moscow in German hands."""
    spaces = {"caucasus": "soviet_union: 2 infantry", "russia": "germany: 1 infantry"}
    owners = {"russia": "germany"}
    return position("soviet_union", "combat_move", spaces, setup="revised", owners=owners, **more)


def to_phase(table: Table, power: str, phase: str) -> Table:
    """Let the game run on to a phase of a power, with nobody moving."""
    for _ in range(60):
        if (table.state.power, table.phase) == (power, phase):
            return table
        table.end_phase()
    raise AssertionError(f"{power} never came to {phase}")


def order(unit: str, space: str) -> dict[str, object]:
    return {"type": "mobilize", "units": {unit: 1}, "space": space}


@pytest.mark.rule("CMB-45", setup="revised")
@pytest.mark.parametrize(("lost", "owner"), [("fighter", "soviet_union"), ("artillery", "germany")])
def test_the_attacker_takes_the_territory_only_with_a_surviving_land_unit(lost: str, owner: str) -> None:
    spaces = {"caucasus": "soviet_union: 1 artillery, 1 fighter", "ukraine_ssr": "germany: 1 infantry"}
    table = position("soviet_union", "combat_move", spaces, setup="revised")
    table.move("1 artillery, 1 fighter: caucasus > ukraine_ssr").end_phase()
    table.battle("ukraine_ssr", dice="6 1 1").lose(f"1 {lost}")
    assert table.owner("ukraine_ssr") == owner


@pytest.mark.rule("CMB-46", setup="revised")
def test_an_attacker_left_with_aircraft_alone_takes_nothing_and_must_fly_home() -> None:
    table = taken("soviet_union", "1 fighter", "caucasus > ukraine_ssr", "germany: 1 infantry", dice="1 6")
    assert table.owner("ukraine_ssr") == "germany"
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: ukraine_ssr > caucasus").end_phase()


@pytest.mark.rule("CMB-47", setup="revised")
def test_production_moves_from_the_loser_to_the_captor_at_once() -> None:
    table = taken("soviet_union", "2 tank", "caucasus > ukraine_ssr", "germany: 1 infantry", dice="1 6 6")
    assert (income(table.state, "soviet_union"), income(table.state, "germany")) == (27, 37)
    assert table.board["captured_this_turn"] == ["ukraine_ssr"]


@pytest.mark.rule("CMB-48", setup="revised")
def test_a_captured_complex_is_the_captors_but_works_only_from_its_next_turn() -> None:
    table = taken(
        "germany",
        "2 tank",
        "ukraine_ssr > caucasus",
        "soviet_union: 1 infantry",
        "1 6 6",
        purchased={"germany": {"infantry": 1}},
        ipcs={"germany": 10},
        more_spaces={"japan": {"units": {"japan": {"infantry": 1}}}},
    )
    table.end_phase().refuses(order("infantry", "caucasus"), "MOB-01")
    table.do(order("infantry", "germany"))
    to_phase(table, "germany", "purchase").do({"type": "purchase", "units": {"infantry": 1}})
    to_phase(table, "germany", "mobilize").do(order("infantry", "caucasus"))
    assert table.at("caucasus") == {"germany": {"tank": 2, "infantry": 1}}


@pytest.mark.rule("CMB-52", setup="revised")
@pytest.mark.parametrize("liberator", ["soviet_union", "united_states", "united_kingdom"])
def test_territory_of_an_ally_goes_back_to_that_ally(liberator: str) -> None:
    owners = {"anglo_egypt": "germany"}
    before = income(position(liberator, "combat_move", {}, setup="revised", owners=owners).state, "united_kingdom")
    table = taken(liberator, "2 tank", "trans_jordan > anglo_egypt", "germany: 1 infantry", "1 6 6", owners=owners)
    assert table.owner("anglo_egypt") == "united_kingdom"
    assert table.at("anglo_egypt") == {liberator: {"tank": 2}}
    assert income(table.state, "united_kingdom") == before + 2


@pytest.mark.rule("CMB-53", setup="revised")
def test_the_liberator_keeps_the_territory_of_an_ally_whose_capital_is_in_enemy_hands() -> None:
    owners = {"anglo_egypt": "germany", "united_kingdom": "germany"}
    table = taken("soviet_union", "1 tank", "trans_jordan > anglo_egypt", owners=owners)
    assert table.owner("anglo_egypt") == "soviet_union"


@pytest.mark.rule("CMB-53", "CMB-65", setup="revised")
@pytest.mark.parametrize("first", ["anglo_egypt", "united_kingdom"])
def test_a_capital_freed_in_the_same_turn_gives_its_owner_what_was_liberated_before_and_after(first: str) -> None:
    table = position(
        "united_states",
        "combat_move",
        {
            "trans_jordan": "united_states: 1 tank",
            "anglo_egypt": "germany: 1 infantry",
            "sz8": "united_states: 1 transport",
            "united_kingdom": "germany: 1 infantry",
        },
        setup="revised",
        owners={"anglo_egypt": "germany", "united_kingdom": "germany"},
        cargo={"sz8": [{"transport": "united_states", "units": {"united_states": {"tank": 1}}}]},
    )
    table.move("1 tank: trans_jordan > anglo_egypt").move("1 tank: sz8 > united_kingdom").end_phase()
    table.battle(first, dice="1 6")
    assert table.owner("anglo_egypt") == ("united_states" if first == "anglo_egypt" else "germany")
    table.battle({"anglo_egypt": "united_kingdom"}.get(first, "anglo_egypt"), dice="1 6")
    assert (table.owner("united_kingdom"), table.owner("anglo_egypt")) == ("united_kingdom", "united_kingdom")


@pytest.mark.rule("CMB-54", "CMB-55", setup="revised")
def test_a_complex_in_liberated_territory_goes_back_with_it_and_serves_only_its_owner() -> None:
    table = taken(
        "united_states",
        "1 tank",
        "persia > india",
        owners={"india": "japan"},
        purchased={"united_states": {"infantry": 1}},
        ipcs={"united_kingdom": 3},
        more_spaces={
            "india": {"owner": "japan", "facilities": ["industrial_complex"]},
            "united_kingdom": {"units": {"united_kingdom": {"infantry": 1}}},
        },
    )
    table.end_phase()
    assert table.owner("india") == "united_kingdom"
    assert table.board["facilities"]["india"] == ["industrial_complex"]
    table.refuses(order("infantry", "india"), "MOB-02")
    table.do(order("infantry", "eastern_united_states"))
    to_phase(table, "united_kingdom", "purchase").do({"type": "purchase", "units": {"infantry": 1}})
    to_phase(table, "united_kingdom", "mobilize").do(order("infantry", "india"))
    assert table.at("india")["united_kingdom"] == {"infantry": 1}


@pytest.mark.rule("CMB-56", setup="revised")
def test_a_liberator_who_keeps_the_territory_uses_its_complex_from_the_next_turn() -> None:
    table = taken(
        "united_states",
        "1 tank",
        "persia > india",
        owners=LONDON_LOST,
        purchased={"united_states": {"tank": 1}},
        more_spaces={
            "india": {"owner": "japan", "facilities": ["industrial_complex"]},
            "germany": {"units": {"germany": {"infantry": 1}}},
            "japan": {"units": {"japan": {"infantry": 1}}},
        },
    )
    assert table.owner("india") == "united_states"
    table.end_phase().refuses(order("tank", "india"), "MOB-01")
    table.do(order("tank", "eastern_united_states"))
    to_phase(table, "united_states", "purchase").do({"type": "purchase", "units": {"tank": 1}})
    to_phase(table, "united_states", "mobilize").do(order("tank", "india"))
    assert table.at("india") == {"united_states": {"tank": 2}}


@pytest.mark.rule("CMB-56", "CMB-65", setup="revised")
def test_the_liberator_loses_the_complex_when_the_owners_capital_is_freed() -> None:
    table = position(
        "united_states",
        "combat_move",
        {"sz8": "united_states: 1 transport"},
        setup="revised",
        owners={"india": "united_states", "united_kingdom": "germany"},
        cargo={"sz8": [{"transport": "united_states", "units": {"united_states": {"tank": 1}}}]},
    )
    table.move("1 tank: sz8 > united_kingdom").end_phase()
    assert (table.owner("united_kingdom"), table.owner("india")) == ("united_kingdom", "united_kingdom")


@pytest.mark.rule("CMB-59", setup="revised")
def test_the_rule_books_example_germany_takes_moscow_and_the_eighteen_ipcs_held_there() -> None:
    table = moscow_falls()
    assert table.owner("russia") == "germany"
    assert (table.ipcs("soviet_union"), table.ipcs("germany")) == (0, 28)


@pytest.mark.rule("CMB-62", setup="revised")
def test_a_power_whose_capital_is_lost_only_moves_and_fights() -> None:
    table = soviet_exile(ipcs={"soviet_union": 0})
    table.end_phase()
    assert table.phase == "noncombat_move"
    table.end_phase()
    assert table.state.power == "germany"
    assert table.ipcs("soviet_union") == 0
    while table.state.power != "soviet_union":
        table.end_phase()
    assert (table.state.power, table.phase) == ("soviet_union", "combat_move")


@pytest.mark.rule("CMB-63", setup="revised")
def test_after_the_fall_of_its_capital_a_power_keeps_its_units_and_other_territories() -> None:
    table = moscow_falls(more_spaces={"novosibirsk": {"units": {"soviet_union": {"infantry": 3}}}})
    assert table.at("novosibirsk") == {"soviet_union": {"infantry": 3}}
    assert {table.owner(t) for t in ("archangel", "karelia_ssr", "caucasus", "novosibirsk")} == {"soviet_union"}


@pytest.mark.rule("CMB-64", setup="revised")
def test_a_power_that_frees_its_own_capital_collects_income_in_the_same_turn() -> None:
    table = soviet_exile(ipcs={"soviet_union": 0}).move("2 infantry: caucasus > russia").end_phase()
    table.battle("russia", dice="1 6 6").end_phase()
    while table.state.power == "soviet_union":
        table.end_phase()
    assert table.owner("russia") == "soviet_union"
    assert table.ipcs("soviet_union") == 24


@pytest.mark.rule("CMB-64", setup="revised")
def test_a_power_whose_capital_an_ally_freed_purchases_again_on_its_next_turn() -> None:
    table = taken(
        "united_states",
        "2 tank",
        "archangel > russia",
        "germany: 1 infantry",
        "1 6 6",
        owners={"russia": "germany"},
        ipcs={"soviet_union": 9},
    )
    assert table.owner("russia") == "soviet_union"
    to_phase(table, "soviet_union", "purchase").do({"type": "purchase", "units": {"infantry": 3}})
    assert table.ipcs("soviet_union") == 0


@pytest.mark.rule("CMB-65", "CMB-66", "CMB-54", setup="revised")
def test_with_its_capital_free_a_power_regains_at_once_what_its_allies_hold_of_it() -> None:
    table = taken(
        "united_kingdom",
        "2 tank",
        "archangel > russia",
        "germany: 1 infantry",
        "1 6 6",
        owners={
            "russia": "germany",
            "caucasus": "united_states",
            "karelia_ssr": "united_kingdom",
            "buryatia_ssr": "japan",
            "ukraine_ssr": "united_kingdom",
        },
        ipcs={"germany": 11, "united_kingdom": 5, "soviet_union": 0},
    )
    held = {t: table.owner(t) for t in ("russia", "caucasus", "karelia_ssr", "buryatia_ssr", "ukraine_ssr")}
    assert held == {
        "russia": "soviet_union",
        "caucasus": "soviet_union",
        "karelia_ssr": "soviet_union",
        "buryatia_ssr": "japan",
        "ukraine_ssr": "united_kingdom",
    }
    assert table.board["facilities"]["russia"] == ["industrial_complex"]
    assert [table.ipcs(power) for power in ("germany", "united_kingdom", "soviet_union")] == [11, 5, 0]
