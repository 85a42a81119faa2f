"""National objectives of Global 1940 (chapter INC)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.economy.objectives import objectives_of, paid_into, shortfall
from tests.engine.table import Table, position

UK, US, USSR = "united_kingdom", "united_states", "soviet_union"
EUROPE, PACIFIC = "united_kingdom/europe", "united_kingdom/pacific"
BARBAROSSA = ["germany", USSR, "war"]


def board(owners: dict[str, str] | None = None, *wars: list[str], units: Any = None, power: str = "germany") -> Table:
    """The board at the start with these owners, wars and units alone."""
    return position(power, "combat_move", units or {}, owners=owners, relations=list(wars))


def pays(name: str, table: Table) -> int:
    """What an objective pays on this board."""
    state = table.state
    objective = state.edition.objectives[name]
    account = state.edition.account[objective.account or objective.power]
    return paid_into(state, account).get(name, 0)


@pytest.mark.rule("INC-23", "INC-47", setup="global_1940")
def test_germany_trades_with_the_soviet_union_in_peace() -> None:
    assert (pays("germany_1", board()), pays("germany_1", board({}, BARBAROSSA))) == (5, 0)


@pytest.mark.rule("INC-48", "INC-49", setup="global_1940")
def test_germany_earns_by_soviet_cities_each_and_the_caucasus() -> None:
    held = {"novgorod": "germany", "russia": "germany", "volgograd": "italy", "caucasus": "italy"}
    assert [pays(name, board(held, BARBAROSSA)) for name in ("germany_2", "germany_3")] == [10, 5]
    assert [pays(name, board(held)) for name in ("germany_2", "germany_3")] == [0, 0]


@pytest.mark.rule("INC-50", setup="global_1940")
@pytest.mark.parametrize(
    ("owner", "there", "ipcs"), [("italy", "germany: 1 tank", 5), ("italy", "germany: 1 fighter", 0), (UK, "", 0)]
)
def test_germany_earns_by_a_land_unit_in_an_axis_egypt(owner: str, there: str, ipcs: int) -> None:
    assert pays("germany_4", board({"egypt": owner}, units={"egypt": there} if there else {})) == ipcs


@pytest.mark.rule("INC-51", setup="global_1940")
def test_swedish_iron_comes_while_sweden_keeps_from_the_allies() -> None:
    assert pays("germany_5", board()) == 5
    assert pays("germany_5", board({"norway": UK})) == 0
    assert pays("germany_5", board({"sweden": UK})) == 0
    assert pays("germany_5", board({"sweden": "italy"})) == 5
    turned = position("germany", "combat_move", {}, roused_neutrals={"spain": "allies"})
    assert pays("germany_5", turned) == 0


@pytest.mark.rule("INC-52", "INC-56", setup="global_1940")
def test_the_oil_of_the_middle_east_pays_for_each_place_its_own_power_holds() -> None:
    held = {"iraq": "germany", "persia": "germany", "northwest_persia": "italy"}
    assert [pays(name, board(held)) for name in ("germany_6", "italy_4")] == [4, 2]


@pytest.mark.rule("INC-53", "INC-55", setup="global_1940")
def test_italy_earns_by_three_of_four_places_and_by_all_of_north_africa() -> None:
    rome = {"gibraltar": "germany", "southern_france": "italy", "egypt": "italy"}
    assert [pays("italy_1", board(held)) for held in (rome, rome | {"egypt": UK})] == [5, 0]
    africa = dict.fromkeys(("morocco", "algeria", "tunisia", "libya", "tobruk", "alexandria"), "italy")
    assert [pays("italy_3", board(held)) for held in (africa, africa | {"tunisia": "france"})] == [5, 0]


@pytest.mark.rule("INC-54", setup="global_1940")
@pytest.mark.parametrize(
    ("ships", "ipcs"), [(f"{UK}: 1 submarine", 5), (f"{UK}: 1 destroyer", 0), ("italy: 1 cruiser", 5)]
)
def test_italy_earns_by_a_mediterranean_without_surface_warships_of_its_enemies(ships: str, ipcs: int) -> None:
    assert pays("italy_2", board(units={"sz94": ships})) == ipcs


@pytest.mark.rule("INC-54", setup="global_1940")
@pytest.mark.parametrize(
    ("war", "power", "ipcs"),
    [(None, US, 5), (["japan", US, "war"], US, 0), (["japan", USSR, "war"], USSR, 5), (BARBAROSSA, USSR, 0)],
)
def test_a_cruiser_of_an_ally_at_peace_with_italy_bars_the_mediterranean_too(war: Any, power: str, ipcs: int) -> None:
    wars = [war] if war else []
    assert pays("italy_2", board({}, *wars, units={"sz95": f"{power}: 1 cruiser"})) == ipcs


@pytest.mark.rule("INC-57", setup="global_1940")
@pytest.mark.parametrize(
    ("units", "ipcs"),
    [
        ({}, 5),
        ({"sz125": "italy: 1 submarine"}, 0),
        ({"sz125": f"{UK}: 1 submarine, 1 cruiser"}, 5),
        ({"sz125": "germany: 1 submarine"}, 0),
        ({"sz125": "japan: 1 destroyer"}, 0),
        ({"sz125": "japan: 1 transport"}, 5),
        ({"amur": f"{UK}: 1 infantry"}, 0),
        ({"persia": f"{UK}: 1 infantry"}, 5),
    ],
)
def test_lend_lease_reaches_a_soviet_union_at_war_in_europe_without_guests(units: Any, ipcs: int) -> None:
    owners = {"persia": USSR} if "persia" in units else {}
    assert pays("soviet_union_1", board(owners, BARBAROSSA, units=units)) == ipcs
    assert pays("soviet_union_1", board(owners, ["japan", USSR, "war"])) == 0


@pytest.mark.rule("INC-58", setup="global_1940")
def test_the_soviet_union_earns_by_each_german_italian_or_pro_axis_place() -> None:
    held = {"poland": USSR, "bulgaria": USSR, "sicily": USSR, "norway": UK}
    assert pays("soviet_union_2", board(held, BARBAROSSA)) == 9


@pytest.mark.rule("INC-59", setup="global_1940")
def test_berlin_pays_the_soviet_union_once() -> None:
    table = position(USSR, "mobilize", {}, owners={"germany": USSR}, relations=[BARBAROSSA]).end_phase()
    (income,) = [event for event in table.happened("income_collected") if event.power == USSR]
    assert income.objectives["soviet_union_3"] == 10
    lacking = shortfall(table.state, table.state.edition.objectives["soviet_union_3"])
    assert lacking is not None
    assert lacking.paid
    assert pays("soviet_union_3", table) == 0


@pytest.mark.rule("INC-60", "INC-61", "INC-62", "INC-63", setup="global_1940")
@pytest.mark.parametrize(
    ("name", "ipcs", "lost"),
    [
        ("united_states_1", 10, "central_united_states"),
        ("united_states_2", 5, "alaska"),
        ("united_states_3", 5, "west_indies"),
        ("united_states_4", 5, "philippines"),
    ],
)
def test_the_united_states_earn_by_their_own_while_they_are_at_war(name: str, ipcs: int, lost: str) -> None:
    war = ["italy", US, "war"]
    assert [pays(name, board({}, war)), pays(name, board()), pays(name, board({lost: "japan"}, war))] == [ipcs, 0, 0]


@pytest.mark.rule("INC-64", setup="global_1940")
def test_an_american_land_unit_in_france_pays() -> None:
    war, there = ["germany", US, "war"], {"france": f"{US}: 1 artillery"}
    assert pays("united_states_5", board({}, war, units=there)) == 5
    assert pays("united_states_5", board({}, war, units={"france": f"{US}: 1 fighter"})) == 0


@pytest.mark.rule("INC-66", "INC-67", "INC-08", setup="global_1940")
def test_each_british_economy_has_an_objective_of_its_own() -> None:
    war = ["japan", UK, "war"]
    assert [pays(name, board({}, war)) for name in ("united_kingdom_1", "united_kingdom_2")] == [5, 5]
    assert [pays(name, board({"malta": "italy"}, war)) for name in ("united_kingdom_1", "united_kingdom_2")] == [0, 5]
    assert [pays(name, board({"malaya": "japan"}, war)) for name in ("united_kingdom_1", "united_kingdom_2")] == [5, 0]
    table = position(UK, "mobilize", {}, relations=[war]).end_phase()
    paid = {event.account: dict(event.objectives) for event in table.happened("income_collected")}
    assert paid == {EUROPE: {"united_kingdom_1": 5}, PACIFIC: {"united_kingdom_2": 5}}


@pytest.mark.rule("INC-70", setup="global_1940")
def test_nobody_is_given_ipcs_for_a_war() -> None:
    table = position("japan", "combat_move", {"japan": "japan: 1 infantry"})
    table.do({"type": "declare_war", "on": [US, UK]})
    assert (table.happened("war_bonus_paid"), table.ipcs(US)) == ([], 52)


def test_every_power_but_france_has_objectives() -> None:
    state = board().state
    assert [power for power in state.edition.turn_order if not objectives_of(state, power)] == ["france"]


@pytest.mark.rule("INC-65", "POL-74", setup="global_1940")
@pytest.mark.parametrize("closed", ["india", "burma", "yunnan", "szechwan"])
def test_the_burma_road_pays_china_and_brings_artillery_while_the_allies_hold_all_of_it(closed: str) -> None:
    by_allies = {"india": UK, "burma": US, "yunnan": "china", "szechwan": "china"}
    road, cut = board(by_allies), board({**by_allies, closed: "japan"})
    assert [pays("china_1", table) for table in (road, cut)] == [6, 0]
    artillery = {"type": "purchase", "units": {"artillery": 1}}
    position("china", "purchase", {}, owners=by_allies).do(artillery)
    position("china", "purchase", {}, owners={**by_allies, closed: "japan"}).refuses(artillery, "PUR-12")
