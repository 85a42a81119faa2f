"""What players read before their battles: in which order these come, and which lead to nothing or into danger."""

from __future__ import annotations

import pytest

from engine import ScriptedDice, apply
from engine.errors import IllegalAction
from gamemaster.narration import (
    Timeline,
    end_phase_warnings,
    own_orders_text,
    panel_text,
    phase_reports,
    read_choice,
    request_card,
)
from tests.engine.table import Table, position

WAR = [["japan", "united_states", "war"]]
NO_DESTROYER = "aircraft hit submarines only beside one of your destroyers."


def raid_and_attack(**spaces: str) -> Table:
    """British bombers raid Germany, and infantry attacks Poland."""
    usual = {"united_kingdom": "united_kingdom: 2 bomber", "east_poland": "united_kingdom: 2 infantry"}
    usual |= {"poland": "germany: 1 infantry", **spaces}
    owners = {"east_poland": "united_kingdom"}
    table = position("united_kingdom", "combat_move", usual, setup="anniversary_1941", owners=owners)
    table.move("2 bomber: united_kingdom > germany", raid="industrial_complex")
    return table.move("2 infantry: east_poland > poland")


@pytest.mark.rule("CMB-01", setup="anniversary_1941")
def test_what_comes_after_raids_is_not_said_to_come_after_landings() -> None:
    state = raid_and_attack().end_phase().state
    assert "Fight next: the raid on Germany; 1 more after the raid." in panel_text(state, "<@1>", None)
    assert "Poland: 2 infantry against 1 infantry, after the raid" in own_orders_text(state)


@pytest.mark.rule("CMB-01")
def test_what_comes_after_a_landing_is_said_to() -> None:
    aboard = {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}
    spaces = {
        "sz6": "united_kingdom: 1 transport",
        "norway_finland": "germany: 1 infantry",
        "united_kingdom": "united_kingdom: 2 fighter",
        "western_europe": "germany: 1 infantry",
    }
    table = position("united_kingdom", "combat_move", spaces, cargo={"sz6": [aboard]})
    state = (
        table.move("1 infantry: sz6 > norway_finland")
        .move("2 fighter: united_kingdom > western_europe")
        .end_phase()
        .state
    )
    told = panel_text(state, "<@1>", None)
    assert "Fight next: Norway/Finland; 1 more after the amphibious assault." in told


@pytest.mark.rule("CMB-16")
def test_aircraft_that_attack_a_submarine_alone_are_said_to_hit_nobody() -> None:
    spaces = {"norway_finland": "germany: 2 fighter, 1 infantry", "sz6": "united_kingdom: 1 submarine"}
    state = position("germany", "combat_move", spaces).move("2 fighter: norway_finland > sz6").state
    told = f"Your 2 fighters cannot hit anything in sea zone 6: {NO_DESTROYER}"
    assert told in own_orders_text(state)
    assert told in end_phase_warnings(state)


@pytest.mark.rule("CMV-12", setup="global_1940")
def test_aircraft_that_find_no_more_than_a_submarine_are_said_to_attack_nobody() -> None:
    spaces = {"norway": "germany: 2 fighter", "sz112": "united_kingdom: 1 submarine", "sz111": "germany: 1 destroyer"}
    table = position("germany", "combat_move", spaces, setup="global_1940").move("2 fighter: norway > sz112")
    told = f"Your 2 fighters cannot attack anything in sea zone 112: {NO_DESTROYER}"
    assert told in own_orders_text(table.state)
    assert told in end_phase_warnings(table.state)
    beside = table.move("1 destroyer: sz111 > sz112", attack=True).state
    assert "cannot attack anything" not in own_orders_text(beside)


def test_they_are_also_where_ships_without_a_destroyer_fight_beside_them_but_not_beside_one() -> None:
    for ship, is_told in (("battleship", True), ("destroyer", False)):
        spaces = {
            "norway_finland": "germany: 2 fighter, 1 infantry",
            "sz5": f"germany: 1 {ship}",
            "sz6": "united_kingdom: 1 submarine",
        }
        table = position("germany", "combat_move", spaces).move("2 fighter: norway_finland > sz6")
        state = table.move(f"1 {ship}: sz5 > sz6", attack=True).state
        assert (
            f"Your 2 fighters cannot hit anything in sea zone 6: {NO_DESTROYER}" in end_phase_warnings(state)
        ) is is_told


def test_aircraft_against_what_they_can_hit_are_no_slip() -> None:
    spaces = {"norway_finland": "germany: 2 fighter, 1 infantry", "sz6": "united_kingdom: 1 submarine, 1 transport"}
    state = position("germany", "combat_move", spaces).move("2 fighter: norway_finland > sz6").state
    assert not end_phase_warnings(state)


def off_formosa() -> Table:
    """An American fleet before an attack in sea zone 20, where kamikazes may strike as in sea zone 6."""
    spaces = {"sz7": "united_states: 1 submarine", "sz21": "united_states: 1 destroyer, 1 aircraft_carrier"}
    return position(
        "united_states",
        "combat_move",
        {**spaces, "sz20": "japan: 1 transport", "sz6": "japan: 1 transport"},
        setup="pacific_1940",
        relations=WAR,
    )


@pytest.mark.rule("SPC-92", "SPC-94", setup="pacific_1940")
def test_whoever_moves_warships_to_where_kamikazes_may_strike_reads_so_in_his_orders() -> None:
    table = off_formosa().move("1 submarine: sz7 > sz6", attack=True)
    assert "Kamikazes" not in own_orders_text(table.state)
    table.move("1 destroyer, 1 aircraft_carrier: sz21 > sz20")
    assert (
        "Kamikazes may strike your warships in sea zone 20 before the battle: Japan has 6 left, each hits on 1 or 2, "
        "and where one strikes, no ship can bombard."
    ) in own_orders_text(table.state)


