"""Plans that a power leaves behind for scrambles and kamikaze strikes (chapter ASY)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import IllegalAction
from engine.ask import KamikazeChoice
from engine.queries.standing_orders import answer_by_orders, check_orders
from engine.state.questions import JsonChoice
from tests.engine.table import Table, position

AT_WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]
FLEET = "united_states: 2 destroyer, 1 aircraft_carrier, 1 battleship"


def attacked(**spaces: str) -> Table:
    """American fleets attack Japanese transports on both sides of Japan; Japan is still to say who rises."""
    start = {"sz7": FLEET, "sz6": "japan: 1 transport", "sz16": FLEET, "sz17": "japan: 1 transport"}
    start |= {"japan": "japan: 4 fighter, 1 tactical_bomber", **spaces}
    table = position("united_states", "combat_move", start, relations=AT_WAR)
    return table.move(f"{FLEET.partition(': ')[2]}: sz7 > sz6").end_phase()


def answered(table: Table, **orders: list[str]) -> JsonChoice | None:
    """What the standing orders of Japan answer to its first question; the engine takes it."""
    request = table.state.requests[0]
    check_orders(table.state, "japan", orders)
    choice = answer_by_orders(table.state, request, "japan", orders)
    if choice is not None:
        strikes = sum(count for ships in choice.values() if isinstance(ships, list) for _, count in ships)
        table.do({"type": "decide", "request": request.id, "choice": choice}, "6 " * strikes)
    return choice


@pytest.mark.orders("reaction scramble zone", "reaction scramble most")
@pytest.mark.rule("ASY-04", "ASY-20", setups="1940")
@pytest.mark.parametrize(
    ("plan", "risers"),
    [
        (["sz6 2"], {"fighter": 2}),
        (["anywhere 9"], {"fighter": 3}),
        (["anywhere 1", "sz6 3"], {"fighter": 3}),
        (["sz6 0", "anywhere 3"], None),
        (["sz19 3"], None),
    ],
)
def test_a_plan_says_how_many_aircraft_scramble_at_most_into_a_zone(
    plan: list[str], risers: dict[str, int] | None
) -> None:
    assert answered(attacked(), scramble=plan) == ({"scramble": {"sz6": {"japan": risers}}} if risers else {})


@pytest.mark.orders("reaction reactions")
@pytest.mark.rule("ASY-20", "ASY-23", setups="1940")
def test_a_plan_leaves_raids_to_be_asked_about_unless_that_was_left_too() -> None:
    spaces = {"sz7": "united_states: 1 destroyer", "sz6": "japan: 1 transport", "japan": "japan: 3 fighter"}
    spaces |= {"iwo_jima": "united_states: 1 strategic_bomber"}
    table = position("united_states", "combat_move", spaces, relations=AT_WAR, owners={"iwo_jima": "united_states"})
    table.move("1 destroyer: sz7 > sz6")
    table.move("1 strategic_bomber: iwo_jima > japan", raid="air_base").end_phase()
    assert set(table.state.requests[0].options) >= {"intercept", "scramble"}
    assert answered(table, scramble=["sz6 1"]) is None
    assert answered(table, scramble=["sz6 1"], reactions=["all"]) == {"intercept": {"japan": {"fighter": 3}}}


@pytest.mark.orders("reaction scramble least", "reaction scramble against")
@pytest.mark.rule("ASY-58", setups="1940")
@pytest.mark.parametrize(
    ("plan", "rises"),
    [
        (["sz6 3 least=1"], True),
        (["sz6 3 least=90"], False),
        (["sz6 3 least=90", "anywhere 1"], False),
        (["anywhere 3 least=1 against=united_states"], True),
        (["anywhere 3 against=anzac"], False),
        (["anywhere 3 against=anzac", "anywhere 3 least=90"], False),
    ],
)
def test_aircraft_scramble_only_where_the_chance_to_win_with_them_is_good_enough(plan: list[str], rises: bool) -> None:
    choice = answered(attacked(), scramble=plan)
    assert choice == ({"scramble": {"sz6": {"japan": {"fighter": 3}}}} if rises else {})


@pytest.mark.rule("ASY-58", setups="1940")
def test_aircraft_that_would_meet_only_a_landing_are_reckoned_with_too() -> None:
    spaces = {"sz6": "united_states: 1 destroyer, 1 transport", "japan": "japan: 3 fighter"}
    cargo = {"sz6": [{"transport": "united_states", "units": {"united_states": {"infantry": 2}}}]}
    table = position("united_states", "combat_move", spaces, relations=AT_WAR, cargo=cargo)
    table.move("2 infantry: sz6 > japan").end_phase()
    assert answered(table, scramble=["sz6 3 least=80"]) == {"scramble": {"sz6": {"japan": {"fighter": 3}}}}


def raided(fighters: int = 3) -> Table:
    """An American bomber raids the air base of Japan."""
    spaces = {"japan": f"japan: {fighters} fighter", "iwo_jima": "united_states: 2 strategic_bomber"}
    table = position("united_states", "combat_move", spaces, relations=AT_WAR, owners={"iwo_jima": "united_states"})
    return table.move("2 strategic_bomber: iwo_jima > japan", raid="air_base").end_phase()


@pytest.mark.orders(
    "reaction intercept zone", "reaction intercept most", "reaction intercept least", "reaction intercept against"
)
@pytest.mark.rule("ASY-22", "ASY-58", setups="1940")
@pytest.mark.parametrize(
    ("plan", "rising"),
    [
        (["anywhere 9"], 3),
        (["japan 2", "anywhere 9"], 2),
        (["japan 0"], 0),
        (["anywhere 9 least=30"], 3),
        (["anywhere 9 least=60"], 0),
        (["japan 1 least=20"], 0),
        (["anywhere 1", "japan 3 against=united_states"], 3),
        (["anywhere 1", "japan 3 against=anzac"], 1),
    ],
)
def test_a_plan_says_how_many_fighters_meet_a_raid(plan: list[str], rising: int) -> None:
    assert answered(raided(), intercept=plan) == ({"intercept": {"japan": {"fighter": rising}}} if rising else {})


@pytest.mark.orders("kamikaze kamikaze landing")
@pytest.mark.rule("ASY-24", setups="1940")
@pytest.mark.parametrize("lands", [False, True])
def test_kamikazes_may_wait_for_a_landing(lands: bool) -> None:
    spaces = {"sz6": "united_states: 1 battleship, 1 transport; japan: 1 submarine", "japan": "japan: 3 infantry"}
    cargo = {"sz6": [{"transport": "united_states", "units": {"united_states": {"infantry": 2}}}]}
    table = position("united_states", "combat_move", spaces, relations=AT_WAR, cargo=cargo)
    if lands:
        table.move("2 infantry: sz6 > japan")
    table.do({"type": "engage", "space": "sz6", "attack": True}).end_phase()
    choice = answered(table, kamikaze=["anywhere battleship 2 landing=1"])
    assert bool(choice) is lands


@pytest.mark.orders(
    "kamikaze kamikaze zone", "kamikaze kamikaze unit", "kamikaze kamikaze most", "kamikaze kamikaze against"
)
@pytest.mark.rule("ASY-24", setups="1940")
@pytest.mark.parametrize(
    ("plan", "strikes"),
    [
        (["anywhere aircraft_carrier 2", "sz6 battleship 1"], {"aircraft_carrier": [2], "battleship": [1]}),
        (["sz6 destroyer 2", "anywhere aircraft_carrier 3"], {"destroyer": [2, 2], "aircraft_carrier": [2]}),
        (["sz6 destroyer 1", "anywhere destroyer 5"], {"destroyer": [1, 1]}),
        (["sz6 destroyer 1", "sz6 destroyer 2 against=united_states"], {"destroyer": [2, 2]}),
        (["sz6 destroyer 1", "sz6 destroyer 2 against=anzac"], {"destroyer": [1, 1]}),
        (["sz19 destroyer 2"], {}),
    ],
)
def test_a_plan_says_how_many_kamikazes_strike_which_ships_while_tokens_last(
    plan: list[str], strikes: dict[str, list[int]]
) -> None:
    table = attacked().decide("reaction", {})
    choice = answered(table, kamikaze=plan)
    assert choice is not None
    found: dict[str, list[int]] = {}
    for ship, count in KamikazeChoice.of(choice).root.get("sz6", ()):
        found.setdefault(ship.split(".")[1], []).append(count)
    assert found == strikes


@pytest.mark.rule("ASY-20", "ASY-24", setups="1940")
@pytest.mark.parametrize(
    ("domain", "plan", "rule"),
    [
        ("scramble", ["sz999 2"], "space"),
        ("scramble", ["sz6"], "form"),
        ("scramble", ["sz6 destroyer 2"], "form"),
        ("scramble", ["sz6 2", "sz6 3"], "form"),
        ("scramble", [f"sz{zone} 1" for zone in range(1, 40)], "form"),
        ("kamikaze", ["sz7 destroyer 2"], "SPC-91"),
        ("kamikaze", ["sz6 transport 2"], "SPC-94"),
        ("kamikaze", ["anywhere zeppelin 2"], "SPC-94"),
        ("kamikaze", ["sz6 destroyer many"], "form"),
        ("kamikaze", ["sz6 destroyer 2 least=50"], "form"),
        ("scramble", ["sz6 2 least=101"], "form"),
        ("scramble", ["sz6 2 landing=1"], "form"),
        ("scramble", ["sz6 2 against=japan"], "power"),
        ("scramble", ["sz6 2 luck=1"], "form"),
        ("intercept", ["sz6 2"], "space"),
        ("intercept", ["japan fighter 2"], "form"),
        ("intercept", ["japan 2 landing=1"], "form"),
    ],
)
def test_a_plan_that_cannot_be_kept_is_refused(domain: str, plan: list[str], rule: str) -> None:
    orders: dict[str, Any] = {domain: plan}
    with pytest.raises(IllegalAction) as refusal:
        check_orders(attacked().state, "japan", orders)
    assert refusal.value.rule == rule
