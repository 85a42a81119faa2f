"""Amphibious assaults of Pacific 1940, and the aircraft of sunk carriers (chapter SPC)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import RetreatOptions
from tests.engine.rules.pacific.playing import volleys
from tests.engine.rules.pacific.test_uni_bases import table
from tests.engine.table import Table

US, UK = "united_states", "united_kingdom"
ENGAGE = {"type": "engage", "space": "sz20", "attack": True}


def aboard(power: str, **units: int) -> dict[str, Any]:
    """A transport of a power, laden with its own units."""
    return {"transport": power, "units": {power: units}}


def landing(garrison: str, *, infantry: int = 2, zone: str = "", land: str = "", air: str = "") -> Table:
    """Japan lands in Kwangtung from sea zone 20, where zone waits, and others march and fly in from Kiangsi.

    All moves are made, the phase is open.
    """
    spaces = {"sz20": f"japan: 1 transport, 1 destroyer{zone}", "kwangtung": garrison}
    others = ", ".join(filter(None, (land, air)))
    spaces |= {"kiangsi": f"japan: {others}"} if others else {}
    board = table("japan", "combat_move", spaces, cargo={"sz20": [aboard("japan", infantry=infantry)]})
    board.move(f"{infantry} infantry: sz20 > kwangtung")
    return board.move(f"{others}: kiangsi > kwangtung") if others else board


def retreating(to: str | None, **more: object) -> dict[str, object]:
    return {"type": "decide", "kind": "retreat", "choice": {"retreat": to, **more}}


class TestSubmarinesAndTransports:
    @pytest.mark.rule("SPC-02", setups="1940")
    def test_they_are_ignored_unless_the_attacker_says_otherwise(self) -> None:
        board = landing(f"{UK}: 1 infantry", zone=f"; {UK}: 1 submarine, 1 transport").end_phase()
        assert board.pending == [("kwangtung", "land")]
        board.battle("kwangtung", "1 6 6")
        assert (board.owner("kwangtung"), board.at("sz20")[UK]) == ("japan", {"submarine": 1, "transport": 1})

    @pytest.mark.rule("SPC-02", setups="1940")
    def test_whoever_fights_them_fights_them_all_before_the_landing(self) -> None:
        board = landing(f"{UK}: 1 infantry", zone=f"; {UK}: 1 submarine, 1 transport").do(ENGAGE).end_phase()
        assert board.pending == [("sz20", "sea"), ("kwangtung", "land")]
        board.battle("sz20", "2 6").battle("kwangtung", "1 6 6")
        assert (board.owner("kwangtung"), set(board.at("sz20"))) == ("japan", {"japan"})

    @pytest.mark.rule("SPC-02", "CMV-16", setups="1940")
    def test_surface_warships_leave_no_choice(self) -> None:
        board = landing(f"{UK}: 1 infantry", zone=f"; {UK}: 1 cruiser")
        board.refuses({**ENGAGE, "attack": False}, "CMV-16")
        assert board.end_phase().pending == [("sz20", "sea"), ("kwangtung", "land")]


class TestRetreat:
    @pytest.mark.rule("SPC-12", setups="1940")
    def test_who_came_from_the_sea_fights_on_without_a_question(self) -> None:
        board = landing(f"{UK}: 2 tank").end_phase().battle("kwangtung", "6 6 6 6 6 6 6 6 1 1 6 6")
        assert (board.owner("kwangtung"), board.questions) == ("japan", [])

    @pytest.mark.rule("SPC-12", "SPC-13", "SPC-14", setups="1940")
    def test_who_came_overland_may_leave_in_one_group_to_where_one_of_it_came_from(self) -> None:
        spaces = {"sz20": "japan: 1 transport", "kwangtung": f"{UK}: 2 tank"}
        spaces |= {"kiangsi": "japan: 1 tank", "kwangsi": "japan: 1 tank"}
        board = table("japan", "combat_move", spaces, cargo={"sz20": [aboard("japan", infantry=2)]})
        board.move("2 infantry: sz20 > kwangtung").move("1 tank: kiangsi > kwangtung")
        board.move("1 tank: kwangsi > kwangtung").end_phase().battle("kwangtung", "6 6 6 6 6 6")
        (request,) = board.state.requests
        assert [*RetreatOptions.of(request).retreat] == ["kiangsi", "kwangsi"]
        for wrong in ("sz20", "hunan", "kiangsu"):
            board.refuses(retreating(wrong), "CMB-38")
        board.retreat("kwangsi", "1 6 6 6 1 6 6")
        assert board.at("kwangsi") == {"japan": {"tank": 2}}
        assert board.at("kwangtung") == {"japan": {"infantry": 2}}

    @pytest.mark.rule("SPC-13", "SPC-15", "CMB-43", setups="1940")
    def test_aircraft_leave_at_the_same_time_as_who_came_overland(self) -> None:
        board = landing(f"{UK}: 2 tank", land="1 tank", air="1 fighter").end_phase()
        board.battle("kwangtung", "6 6 6 6 6 6").refuses(retreating("kiangsi", who=["land"]), "CMB-43")
        board.retreat("kiangsi", "6 6 1 1")
        assert board.at("kiangsi") == {"japan": {"tank": 1}}
        assert board.at("kwangtung") == {"japan": {"fighter": 1}, UK: {"tank": 2}}


@pytest.mark.rule("SPC-16", setups="1940")
def test_antiaircraft_guns_are_not_landed_in_an_assault() -> None:
    cargo = {"sz20": [aboard("japan", aaa=1, infantry=1)]}
    board = table("japan", "combat_move", {"sz20": "japan: 1 transport"}, cargo=cargo)
    board.refuses_move("1 aaa: sz20 > kwangtung", "SPC-16")
    board.move("1 infantry: sz20 > kwangtung")


class TestBombardment:
    @pytest.mark.rule("SPC-21", setups="1940")
    def test_each_ship_supports_one_landing_of_its_zone_and_the_attacker_divides_them(self) -> None:
        spaces = {"sz37": f"{UK}: 2 transport, 1 cruiser, 2 battleship"}
        spaces |= {"malaya": "japan: 2 infantry", "siam": "japan: 2 infantry"}
        cargo = {"sz37": [aboard(UK, infantry=2), aboard(UK, infantry=1)]}
        board = table(UK, "combat_move", spaces, cargo=cargo, owners={"malaya": "japan"})
        board.move("2 infantry: sz37 > malaya").move("1 infantry: sz37 > siam").end_phase().battle("siam")
        (request,) = board.state.requests
        assert request.options["limits"] == {"malaya": 2, "siam": 1}
        order = {"type": "decide", "kind": "bombardment"}
        too_many = {"siam": {"cruiser": 1, "battleship": 1}, "malaya": {"battleship": 1}}
        board.refuses({**order, "choice": too_many}, "SPC-20")
        twice = {"siam": {"cruiser": 1}, "malaya": {"cruiser": 1, "battleship": 1}}
        board.refuses({**order, "choice": twice}, "units")
        board.decide("bombardment", {"siam": {"cruiser": 1}, "malaya": {"battleship": 2}}, "3 6 6 6 1 6")
        assert volleys(board, "ships_bombard") == [("cruiser", 3, (3,))]
        board.battle("malaya", "4 4 6 6")
        assert volleys(board, "ships_bombard") == [("battleship", 4, (4, 4))]

    @pytest.mark.rule("SPC-25", setups="1940")
    def test_ships_of_an_ally_do_not_bombard(self) -> None:
        spaces = {"sz37": f"{UK}: 1 transport, 1 cruiser; anzac: 2 battleship", "siam": "japan: 1 infantry"}
        board = table(UK, "combat_move", spaces, cargo={"sz37": [aboard(UK, infantry=2)]})
        board.move("2 infantry: sz37 > siam").end_phase().battle("siam", "6 1 1 6")
        assert volleys(board, "ships_bombard") == [("cruiser", 3, (6,))]


@pytest.mark.rule("SPC-55", setups="1940")
def test_a_rocket_that_disables_an_air_base_calls_no_scrambled_aircraft_back() -> None:
    bases = {"iwo_jima": {"owner": US, "facilities": ["air_base"]}}
    spaces = {"sz18": "japan: 1 destroyer", "sz17": f"{US}: 1 transport", "iwo_jima": f"{US}: 2 fighter"}
    board = table(
        "japan",
        "combat_move",
        spaces,
        more_spaces=bases,
        options={"research": "on"},
        technologies={"japan": ["rockets"]},
    )
    board.move("1 destroyer: sz18 > sz17").end_phase()
    board.decide("reaction", {"scramble": {"sz17": {"iwo_jima": {"fighter": 1}}}})
    board.do({"type": "battle", "kind": "rocket", "space": "iwo_jima", "pick": ["japan.air_base.1"]}, "6")
    assert board.state.damage["iwo_jima"] == {"air_base": 6}
    board.battle("sz17", "6 6")
    assert volleys(board, "defenders_fire") == [("fighter", 4, (6,))]
    board.retreat("sz18")
    assert board.at("iwo_jima") == {US: {"fighter": 2}}, "it returns to the territory, whose base is wrecked"


@pytest.mark.rule("SPC-102", "NCM-20", setups="1940")
def test_an_attackers_fighter_whose_carrier_is_sunk_flies_on_with_the_rest_of_its_move() -> None:
    spaces = {"sz25": f"{US}: 1 aircraft_carrier, 1 fighter, 1 destroyer", "sz24": "japan: 2 cruiser, 1 destroyer"}
    board = table(US, "combat_move", spaces).move("1 aircraft_carrier, 1 fighter, 1 destroyer: sz25 > sz24")
    board.end_phase().battle("sz24", "6 6 6 1 1")
    board.lose("1 aircraft_carrier").retreat("sz25").refuses({"type": "end_phase"}, "NCM-20")
    board.move("1 fighter: sz24 > sz25 > sz26 > hawaiian_islands")
    assert board.at("hawaiian_islands") == {US: {"fighter": 1}}