@pytest.mark.rule("SPC-90", setup="pacific_1940")
def test_nothing_is_said_of_kamikazes_that_are_used_up() -> None:
    table = off_formosa()
    table.do({"type": "edit", "kamikaze_tokens": {"japan": 0}})
    table.move("1 destroyer, 1 aircraft_carrier: sz21 > sz20")
    assert "Kamikazes" not in own_orders_text(table.state)


def test_the_example_of_a_strike_is_one_that_is_possible() -> None:
    table = off_formosa().move("1 destroyer, 1 aircraft_carrier: sz21 > sz20").end_phase()
    (request,) = table.state.requests
    text, _ = request_card(table.state, request, "japan")
    example = "sz20: 2 at aircraft carrier, 1 at destroyer"
    assert f"To choose other strikes, use /decide, such as “{example}”." in text
    assert read_choice(table.state, request, example.replace(",", " and")) == read_choice(table.state, request, example)
    table.do({"type": "decide", "choice": read_choice(table.state, request, example)}, "6 6 6")
    with pytest.raises(IllegalAction, match="“sz20"):
        apply(off_formosa().move("1 destroyer: sz21 > sz20").end_phase().state, _nonsense(), ScriptedDice(()))


def _nonsense() -> dict[str, object]:
    return {"type": "decide", "choice": {"sz20": 7}}


@pytest.mark.rule("SPC-93", setup="pacific_1940")
def test_the_report_tells_strikes_and_scrambles_above_the_rounds_that_they_came_before() -> None:
    table = off_formosa().move("1 destroyer, 1 aircraft_carrier: sz21 > sz20").end_phase()
    start, events = table.state, list(table.events)[:0]
    (request,) = table.state.requests
    for action, dice in (
        ({"type": "decide", "choice": read_choice(table.state, request, "2 at destroyer")}, "6 5"),
        ({"type": "battle", "space": "sz20"}, ""),
        ({"type": "end_phase"}, ""),
    ):
        table.do(action, dice)
        events += table.events
    (report, *_) = phase_reports(Timeline.of(start, events))
    lines = report.text.split("\n")
    strike = next(n for n, line in enumerate(lines) if line.startswith("Kamikazes strike in sea zone 20"))
    battle = next(n for n, line in enumerate(lines) if line.startswith("Sea zone 20"))
    assert strike < battle
    assert sum(line.startswith("Kamikazes strike") for line in lines) == 1


@pytest.mark.rule("SPC-05", setup="global_1940")
def test_who_lands_after_a_sea_battle_is_told_before_it() -> None:
    aboard = {"transport": "germany", "units": {"germany": {"infantry": 2}}}
    spaces = {
        "sz112": "germany: 1 transport, 1 battleship",
        "sz111": "united_kingdom: 1 destroyer",
        "scotland": "united_kingdom: 2 infantry",
    }
    table = position("germany", "combat_move", spaces, setup="global_1940", cargo={"sz112": [aboard]})
    table.move("1 transport, 1 battleship: sz112 > sz111").move("2 infantry: sz111 > scotland")
    told = own_orders_text(table.state)
    assert "Scotland: 2 infantry against 2 infantry (amphibious assault)" in told
    assert "cannot hit anything" not in told


def test_aircraft_alone_are_said_to_take_nothing() -> None:
    table = position("germany", "combat_move", {"western_europe": "germany: 1 fighter, 1 bomber"})
    state = table.move("1 fighter, 1 bomber: western_europe > gibraltar").state
    told = "Your fighter and bomber cannot take Gibraltar: only land units take territory."
    assert told in own_orders_text(state)
    assert told in end_phase_warnings(state)
    assert "Taken without a battle" not in own_orders_text(state)


def test_land_units_are_said_to_take_what_nobody_defends() -> None:
    table = position(
        "germany", "combat_move", {"north_africa": "germany: 1 tank", "western_europe": "germany: 1 bomber"}
    )
    state = table.move("1 tank: north_africa > anglo_egypt_sudan").move("1 bomber: western_europe > gibraltar").state
    assert "Taken without a battle: Anglo-Egypt Sudan." in own_orders_text(state)


LANDING = {
    "sz5": "germany: 1 transport, 1 battleship",
    "germany": "germany: 1 infantry, 1 tank",
    "sz6": "united_kingdom: 1 destroyer",
    "united_kingdom": "united_kingdom: 1 infantry",
}


@pytest.mark.rule("SPC-05")
def test_a_landing_behind_a_sea_battle_is_told_with_those_who_land() -> None:
    table = position("germany", "combat_move", LANDING)
    table.move("1 infantry: germany > sz5").move("1 tank: germany > sz5").move("1 transport, 1 battleship: sz5 > sz6")
    state = table.move("1 infantry, 1 tank: sz6 > united_kingdom").state
    assert "United Kingdom: 1 infantry, 1 tank against 1 infantry (amphibious assault)" in own_orders_text(state)
    assert not end_phase_warnings(state)


@pytest.mark.rule("SPC-17", setup="revised")
def test_ships_that_can_bombard_are_told_with_the_landing_that_they_support() -> None:
    spaces = {
        "sz6": "united_kingdom: 1 transport, 1 battleship, 1 destroyer",
        "united_kingdom": "united_kingdom: 2 infantry",
        "norway": "germany: 1 infantry",
    }
    table = position("united_kingdom", "combat_move", spaces, setup="revised")
    table.move("2 infantry: united_kingdom > sz6").move("2 infantry: sz6 > norway")
    line = "Norway: 2 infantry against 1 infantry (amphibious assault; 1 battleship can bombard)"
    assert line in own_orders_text(table.state)
    assert line in own_orders_text(table.end_phase().state)
