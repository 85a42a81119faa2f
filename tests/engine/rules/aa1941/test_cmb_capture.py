"""Taking and liberating territory (CMB-45..48, CMB-52..56)."""

from typing import Any

import pytest

from engine.facilities.production import income
from tests.engine.rules.playing import check_complex_serves_from_the_next_turn, to_phase
from tests.engine.table import Table, position


def taken(power: str, force: str, path: str, defenders: str = "", dice: str = "", **more: Any) -> Table:
    """A force takes a territory, after a battle where somebody defends it."""
    start, end = (space.strip() for space in path.split(">"))
    spaces = {start: f"{power}: {force}"} | ({end: defenders} if defenders else {})
    table = position(power, "combat_move", spaces, **more)
    table.move(f"{force}: {path}").end_phase()
    return table.battle(end, dice=dice) if defenders else table


@pytest.mark.rule("CMB-45", "CMB-28")
@pytest.mark.parametrize(("lost", "owner"), [("fighter", "soviet_union"), ("infantry", "germany")])
def test_the_attacker_takes_the_territory_only_with_a_surviving_land_unit(lost: str, owner: str) -> None:
    table = position(
        "soviet_union",
        "combat_move",
        {"caucasus": "soviet_union: 1 infantry, 1 fighter", "ukraine": "germany: 1 infantry"},
    )
    table.move("1 infantry, 1 fighter: caucasus > ukraine").end_phase().battle("ukraine", dice="6 1 1")
    table.lose(f"1 {lost}")
    assert table.owner("ukraine") == owner


@pytest.mark.rule("CMB-46")
def test_an_attacker_left_with_aircraft_alone_takes_nothing_and_must_fly_home() -> None:
    table = taken("soviet_union", "1 fighter", "caucasus > ukraine", "germany: 1 infantry", dice="1 6")
    assert table.at("ukraine") == {"soviet_union": {"fighter": 1}}
    assert table.owner("ukraine") == "germany"
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: ukraine > caucasus").end_phase()


@pytest.mark.rule("CMB-47")
def test_production_moves_from_the_loser_to_the_captor_at_once() -> None:
    start = position("soviet_union", "combat_move", {"russia": "soviet_union: 1 infantry"})
    before = {power: income(start.state, power) for power in ("germany", "soviet_union")}
    table = taken("soviet_union", "2 tank", "caucasus > ukraine", "germany: 1 infantry", dice="1 6 6")
    assert income(table.state, "soviet_union") == before["soviet_union"] + 1
    assert income(table.state, "germany") == before["germany"] - 1
    assert table.board["captured_this_turn"] == ["ukraine"]


@pytest.mark.rule("CMB-47")
def test_without_a_capture_production_stays_as_it_is() -> None:
    table = position("soviet_union", "combat_move", {"caucasus": "soviet_union: 1 tank", "ukraine": "germany: 1 tank"})
    before = income(table.state, "germany")
    table.move("1 tank: caucasus > ukraine").end_phase().battle("ukraine", dice="1 1")
    assert income(table.state, "germany") == before


@pytest.mark.rule("CMB-52")
@pytest.mark.parametrize("liberator", ["soviet_union", "united_states"])
def test_territory_of_an_ally_goes_back_to_that_ally(liberator: str) -> None:
    table = taken(
        liberator,
        "2 tank",
        "middle_east > anglo_egypt_sudan",
        "germany: 1 infantry",
        dice="1 6 6",
        owners={"anglo_egypt_sudan": "germany"},
    )
    assert table.owner("anglo_egypt_sudan") == "united_kingdom"
    assert table.at("anglo_egypt_sudan") == {liberator: {"tank": 2}}
    assert income(table.state, liberator) == income(position(liberator, "combat_move", {}).state, liberator)


@pytest.mark.rule("CMB-52", "CMB-45")
def test_territory_that_an_enemy_bears_the_emblem_of_is_captured_not_liberated() -> None:
    table = taken("united_states", "1 tank", "anglo_egypt_sudan > north_africa")
    assert table.owner("north_africa") == "united_states"


@pytest.mark.rule("CMB-52")
def test_a_power_that_takes_back_its_own_territory_holds_it() -> None:
    owners = {"anglo_egypt_sudan": "germany"}
    table = taken("united_kingdom", "1 tank", "middle_east > anglo_egypt_sudan", owners=owners)
    assert table.owner("anglo_egypt_sudan") == "united_kingdom"


