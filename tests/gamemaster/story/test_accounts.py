"""What is told of a power with two treasuries, and how its orders are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.orders.payers import payers_typed
from cogs.orders.production import orders_by_payer, purchase_action, purchase_actions, write_order
from engine import IllegalAction, new_game
from engine.ask import ways_to_pay
from engine.queries.chronicle import chronicle
from gamemaster.narration import (
    correction_lines,
    end_phase_warnings,
    event_line,
    income_line,
    objectives_text,
    own_orders_text,
    panel_text,
    read_choice,
    request_card,
    status_text,
)
from gamemaster.narration.history.charts import GameCourse, course_chart, course_table, course_text
from gamemaster.narration.history.log import winner_text
from gamemaster.narration.history.tally import gains
from gamemaster.sheets.researching import pressed_shares, research_action, shares_pressed
from maps.board.powers import in_order
from tests.engine.table import Table, position
from tests.two_economies import EUROPE, PACIFIC, SETUP, add_two_economies

UK = "united_kingdom"


@pytest.fixture(autouse=True)
def _two_economies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_two_economies(tmp_path, monkeypatch)


def table(power: str, phase: str, **more: Any) -> Table:
    """A position of the invented setup with an infantry in London."""
    return position(power, phase, {UK: "united_kingdom: 1 infantry"}, setup=SETUP, **more)


def test_each_treasury_is_told_with_its_income() -> None:
    state = table(UK, "purchase", ipcs={EUROPE: 10, PACIFIC: 0}, owners={"india": "japan"}).state
    assert income_line(state, UK) == (
        "UK Europe: 10 IPCs, income 24 and 5 from objectives; UK Pacific: 0 IPCs, income 16, capital lost"
    )


def test_the_panel_and_the_draft_say_what_each_can_spend() -> None:
    game = table(UK, "purchase", ipcs={EUROPE: 10, PACIFIC: 7})
    panel = panel_text(game.state, "Ann", None)
    assert "Order units for up to 10 IPCs of UK Europe and 7 IPCs of UK Pacific, then" in panel
    game.do(purchase_action(game.state, "UK Pacific: 2 infantry"))
    assert game.state.purchased == {PACIFIC: {"infantry": 2}}
    draft = own_orders_text(game.state)
    assert "Ordered: 2 infantry for 6 IPCs of UK Pacific; 10 IPCs of UK Europe and 1 IPC of UK Pacific left." in draft
    assert end_phase_warnings(game.state) == ("You have 10 IPCs of UK Europe unspent.",)


def test_the_order_so_far_is_a_line_for_each_treasury_that_reads_back() -> None:
    hurt = {"india": {"damage": {"industrial_complex": 3}}}
    game = table(UK, "purchase", ipcs={EUROPE: 10, PACIFIC: 7}, more_spaces=hurt)
    typed = "UK Europe: 1 tank\nUK Pacific: 1 infantry; repair 2 India"
    for line in typed.split("\n"):
        game.do(purchase_action(game.state, line))
    assert write_order(game.state) == typed
    assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (5, 2)


def test_all_damage_is_that_of_the_treasury_that_pays() -> None:
    hurt = {space: {"damage": {"industrial_complex": 3}} for space in (UK, "india")}
    state = table(UK, "purchase", more_spaces=hurt).state
    assert purchase_action(state, "pacific: nothing; repair all")["repairs"] == {"india": {"industrial_complex": 3}}
    both = {UK: {"industrial_complex": 3}, "india": {"industrial_complex": 3}}
    assert purchase_action(state, "nothing; repair all")["repairs"] == both


@pytest.mark.parametrize("name", ["uk pacific", "pacific", PACIFIC])
def test_a_treasury_goes_by_several_names(name: str) -> None:
    assert purchase_action(table(UK, "purchase").state, f"{name}: 1 tank")["from"] == PACIFIC


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("europe: 1 tank, pacific: 2 infantry", ["UK Europe: 1 tank", "UK Pacific: 2 infantry"]),
        ("UK Europe: 1 tank\n2 infantry\nUK Pacific:", ["UK Europe: 1 tank, 2 infantry", "UK Pacific: "]),
        ("pacific: 1 tank; repair: 1 India; pacific: 1 fighter", ["UK Pacific: 1 tank, 1 fighter; repair 1 India"]),
        ("nothing", ["UK Europe: nothing", "UK Pacific: nothing"]),
        ("1 tank", ["1 tank"]),
    ],
)
def test_orders_to_both_treasuries_are_read_in_one(typed: str, lines: list[str]) -> None:
    assert orders_by_payer(table(UK, "purchase").state, typed) == lines


def test_what_is_no_treasury_and_repairs_for_several_are_refused_with_what_can_be_written() -> None:
    state = table(UK, "purchase").state
    with pytest.raises(IllegalAction, match="no treasury “London”: write UK Europe or UK Pacific before the colon"):
        orders_by_payer(state, "London: 1 tank")
    with pytest.raises(IllegalAction, match="“UK Europe: 1 infantry; repair 2 …”"):
        purchase_actions(state, "europe: 1 tank; pacific: 1 tank", "2 India")
    assert [each["from"] for each in purchase_actions(state, "europe: 1 tank; pacific: nothing")] == [EUROPE, PACIFIC]


def test_the_room_to_place_is_told_by_treasury() -> None:
    text = own_orders_text(table(UK, "purchase").state)
    assert "\nRoom to place: UK Europe: United Kingdom 8; UK Pacific: Australia 2, India 3." in text


def test_the_history_names_the_treasury() -> None:
    game = table(UK, "mobilize", ipcs={EUROPE: 0, PACIFIC: 0})
    before = game.state
    game.end_phase()
    told = [event_line(before, event) for event in game.happened("income_collected")]
    assert told == [
        "UK Europe collects 29 IPCs: 24 from territories, 5 from objectives (the Empire 5); 29 IPCs in the treasury.",
        "UK Pacific collects 19 IPCs; 19 IPCs in the treasury.",
    ]


@pytest.mark.rule("RES-45", setup="global_1940")
def test_the_question_of_war_bonds_names_the_treasuries_and_reads_their_names() -> None:
    game = table(UK, "mobilize", technologies={UK: ["war_bonds"]}, ipcs={EUROPE: 1, PACIFIC: 2}).end_phase()
    (request,) = game.state.requests
    text, offers = request_card(game.state, request, UK)
    assert text == (
        "The United Kingdom names the treasury that the war bonds are paid into: UK Europe or UK Pacific. There are 1 "
        "IPC of UK Europe and 2 IPCs of UK Pacific."
    )
    assert [offer.label for offer in offers] == ["UK Europe (default)", "UK Pacific"]
    assert read_choice(game.state, request, "pacific") == {"account": PACIFIC}
    with pytest.raises(IllegalAction, match="has no treasury “Tokyo”: name UK Europe or UK Pacific"):
        read_choice(game.state, request, "Tokyo")


@pytest.mark.rule("RES-16", setup="global_1940")
def test_who_pays_for_research_is_typed_and_told() -> None:
    game = table(UK, "research", ipcs={EUROPE: 8, PACIFIC: 8})
    assert payers_typed(game.state, "uk pacific") == PACIFIC
    assert payers_typed(game.state, "10 IPCs of UK Europe and 5 pacific") == {EUROPE: 10, PACIFIC: 5}
    before = game.state
    order = research_action("1", 3, payers_typed(game.state, "7 europe, 8 pacific"))
    game.do(order, "1 2 3")
    assert event_line(before, game.happened("researched")[0]) == (
        "The United Kingdom spends 7 IPCs of UK Europe and 8 IPCs of UK Pacific on research, chart 1: 1 2 3 — "
        "no breakthrough; 3 dice kept for later turns."
    )


@pytest.mark.rule("RES-16", setup="global_1940")
def test_shares_are_typed_with_their_ipcs() -> None:
    with pytest.raises(IllegalAction, match="Say how many IPCs each treasury pays"):
        payers_typed(table(UK, "research").state, "UK Europe, UK Pacific")


@pytest.mark.rule("RES-16", setup="global_1940")
def test_each_way_to_pay_is_offered_and_carried_by_its_button() -> None:
    state = table(UK, "research", ipcs={EUROPE: 8, PACIFIC: 16}).state
    assert ways_to_pay(state, 5) == ({EUROPE: 5}, {PACIFIC: 5})
    assert ways_to_pay(state, 10) == ({EUROPE: 8, PACIFIC: 2}, {PACIFIC: 10})
    assert ways_to_pay(state, 25) == ()
    assert [pressed_shares(state, shares) for shares in ways_to_pay(state, 10)] == ["8-2", "0-10"]
    assert [shares_pressed(state, carried) for carried in ("8-2", "0-10", "8", "a-b")] == [
        {EUROPE: 8, PACIFIC: 2},
        {PACIFIC: 10},
        {},
        {},
    ]


def test_plunder_and_corrections_name_the_treasury() -> None:
    game = position(
        "japan", "combat_move", {"burma": "japan: 1 tank"}, setup=SETUP, owners={"burma": "japan"}, ipcs={PACIFIC: 7}
    )
    game.move("1 tank: burma > india")
    before = game.state
    game.end_phase()
    if game.pending:
        game.battle("india")
    assert "Took 7 IPCs from UK Pacific's treasury." in gains(before, game.events)
    lines = correction_lines(before, game.state)
    assert "IPCs of UK Pacific: 7 → 0" in lines


def test_a_capital_that_an_open_order_takes_is_not_told_as_lost() -> None:
    game = position(
        "japan",
        "combat_move",
        {"burma": "japan: 1 tank"},
        setup=SETUP,
        owners={"burma": "japan"},
        more_spaces={"india": {"facilities": []}},
    )
    game.move("1 tank: burma > india > persia")
    assert game.owner("india") == "japan"
    assert "capital lost" not in status_text(game.state, {}, None)
    assert "UK Pacific: 0 IPCs, income 13, capital lost" in status_text(game.end_phase().state, {}, None)


def test_the_order_of_each_treasury_is_told_with_its_cost() -> None:
    hurt = {"india": {"damage": {"industrial_complex": 3}}}
    game = table(UK, "purchase", ipcs={EUROPE: 10, PACIFIC: 7}, more_spaces=hurt)
    game.do(purchase_action(game.state, "europe: 1 tank")).do(purchase_action(game.state, "pacific: repair 2 India"))
    ordered = "1 tank for 5 IPCs of UK Europe and repairs in India (2 damage) for 2 IPCs of UK Pacific"
    assert f"Ordered: {ordered}; 5 IPCs of UK Europe and 5 IPCs of UK Pacific left." in own_orders_text(game.state)


def test_each_treasury_is_warned_of_the_room_of_its_own_complexes() -> None:
    game = table(UK, "purchase", ipcs={EUROPE: 0, PACIFIC: 30}, owners={"australia": "japan"})
    game.do(purchase_action(game.state, "pacific: 8 infantry"))
    warnings = end_phase_warnings(game.state)
    assert "You ordered 8 units, but India can place 3. The rest will be returned." in warnings


def test_what_is_to_be_placed_is_told_by_treasury() -> None:
    full = {"india": {"damage": {"industrial_complex": 6}}, "australia": {"damage": {"industrial_complex": 4}}}
    bought = {EUROPE: {"infantry": 1}, PACIFIC: {"infantry": 2}}
    state = table(UK, "mobilize", purchased=bought, more_spaces=full).state
    waiting = "1 infantry of UK Europe and 2 infantry of UK Pacific"
    assert f"Place {waiting}." in panel_text(state, "Ann", None)
    assert f"Still to place: {waiting}." in own_orders_text(state)
    warnings = end_phase_warnings(state)
    assert "You cannot place 2 infantry of UK Pacific, which will be returned for 6 IPCs." in warnings


def test_objectives_say_into_which_treasury_they_pay() -> None:
    text = objectives_text(table(UK, "purchase").state)
    assert "United Kingdom: 5 IPCs of UK Europe and 0 IPCs of UK Pacific as things stand" in text
    assert "(INC-39): 5 IPCs of UK Pacific, not met" in text


def test_incomes_are_those_of_the_treasuries() -> None:
    assert "UK Europe 24, UK Pacific 19" in winner_text(table(UK, "purchase").state, "")


def test_charts_show_the_income_of_each_treasury() -> None:
    game = table(UK, "purchase", owners={"borneo": "japan"})
    course = GameCourse.of(game.state, chronicle(new_game(SETUP), (), game.state))
    lines = {line.power: line.values for line in course_chart(course, "income").lines}
    assert (lines[EUROPE], lines[PACIFIC]) == ((29, 29), (19, 15))
    assert UK not in lines
    told = "income of UK Europe 29, 5 of it from objectives, income of UK Pacific 15 (−4), units worth 3 IPCs"
    assert told in course_text(course)
    rows = [row.split(",") for row in course_table(course).splitlines()]
    assert [row[3] for row in rows if row[0] == "1" and row[2].startswith(("UK", "United K"))] == ["", "29", "15"]


def test_treasuries_are_shown_beside_each_other_in_the_place_of_their_power() -> None:
    shown = in_order(("italy", PACIFIC, "germany", EUROPE))
    assert shown == ["germany", EUROPE, PACIFIC, "italy"]
