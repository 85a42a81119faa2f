"""Bids: what a side is given before the first turn, in every setup (OPT-10, ASY-47)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import IllegalAction, load_setup, new_game, setup_names
from engine.ask import bid_prices, bid_spaces, is_legal
from engine.facts.bids import bids_of
from engine.state.game_state import GameState
from tests.engine.table import Table
from tests.samples import Sample

ALL = setup_names()
NO_BIDS = (
    *("", "axis", "12", "axis 100", "axis 5 axis 5", "9 9 axis", "x" * 6000, "axis -"),
    *("axis and allies 9", "both 5 6", "allies 9, axis 100"),
)
in_every_setup = pytest.mark.rule("OPT-10", "ASY-47", setups="every + 1940")


def with_bid(setup: str, bid: str = "axis 9", **options: str) -> Table:
    """A new game in which a side is given something."""
    return Table(new_game(setup, {"bid": bid, **options}))


def placing(power: str, space: str, ipcs: dict[str, int] | None = None, **units: int) -> dict[str, Any]:
    """The order that places units of a power in one space."""
    choice: dict[str, Any] = {"units": {power: {space: units}}}
    return {"type": "decide", "kind": "bid", "choice": choice | ({"ipcs": ipcs} if ipcs else {})}


def where(state: GameState, power: str, *, land: bool = True) -> str:
    """A space in which a power has units."""
    return next(space for space in bid_spaces(state, power) if state.edition.board.is_land(space) == land)


@in_every_setup
@pytest.mark.parametrize("setup", ALL)
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_the_first_power_of_the_side_is_asked_and_its_default_is_ipcs(setup: str, side: str) -> None:
    table = with_bid(setup, f"{side} 9")
    edition, (request,) = table.state.edition, table.state.requests
    assert request.power == next(p for p in edition.turn_order if edition.power[p].side == side)
    table.refuses({"type": "end_phase"}, "request")
    before = table.state
    table.decide("bid", "default")
    gained = {account: table.state.treasuries[account] - ipcs for account, ipcs in before.treasuries.items()}
    assert {account: ipcs for account, ipcs in gained.items() if ipcs} == {edition.accounts_of(request.power)[0].id: 9}
    assert (table.state.requests, table.phase, table.state.pieces) == ((), before.phase, before.pieces)


@in_every_setup
@pytest.mark.parametrize("setup", ALL)
def test_units_are_added_where_the_power_has_some_and_the_rest_stays_ipcs(setup: str) -> None:
    table = with_bid(setup)
    power = table.state.requests[0].power
    space, ipcs = where(table.state, power), table.ipcs(power)
    price = bid_prices(table.state, power)["infantry"]
    before = table.at(space)[power].get("infantry", 0)
    table.do(placing(power, space, infantry=1))
    assert table.at(space)[power]["infantry"] == before + 1
    assert table.ipcs(power) == ipcs + 9 - price


@in_every_setup
@pytest.mark.parametrize("setup", ALL)
def test_one_unit_goes_to_a_space_unless_the_table_says_any_number(setup: str) -> None:
    table = with_bid(setup)
    power = table.state.requests[0].power
    order = placing(power, where(table.state, power), infantry=2)
    table.refuses(order, "OPT-10")
    free = with_bid(setup, bid_units="any").do(order)
    assert len(free.state.pieces) == len(table.state.pieces) + 2


@pytest.mark.rule("OPT-10", setups="every + 1940")
@pytest.mark.parametrize("setup", ALL)
def test_what_is_no_bid_is_refused(setup: str) -> None:
    table = with_bid(setup, "allies 30")
    state = table.state
    power = state.requests[0].power
    own = where(state, power)
    enemy = next(p for p in state.edition.turn_order if state.edition.power[p].side == "axis")
    empty = next(t.id for t in state.edition.board.territories if t.id not in bid_spaces(state, power))
    for order in (
        placing(enemy, where(state, enemy), infantry=1),
        placing(power, empty, infantry=1),
        placing(power, own, industrial_complex=1) if "industrial_complex" in state.edition.unit else {},
        placing(power, own, submarine=1),
        placing(power, own, {enemy: 3}, infantry=1),
        placing(power, own, {power: 30}, infantry=1),
    ):
        if order:
            table.refuses(order, "OPT-10")
    table.refuses(placing("atlantis", own, infantry=1), "power")
    table.refuses(placing(power, "atlantis", infantry=1), "space")
    table.refuses(placing(power, own, dragon=1), "units")
    table.refuses(placing(power, own, infantry=-1), "form")


@in_every_setup
@pytest.mark.sampled
@pytest.mark.parametrize("setup", ALL)
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_each_kind_of_unit_goes_where_its_power_has_some_and_nowhere_else(
    setup: str, side: str, sample: Sample[str]
) -> None:
    """Every unit of the edition where its power has some and in other spaces of the board, one of it, and two."""
    state = with_bid(setup, f"{side} 30").state
    edition, power = state.edition, state.requests[0].power
    has = {piece.space for piece in state.pieces.values() if piece.power == power}
    others = [space for space in (*edition.board.territory, *edition.board.sea_zone) if space not in has]
    for space in (*sorted(has), *sample(others, 5)):
        for unit in edition.unit.values():
            ground = unit.domain != "sea" if edition.board.is_land(space) else unit.domain == "sea"
            able = space in has and ground and bool(unit.cost) and not (unit.facility or unit.produces)
            assert is_legal(state, placing(power, space, None, **{unit.id: 1})) == able, f"{unit.id} in {space}"
            assert not (able and is_legal(state, placing(power, space, None, **{unit.id: 2}))), (
                f"two {unit.id} in {space}"
            )


@pytest.mark.rule("OPT-10", setup="aa1941")
def test_a_refusal_names_the_nearest_place_and_a_table_may_allow_all_own_territories() -> None:
    order = placing("soviet_union", "urals", infantry=1)
    told = with_bid("aa1941", "allies 9", bid_units="any").refuses(order, "OPT-10")
    assert told == (
        "A bid places units only where the power has some already; the Soviet Union has none in the Urals. "
        "The nearest place is Archangel."
    )
    free = with_bid("aa1941", "allies 9", bid_units="anywhere")
    assert "in the power's territories and where it has" in free.refuses(
        placing("soviet_union", "norway_finland", infantry=1), "OPT-10"
    )
    assert free.do(order).at("urals") == {"soviet_union": {"infantry": 1}}


@pytest.mark.rule("OPT-10", setup="global_1940")
def test_each_treasury_of_a_power_can_be_given_some_and_china_only_gets_its_infantry() -> None:
    table = with_bid("global_1940", "allies 15")
    london, india = (account.id for account in table.state.edition.accounts_of("united_kingdom"))
    before = dict(table.state.treasuries)
    china = where(table.state, "china")
    table.refuses(placing("china", china, tank=1), "OPT-10")
    table.do(placing("china", china, {india: 5, london: 4}, infantry=1))
    gained = {each: table.state.treasuries[each] - before[each] for each in (london, india, "soviet_union")}
    assert gained == {london: 4, india: 5, "soviet_union": 3}


@pytest.mark.rule("OPT-10", "OPT-11", setup="revised")
def test_advantages_are_rolled_before_the_bid_is_placed() -> None:
    table = with_bid("revised", advantages="roll 1")
    table.refuses({"type": "decide", "kind": "bid", "choice": "default"}, "OPT-11")
    table.do({"type": "roll_advantages"}, "1 2 3 4 5").decide("bid", "default")
    assert table.state.requests == ()


@pytest.mark.rule("OPT-10")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *[("9 for the Axis", "axis 9"), ("Allies: 12 IPCs", "allies 12"), ("AXIS 7", "axis 7"), ("none", "none")],
        *[
            ("9 for both", "allies 9, axis 9"),
            ("axis 6, allies 9", "allies 9, axis 6"),
            ("axis 0 allies 4", "allies 4"),
        ],
    ],
)
def test_a_bid_is_read_as_people_write_it(typed: str, meant: str) -> None:
    assert load_setup("aa1941").resolve_options({"bid": typed})["bid"] == meant


@pytest.mark.rule("OPT-10")
@pytest.mark.parametrize("typed", NO_BIDS)
def test_what_is_no_side_and_number_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(IllegalAction, match="such as “allies 12”") as refused:
        new_game("aa1941", {"bid": typed})
    assert len(str(refused.value)) < 300
    assert bids_of("none") == ()
