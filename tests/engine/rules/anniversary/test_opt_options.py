"""Options of Anniversary (OPT-01..05, OPT-46) and the straits that one of them closes (BRD-31)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine import IllegalAction, new_game
from tests.engine.rules.common.test_mob_places import place
from tests.engine.table import Table, position

BOTH = ("anniversary_1941", "anniversary_1942")
PUBLISHED = {"as_published": "on"}
COMPLEX = {"industrial_complex": 1}


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("OPT-01", setups=("anniversary_1941", "anniversary_1942"))
def test_options_are_fixed_before_the_first_turn_and_stay_in_the_state(setup: str) -> None:
    table = Table(new_game(setup, {"victory": "long", "straits": "closed"}))
    chosen = {"victory": "long", "straits": "closed", "research": "on", "objectives": "on", "as_published": "off"}
    assert chosen.items() <= dict(table.state.options).items()
    table.refuses({"type": "edit", "options": {"victory": "short"}}, "form")


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"victory": "minor"}, "it can be short, standard, long"),
        ({"straits": "shut"}, "it can be open, closed"),
        ({"research": True}, "it can be on, off"),
        ({"advantages": "none"}, "has no option “advantages”"),
    ],
)
@pytest.mark.rule("OPT-01", setups=("anniversary_1941", "anniversary_1942"))
def test_an_option_that_does_not_exist_is_refused_with_those_that_do(
    setup: str, options: Mapping[str, Any], sentence: str
) -> None:
    with pytest.raises(IllegalAction, match=sentence):
        new_game(setup, options)


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("OPT-03", "GEN-15", "RES-01", setups=("anniversary_1941", "anniversary_1942"))
def test_research_is_played_unless_the_table_leaves_it_out(setup: str) -> None:
    assert Table(new_game(setup)).phase == "research"
    table = Table(new_game(setup, {"research": "off"}))
    assert table.phase == "purchase"
    table.refuses({"type": "research", "dice": 1, "chart": 1}, "RES-01")


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.parametrize("ship", ["destroyer", "submarine", "transport"])
@pytest.mark.rule("BRD-31", "OPT-05", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_pass_the_straits_unless_the_table_closes_them(setup: str, ship: str) -> None:
    for way in ("sz14 > sz16", "sz15 > sz16", "sz16 > sz14", "sz16 > sz15"):
        fleet = {way.split()[0]: f"italy: 1 {ship}", "italy": "italy: 1 infantry"}
        position("italy", "noncombat_move", fleet, setup=setup).move(f"1 {ship}: {way}")
        closed = position("italy", "noncombat_move", fleet, setup=setup, options={"straits": "closed"})
        assert closed.refuses_move(f"1 {ship}: {way}", "OPT-05") == (
            "The straits are closed to all ships for the whole game."
        )


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("BRD-31", "OPT-05", setups=("anniversary_1941", "anniversary_1942"))
def test_closed_straits_stop_attackers_at_sea_too(setup: str) -> None:
    fleets = {"sz14": "italy: 1 cruiser, 1 fighter", "sz16": "soviet_union: 1 transport", "italy": "italy: 1 bomber"}
    table = position("italy", "combat_move", fleets, setup=setup, options={"straits": "closed"})
    table.refuses_move("1 cruiser: sz14 > sz16", "OPT-05")
    table.move("1 bomber: italy > sz14 > sz16")


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("BRD-31", "OPT-05", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_built_behind_closed_straits_may_act_there(setup: str) -> None:
    table = position(
        "soviet_union",
        "combat_move",
        {"sz16": "soviet_union: 1 submarine; germany: 1 transport"},
        setup=setup,
        options={"straits": "closed"},
        purchased={"soviet_union": {"submarine": 1}},
    )
    table.do({"type": "engage", "space": "sz16", "attack": True}).end_phase().battle("sz16")
    assert table.at("sz16") == {"soviet_union": {"submarine": 1}}
    while table.phase != "mobilize":
        table.end_phase()
    table.do({"type": "mobilize", "units": {"submarine": 1}, "space": "sz16", "complex": "caucasus"})
    assert table.at("sz16") == {"soviet_union": {"submarine": 2}}


def building(setup: str, power: str, **more: Any) -> Table:
    """The mobilize phase of a power that bought a complex."""
    return position(power, "mobilize", {}, setup=setup, purchased={power: COMPLEX}, **more)


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("OPT-46", "MOB-19", setups=("anniversary_1941", "anniversary_1942"))
def test_a_complex_needs_a_territory_of_value_2_and_as_published_of_value_1(setup: str) -> None:
    sentence = building(setup, "united_kingdom").refuses(place("persia", **COMPLEX), "MOB-19")
    assert "Persia" in sentence
    table = building(setup, "united_kingdom", options=PUBLISHED).do(place("persia", **COMPLEX))
    assert table.board["facilities"]["persia"] == ["industrial_complex"]
    building(setup, "united_kingdom", options=PUBLISHED).refuses(place("gibraltar", **COMPLEX), "MOB-19")


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("OPT-46", "MOB-20", setups=("anniversary_1941", "anniversary_1942"))
def test_complexes_stand_on_islands_only_as_published(setup: str) -> None:
    islands = {"philippine_islands": "united_states"}
    table = building(setup, "united_states", owners=islands)
    table.refuses(place("philippine_islands", **COMPLEX), "MOB-20")
    table = building(setup, "united_states", owners=islands, options=PUBLISHED)
    table.do(place("philippine_islands", **COMPLEX))
    assert table.board["facilities"]["philippine_islands"] == ["industrial_complex"]
    small = building(setup, "united_states", options=PUBLISHED).do(place("hawaiian_islands", **COMPLEX))
    assert small.board["facilities"]["hawaiian_islands"] == ["industrial_complex"]