@pytest.mark.rule("CMB-53")
def test_the_liberator_keeps_the_territory_of_an_ally_whose_capital_is_in_enemy_hands() -> None:
    owners = {"anglo_egypt_sudan": "germany", "united_kingdom": "germany"}
    table = taken("soviet_union", "1 tank", "middle_east > anglo_egypt_sudan", owners=owners)
    assert table.owner("anglo_egypt_sudan") == "soviet_union"
    to_phase(table, "germany", "purchase")
    assert table.owner("anglo_egypt_sudan") == "soviet_union"


@pytest.mark.rule("CMB-53", "CMB-65")
@pytest.mark.parametrize("first", ["anglo_egypt_sudan", "united_kingdom"])
def test_a_capital_freed_later_in_the_turn_counts_for_what_was_liberated_before_it(first: str) -> None:
    table = position(
        "united_states",
        "combat_move",
        {
            "middle_east": "united_states: 1 tank",
            "anglo_egypt_sudan": "germany: 1 infantry",
            "sz8": "united_states: 1 transport",
            "united_kingdom": "germany: 1 infantry",
        },
        owners={"anglo_egypt_sudan": "germany", "united_kingdom": "germany", "india": "united_states"},
        cargo={"sz8": [{"transport": "united_states", "units": {"united_states": {"tank": 1}}}]},
    )
    table.move("1 tank: middle_east > anglo_egypt_sudan").move("1 tank: sz8 > united_kingdom").end_phase()
    table.battle("united_kingdom", dice="1 6")
    assert table.owner("united_kingdom") == "united_kingdom"
    assert table.owner("india") == "united_kingdom"
    table.battle("anglo_egypt_sudan", dice="1 6")
    assert table.owner("anglo_egypt_sudan") == "united_kingdom"


@pytest.mark.rule("CMB-54", "CMB-55")
def test_a_complex_in_liberated_territory_goes_back_with_it_and_serves_the_liberator_never() -> None:
    table = position(
        "united_states",
        "combat_move",
        {"middle_east": "united_states: 1 tank", "united_kingdom": "united_kingdom: 1 infantry"},
        owners={"india": "japan"},
        purchased={"united_states": {"infantry": 1}},
    )
    table.move("1 tank: middle_east > india").end_phase().end_phase()
    assert table.owner("india") == "united_kingdom"
    assert table.board["facilities"]["india"] == ["industrial_complex"]
    table.refuses({"type": "mobilize", "units": {"infantry": 1}, "space": "india"}, "MOB-02")


@pytest.mark.rule("CMB-55")
def test_the_original_controller_uses_the_liberated_complex_on_its_own_next_turn() -> None:
    spaces = {"middle_east": "united_states: 1 tank", "united_kingdom": "united_kingdom: 1 infantry"}
    table = position("united_states", "combat_move", spaces, owners={"india": "japan"}, ipcs={"united_kingdom": 3})
    table.move("1 tank: middle_east > india").end_phase()
    to_phase(table, "united_kingdom", "purchase")
    table.do({"type": "purchase", "units": {"infantry": 1}}).end_phase().end_phase().end_phase()
    table.do({"type": "mobilize", "units": {"infantry": 1}, "space": "india"})
    assert table.at("india")["united_kingdom"] == {"infantry": 1}


LONDON_LOST = {"india": "japan", "united_kingdom": "germany"}


@pytest.mark.rule("CMB-56")
def test_a_liberator_who_keeps_the_territory_uses_its_complex_from_the_next_turn() -> None:
    spaces = {"middle_east": "united_states: 1 tank", "germany": "germany: 1 infantry", "japan": "japan: 1 infantry"}
    table = position(
        "united_states", "combat_move", spaces, owners=LONDON_LOST, purchased={"united_states": {"tank": 1}}
    )
    table.move("1 tank: middle_east > india").end_phase().end_phase()
    assert table.owner("india") == "united_states"
    check_complex_serves_from_the_next_turn(table, "india", elsewhere="eastern_united_states")
    assert table.at("india") == {"united_states": {"tank": 2}}


@pytest.mark.rule("CMB-56", "CMB-65")
def test_the_liberator_loses_the_complex_when_the_owners_capital_is_freed() -> None:
    table = position(
        "united_states",
        "combat_move",
        {"sz8": "united_states: 1 transport"},
        owners={"india": "united_states", "united_kingdom": "germany"},
        cargo={"sz8": [{"transport": "united_states", "units": {"united_states": {"tank": 1}}}]},
        purchased={"united_states": {"infantry": 1}},
    )
    table.move("1 tank: sz8 > united_kingdom").end_phase().end_phase()
    assert table.owner("india") == "united_kingdom"
    table.refuses({"type": "mobilize", "units": {"infantry": 1}, "space": "india"}, "MOB-02")
