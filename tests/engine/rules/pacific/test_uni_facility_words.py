"""`industrial_complex` in an order means the one that stands there, minor or major (UNI-36)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.state.names import find_facility
from tests.engine.rules.pacific.test_uni_bases import table
from tests.engine.table import Table

UK, WORD = "united_kingdom", "industrial_complex"
MINOR, MAJOR = "minor_industrial_complex", "major_industrial_complex"


def over(facilities: list[str], **change: Any) -> Table:
    """A British bomber of each kind in Hong Kong, and these facilities in Formosa."""
    bombers = {"kwangtung": f"{UK}: 1 strategic_bomber, 1 tactical_bomber"}
    return table(UK, "combat_move", bombers, more_spaces={"formosa": {"facilities": facilities, **change}})


class TestRaids:
    @pytest.mark.rule("SPC-27", "UNI-36", setups="1940")
    @pytest.mark.parametrize("facility", [MINOR, MAJOR])
    def test_a_raid_on_an_industrial_complex_strikes_the_one_that_stands_there(self, facility: str) -> None:
        board = over(["air_base", facility]).move("1 strategic_bomber: kwangtung > formosa", raid=WORD)
        assert [event.facility for event in board.happened("raid_declared")] == [facility]
        assert board.state.undo[0].order["raid"] == facility
        board.end_phase().battle("formosa", "6 3")
        assert board.state.damage["formosa"] == {facility: 5}

    @pytest.mark.rule("SPC-27", setups="1940")
    def test_where_none_stands_the_refusal_says_so(self) -> None:
        told = over(["air_base"]).refuses_move("1 strategic_bomber: kwangtung > formosa", "SPC-27", raid=WORD)
        assert told == "There is no industrial complex in Formosa."

    @pytest.mark.rule("SPC-27", setups="1940")
    def test_who_cannot_raid_it_is_told_what_stands_there(self) -> None:
        told = over([MINOR]).refuses_move("1 tactical_bomber: kwangtung > formosa", "SPC-27", raid=WORD)
        assert told == "Tactical bombers cannot raid a minor industrial complex; strategic bombers can."

    @pytest.mark.rule("SPC-51", setups="1940")
    def test_rockets_strike_it_too(self) -> None:
        rockets = {"facilities": ["air_base"]}
        target = {"kwangtung": {"facilities": ["naval_base", MINOR]}, "formosa": rockets}
        more: dict[str, Any] = {"technologies": {"japan": ["rockets"]}, "options": {"research": "on"}}
        board = table("japan", "combat_move", {}, more_spaces=target, **more).end_phase()
        rocket = {"type": "battle", "kind": "rocket", "space": "kwangtung", "pick": ["formosa.air_base.1"]}
        board.do({**rocket, "facility": WORD}, "4")
        assert board.state.damage["kwangtung"] == {MINOR: 4}


@pytest.mark.rule("PUR-15", "PUR-17", "UNI-36", setups="1940")
def test_repairs_of_an_industrial_complex_are_those_of_the_one_that_stands_there() -> None:
    damaged = {"india": {"facilities": [MAJOR, "air_base"], "damage": {WORD: 4, "air_base": 1}}}
    board = table(UK, "purchase", {}, more_spaces=damaged)
    assert board.state.damage["india"] == {MAJOR: 4, "air_base": 1}
    board.do({"type": "purchase", "repairs": {"india": {WORD: 3}}})
    assert board.state.damage["india"] == {MAJOR: 1, "air_base": 1}
    told = board.refuses({"type": "purchase", "repairs": {"burma": {WORD: 1}}}, "PUR-15")
    assert told == "There is no industrial complex in Burma."


class TestCorrections:
    @pytest.mark.rule("UNI-36", setups="1940")
    def test_the_one_that_stands_there_stays(self) -> None:
        board = table(UK, "purchase", {}, more_spaces={"india": {"facilities": [MINOR]}})
        change = {"facilities": [WORD, "air_base"], "damage": {WORD: 2}}
        board.do({"type": "edit", "spaces": {"india": change}})
        assert board.state.facilities["india"] == (MINOR, "air_base")
        assert board.state.damage["india"] == {MINOR: 2}

    @pytest.mark.rule("UNI-36", setups="1940")
    def test_a_new_one_must_be_named_in_full(self) -> None:
        board = table(UK, "purchase", {}, more_spaces={"india": {"facilities": []}})
        told = board.refuses({"type": "edit", "spaces": {"india": {"facilities": [WORD]}}}, "units")
        assert told == (
            "“industrial_complex” can be a minor industrial complex or a major industrial complex. Say which one."
        )

    @pytest.mark.rule("UNI-36", setups="1940")
    def test_damage_to_a_facility_that_no_edition_has_is_refused(self) -> None:
        castle = {"facilities": ["castle"], "damage": {"castle": 1}}
        told = table(UK, "purchase", {}).refuses({"type": "edit", "spaces": {"india": castle}}, "units")
        assert told == "There is no unit “castle” in this edition."


class TestNewOnes:
    @pytest.mark.rule("PUR-09", setups="1940")
    def test_who_buys_one_says_which(self) -> None:
        told = table(UK, "purchase", {}).refuses({"type": "purchase", "units": {WORD: 1}}, "units")
        assert "minor industrial complex or a major industrial complex" in told

    @pytest.mark.rule("MOB-15", setups="1940")
    def test_who_has_bought_a_single_one_places_that(self) -> None:
        bought = {"japan": {MINOR: 1}}
        board = table("japan", "mobilize", {}, more_spaces={"korea": {"facilities": []}}, purchased=bought)
        board.do({"type": "mobilize", "units": {WORD: 1}, "space": "korea"})
        assert board.state.facilities["korea"] == (MINOR,)


@pytest.mark.rule("UNI-36", setups="1940")
def test_players_may_type_it_too_whatever_stands_there() -> None:
    edition = table(UK, "purchase", {}).state.edition
    typed = [find_facility(edition, "Industrial complex", there) for there in ((MAJOR, "air_base"), ("air_base",))]
    assert typed == [MAJOR, WORD]
