"""Mobile Industry, Lend-Lease, U-Boat Interdiction and Colonial Garrison (OPT-17, OPT-19, OPT-21, OPT-33)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import new_game
from engine.state.game_state import state_to_json
from tests.engine.rules.aa1941.test_gen_turns import end_turn
from tests.engine.table import Table, position

SOVIET = "soviet_union"


def industry(power: str = SOVIET, phase: str = "noncombat_move", **more: Any) -> Table:
    """A turn of a power, with Mobile Industry."""
    spaces = {"russia": "soviet_union: 1 infantry"} | more.pop("spaces", {})
    return position(power, phase, spaces, setup="revised", advantages={SOVIET: "mobile_industry"}, **more)


def moving(origin: str, to: str) -> dict[str, str]:
    """The order to move a complex."""
    return {"type": "advantage", "name": "mobile_industry", "from": origin, "to": to}


@pytest.mark.rule("OPT-17", "UNI-34", setup="revised")
def test_each_soviet_complex_moves_1_territory_a_turn() -> None:
    table = industry()
    before = state_to_json(table.state)
    table.do(moving("russia", "novosibirsk")).do(moving("caucasus", "kazakh_ssr"))
    complexes = [t for t in table.board["facilities"] if table.owner(t) == SOVIET]
    assert complexes == ["kazakh_ssr", "novosibirsk"]
    table.refuses(moving("novosibirsk", "russia"), "OPT-17")
    table.do({"type": "undo"}).do({"type": "undo"})
    assert state_to_json(table.state) == before


@pytest.mark.rule("OPT-17", setup="revised")
def test_it_moves_to_a_neighbour_that_the_soviets_hold_and_that_has_none() -> None:
    table = industry(owners={"archangel": "germany", "kazakh_ssr": "united_kingdom"})
    for origin, to in [
        ("russia", "yakut_ssr"),
        ("russia", "caucasus"),
        ("russia", "archangel"),
        ("russia", "kazakh_ssr"),
        ("caucasus", "sz16"),
        ("germany", "eastern_europe"),
        ("karelia_ssr", "archangel"),
    ]:
        table.refuses(moving(origin, to), "OPT-17")
    table.refuses({"type": "advantage", "name": "mobile_industry"}, "OPT-17")
    sentence = table.refuses(moving("russia", "archangel"), "OPT-17")
    assert sentence.endswith("Possible: Russia to Evenki National Okrug or Russia to Novosibirsk.")


@pytest.mark.rule("OPT-17", setup="revised")
@pytest.mark.parametrize("phase", ["purchase", "combat_move", "mobilize"])
def test_it_moves_in_the_noncombat_move_only(phase: str) -> None:
    industry(phase=phase, purchased={SOVIET: {"infantry": 1}}).refuses(moving("russia", "novosibirsk"), "phase")


@pytest.mark.rule("OPT-17", setup="revised")
def test_it_places_units_where_it_stands_now() -> None:
    table = industry(purchased={SOVIET: {"infantry": 3}})
    table.do(moving("russia", "novosibirsk")).end_phase()
    table.refuses({"type": "mobilize", "units": {"infantry": 1}, "space": "russia"}, "MOB-03")
    table.refuses({"type": "mobilize", "units": {"infantry": 3}, "space": "novosibirsk"}, "MOB-12")
    table.do({"type": "mobilize", "units": {"infantry": 2}, "space": "novosibirsk"})
    assert table.at("novosibirsk") == {SOVIET: {"infantry": 2}}


@pytest.mark.rule("OPT-17", "MOB-01", setup="revised")
def test_a_complex_taken_this_turn_moves_but_gives_nothing_yet() -> None:
    table = industry(
        phase="combat_move",
        spaces={"west_russia": "soviet_union: 1 tank"},
        owners={"ukraine_ssr": SOVIET, "belorussia": SOVIET, "west_russia": SOVIET},
        more_spaces={"eastern_europe": {"facilities": ["industrial_complex"]}},
        purchased={SOVIET: {"infantry": 1}},
    )
    table.move("1 tank: west_russia > ukraine_ssr > eastern_europe").end_phase()
    table.do(moving("eastern_europe", "belorussia")).end_phase()
    sentence = table.refuses({"type": "mobilize", "units": {"infantry": 1}, "space": "belorussia"}, "MOB-01")
    assert sentence == "The complex in Belorussia was taken this turn; it works next turn."


@pytest.mark.rule("OPT-13", "OPT-17", setup="revised")
def test_a_captor_cannot_move_it() -> None:
    table = industry("germany", owners={"russia": "germany"}, spaces={"germany": "germany: 1 infantry"})
    table.refuses(moving("russia", "novosibirsk"), "OPT-13")


def lending(spaces: dict[str, str], **more: Any) -> Table:
    """The Soviet purchase phase with Lend-Lease."""
    return position(SOVIET, "purchase", spaces, setup="revised", advantages={SOVIET: "lend_lease"}, **more)


def lend(space: str, owner: str, **units: int) -> dict[str, Any]:
    """The order to take units over."""
    return {"type": "advantage", "name": "lend_lease", "space": space, "owner": owner, "units": units}


@pytest.mark.rule("OPT-19", setup="revised")
def test_allied_units_in_home_territory_become_soviet_units_and_may_act_this_turn() -> None:
    table = lending(
        {"karelia_ssr": "united_kingdom: 2 tank, 1 fighter; soviet_union: 1 tank", "norway": "germany: 1 infantry"}
    )
    before = state_to_json(table.state)
    table.do(lend("karelia_ssr", "united_kingdom", tank=1, fighter=1))
    assert table.at("karelia_ssr") == {"united_kingdom": {"tank": 1}, SOVIET: {"fighter": 1, "tank": 2}}
    (converted,) = table.happened("units_converted")
    assert [piece.id for piece in converted.pieces] == ["soviet_union.tank.6", "soviet_union.fighter.3"]
    after = table.state
    table.do({"type": "undo"})
    assert state_to_json(table.state) == before
    table = Table(after).end_phase().move("2 tank: karelia_ssr > norway")
    assert table.at("norway")[SOVIET] == {"tank": 2}


@pytest.mark.rule("OPT-19", setup="revised")
def test_guns_change_hands_too_but_nothing_that_is_not_there() -> None:
    table = lending({"russia": "united_states: 1 anti_aircraft_gun"})
    table.refuses(lend("russia", "united_states", tank=1), "units")
    table.refuses(lend("russia", "united_states"), "units")
    table.refuses(lend("russia", "united_kingdom", tank=1), "units")
    table.refuses(lend("atlantis", "united_states", tank=1), "space")
    table.refuses(lend("russia", "prussia", tank=1), "power")
    table.refuses({"type": "advantage", "name": "lend_lease"}, "form")
    table.do(lend("russia", "united_states", anti_aircraft_gun=1))
    assert table.at("russia") == {SOVIET: {"anti_aircraft_gun": 1}}


@pytest.mark.rule("OPT-14", "OPT-19", setup="revised")
def test_only_allied_units_in_held_home_territory_change_hands() -> None:
    spaces = {
        "norway": "united_kingdom: 1 tank",
        "persia": "united_kingdom: 1 tank",
        "sz4": "united_kingdom: 1 destroyer",
        "russia": "soviet_union: 1 tank",
    }
    table = lending(spaces, owners={"norway": SOVIET})
    for space, owner in [("norway", "united_kingdom"), ("persia", "united_kingdom"), ("sz4", "united_kingdom")]:
        table.refuses(lend(space, owner, tank=1), "OPT-19")
    table.refuses(lend("russia", SOVIET, tank=1), "OPT-19")
    table.refuses(lend("russia", "germany", tank=1), "OPT-19")


@pytest.mark.rule("OPT-19", setup="revised")
def test_the_owner_may_refuse_once_for_all_and_grant_it_again() -> None:
    table = lending({"karelia_ssr": "united_kingdom: 1 tank; united_states: 1 tank"})
    leave = {"type": "leave", "power": "united_kingdom", "to": SOVIET, "what": "lend_lease"}
    table.do({**leave, "granted": False})
    sentence = table.refuses(lend("karelia_ssr", "united_kingdom", tank=1), "OPT-19")
    assert sentence == "The United Kingdom does not let its units be taken over."
    table.do(lend("karelia_ssr", "united_states", tank=1))
    table.do({**leave, "granted": True}).do(lend("karelia_ssr", "united_kingdom", tank=1))
    assert table.at("karelia_ssr") == {SOVIET: {"tank": 2}}
    Table(new_game("aa1941")).refuses({**leave, "granted": False}, "OPT-07")


@pytest.mark.rule("OPT-19", setup="revised")
@pytest.mark.parametrize("phase", ["research", "combat_move", "noncombat_move"])
def test_units_change_hands_in_the_purchase_phase_only(phase: str) -> None:
    spaces = {"karelia_ssr": "united_kingdom: 1 tank; soviet_union: 1 infantry"}
    table = position(SOVIET, phase, spaces, setup="revised", advantages={SOVIET: "lend_lease"})
    table.refuses(lend("karelia_ssr", "united_kingdom", tank=1), "phase")


@pytest.mark.rule("OPT-19", setup="revised")
@pytest.mark.parametrize(
    ("guests", "phase"), [("united_kingdom: 1 tank", "purchase"), ("soviet_union: 1 tank", "combat_move")]
)
def test_soviets_without_ipcs_are_asked_only_while_there_is_something_to_take_over(guests: str, phase: str) -> None:
    spaces = {"karelia_ssr": guests, "russia": "soviet_union: 1 tank", "brazil": "united_states: 1 infantry"}
    table = lending(spaces, ipcs={SOVIET: 0})
    table.do({"type": "edit", "turn": {"power": "united_states", "phase": "mobilize"}}).end_phase()
    assert (table.state.power, table.phase) == (SOVIET, phase)


def interdicted(power: str, submarines: str, **more: Any) -> Table:
    """The end of a turn against German submarines."""
    spaces = {"sz13": submarines, "australia": "united_kingdom: 1 infantry", "brazil": "united_states: 1 infantry"}
    known = {"advantages": {"germany": "u_boat_interdiction"}} | more
    table = position(power, "noncombat_move", spaces, setup="revised", ipcs={power: 0}, **known)
    return end_turn(table)


@pytest.mark.rule("OPT-21", "INC-12", setup="revised")
@pytest.mark.parametrize(("power", "left"), [("united_kingdom", 27), ("united_states", 39), ("soviet_union", 24)])
def test_every_german_submarine_costs_britain_and_america_1_ipc(power: str, left: int) -> None:
    table = interdicted(power, "germany: 3 submarine, 1 destroyer; japan: 2 submarine")
    assert table.ipcs(power) == left
    (collected,) = [event for event in table.happened("income_collected") if event.power == power]
    assert collected.amount == left
    assert collected.interdicted == (0 if power == "soviet_union" else 3)


@pytest.mark.rule("OPT-21", setup="revised")
def test_without_the_advantage_nothing_is_lost() -> None:
    assert (
        interdicted("united_kingdom", "germany: 3 submarine", advantages={"japan": "tokyo_express"}).ipcs(
            "united_kingdom"
        )
        == 30
    )


@pytest.mark.rule("OPT-21", setup="revised")
def test_an_income_does_not_fall_below_0_and_savings_are_safe() -> None:
    table = position(
        "united_kingdom",
        "noncombat_move",
        {"sz13": "germany: 50 submarine", "australia": "united_kingdom: 1 infantry"},
        setup="revised",
        ipcs={"united_kingdom": 7},
        advantages={"germany": "u_boat_interdiction"},
    )
    end_turn(table)
    assert table.ipcs("united_kingdom") == 7
    assert table.happened("income_collected")[0].interdicted == 30


@pytest.mark.rule("OPT-33", setup="revised")
def test_the_british_choose_the_site_of_one_more_complex_before_the_first_turn() -> None:
    table = Table(new_game("revised", {"advantages": "colonial_garrison"}))
    assert table.questions == [("colonial_garrison", ("united_kingdom",))]
    assert table.board["acting"] == ["united_kingdom"]
    table.refuses({"type": "end_phase"}, "request")
    table.decide("colonial_garrison", {"space": "australia"})
    assert table.board["facilities"]["australia"] == ["industrial_complex"]
    assert table.board["purchased"] == {}
    assert table.phase == "research"


@pytest.mark.rule("OPT-14", "OPT-33", setup="revised")
def test_the_site_is_british_from_the_start_with_a_value_and_without_a_complex() -> None:
    table = Table(new_game("revised", {"advantages": "colonial_garrison"}))
    for space in ("united_kingdom", "gibraltar", "brazil", "germany", "sz6"):
        table.refuses({"type": "decide", "kind": "colonial_garrison", "choice": {"space": space}}, "OPT-33")
    table.refuses({"type": "decide", "kind": "colonial_garrison", "choice": {}}, "OPT-33")


@pytest.mark.rule("OPT-33", setup="revised")
def test_by_default_it_is_the_most_valuable_site_the_first_of_its_name() -> None:
    table = Table(new_game("revised", {"advantages": "colonial_garrison"}))
    assert table.state.requests[0].default == {"space": "eastern_canada"}
    table.decide("colonial_garrison", "default")
    assert "eastern_canada" in table.board["facilities"]


@pytest.mark.rule("OPT-33", "OPT-11", setup="revised")
def test_a_garrison_that_was_rolled_for_is_asked_about_after_the_dice() -> None:
    table = Table(new_game("revised", {"advantages": "roll 1"}))
    table.do({"type": "roll_advantages"}, "1 2 6 1 3")
    assert table.questions == [("colonial_garrison", ("united_kingdom",))]


@pytest.mark.rule("OPT-33", setup="revised")
def test_the_new_complex_works_from_the_first_british_turn() -> None:
    table = Table(new_game("revised", {"advantages": "colonial_garrison"}))
    table.decide("colonial_garrison", {"space": "india"})
    bought = {"united_kingdom": {"infantry": 3}}
    table.do({"type": "edit", "purchased": bought, "turn": {"power": "united_kingdom", "phase": "mobilize"}})
    table.do({"type": "mobilize", "units": {"infantry": 3}, "space": "india"})
    assert table.at("india")["united_kingdom"]["infantry"] == 6
