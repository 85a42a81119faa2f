"""Options of Revised, and how a table comes by national advantages (OPT-01..14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine import IllegalAction, load_setup, new_game
from tests.engine.table import Table, position

TABLES = {
    "soviet_union": "russian_winter nonaggression_treaty mobile_industry salvage lend_lease trans_siberian_railway",
    "germany": "u_boat_interdiction atlantic_wall panzerblitz wolf_packs dive_bombers fortress_europe",
    "united_kingdom": "radar joint_strike enigma_decoded mideast_oil french_resistance colonial_garrison",
    "japan": "tokyo_express kamikaze_attacks kaiten_torpedoes lightning_assaults dug_in_defenders banzai_attacks",
    "united_states": "island_bases chinese_divisions marines mechanized_infantry fast_carriers superfortresses",
}
ROLL = {"type": "roll_advantages"}


def started(advantages: Any) -> Table:
    """A new game with this option."""
    return Table(new_game("revised", {"advantages": advantages}))


@pytest.mark.rule("OPT-01", setup="revised")
def test_options_are_fixed_before_the_first_turn_and_stay_in_the_state() -> None:
    table = Table(new_game("revised", {"victory": "major"}))
    assert dict(table.state.options) == {
        "victory": "major",
        "bid": "none",
        "bid_units": "one",
        "low_luck": "off",
        "disputed_casualties": "attacker",
        "individual_winner": "off",
        "advantages": "none",
    }
    table.refuses({"type": "edit", "options": {"victory": "minor"}}, "form")


@pytest.mark.rule("OPT-01", setup="revised")
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"victory": "shorter"}, "it can be minor, major, total"),
        ({"oil": 5}, "it has victory, bid, bid_units, low_luck, disputed_casualties, individual_winner, advantages"),
        ({"individual_winner": True}, "it can be off, on"),
        ({"advantages": "salvge"}, "Did you mean salvage?"),
        ({"advantages": ["radar", "blitz"]}, "There is no national advantage “blitz”."),
        ({"advantages": {"germany": ["salvage"]}}, "is not a national advantage of “germany” but of “soviet_union”"),
        ({"advantages": {"italy": ["salvage"]}}, "not a national advantage of “italy”"),
        ({"advantages": "roll 0"}, "Roll 1 to 6"),
        ({"advantages": "roll 7"}, "Roll 1 to 6"),
        ({"advantages": {"roll": "many"}}, "Roll 1 to 6"),
        ({"advantages": 3}, "a list of names"),
        ({"advantages": None}, "a list of names"),
    ],
)
def test_an_option_that_does_not_exist_is_refused_with_those_that_do(options: Mapping[str, Any], sentence: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        new_game("revised", options)
    assert refusal.value.rule == "form"
    assert sentence in refusal.value.message


@pytest.mark.rule("OPT-07", setup="revised")
def test_national_advantages_are_an_option_and_off_by_default() -> None:
    table = Table(new_game("revised"))
    assert table.board["advantages"] == {}
    assert table.state.options["advantages"] == "none"


@pytest.mark.rule("OPT-07", "OPT-11", setup="revised")
@pytest.mark.parametrize("power", TABLES)
def test_each_power_has_a_table_of_six(power: str) -> None:
    own = [a for a in load_setup("revised").advantages if a.power == power]
    assert [(a.number, a.id) for a in own] == list(enumerate(TABLES[power].split(), 1))


@pytest.mark.rule("OPT-07", "OPT-11", setup="revised")
@pytest.mark.parametrize(
    "chosen",
    [
        ["radar", "salvage", "lend_lease"],
        {"united_kingdom": ["radar"], "soviet_union": ["lend_lease", "salvage"]},
        {"united_kingdom": "radar", "soviet_union": "lend_lease, salvage"},
        "Radar, Salvage, Lend-Lease",
        "salvage, lend_lease, radar",
    ],
)
def test_chosen_advantages_are_written_in_one_form(chosen: Any) -> None:
    table = started(chosen)
    assert table.state.options["advantages"] == "salvage, lend_lease, radar"
    assert table.board["advantages"] == {"soviet_union": ["salvage", "lend_lease"], "united_kingdom": ["radar"]}
    assert new_game("revised", table.state.options) == table.state


@pytest.mark.rule("OPT-11", setup="revised")
def test_the_option_can_ask_for_dice_and_then_nothing_else_happens_first() -> None:
    table = started("roll 2")
    for order in ({"type": "end_phase"}, {"type": "research", "dice": 1, "technology": "rockets"}, {"type": "concede"}):
        assert "rolled first" in table.refuses(order, "OPT-11")
    table.do(ROLL, "2 4  1 2  3 4  5 6  1 6")
    assert table.board["advantages"] == {
        "soviet_union": ["nonaggression_treaty", "salvage"],
        "germany": ["u_boat_interdiction", "atlantic_wall"],
        "united_kingdom": ["enigma_decoded", "mideast_oil"],
        "japan": ["dug_in_defenders", "banzai_attacks"],
        "united_states": ["island_bases", "superfortresses"],
    }
    table.end_phase()
    assert table.refuses(ROLL, "OPT-11") == "There are no national advantages to roll."


@pytest.mark.rule("OPT-11", setup="revised")
def test_a_table_that_chose_does_not_roll() -> None:
    started("radar").refuses(ROLL, "OPT-11")
    started("none").refuses(ROLL, "OPT-11")
    Table(new_game("aa1941")).refuses(ROLL, "OPT-11")


@pytest.mark.rule("OPT-12", setup="revised")
def test_an_advantage_rolled_twice_is_rolled_again() -> None:
    table = started({"roll": 2}).do(ROLL, "3 3 3 1  6 6 5  2 1  2 1  2 1")
    (rolled,) = table.happened("advantages_rolled")
    assert dict(rolled.dice)["soviet_union"] == (3, 3, 3, 1)
    assert rolled.advantages["soviet_union"] == ("russian_winter", "mobile_industry")
    assert rolled.advantages["germany"] == ("dive_bombers", "fortress_europe")


@pytest.mark.rule("OPT-12", setup="revised")
def test_six_rolls_bring_all_six() -> None:
    table = started("roll 6").do(ROLL, "1 1 1 2 3 4  5 5  6 " + "1 2 3 4 5 6 " * 4)
    assert table.state.advantages["soviet_union"] == tuple(TABLES["soviet_union"].split())


@pytest.mark.rule("OPT-13", setup="revised")
def test_an_advantage_helps_its_own_power_alone() -> None:
    spaces = {"china": "united_states: 1 infantry", "germany": "germany: 1 infantry"}
    table = position(
        "united_states", "mobilize", spaces, setup="revised", advantages={"united_states": "mechanized_infantry"}
    )
    assert table.state.unit_of("united_states", "infantry").move == 2
    assert table.state.unit_of("united_kingdom", "infantry").move == 1
    table.refuses({"type": "advantage", "name": "mobile_industry", "from": "russia", "to": "kazakh_ssr"}, "OPT-13")
    table.refuses({"type": "advantage", "name": "chinese_divisions", "space": "china"}, "OPT-13")
    table.refuses({"type": "advantage", "name": "war_bonds"}, "OPT-07")


@pytest.mark.rule("OPT-14", setup="revised")
def test_home_territory_was_held_at_the_start_and_is_held_now() -> None:
    lost = {"karelia_ssr": "germany", "ukraine_ssr": "soviet_union"}
    spaces = {"ukraine_ssr": "united_states: 1 infantry", "caucasus": "united_states: 1 infantry"}
    table = position(
        "soviet_union", "purchase", spaces, setup="revised", owners=lost, advantages={"soviet_union": "lend_lease"}
    )
    lend = {"type": "advantage", "name": "lend_lease", "owner": "united_states", "units": {"infantry": 1}}
    table.refuses({**lend, "space": "ukraine_ssr"}, "OPT-19")
    table.do({**lend, "space": "caucasus"})
    assert table.at("caucasus") == {"soviet_union": {"infantry": 1}}
